// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The paths between the switches of a plane on which a reduction in the network runs, as
// sim/klenk/routing.c and sim/klenk/path_tree.c have them (docs/network-tables.md): up, or once
// across, and then down. Which of equal ones a packet takes is its way: everything that has one way
// goes along one tree, from whichever switch or endpoint it starts.
#ifndef NF_FAST_PATHS_H
#define NF_FAST_PATHS_H

#include "plan.h"

// Ports of a switch.
typedef struct {
  uint64_t w[NF_FAST_PORTS / 64];
} nf_fast_ports;

typedef struct nf_fast_neighbours nf_fast_neighbours;

typedef struct {
  const nf_fast_fabric *fabric;
  nf_fast_plan_plane *plane;
  uint32_t members;
  nf_fast_paths_by by;
  uint16_t *leaf; // switches that members are at, in the order of the members
  unsigned leaves;
  uint16_t *level; // by switch: cables down to the next one that endpoints are at
  uint8_t *reach;  // [to * switches + from]
  nf_fast_neighbours *around;
  nf_fast_ports *local;   // by switch: ports of members
  nf_fast_ports *uplinks; // by switch: ports to switches that are not lower
  nf_fast_ports *spread;  // [switch * ways + way]: ports that lead to members
  uint32_t *visited;      // by switch: the multicast that was there last
  uint32_t multicasts;
  nf_err *err;
} nf_fast_paths;

// Of a plane whose switches and leaves are known; sets its ways.
int nf_fast_paths_open(nf_fast_paths *m, const nf_fast_fabric *f, nf_fast_plan_plane *p,
                       uint32_t members, nf_err *e);
void nf_fast_paths_close(nf_fast_paths *m);

// Of every switch the ports towards members and their leaves by each way, chosen as m->by says,
// into its site, too.
int nf_fast_paths_choose(nf_fast_paths *m, unsigned classes);
// The address may choose among the ways: each is one uplink of a switch that has uplinks, and no
// choice elsewhere.
bool nf_fast_paths_spread(const nf_fast_paths *m);

// The uplink of a way, where the address chooses; with a choice among several.
unsigned nf_fast_paths_up(const nf_fast_paths *m, unsigned i, unsigned way);
bool nf_fast_paths_choice(const nf_fast_paths *m, unsigned i);

typedef struct {
  unsigned root, way;
  bool answers; // responses come back by the same cables
} nf_fast_tree;

// Where a multicast goes that starts at the root, into its sites. Refuses a tree that does not
// reach every member once.
int nf_fast_paths_grow(nf_fast_paths *m, nf_fast_tree tree);

// Port of a switch towards another one by a class of paths; NF_FAST_NO_PORT: none leads up and down
// to it.
unsigned nf_fast_paths_port(const nf_fast_paths *m, unsigned from, unsigned to,
                            unsigned path_class);
// Pushes come up to it and down from every leaf, and it reaches all members by every class.
bool nf_fast_paths_home(const nf_fast_paths *m, unsigned i, unsigned classes);
// A switch above those that members are at, that leads down to all of them and not up.
bool nf_fast_paths_root(const nf_fast_paths *m, unsigned i);

#endif
