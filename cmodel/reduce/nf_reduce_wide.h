// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_wide.sv: data path of a reduction table with wide sums.
#ifndef NF_REDUCE_WIDE_H
#define NF_REDUCE_WIDE_H

#include "nf_reduce_data.h"
#include "nf_reduce_wide_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The fields of a plain slot, copied into a wide one. Returns the wide one.
static inline const nf_reduce_wide_in *nf_reduce_wide_slot(nf_reduce_wide_in *wide,
                                                           const nf_reduce_data_in *slot) {
  wide->en = slot->en;
  wide->valid = slot->valid;
  wide->read = slot->read;
  wide->write = slot->write;
  wide->sum = slot->sum;
  wide->header = slot->header;
  wide->keep_flags = slot->keep_flags;
  wide->send_flags = slot->send_flags;
  wide->start_flags = slot->start_flags;
  wide->take_flags = slot->take_flags;
  wide->send = slot->send;
  wide->entry = slot->entry;
  wide->flit = slot->flit;
  wide->red_op = slot->red_op;
  wide->dtype = slot->dtype;
  wide->flags = slot->flags;
  wide->ports = slot->ports;
  wide->data = slot->data;
  return wide;
}

typedef struct nf_reduce_wide nf_reduce_wide;

// Makes an empty data path in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_wide_init(nf_reduce_wide **m, const nf_reduce_wide_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_wide_out *nf_reduce_wide_peek(const nf_reduce_wide *m);
// One rising clock edge.
void nf_reduce_wide_step(nf_reduce_wide *m, const nf_reduce_wide_in *in);
// Frees m; NULL is allowed.
void nf_reduce_wide_free(nf_reduce_wide *m);

#ifdef __cplusplus
}
#endif

#endif
