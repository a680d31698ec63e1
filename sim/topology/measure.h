// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is measured on a graph by search. Distances are in cables, those at the ends included
// (HXMESH III-B); paths lead through nodes that forward. Planes are alike: it is plane 0 that is
// searched.
#ifndef NF_MEASURE_H
#define NF_MEASURE_H

#include "graph.h"

enum { NF_FAR = 0xffff };

// Cables from a node to every node of plane 0 (endpoints, then its switches); NF_FAR: no path.
// `queue` and `distance` have endpoints + plane_switches places.
void nf_measure_distances(const nf_graph *g, uint32_t from, uint16_t *distance, uint32_t *queue);

// Between all endpoints.
typedef struct {
  uint32_t diameter;
  double average; // of all ordered pairs of two endpoints
  uint64_t pairs; // that are joined; less than endpoints * (endpoints - 1): the network falls apart
} nf_measured_paths;
int nf_measure_paths(const nf_graph *g, nf_measured_paths *m, nf_err *e);

// Rates of all planes, GB/s of one direction.
typedef struct {
  uint64_t cables[NF_CABLE_KINDS], switches, chips;
  uint32_t widest;  // ports of the largest switch
  double link_rate; // sum over all links, both directions of a cable
  double injection; // sum over all ports of endpoints
} nf_measured_parts;
void nf_measure_parts(const nf_graph *g, nf_measured_parts *m);

// The least rate that must be cut to part the endpoints n with side[n] from the others: maximal
// flow from one side to the other, switches being where it is best. GB/s of one direction, all
// planes.
int nf_measure_cut(const nf_graph *g, const bool *side, double *rate, nf_err *e);

#endif
