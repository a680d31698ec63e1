// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_round.sv: an exact sum divided by a power of two and rounded, once. The
// result is made when the sum enters; a ring carries it to the end of the five stages.
#include "nf_exact_round.h"

#include <stdlib.h>

struct nf_exact_round {
  bool has_f32;
  uint32_t last; // place in the ring of what leaves; the next result takes it
  nf_exact_round_out ring[NF_EXACT_ROUND_STAGES];
};

// NF_PARAM; valid_q is zero after reset, and result_o and flags_o with it.
nf_status nf_exact_round_init(struct nf_exact_round **m, const nf_exact_round_cfg *cfg) {
  if (cfg->HasF32 > 1)
    return "nf_exact_round: HasF32 must be 0 or 1";
  struct nf_exact_round *pipe = calloc(1, sizeof *pipe);
  if (pipe == NULL)
    return "nf_exact_round: out of memory";
  pipe->has_f32 = cfg->HasF32;
  *m = pipe;
  return NF_OK;
}

// The fifth register, of part 5 "Round and pack".
const nf_exact_round_out *nf_exact_round_peek(const struct nf_exact_round *m) {
  return &m->ring[m->last];
}

// One enabled edge of all five parts. What is not valid leaves as zeros (the masks at result_o and
// flags_o), because nf_reduce_finish ORs results of several of these.
void nf_exact_round_step(struct nf_exact_round *m, const nf_exact_round_in *in) {
  if (!in->en)
    return;
  nf_exact_round_out *out = &m->ring[m->last];
  *out = (nf_exact_round_out){.valid = in->valid};
  if (in->valid) {
    // Bit 1 is bfloat16, bit 0 binary16, as in the RTL, which for HasF32 = 0 leaves out the widest
    // of the three.
    const nf_exact_format format = in->format & 2                  ? NF_EXACT_BF16
                                   : in->format & 1 || !m->has_f32 ? NF_EXACT_F16
                                                                   : NF_EXACT_F32;
    const nf_exact sum = nf_exact_from_words(in->acc);
    out->result = nf_exact_round(&sum, format, in->shift & 15, &out->flags);
  }
  m->last = m->last + 1 < NF_EXACT_ROUND_STAGES ? m->last + 1 : 0;
}

void nf_exact_round_free(struct nf_exact_round *m) { free(m); }
