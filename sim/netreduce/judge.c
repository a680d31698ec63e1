// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "judge.h"

#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"
#include <string.h>

static uint32_t add(uint8_t dtype, uint32_t a, uint32_t b) {
  static const uint32_t canonical_nan = 0x7fc00000u;
  uint8_t flags = 0;
  float x, y;
  if (dtype != NF_DTYPE_F32)
    return nf_alu_op(NF_RED_OP_ADD, dtype, a, b, &flags);
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  const float sum = x + y;
  uint32_t bits;
  memcpy(&bits, &sum, sizeof bits);
  return sum != sum ? canonical_nan : bits;
}

// Pairs of neighbours, pairs of pairs.
static uint32_t tree(uint8_t dtype, uint32_t *v, unsigned count) {
  while (count > 1) {
    for (unsigned k = 0; k + 1 < count; k += 2)
      v[k / 2] = add(dtype, v[k], v[k + 1]);
    if (count % 2)
      v[count / 2] = v[count - 1];
    count = (count + 1) / 2;
  }
  return v[0];
}

static uint32_t expected(const nf_nr_setup *s, uint32_t *const *data, size_t word) {
  const unsigned leaves = s->leaves ? s->leaves : 1, per_leaf = s->hosts / leaves;
  uint32_t sum[NF_NR_LEAVES], v[NF_NR_PORTS];
  for (unsigned l = 0; l < leaves; l++) {
    for (unsigned k = 0; k < per_leaf; k++)
      v[k] = data[l * per_leaf + k][word];
    sum[l] = tree(s->dtype, v, per_leaf);
  }
  return tree(s->dtype, sum, leaves);
}

static int differs(const nf_nr_setup *s, unsigned host, size_t word, uint32_t got, uint32_t want,
                   nf_err *e) {
  const nf_nr_piece p = nf_nr_piece_of(s, nf_nr_packet_with(s, 4 * word));
  return nf_err_set(e, NF_EXIT_FAILED,
                    "host %u: word %zu (message %llu, packet %u) is %08x, not %08x", host, word,
                    (unsigned long long)p.message, p.offset, got, want);
}

int nf_nr_judge(const nf_nr_setup *s, uint32_t *const *data, uint32_t *const *result,
                uint64_t *words, nf_err *e) {
  const size_t count = (s->bytes + 3) / 4;
  for (size_t w = 0; w < count; w++) {
    const uint32_t want = expected(s, data, w);
    for (unsigned h = 0; h < s->hosts; h++)
      if (result[h][w] != want)
        return differs(s, h, w, result[h][w], want, e);
  }
  *words = count * s->hosts;
  return e->status;
}
