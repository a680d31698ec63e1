// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Options of the commands that make operands: how many a sum has, of which type, how many sums, and
// the seed of the random ones.
#ifndef TR_OPERANDS_H
#define TR_OPERANDS_H

#include "number.h"
#include "sim/common/err.h"

typedef struct {
  uint64_t operands, count; // 0: not given
  uint64_t seed;
  tr_type type;
} tr_operands;

enum { TR_KEY_OPERANDS = 768, TR_KEY_DTYPE, TR_KEY_COUNT, TR_KEY_SEED };

// name: that of the first option, for a command to which operands are something else.
#define TR_OPERANDS_OPTIONS(name, operands, count)                                                  \
  {name, TR_KEY_OPERANDS, "N", 0, operands, 0},                                                     \
      {"dtype", TR_KEY_DTYPE, "TYPE", 0, "f32, bf16, f16, f64, fp8e4m3, fp8e5m2 (default f32)", 0}, \
      {"count", TR_KEY_COUNT, "M", 0, count, 0}, {                                                  \
    "seed", TR_KEY_SEED, "S", 0, "of the random operands (default 1)", 0                            \
  }

// Takes an option; false: it is none of these. An error says which of `name` it is about.
bool tr_operands_option(tr_operands *o, const char *name, int key, const char *arg, nf_err *e);

#endif
