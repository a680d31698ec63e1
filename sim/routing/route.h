// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which ports and virtual channels a packet may take next. Pure: the same arguments, the same
// answer; an engine may tabulate it. Free of deadlock by nf_route_check, not by assumption.
#ifndef NF_ROUTE_H
#define NF_ROUTE_H

#include "sim/topology/graph.h"

enum { NF_ROUTE_MOST = 64, NF_ROUTE_VCS = 4 };

typedef struct {
  uint16_t port;
  uint8_t vc;
} nf_route_choice;

typedef struct nf_route nf_route;

// `name`: "deterministic", "adaptive" (minimal), or one the topology has besides; NULL: its own
// default. Refuses a name it does not have, and a network where some endpoint cannot be reached.
int nf_route_open(nf_route **r, const nf_graph *g, const char *name, nf_err *e);
void nf_route_close(nf_route *r);
const char *nf_route_name(const nf_route *r);

// Candidates at `node` for a packet that came in by (in_port, in_vc) (NF_GRAPH_NONE: injected here)
// and goes to endpoint `dst`; best first, at most NF_ROUTE_MOST. `flow` picks one of equals when
// the routing is deterministic: flow % planes is the plane, flow / planes one of the paths in it;
// two endpoints that use the same flow use the same cables in both directions, as far as the
// topology's paths are alike in both. An adaptive packet may be injected into any plane. 0: dst is
// this node.
unsigned nf_route_next(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                       uint32_t dst, uint32_t flow, nf_route_choice choice[NF_ROUTE_MOST]);
// All ports of one plane that the routing allows for the plane's part of a flow (flow / planes):
// what is picked from, or all that an adaptive packet has. Injected into `plane`; on its way a
// packet is in the plane of in_port.
unsigned nf_route_all(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                      uint32_t dst, uint32_t plane, uint32_t flow,
                      nf_route_choice choice[NF_ROUTE_MOST]);
// The one of n such choices that a flow takes; 0 when the routing is adaptive.
unsigned nf_route_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow, unsigned n,
                       const nf_route_choice *choice);
// Two ports of a node and of one plane that have the same side are routed alike: nf_route_next
// answers for one of them what it answers for the other.
uint32_t nf_route_side(const nf_route *r, uint32_t node, uint32_t in_port);
unsigned nf_route_vcs(const nf_route *r);

// What nf_route_check looked at: channels are those of plane 0, a link's virtual channels.
typedef struct {
  uint64_t channels, dependencies;
  uint64_t destinations; // whose paths were all followed
  bool
      by_turns; // the dependencies are all turns that the rules allow, a superset of those of paths
} nf_route_checked;

// Builds the channel dependency graph and refuses with the cycle of channels, if there is one, or
// with a path that leads nowhere. `c` may be NULL.
int nf_route_check(const nf_route *r, nf_route_checked *c, nf_err *e);

#endif
