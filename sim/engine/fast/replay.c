// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- the host's sums
// A binary format; man: bits of the fraction; least: exponent of the smallest normal number.
typedef struct {
  int man, exp, least;
} format;
static const format F32 = {23, 8, -126}, F16 = {10, 5, -14}, Bf16 = {7, 8, -126};

static double value_of(const format *f, uint32_t bits) {
  const uint32_t fraction = bits & ((1u << f->man) - 1), all = (1u << f->exp) - 1,
                 exponent = bits >> f->man & all;
  const double sign = bits >> (f->man + f->exp) ? -1 : 1;
  if (exponent == all)
    return fraction ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * ldexp(fraction, f->least - f->man);
  return sign * ldexp(fraction + (1u << f->man), (int)exponent + f->least - 1 - f->man);
}

// Rounds to nearest even, as the host does by default.
static uint32_t bits_of(const format *f, double x) {
  const uint32_t all = (1u << f->exp) - 1, sign = (uint32_t)(signbit(x) != 0) << (f->man + f->exp);
  int exponent;
  if (isnan(x))
    return all << f->man | 1u << (f->man - 1);
  if (isinf(x))
    return sign | all << f->man;
  frexp(x, &exponent);
  exponent = x == 0 || exponent - 1 < f->least ? f->least : exponent - 1;
  // Of a normal number the leading one adds 1 to the exponent's field; a carry does once more.
  const uint32_t fraction = (uint32_t)nearbyint(ldexp(fabs(x), f->man - exponent));
  const uint32_t bits = ((uint32_t)(exponent - f->least) << f->man) + fraction;
  return sign | (bits < all << f->man ? bits : all << f->man);
}

// IEEE 754-2019 minimumNumber and maximumNumber: a number before a NaN, -0 below +0.
static double least_number(double a, double b) {
  if (isnan(a) || isnan(b))
    return isnan(a) ? b : a;
  return a < b || (a == b && signbit(a)) ? a : b;
}

// A sum of two numbers of these formats is exact in binary64, or so far from a tie that rounding it
// twice is rounding it once.
static bool host_float(const format *f, uint8_t op, uint32_t a, uint32_t b, uint32_t *r) {
  const double x = value_of(f, a), y = value_of(f, b);
  switch (op) {
  case NF_RED_OP_ADD:
    *r = bits_of(f, x + y);
    return true;
  case NF_RED_OP_MIN:
    *r = bits_of(f, least_number(x, y));
    return true;
  case NF_RED_OP_MAX:
    *r = bits_of(f, -least_number(-x, -y));
    return true;
  default:
    return false;
  }
}

static bool host_halves(const format *f, uint8_t op, uint32_t a, uint32_t b, uint32_t *r) {
  uint32_t low, high;
  if (!host_float(f, op, a & 0xffff, b & 0xffff, &low) ||
      !host_float(f, op, a >> 16, b >> 16, &high))
    return false;
  *r = low | high << 16;
  return true;
}

static bool host_integer(uint8_t op, uint8_t dtype, uint32_t a, uint32_t b, uint32_t *r) {
  const bool is_signed =
                 dtype == NF_DTYPE_S32 || dtype == NF_DTYPE_S32SAT || dtype == NF_DTYPE_FIX32,
             saturates =
                 dtype == NF_DTYPE_U32SAT || dtype == NF_DTYPE_S32SAT || dtype == NF_DTYPE_FIX32;
  const int64_t x = is_signed ? (int32_t)a : (int64_t)a, y = is_signed ? (int32_t)b : (int64_t)b;
  const int64_t most = is_signed ? INT32_MAX : UINT32_MAX, least = is_signed ? INT32_MIN : 0;
  const int64_t sum = x + y;
  switch (op) {
  case NF_RED_OP_ADD:
    *r = (uint32_t)(saturates && sum > most ? most : saturates && sum < least ? least : sum);
    return true;
  case NF_RED_OP_MIN:
    *r = x < y ? a : b;
    return true;
  case NF_RED_OP_MAX:
    *r = x > y ? a : b;
    return true;
  case NF_RED_OP_AND:
    *r = a & b;
    return true;
  case NF_RED_OP_OR:
    *r = a | b;
    return true;
  case NF_RED_OP_XOR:
    *r = a ^ b;
    return true;
  default:
    return false;
  }
}

bool nf_fast_host_op(uint8_t op, uint8_t dtype, uint32_t a, uint32_t b, uint32_t *r) {
  switch (dtype) {
  case NF_DTYPE_F32:
    return host_float(&F32, op, a, b, r);
  case NF_DTYPE_F16:
    return host_halves(&F16, op, a, b, r);
  case NF_DTYPE_BF16:
    return host_halves(&Bf16, op, a, b, r);
  case NF_DTYPE_U32:
  case NF_DTYPE_S32:
  case NF_DTYPE_U32SAT:
  case NF_DTYPE_S32SAT:
  case NF_DTYPE_FIX32:
    return host_integer(op, dtype, a, b, r);
  default:
    return false;
  }
}

// ------------------------------------------------------------------------------- trees
typedef struct {
  nf_fast_replay *r;
  const nf_fast_payload *p;
  uint32_t *term, *to; // of the tree in work: terms, their children first; where each is in it
  uint32_t terms;
  uint32_t *word; // of each
  uint32_t *leaf; // by rank: tree + 1 that has it
  uint32_t trees;
  nf_err *e;
} replay;

// Lists the terms of a tree below `term`, and finds a rank that is in it twice, or another part.
static int list_tree(replay *w, uint32_t term, uint32_t part) {
  const nf_fast_term *t = &w->p->term[term];
  if (t->left & NF_FAST_LEAF) {
    const uint32_t rank = t->left & ~NF_FAST_LEAF;
    if (t->right != part || w->leaf[rank] == w->trees)
      return nf_err_set(w->e, NF_EXIT_FAILED,
                        "payload: a result of part %u has part %u of rank %u %s", part, t->right,
                        rank, t->right != part ? "in it" : "twice");
    w->leaf[rank] = w->trees;
  } else if (list_tree(w, t->left, part) != NF_EXIT_OK ||
             list_tree(w, t->right, part) != NF_EXIT_OK) {
    return w->e->status;
  }
  w->to[term] = w->terms;
  w->term[w->terms++] = term;
  return w->e->status;
}

// Whose contributions a result must have.
static int check_leaves(replay *w, uint32_t rank, uint32_t part, const nf_holding *h) {
  for (uint32_t r = 0; r < w->p->in->ranks; r++)
    if ((w->leaf[r] == w->trees) != (h->all || r == h->rank))
      return nf_err_set(w->e, NF_EXIT_FAILED, "payload: rank %u, part %u: rank %u's data is %s",
                        rank, part, r, w->leaf[r] == w->trees ? "in it" : "missing");
  return NF_EXIT_OK;
}

// All words of a tree's root by the host's arithmetic.
static int reduce_anew(replay *w, uint32_t root) {
  const nf_fast_payload *p = w->p;
  for (uint32_t i = 0; i < p->words; i++) {
    for (uint32_t k = 0; k < w->terms; k++) {
      const nf_fast_term *t = &p->term[w->term[k]];
      if (t->left & NF_FAST_LEAF)
        w->word[k] = t->word[i];
      else if (!nf_fast_host_op(p->op, p->dtype, w->word[w->to[t->left]], w->word[w->to[t->right]],
                                &w->word[k]))
        return nf_err_set(w->e, NF_EXIT_FAILED, "payload: the host has no op %u of type %u", p->op,
                          p->dtype);
    }
    const uint32_t host = w->word[w->terms - 1], run = p->term[root].word[i];
    if (host != run)
      return nf_err_set(
          w->e, NF_EXIT_FAILED,
          "payload: word %u of part %u is 0x%08x, and 0x%08x when the host reduces it "
          "in the same order",
          i, p->term[w->term[0]].right, run, host);
  }
  w->r->words += p->words;
  w->r->reductions += w->terms / 2;
  return NF_EXIT_OK;
}

static int check_exact(replay *w, uint32_t root, uint32_t part) {
  const nf_fast_payload *p = w->p;
  const size_t words = (p->in->bytes + 3) / 4, first = (size_t)part * p->words;
  uint32_t term[NF_FILES_MAX_RANKS];
  for (uint32_t i = 0; i < p->words && first + i < words; i++) {
    for (unsigned k = 0; k < p->in->ranks; k++)
      term[k] = p->in->data[k][first + i];
    if (nf_check_word(&w->r->exact, p->op, p->dtype, first + i, p->term[root].word[i], term,
                      p->in->ranks, w->e) != NF_EXIT_OK)
      return w->e->status;
  }
  return NF_EXIT_OK;
}

// What a rank holds; last: what the rank before it held there.
static int check_part(replay *w, uint32_t rank, uint32_t held, uint32_t last, const nf_holding *h,
                      bool alike) {
  const nf_fast_payload *p = w->p;
  const uint32_t term = *nf_fast_payload_held(p, rank, held);
  if (term == 0)
    return nf_err_set(w->e, NF_EXIT_FAILED, "payload: rank %u has nothing in part %u", rank, held);
  w->r->exact.words += p->words;
  if (term == last && h->all)
    return NF_EXIT_OK;
  w->trees++;
  w->terms = 0;
  if (list_tree(w, term, h->part) != NF_EXIT_OK || check_leaves(w, rank, held, h) != NF_EXIT_OK ||
      reduce_anew(w, term) != NF_EXIT_OK || !h->all)
    return w->e->status;
  if (last && memcmp(p->term[term].word, p->term[last].word, p->words * 4) != 0) {
    w->r->exact.same_bits = false;
    if (alike)
      return nf_err_set(w->e, NF_EXIT_FAILED, "payload: ranks %u and %u differ in part %u",
                        rank - 1, rank, held);
  }
  return check_exact(w, term, h->part);
}

int nf_fast_replay_check(nf_fast_replay *r, const nf_fast_payload *p, nf_fast_expect *expect,
                         const void *ctx, bool alike, nf_err *e) {
  replay w = {.r = r, .p = p, .e = e};
  *r = (nf_fast_replay){.exact = nf_verdict_begin(true, p->op, p->dtype, p->in->ranks)};
  const size_t most = 2u * p->in->ranks;
  w.term = malloc(most * sizeof *w.term);
  w.word = malloc(most * sizeof *w.word);
  w.to = malloc(p->terms * sizeof *w.to);
  w.leaf = calloc(p->in->ranks, sizeof *w.leaf);
  if (!w.term || !w.word || !w.to || !w.leaf)
    nf_err_memory(e, "the check of the payload");
  for (uint32_t part = 0; part < p->held_parts && e->status == NF_EXIT_OK; part++) {
    uint32_t last = 0;
    for (uint32_t rank = 0; rank < p->in->ranks && e->status == NF_EXIT_OK; rank++) {
      const nf_holding h = expect(ctx, rank, part);
      if (h.part == NF_NO_PART)
        continue;
      check_part(&w, rank, part, last, &h, alike);
      last = h.all ? *nf_fast_payload_held(p, rank, part) : 0;
    }
  }
  if (e->status == NF_EXIT_OK && r->words == 0)
    nf_err_set(e, NF_EXIT_FAILED, "payload: no result was checked");
  free(w.term);
  free(w.word);
  free(w.to);
  free(w.leaf);
  return e->status;
}
