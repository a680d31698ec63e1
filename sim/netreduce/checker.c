// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/checker.h"

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

// Ports `first` on, `count` of them: neighbours are ports 0 and 1, 2 and 3, ..., then pairs of
// them. What has no neighbour goes on as it is.
static uint32_t tree(uint8_t dtype, const uint32_t *value, unsigned first, unsigned count) {
  uint32_t v[NF_NR_PORTS];
  unsigned begin = first, end = first + count;
  memcpy(v + first, value, count * sizeof *v);
  while (end - begin > 1) {
    for (unsigned k = begin / 2; k < (end + 1) / 2; k++)
      v[k] = 2 * k < begin      ? v[2 * k + 1]
             : 2 * k + 1 == end ? v[2 * k]
                                : add(dtype, v[2 * k], v[2 * k + 1]);
    begin /= 2;
    end = (end + 1) / 2;
  }
  return v[begin];
}

// A ring's sum; `word`: of the host's array.
static uint32_t expected(const nf_nr_setup *s, uint32_t *const *data, size_t word) {
  const unsigned leaves = s->leaves ? s->leaves : 1, per_leaf = s->hosts / leaves;
  uint32_t sum[NF_NR_LEAVES], v[NF_NR_PORTS];
  for (unsigned l = 0; l < leaves; l++) {
    for (unsigned k = 0; k < per_leaf; k++)
      v[k] = data[nf_nr_place_of(s, l * per_leaf + k)][word];
    sum[l] = tree(s->dtype, v, s->at, per_leaf);
  }
  return tree(s->dtype, sum, 0, leaves);
}

static int differs(const nf_nr_setup *s, unsigned place, size_t word, uint32_t got, uint32_t want,
                   nf_err *e) {
  const nf_nr_piece p = nf_nr_piece_of(s, nf_nr_packet_with(s, 4 * word - s->begin));
  return nf_err_set(e, NF_EXIT_FAILED,
                    "host %u: word %zu (ring %u, message %llu, packet %u) is %08x, not %08x", place,
                    word, s->ring, (unsigned long long)p.message, p.offset, got, want);
}

static int check_ring(const nf_nr_setup *s, uint32_t *const *data, uint32_t *const *result,
                      uint64_t *words, nf_err *e) {
  const size_t begin = s->begin / 4, end = begin + (s->bytes + 3) / 4;
  for (size_t w = begin; w < end; w++) {
    const uint32_t want = expected(s, data, w);
    for (unsigned h = 0; h < s->hosts; h++) {
      const unsigned place = nf_nr_place_of(s, h);
      if (result[place][w] != want)
        return differs(s, place, w, result[place][w], want, e);
    }
  }
  *words += (end - begin) * s->hosts;
  return e->status;
}

int nf_nr_check_results(const nf_nr_setup *s, uint32_t *const *data, uint32_t *const *result,
                        uint64_t *words, nf_err *e) {
  *words = 0;
  for (unsigned r = 0; r < s->rings && e->status == NF_EXIT_OK; r++) {
    const nf_nr_setup ring = nf_nr_ring_setup(s, r);
    check_ring(&ring, data, result, words, e);
  }
  return e->status;
}
