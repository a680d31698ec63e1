// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Tori and packages. Deterministic: dimension order, with the channels of Dally and Seitz on each
// ring: a packet that has the wrap-around cable still before it is in channel 0, any other in
// channel 1, so the channels of a ring are in order. Adaptive: minimal, with one more channel than
// dimensions: channels count wrap-around cables, and between two of them, on a mesh, all steps to
// lower coordinates come before those to higher ones (negative-first, Glass and Ni).
#include "mesh.h"

#include <string.h>

enum { PLUS = 0, MINUS = 1, BOTH = 3, DIMS = 3, RING_PORTS = 2, PACKAGE_SWITCHES = 4 };

// Bit PLUS and bit MINUS: the directions that are shortest from `at` to `to` on a ring of `size`.
static unsigned shortest(uint32_t at, uint32_t to, uint32_t size) {
  const uint32_t ahead = (to + size - at) % size;
  if (ahead == 0)
    return 0;
  return (2 * ahead <= size ? 1u << PLUS : 0) | (2 * ahead >= size ? 1u << MINUS : 0);
}

static bool wraps(uint32_t at, uint32_t size, unsigned direction) {
  return direction == PLUS ? at + 1 == size : at == 0;
}

// Whether the rest of the way in a direction has the wrap-around cable in it.
static bool will_wrap(uint32_t at, uint32_t to, unsigned direction) {
  return direction == PLUS ? to < at : to > at;
}

static unsigned dims_of(const nf_graph *g) { return g->node[0].ports / g->planes / 2; }

static nf_route_choice port_of(const nf_route *r, uint32_t plane, unsigned dim, unsigned direction,
                               unsigned vc) {
  const uint32_t first = plane * nf_graph_plane_ports(r->g, 0);
  return (nf_route_choice){(uint16_t)(first + 2 * dim + direction), (uint8_t)vc};
}

// ------------------------------------------------------------------------------- dimension order
static unsigned in_order(const nf_route *r, uint32_t node, uint32_t dst, uint32_t plane,
                         nf_route_choice *choice) {
  const nf_graph_node *here = &r->g->node[node], *there = &r->g->node[dst];
  unsigned n = 0;
  for (unsigned d = 0; d < dims_of(r->g) && n == 0; d++) {
    const uint32_t at = (uint32_t)here->at[d], to = (uint32_t)there->at[d];
    const unsigned ways = shortest(at, to, r->g->shape[d]);
    for (unsigned way = PLUS; way <= MINUS; way++)
      if (ways >> way & 1)
        choice[n++] = port_of(r, plane, d, way, r->vcs == 2 && !will_wrap(at, to, way));
  }
  return n;
}

// ------------------------------------------------------------------------------- adaptive
// Where a packet came from: on the mesh of this channel, towards higher coordinates?
static bool came_upward(const nf_route *r, uint32_t node, uint32_t in_port) {
  if (in_port == NF_GRAPH_NONE)
    return false;
  const uint32_t port = in_port % nf_graph_plane_ports(r->g, node);
  // What comes in at the port of the minus side moves up, unless it came round.
  return port % 2 == MINUS && r->g->node[node].at[port / 2] != 0;
}

static unsigned minimal(const nf_route *r, uint32_t node, uint32_t in_port, unsigned vc,
                        uint32_t dst, uint32_t plane, nf_route_choice *choice) {
  const nf_graph *g = r->g;
  const bool upward = came_upward(r, node, in_port);
  unsigned ways[DIMS] = {0}, n = 0;
  bool down_first = false;
  for (unsigned d = 0; d < dims_of(g); d++) {
    const uint32_t at = (uint32_t)g->node[node].at[d];
    ways[d] = shortest(at, (uint32_t)g->node[dst].at[d], g->shape[d]);
    // After a step upward no step downward follows in this mesh: of two ways only the upward one is
    // left.
    if (upward && ways[d] == BOTH && !wraps(at, g->shape[d], MINUS))
      ways[d] = 1u << PLUS;
    down_first |= ways[d] == 1u << MINUS && !wraps(at, g->shape[d], MINUS);
  }
  for (unsigned d = 0; d < dims_of(g); d++)
    for (unsigned way = PLUS; way <= MINUS; way++) {
      const bool wrap = wraps((uint32_t)g->node[node].at[d], g->shape[d], way);
      if (ways[d] >> way & 1 && (wrap || way == MINUS || !down_first))
        choice[n++] = port_of(r, plane, d, way, vc + wrap);
    }
  return n;
}

static unsigned torus_candidates(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                                 uint32_t dst, uint32_t plane, uint32_t flow,
                                 nf_route_choice choice[NF_ROUTE_MOST]) {
  (void)flow;
  return r->adaptive
             ? minimal(r, node, in_port, in_port == NF_GRAPH_NONE ? 0 : in_vc, dst, plane, choice)
             : in_order(r, node, dst, plane, choice);
}

// Two ways round a ring are alike at most once in each dimension: a bit of the flow for each.
static unsigned torus_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow,
                           unsigned n, const nf_route_choice *choice) {
  (void)node;
  (void)dst;
  const unsigned dim = choice[0].port % nf_graph_plane_ports(r->g, 0) / 2;
  return (flow >> dim) % n;
}

// Whether a step in a direction that has led to `at` was the wrap-around cable.
static bool wrapped(uint32_t at, uint32_t size, unsigned direction) {
  return wraps(at, size, direction == PLUS ? MINUS : PLUS);
}

// On a ring of dimension order: channel 1 behind the wrap-around cable, which itself has channel 0;
// from 0 to 1 at most.
static bool ring_turn(uint32_t at, uint32_t size, unsigned direction, unsigned in_vc,
                      unsigned out_vc) {
  return wraps(at, size, direction)     ? out_vc == 0 && in_vc == 0
         : wrapped(at, size, direction) ? out_vc == 1
                                        : out_vc >= in_vc;
}

static bool torus_turn(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                       nf_route_choice out) {
  const nf_graph *g = r->g;
  const uint32_t ports = nf_graph_plane_ports(g, node), in = in_port % ports, o = out.port % ports;
  const uint32_t at = (uint32_t)g->node[node].at[o / 2], size = g->shape[o / 2];
  const bool wrap = wraps(at, size, o % 2);
  if (in == o) // back where it came from
    return false;
  if (r->adaptive)
    return out.vc == in_vc + wrap && (wrap || o % 2 == PLUS || !came_upward(r, node, in_port));
  if (in / 2 != o / 2)
    return in / 2 < o / 2 && (r->vcs == 1 || !wrap || out.vc == 0);
  return r->vcs == 1 || ring_turn(at, size, o % 2, in_vc, out.vc);
}

static int open_torus(nf_route *r, nf_err *e) {
  (void)e;
  r->vcs = r->adaptive ? dims_of(r->g) + 1 : strcmp(r->name, "nodateline") == 0 ? 1 : 2;
  return NF_EXIT_OK;
}

static void close_nothing(nf_route *r) { (void)r; }

const nf_routing_kind Nf_routing_torus = {.names = "deterministic adaptive nodateline",
                                          .open = open_torus,
                                          .close = close_nothing,
                                          .candidates = torus_candidates,
                                          .pick = torus_pick,
                                          .turn = torus_turn};

// ------------------------------------------------------------------------------- packages
// Within a package round the ring, unless a switch is nearer: two cables lead anywhere.
static unsigned packages_candidates(const nf_route *r, uint32_t node, uint32_t in_port,
                                    unsigned in_vc, uint32_t dst, uint32_t plane, uint32_t flow,
                                    nf_route_choice choice[NF_ROUTE_MOST]) {
  (void)in_vc;
  (void)flow;
  const nf_graph *g = r->g;
  if (node >= g->endpoints) {
    choice[0] = (nf_route_choice){(uint16_t)dst, 0}; // port n of a switch is accelerator n's
    return 1;
  }
  const uint32_t first = plane * (RING_PORTS + PACKAGE_SWITCHES), size = g->shape[0];
  const uint32_t at = (uint32_t)g->node[node].at[0], to = (uint32_t)g->node[dst].at[0];
  const bool same = g->node[node].at[1] == g->node[dst].at[1];
  const unsigned ways = shortest(at, to, size);
  const uint32_t ahead = (to + size - at) % size, steps = 2 * ahead <= size ? ahead : size - ahead;
  unsigned n = 0;
  for (unsigned way = PLUS; way <= MINUS && same && steps <= 2; way++)
    if (ways >> way & 1)
      choice[n++] = (nf_route_choice){(uint16_t)(first + way), (uint8_t)!will_wrap(at, to, way)};
  // An adaptive packet may take a switch where that is as near, and does not turn to one on its
  // way.
  if (n == 0 || (r->adaptive && steps == 2 && in_port == NF_GRAPH_NONE))
    for (unsigned i = 0; i < PACKAGE_SWITCHES; i++)
      choice[n++] = (nf_route_choice){(uint16_t)(first + RING_PORTS + i), 0};
  return n;
}

static unsigned packages_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow,
                              unsigned n, const nf_route_choice *choice) {
  (void)r;
  (void)node;
  (void)dst;
  (void)choice;
  return flow % n;
}

static bool packages_turn(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                          nf_route_choice out) {
  if (node >= r->g->endpoints)
    return true;
  const uint32_t ports = RING_PORTS + PACKAGE_SWITCHES, in = in_port % ports, o = out.port % ports;
  return in < RING_PORTS && o < RING_PORTS && in != o &&
         ring_turn((uint32_t)r->g->node[node].at[0], r->g->shape[0], o, in_vc, out.vc);
}

static int open_packages(nf_route *r, nf_err *e) {
  (void)e;
  r->vcs = 2;
  return NF_EXIT_OK;
}

const nf_routing_kind Nf_routing_packages = {.names = "deterministic adaptive",
                                             .open = open_packages,
                                             .close = close_nothing,
                                             .candidates = packages_candidates,
                                             .pick = packages_pick,
                                             .turn = packages_turn};
