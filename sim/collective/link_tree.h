// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// TREE: balanced binary trees of greatest weight on the links of one machine. A tree of n GPUs has
// ceil(log2 n) levels; its root has all GPUs as its cluster. A cluster is split into two halves
// (sizes differ by one at most): one keeps the root, the other gets a root of its own, which the
// first has a link to. So a tree always spans all GPUs, and reducing takes a step a level.
//
// Kernighan and Lin's heuristic splits; where it leaves the root without a link to the other half
// ("gets stuck", TREE "Generate Binary Tree") all trees are searched, over NVLinks first and, if
// those have no tree (as those of GPUs 0 and 5 of a p3.16xlarge), over PCI-E too. Without any tree:
// an error, never an invalid one (mxnet issues 12994 and 13341).
#ifndef NF_LINK_TREE_H
#define NF_LINK_TREE_H

#include "links.h"
#include <stdbool.h>

enum { NF_LINK_TREE_NONE = 0xff };

typedef struct {
  uint32_t gpus, root, levels;
  uint8_t parent[NF_LINKS_GPUS]; // NF_LINK_TREE_NONE for the root
  uint8_t level[NF_LINKS_GPUS];  // at which a GPU was split off, 0 next to the root
  bool searched;                 // the heuristic was stuck
  bool pcie;                     // a link of it is PCI-E
} nf_link_tree;

// What links are worth after those that earlier trees use have lost some of it.
typedef struct {
  uint32_t gpus;
  double weight[NF_LINKS_GPUS][NF_LINKS_GPUS];
} nf_link_weights;

nf_link_weights nf_link_weights_of(const nf_links *l);
// Multiplies the weight of each link of the tree, for both directions.
void nf_link_weights_use(nf_link_weights *w, const nf_link_tree *t, double penalty);
extern const double nf_link_penalty; // 0.7, TREE "Link usage penalty"

int nf_link_tree_make(nf_link_tree *t, const nf_links *l, const nf_link_weights *w, uint32_t root,
                      nf_err *e);

#endif
