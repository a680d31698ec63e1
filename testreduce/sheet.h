// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Probes: elements, one operand a rank, whose sum tells something. A sheet is a sequence of them;
// the buffer holds the sheet again and again, so every probe is seen at many positions. The length
// is odd: whatever period of a power of two a fabric has, each probe meets each of its phases.
#ifndef TR_SHEET_H
#define TR_SHEET_H

#include "number.h"
#include "tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  TR_PROBE_TREE,      // large at i, -large at j, a unit at k: it survives if k comes after both
  TR_PROBE_CODED,     // the same with a unit of another weight at each of several ranks
  TR_PROBE_WIDTH,     // 1 at i, 2^-arg at j, -1 at k: what the sum of i and j keeps
  TR_PROBE_ROUND,     // 1 or its neighbour at i, a part of its unit at j
  TR_PROBE_OVERFLOW,  // around the largest number
  TR_PROBE_SUBNORMAL, // around the least
  TR_PROBE_ZERO,      // signed zeros
  TR_PROBE_INFINITY,
  TR_PROBE_NAN,
  TR_PROBE_NEAR,   // random, exponents near each other
  TR_PROBE_CANCEL, // random, and nearly its opposite
  TR_PROBE_TIES,   // random multiples of half units
  TR_PROBE_GROWTH, // random, each rank larger than the one before
  TR_PROBE_ANY,    // random bits, finite
  TR_PROBE_KINDS
} tr_probe_kind;
const char *tr_probe_name(tr_probe_kind kind);

typedef struct {
  uint8_t kind;
  int16_t i, j, k; // ranks, -1: none
  int16_t arg;
  uint64_t a, b, c, rest; // bits at i, j, k and everywhere else
} tr_probe;

typedef struct {
  tr_type type;
  unsigned ranks;
  uint64_t seed;
  size_t length, tree_at, tree_count; // probes; where those that tell the tree are
  tr_probe *probe;
  unsigned batch; // TR_PROBE_CODED: units of one probe; 0: the sheet has TR_PROBE_TREE
  uint64_t unit;  // bits of the unit
} tr_sheet;

// Makes the sheet of so many ranks; free it with tr_sheet_free.
int tr_sheet_make(tr_sheet *s, tr_type type, unsigned ranks, uint64_t seed, nf_err *e);
void tr_sheet_free(tr_sheet *s);
// The operand of a rank; all operands.
uint64_t tr_sheet_value(const tr_sheet *s, size_t probe, unsigned rank);
void tr_sheet_values(const tr_sheet *s, size_t probe, uint64_t *x);
// Elements [from, from + count) of a rank's array.
void tr_sheet_fill(const tr_sheet *s, unsigned rank, size_t from, size_t count, void *array);
// One line on what a probe is.
void tr_probe_text(const tr_sheet *s, size_t probe, char *text, size_t size);
// What a type cannot tell apart, a sentence each; NULL: no more.
const char *tr_type_limit(tr_type type, unsigned index);

#ifdef __cplusplus
}
#endif

#endif
