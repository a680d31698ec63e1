// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How a graph is made: the nodes and cables of one plane, then its copies. Endpoints first, then
// switches. Memory that runs out is kept in the error; calls after that do nothing.
#ifndef NF_BUILD_H
#define NF_BUILD_H

#include "graph.h"

typedef struct {
  nf_graph *g;
  uint32_t node_room, cable_room, ports;
  double rate[NF_CABLE_KINDS];         // GB/s of one direction
  uint32_t latency_ps[NF_CABLE_KINDS]; // wire alone
  nf_err *e;
} nf_build;

// Returns the node's number.
uint32_t nf_build_endpoint(nf_build *b, uint32_t ports, bool forwards);
uint32_t nf_build_switch(nf_build *b, uint32_t ports, unsigned level);
// `count` of them in a row; returns the first.
uint32_t nf_build_switches(nf_build *b, uint32_t count, uint32_t ports, unsigned level);
void nf_build_place(nf_build *b, uint32_t node, int x, int y, int z, int w);
// A cable between two ports; its rate and latency are those of its kind. Returns its number.
uint32_t nf_build_join(nf_build *b, nf_graph_plug one, nf_graph_plug other, nf_cable_kind kind);
// `ups` links of each of `lowers` switches, behind its `down` ports, to `uppers` switches. Link i
// of all goes to port i / uppers of switch i mod uppers: so consecutive links of a switch go to
// different ones, and each upper switch gets as many as another, or one more.
void nf_build_wire(nf_build *b, uint32_t lower, uint32_t lowers, uint32_t down, uint32_t ups,
                   uint32_t upper, uint32_t uppers);
// Fills the ports in and makes the copies. Refuses a port with two cables, and a network that
// is too large or has no endpoint.
int nf_build_end(nf_build *b, uint32_t planes);

#endif
