// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Dragonfly (Kim, Dally, Scott, Abts): groups of routers, all joined to each other by copper,
// groups joined by fibre. HXMESH App. C has routers of 8 terminals, 15 neighbours and 8 global
// ports, two of them in one 64-port switch: as one router that has 16 terminals, 16 global ports
// and four cables to each of seven neighbours (local=4).
#include "dragonfly.h"

#include "makers.h"

// Ports of a router: terminals, then local ones by neighbour, then global ones.
typedef struct {
  uint32_t routers, groups, global, terminals, local;
} shape;

static uint32_t local_port(const shape *d, uint32_t router, uint32_t to, uint32_t k) {
  return d->terminals + (to < router ? to : to - 1) * d->local + k;
}

static uint32_t global_port(const shape *d, uint32_t port) {
  return d->terminals + (d->routers - 1) * d->local + port % d->global;
}

static void join_group(nf_build *b, const shape *d, uint32_t first) {
  for (uint32_t i = 0; i < d->routers; i++)
    for (uint32_t j = i + 1; j < d->routers; j++)
      for (uint32_t k = 0; k < d->local && b->e->status == NF_EXIT_OK; k++)
        nf_build_join(b, (nf_graph_plug){first + i, local_port(d, i, j, k)},
                      (nf_graph_plug){first + j, local_port(d, j, i, k)}, NF_CABLE_COPPER);
}

// Cables of a group to those behind it; half of those to the opposite one, which has the other
// half.
static void join_groups(nf_build *b, const shape *d, uint32_t sw, uint32_t group) {
  const uint32_t ports = d->routers * d->global;
  for (uint32_t o = 1; 2 * o <= d->groups; o++) {
    const uint32_t peer = (group + o) % d->groups;
    if (2 * o == d->groups && peer < group)
      continue;
    for (uint32_t k = 0; k < nf_dragonfly_cables(ports, d->groups, o); k++) {
      const uint32_t here = nf_dragonfly_port(ports, d->groups, o, k);
      const uint32_t there = nf_dragonfly_port(ports, d->groups, d->groups - o, k);
      nf_build_join(
          b, (nf_graph_plug){sw + group * d->routers + here / d->global, global_port(d, here)},
          (nf_graph_plug){sw + peer * d->routers + there / d->global, global_port(d, there)},
          NF_CABLE_FIBRE);
    }
  }
}

int nf_make_dragonfly(nf_build *b, const nf_spec *s) {
  shape d = {.routers = s->number[0], .global = s->number[1], .groups = s->number[2]};
  d.terminals = nf_spec_value(s, NF_KEY_TERMINALS, d.global); // balanced: a = 2p = 2h
  d.local = nf_spec_value(s, NF_KEY_LOCAL, 1);
  if (d.groups - 1 > d.routers * d.global)
    return nf_refuse(
        b->e, "topology '%s': a group of %u routers with %u global ports reaches %u others at most",
        b->g->name, d.routers, d.global, d.routers * d.global);
  b->g->family = NF_FAMILY_DRAGONFLY;
  const uint32_t numbers[] = {d.routers, d.groups, d.global, d.terminals, d.local};
  for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    b->g->shape[i] = numbers[i];
  const uint32_t all = d.routers * d.groups;
  for (uint32_t n = 0; n < all * d.terminals && b->e->status == NF_EXIT_OK; n++)
    nf_build_endpoint(b, 1, false);
  const uint32_t sw =
      nf_build_switches(b, all, d.terminals + (d.routers - 1) * d.local + d.global, 0);
  for (uint32_t r = 0; r < all && b->e->status == NF_EXIT_OK; r++) {
    nf_build_place(b, sw + r, (int)(r / d.routers), (int)(r % d.routers), -1, -1);
    for (uint32_t t = 0; t < d.terminals; t++)
      nf_build_join(b, (nf_graph_plug){r * d.terminals + t, 0}, (nf_graph_plug){sw + r, t},
                    NF_CABLE_COPPER);
  }
  for (uint32_t g = 0; g < d.groups; g++) {
    join_group(b, &d, sw + g * d.routers);
    join_groups(b, &d, sw, g);
  }
  return b->e->status;
}
