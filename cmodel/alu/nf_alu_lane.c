// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_alu_lane.sv: one 32-bit lane of the reduction ALU (KLENK IV-D, Fig. 5). The
// result is made when its operands enter; a ring carries it to the end of the lane, since an op
// takes as many cycles for every type.
#include "nf_alu_lane.h"

#include "common/nf_defs.h"
#include "nf_fp_minmax.h"

#include <stdlib.h>

struct nf_alu_lane {
  uint32_t stages;
  bool halves;
  // The lane's registers. Nothing in the ring moves, what is the oldest does.
  uint32_t last; // place in the ring of what leaves; the next result takes it
  nf_alu_lane_out ring[NF_ALU_MAX_STAGES];
};

// Whoever adds an op or a type says below what it means.
_Static_assert(NF_REDUCTION_OPS == NF_RED_OP_AVG + 1 && NF_DTYPES == NF_DTYPE_BF16X + 1,
               "every op and type has its case");

// Ops of the floating-point types, found by the op's number: a lane is called for each word of each
// flit.
typedef uint32_t word_op(uint32_t a, uint32_t b, uint8_t *flags);
typedef uint16_t half_op(uint16_t a, uint16_t b, uint8_t *flags);

// Ops that a type has not are empty here; nf_op_built has refused them.
static word_op *const f32_ops[] = {[NF_RED_OP_ADD] = nf_fp_add_f32,
                                   [NF_RED_OP_MIN] = nf_fp_min_f32,
                                   [NF_RED_OP_MAX] = nf_fp_max_f32};
static half_op *const f16_ops[] = {[NF_RED_OP_ADD] = nf_fp_add_f16,
                                   [NF_RED_OP_MIN] = nf_fp_min_f16,
                                   [NF_RED_OP_MAX] = nf_fp_max_f16};
static half_op *const bf16_ops[] = {[NF_RED_OP_ADD] = nf_fp_add_bf16,
                                    [NF_RED_OP_MIN] = nf_fp_min_bf16,
                                    [NF_RED_OP_MAX] = nf_fp_max_bf16};

// gen_halves: two pipelines that do not see each other; the flags of both are ORed. Nothing goes
// from the low element to the high one, not even a flag that says which it was.
static uint32_t both_halves(half_op *op, uint32_t a, uint32_t b, uint8_t *flags) {
  const uint32_t low = op((uint16_t)a, (uint16_t)b, flags);
  const uint32_t high = op((uint16_t)(a >> 16), (uint16_t)(b >> 16), flags);
  return high << 16 | low;
}

// beyond and limit. The RTL finds a signed overflow by its signs and puts the limit in behind the
// last register; here the exact sum is compared with the range, so the two check each other.
// OVERFLOW marks a sum that stayed at its limit; one that wraps (U32, S32) marks nothing.
static uint32_t saturating_sum(bool is_signed, uint32_t a, uint32_t b, uint8_t *flags) {
  // As 64-bit numbers the operands are of their type, and the sum is exact.
  const int64_t least = is_signed ? INT32_MIN : 0, largest = is_signed ? INT32_MAX : UINT32_MAX;
  const int64_t sum = is_signed ? (int64_t)(int32_t)a + (int32_t)b : (int64_t)a + b;
  if (sum >= least && sum <= largest)
    return (uint32_t)sum;
  *flags |= NF_FP_OVERFLOW;
  return (uint32_t)(sum < least ? least : largest);
}

// value, extreme and overflow of the RTL's part "all other ops": is_signed, saturates and int_less
// by the type. Equal operands may be taken for either, they are the same bits.
static uint32_t integer_op(uint32_t red_op, uint32_t dtype, uint32_t a, uint32_t b,
                           uint8_t *flags) {
  const bool wraps = dtype == NF_DTYPE_U32 || dtype == NF_DTYPE_S32;
  const bool is_signed = dtype != NF_DTYPE_U32 && dtype != NF_DTYPE_U32SAT;
  // Signed order is unsigned order with the sign bits turned.
  const uint32_t turn = is_signed ? UINT32_C(1) << 31 : 0;
  const bool a_less = (a ^ turn) < (b ^ turn);
  switch (red_op) {
  case NF_RED_OP_ADD:
    return wraps ? a + b : saturating_sum(is_signed, a, b, flags);
  case NF_RED_OP_MIN:
    return a_less ? a : b;
  case NF_RED_OP_MAX:
    return a_less ? b : a;
  case NF_RED_OP_AND:
    return a & b;
  case NF_RED_OP_OR:
    return a | b;
  case NF_RED_OP_XOR:
    return a ^ b;
  default: // none: nf_op_built
    return a;
  }
}

// One lane without its registers. The first test is `supported` for a build with Halves; a build
// without is narrowed by the caller, because this function serves other models, too. What is not
// supported gives operand a unchanged; the table poisons such a sum.
uint32_t nf_alu_op(uint32_t red_op, uint32_t dtype, uint32_t a, uint32_t b, uint8_t *flags) {
  if (!nf_op_built(red_op, dtype, true, false))
    return a;
  switch (dtype) {
  case NF_DTYPE_F32:
    return f32_ops[red_op](a, b, flags);
  case NF_DTYPE_F16:
    return both_halves(f16_ops[red_op], a, b, flags);
  case NF_DTYPE_BF16:
    return both_halves(bf16_ops[red_op], a, b, flags);
  case NF_DTYPE_U32:
  case NF_DTYPE_S32:
  case NF_DTYPE_U32SAT:
  case NF_DTYPE_S32SAT:
  case NF_DTYPE_FIX32:
    return integer_op(red_op, dtype, a, b, flags);
  default: // none: nf_op_built
    return a;
  }
}

// NF_PARAMs; the ring starts with zeros, as valid_o does. The data registers of the RTL have no
// reset.
nf_status nf_alu_lane_init(nf_alu_lane **m, const nf_alu_lane_cfg *cfg) {
  if (cfg->Stages < 1 || cfg->Stages > NF_ALU_MAX_STAGES)
    return "nf_alu_lane: Stages must be 1..6";
  if (cfg->Halves > 1)
    return "nf_alu_lane: Halves must be 0 or 1";
  nf_alu_lane *lane = calloc(1, sizeof *lane);
  if (lane == NULL)
    return "nf_alu_lane: out of memory";
  lane->stages = cfg->Stages;
  lane->halves = cfg->Halves;
  *m = lane;
  return NF_OK;
}

// What entered `stages` enabled cycles ago.
const nf_alu_lane_out *nf_alu_lane_peek(const nf_alu_lane *m) { return &m->ring[m->last]; }

// One enabled edge. The place of what leaves is taken over by what comes, and only then does the
// ring turn: with one stage both are the same register.
void nf_alu_lane_step(nf_alu_lane *m, const nf_alu_lane_in *in) {
  if (!in->en)
    return;
  nf_alu_lane_out *out = &m->ring[m->last];
  out->valid = in->valid;
  out->flags = 0;
  out->unsupported = !nf_op_built(in->red_op, in->dtype, m->halves, false);
  out->result =
      out->unsupported ? in->a : nf_alu_op(in->red_op, in->dtype, in->a, in->b, &out->flags);
  m->last = m->last + 1 < m->stages ? m->last + 1 : 0;
}

void nf_alu_lane_free(nf_alu_lane *m) { free(m); }
