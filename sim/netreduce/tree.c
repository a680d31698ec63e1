// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/tree.h"

#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"
#include "sim/netreduce/device.h"
#include <string.h>

bool nf_nr_dtype_adds(uint8_t dtype) {
  return dtype <= NF_DTYPE_BF16 && nf_op_supported(NF_RED_OP_ADD, dtype);
}

// x + neutral = x, but for a NaN, which becomes the canonical one.
static uint32_t neutral(uint8_t dtype) {
  switch (dtype) {
  case NF_DTYPE_F32:
    return 0x80000000u;
  case NF_DTYPE_F16:
  case NF_DTYPE_BF16:
    return 0x80008000u;
  default:
    return 0;
  }
}

static uint32_t word_at(const nf_nr_operand *o, unsigned i, uint32_t none) {
  uint32_t v = none;
  if (o->payload && 4 * i + 4 <= o->size)
    memcpy(&v, o->payload + 4 * i, 4); // elements are little-endian, as this machine's
  return v;
}

static uint32_t add(uint8_t dtype, uint32_t a, uint32_t b) {
  uint8_t flags = 0;
  return nf_alu_op(NF_RED_OP_ADD, dtype, a, b, &flags);
}

// A level of the tree on vectors, so that the type is looked at once for many elements.
static unsigned level(uint32_t (*v)[NF_NR_LANES], unsigned count, unsigned words, uint8_t dtype) {
  for (unsigned k = 0; k + 1 < count; k += 2)
    for (unsigned i = 0; i < words; i++)
      v[k / 2][i] = add(dtype, v[k][i], v[k + 1][i]);
  if (count % 2)
    memmove(v[count / 2], v[count - 1], words * sizeof v[0][0]);
  return (count + 1) / 2;
}

void nf_nr_tree_sum(uint32_t *sum, const nf_nr_operand *operand, unsigned ports, unsigned words,
                    unsigned skip, uint8_t dtype) {
  uint32_t v[NF_NR_PORTS][NF_NR_LANES];
  const uint32_t none = neutral(dtype);
  unsigned first = ports;
  for (unsigned p = ports; p-- > 0;) {
    if (operand[p].payload)
      first = p;
    for (unsigned i = 0; i < words; i++)
      v[p][i] = word_at(&operand[p], i, none);
  }
  for (unsigned count = ports; count > 1;)
    count = level(v, count, words, dtype);
  memcpy(sum, v[0], words * sizeof *sum);
  for (unsigned i = 0; i < skip && first < ports; i++)
    sum[i] = word_at(&operand[first], i, 0);
}
