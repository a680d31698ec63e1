// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/path_tree.h"
#include "sim/routing/path_class.h"

#include <string.h>

enum { UNKNOWN = 1000 };

static bool any(const nf_gpu_set *s) {
  for (unsigned i = 0; i < NF_TOPOLOGY_GPUS / 64; i++)
    if (s->w[i])
      return true;
  return false;
}

static nf_gpu_set both(const nf_gpu_set *a, const nf_gpu_set *b) {
  nf_gpu_set s;
  for (unsigned i = 0; i < NF_TOPOLOGY_GPUS / 64; i++)
    s.w[i] = a->w[i] & b->w[i];
  return s;
}

static nf_gpu_set without(const nf_gpu_set *a, const nf_gpu_set *b) {
  nf_gpu_set s;
  for (unsigned i = 0; i < NF_TOPOLOGY_GPUS / 64; i++)
    s.w[i] = a->w[i] & ~b->w[i];
  return s;
}

// Neighbours and their cables, in the order of the cables: the same at both ends.
static void find_neighbours(nf_routing *r) {
  const nf_topology *t = r->t;
  for (unsigned c = 0; c < t->cables; c++)
    for (unsigned k = 0; k < 2; k++) {
      const nf_plug *here = &t->cable[c].end[k], *there = &t->cable[c].end[1 - k];
      if (here->gpu)
        continue;
      nf_site_ways *w = &r->site[here->node];
      if (there->gpu) {
        w->endpoints |= (uint16_t)(1u << here->port);
        nf_gpu_add(&w->below, there->node);
        continue;
      }
      unsigned i = 0;
      while (i < w->neighbours && w->neighbour[i].sw != there->node)
        i++;
      if (i == w->neighbours)
        w->neighbour[w->neighbours++].sw = there->node;
      w->neighbour[i].ports |= (uint16_t)(1u << here->port);
      w->neighbour[i].port[w->neighbour[i].count++] = here->port;
    }
}

static void find_levels(nf_routing *r) {
  const unsigned n = r->t->switches;
  for (unsigned s = 0; s < n; s++)
    r->site[s].level = r->site[s].endpoints ? 0 : UNKNOWN;
  for (unsigned level = 0; level < n; level++)
    for (unsigned s = 0; s < n; s++)
      for (unsigned i = 0; r->site[s].level == level && i < r->site[s].neighbours; i++) {
        nf_site_ways *peer = &r->site[r->site[s].neighbour[i].sw];
        if (peer->level == UNKNOWN)
          peer->level = level + 1;
      }
}

static void find_uplinks(nf_routing *r) {
  for (unsigned s = 0; s < r->t->switches; s++) {
    nf_site_ways *w = &r->site[s];
    for (unsigned i = 0; i < w->neighbours; i++)
      if (r->site[w->neighbour[i].sw].level >= w->level)
        w->uplinks |= w->neighbour[i].ports;
  }
}

// Lower switches first, so that each knows what is below it when its upper neighbours ask.
static void find_below(nf_routing *r) {
  const unsigned n = r->t->switches;
  for (unsigned level = 1; level < n; level++)
    for (unsigned s = 0; s < n; s++)
      for (unsigned i = 0; r->site[s].level == level && i < r->site[s].neighbours; i++) {
        const nf_site_ways *peer = &r->site[r->site[s].neighbour[i].sw];
        for (unsigned k = 0; peer->level < level && k < NF_TOPOLOGY_GPUS / 64; k++)
          r->site[s].below.w[k] |= peer->below.w[k];
      }
}

static unsigned uppers_of(const nf_routing *r, unsigned s) {
  unsigned n = 0;
  for (unsigned i = 0; i < r->site[s].neighbours; i++)
    n += r->site[r->site[s].neighbour[i].sw].level > r->site[s].level;
  return n;
}

static nf_path_class_site path_class_site(const nf_routing *r, unsigned s) {
  return (nf_path_class_site){r->site[s].level, uppers_of(r, s)};
}

// One of the parallel cables to a neighbour.
static unsigned cable_to(const nf_routing *r, unsigned s, unsigned i, unsigned path_class) {
  const nf_site_ways *w = &r->site[s];
  const unsigned k =
      nf_path_class_cable(path_class, path_class_site(r, s), path_class_site(r, w->neighbour[i].sw),
                          w->neighbour[i].count);
  return w->neighbour[i].port[k];
}

// What is looked for: a GPU, or a switch.
typedef struct {
  bool gpu;
  unsigned node;
} goal;

static bool found_below(const nf_routing *r, unsigned s, goal g) {
  const nf_site_ways *w = &r->site[s];
  if (g.gpu)
    return nf_gpu_has(&w->below, g.node);
  if (s == g.node)
    return true;
  for (unsigned i = 0; i < w->neighbours; i++)
    if (r->site[w->neighbour[i].sw].level < w->level && found_below(r, w->neighbour[i].sw, g))
      return true;
  return false;
}

static bool found_above(const nf_routing *r, unsigned s, goal g) {
  const nf_site_ways *w = &r->site[s];
  if (found_below(r, s, g))
    return true;
  for (unsigned i = 0; i < w->neighbours; i++) {
    const unsigned peer = w->neighbour[i].sw;
    if (r->site[peer].level > w->level ? found_above(r, peer, g)
                                       : r->site[peer].level == w->level && found_below(r, peer, g))
      return true;
  }
  return false;
}

// The neighbour that the path leads to: down if that is enough, else up or across.
static unsigned next_of(const nf_routing *r, unsigned s, goal g, unsigned path_class) {
  const nf_site_ways *w = &r->site[s];
  const bool down = found_below(r, s, g);
  unsigned fit[NF_MAX_PORTS], n = 0;
  for (unsigned i = 0; i < w->neighbours; i++) {
    const unsigned peer = w->neighbour[i].sw, level = r->site[peer].level;
    if (level < w->level   ? down && found_below(r, peer, g)
        : down             ? false
        : level > w->level ? found_above(r, peer, g)
                           : found_below(r, peer, g))
      fit[n++] = i;
  }
  return n ? fit[nf_path_class_neighbour(path_class, n)] : NF_NO_PORT;
}

unsigned nf_routing_to_gpu(const nf_routing *r, unsigned s, unsigned gpu, unsigned path_class) {
  const nf_plug *peer;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++)
    if ((peer = nf_topology_peer(r->t, s, p)) && peer->gpu && peer->node == gpu)
      return p;
  if (r->trees)
    return nf_path_tree_to_gpu(r, s, gpu, path_class);
  const unsigned i = next_of(r, s, (goal){true, gpu}, path_class);
  return i == NF_NO_PORT ? NF_NO_PORT : cable_to(r, s, i, path_class);
}

unsigned nf_routing_to_switch(const nf_routing *r, unsigned s, unsigned to, unsigned path_class) {
  const unsigned i = next_of(r, s, (goal){false, to}, path_class);
  return i == NF_NO_PORT ? NF_NO_PORT : cable_to(r, s, i, path_class);
}

// In a tree: each member by the path that a unicast takes.
static uint16_t multicast_by_tree(const nf_routing *r, unsigned s, const nf_gpu_set *members,
                                  unsigned path_class) {
  uint16_t ports = 0;
  for (unsigned g = 0; g < r->t->gpus; g++) {
    const unsigned p =
        nf_gpu_has(members, g) ? nf_routing_to_gpu(r, s, g, path_class) : (unsigned)NF_NO_PORT;
    if (p != NF_NO_PORT)
      ports |= (uint16_t)(1u << p);
  }
  return ports;
}

uint16_t nf_routing_multicast(const nf_routing *r, unsigned s, const nf_gpu_set *members,
                              unsigned path_class) {
  if (r->trees)
    return multicast_by_tree(r, s, members, path_class);
  const nf_site_ways *w = &r->site[s];
  nf_gpu_set outside = without(members, &w->below);
  uint16_t ports = 0;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    const nf_plug *peer = nf_topology_peer(r->t, s, p);
    if (peer && peer->gpu && nf_gpu_has(members, peer->node))
      ports |= (uint16_t)(1u << p);
  }
  // Below: each member by the path that a unicast takes.
  for (unsigned g = 0; g < r->t->gpus; g++)
    if (nf_gpu_has(members, g) && nf_gpu_has(&w->below, g))
      ports |= (uint16_t)(1u << nf_routing_to_gpu(r, s, g, path_class));
  // Across to each switch of this level that has some; what is left is reached from above.
  for (unsigned i = 0; i < w->neighbours; i++) {
    const nf_site_ways *peer = &r->site[w->neighbour[i].sw];
    const nf_gpu_set there = both(&outside, &peer->below);
    if (peer->level != w->level || !any(&there))
      continue;
    ports |= (uint16_t)(1u << cable_to(r, s, i, path_class));
    outside = without(&outside, &there);
  }
  for (unsigned g = 0; any(&outside) && g < r->t->gpus; g++)
    if (nf_gpu_has(&outside, g)) {
      const unsigned p = nf_routing_to_gpu(r, s, g, path_class);
      if (p != NF_NO_PORT)
        ports |= (uint16_t)(1u << p);
      break;
    }
  return ports;
}

int nf_routing_open(nf_routing *r, const nf_topology *t, nf_err *e) {
  memset(r, 0, sizeof *r);
  r->t = t;
  find_neighbours(r);
  find_levels(r);
  find_uplinks(r);
  find_below(r);
  for (unsigned s = 0; s < t->switches; s++)
    for (unsigned g = 0; g < t->gpus && r->site[s].level == 0; g++)
      if (nf_routing_to_gpu(r, s, g, 0) == NF_NO_PORT)
        return nf_refuse(e,
                         "%s: no path leads up, at most once across and down from switch %s to "
                         "gpu%u; add cables or upper switches",
                         t->name, t->sw[s].name, g);
  return NF_EXIT_OK;
}
