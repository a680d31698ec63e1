// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A routing as each family of topologies implements it, and what they share.
#ifndef NF_ROUTE_INT_H
#define NF_ROUTE_INT_H

#include "route.h"

typedef struct {
  const char *names; // of the routings, separated by blanks; the first is the default
  int (*open)(nf_route *r, nf_err *e);
  void (*close)(nf_route *r);
  // As nf_route_next, for a packet that is in plane `plane`; every port it may take under the
  // routing's rules, whatever the flow, unless the flow itself selects the path (r->flows).
  unsigned (*candidates)(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                         uint32_t dst, uint32_t plane, uint32_t flow,
                         nf_route_choice choice[NF_ROUTE_MOST]);
  // The one of n equal candidates that a flow takes.
  unsigned (*pick)(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow, unsigned n,
                   const nf_route_choice *choice);
  // Whether the rules allow a packet to go on from one channel into another, for any destination.
  bool (*turn)(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
               nf_route_choice out);
  // As nf_route_side; NULL: each port has a side of its own.
  uint32_t (*side)(const nf_route *r, uint32_t node, uint32_t in_port);
} nf_routing_kind;

struct nf_route {
  const nf_graph *g;
  const nf_routing_kind *kind;
  const char *name;
  bool adaptive;
  unsigned vcs;
  uint32_t flows; // flows that differ in more than the pick among candidates; 1: none do
  void *own;      // the family's tables
};

extern const nf_routing_kind Nf_routing_tree;

#endif
