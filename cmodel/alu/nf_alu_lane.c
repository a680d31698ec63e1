// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The result is made when its operands enter; a ring carries it to the end of the lane.
#include "nf_alu_lane.h"

#include "common/nf_defs.h"
#include "nf_fp_minmax.h"

#include <stdlib.h>

struct nf_alu_lane {
  uint32_t stages;
  uint32_t last; // place in the ring of what leaves; the next result takes it
  nf_alu_lane_out ring[NF_ALU_MAX_STAGES];
};

static uint32_t float_op(uint32_t red_op, uint32_t a, uint32_t b, uint8_t *flags) {
  switch (red_op) {
  case NF_RED_OP_ADD:
    return nf_fp_add_f32(a, b, flags);
  case NF_RED_OP_MIN:
    return nf_fp_min_f32(a, b, flags);
  default:
    return nf_fp_max_f32(a, b, flags);
  }
}

uint32_t nf_alu_op(uint32_t red_op, uint32_t dtype, uint32_t a, uint32_t b, uint8_t *flags) {
  if (!nf_op_supported(red_op, dtype))
    return a;
  if (dtype == NF_DTYPE_F32)
    return float_op(red_op, a, b, flags);
  // Signed order is unsigned order with the sign bits turned.
  const uint32_t turn = dtype == NF_DTYPE_S32 ? UINT32_C(1) << 31 : 0;
  const bool a_less = (a ^ turn) < (b ^ turn);
  switch (red_op) {
  case NF_RED_OP_ADD:
    return a + b;
  case NF_RED_OP_MIN:
    return a_less ? a : b;
  case NF_RED_OP_MAX:
    return a_less ? b : a;
  case NF_RED_OP_AND:
    return a & b;
  case NF_RED_OP_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

nf_status nf_alu_lane_init(nf_alu_lane **m, const nf_alu_lane_cfg *cfg) {
  if (cfg->Stages < 1 || cfg->Stages > NF_ALU_MAX_STAGES)
    return "nf_alu_lane: Stages must be 1..4";
  nf_alu_lane *lane = calloc(1, sizeof *lane);
  if (lane == NULL)
    return "nf_alu_lane: out of memory";
  lane->stages = cfg->Stages;
  *m = lane;
  return NF_OK;
}

const nf_alu_lane_out *nf_alu_lane_peek(const nf_alu_lane *m) { return &m->ring[m->last]; }

void nf_alu_lane_step(nf_alu_lane *m, const nf_alu_lane_in *in) {
  if (!in->en)
    return;
  nf_alu_lane_out *out = &m->ring[m->last];
  out->valid = in->valid;
  out->flags = 0;
  out->result = nf_alu_op(in->red_op, in->dtype, in->a, in->b, &out->flags);
  out->unsupported = !nf_op_supported(in->red_op, in->dtype);
  m->last = m->last + 1 < m->stages ? m->last + 1 : 0;
}

void nf_alu_lane_free(nf_alu_lane *m) { free(m); }
