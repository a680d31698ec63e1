// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/train_number.h"

#include "common/nf_defs.h"
#include <math.h>
#include <string.h>

static uint32_t bits_of(float x) {
  uint32_t v;
  memcpy(&v, &x, sizeof v);
  return v;
}

static float float_of(uint32_t v) {
  float x;
  memcpy(&x, &v, sizeof x);
  return x;
}

size_t nf_nr_number_bytes(const nf_nr_number *n, unsigned count) {
  return n->dtype == NF_DTYPE_BF16 ? (count + 1) / 2 * sizeof(uint32_t) : count * sizeof(uint32_t);
}

// ------------------------------------------------------------------------------- to words
static uint32_t to_fixed(float x, double one, nf_nr_number_counts *c) {
  const double v = rint((double)x * one); // the product is exact
  if (v > INT32_MAX || v < INT32_MIN) {
    c->clipped++;
    return v > 0 ? (uint32_t)INT32_MAX : (uint32_t)INT32_MIN;
  }
  return (uint32_t)(int32_t)v;
}

static uint32_t to_bf16(float x) {
  const uint32_t v = bits_of(x);
  return (v + 0x7fff + (v >> 16 & 1)) >> 16;
}

int nf_nr_number_write(const nf_nr_number *n, uint32_t *word, const float *x, unsigned count,
                       nf_nr_number_counts *c, nf_err *e) {
  const double one = ldexp(1, (int)n->fraction);
  memset(word, 0, nf_nr_number_bytes(n, count));
  for (unsigned i = 0; i < count; i++) {
    const float size = fabsf(x[i]);
    if (!isfinite(size))
      return nf_err_set(e, NF_EXIT_FAILED,
                        "parameter %u: its gradient is no number any more; give a smaller --rate",
                        i);
    c->largest = size > c->largest ? size : c->largest;
    if (n->dtype == NF_DTYPE_FIX32)
      word[i] = to_fixed(x[i], one, c);
    else if (n->dtype == NF_DTYPE_BF16)
      word[i / 2] |= to_bf16(x[i]) << i % 2 * 16;
    else
      word[i] = bits_of(x[i]);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- from words
static float read_one(const nf_nr_number *n, const uint32_t *word, unsigned i) {
  if (n->dtype == NF_DTYPE_BF16)
    return float_of(word[i / 2] >> i % 2 * 16 << 16);
  if (n->dtype == NF_DTYPE_FIX32)
    return (float)ldexp((int32_t)word[i], -(int)n->fraction);
  return float_of(word[i]);
}

void nf_nr_number_read(const nf_nr_number *n, float *x, const uint32_t *word, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    x[i] = read_one(n, word, i);
}

// ------------------------------------------------------------------------------- sums
void nf_nr_number_judge(const nf_nr_number *n, const uint32_t *sum, uint32_t *const *word,
                        float *const *x, unsigned hosts, unsigned count, nf_nr_number_counts *c) {
  for (unsigned i = 0; i < count; i++) {
    double exact = 0; // a few binary32 of like size: exact but for the last of 53 bits
    int64_t whole = 0;
    for (unsigned h = 0; h < hosts; h++) {
      exact += (double)x[h][i];
      whole += n->dtype == NF_DTYPE_FIX32 ? (int32_t)word[h][i] : 0;
    }
    c->saturated += n->dtype == NF_DTYPE_FIX32 && whole != (int32_t)sum[i];
    const double off = fabs((double)read_one(n, sum, i) - exact);
    c->worst = off > c->worst ? off : c->worst;
    c->squares += off * off;
  }
  c->sums += count;
}
