// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Summation trees: which partial sums meet where. Leaves are ranks; a node adds two or more
// operands, more than two of them at once and exactly (a fused node). Operands have no order:
// addition commutes.
#ifndef TR_TREE_H
#define TR_TREE_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  TR_MAX_RANKS = 256,
  TR_TREE_TEXT = 2048, // bytes that the text of any tree takes
  TR_NAME_TEXT = 512
};

typedef struct {
  unsigned ranks, nodes; // the last node is the root; a node stands behind its operands
  struct {
    uint16_t first, count; // operands: child[first] ...
  } node[TR_MAX_RANKS];
  unsigned children;
  int16_t child[2 * TR_MAX_RANKS]; // a rank, or ~node
} tr_tree;

// Building from the leaves: the new node as a child, which is ~node.
void tr_tree_begin(tr_tree *t, unsigned ranks);
int tr_tree_join(tr_tree *t, const int *child, unsigned count);

// "((0 1) 2)": operands in brackets. A parsed tree must name every rank below its greatest once.
void tr_tree_text(const tr_tree *t, char text[TR_TREE_TEXT]);
int tr_tree_parse(tr_tree *t, const char *text, nf_err *e);
// The one form that trees of the same shape share: operands by their least rank.
void tr_tree_canon(tr_tree *t);
bool tr_tree_equal(const tr_tree *a, const tr_tree *b); // of canonical ones
// Rank r becomes (r + by) % ranks; canonical again.
void tr_tree_rotate(tr_tree *t, unsigned by);
// Which ranks lie below a node: below[rank].
void tr_tree_leaves(const tr_tree *t, unsigned node, bool below[TR_MAX_RANKS]);

// Trees with a name, canonical. `shift` is the rank that a rotated one begins with. Refuses an
// unknown name.
int tr_tree_named(tr_tree *t, const char *name, unsigned ranks, unsigned shift, nf_err *e);
const char *tr_tree_known(unsigned index); // their names; NULL: no more
// Trees that a fabric is likely to have, by number: those with a name, wherever they begin, and
// then one of them in each group of ranks, neighbours or strided ones, and one between the groups.
// false: no more. Some are the same ones.
bool tr_tree_likely(tr_tree *t, unsigned ranks, unsigned index);
// What a name says in numbers.
typedef struct {
  bool named;
  unsigned group; // ranks of a group, each of which has the same tree; 0: no groups
  bool strided;   // its ranks are as far apart as there are groups; neighbours otherwise
  unsigned start; // sequential ones: where it begins, a rank (of a group: of its ranks)
  int step;       // and its direction, 1 or -1; 0: it is not sequential
  int between;    // the same of the tree between the groups
} tr_shape;
// Every name that fits, joined by "; ", or "unnamed".
void tr_tree_name(const tr_tree *t, char name[TR_NAME_TEXT], tr_shape *shape);

// What masked operands told: outside(i, j, k) is true when an operand of rank k outlived those of
// i and j, which cancel.
typedef struct {
  unsigned ranks;
  uint64_t (*set)[TR_MAX_RANKS / 64]; // [i * ranks + j]: the ranks k
} tr_outside;
bool tr_outside_has(const tr_outside *o, unsigned i, unsigned j, unsigned k);
// The tree that says so (Aho, Sagiv, Szymanski and Ullman 1981: BUILD); false: there is none. A
// node whose operands all outlive each other is fused, as is an exact one with what is below it.
bool tr_tree_build(tr_tree *t, const tr_outside *o);

#ifdef __cplusplus
}
#endif

#endif
