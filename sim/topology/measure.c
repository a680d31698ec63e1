// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "measure.h"

#include <stdlib.h>
#include <string.h>

static uint32_t nodes_of(const nf_graph *g) { return g->endpoints + g->plane_switches; }

void nf_measure_distances(const nf_graph *g, uint32_t from, uint16_t *distance, uint32_t *queue) {
  for (uint32_t n = 0; n < nodes_of(g); n++)
    distance[n] = NF_FAR;
  uint32_t head = 0, tail = 0;
  distance[from] = 0;
  queue[tail++] = from;
  while (head < tail) {
    const uint32_t node = queue[head++];
    if (node != from && !g->node[node].forwards)
      continue;
    const nf_graph_port *port = nf_graph_at(g, node, 0);
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, node); p++) {
      const uint32_t peer = port[p].peer;
      if (peer == NF_GRAPH_NONE || distance[peer] != NF_FAR)
        continue;
      distance[peer] = (uint16_t)(distance[node] + 1);
      queue[tail++] = peer;
    }
  }
}

// ------------------------------------------------------------------------------- all pairs
// Breadth-first search from LANES endpoints at once: a bit of each node's set is one of the
// sources.
enum { WORDS = 4, LANES = 64 * WORDS };

typedef struct {
  uint64_t w[WORDS];
} lanes;

static bool any(const lanes *s) {
  uint64_t all = 0;
  for (unsigned i = 0; i < WORDS; i++)
    all |= s->w[i];
  return all != 0;
}

// One step: what is new at a node is what was new at its neighbours and is not there yet.
static bool step(const nf_graph *g, const lanes *fresh, lanes *seen, lanes *next, bool first) {
  bool more = false;
  for (uint32_t n = 0; n < nodes_of(g); n++) {
    lanes come = {{0}};
    const nf_graph_port *port = nf_graph_at(g, n, 0);
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, n); p++)
      if (port[p].peer != NF_GRAPH_NONE && (first || g->node[port[p].peer].forwards))
        for (unsigned i = 0; i < WORDS; i++)
          come.w[i] |= fresh[port[p].peer].w[i];
    for (unsigned i = 0; i < WORDS; i++) {
      come.w[i] &= ~seen[n].w[i];
      seen[n].w[i] |= come.w[i];
    }
    next[n] = come;
    more |= any(&come);
  }
  return more;
}

static void search(const nf_graph *g, uint32_t first, lanes *set[3], nf_measured_paths *m,
                   double *sum) {
  for (unsigned i = 0; i < 3; i++)
    memset(set[i], 0, nodes_of(g) * sizeof *set[i]);
  for (uint32_t k = 0; k < LANES && first + k < g->endpoints; k++) {
    set[0][first + k].w[k / 64] |= 1ull << k % 64;
    set[2][first + k].w[k / 64] |= 1ull << k % 64;
  }
  for (uint32_t distance = 1; step(g, set[0], set[2], set[1], distance == 1); distance++) {
    uint64_t reached = 0;
    for (uint32_t n = 0; n < g->endpoints; n++)
      for (unsigned i = 0; i < WORDS; i++)
        reached += (unsigned)__builtin_popcountll(set[1][n].w[i]);
    if (reached > 0 && distance > m->diameter)
      m->diameter = distance;
    m->pairs += reached;
    *sum += (double)reached * distance;
    lanes *const last = set[0];
    set[0] = set[1];
    set[1] = last;
  }
}

int nf_measure_paths(const nf_graph *g, nf_measured_paths *m, nf_err *e) {
  lanes *all = malloc(3 * (size_t)nodes_of(g) * sizeof *all);
  double sum = 0;
  *m = (nf_measured_paths){0};
  if (!all)
    return nf_err_memory(e, "the search of all pairs");
  lanes *set[3] = {all, all + nodes_of(g), all + 2 * (size_t)nodes_of(g)};
  for (uint32_t first = 0; first < g->endpoints; first += LANES)
    search(g, first, set, m, &sum);
  m->average = m->pairs ? sum / (double)m->pairs : 0;
  free(all);
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- parts
void nf_measure_parts(const nf_graph *g, nf_measured_parts *m) {
  *m = (nf_measured_parts){.switches = g->nodes - g->endpoints,
                           .chips = (uint64_t)g->plane_chips * g->planes};
  for (uint32_t c = 0; c < g->cables; c++) {
    m->cables[g->cable[c].kind]++;
    m->link_rate += 2 * g->cable[c].bytes_per_ns;
    for (unsigned k = 0; k < 2; k++)
      if (g->cable[c].end[k].node < g->endpoints)
        m->injection += g->cable[c].bytes_per_ns;
  }
  for (uint32_t n = g->endpoints; n < g->nodes; n++)
    m->widest = g->node[n].ports > m->widest ? g->node[n].ports : m->widest;
}

// ------------------------------------------------------------------------------- cut
// Dinic's algorithm on plane 0. Each cable is an edge with the same capacity both ways, so flow one
// way is residual the other way. Endpoints of one side are sources, those of the other sinks.
typedef struct {
  const nf_graph *g;
  const bool *side;
  int64_t *left[2]; // of a cable from end 0 to end 1, and back; MB/s
  int32_t *level;
  uint32_t *at, *queue; // port to try next
  uint32_t *path;       // ports of the path in work, by depth
} flow;

static bool is_sink(const flow *f, uint32_t n) { return n < f->g->endpoints && !f->side[n]; }

static int64_t *left_of(const flow *f, uint32_t node, const nf_graph_port *p) {
  return &f->left[f->g->cable[p->cable].end[0].node == node ? 0 : 1][p->cable];
}

static bool find_levels(flow *f) {
  const nf_graph *g = f->g;
  uint32_t head = 0, tail = 0;
  bool reached = false;
  for (uint32_t n = 0; n < nodes_of(g); n++) {
    const bool source = n < g->endpoints && f->side[n];
    f->level[n] = source ? 0 : -1;
    f->at[n] = 0;
    if (source)
      f->queue[tail++] = n;
  }
  while (head < tail) {
    const uint32_t node = f->queue[head++];
    reached |= is_sink(f, node);
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, node) && !is_sink(f, node); p++) {
      const nf_graph_port *port = nf_graph_at(g, node, p);
      if (port->peer == NF_GRAPH_NONE || f->level[port->peer] >= 0 || *left_of(f, node, port) == 0)
        continue;
      f->level[port->peer] = f->level[node] + 1;
      f->queue[tail++] = port->peer;
    }
  }
  return reached;
}

// Pushes flow along one path from a source; 0: none is left at this source.
static int64_t push(flow *f, uint32_t source) {
  const nf_graph *g = f->g;
  uint32_t node = source, depth = 0;
  while (!is_sink(f, node)) {
    const uint32_t p = f->at[node];
    if (p == nf_graph_plane_ports(g, node)) {
      if (node == source)
        return 0;
      f->level[node] = -1; // a dead end
      node = f->queue[--depth];
      f->at[node]++;
      continue;
    }
    const nf_graph_port *port = nf_graph_at(g, node, p);
    if (port->peer != NF_GRAPH_NONE && f->level[port->peer] == f->level[node] + 1 &&
        *left_of(f, node, port) > 0) {
      f->queue[depth] = node; // the queue is free while paths are followed
      f->path[depth++] = p;
      node = port->peer;
    } else {
      f->at[node]++;
    }
  }
  int64_t least = INT64_MAX;
  for (uint32_t i = 0; i < depth; i++) {
    const int64_t left = *left_of(f, f->queue[i], nf_graph_at(g, f->queue[i], f->path[i]));
    least = left < least ? left : least;
  }
  for (uint32_t i = 0; i < depth; i++) {
    const nf_graph_port *port = nf_graph_at(g, f->queue[i], f->path[i]);
    int64_t *there = left_of(f, f->queue[i], port);
    *there -= least;
    f->left[there == &f->left[0][port->cable]][port->cable] += least;
  }
  return least;
}

// A cut is whole numbers of these of a GB/s; rates go down to a thousandth.
static const double RateParts = 1e6;

int nf_measure_cut(const nf_graph *g, const bool *side, double *rate, nf_err *e) {
  const uint32_t nodes = nodes_of(g), cables = g->plane_cables;
  flow f = {.g = g, .side = side};
  f.left[0] = malloc((cables + 1) * sizeof *f.left[0]);
  f.left[1] = malloc((cables + 1) * sizeof *f.left[1]);
  f.level = malloc(nodes * sizeof *f.level);
  f.at = malloc(nodes * sizeof *f.at);
  f.queue = malloc(nodes * sizeof *f.queue);
  f.path = malloc(nodes * sizeof *f.path);
  int64_t sum = 0, more;
  if (!f.left[0] || !f.left[1] || !f.level || !f.at || !f.queue || !f.path) {
    nf_err_memory(e, "the cut");
  } else {
    for (uint32_t c = 0; c < cables; c++)
      f.left[0][c] = f.left[1][c] = (int64_t)(g->cable[c].bytes_per_ns * RateParts + 0.5);
    while (find_levels(&f))
      for (uint32_t n = 0; n < g->endpoints; n++)
        while (side[n] && (more = push(&f, n)) > 0)
          sum += more;
  }
  *rate = (double)sum / RateParts * g->planes;
  void *const all[] = {f.left[0], f.left[1], f.level, f.at, f.queue, f.path};
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
    free(all[i]);
  return e->status;
}
