// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/collect.h"

#include "alu/nf_alu_array.h"
#include "alu/nf_exact.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK_WORDS = NF_BLOCK_BYTES / 4, FLIT_WORDS = NF_FLIT_BYTES / 4, HALVES = 2 };

// The sums of a block so far; which member counts is the op's and the type's.
typedef struct {
  bool begun[HALVES]; // words and f32: something has come
  union {
    uint32_t words[BLOCK_WORDS];       // as wide as the type
    uint32_t f32[HALVES][BLOCK_WORDS]; // in binary32: low, high halves
    nf_exact exact[HALVES][BLOCK_WORDS];
  };
} sums;

struct nf_collect {
  uint8_t op, dtype;
  bool wide, exact, half;
  unsigned shift; // log2 of what the sums are divided by
  nf_exact_format format;
  uint32_t blocks;
  sums **block; // NULL: nothing has come
};

int nf_collect_open(nf_collect **c, uint8_t op, uint8_t dtype, unsigned contributions,
                    uint32_t blocks, nf_err *e) {
  const bool bfloat = dtype == NF_DTYPE_BF16_F32 || dtype == NF_DTYPE_BF16X;
  nf_collect *p = calloc(1, sizeof *p);
  *c = p;
  if (!p || !(p->block = calloc(blocks, sizeof(sums *))))
    return nf_err_memory(e, "an endpoint's partial sums");
  p->op = op;
  p->dtype = dtype;
  p->blocks = blocks;
  p->half = nf_dtypes[dtype].half;
  p->wide = nf_op_wide(op, dtype);
  p->exact = p->wide && nf_dtypes[dtype].planes >= NF_EXACT_PLANES;
  p->shift = op == NF_RED_OP_AVG ? 31 - (unsigned)__builtin_clz(contributions) : 0;
  p->format = !p->half ? NF_EXACT_F32 : bfloat ? NF_EXACT_BF16 : NF_EXACT_F16;
  return NF_EXIT_OK;
}

// One half of a contribution's word as binary32.
static uint32_t widened(const nf_collect *c, uint32_t word, unsigned half) {
  const uint16_t bits = (uint16_t)(word >> 16 * half);
  return c->format == NF_EXACT_F32   ? word
         : c->format == NF_EXACT_F16 ? nf_fp_widen_f16(bits)
                                     : nf_fp_widen_bf16(bits);
}

static void add_f32(uint32_t *sum, bool begun, uint32_t f32, uint8_t *flags) {
  *sum = begun ? nf_alu_op(NF_RED_OP_ADD, NF_DTYPE_F32, *sum, f32, flags) : f32;
}

static uint32_t word_at(const nf_flit *flits, unsigned i) {
  return (uint32_t)(flits[i / FLIT_WORDS].w[i / 2 % 2] >> 32 * (i % 2));
}

// A partial-sum segment: one of the packets that a wide sum is sent in.
static void add_segment(const nf_collect *c, sums *s, unsigned segment, const nf_flit *flits,
                        unsigned words, uint8_t *flags) {
  const unsigned half = c->exact ? segment / NF_EXACT_PLANES : segment;
  for (unsigned i = 0; i < words; i++)
    if (c->exact)
      nf_exact_add_plane(&s->exact[half][i], segment % NF_EXACT_PLANES, word_at(flits, i));
    else
      add_f32(&s->f32[half][i], s->begun[half], word_at(flits, i), flags);
  s->begun[half] = true;
}

// A contribution that no table has taken.
static void add_contribution(const nf_collect *c, sums *s, const nf_flit *flits, unsigned words,
                             uint8_t *flags) {
  for (unsigned half = 0; half <= c->half; half++) {
    for (unsigned i = 0; i < words; i++) {
      const uint32_t f32 = widened(c, word_at(flits, i), half);
      if (c->exact)
        nf_exact_add(&s->exact[half][i], f32, flags);
      else
        add_f32(&s->f32[half][i], s->begun[half], f32, flags);
    }
    s->begun[half] = true;
  }
}

// Sums as wide as the type.
static void add_words(const nf_collect *c, sums *s, const nf_flit *flits, unsigned count,
                      uint8_t *header_flags) {
  for (unsigned i = 0; i < count; i++) {
    nf_flit sum;
    memcpy(&sum, &s->words[i * FLIT_WORDS], sizeof sum);
    sum = s->begun[0] ? nf_alu_flit(c->op, c->dtype, sum, flits[i], header_flags) : flits[i];
    memcpy(&s->words[i * FLIT_WORDS], &sum, sizeof sum);
  }
  s->begun[0] = true;
}

int nf_collect_add(nf_collect *c, uint32_t block, const nf_flit *packet, unsigned flits,
                   uint8_t *flags, nf_err *e) {
  const unsigned words = flits * FLIT_WORDS;
  const bool segment = nf_hdr_flags(packet) >> NF_FLAG_PLANE & 1;
  const unsigned index = nf_hdr_wave(packet);
  uint8_t raised = 0; // as the golden functions have them
  if (segment && (!c->wide || index >= nf_dtypes[c->dtype].planes))
    return nf_err_set(e, NF_EXIT_FAILED, "segment %u came of sums that have %u segments", index,
                      c->wide ? nf_dtypes[c->dtype].planes : 0);
  if (!c->block[block] && !(c->block[block] = calloc(1, sizeof(sums))))
    return nf_err_memory(e, "an endpoint's partial sums");
  if (!c->wide)
    add_words(c, c->block[block], packet + 1, flits, flags);
  else if (segment)
    add_segment(c, c->block[block], index, packet + 1, words, &raised);
  else
    add_contribution(c, c->block[block], packet + 1, words, &raised);
  *flags |= (uint8_t)(raised << NF_FLAG_INVALID);
  return NF_EXIT_OK;
}

void nf_collect_take(nf_collect *c, uint32_t block, uint32_t *words, unsigned flits,
                     uint8_t *flags) {
  sums *s = c->block[block];
  uint8_t raised = 0;
  for (unsigned i = 0; i < flits * FLIT_WORDS; i++) {
    if (!c->wide) {
      words[i] = s->words[i];
      continue;
    }
    words[i] = 0;
    for (unsigned half = 0; half <= c->half; half++) {
      nf_exact x = NF_EXACT_EMPTY;
      if (c->exact)
        x = s->exact[half][i];
      else
        nf_exact_add(&x, s->f32[half][i], &raised);
      words[i] |= nf_exact_round(&x, c->format, c->shift, &raised) << 16 * half;
    }
  }
  *flags |= (uint8_t)(raised << NF_FLAG_INVALID);
  free(s);
  c->block[block] = NULL;
}

void nf_collect_forget(nf_collect *c, uint32_t block) {
  free(c->block[block]);
  c->block[block] = NULL;
}

void nf_collect_close(nf_collect *c) {
  if (!c)
    return;
  for (uint32_t b = 0; c->block && b < c->blocks; b++)
    free(c->block[b]);
  free(c->block);
  free(c);
}
