// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The result is made when its operands enter and waits a cycle in a ring of two. Loops over a word
// stand inside the choice of op and type, so that those of the integers become vector code.
//
// ACE Fig. 6, #3, and ACE 6: four ALUs of 16 fp32 lanes. All transfers take a lane, whether they
// reduce or not, so that every word is as long on its way and the times of a transfer do not depend
// on what it does.
#include "nf_ace_lane.h"

#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"

#include <stdlib.h>
#include <string.h>

// A word is reduced in parts of the narrowest one.
enum { PART = NF_ACE_MIN_WORD_BYTES / 8, ELEMENTS = NF_ACE_MIN_WORD_BYTES / 4, STAGES = 2 };

struct nf_ace_lane {
  bool alu, halves;
  uint32_t limbs; // of a bus word
  uint8_t last;   // place in the ring of what comes out; the next result takes it
  uint8_t fresh;  // steps until both places hold the last result and no flags
  // Result and flags of the last two steps.
  nf_ace_lane_out ring[STAGES];
};

// NF_PARAM LaneWordBytes; results of zeros. Halves costs area in every element, which is why it is
// a parameter.
nf_status nf_ace_lane_init(nf_ace_lane **m, const nf_ace_lane_cfg *cfg) {
  if (cfg->Alu > 1)
    return "nf_ace_lane: Alu must be 0 or 1";
  if (cfg->Halves > 1)
    return "nf_ace_lane: Halves must be 0 or 1";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_lane: WordBytes must be 32, 64, 128 or 256";
  nf_ace_lane *lane = calloc(1, sizeof *lane);
  if (lane == NULL)
    return "nf_ace_lane: out of memory";
  lane->alu = cfg->Alu;
  lane->halves = cfg->Halves;
  lane->limbs = cfg->WordBytes / 8;
  *m = lane;
  return NF_OK;
}

// What left the second stage. The pointer changes with every step, since results are not copied.
const nf_ace_lane_out *nf_ace_lane_peek(const nf_ace_lane *m) { return &m->ring[m->last]; }

// The model's own: both stages hold the last result, so a step without a word changes nothing.
bool nf_ace_lane_quiet(const nf_ace_lane *m) { return m->fresh == 0; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_lane_free(nf_ace_lane *m) { free(m); }

// A part of a word in elements of 32 bits; with 16-bit types each holds a pair.
typedef struct {
  uint32_t e[ELEMENTS];
} elements;

// ADD of F32 in each element: most of the work of a reduction, so without nf_alu_op()'s choice.
static void sums_f32(elements *r, const elements *a, const elements *b, uint8_t *flags) {
  for (unsigned i = 0; i < ELEMENTS; i++)
    r->e[i] = nf_fp_add_f32(a->e[i], b->e[i], flags);
}

// AND, OR, XOR, the same for all types. No flags: bits are no numbers.
static void bits(elements *r, const elements *a, const elements *b, uint32_t red_op) {
  if (red_op == NF_RED_OP_AND)
    for (unsigned i = 0; i < ELEMENTS; i++)
      r->e[i] = a->e[i] & b->e[i];
  else if (red_op == NF_RED_OP_OR)
    for (unsigned i = 0; i < ELEMENTS; i++)
      r->e[i] = a->e[i] | b->e[i];
  else
    for (unsigned i = 0; i < ELEMENTS; i++)
      r->e[i] = a->e[i] ^ b->e[i];
}

// gen_element of a part of the word: the ops that are plain integer code in loops of their own. A
// copy in and out, since a word's limbs may not be aliased as elements.
static void reduce_part(uint64_t *result, const uint64_t *a, const uint64_t *b, uint32_t red_op,
                        uint32_t dtype, uint8_t *flags) {
  elements r, x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  if (dtype == NF_DTYPE_F32 && red_op == NF_RED_OP_ADD)
    sums_f32(&r, &x, &y, flags);
  else if (red_op == NF_RED_OP_AND || red_op == NF_RED_OP_OR || red_op == NF_RED_OP_XOR)
    bits(&r, &x, &y, red_op);
  else if (red_op == NF_RED_OP_ADD && (dtype == NF_DTYPE_U32 || dtype == NF_DTYPE_S32))
    for (unsigned i = 0; i < ELEMENTS; i++)
      r.e[i] = x.e[i] + y.e[i];
  else
    for (unsigned i = 0; i < ELEMENTS; i++)
      r.e[i] = nf_alu_op(red_op, dtype, x.e[i], y.e[i], flags);
  memcpy(result, &r, sizeof r);
}

// gen_alu: all elements of a word, their flags ORed. An ALU without the pair passes its first
// operand. So it does in the RTL, whose op is decoded as one that it does not have; the check of
// the command (STATUS_BAD_OP) keeps it from happening.
void nf_ace_reduce(nf_ace_word *result, const nf_ace_word *a, const nf_ace_word *b, uint32_t bytes,
                   uint32_t red_op, uint32_t dtype, bool halves, uint8_t *flags) {
  if (!nf_op_built(red_op, dtype, halves, false)) {
    nf_ace_word_copy(result->w, a->w, bytes / 8);
    return;
  }
  for (uint32_t at = 0; at < bytes / 8; at += PART)
    reduce_part(&result->w[at], &a->w[at], &b->w[at], red_op, dtype, flags);
}

// One edge. Two stages of a word each: what is made now is peeked at two steps later. Without ALU,
// or with reduce low, a passes (op `Pass`, gen_pass) and there are no flags. A lane without words
// comes to rest after two steps, and is left out from then on.
void nf_ace_lane_step(nf_ace_lane *m, const nf_ace_lane_in *in) {
  if (!in->valid && !m->fresh)
    return;
  nf_ace_lane_out *const out = &m->ring[m->last];
  m->last ^= 1;
  if (!in->valid) {
    // The word of the step before stays in front of the lane.
    m->fresh--;
    nf_ace_word_copy(out->result.w, m->ring[m->last].result.w, m->limbs);
    out->flags_valid = false;
    out->flags = 0;
    return;
  }
  m->fresh = STAGES;
  out->flags = 0;
  out->flags_valid = in->reduce && m->alu;
  if (out->flags_valid)
    nf_ace_reduce(&out->result, &in->a, &in->b, 8 * m->limbs, in->code & 15u, in->code >> 4,
                  m->halves, &out->flags);
  else
    nf_ace_word_copy(out->result.w, in->a.w, m->limbs);
}
