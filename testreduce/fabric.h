// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Options that name a reduction, for the commands that make one.
#ifndef TR_FABRIC_H
#define TR_FABRIC_H

#include "reducer.h"

typedef struct {
  const char *tree, *width, *rounding, *final;
  unsigned shift;
  tr_hops hops;
  tr_rules rules;
  tr_nan nan;
} tr_fabric;

enum {
  TR_KEY_TREE = 512,
  TR_KEY_SHIFT,
  TR_KEY_WIDTH,
  TR_KEY_ROUNDING,
  TR_KEY_FINAL,
  TR_KEY_HOPS,
  TR_KEY_FLUSH,
  TR_KEY_OVERFLOW,
  TR_KEY_ZERO,
  TR_KEY_NAN
};

#define TR_FABRIC_OPTIONS                                                                           \
  {"tree",                                                                                          \
   TR_KEY_TREE,                                                                                     \
   "TREE",                                                                                          \
   0,                                                                                               \
   "sequential, reversed, fused, binary, doubling, halving, binomial, double0, double1, or "        \
   "brackets as in "                                                                                \
   "'((0 1) (2 3))' (default sequential)",                                                          \
   0},                                                                                              \
      {"shift",                                                                                     \
       TR_KEY_SHIFT,                                                                                \
       "R",                                                                                         \
       0,                                                                                           \
       "rank R in the place of rank 0, R + 1 in that of 1 ... (default 0)",                         \
       0},                                                                                          \
      {"width",                                                                                     \
       TR_KEY_WIDTH,                                                                                \
       "W",                                                                                         \
       0,                                                                                           \
       "sums are kept in: type, binary32, binary64, extended, bits:P, exact (default type)",        \
       0},                                                                                          \
      {"rounding",                                                                                  \
       TR_KEY_ROUNDING,                                                                             \
       "MODE",                                                                                      \
       0,                                                                                           \
       "of each sum: nearest-even, nearest-away, truncation, away-from-zero, upward, downward, "    \
       "to-odd, stochastic "                                                                        \
       "(default nearest-even)",                                                                    \
       0},                                                                                          \
      {"final", TR_KEY_FINAL, "MODE", 0, "of a wider sum to the type (default as --rounding)", 0},  \
      {"hops", TR_KEY_HOPS, "H", 0, "wider sums become the type: once (default), or in every node", \
       0},                                                                                          \
      {"flush", TR_KEY_FLUSH, "WHAT", 0, "subnormals are zeros: none (default), in, out, both", 0}, \
      {"overflow", TR_KEY_OVERFLOW, "O", 0, "ieee (default), infinity, saturate", 0},               \
      {"zero", TR_KEY_ZERO, "Z", 0, "ieee (default), start (sums begin with +0), plus (no -0)", 0}, \
  {                                                                                                 \
    "nan", TR_KEY_NAN, "N", 0, "canonical (default), keep (an operand's payload)", 0                \
  }

// Takes an option; false: it is none of these.
bool tr_fabric_option(tr_fabric *f, int key, const char *arg, nf_err *e);
// The reducer that the options name, for so many ranks.
int tr_fabric_make(const tr_fabric *f, tr_type type, unsigned ranks, tr_reducer *r, nf_err *e);

#endif
