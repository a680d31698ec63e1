// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_add_path.sv: the data path of the floating-point adder with its registers.
// The sum is made when its operands enter; a ring carries it to the end of the path.
#include "nf_fp_add_path.h"

#include <stdlib.h>

struct nf_fp_add_path {
  nf_fp_add_cfg format;
  uint32_t stages;
  uint32_t last; // place in the ring of what leaves; the next sum takes it
  nf_fp_add_out ring[NF_FP_ADD_MAX_STAGES];
};

// NF_PARAMs of the RTL, but for Stages = 0, which has no clock and is nf_fp_add.
nf_status nf_fp_add_path_init(nf_fp_add_path **m, const nf_fp_add_path_cfg *cfg) {
  const nf_fp_add_cfg format = {.ExpBits = cfg->ExpBits, .ManBits = cfg->ManBits};
  const nf_status status = nf_fp_add_check(&format);
  if (status != NF_OK)
    return status;
  if (cfg->Stages < 1 || cfg->Stages > NF_FP_ADD_MAX_STAGES)
    return "nf_fp_add_path: Stages must be 1..6";
  nf_fp_add_path *path = calloc(1, sizeof *path);
  if (path == NULL)
    return "nf_fp_add_path: out of memory";
  path->format = format;
  path->stages = cfg->Stages;
  *m = path;
  return NF_OK;
}

// The register behind part 5 "Round".
const nf_fp_add_path_out *nf_fp_add_path_peek(const nf_fp_add_path *m) { return &m->ring[m->last]; }

// One enabled edge of the registers, wherever they are: which of them exist is of no account here,
// only how many.
void nf_fp_add_path_step(nf_fp_add_path *m, const nf_fp_add_path_in *in) {
  if (!in->en)
    return;
  const nf_fp_add_in operands = {.a = in->a, .b = in->b};
  nf_fp_add_eval(&m->format, &operands, &m->ring[m->last]);
  m->last = m->last + 1 < m->stages ? m->last + 1 : 0;
}

void nf_fp_add_path_free(nf_fp_add_path *m) { free(m); }
