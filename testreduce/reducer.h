// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A reduction as testreduce knows it: a tree, what its sums are kept in, where they are rounded to
// the elements' type, and how. It gives the bits of any fabric that can be described so.
#ifndef TR_REDUCER_H
#define TR_REDUCER_H

#include "number.h"
#include "tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  TR_NAN_CANONICAL, // every NaN is the same one
  TR_NAN_KEEP,      // the first NaN among a node's operands, made quiet
} tr_nan;

typedef enum { TR_HOPS_ONCE, TR_HOPS_EVERY, TR_HOPS_SOME } tr_hops;

typedef struct {
  char acc_name[16];                  // "type", "binary32", ...
  tr_width acc;                       // every node's sum is rounded to this
  bool acc_is_type;                   // and that is all there is
  tr_mode mode;                       // how
  tr_mode out;                        // how a wider sum becomes an element
  tr_hops hops;                       // where it does: in the root alone, in every node
  uint64_t narrow[TR_MAX_RANKS / 64]; // TR_HOPS_SOME: in these nodes, and in the root
  tr_rules rules;
  tr_nan nan;
  uint64_t nan_bits; // the canonical NaN, and the one that infinities of both signs give
} tr_arith;

typedef struct {
  tr_type type;
  tr_tree tree;
  tr_arith arith;
} tr_reducer;

// Widths by name: type, binary32, binary64, extended (64 bits, as x87), bits:P. Refuses others, and
// those that are not wider than the type.
int tr_width_named(tr_arith *a, tr_type type, const char *name, nf_err *e);
// Nearest even, in the type, canonical NaNs.
tr_arith tr_arith_plain(tr_type type);
// "binary32, nearest-even, to the type once by truncation"
void tr_arith_text(const tr_arith *a, char *text, size_t size);

// The result for one operand a rank. d: see tr_env; stochastic rounding needs one.
uint64_t tr_reduce(const tr_reducer *r, const uint64_t *x, tr_env *d);

#ifdef __cplusplus
}
#endif

#endif
