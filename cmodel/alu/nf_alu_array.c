// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_alu_array.sv: four lanes on a flit, one op for all of them (KLENK Fig. 5).
// The result is made when its operands enter; a ring carries it to the end of the array. Operands
// that stay the same, as they do behind an idle register, give the result of the step before.
#include "nf_alu_array.h"

#include <stdlib.h>

struct nf_alu_array {
  uint32_t stages;
  bool halves;
  uint32_t last;      // place in the ring of what leaves; the next result takes it
  uint32_t fresh;     // place in the ring of the result that entered last
  nf_alu_array_in in; // its operands
  nf_alu_array_out ring[NF_ALU_MAX_STAGES];
};

// gen_lane for two of the four words; their flags are ORed, as the RTL ORs flags_o of all lanes.
static uint64_t two_lanes(uint32_t red_op, uint32_t dtype, uint64_t a, uint64_t b, uint8_t *flags) {
  const uint64_t low = nf_alu_op(red_op, dtype, (uint32_t)a, (uint32_t)b, flags);
  const uint64_t high = nf_alu_op(red_op, dtype, (uint32_t)(a >> 32), (uint32_t)(b >> 32), flags);
  return high << 32 | low;
}

// What the four u_lane compute for one flit. The lanes' flags lie side by side in the header's
// field, so one shift puts all four in their places (NF_PARAM FlagsAreNeighbours).
nf_flit nf_alu_flit(uint32_t red_op, uint32_t dtype, nf_flit a, nf_flit b, uint8_t *flags) {
  uint8_t raised = 0;
  nf_flit result;
  for (int i = 0; i < 2; ++i)
    result.w[i] = two_lanes(red_op, dtype, a.w[i], b.w[i], &raised);
  *flags |= (uint8_t)(raised << NF_FLAG_INVALID);
  return result;
}

// NF_PARAMs. m->in is zeros and so is the ring: that is the sum of +0 and +0 in f32 without flags,
// so the comparison in step holds from the first cycle.
nf_status nf_alu_array_init(nf_alu_array **m, const nf_alu_array_cfg *cfg) {
  if (cfg->Stages < 1 || cfg->Stages > NF_ALU_MAX_STAGES)
    return "nf_alu_array: Stages must be 1..6";
  if (cfg->Halves > 1)
    return "nf_alu_array: Halves must be 0 or 1";
  nf_alu_array *array = calloc(1, sizeof *array);
  if (array == NULL)
    return "nf_alu_array: out of memory";
  array->stages = cfg->Stages;
  array->halves = cfg->Halves;
  *m = array;
  return NF_OK;
}

// The last registers of the lanes: what entered `stages` enabled cycles ago.
const nf_alu_array_out *nf_alu_array_peek(const nf_alu_array *m) { return &m->ring[m->last]; }

// One comparison of 128 bits.
static bool same_flit(const nf_flit *x, const nf_flit *y) {
  return ((x->w[0] ^ y->w[0]) | (x->w[1] ^ y->w[1])) == 0;
}

// One enabled edge of all four lanes. en low stops everything, results included, as no lane has
// room to put one aside. valid is not compared: data registers move without it, and it is carried
// beside.
void nf_alu_array_step(nf_alu_array *m, const nf_alu_array_in *in) {
  if (!in->en)
    return;
  nf_alu_array_out *out = &m->ring[m->last];
  if (same_flit(&in->a, &m->in.a) && same_flit(&in->b, &m->in.b) && in->red_op == m->in.red_op &&
      in->dtype == m->in.dtype) {
    *out = m->ring[m->fresh];
  } else {
    m->in = *in;
    out->flags = 0;
    out->unsupported = !nf_op_built(in->red_op, in->dtype, m->halves, false);
    out->result =
        out->unsupported ? in->a : nf_alu_flit(in->red_op, in->dtype, in->a, in->b, &out->flags);
  }
  out->valid = in->valid;
  m->fresh = m->last;
  m->last = m->last + 1 < m->stages ? m->last + 1 : 0;
}

void nf_alu_array_free(nf_alu_array *m) { free(m); }
