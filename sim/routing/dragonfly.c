// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Dragonfly. Minimal: in the source's group to a router that has a cable to the destination's
// group, over it, and there to the destination's router; of all such cables those that make the
// path shortest. Valiant: the same way to a group that the flow names, and from there on. Channels
// count the groups (Kim et al., with local cables of the last group in the last channel), so l0 <
// g0 < l1 < g1 < l2.
#include "sim/topology/dragonfly.h"
#include "mesh.h"

#include <string.h>

typedef struct {
  uint32_t routers, groups, global, terminals, local;
} shape;

static shape shape_of(const nf_graph *g) {
  return (shape){g->shape[NF_DF_ROUTERS], g->shape[NF_DF_GROUPS], g->shape[NF_DF_GLOBAL],
                 g->shape[NF_DF_TERMINALS], g->shape[NF_DF_LOCAL]};
}

// A packet's place: router and group, and how many global cables it has behind it.
typedef struct {
  uint32_t group, router;
  unsigned globals;
} position;

static position position_of(const nf_route *r, const shape *d, uint32_t node, uint32_t in_port,
                            unsigned in_vc) {
  const nf_graph_node *n = &r->g->node[node];
  const uint32_t first_global = d->terminals + (d->routers - 1) * d->local;
  const unsigned globals = in_port < d->terminals ? 0 : in_vc + (in_port >= first_global);
  return (position){(uint32_t)n->at[0], (uint32_t)n->at[1], globals};
}

// All parallel cables to another router of the group.
static unsigned to_router(const shape *d, uint32_t from, uint32_t to, unsigned vc,
                          nf_route_choice *choice, unsigned n) {
  const uint32_t first = d->terminals + (to < from ? to : to - 1) * d->local;
  for (unsigned i = 0; i < n; i++)
    if (choice[i].port == first)
      return n;
  for (uint32_t k = 0; k < d->local && n < NF_ROUTE_MOST; k++)
    choice[n++] = (nf_route_choice){(uint16_t)(first + k), (uint8_t)vc};
  return n;
}

// Towards another group; `last` is the router wanted there, or any if it is NF_GRAPH_NONE.
static unsigned to_group(const shape *d, position at, uint32_t group, uint32_t last,
                         nf_route_choice *choice) {
  const uint32_t ports = d->routers * d->global,
                 offset = (group + d->groups - at.group) % d->groups;
  const uint32_t cables = nf_dragonfly_cables(ports, d->groups, offset);
  unsigned n = 0, best = 4;
  for (uint32_t k = 0; k < cables; k++) {
    const uint32_t here = nf_dragonfly_port(ports, d->groups, offset, k);
    const uint32_t there = nf_dragonfly_port(ports, d->groups, d->groups - offset, k);
    const uint32_t router = here / d->global;
    const unsigned length =
        1u + (router != at.router) + (last != NF_GRAPH_NONE && there / d->global != last);
    if (length < best)
      n = 0;
    if (length > best || n == NF_ROUTE_MOST)
      continue;
    best = length;
    if (router == at.router)
      choice[n++] = (nf_route_choice){
          (uint16_t)(d->terminals + (d->routers - 1) * d->local + here % d->global),
          (uint8_t)at.globals};
    else
      n = to_router(d, at.router, router, at.globals, choice, n);
  }
  return n;
}

static unsigned dragonfly_candidates(const nf_route *r, uint32_t node, uint32_t in_port,
                                     unsigned in_vc, uint32_t dst, uint32_t plane, uint32_t flow,
                                     nf_route_choice choice[NF_ROUTE_MOST]) {
  const nf_graph *g = r->g;
  if (node < g->endpoints) {
    choice[0] = (nf_route_choice){(uint16_t)plane, 0}; // one port in each plane
    return 1;
  }
  const shape d = shape_of(g);
  const position at = position_of(r, &d, node, in_port, in_vc);
  const uint32_t group = dst / d.terminals / d.routers, router = dst / d.terminals % d.routers;
  if (at.group == group && at.router == router) {
    choice[0] = (nf_route_choice){(uint16_t)(dst % d.terminals), 0};
    return 1;
  }
  if (at.group == group)
    return to_router(&d, at.router, router, r->vcs - 1, choice, 0);
  const uint32_t by = flow % d.groups;
  const bool detour = r->flows > 1 && at.globals == 0 && by != at.group && by != group;
  return to_group(&d, at, detour ? by : group, detour ? NF_GRAPH_NONE : router, choice);
}

static unsigned dragonfly_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow,
                               unsigned n, const nf_route_choice *choice) {
  (void)node;
  (void)dst;
  (void)choice;
  return flow / r->flows % n;
}

// Local and global cables of a path alternate, and channels never fall; the last channel is local
// alone.
static bool dragonfly_turn(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                           nf_route_choice out) {
  const shape d = shape_of(r->g);
  const uint32_t first_global = d.terminals + (d.routers - 1) * d.local;
  const position at = position_of(r, &d, node, in_port, in_vc);
  if (out.port < d.terminals)
    return out.vc == 0;
  if (in_port >= d.terminals && in_port < first_global) // from a router of the group
    return out.port >= first_global && out.vc == in_vc && in_vc + 1u < r->vcs;
  return out.vc == at.globals ? out.port < first_global || out.vc + 1u < r->vcs
                              : out.port < first_global && out.vc + 1u == r->vcs;
}

static int open_dragonfly(nf_route *r, nf_err *e) {
  (void)e;
  const bool valiant = strcmp(r->name, "valiant") == 0;
  r->vcs = valiant ? 3 : 2;
  r->flows = valiant ? r->g->shape[NF_DF_GROUPS] : 1;
  return NF_EXIT_OK;
}

static void close_dragonfly(nf_route *r) { (void)r; }

const nf_routing_kind Nf_routing_dragonfly = {.names = "deterministic adaptive valiant",
                                              .open = open_dragonfly,
                                              .close = close_dragonfly,
                                              .candidates = dragonfly_candidates,
                                              .pick = dragonfly_pick,
                                              .turn = dragonfly_turn};
