// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sheet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  SINGLES =
      16,    // ranks up to which every unit has a probe of its own, which any rounding leaves clear
  PAIRS = 8, // ranks up to which all pairs and triples are tried for what is not the tree
  SAMPLES = 64, // otherwise so many
  RANDOM_EACH = 96,
  MAX_PROBES = 1 << 22
};

static const char *const Names[TR_PROBE_KINDS] = {
    "tree",     "tree-coded", "width", "round",  "overflow", "subnormal", "zero",
    "infinity", "nan",        "near",  "cancel", "ties",     "growth",    "any"};
const char *tr_probe_name(tr_probe_kind kind) { return Names[kind]; }

// ------------------------------------------------------------------------------- making a list
typedef struct {
  tr_sheet *s;
  size_t room;
  uint64_t draw;
  bool failed;
} maker;

static void add(maker *m, tr_probe p) {
  tr_sheet *s = m->s;
  if (s->length == m->room && !m->failed) {
    const size_t room = m->room ? 2 * m->room : 4096;
    tr_probe *more = realloc(s->probe, room * sizeof *more);
    if (more) {
      s->probe = more;
      m->room = room;
    } else {
      m->failed = true;
    }
  }
  if (!m->failed)
    s->probe[s->length++] = p;
}

static void add3(maker *m, tr_probe_kind kind, unsigned i, unsigned j, unsigned k, uint64_t a,
                 uint64_t b, uint64_t c) {
  add(m, (tr_probe){(uint8_t)kind, (int16_t)i, (int16_t)j, (int16_t)k, 0, a, b, c, 0});
}

static void add2(maker *m, tr_probe_kind kind, unsigned i, unsigned j, uint64_t a, uint64_t b) {
  add(m, (tr_probe){(uint8_t)kind, (int16_t)i, (int16_t)j, -1, 0, a, b, 0, 0});
}

// 2^exp, negative or not.
static uint64_t power(const maker *m, bool neg, int exp) {
  return tr_make(m->s->type, neg, 1, exp);
}

static void each_triple(maker *m, bool all, void (*one)(maker *, unsigned, unsigned, unsigned)) {
  const unsigned n = m->s->ranks;
  if (n < 3)
    return;
  if (all) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = i + 1; j < n; j++)
        for (unsigned k = 0; k < n; k++)
          if (k != i && k != j)
            one(m, i, j, k);
    return;
  }
  for (unsigned s = 0; s < SAMPLES; s++) {
    const unsigned i = (unsigned)(tr_random(&m->draw) % n);
    const unsigned j = (i + 1 + (unsigned)(tr_random(&m->draw) % (n - 1))) % n;
    unsigned k = (unsigned)(tr_random(&m->draw) % n);
    while (k == i || k == j)
      k = (k + 1) % n;
    one(m, i, j, k);
  }
}

static void each_pair(maker *m, void (*one)(maker *, unsigned, unsigned)) {
  const unsigned n = m->s->ranks;
  if (n <= PAIRS) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = i + 1; j < n; j++)
        one(m, i, j);
    return;
  }
  for (unsigned s = 0; s < SAMPLES; s++) {
    const unsigned i = (unsigned)(tr_random(&m->draw) % n);
    one(m, i, (i + 1 + (unsigned)(tr_random(&m->draw) % (n - 1))) % n);
  }
}

// ------------------------------------------------------------------------------- the tree
// The large number is the type's largest power of two and the unit its least normal number: no
// other pair is further apart without a subnormal one, which may be flushed.
static void tree_single(maker *m, unsigned i, unsigned j, unsigned k) {
  const int top = tr_format_of(m->s->type)->emax;
  add3(m, TR_PROBE_TREE, i, j, k, power(m, false, top), power(m, true, top), m->s->unit);
}

// Bits of a type that carry units: their sum must be exact, and far enough below the large number
// that it is lost beside it in binary32 too, where the type has the exponents for that.
static unsigned batch_of(tr_type type) {
  const tr_format *f = tr_format_of(type);
  const unsigned p = f->man_bits + 1;
  const int room = f->emax - f->emin - 25; // beside the large number in binary32
  return room > 0 && room < (int)p ? (unsigned)room : p;
}

static void tree_coded(maker *m) {
  const unsigned n = m->s->ranks;
  const int top = tr_format_of(m->s->type)->emax;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i + 1; j < n; j++)
      for (unsigned from = 0; from < n - 2; from += m->s->batch)
        add(m, (tr_probe){TR_PROBE_CODED, (int16_t)i, (int16_t)j, -1, (int16_t)from,
                          power(m, false, top), power(m, true, top), 0, 0});
}

// The unit of a rank in a coded probe: ranks but i and j are counted, and from `arg` on a batch of
// them have the weights 1, 2, 4 ...
static uint64_t coded_unit(const tr_sheet *s, const tr_probe *p, unsigned rank) {
  const int place = (int)rank - ((int)rank > p->i) - ((int)rank > p->j) - p->arg;
  if (place < 0 || place >= (int)s->batch)
    return 0;
  return tr_make(s->type, false, 1, tr_format_of(s->type)->emin + place);
}

// ------------------------------------------------------------------------------- width
// Exponents of the smaller one of a width probe: the last that a type keeps, and its neighbours
// that it loses.
static const int Rungs[] = {4, 8, 11, 12, 16, 23, 24, 28, 32, 40, 48, 52, 53, 63, 64, 72};

static void width(maker *m, unsigned i, unsigned j, unsigned k) {
  const tr_format *f = tr_format_of(m->s->type);
  const int top = f->emax > 100 ? 0 : f->emax - 1;
  // With few ranks there is room for every one, and few sums that would tell the others.
  const bool every = m->s->ranks <= 4;
  const size_t rungs = every ? 72 : sizeof Rungs / sizeof Rungs[0];
  for (size_t s = 0; s <= rungs; s++) {
    const int d = s == 0 ? (int)f->man_bits + 1 : every ? (int)s : Rungs[s - 1];
    if (top - d < f->emin || (s && d <= (int)f->man_bits + 1))
      continue;
    add(m, (tr_probe){TR_PROBE_WIDTH, (int16_t)i, (int16_t)j, (int16_t)k, (int16_t)d,
                      power(m, false, top), power(m, false, top - d), power(m, true, top), 0});
  }
}

// ------------------------------------------------------------------------------- rounding
static void rounding(maker *m, unsigned i, unsigned j) {
  const tr_type type = m->s->type;
  const tr_format *f = tr_format_of(type);
  const int p = (int)f->man_bits + 1, scale = f->emax > 100 ? 0 : f->emax - 2;
  const uint64_t one = 1ull << (p - 1);
  // 1 and its neighbour; a quarter, half, three quarters of the unit, on either side.
  for (unsigned odd = 0; odd < 2; odd++)
    for (unsigned quarters = 1; quarters <= 3; quarters++)
      for (unsigned sign = 0; sign < 4; sign++) {
        const uint64_t a = tr_make(type, sign & 1, one + odd, scale - p + 1);
        const uint64_t b = tr_make(type, sign >> 1, quarters, scale - p - 1);
        add2(m, TR_PROBE_ROUND, i, j, a, b);
      }
}

// Two operands that a wider accumulator rounds before the type does: half a unit of the type and
// the least that can be more or less; and parts of the accumulator's own unit, taken away from a
// number, which decide between it and the one below when the end truncates.
static void twice(maker *m, unsigned i, unsigned j) {
  static const int digits[] = {24, 53, 64};
  const tr_type type = m->s->type;
  const tr_format *f = tr_format_of(type);
  const int p = (int)f->man_bits + 1, scale = f->emax > 100 ? 0 : f->emax - 2;
  const uint64_t one = 1ull << (p - 1);
  for (unsigned n = 0; n < 8; n++) {
    const bool minus = n & 1, odd = n >> 1 & 1, less = n >> 2;
    const uint64_t a = tr_make(type, minus, one + odd, scale - p + 1);
    const uint64_t half = power(m, minus, scale - p);
    if (scale - 2 * p >= f->emin)
      add2(m, TR_PROBE_ROUND, i, j, a, less ? half - 1 : half + 1);
  }
  for (unsigned d = 0; d < 3; d++)
    for (unsigned n = 0; n < 6; n++) {
      const bool minus = n & 1;
      if (digits[d] > p && scale - digits[d] - 1 >= f->emin)
        add2(m, TR_PROBE_ROUND, i, j, tr_make(type, minus, one + 1, scale - p + 1),
             tr_make(type, !minus, n / 2 + 1, scale - digits[d] - 1));
    }
}

// A tie that a third operand far below breaks, with its neighbour to either side: a sum that is
// kept wider knows, a narrow one does not, and one that is rounded twice forgets it in between, or
// makes it larger. The operand lies below the type's digits, and a quarter of a unit below those of
// wider accumulators, where the exponents reach.
static void broken_tie(maker *m, unsigned i, unsigned j, unsigned k) {
  const tr_type type = m->s->type;
  const tr_format *f = tr_format_of(type);
  const int p = (int)f->man_bits + 1, scale = f->emax > 100 ? 0 : f->emax - 2;
  const int digits[] = {p < 24 ? 2 * p - 1 : 24, 24, 53, 64};
  for (unsigned d = 0; d < 4; d++) {
    if (scale - digits[d] - 1 < f->emin || digits[d] <= p)
      continue;
    for (unsigned n = 0; n < 4; n++) { // the sign, and whether 1 or its neighbour
      const bool minus = n & 1, odd = n >> 1;
      add3(m, TR_PROBE_ROUND, i, j, k, tr_make(type, minus, (1ull << (p - 1)) + odd, scale - p + 1),
           power(m, minus, scale - p), power(m, minus != odd, scale - digits[d] - 1));
    }
  }
}

// A sum just below a power of two in an accumulator of binary32 or binary64, and a quarter of its
// unit more: whether the accumulator rounds up decides between two elements when the end truncates.
static void brink(maker *m, unsigned i, unsigned j, unsigned k) {
  const tr_format *f = tr_format_of(m->s->type);
  const int scale = f->emax > 100 ? 0 : f->emax - 2, digits[] = {24, 53};
  for (unsigned d = 0; d < 2; d++)
    for (unsigned minus = 0; minus < 2; minus++)
      if (digits[d] > (int)f->man_bits + 1 && scale - digits[d] - 2 >= f->emin)
        add3(m, TR_PROBE_ROUND, i, j, k, power(m, minus, scale),
             power(m, !minus, scale - digits[d]), power(m, minus, scale - digits[d] - 2));
}

// ------------------------------------------------------------------------------- the range's ends
static void overflow(maker *m, unsigned i, unsigned j) {
  const tr_format *f = tr_format_of(m->s->type);
  const uint64_t unit =
      (f->largest >> f->man_bits) - f->man_bits; // exponent field of the last digit
  const uint64_t digit = unit << f->man_bits, minus = f->sign;
  add2(m, TR_PROBE_OVERFLOW, i, j, f->largest, f->largest);
  add2(m, TR_PROBE_OVERFLOW, i, j, f->largest | minus, f->largest | minus);
  add2(m, TR_PROBE_OVERFLOW, i, j, f->largest, digit);
  add2(m, TR_PROBE_OVERFLOW, i, j, f->largest, digit - (1ull << f->man_bits));
  add2(m, TR_PROBE_OVERFLOW, i, j, f->largest, digit - (2ull << f->man_bits));
  add2(m, TR_PROBE_OVERFLOW, i, j, f->largest | minus, (digit - (1ull << f->man_bits)) | minus);
}

static void overflow_back(maker *m, unsigned i, unsigned j, unsigned k) {
  const tr_format *f = tr_format_of(m->s->type);
  add3(m, TR_PROBE_OVERFLOW, i, j, k, f->largest, f->largest, f->largest | f->sign);
}

static void subnormal(maker *m, unsigned i, unsigned j) {
  const tr_format *f = tr_format_of(m->s->type);
  const uint64_t normal = 1ull << f->man_bits, minus = f->sign;
  add2(m, TR_PROBE_SUBNORMAL, i, j, 1, 0);
  add2(m, TR_PROBE_SUBNORMAL, i, j, 0, (normal - 1) | minus);
  add2(m, TR_PROBE_SUBNORMAL, i, j, normal - 1, 1); // to the least normal number
  add2(m, TR_PROBE_SUBNORMAL, i, j, (normal - 1) | minus, 1 | minus);
  add2(m, TR_PROBE_SUBNORMAL, i, j, normal + 1, normal | minus); // down to a subnormal one
  add2(m, TR_PROBE_SUBNORMAL, i, j, normal, (normal + normal / 2) | minus);
  add2(m, TR_PROBE_SUBNORMAL, i, j, 2 * normal, 1 | minus);
}

static void zeros(maker *m) {
  const uint64_t minus = tr_format_of(m->s->type)->sign, one = power(m, false, 0);
  add(m, (tr_probe){TR_PROBE_ZERO, -1, -1, -1, 0, 0, 0, 0, 0});
  add(m, (tr_probe){TR_PROBE_ZERO, -1, -1, -1, 0, 0, 0, 0, minus});
  for (unsigned i = 0; i < m->s->ranks; i++) {
    add(m, (tr_probe){TR_PROBE_ZERO, (int16_t)i, -1, -1, 0, 0, 0, 0, minus});
    add(m, (tr_probe){TR_PROBE_ZERO, (int16_t)i, (int16_t)((i + 1) % m->s->ranks), -1, 0, one,
                      one | minus, 0, minus});
  }
}

// ------------------------------------------------------------------------------- infinities, NaNs
static void infinity(maker *m, unsigned i, unsigned j) {
  const tr_format *f = tr_format_of(m->s->type);
  const uint64_t plus = f->infinity, minus = f->infinity | f->sign, one = power(m, false, 0);
  add2(m, TR_PROBE_INFINITY, i, j, plus, one);
  add2(m, TR_PROBE_INFINITY, i, j, f->largest, minus);
  add2(m, TR_PROBE_INFINITY, i, j, plus, plus);
  add2(m, TR_PROBE_INFINITY, i, j, plus, minus);
}

// A NaN with a payload of its own for each rank, as far as the type has bits for them.
static uint64_t payload(const tr_format *f, unsigned rank, bool quiet) {
  if (!f->quiet)
    return f->nan;
  const uint64_t room = f->quiet - 1;
  return f->infinity | (quiet ? f->quiet : 0) | (room ? 1 + rank % room : quiet ? 0 : 1);
}

static void nans(maker *m, unsigned i, unsigned j) {
  const tr_format *f = tr_format_of(m->s->type);
  const uint64_t one = power(m, false, 0);
  add2(m, TR_PROBE_NAN, i, j, payload(f, i, true), one);
  add2(m, TR_PROBE_NAN, i, j, one, payload(f, j, true) | f->sign);
  add2(m, TR_PROBE_NAN, i, j, payload(f, i, true), payload(f, j, true));
  add2(m, TR_PROBE_NAN, i, j, payload(f, i, false), one);
  add2(m, TR_PROBE_NAN, i, j, payload(f, i, false), payload(f, j, true));
}

// ------------------------------------------------------------------------------- random ones
static uint64_t mix(const tr_sheet *s, size_t probe, unsigned rank, unsigned salt) {
  uint64_t state = s->seed ^ (uint64_t)probe << 20 ^ (uint64_t)rank << 8 ^ salt;
  tr_random(&state);
  return tr_random(&state);
}

// A number with the exponent and a random significand. Its last digit is no subnormal number, so
// that no sum is: these probes mean the same to fabrics that flush.
static uint64_t with_exponent(const tr_format *f, uint64_t r, int exp) {
  const int least = f->emin + (int)f->man_bits, most = f->emax - 5;
  exp = exp < least ? least : exp > most ? most : exp;
  const uint64_t field = (uint64_t)(exp - f->emin + 1);
  return (r & f->sign) | field << f->man_bits | (r & ((1ull << f->man_bits) - 1));
}

// With many ranks every second random probe has six operands and zeros: so few can be tried in
// every order.
static bool takes_part(const tr_sheet *s, size_t probe, unsigned rank) {
  enum { FEW = 6 };
  if (s->ranks <= PAIRS || probe % 2 == 0)
    return true;
  const unsigned at = (rank + s->ranks - (unsigned)(mix(s, probe, 0, 99) % s->ranks)) % s->ranks;
  for (unsigned k = 0; k < FEW; k++)
    if (at == k * s->ranks / FEW)
      return true;
  return false;
}

static uint64_t random_value(const tr_sheet *s, const tr_probe *p, size_t probe, unsigned rank) {
  const tr_format *f = tr_format_of(s->type);
  const int bits = (int)f->man_bits + 1, narrow = bits < 4 ? bits : 4;
  const uint64_t r = mix(s, probe, rank, 0);
  const int spread = (int)(r >> 40 & 255);
  switch (p->kind) {
  case TR_PROBE_NEAR:
    return with_exponent(f, r, spread % (2 * narrow) - narrow);
  case TR_PROBE_CANCEL: // even ranks as above; odd ones nearly the opposite of the one before
    if (rank % 2)
      return (random_value(s, p, probe, rank - 1) ^ f->sign) ^ (r & 1);
    return with_exponent(f, r, spread % (f->emax > 100 ? bits : narrow));
  case TR_PROBE_TIES: {
    const uint64_t whole = 1ull << (bits - 1);
    const bool half = spread % 3 != 0 && rank != 0;
    return tr_make(s->type, r >> 63, half ? 1 : whole + r % whole, half ? -bits : 1 - bits);
  }
  case TR_PROBE_GROWTH:
    return with_exponent(f, r & ~f->sign,
                         (f->emax > 100 ? 3 : 1) * (int)(rank % (unsigned)bits) - narrow);
  default:
    while (true) {
      static const unsigned tries = 64;
      for (unsigned t = 0; t < tries; t++) {
        const uint64_t any = mix(s, probe, rank, t + 1) & (f->sign | (f->sign - 1));
        if (tr_is_finite(s->type, any))
          return any;
      }
      return f->largest;
    }
  }
}

// Probes behind the tree's in any order: a part of the buffer that has few of them has some of each
// kind, and random ones tell trees apart where there are no masks.
static void scatter(maker *m) {
  tr_sheet *s = m->s;
  for (size_t i = s->length; !m->failed && i > s->tree_count + 1; i--) {
    const size_t at = s->tree_count + tr_random(&m->draw) % (i - s->tree_count);
    const tr_probe other = s->probe[at];
    s->probe[at] = s->probe[i - 1];
    s->probe[i - 1] = other;
  }
}

// ------------------------------------------------------------------------------- a sheet
int tr_sheet_make(tr_sheet *s, tr_type type, unsigned ranks, uint64_t seed, nf_err *e) {
  *s = (tr_sheet){.type = type, .ranks = ranks, .seed = seed};
  if (ranks < 2 || ranks > TR_MAX_RANKS)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "%u ranks: give 2..%d", ranks, TR_MAX_RANKS);
  const tr_format *f = tr_format_of(type);
  maker m = {.s = s, .draw = seed};
  s->unit = power(&m, false, f->emin);
  if (ranks <= SINGLES) {
    each_triple(&m, true, tree_single);
  } else {
    s->batch = batch_of(type);
    tree_coded(&m);
  }
  s->tree_count = s->length;
  each_triple(&m, ranks <= PAIRS, width);
  each_pair(&m, rounding);
  each_pair(&m, twice);
  each_triple(&m, ranks <= PAIRS, broken_tie);
  each_triple(&m, ranks <= PAIRS, brink);
  each_pair(&m, overflow);
  each_triple(&m, false, overflow_back);
  each_pair(&m, subnormal);
  zeros(&m);
  if (f->infinity)
    each_pair(&m, infinity);
  each_pair(&m, nans);
  for (unsigned kind = TR_PROBE_NEAR; kind < TR_PROBE_KINDS; kind++)
    for (unsigned r = 0; r < RANDOM_EACH; r++)
      add(&m, (tr_probe){(uint8_t)kind, -1, -1, -1, 0, 0, 0, 0, 0});
  if (s->length % 2 == 0)
    add(&m, (tr_probe){TR_PROBE_ANY, -1, -1, -1, 0, 0, 0, 0, 0});
  scatter(&m);
  if (m.failed || s->length > MAX_PROBES) {
    tr_sheet_free(s);
    return m.failed
               ? nf_err_memory(e, "the probes")
               : nf_err_set(e, NF_EXIT_BAD_INPUT,
                            "%u ranks of %s need more than %d probes, as %s carries %u units at "
                            "a time; use a wider type",
                            ranks, f->name, MAX_PROBES, f->name, batch_of(type));
  }
  return NF_EXIT_OK;
}

void tr_sheet_free(tr_sheet *s) {
  free(s->probe);
  s->probe = NULL;
}

uint64_t tr_sheet_value(const tr_sheet *s, size_t probe, unsigned rank) {
  const tr_probe *p = &s->probe[probe];
  if (p->kind >= TR_PROBE_NEAR)
    return takes_part(s, probe, rank) ? random_value(s, p, probe, rank) : 0;
  if ((int)rank == p->i)
    return p->a;
  if ((int)rank == p->j)
    return p->b;
  if ((int)rank == p->k)
    return p->c;
  return p->kind == TR_PROBE_CODED ? coded_unit(s, p, rank) : p->rest;
}

void tr_sheet_values(const tr_sheet *s, size_t probe, uint64_t *x) {
  for (unsigned r = 0; r < s->ranks; r++)
    x[r] = tr_sheet_value(s, probe, r);
}

// The first copy is made value by value; what follows repeats it.
void tr_sheet_fill(const tr_sheet *s, unsigned rank, size_t from, size_t count, void *array) {
  const size_t bytes = tr_format_of(s->type)->bytes;
  const size_t once = count < s->length ? count : s->length;
  for (size_t i = 0; i < once; i++)
    tr_store(array, s->type, i, tr_sheet_value(s, (from + i) % s->length, rank));
  for (size_t done = once; done < count;) {
    const size_t some = count - done < done ? count - done : done - done % s->length;
    memcpy((char *)array + done * bytes, array, some * bytes);
    done += some;
  }
}

void tr_probe_text(const tr_sheet *s, size_t probe, char *text, size_t size) {
  const tr_probe *p = &s->probe[probe];
  size_t used = (size_t)snprintf(text, size, "probe %zu (%s)", probe, Names[p->kind]);
  const int rank[3] = {p->i, p->j, p->k};
  for (unsigned i = 0; i < s->ranks && used < size; i++) {
    const uint64_t v = tr_sheet_value(s, probe, i);
    const bool named = (int)i == rank[0] || (int)i == rank[1] || (int)i == rank[2];
    if (named || p->kind >= TR_PROBE_NEAR || p->kind == TR_PROBE_CODED || (v && s->ranks <= 16))
      used += (size_t)snprintf(text + used, size - used, " %u:%0*" PRIx64, i,
                               (int)(2 * tr_format_of(s->type)->bytes), v);
  }
}

const char *tr_type_limit(tr_type type, unsigned index) {
  static const char *const limits[TR_TYPES][4] = {
      [TR_F16] =
          {"all sums of up to 8192 binary16 numbers are exact in binary64 (40 bits of range, 53 of "
           "significand): binary64, extended and exact cannot be told apart"},
      [TR_E4M3] = {"all numbers of fp8e4m3 span 18 bits: a sum of up to 73 of them is exact in "
                   "binary32, so binary32, "
                   "binary64 and exact cannot be told apart",
                   "it has no infinity and one NaN a sign: nothing can be seen of payloads"},
      [TR_E5M2] =
          {"all numbers of fp8e5m2 span 32 bits: a sum in binary64 is exact, so binary64 and "
           "exact cannot be told apart",
           "its NaNs have one bit of payload: ranks cannot be told apart by it"},
  };
  return index < 4 ? limits[type][index] : NULL;
}
