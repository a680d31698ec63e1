// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Checks the results of a run with payload. Each result's reduction tree must have every rank's
// contribution once, and is reduced anew by the host's own arithmetic, which shares nothing with
// the engine and the models: all bits must be the same. Besides, results are held against the
// exact ones (sim/common/checker.h).
#ifndef NF_FAST_REPLAY_H
#define NF_FAST_REPLAY_H

#include "payload.h"
#include "sim/collective/schedule.h"
#include "sim/common/checker.h"

typedef struct {
  nf_verdict exact;    // ranks that hold the same, and what is exact
  uint64_t words;      // that were reduced anew
  uint64_t reductions; // of these trees
} nf_fast_replay;

// What rank must hold in a part at the end; NF_NO_PART: nothing is asked for.
typedef nf_holding nf_fast_expect(const void *ctx, uint32_t rank, uint32_t part);

// alike: ranks that hold a sum of all must hold the same bits.
int nf_fast_replay_check(nf_fast_replay *r, const nf_fast_payload *p, nf_fast_expect *expect,
                         const void *ctx, bool alike, nf_err *e);

// a op b of a word by the host goes to *r: f32 and pairs of f16 and bf16, rounded once to nearest
// even, NaN the canonical one; integers. False: the host has no such op or type.
bool nf_fast_host_op(uint8_t op, uint8_t dtype, uint32_t a, uint32_t b, uint32_t *r);

#endif
