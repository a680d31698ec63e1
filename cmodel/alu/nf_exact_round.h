// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_round.sv: the rounding that ends an exact sum, five cycles long (KLENK
// IV-D). The function of the same name is in nf_exact.h.
#ifndef NF_EXACT_ROUND_H
#define NF_EXACT_ROUND_H

#include "common/nf_status.h"
#include "nf_exact.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_EXACT_ROUND_STAGES = 5 };

typedef struct {
  uint32_t HasF32; // 1: all formats; 0: F16 and BF16 only
} nf_exact_round_cfg;

typedef struct {
  bool en; // everything advances
  bool valid;
  uint32_t acc[NF_EXACT_PLANES]; // see nf_exact_to_words
  uint8_t format;                // nf_exact_format; 3 is BF16 too
  uint8_t shift;                 // 0..15: the result is the sum * 2^-shift
} nf_exact_round_in;

typedef struct {
  bool valid;
  uint32_t result; // 0 unless valid
  uint8_t flags;   // NF_FP_*, 0 unless valid
} nf_exact_round_out;

struct nf_exact_round;

// Makes an empty pipeline in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_exact_round_init(struct nf_exact_round **m, const nf_exact_round_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_exact_round_out *nf_exact_round_peek(const struct nf_exact_round *m);
// One rising clock edge.
void nf_exact_round_step(struct nf_exact_round *m, const nf_exact_round_in *in);
// Frees m; NULL is allowed.
void nf_exact_round_free(struct nf_exact_round *m);

#ifdef __cplusplus
}
#endif

#endif
