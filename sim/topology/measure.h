// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is measured on a graph by search: distances in cables, those at the ends included (HXMESH
// III-B).
#ifndef NF_MEASURE_H
#define NF_MEASURE_H

#include "graph.h"

enum { NF_FAR = 0xffff };

// Cables from a node to every node of plane 0 (endpoints, then its switches); NF_FAR: no path.
// Paths lead through nodes that forward. `queue` and `distance` have endpoints + plane_switches
// places.
void nf_measure_distances(const nf_graph *g, uint32_t from, uint16_t *distance, uint32_t *queue);

#endif
