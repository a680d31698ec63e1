// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_exact_add against its model, one addition at a time and in whole sums whose number is known
// from elsewhere: a reference that carries as one does on paper, or zero, because each term comes
// back with the other sign.
#include "alu/nf_exact_add.h"
#include "nf_exact_stim.h"
#include "nf_tb.h"

extern const nf_dut nf_exact_add_dut;

enum { MAX_TERMS = 256 };

typedef struct {
  uint64_t state;
  unsigned count, next;      // terms of this sum, and how many went in
  uint32_t terms[MAX_TERMS]; // f32
  nf_exact_number number;    // of all of them
  nf_exact other;            // a sum that comes in planes, in this order
  uint8_t order[NF_EXACT_PLANES];
  nf_exact held; // what must not change
  unsigned sums;
} context;

static void shuffle(uint64_t *state, uint32_t *terms, unsigned count) {
  for (unsigned n = count; n > 1; --n) {
    const unsigned k = (unsigned)nf_exact_below(state, n);
    const uint32_t t = terms[n - 1];
    terms[n - 1] = terms[k];
    terms[k] = t;
  }
}

static nf_exact sum_of(const void *out) {
  return nf_exact_from_words(((const nf_exact_add_out *)out)->acc);
}

static void put(nf_exact_add_in *in, const void *out, bool clear, uint64_t addend) {
  const nf_exact sum = sum_of(out);
  nf_exact_to_words(&sum, in->acc);
  in->clear = clear;
  in->addend = addend;
}

// One random sum and one random addend.
static void drive_single(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  uint64_t state = nf_tb_rand(tb);
  uint8_t flags = 0;
  nf_exact_add_in *i = in;
  const nf_exact sum = nf_exact_stim_sum(&state);
  if (sum.carry == 0x1ff)
    nf_tb_cover(tb, "all carries saved");
  nf_exact_to_words(&sum, i->acc);
  i->clear = nf_tb_chance(tb, 10);
  switch (nf_tb_below(tb, 4)) {
  case 0:
    i->addend = nf_exact_decode_plane((unsigned)nf_tb_below(tb, 12), (uint32_t)nf_tb_rand(tb));
    break;
  case 1: // any bits: there is an answer to all of them
    i->addend = nf_tb_rand(tb);
    break;
  default:
    i->addend = nf_exact_decode_f32(nf_exact_stim_term(&state, true), &flags);
    break;
  }
}

// Sums of terms and their opposites, shuffled.
static void drive_cancelling(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  uint8_t flags = 0;
  if (c->next == c->count) {
    if (c->count > 0) {
      const nf_exact sum = sum_of(out);
      const nf_exact_number zero = {{0}};
      nf_tb_check(tb, nf_exact_same(nf_exact_resolve(&sum), zero), "%u terms do not cancel",
                  c->count);
      nf_tb_check(tb, nf_exact_round(&sum, NF_EXACT_F32, 0, &flags) == 0 && flags == 0,
                  "%u cancelling terms are not rounded to +0", c->count);
      nf_tb_cover(tb, "cancelled");
    }
    c->state = nf_tb_rand(tb);
    c->next = 0;
    c->count = 2 * (1 + (unsigned)nf_exact_below(&c->state, MAX_TERMS / 2));
    const bool near = nf_tb_chance(tb, 30);
    for (unsigned n = 0; n < c->count; n += 2) {
      uint32_t term = nf_exact_stim_term(&c->state, false);
      if (near) // all in two segments
        term = (term & 0x807fffff) | (96 + (term >> 23 & 31)) << 23;
      c->terms[n] = term;
      c->terms[n + 1] = term ^ UINT32_C(1) << 31;
    }
    shuffle(&c->state, c->terms, c->count);
  }
  put(in, out, c->next == 0, nf_exact_decode_f32(c->terms[c->next], &flags));
  ++c->next;
}

// Sums of many terms, then the planes of another sum in any order, then the number of both.
static void drive_planes(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  uint8_t flags = 0;
  if (c->next == c->count + NF_EXACT_PLANES || c->count == 0) {
    if (c->count > 0) {
      const nf_exact sum = sum_of(out);
      nf_tb_check(tb, nf_exact_same(nf_exact_resolve(&sum), c->number),
                  "%u terms and a sum in planes: another number", c->count);
      nf_tb_check(tb, (sum.special & c->other.special) == c->other.special,
                  "the planes' sticky bits are lost");
      nf_tb_cover(tb, "planes added");
    }
    c->state = nf_tb_rand(tb);
    c->next = 0;
    c->count = 1 + (unsigned)nf_exact_below(&c->state, 40);
    c->other = nf_exact_stim_sum(&c->state);
    c->number = nf_exact_resolve(&c->other);
    for (unsigned n = 0; n < c->count; ++n) {
      c->terms[n] = nf_exact_stim_term(&c->state, false);
      c->number = nf_exact_number_plus(c->number, c->terms[n]);
    }
    uint32_t planes[NF_EXACT_PLANES];
    for (unsigned p = 0; p < NF_EXACT_PLANES; ++p)
      planes[p] = p;
    shuffle(&c->state, planes, NF_EXACT_PLANES);
    for (unsigned p = 0; p < NF_EXACT_PLANES; ++p)
      c->order[p] = (uint8_t)planes[p];
  }
  uint64_t addend;
  if (c->next < c->count) {
    addend = nf_exact_decode_f32(c->terms[c->next], &flags);
  } else {
    const unsigned plane = c->order[c->next - c->count];
    addend = nf_exact_decode_plane(plane, nf_exact_plane(&c->other, plane));
  }
  put(in, out, c->next == 0, addend);
  ++c->next;
}

// Every sum is held, whatever carries it has saved.
static void drive_holding(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *c = ctx;
  if (c->sums++ > 0) {
    const nf_exact sum = sum_of(out);
    nf_tb_check(tb,
                nf_exact_same(nf_exact_resolve(&sum), nf_exact_resolve(&c->held)) &&
                    sum.carry == c->held.carry && sum.special == c->held.special,
                "a held sum has changed");
  }
  c->state = nf_tb_rand(tb);
  c->held = nf_exact_stim_sum(&c->state);
  nf_exact_add_in *i = in;
  nf_exact_to_words(&c->held, i->acc);
  i->addend = nf_exact_decode_plane(NF_EXACT_PLANES, 0);
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-D single additions, carries of all ones", 200000, NULL, drive_single, NULL},
    {"KLENK IV-E4 terms and their opposites, shuffled", 100000, NULL, drive_cancelling, NULL},
    {"KLENK IV-E4 terms and the planes of another sum", 100000, NULL, drive_planes, NULL},
    {"KLENK IV-D held sums", 20000, NULL, drive_holding, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {.dut = &nf_exact_add_dut,
                             .model = NF_TB_MODEL_COMB(nf_exact_add),
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
