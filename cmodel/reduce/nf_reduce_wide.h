// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_wide.sv: data path of a reduction table with wide sums.
#ifndef NF_REDUCE_WIDE_H
#define NF_REDUCE_WIDE_H

#include "nf_reduce_data.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Entries; // 2..32
  uint32_t Halves;  // with the types of 16-bit elements, 0 or 1
  uint32_t Wide;    // 0: nf_reduce_data alone
} nf_reduce_wide_cfg;

typedef struct {
  // as in nf_reduce_data_in
  bool en, valid, read, write, sum, header, keep_flags, send_flags, start_flags, take_flags;
  uint8_t send, entry, flit, red_op, dtype, flags;
  uint16_t ports;
  nf_flit data;
  // of a wide sum
  bool wide;       // read, write, sum and send are about wide sums
  bool round;      // what is sent is rounded
  uint8_t shift;   // log2 of what it is divided by before
  bool plane;      // data is a plane
  bool send_plane; // a plane is sent
  uint8_t index;   // number of the one or the other
} nf_reduce_wide_in;

typedef struct {
  bool out_valid;
  bool out_last;
  uint16_t out_ports;
  nf_flit out_data;
  bool poison; // pulse: a header with POISON is on its way out
  bool busy;
} nf_reduce_wide_out;

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
