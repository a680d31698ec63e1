// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What one array of answers tells: its trees, where in the buffer each of them is, and every
// hypothesis on arithmetic that gives all of its bits.
#ifndef TR_ANALYSE_H
#define TR_ANALYSE_H

#include "reducer.h"
#include "sheet.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TR_MAX_TREES = 512,
  TR_MAX_HYPOTHESES = 64, // that are kept
  TR_MAX_ODD = 1024,      // unexplained elements that are kept
  TR_TELLING = 48         // elements that no tree gives by chance: masks are sums of their own
};

typedef struct {
  tr_tree tree;
  size_t seen;        // sheets, or parts of them, with this tree
  size_t elements;    // of the buffer; trees without any are forgotten in the end
  uint64_t *answer;   // by probe: what came back
  uint8_t *known;     // by probe: whether it did; 2: not always the same
  uint64_t *expected; // by probe: what the first hypothesis gives
  char text[TR_TREE_TEXT], name[TR_NAME_TEXT];
  tr_shape shape;
} tr_found;

// Elements [from, to) have a tree. The border to the segment before lies anywhere in
// [earliest, from]: there both trees give the same bits.
typedef struct {
  size_t from, to, earliest;
  unsigned tree;
  bool open; // another tree gives all of its answers too, and nothing tells which one it has
} tr_segment;

// A tree without answers yet; false: there is no memory.
bool tr_found_make(tr_found *f, const tr_tree *tree, size_t length);
// What it gives with this arithmetic.
void tr_found_expect(tr_found *f, const tr_sheet *s, const tr_arith *h);
void tr_found_free(tr_found *f);

typedef struct {
  size_t index;
  uint64_t answer;
  unsigned tree; // of the neighbourhood
} tr_odd;

// Errors of the finite sums of the sheet, for one tree after the other.
typedef struct {
  size_t sums, correct; // all; correctly rounded to nearest even
  double worst, bound;  // largest |error| / (u * sum of |x|), and what n - 1 roundings allow
  double spread;        // by how much trees can differ at most, in the same unit
  size_t worst_probe, spread_probe;
} tr_error;

typedef enum { TR_NAN_NONE, TR_NAN_ONE, TR_NAN_OPERAND, TR_NAN_MIXED } tr_nan_rule;
typedef struct {
  tr_nan_rule rule;
  uint64_t propagated; // TR_NAN_ONE: the NaN that any NaN becomes
  uint64_t invalid;    // what infinities of both signs give
  bool has_invalid, invalid_varies;
  size_t first, second; // TR_NAN_OPERAND: pairs whose lower, whose higher rank's payload won
  size_t answers, odd;  // NaNs seen; of them none of its operands' nor the one
  size_t not_nan;       // answers that ought to be a NaN and are none
  size_t example;       // an element for either
} tr_nan_finding;

typedef struct {
  size_t probes, up; // whose remainder is so many quarters; rounded away from zero
} tr_frequency;

// A fabric that adds in the order of arrival: each answer is one of those that some order gives.
typedef enum { TR_ORDER_FIXED, TR_ORDER_SEQUENTIAL, TR_ORDER_TREE } tr_order_kind;
enum { TR_ORDER_RANKS = 8, TR_ORDER_FIRST = 3, TR_ORDER_BLOCKS = 1024 };
typedef struct {
  tr_order_kind kind; // TR_ORDER_FIXED: the trees found are all there is
  bool also;          // the trees found explain everything, and so do orders of arrival
  size_t
      checked; // elements whose answer some order gives; of the others too many orders are possible
  size_t block; // the tree is the same within aligned blocks of so many elements; 0: not known
  size_t looked, told; // blocks whose tree was sought; of which one tree alone gives all answers
} tr_orders;

// A fabric that adds integers: x * 2^fraction in so many bits.
typedef struct {
  bool found;
  int fraction;
  unsigned bits;
  tr_mode mode, back; // operands to integers, sums to elements
  bool wraps;         // a sum beyond the bits; it saturates otherwise
  size_t given, open; // answers that it gives; that depend on an order or on what a NaN becomes
} tr_fixed;

typedef struct {
  const tr_sheet *sheet;
  const void *array;
  size_t count; // elements

  tr_found *tree;
  unsigned trees;
  size_t undecoded; // parts of the buffer in which no one tree fits the masks
  tr_segment *segment;
  size_t segments, segment_room;
  size_t open; // segments whose tree is open
  size_t call; // 0, or the segments are those of every call of so many elements
  bool too_many;

  tr_arith hypothesis[TR_MAX_HYPOTHESES]; // each explains all but `odd`
  unsigned hypotheses;
  bool claimed;    // a hypothesis explains every answer
  bool stochastic; // answers are one of the neighbours, not always the same one
  tr_frequency quarter[4];
  tr_orders orders;
  tr_fixed fixed;

  tr_odd odd[TR_MAX_ODD];
  size_t odds;             // how many there are in all
  size_t smallest[8];      // probes that no hypothesis explains together
  unsigned smallest_count; // 0: everything is explained
  tr_arith nearest;        // the hypothesis that explains most
  size_t tried;            // hypotheses

  unsigned kept[TR_MAX_RANKS]; // by node of the first tree: bits of the smaller operand kept
  tr_error error;
  tr_nan_finding nan;
} tr_analysis;

// Analyses `count` elements, which were reduced by calls of so many of them each (0: at once); free
// it in any case.
int tr_analyse(tr_analysis *a, const tr_sheet *s, const void *array, size_t count, size_t call,
               nf_err *e);
void tr_analysis_free(tr_analysis *a);

// Its parts, in their order.
int tr_decode_trees(tr_analysis *a, nf_err *e);
void tr_find_arith(tr_analysis *a);
// Whether a hypothesis gives what came back when the order is open; notes what it saw.
bool tr_find_orders(tr_analysis *a, const tr_arith *h, tr_order_kind kind);
// The largest aligned block in which any one tree of two operands at a time gives what came back.
size_t tr_tree_block(const tr_analysis *a, const tr_arith *h);
// The hypotheses that do, in place of those there are; false: none does, and nothing has changed.
bool tr_retry_orders(tr_analysis *a);
// Whether all calls have the same trees at the same elements, which are then those of the analysis.
// Of a larger buffer they are not sought.
enum { TR_MOST_OF_CALLS = 1 << 24 };
bool tr_find_calls(tr_analysis *a, size_t call, nf_err *e);
int tr_find_segments(tr_analysis *a, nf_err *e);
// The tree of each packet, of those first ones that tell it: trees and segments of the analysis.
int tr_find_packets(tr_analysis *a, nf_err *e);
// The trees of segments without all masks, of all that fit by the pattern that all segments have;
// those that stay open.
int tr_settle_segments(tr_analysis *a, nf_err *e);
// Trees that a part without all masks may have, by number: rotations of the first `found` trees,
// and likely ones. false: no more.
bool tr_candidate(const tr_analysis *a, unsigned found, unsigned n, tr_tree *t);
// How many elements from `at` on a tree gives: a sheet of them at most.
size_t tr_reach(const tr_analysis *a, const tr_tree *tree, size_t at);
// Whether elements [from, to) have all masks.
bool tr_has_masks(const tr_sheet *s, size_t from, size_t to);
void tr_forget_segments(tr_analysis *a);
void tr_forget_trees(tr_analysis *a);
// The index of a tree among those found; a new one is added. -1: there are too many, -2: no memory.
int tr_index_of(tr_analysis *a, const tr_tree *t);
// Chunks of equal size that all borders of segments allow, the least and the most; 0: there are
// none.
size_t tr_equal_chunks(const tr_analysis *a, size_t *most);
// Trees change all the time, and not in turn.
bool tr_is_restless(const tr_analysis *a);
int tr_push_segment(tr_analysis *a, tr_segment next, nf_err *e);
// One that goes on where the last one has the same tree.
int tr_add_segment(tr_analysis *a, tr_segment next, nf_err *e);
// Whether fixed point gives all answers, where nothing else does.
bool tr_find_fixed(tr_analysis *a);
void tr_find_nans(tr_analysis *a);
void tr_measure_error(tr_analysis *a);

// Probes whose sums are far from the ends of the range.
static inline bool tr_is_core(const tr_sheet *s, size_t probe) {
  const uint8_t kind = s->probe[probe].kind;
  return kind <= TR_PROBE_ROUND || (kind >= TR_PROBE_NEAR && kind <= TR_PROBE_GROWTH);
}

// a == b, where a NaN is as good as another.
static inline bool tr_same(tr_type type, uint64_t a, uint64_t b) {
  return a == b || (tr_is_nan(type, a) && tr_is_nan(type, b));
}

#ifdef __cplusplus
}
#endif

#endif
