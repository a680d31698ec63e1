// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Paths by trees, for networks whose switches do not have alike paths: a tree filled in part, whose
// uplinks lead to other switches from one pod to the next. There a class that counts off the equal
// paths of each switch by itself is at another root from one leaf than from the next. Here the root
// and every cable of a class are chosen once for the whole network, so that all packets of the
// class agree. Cables of a tree lead up by the levels of nf_routing: paths of all trees together
// stay up*/down*.
#ifndef NF_SIM_PATH_TREE_H
#define NF_SIM_PATH_TREE_H

#include "sim/klenk/routing.h"

// From here on class c of r takes tree c mod `count`. Refuses a network in which no switch has all
// GPUs below it; `found` says what is wrong with the paths that it has without trees.
int nf_path_tree_plan(nf_routing *r, unsigned count, const char *found, nf_err *e);

// Port of switch s on the way to a GPU that is not at it; NF_NO_PORT: the tree does not lead there.
unsigned nf_path_tree_to_gpu(const nf_routing *r, unsigned s, unsigned gpu, unsigned path_class);

#endif
