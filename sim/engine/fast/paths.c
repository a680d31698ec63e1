// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "paths.h"

#include "sim/routing/path_class.h"
#include <stdlib.h>
#include <string.h>

enum { NONE = 0xffff };
enum { BELOW = 1, BEYOND = 2 }; // found by going down alone; by going up, or across, and then down

// The switches next to one, and the cables to each.
struct nf_fast_neighbours {
  unsigned count, uppers; // uppers: of a higher level
  uint16_t sw[NF_FAST_PORTS];
  uint8_t cable[NF_FAST_PORTS], end[NF_FAST_PORTS]; // of neighbour k: from end[k - 1] to end[k]
};

static void add_port(nf_fast_ports *set, unsigned port) { set->w[port / 64] |= 1ull << port % 64; }

static bool has_port(const nf_fast_ports *set, unsigned port) {
  return set->w[port / 64] >> port % 64 & 1;
}

static nf_fast_site *site_at(const nf_fast_paths *m, unsigned i) {
  return nf_fast_plan_site(m->fabric, m->plane, i);
}

// The switch behind a port; NONE: there is none.
static unsigned neighbour(const nf_fast_paths *m, unsigned i, unsigned port) {
  const nf_graph *g = m->fabric->graph;
  const uint32_t peer = nf_fast_graph_port(g, site_at(m, i), port)->peer;
  return peer < g->endpoints ? (unsigned)NONE : m->plane->root[peer];
}

// The port at the other end of a cable.
static unsigned port_there(const nf_fast_paths *m, unsigned i, unsigned port) {
  const nf_graph_port *p = nf_fast_graph_port(m->fabric->graph, site_at(m, i), port);
  return nf_fast_port_of(site_at(m, m->plane->root[p->peer]), p->peer_port);
}

// ------------------------------------------------------------------------------- levels
static void find_leaves(nf_fast_paths *m) {
  const nf_fast_plan_plane *p = m->plane;
  for (uint32_t e = 0; e < m->members; e++) {
    const unsigned at = p->leaf[e];
    unsigned k = 0;
    while (k < m->leaves && m->leaf[k] != at)
      k++;
    if (k == m->leaves)
      m->leaf[m->leaves++] = (uint16_t)at;
    add_port(&m->local[at], p->leaf_port[e]);
  }
}

static void find_levels(nf_fast_paths *m) {
  const nf_fast_plan_plane *p = m->plane;
  memset(m->level, 0xff, p->switches * sizeof *m->level);
  for (uint32_t e = 0; e < m->fabric->graph->endpoints; e++)
    m->level[p->leaf[e]] = 0;
  bool found = true;
  for (unsigned level = 0; found; level++) {
    found = false;
    for (unsigned i = 0; i < p->switches; i++)
      for (unsigned port = 0; m->level[i] == level && port < site_at(m, i)->ports; port++) {
        const unsigned peer = neighbour(m, i, port);
        if (peer == NONE || m->level[peer] != NONE)
          continue;
        m->level[peer] = (uint16_t)(level + 1);
        found = true;
      }
  }
}

// Every switch may be a home.
static int check_levels(const nf_fast_paths *m) {
  char text[NF_GRAPH_NODE_TEXT];
  for (unsigned i = 0; i < m->plane->switches; i++)
    if (m->level[i] == NONE) {
      nf_graph_node_text(m->fabric->graph, site_at(m, i)->node, text);
      return nf_refuse(m->err,
                       "%s: no cable leads from an endpoint to %s, and a reduction in the network "
                       "takes all switches; leave it out or plug it in",
                       m->fabric->graph->name, text);
    }
  return NF_EXIT_OK;
}

// By first cable.
static void find_neighbours(nf_fast_paths *m, unsigned i) {
  const nf_fast_site *s = site_at(m, i);
  nf_fast_neighbours *n = &m->around[i];
  for (unsigned p = 0, cables = 0; p < s->ports; p++) {
    const unsigned sw = neighbour(m, i, p);
    unsigned k = 0;
    while (k < n->count && n->sw[k] != sw)
      k++;
    if (sw == NONE || k < n->count)
      continue;
    n->sw[n->count] = (uint16_t)sw;
    n->uppers += m->level[sw] > m->level[i];
    for (unsigned q = p; q < s->ports; q++)
      if (neighbour(m, i, q) == sw) {
        n->cable[cables++] = (uint8_t)q;
        if (m->level[sw] >= m->level[i])
          add_port(&m->uplinks[i], q);
      }
    n->end[n->count++] = (uint8_t)cables;
  }
}

// Switches of the lowest level first for what is below, of the highest first for what is beyond.
static void find_reach(nf_fast_paths *m, const uint16_t *order, unsigned to) {
  const unsigned n = m->plane->switches;
  uint8_t *reach = &m->reach[(size_t)to * n];
  reach[to] = BELOW;
  for (unsigned k = 0; k < n; k++) {
    const unsigned i = order[k];
    const nf_fast_neighbours *around = &m->around[i];
    for (unsigned j = 0; j < around->count; j++)
      if (m->level[around->sw[j]] < m->level[i])
        reach[i] |= reach[around->sw[j]] & BELOW;
  }
  for (unsigned k = n; k-- > 0;) {
    const unsigned i = order[k];
    const nf_fast_neighbours *around = &m->around[i];
    for (unsigned j = 0; j < around->count; j++) {
      const unsigned peer = around->sw[j];
      if (m->level[peer] > m->level[i] ? reach[peer] != 0
                                       : m->level[peer] == m->level[i] && reach[peer] & BELOW)
        reach[i] |= BEYOND;
    }
  }
}

static int find_all(nf_fast_paths *m) {
  const unsigned n = m->plane->switches;
  uint16_t *order = nf_fast_plan_take(n, sizeof *order, m->err);
  if (!order)
    return m->err->status;
  unsigned count = 0;
  for (unsigned level = 0; count < n; level++)
    for (unsigned i = 0; i < n; i++)
      if (m->level[i] == level)
        order[count++] = (uint16_t)i;
  for (unsigned to = 0; to < n; to++)
    find_reach(m, order, to);
  free(order);
  return NF_EXIT_OK;
}

// Equal paths between switches: as many as a leaf has ports towards others, at most.
static unsigned count_ways(const nf_fast_paths *m) {
  unsigned most = 1;
  for (unsigned i = 0; i < m->plane->switches; i++) {
    const nf_fast_ports *up = &m->uplinks[i];
    const unsigned n = (unsigned)(__builtin_popcountll(up->w[0]) + __builtin_popcountll(up->w[1]));
    most = m->level[i] == 0 && n > most ? n : most;
  }
  return most;
}

int nf_fast_paths_open(nf_fast_paths *m, const nf_fast_fabric *f, nf_fast_plan_plane *p,
                       uint32_t members, nf_err *e) {
  const unsigned n = p->switches;
  *m = (nf_fast_paths){.fabric = f, .plane = p, .members = members, .err = e};
  m->leaf = nf_fast_plan_take(n, sizeof *m->leaf, m->err);
  m->level = nf_fast_plan_take(n, sizeof *m->level, m->err);
  m->reach = nf_fast_plan_take((size_t)n * n, sizeof *m->reach, m->err);
  m->around = nf_fast_plan_take(n, sizeof *m->around, m->err);
  m->local = nf_fast_plan_take(n, sizeof *m->local, m->err);
  m->uplinks = nf_fast_plan_take(n, sizeof *m->uplinks, m->err);
  m->visited = nf_fast_plan_take(n, sizeof *m->visited, m->err);
  if (e->status != NF_EXIT_OK)
    return e->status;
  find_leaves(m);
  find_levels(m);
  if (check_levels(m) != NF_EXIT_OK)
    return e->status;
  for (unsigned i = 0; i < n; i++)
    find_neighbours(m, i);
  p->ways = count_ways(m);
  m->spread = nf_fast_plan_take((size_t)n * p->ways, sizeof *m->spread, m->err);
  return e->status == NF_EXIT_OK ? find_all(m) : e->status;
}

void nf_fast_paths_close(nf_fast_paths *m) {
  free(m->leaf);
  free(m->level);
  free(m->reach);
  free(m->around);
  free(m->local);
  free(m->uplinks);
  free(m->spread);
  free(m->visited);
}

// ------------------------------------------------------------------------------- switch by switch
static nf_path_class_site path_class_site(const nf_fast_paths *m, unsigned i) {
  return (nf_path_class_site){m->level[i], m->around[i].uppers};
}

// One of the parallel cables to neighbour k.
static unsigned cable_to(const nf_fast_paths *m, unsigned i, unsigned k, unsigned path_class) {
  const nf_fast_neighbours *n = &m->around[i];
  const unsigned first = k ? n->end[k - 1] : 0;
  return n->cable[first + nf_path_class_cable(path_class, path_class_site(m, i),
                                              path_class_site(m, n->sw[k]), n->end[k] - first)];
}

unsigned nf_fast_paths_port(const nf_fast_paths *m, unsigned from, unsigned to,
                            unsigned path_class) {
  const nf_fast_neighbours *n = &m->around[from];
  const uint8_t *reach = &m->reach[(size_t)to * m->plane->switches];
  const bool down = reach[from] & BELOW;
  unsigned fit[NF_FAST_PORTS], fits = 0;
  for (unsigned k = 0; k < n->count; k++) {
    const unsigned peer = n->sw[k], level = m->level[peer];
    if (level < m->level[from]   ? down && reach[peer] & BELOW
        : down                   ? false
        : level > m->level[from] ? reach[peer] != 0
                                 : reach[peer] & BELOW)
      fit[fits++] = k;
  }
  return fits ? cable_to(m, from, fit[nf_path_class_neighbour(path_class, fits)], path_class)
              : (unsigned)NF_FAST_NO_PORT;
}

// Down to members below, across to each switch of this level that has others; what is left is
// reached from above.
static nf_fast_ports spread_of(const nf_fast_paths *m, unsigned i, unsigned way) {
  const nf_fast_neighbours *n = &m->around[i];
  const nf_fast_plan_plane *p = m->plane;
  const uint8_t *up = site_at(m, i)->up;
  nf_fast_ports ports = m->local[i];
  unsigned outside = NONE;
  for (unsigned k = 0; k < m->leaves; k++) {
    const unsigned leaf = m->leaf[k];
    const uint8_t *reach = &m->reach[(size_t)leaf * p->switches];
    if (leaf == i)
      continue;
    if (reach[i] & BELOW) {
      add_port(&ports, up[leaf * p->ways + way]);
      continue;
    }
    bool across = false;
    for (unsigned j = 0; j < n->count && !across; j++)
      if (m->level[n->sw[j]] == m->level[i] && reach[n->sw[j]] & BELOW) {
        add_port(&ports, cable_to(m, i, j, way));
        across = true;
      }
    if (!across && outside == NONE)
      outside = leaf;
  }
  if (outside != NONE && up[outside * p->ways + way] != NF_FAST_NO_PORT)
    add_port(&ports, up[outside * p->ways + way]);
  return ports;
}

static void choose_each(nf_fast_paths *m, unsigned i, unsigned way) {
  const nf_fast_plan_plane *p = m->plane;
  for (unsigned k = 0; k < m->leaves; k++) {
    const unsigned leaf = m->leaf[k];
    site_at(m, i)->up[leaf * p->ways + way] =
        (uint8_t)(leaf == i ? (unsigned)NF_FAST_SINK : nf_fast_paths_port(m, i, leaf, way));
  }
  m->spread[i * p->ways + way] = spread_of(m, i, way);
}

bool nf_fast_paths_spread(const nf_fast_paths *m) {
  const nf_fast_plan_plane *p = m->plane;
  for (unsigned i = 0; i < p->switches; i++) {
    uint8_t port[NF_FAST_PORTS];
    memset(port, NF_FAST_NO_PORT, sizeof port);
    for (unsigned k = 0; k < m->leaves; k++) {
      const uint8_t *to = &site_at(m, i)->up[m->leaf[k] * p->ways];
      bool choice = false;
      for (unsigned way = 1; way < p->ways; way++)
        choice = choice || to[way] != to[0];
      for (unsigned way = 0; choice && way < p->ways; way++) {
        if (!has_port(&m->uplinks[i], to[way]) ||
            (port[way] != NF_FAST_NO_PORT && port[way] != to[way]))
          return false;
        port[way] = to[way];
      }
    }
    // A multicast goes up by that port alone, and everywhere else as it does by every other way.
    const nf_fast_ports *first = &m->spread[i * p->ways], *up = &m->uplinks[i];
    nf_fast_ports taken = {{0}};
    for (unsigned way = 0; way < p->ways; way++) {
      const nf_fast_ports *ports = &m->spread[i * p->ways + way];
      nf_fast_ports path = {{0}};
      if (port[way] != NF_FAST_NO_PORT)
        add_port(&path, port[way]);
      for (unsigned w = 0; w < NF_FAST_PORTS / 64; w++) {
        if (port[way] == NF_FAST_NO_PORT
                ? ports->w[w] != first->w[w]
                : (ports->w[w] & up->w[w]) != path.w[w] || (taken.w[w] & path.w[w]) != 0 ||
                      ((ports->w[w] ^ first->w[w]) & ~up->w[w]) != 0)
          return false;
        taken.w[w] |= path.w[w];
      }
    }
  }
  return true;
}

unsigned nf_fast_paths_up(const nf_fast_paths *m, unsigned i, unsigned way) {
  for (unsigned port = 0; port < site_at(m, i)->ports; port++)
    if (has_port(&m->uplinks[i], port) && has_port(&m->spread[i * m->plane->ways + way], port))
      return port;
  return NF_FAST_NO_PORT;
}

bool nf_fast_paths_choice(const nf_fast_paths *m, unsigned i) {
  return m->plane->ways > 1 && nf_fast_paths_up(m, i, 0) != nf_fast_paths_up(m, i, 1);
}

// ------------------------------------------------------------------------------- by trees
// Trees of the whole plane, for switches whose paths are not alike: a tree filled in part, whose
// uplinks lead to other switches from one pod to the next. The root and every cable of a class are
// chosen once, so that all packets of the class agree.
typedef struct {
  uint8_t *up;     // by switch: port up; NF_FAST_NO_PORT: the root, or above the tree
  uint32_t *below; // by switch: endpoints that the tree has below it
  uint16_t *trees; // [switch * NF_FAST_PORTS + port]: trees whose cable up it is
  uint16_t *root;  // switches that have all endpoints below them
  unsigned roots;
} growth;

// The port up to a switch that the tree has already, by the cable of the fewest trees.
static unsigned port_up(const nf_fast_paths *m, const growth *g, unsigned i, unsigned root) {
  const nf_fast_neighbours *n = &m->around[i];
  unsigned best = NF_FAST_NO_PORT;
  const uint16_t *trees = &g->trees[(size_t)i * NF_FAST_PORTS];
  for (unsigned k = 0; k < n->count; k++) {
    const unsigned peer = n->sw[k];
    if (m->level[peer] <= m->level[i] || (peer != root && g->up[peer] == NF_FAST_NO_PORT))
      continue;
    for (unsigned c = k ? n->end[k - 1] : 0; c < n->end[k]; c++)
      if (best == NF_FAST_NO_PORT || trees[n->cable[c]] < trees[best])
        best = n->cable[c];
  }
  return best;
}

// From the root down, each level after the one above it.
static void grow_tree(const nf_fast_paths *m, growth *g, unsigned root) {
  memset(g->up, NF_FAST_NO_PORT, m->plane->switches);
  for (unsigned level = m->level[root]; level-- > 0;)
    for (unsigned i = 0; i < m->plane->switches; i++) {
      const unsigned port =
          m->level[i] == level ? port_up(m, g, i, root) : (unsigned)NF_FAST_NO_PORT;
      if (port == NF_FAST_NO_PORT)
        continue;
      g->up[i] = (uint8_t)port;
      g->trees[(size_t)i * NF_FAST_PORTS + port]++;
    }
}

// Towards a leaf: down where the tree has it below, else up.
static void lead_to(nf_fast_paths *m, const growth *g, unsigned leaf, unsigned way) {
  const nf_fast_plan_plane *p = m->plane;
  const unsigned tree = leaf * p->ways + way;
  for (unsigned i = 0; i < p->switches; i++)
    site_at(m, i)->up[tree] = g->up[i];
  site_at(m, leaf)->up[tree] = NF_FAST_SINK;
  for (unsigned at = leaf; g->up[at] != NF_FAST_NO_PORT;) {
    const unsigned above = neighbour(m, at, g->up[at]);
    site_at(m, above)->up[tree] = (uint8_t)port_there(m, at, g->up[at]);
    at = above;
  }
}

// A switch that the tree does not reach is above it: down to the switch of the tree that has the
// most below it, so that a multicast goes to disjoint parts of the tree.
static void lead_from_above(nf_fast_paths *m, const growth *g, unsigned i, unsigned way) {
  const nf_fast_plan_plane *p = m->plane;
  for (unsigned k = 0; k < m->leaves; k++) {
    uint8_t *to = &site_at(m, i)->up[m->leaf[k] * p->ways + way];
    unsigned most = 0;
    for (unsigned port = 0; port < site_at(m, i)->ports; port++) {
      const unsigned peer = neighbour(m, i, port);
      if (peer == NONE || m->level[peer] >= m->level[i] || g->below[peer] <= most)
        continue;
      const unsigned there = site_at(m, peer)->up[m->leaf[k] * p->ways + way];
      if (there == g->up[peer]) // the leaf is not below it
        continue;
      most = g->below[peer];
      *to = (uint8_t)port;
    }
  }
}

static void count_below(const nf_fast_paths *m, growth *g) {
  memset(g->below, 0, m->plane->switches * sizeof *g->below);
  for (uint32_t e = 0; e < m->fabric->graph->endpoints; e++) {
    unsigned at = m->plane->leaf[e];
    g->below[at]++;
    while (g->up[at] != NF_FAST_NO_PORT) {
      at = neighbour(m, at, g->up[at]);
      g->below[at]++;
    }
  }
}

static void choose_tree(nf_fast_paths *m, growth *g, unsigned way) {
  const nf_fast_plan_plane *p = m->plane;
  const unsigned root = g->root[way * g->roots / p->ways];
  grow_tree(m, g, root);
  count_below(m, g);
  for (unsigned k = 0; k < m->leaves; k++)
    lead_to(m, g, m->leaf[k], way);
  for (unsigned i = 0; i < p->switches; i++)
    if (i != root && g->up[i] == NF_FAST_NO_PORT)
      lead_from_above(m, g, i, way);
  for (unsigned i = 0; i < p->switches; i++) {
    nf_fast_ports *ports = &m->spread[i * p->ways + way];
    *ports = m->local[i];
    for (unsigned k = 0; k < m->leaves; k++) {
      const unsigned port = site_at(m, i)->up[m->leaf[k] * p->ways + way];
      if (port != NF_FAST_SINK && port != NF_FAST_NO_PORT)
        add_port(ports, port);
    }
  }
}

static void find_roots(const nf_fast_paths *m, growth *g) {
  const nf_fast_plan_plane *p = m->plane;
  for (unsigned i = 0; i < p->switches; i++) {
    bool all = true;
    for (uint32_t e = 0; all && e < m->fabric->graph->endpoints; e++)
      all = m->reach[(size_t)p->leaf[e] * p->switches + i] & BELOW;
    if (all)
      g->root[g->roots++] = (uint16_t)i;
  }
}

static int choose_trees(nf_fast_paths *m, unsigned classes) {
  const unsigned n = m->plane->switches;
  growth g = {.up = nf_fast_plan_take(n, sizeof *g.up, m->err),
              .below = nf_fast_plan_take(n, sizeof *g.below, m->err),
              .trees = nf_fast_plan_take((size_t)n * NF_FAST_PORTS, sizeof *g.trees, m->err),
              .root = nf_fast_plan_take(n, sizeof *g.root, m->err)};
  if (m->err->status == NF_EXIT_OK)
    find_roots(m, &g);
  if (m->err->status == NF_EXIT_OK && g.roots == 0)
    nf_refuse(m->err,
              "%s: paths between its switches are not alike, and no switch leads down to all "
              "endpoints, to be the root of a tree of paths; join an upper switch to all others, "
              "directly or by switches between",
              m->fabric->graph->name);
  for (unsigned way = 0; m->err->status == NF_EXIT_OK && way < classes; way++)
    choose_tree(m, &g, way);
  free(g.up);
  free(g.below);
  free(g.trees);
  free(g.root);
  return m->err->status;
}

int nf_fast_paths_choose(nf_fast_paths *m, unsigned classes) {
  if (m->by == NF_FAST_BY_TREE)
    return choose_trees(m, classes);
  for (unsigned i = 0; i < m->plane->switches; i++)
    for (unsigned way = 0; way < m->plane->ways; way++)
      choose_each(m, i, way);
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- multicasts
typedef struct {
  nf_fast_paths *m;
  nf_fast_tree tree;
  bool twice;  // it comes to a switch again
  bool astray; // a response would leave by another port than its request came by
} walk;

// From a switch on, at which the multicast came in by a port. Members that it reaches from there.
static unsigned walk_on(walk *w, unsigned i, unsigned from) {
  nf_fast_paths *m = w->m;
  const nf_fast_plan_plane *p = m->plane;
  nf_fast_site *s = site_at(m, i);
  const unsigned tree = w->tree.root * p->ways + w->tree.way;
  w->twice |= m->visited[i] == m->multicasts;
  m->visited[i] = m->multicasts;
  if (w->twice)
    return 0;
  nf_fast_ports ports = m->spread[i * p->ways + w->tree.way];
  if (from != NF_FAST_NO_PORT) {
    w->astray |= w->tree.answers && s->up[tree] != from;
    ports.w[from / 64] &= ~(1ull << from % 64);
    for (unsigned k = 0; has_port(&m->uplinks[i], from) && k < NF_FAST_PORTS / 64; k++)
      ports.w[k] &= ~m->uplinks[i].w[k];
  }
  unsigned reached = 0;
  for (unsigned k = 0; k < (s->wide ? NF_FAST_PORTS / 64 : 1); k++) {
    s->spread[s->wide ? 2 * tree + k : tree] = ports.w[k];
    for (uint64_t rest = ports.w[k]; rest; rest &= rest - 1) {
      const unsigned port = 64 * k + (unsigned)__builtin_ctzll(rest), peer = neighbour(m, i, port);
      reached += peer == NONE ? 1 : walk_on(w, peer, port_there(m, i, port));
    }
  }
  s->below[tree] = (uint16_t)reached;
  return reached;
}

int nf_fast_paths_grow(nf_fast_paths *m, nf_fast_tree tree) {
  walk w = {.m = m, .tree = tree};
  m->multicasts++;
  if (walk_on(&w, tree.root, NF_FAST_NO_PORT) == m->members && !w.twice && !w.astray)
    return NF_EXIT_OK;
  char text[NF_GRAPH_NODE_TEXT];
  nf_graph_node_text(m->fabric->graph, site_at(m, tree.root)->node, text);
  return nf_refuse(m->err,
                   "%s: paths between its switches are not alike: a multicast from %s %s; join an "
                   "upper switch to all others, or take a full tree",
                   m->fabric->graph->name, text,
                   w.twice    ? "comes to a switch twice"
                   : w.astray ? "comes one way and its responses go by another"
                              : "does not reach every endpoint");
}

bool nf_fast_paths_home(const nf_fast_paths *m, unsigned i, unsigned classes) {
  const nf_fast_plan_plane *p = m->plane;
  for (unsigned k = 0; k < m->leaves; k++) {
    const unsigned leaf = m->leaf[k];
    if (m->reach[(size_t)i * p->switches + leaf] == 0)
      return false;
    for (unsigned way = 0; way < classes; way++)
      if (site_at(m, i)->up[leaf * p->ways + way] == NF_FAST_NO_PORT)
        return false;
  }
  return true;
}

bool nf_fast_paths_root(const nf_fast_paths *m, unsigned i) {
  const nf_fast_ports *up = &m->uplinks[i];
  bool root = m->level[i] > 0 && !up->w[0] && !up->w[1];
  for (unsigned k = 0; k < m->leaves; k++)
    root = root && m->reach[(size_t)m->leaf[k] * m->plane->switches + i] & BELOW;
  return root;
}
