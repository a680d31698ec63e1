// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "closed.h"

#include "dragonfly.h"
#include "hammingmesh.h"
#include "kinds.h"

double nf_cost_of(const nf_measured_parts *m) {
  if (m->widest > NF_PRICE_RADIX)
    return 0;
  return (double)m->chips * NF_PRICE_SWITCH + (double)m->cables[NF_CABLE_FIBRE] * NF_PRICE_FIBRE +
         (double)m->cables[NF_CABLE_COPPER] * NF_PRICE_COPPER;
}

static double least(double a, double b) { return a < b ? a : b; }

// Of a cable that is no trace; the cut goes through such cables.
static double cable_rate(const nf_graph *g) {
  uint32_t c = 0;
  while (c + 1 < g->plane_cables && g->cable[c].kind == NF_CABLE_TRACE)
    c++;
  return g->cable[c].bytes_per_ns;
}

// ------------------------------------------------------------------------------- trees
// Half of the leaves keep their up-links, unless their endpoints have fewer links.
static nf_closed of_tree(const nf_graph *g) {
  const uint32_t leaves = g->shape[NF_TREE_LEAVES], down = g->shape[NF_TREE_DOWN],
                 ups = g->shape[NF_TREE_UPS];
  nf_closed c = {0};
  if (leaves == 0)
    return c;
  if (leaves == 1)
    return (nf_closed){2, g->endpoints / 2};
  // With a full pod and a part of one the latter's links lead to switches of both: that is left to
  // the search.
  if (g->levels < 3 || leaves <= g->shape[NF_TREE_POD] || leaves >= 2 * g->shape[NF_TREE_POD])
    c.diameter = g->levels == 1 ? 3 : g->levels == 2 || leaves <= g->shape[NF_TREE_POD] ? 4 : 6;
  if (leaves % 2 == 0 && g->endpoints == leaves * down &&
      (g->levels < 3 || leaves / 2 % g->shape[NF_TREE_POD] == 0))
    c.bisection = leaves / 2 * least(down, ups);
  return c;
}

// ------------------------------------------------------------------------------- grids
static unsigned longest(const nf_graph *g) {
  unsigned d = 0;
  for (unsigned i = 1; i < 3; i++)
    if (g->shape[i] > g->shape[d])
      d = i;
  return d;
}

// Two cables of each ring across the longest dimension.
static nf_closed of_torus(const nf_graph *g) {
  const uint32_t size = g->shape[longest(g)];
  return (nf_closed){g->shape[0] / 2 + g->shape[1] / 2 + g->shape[2] / 2,
                     size % 2 ? 0 : 2.0 * g->endpoints / size};
}

// Half of the packages' cables to the four switches.
static nf_closed of_packages(const nf_graph *g) {
  const uint32_t local = g->shape[0], packages = g->shape[1], round = local / 2;
  return (nf_closed){packages > 1 ? 2
                     : round < 2  ? round
                                  : 2,
                     packages % 2 ? 0 : 2.0 * g->endpoints};
}

// ------------------------------------------------------------------------------- HammingMesh
static nf_hamming_tree tree_of(const nf_graph *g, unsigned dim) {
  return nf_hamming_tree_of(g->shape[NF_HX_X + dim], g->shape[NF_HX_RADIX], g->shape[NF_HX_TAPER]);
}

static bool has_failed(const nf_graph *g) {
  return g->endpoints != g->shape[0] * g->shape[1] * g->shape[2] * g->shape[3];
}

// Cables of all trees of a dimension between the halves of its boards (HXMESH III-A: a*x*y for
// columns of single switches); 0: a leaf of a tree would have ends of both halves.
static double hamming_cut(const nf_graph *g, unsigned dim) {
  const nf_hamming_tree t = tree_of(g, dim);
  const uint32_t trees = g->shape[NF_HX_B - dim] * g->shape[NF_HX_Y - dim],
                 boards = g->shape[NF_HX_X + dim];
  if (has_failed(g) || boards % 2 || (t.spines && (t.leaves % 2 || t.places != t.leaves * t.down)))
    return 0;
  return trees * (t.spines ? least(boards, t.leaves / 2 * t.ups) : boards);
}

static unsigned hamming_dim(const nf_graph *g) {
  const double x = hamming_cut(g, 0), y = hamming_cut(g, 1);
  return y == 0 || (x > 0 && x < y) ? 0 : 1;
}

// Of a HammingMesh of two dimensions (HXMESH III-B): to the edges and back, and a tree each. Boards
// that are gone may leave a row, or a board, alone: that is left to the search.
static nf_closed of_hamming(const nf_graph *g) {
  nf_closed c = {.bisection = hamming_cut(g, hamming_dim(g))};
  if (has_failed(g))
    return c;
  for (unsigned dim = 0; dim < 2; dim++)
    c.diameter += 2 * ((g->shape[dim] - 1) / 2) + (tree_of(g, dim).spines ? 4 : 2);
  return c;
}

// ------------------------------------------------------------------------------- dragonfly
// Terminal, local, global, local, terminal. Where each router has a cable to each group the first
// local one is not needed. Groups of few routers for their global cables, and fewer of them than
// there are cables for, may have two global cables through a third group as a shorter way: that is
// left to the search.
static nf_closed of_dragonfly(const nf_graph *g) {
  const uint32_t routers = g->shape[NF_DF_ROUTERS], groups = g->shape[NF_DF_GROUPS],
                 global = g->shape[NF_DF_GLOBAL], ports = routers * global;
  nf_closed c = {.diameter = routers == 1                                   ? 3
                             : global >= groups - 1                         ? 4
                             : routers >= 2 * global || ports == groups - 1 ? 5
                                                                            : 0};
  for (uint32_t i = 0; groups % 2 == 0 && i < groups / 2; i++)
    for (uint32_t k = groups / 2; k < groups; k++)
      c.bisection += nf_dragonfly_cables(ports, groups, k - i);
  c.bisection = least(c.bisection, g->endpoints / 2);
  return c;
}

nf_closed nf_closed_of(const nf_graph *g) {
  static nf_closed (*const of[])(const nf_graph *g) = {[NF_FAMILY_TREE] = of_tree,
                                                       [NF_FAMILY_TORUS] = of_torus,
                                                       [NF_FAMILY_PACKAGES] = of_packages,
                                                       [NF_FAMILY_HAMMING] = of_hamming,
                                                       [NF_FAMILY_DRAGONFLY] = of_dragonfly};
  if (g->endpoints < 2) // the forms are of what is between two
    return (nf_closed){0};
  nf_closed c = of[g->family](g);
  c.bisection *= cable_rate(g) * g->planes;
  return c;
}

// ------------------------------------------------------------------------------- halves
const char *nf_closed_halves(const nf_graph *g, bool *side) {
  static const char *const axes[] = {"x", "y", "z"}, *const boards[] = {"the boards, by x",
                                                                        "the boards, by y"};
  unsigned dim = 0;
  uint32_t size = 0; // of what is halved; 0: the endpoints, by number
  const char *what = "the endpoints, by number";
  switch (g->family) {
  case NF_FAMILY_TORUS:
    dim = longest(g);
    size = g->shape[dim];
    what = axes[dim];
    break;
  case NF_FAMILY_PACKAGES:
    dim = 1;
    size = g->shape[1];
    what = "the packages";
    break;
  case NF_FAMILY_HAMMING:
    dim = hamming_dim(g);
    size = g->shape[NF_HX_X + dim];
    what = boards[dim];
    break;
  case NF_FAMILY_DRAGONFLY: // endpoints are numbered by group
  case NF_FAMILY_TREE:
    break;
  }
  for (uint32_t n = 0; n < g->endpoints; n++)
    side[n] = size ? (uint32_t)g->node[n].at[dim] < size / 2 : n < g->endpoints / 2;
  return what;
}
