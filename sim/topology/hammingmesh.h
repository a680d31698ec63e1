// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The trees that join the rows and columns of a HammingMesh, as builder and routing number them.
#ifndef NF_HAMMINGMESH_H
#define NF_HAMMINGMESH_H

#include "graph.h"

enum { NF_HX_EAST, NF_HX_WEST, NF_HX_NORTH, NF_HX_SOUTH, NF_HX_PORTS };
enum { NF_HX_A, NF_HX_B, NF_HX_X, NF_HX_Y, NF_HX_RADIX, NF_HX_TAPER }; // in nf_graph.shape

// One tree: places 2*board (west or north end) and 2*board + 1 (east or south end). Place p is at
// port p % down of leaf p / down; up-link u of leaf l, at port down + u, is number i = l*ups + u of
// all and leads to port i / spines of spine i % spines. One switch: leaves 1, no spines.
typedef struct {
  uint32_t places, down, ups, leaves, spines;
} nf_hamming_tree;

nf_hamming_tree nf_hamming_tree_of(uint32_t boards, uint32_t radix, uint32_t taper);

// Of a plane's switches: the trees of rows first, row y*b + place; then those of columns, x*a +
// place. Within a tree leaves come first. node.at of a switch: 0 row or 1 column, tree, number in
// the tree.
#endif
