// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// HammingMesh (HXMESH IV-C). The two dimensions are independent: a shortest path is one in x and
// one in y, interleaved. In each dimension a packet crosses its board, or goes to an edge, through
// the tree of its row or column, and from an edge to its place. On a board the step north comes
// last: no step east, west or south follows it there, though a tree may. Whoever enters a tree goes
// to the next channel, and a path has two trees at most, so there are three channels. In a tree:
// up, then down.
//
// Failed boards: a path that turns on a board between two others takes the other one when it has
// failed.
#include "sim/topology/hammingmesh.h"
#include "mesh.h"

#include <stdlib.h>

enum { EAST = NF_HX_EAST, WEST = NF_HX_WEST, NORTH = NF_HX_NORTH, SOUTH = NF_HX_SOUTH };

typedef struct {
  nf_hamming_tree tree[2]; // of a row, of a column
  uint32_t first_column;   // switch of a plane, behind those of the rows
  uint32_t size[2], boards[2];
  bool *failed; // by board; NULL: none has
} mesh;

// What a packet still has to do in a dimension; low is west or north, high is east or south.
typedef struct {
  bool done;
  bool step[2];  // to the next accelerator of the board: low, high
  bool leave[2]; // into the tree, here
  bool leaves;   // through a tree in any case: the board is another, or it is the shorter way
} need;

static bool board_failed(const mesh *m, int32_t x, int32_t y) {
  return m->failed && m->failed[(uint32_t)y * m->boards[0] + (uint32_t)x];
}

// ------------------------------------------------------------------------------- distances
// Steps from a place on a board to its low (0) or high (1) edge.
static uint32_t to_edge(const mesh *m, unsigned dim, uint32_t at, unsigned edge) {
  return edge ? m->size[dim] - 1 - at : at;
}

// Cables from one end of a board through the tree to a place of another, by the better end there.
static uint32_t through_tree(const mesh *m, unsigned dim, uint32_t end, uint32_t board,
                             uint32_t to) {
  const nf_hamming_tree *t = &m->tree[dim];
  uint32_t best = UINT32_MAX;
  for (unsigned edge = 0; edge < 2; edge++) {
    const uint32_t there = 2 * board + edge;
    const uint32_t cables = (end / t->down == there / t->down ? 2 : 4) + to_edge(m, dim, to, edge);
    best = cables < best ? cables : best;
  }
  return best;
}

static need need_of(const mesh *m, const nf_graph_node *here, const nf_graph_node *dst,
                    unsigned dim) {
  const uint32_t board = (uint32_t)here->at[dim], at = (uint32_t)here->at[2 + dim];
  const uint32_t to_board = (uint32_t)dst->at[dim], to = (uint32_t)dst->at[2 + dim];
  need n = {0};
  if (board == to_board && at == to) {
    n.done = true;
    return n;
  }
  uint32_t cables[2], best = UINT32_MAX; // by the tree, from the low and from the high edge
  for (unsigned edge = 0; edge < 2; edge++) {
    cables[edge] = to_edge(m, dim, at, edge) + through_tree(m, dim, 2 * board + edge, to_board, to);
    best = cables[edge] < best ? cables[edge] : best;
  }
  const uint32_t across = board != to_board ? UINT32_MAX : at < to ? to - at : at - to;
  if (across <= best)
    n.step[at < to] = true;
  for (unsigned edge = 0; edge < 2 && best <= across; edge++) {
    if (cables[edge] != best)
      continue;
    const bool inside = to_edge(m, dim, at, edge) > 0;
    n.step[edge] |= inside;
    n.leave[edge] |= !inside;
  }
  n.leaves = best < across;
  return n;
}

// ------------------------------------------------------------------------------- on a board
static unsigned add(nf_route_choice *choice, unsigned n, uint32_t first, unsigned port,
                    unsigned vc) {
  choice[n] = (nf_route_choice){(uint16_t)(first + port), (uint8_t)vc};
  return n + 1;
}

static bool came_north(const nf_graph_node *here, const mesh *m, uint32_t in_port) {
  return in_port % NF_HX_PORTS == SOUTH && here->at[3] + 1 < (int32_t)m->size[1];
}

// What a packet may do next in x and y, from `here` to `there`.
typedef struct {
  need x, y;
  bool x_tree, y_tree; // a tree may lead to the board at the corner, unless that one has failed
  bool north;          // it has come north, so that it may neither turn nor come back
} wishes;

static wishes wishes_of(const mesh *m, const nf_graph_node *here, const nf_graph_node *there) {
  return (wishes){
      .x = need_of(m, here, there, 0),
      .y = need_of(m, here, there, 1),
      .x_tree = here->at[1] == there->at[1] || !board_failed(m, there->at[0], here->at[1]),
      .y_tree = here->at[0] == there->at[0] || !board_failed(m, here->at[0], there->at[1])};
}

static unsigned in_x(const wishes *w, unsigned n, uint32_t first, unsigned vc,
                     nf_route_choice *choice) {
  if (!w->north && w->x.step[1])
    n = add(choice, n, first, EAST, vc);
  if (!w->north && w->x.step[0])
    n = add(choice, n, first, WEST, vc);
  if (w->x_tree && w->x.leave[1])
    n = add(choice, n, first, EAST, vc + 1);
  if (w->x_tree && w->x.leave[0])
    n = add(choice, n, first, WEST, vc + 1);
  return n;
}

// North only where nothing but a tree can follow: x is at its tree or done, or the column's tree is
// next.
static bool may_go_north(const wishes *w) {
  const bool x_leaves = w->x_tree && (w->x.leave[0] || w->x.leave[1]);
  const bool x_can_wait = w->x.done || x_leaves || (!w->x_tree && !w->x.step[0] && !w->x.step[1]);
  return w->north || x_can_wait || (w->y.leaves && w->y_tree);
}

static unsigned in_y(const wishes *w, unsigned n, uint32_t first, unsigned vc,
                     nf_route_choice *choice) {
  if (w->y.step[0] && may_go_north(w))
    n = add(choice, n, first, NORTH, vc);
  if (w->y.step[1] && !w->north)
    n = add(choice, n, first, SOUTH, vc);
  if (w->y_tree && w->y.leave[0])
    n = add(choice, n, first, NORTH, vc + 1);
  if (w->y_tree && w->y.leave[1])
    n = add(choice, n, first, SOUTH, vc + 1);
  return n;
}

static unsigned on_board(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                         uint32_t dst, uint32_t plane, nf_route_choice *choice) {
  const mesh *m = r->own;
  const nf_graph_node *here = &r->g->node[node], *there = &r->g->node[dst];
  const bool injected = in_port == NF_GRAPH_NONE;
  const unsigned vc = injected ? 0 : in_vc;
  const uint32_t first = plane * NF_HX_PORTS;
  wishes w = wishes_of(m, here, there);
  w.north = !injected && came_north(here, m, in_port);
  const unsigned n = in_x(&w, 0, first, vc, choice);
  return n > 0 && !r->adaptive ? n : in_y(&w, n, first, vc, choice);
}

// ------------------------------------------------------------------------------- in a tree
// Port of the accelerators' end `place` at its leaf.
static unsigned down_to(const nf_hamming_tree *t, uint32_t place, unsigned vc,
                        nf_route_choice *choice, unsigned n) {
  choice[n] = (nf_route_choice){(uint16_t)(place % t->down), (uint8_t)vc};
  return n + 1;
}

// The cables of a spine to a leaf: numbers i of the leaf's up-links with i mod spines == spine.
static unsigned spine_to(const nf_hamming_tree *t, uint32_t spine, uint32_t leaf, unsigned vc,
                         nf_route_choice *choice, unsigned n) {
  const uint32_t first = leaf * t->ups;
  for (uint32_t i = first + (spine + t->spines - first % t->spines) % t->spines;
       i < first + t->ups && n < NF_ROUTE_MOST; i += t->spines)
    choice[n++] = (nf_route_choice){(uint16_t)(i / t->spines), (uint8_t)vc};
  return n;
}

static unsigned in_tree(const nf_route *r, uint32_t node, unsigned vc, uint32_t dst,
                        nf_route_choice *choice) {
  const mesh *m = r->own;
  const nf_graph_node *sw = &r->g->node[node], *there = &r->g->node[dst];
  const unsigned dim = (unsigned)sw->at[0];
  const nf_hamming_tree *t = &m->tree[dim];
  const uint32_t index = (uint32_t)sw->at[2], board = (uint32_t)there->at[dim];
  uint32_t cables[2], best = UINT32_MAX;
  for (unsigned edge = 0; edge < 2; edge++) {
    const bool here = index >= t->leaves || (2 * board + edge) / t->down == index;
    cables[edge] = to_edge(m, dim, (uint32_t)there->at[2 + dim], edge) + (here ? 0 : 2);
    best = cables[edge] < best ? cables[edge] : best;
  }
  unsigned n = 0;
  bool up = false;
  for (unsigned edge = 0; edge < 2; edge++) {
    const uint32_t place = 2 * board + edge, leaf = place / t->down;
    if (cables[edge] != best)
      continue;
    if (index >= t->leaves) {
      if (edge == 0 || leaf != 2 * board / t->down || cables[0] != best)
        n = spine_to(t, index - t->leaves, leaf, vc, choice, n);
    } else if (leaf == index) {
      n = down_to(t, place, vc, choice, n);
    } else {
      up = true;
    }
  }
  for (uint32_t u = 0; up && u < t->ups; u++)
    choice[n++] = (nf_route_choice){(uint16_t)(t->down + u), (uint8_t)vc};
  return n;
}

static unsigned hamming_candidates(const nf_route *r, uint32_t node, uint32_t in_port,
                                   unsigned in_vc, uint32_t dst, uint32_t plane, uint32_t flow,
                                   nf_route_choice choice[NF_ROUTE_MOST]) {
  (void)flow;
  return node < r->g->endpoints ? on_board(r, node, in_port, in_vc, dst, plane, choice)
                                : in_tree(r, node, in_vc, dst, choice);
}

// On a board two equals are two edges; in a tree they are its cables, of which row and column take
// different digits of the flow.
static unsigned hamming_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow,
                             unsigned n, const nf_route_choice *choice) {
  (void)dst;
  (void)choice;
  if (node < r->g->endpoints)
    return flow % n;
  const mesh *m = r->own;
  const bool column = r->g->node[node].at[0] == 1;
  return flow / (column && m->tree[0].ups ? m->tree[0].ups : 1) % n;
}

// ------------------------------------------------------------------------------- rules
static bool board_turn(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                       nf_route_choice out) {
  const mesh *m = r->own;
  const nf_graph_node *here = &r->g->node[node];
  const uint32_t peer = nf_graph_at(r->g, node, out.port)->peer;
  if (peer >= r->g->endpoints)
    return out.vc == in_vc + 1u;
  const unsigned in = in_port % NF_HX_PORTS, o = out.port % NF_HX_PORTS;
  return out.vc == in_vc && in != o && (o == NORTH || !came_north(here, m, in_port));
}

static bool hamming_turn(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                         nf_route_choice out) {
  if (node < r->g->endpoints)
    return board_turn(r, node, in_port, in_vc, out);
  const mesh *m = r->own;
  const nf_graph_node *sw = &r->g->node[node];
  const nf_hamming_tree *t = &m->tree[sw->at[0]];
  const bool leaf = (uint32_t)sw->at[2] < t->leaves;
  const bool from_above = leaf && in_port >= t->down, upward = leaf && out.port >= t->down;
  return out.vc == in_vc && !(from_above && upward);
}

// ------------------------------------------------------------------------------- opening
static int find_failed(nf_route *r, mesh *m, nf_err *e) {
  const nf_graph *g = r->g;
  const uint32_t boards = m->boards[0] * m->boards[1];
  if (g->endpoints == boards * m->size[0] * m->size[1])
    return NF_EXIT_OK;
  m->failed = malloc(boards * sizeof *m->failed);
  if (!m->failed)
    return nf_err_memory(e, "the routing");
  for (uint32_t i = 0; i < boards; i++)
    m->failed[i] = true;
  for (uint32_t n = 0; n < g->endpoints; n++)
    m->failed[(uint32_t)g->node[n].at[1] * m->boards[0] + (uint32_t)g->node[n].at[0]] = false;
  return NF_EXIT_OK;
}

// Two boards whose both corners have failed are cut from each other: a third tree would need a
// fourth channel, and jobs as HXMESH III-E places them have no such pairs.
static int refuse_cut(const nf_graph *g, const mesh *m, nf_err *e) {
  const uint32_t wide = m->boards[0], boards = wide * m->boards[1];
  for (uint32_t i = 0; m->failed && i < boards; i++)
    for (uint32_t k = i + 1; m->failed[i] && k < boards; k++) {
      const uint32_t x[2] = {i % wide, k % wide}, y[2] = {i / wide, k / wide};
      if (m->failed[k] && x[0] != x[1] && y[0] != y[1] && !m->failed[y[1] * wide + x[0]] &&
          !m->failed[y[0] * wide + x[1]])
        return nf_refuse(
            e,
            "%s: boards %u.%u and %u.%u cannot reach each other, since %u.%u and %u.%u have "
            "both failed; leave one of the four out (failed=)",
            g->name, x[0], y[1], x[1], y[0], x[0], y[0], x[1], y[1]);
    }
  return NF_EXIT_OK;
}

static int open_hamming(nf_route *r, nf_err *e) {
  const uint32_t *shape = r->g->shape;
  mesh *m = r->own = calloc(1, sizeof *m);
  if (!m)
    return nf_err_memory(e, "the routing");
  *m = (mesh){.size = {shape[NF_HX_A], shape[NF_HX_B]}, .boards = {shape[NF_HX_X], shape[NF_HX_Y]}};
  for (unsigned dim = 0; dim < 2; dim++)
    m->tree[dim] = nf_hamming_tree_of(m->boards[dim], shape[NF_HX_RADIX], shape[NF_HX_TAPER]);
  r->vcs = 3;
  if (find_failed(r, m, e) != NF_EXIT_OK)
    return e->status;
  return refuse_cut(r->g, m, e);
}

static void close_hamming(nf_route *r) {
  mesh *m = r->own;
  if (m)
    free(m->failed);
  free(m);
}

const nf_routing_kind Nf_routing_hamming = {.names = "adaptive deterministic",
                                            .open = open_hamming,
                                            .close = close_hamming,
                                            .candidates = hamming_candidates,
                                            .pick = hamming_pick,
                                            .turn = hamming_turn};
