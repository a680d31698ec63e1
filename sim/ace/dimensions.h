// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Systems of ACE engines (ACE Fig. 8, Table 5): dimensions in each of which nodes form groups, the
// nodes of a group joined by a ring or by switches. It describes; it holds no state and no cycle.
// Names and numbers are those of sim/topology; these it can be:
//
//   ring:N           one ring, ports 0 and 1
//   torus:AxB        two dimensions of rings, ports 0..3
//   torus:AxBxC      L, V and H, ports 0 L+, 1 L-, 2 V+, 3 V-, 4 H+, 5 H-
//                    With V = 1 the ports of V make a second ring of L, with L = 1 those of L one
//                    of V (Table 5, note).
//   alltoall:LxP     rings of L nodes in a package, ports 0 and 1; ports 2..5 to four switches,
//   each of which
//                    joins all nodes
//   switch:N         the four switches alone
//
// Node ids count the first dimension fastest: ((h * V) + v) * L + l. A dimension of one node has no
// link of its own.
#ifndef NF_ACE_TOPOLOGY_H
#define NF_ACE_TOPOLOGY_H

#include "sim/common/err.h"

#include <stdbool.h>

enum {
  NF_TOPO_DIMS = 3,
  NF_TOPO_NODES = 128,  // nodes of a system
  NF_TOPO_SIZE = 16,    // nodes of a dimension: what the programs are written for
  NF_TOPO_PORTS = 6,    // of a node
  NF_TOPO_RINGS = 2,    // of a dimension, side by side
  NF_TOPO_SWITCHES = 4, // each on a port of its own
  NF_TOPO_FIRST_SWITCH_PORT = 2
};

typedef struct {
  char letter; // as the paper has it: L, V, H, P
  unsigned size;
  bool switched;  // joined by switches, otherwise a ring
  bool package;   // links inside the package, faster than those between packages
  unsigned rings; // of a group; a ring dimension has one at least
  unsigned
      port[NF_TOPO_RINGS]; // of each ring: to the next node; the port after it to the one before
} nf_topo_dim;

typedef struct {
  char name[40]; // as it was asked for
  unsigned dims, nodes;
  nf_topo_dim dim[NF_TOPO_DIMS];
} nf_topo;

int nf_topo_open(nf_topo *t, const char *text, nf_err *e);
// Takes second rings away: the ports of a dimension of one node stay idle.
void nf_topo_single_rings(nf_topo *t);

// A node's place in its group of a dimension.
unsigned nf_topo_rank(const nf_topo *t, unsigned node, unsigned dim);
// The node at place `rank` of the same group.
unsigned nf_topo_member(const nf_topo *t, unsigned node, unsigned dim, unsigned rank);
// The dimension a port serves; -1: it has no link.
int nf_topo_port_dim(const nf_topo *t, unsigned port);
// The far end of a ring's link: node and port. Only for ports of rings that have a link.
unsigned nf_topo_neighbour(const nf_topo *t, unsigned node, unsigned port);
static inline unsigned nf_topo_far_port(unsigned port) { return port ^ 1; }

#endif
