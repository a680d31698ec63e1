// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_exact.sv: exact sums of the entries of a reduction table. As in
// nf_reduce_data a slot is computed when it comes; only what goes out is delayed.
#ifndef NF_REDUCE_EXACT_H
#define NF_REDUCE_EXACT_H

#include "alu/nf_exact.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_REDUCE_EXACT_STAGES = 5 }; // from a slot to what it sends

typedef struct {
  uint32_t Entries; // 2..32
  uint32_t Halves;  // with high sums, 0 or 1
} nf_reduce_exact_cfg;

typedef struct {
  bool en;       // everything advances; false: everything holds
  bool read;     // read the row of sums
  bool write;    // write it
  bool sum;      // add to the row; else, with write or pass, to zero
  bool pass;     // send the contribution itself: add it to zero
  bool plane;    // the contribution is a plane of sums
  uint8_t index; // its number; else the number of the plane to send
  bool send;     // send that plane
  uint8_t entry; // below Entries
  uint8_t flit;  // 0..7
  nf_flit low;   // contributions to the low sums, or the plane
  nf_flit high;
} nf_reduce_exact_in;

typedef struct {
  uint32_t sums[8][NF_EXACT_PLANES]; // four low ones, four high ones; see nf_exact_to_words
  nf_flit plane;                     // zero unless one is sent
} nf_reduce_exact_out;

typedef struct nf_reduce_exact nf_reduce_exact;

// Makes a store of undefined rows in *m. Returns NF_OK, or why cfg is refused (*m is then
// unchanged).
nf_status nf_reduce_exact_init(nf_reduce_exact **m, const nf_reduce_exact_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_exact_out *nf_reduce_exact_peek(const nf_reduce_exact *m);
// One rising clock edge.
void nf_reduce_exact_step(nf_reduce_exact *m, const nf_reduce_exact_in *in);
// Frees m; NULL is allowed.
void nf_reduce_exact_free(nf_reduce_exact *m);

#ifdef __cplusplus
}
#endif

#endif
