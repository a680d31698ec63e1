// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/path_tree.h"

#include <string.h>

// ------------------------------------------------------------------------------- growing
// Trees whose cable up is the one at a port: later trees take the others.
typedef struct {
  uint8_t trees[NF_TOPOLOGY_SWITCHES][NF_MAX_PORTS];
} cable_use;

// The port up to a switch that the tree has already, by the cable of the fewest trees.
static unsigned port_up(const nf_routing *r, unsigned s, const bool *reached,
                        const cable_use *use) {
  const nf_site_ways *w = &r->site[s];
  unsigned best = NF_NO_PORT;
  for (unsigned i = 0; i < w->neighbours; i++) {
    const unsigned peer = w->neighbour[i].sw;
    if (!reached[peer] || r->site[peer].level <= w->level)
      continue;
    for (unsigned k = 0; k < w->neighbour[i].count; k++) {
      const unsigned port = w->neighbour[i].port[k];
      if (best == NF_NO_PORT || use->trees[s][port] < use->trees[s][best])
        best = port;
    }
  }
  return best;
}

// From the root down, each level after the one above it.
static void grow(const nf_routing *r, nf_path_tree *tree, unsigned root, cable_use *use) {
  bool reached[NF_TOPOLOGY_SWITCHES] = {false};
  reached[root] = true;
  for (unsigned level = r->site[root].level; level-- > 0;)
    for (unsigned s = 0; s < r->t->switches; s++) {
      const unsigned port =
          r->site[s].level == level ? port_up(r, s, reached, use) : (unsigned)NF_NO_PORT;
      if (port == NF_NO_PORT)
        continue;
      tree->up[s] = (uint8_t)port;
      reached[s] = true;
      use->trees[s][port]++;
    }
}

// From the leaves up: what is below a switch is known before it is added to what is below the next.
static void find_below(const nf_routing *r, nf_path_tree *tree) {
  const nf_topology *t = r->t;
  for (unsigned s = 0; s < t->switches; s++)
    if (r->site[s].endpoints)
      tree->below[s] = r->site[s].below;
  for (unsigned level = 0; level < t->switches; level++)
    for (unsigned s = 0; s < t->switches; s++) {
      if (r->site[s].level != level || tree->up[s] == NF_NO_PORT)
        continue;
      nf_gpu_set *above = &tree->below[nf_topology_peer(t, s, tree->up[s])->node];
      for (unsigned k = 0; k < NF_TOPOLOGY_GPUS / 64; k++)
        above->w[k] |= tree->below[s].w[k];
    }
}

// Switches of a plane that have all GPUs below them.
static unsigned roots_of(const nf_routing *r, unsigned plane, unsigned root[NF_TOPOLOGY_SWITCHES]) {
  unsigned n = 0;
  for (unsigned s = 0; s < r->t->switches; s++)
    if (r->t->sw[s].plane == plane && nf_gpu_count(&r->site[s].below) == r->t->gpus)
      root[n++] = s;
  return n;
}

int nf_path_tree_plan(nf_routing *r, unsigned count, const char *found, nf_err *e) {
  cable_use use = {{{0}}};
  unsigned root[NF_TOPOLOGY_SWITCHES];
  for (unsigned i = 0; i < count; i++) {
    memset(r->tree[i].up, NF_NO_PORT, sizeof r->tree[i].up);
    memset(r->tree[i].below, 0, sizeof r->tree[i].below);
  }
  for (unsigned plane = 0; plane < r->t->links; plane++) {
    const unsigned roots = roots_of(r, plane, root);
    if (roots == 0)
      return nf_refuse(e,
                       "%s; and no switch of plane %u leads down to all GPUs, to be the root of a "
                       "tree of paths: join an upper switch to all others of the plane, directly "
                       "or by switches between",
                       found, plane);
    for (unsigned i = 0; i < count; i++)
      grow(r, &r->tree[i], root[i * roots / count], &use);
  }
  for (unsigned i = 0; i < count; i++)
    find_below(r, &r->tree[i]);
  r->trees = count;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- following
// A switch that the tree does not reach is above it: down to the switch of the tree that has the
// most below it, so that a multicast goes to disjoint parts of the tree.
unsigned nf_path_tree_to_gpu(const nf_routing *r, unsigned s, unsigned gpu, unsigned path_class) {
  const nf_path_tree *tree = &r->tree[path_class % r->trees];
  const bool down = nf_gpu_has(&tree->below[s], gpu);
  unsigned best = NF_NO_PORT, most = 0;
  if (!down && tree->up[s] != NF_NO_PORT)
    return tree->up[s];
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    const nf_plug *peer = nf_topology_peer(r->t, s, p);
    if (!peer || peer->gpu || r->site[peer->node].level >= r->site[s].level ||
        !nf_gpu_has(&tree->below[peer->node], gpu))
      continue;
    const unsigned n = nf_gpu_count(&tree->below[peer->node]);
    if (down ? tree->up[peer->node] == peer->port : n > most) {
      best = p;
      most = n;
    }
  }
  return best;
}
