// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_finish.sv: rounds wide sums on their way out of a reduction table.
#ifndef NF_REDUCE_FINISH_H
#define NF_REDUCE_FINISH_H

#include "alu/nf_exact.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

// From a slot to what nf_reduce_data makes of it, and from there to the output. What
// nf_reduce_exact makes of it comes one cycle after the former.
enum { NF_REDUCE_FINISH_BEFORE = 4, NF_REDUCE_FINISH_AFTER = 6 };

typedef struct {
  uint32_t Halves; // with high sums, 0 or 1
} nf_reduce_finish_cfg;

typedef struct {
  bool en;       // everything advances; false: everything holds
  bool round;    // what the slot sends are sums, to be rounded
  uint8_t dtype; // into this type
  uint8_t shift; // log2 of what they are divided by before
  // what leaves nf_reduce_data, of the slot of NF_REDUCE_FINISH_BEFORE cycles ago
  bool data_valid;
  bool data_last;
  uint16_t data_ports;
  nf_flit data;      // binary32 sums too, the low ones
  nf_flit data_high; // the high ones; or a plane of them
  // what leaves nf_reduce_exact, of the slot before that one
  nf_flit plane;                      // a plane of exact sums
  uint32_t exact[8][NF_EXACT_PLANES]; // exact sums, of the types that have them
} nf_reduce_finish_in;

typedef struct {
  bool out_valid;
  bool out_last;
  uint16_t out_ports;
  nf_flit out_data;
  bool busy;
} nf_reduce_finish_out;

typedef struct nf_reduce_finish nf_reduce_finish;

// Makes an empty one in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_finish_init(nf_reduce_finish **m, const nf_reduce_finish_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_finish_out *nf_reduce_finish_peek(const nf_reduce_finish *m);
// One rising clock edge.
void nf_reduce_finish_step(nf_reduce_finish *m, const nf_reduce_finish_in *in);
// Frees m; NULL is allowed.
void nf_reduce_finish_free(nf_reduce_finish *m);

#ifdef __cplusplus
}
#endif

#endif
