// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "plan.h"

#include "mcr/nf_mcr_hash.h"
#include "sim/klenk/engine.h"
#include "sim/klenk/topology.h"
#include "sim/routing/path_class.h"
#include <stdlib.h>
#include <string.h>

enum { FAR = 0xffff };

// The switches next to one, and the cables to each.
typedef struct {
  unsigned count, uppers; // uppers: farther from the endpoints than it is
  uint16_t sw[NF_FAST_PORTS];
  uint8_t cable[NF_FAST_PORTS], end[NF_FAST_PORTS]; // of neighbour k: from end[k - 1] to end[k]
} neighbours;

// The switches of a plane, and how far they are from each other.
typedef struct {
  nf_fast_plan *plan;
  nf_fast_plan_plane *p;
  unsigned plane;
  uint16_t *hops;   // [from * switches + to]
  uint16_t *height; // by switch: hops down to the next one that endpoints are at
  neighbours *around;
  uint32_t *queue;
  nf_err *e;
} map;

static void *take(map *m, size_t count, size_t size) {
  void *p = calloc(count ? count : 1, size);
  if (!p)
    nf_err_memory(m->e, "the plan of an all-reduce");
  return p;
}

static nf_fast_site *site_at(const map *m, unsigned i) {
  return &m->plan->fabric->site[m->p->site[i]];
}

// The switch behind a port; FAR: none.
static unsigned neighbour(const map *m, const nf_fast_site *s, unsigned port) {
  const nf_graph *g = m->plan->fabric->graph;
  const uint32_t peer = nf_fast_graph_port(g, s, port)->peer;
  return peer < g->endpoints ? FAR : m->p->root[peer];
}

static int find_switches(map *m) {
  const nf_fast_fabric *f = m->plan->fabric;
  const nf_fast_plane *plane = &f->plane[m->plane];
  nf_fast_plan_plane *p = m->p;
  p->root = take(m, f->graph->nodes, sizeof *p->root);
  p->site = take(m, plane->count, sizeof *p->site);
  p->leaf = take(m, f->graph->endpoints, sizeof *p->leaf);
  p->leaf_port = take(m, f->graph->endpoints, sizeof *p->leaf_port);
  if (m->e->status != NF_EXIT_OK)
    return m->e->status;
  for (uint32_t i = plane->first; i < plane->first + plane->count; i++)
    if (!f->site[i].endpoint) {
      p->root[f->site[i].node] = (uint16_t)p->switches;
      p->site[p->switches++] = i;
    }
  return NF_EXIT_OK;
}

// Endpoints with one cable in the plane, to a switch each; planes alike.
static int find_leaves(map *m) {
  const nf_fast_fabric *f = m->plan->fabric;
  const nf_graph *g = f->graph;
  for (uint32_t i = 0; i < g->endpoints; i++) {
    const nf_fast_site *s = &f->site[f->endpoint_site[(size_t)m->plane * g->endpoints + i]];
    const nf_graph_port *port = s->ports == 1 ? nf_fast_graph_port(g, s, 0) : NULL;
    if (!port || port->peer < g->endpoints || s->forwards)
      return nf_refuse(m->e,
                       "%s: reductions in the network need endpoints with one cable in each plane, "
                       "to a switch, that do not forward, e.g. dgx2, leaf:4x8 or fattree:16,2",
                       g->name);
    m->p->leaf[i] = m->p->root[port->peer];
    m->p->leaf_port[i] = (uint16_t)nf_fast_port_of(site_at(m, m->p->leaf[i]), port->peer_port);
  }
  return NF_EXIT_OK;
}

static void find_hops(map *m) {
  const unsigned n = m->p->switches;
  memset(m->hops, 0xff, (size_t)n * n * sizeof *m->hops);
  for (unsigned root = 0; root < n; root++) {
    uint16_t *hops = &m->hops[(size_t)root * n];
    unsigned read = 0, write = 0;
    m->queue[write++] = root;
    hops[root] = 0;
    while (read < write) {
      const unsigned at = m->queue[read++];
      const nf_fast_site *s = site_at(m, at);
      for (unsigned p = 0; p < s->ports; p++) {
        const unsigned next = neighbour(m, s, p);
        if (next != FAR && hops[next] == FAR) {
          hops[next] = (uint16_t)(hops[at] + 1);
          m->queue[write++] = next;
        }
      }
    }
  }
}

// Once all hops are known.
static void find_heights(map *m) {
  for (unsigned i = 0; i < m->p->switches; i++) {
    m->height[i] = FAR;
    for (uint32_t e = 0; e < m->plan->endpoints; e++) {
      const uint16_t hops = m->hops[(size_t)m->p->leaf[e] * m->p->switches + i];
      m->height[i] = hops < m->height[i] ? hops : m->height[i];
    }
  }
}

// Every switch may be a home.
static int check_reach(const map *m) {
  char text[NF_GRAPH_NODE_TEXT];
  for (unsigned i = 0; i < m->p->switches; i++)
    if (m->height[i] == FAR) {
      nf_graph_node_text(m->plan->fabric->graph, site_at(m, i)->node, text);
      return nf_refuse(m->e,
                       "%s: no cable leads from an endpoint to %s, and a reduction in the network "
                       "takes all switches; leave it out or plug it in",
                       m->plan->fabric->graph->name, text);
    }
  return NF_EXIT_OK;
}

// By first cable.
static void find_neighbours(map *m, unsigned i) {
  const nf_fast_site *s = site_at(m, i);
  neighbours *n = &m->around[i];
  for (unsigned p = 0, cables = 0; p < s->ports; p++) {
    const unsigned sw = neighbour(m, s, p);
    unsigned k = 0;
    while (k < n->count && n->sw[k] != sw)
      k++;
    if (sw == FAR || k < n->count)
      continue;
    n->sw[n->count] = (uint16_t)sw;
    n->uppers += m->height[sw] > m->height[i];
    for (unsigned q = p; q < s->ports; q++)
      if (neighbour(m, s, q) == sw)
        n->cable[cables++] = (uint8_t)q;
    n->end[n->count++] = (uint8_t)cables;
  }
}

static nf_path_class_site path_class_site(const map *m, unsigned i) {
  return (nf_path_class_site){m->height[i], m->around[i].uppers};
}

// Of the shortest paths from switch i to switch `to` the port of a class; FAR: no path.
static unsigned port_to(const map *m, unsigned i, unsigned to, unsigned path_class) {
  const neighbours *n = &m->around[i];
  const uint16_t *hops = &m->hops[(size_t)to * m->p->switches];
  unsigned fit[NF_FAST_PORTS], fits = 0;
  for (unsigned k = 0; k < n->count; k++)
    if (hops[n->sw[k]] + 1 == hops[i])
      fit[fits++] = k;
  if (fits == 0)
    return FAR;
  const unsigned next = fit[nf_path_class_neighbour(path_class, fits)];
  const unsigned first = next ? n->end[next - 1] : 0;
  return n
      ->cable[first + nf_path_class_cable(path_class, path_class_site(m, i),
                                          path_class_site(m, n->sw[next]), n->end[next] - first)];
}

// Those ports of all classes, without `except`, if there are others.
typedef struct {
  uint8_t port[NF_FAST_PORTS], count;
  uint16_t other; // where there are none
} ports_to;

static void find_ports(const map *m, unsigned i, unsigned to, unsigned except, ports_to *fit) {
  fit->count = 0;
  fit->other = (uint16_t)except;
  for (unsigned path_class = 0; path_class < site_at(m, i)->ports; path_class++) {
    const unsigned p = port_to(m, i, to, path_class);
    unsigned k = 0;
    while (k < fit->count && fit->port[k] != p)
      k++;
    if (p != FAR && p != except && k == fit->count)
      fit->port[fit->count++] = (uint8_t)p;
  }
}

// Number turn of them.
static unsigned in_turn(const ports_to *fit, unsigned turn) {
  return fit->count ? fit->port[turn % fit->count] : fit->other;
}

// Equal paths between switches: as many as a leaf has ports towards others, at most.
static unsigned count_ways(const map *m) {
  unsigned most = 1;
  for (uint32_t e = 0; e < m->plan->endpoints; e++) {
    const nf_fast_site *s = site_at(m, m->p->leaf[e]);
    unsigned n = 0;
    for (unsigned p = 0; p < s->ports; p++)
      n += neighbour(m, s, p) != FAR;
    most = n > most ? n : most;
  }
  return most;
}

// The slots of the exact engines' switches, where these can have the network
// (docs/network-tables.md): as many as tables of the plane, by a power of two or three times one;
// else as many as tables.
static unsigned slots_of(const map *m, unsigned tables) {
  const nf_graph *g = m->plan->fabric->graph;
  const unsigned n = m->p->switches;
  unsigned uplinks = 0, slots = NF_MAX_HOME_SLOTS;
  for (unsigned i = 0; i < n; i++) {
    const nf_fast_site *s = site_at(m, i);
    unsigned up = 0;
    for (unsigned p = 0; p < s->ports; p++)
      up += neighbour(m, s, p) != FAR;
    uplinks = up > uplinks ? up : uplinks;
    if (s->ports > NF_MAX_PORTS)
      return tables;
  }
  if (g->endpoints > NF_TOPOLOGY_GPUS)
    return tables;
  while (slots > n * NF_MAX_PORTS || !nf_mcr_hash_slots_ok(slots))
    slots--;
  const bool usual = (g->endpoints + n + uplinks + 7) / 8 * 8 <= NF_SIM_NODES &&
                     slots <= NF_SIM_HOME_SLOTS; // sim/klenk/plan.c
  return usual ? NF_SIM_HOME_SLOTS : slots;
}

// The tables take turns, numbered by switch first: as many as divide the slots. The blocks of a
// switch go round all ways, and those of the next switch one way further.
static int plan_homes(map *m, bool avoid_acks) {
  nf_fast_plan_plane *p = m->p;
  unsigned tables = p->tables < p->slots ? p->tables : p->slots;
  while (p->slots % tables != 0)
    tables--;
  for (uint32_t k = 0; k < p->slots; k++)
    p->root_way[k] = (uint16_t)((k / p->homes + k % p->homes) % p->ways);
  ports_to *fit = take(m, p->homes, sizeof *fit); // of a switch, by home
  for (unsigned i = 0; fit && i < p->switches; i++) {
    nf_fast_site *s = site_at(m, i);
    for (unsigned h = 0; h < p->homes; h++)
      find_ports(m, i, p->home[h], avoid_acks ? s->to_switch[p->home[h]] : FAR, &fit[h]);
    for (uint32_t k = 0; k < p->slots; k++) {
      const unsigned table = k % tables, h = table % p->homes, turn = k / p->homes + k % p->homes;
      s->home[k] =
          (uint16_t)(i == p->home[h] ? NF_FAST_HERE | table / p->homes : in_turn(&fit[h], turn));
    }
  }
  free(fit);
  return m->e->status;
}

// Masks of the ports of a switch, of which a crossbar of more than 64 has two words.
static unsigned words_of(const nf_fast_site *s) { return s->wide ? 2 : 1; }

static void add_port(nf_fast_site *s, unsigned tree, unsigned port) {
  s->spread[tree * words_of(s) + port / 64] |= 1ull << port % 64;
}

// Of the trees of a root the ports towards it: shortest paths, the way chooses among equals.
static void plan_ups(map *m, unsigned root) {
  const nf_fast_plan_plane *p = m->p;
  for (unsigned i = 0; i < p->switches; i++) {
    nf_fast_site *s = site_at(m, i);
    for (unsigned way = 0; way < p->ways; way++)
      s->up[root * p->ways + way] = (uint8_t)(i == root ? NF_FAST_SINK : port_to(m, i, root, way));
  }
}

// The tree of a root by one way.
static int plan_tree(map *m, unsigned root, unsigned way) {
  const nf_fast_plan_plane *p = m->p;
  const unsigned tree = root * p->ways + way;
  for (uint32_t e = 0; e < m->plan->members; e++) {
    unsigned at = p->leaf[e];
    bool down = false; // a cable led down, or across
    add_port(site_at(m, at), tree, p->leaf_port[e]);
    site_at(m, at)->below[tree]++;
    while (at != root) {
      const unsigned from = at;
      nf_fast_site *s = site_at(m, at);
      const nf_graph *g = m->plan->fabric->graph;
      const unsigned up = s->up[tree];
      const nf_graph_port *port = nf_fast_graph_port(g, s, up);
      at = p->root[port->peer];
      if (down && m->height[at] >= m->height[from])
        return nf_refuse(m->e,
                         "%s: shortest paths between its switches lead down and up again, where "
                         "packets of a reduction in the network wait for each other; fill all "
                         "pods of the tree, or take netfold allreduce --engine cycle",
                         g->name);
      down |= m->height[at] <= m->height[from];
      nf_fast_site *above = site_at(m, at);
      add_port(s, tree, up);
      add_port(above, tree, nf_fast_port_of(above, port->peer_port));
      above->below[tree]++;
    }
  }
  return NF_EXIT_OK;
}

// A pull waits at a later hop for as many contributions as its switch has registers for, which is
// one number whichever port its request came by. Where that would differ responses pass
// (docs/network-tables.md, Regions).
static void find_waits(map *m, unsigned i) {
  const nf_fast_plan_plane *p = m->p;
  nf_fast_site *s = site_at(m, i);
  for (unsigned way = 0; way < p->ways; way++) {
    unsigned want = 0;
    bool differs = false;
    for (uint32_t e = 0; e < m->plan->members; e++) {
      const unsigned below = p->leaf[e] == i ? 0 : s->below[p->leaf[e] * p->ways + way];
      differs |= want && below && below != want;
      want = below ? below : want;
    }
    for (unsigned root = 0; differs && root < p->switches; root++)
      s->below[root * p->ways + way] = 0;
  }
}

// Switches above those that endpoints are at, from which all ways lead down, to all endpoints: what
// leaves have reduced only goes up to them, and results only down (docs/network-leaves.md).
static bool is_root(const map *m, unsigned i) {
  const nf_fast_site *s = site_at(m, i);
  bool root = m->height[i] > 0;
  for (unsigned p = 0; p < s->ports; p++) {
    const unsigned next = neighbour(m, s, p);
    root = root && (next == FAR || m->height[next] < m->height[i]);
  }
  for (uint32_t e = 0; e < m->plan->endpoints; e++)
    root = root && m->hops[(size_t)m->p->leaf[e] * m->p->switches + i] == m->height[i];
  return root;
}

// All switches are homes; hierarchical: the roots above leaves with two members or more, which
// reduce first.
static int find_homes(map *m, bool hierarchical) {
  nf_fast_plan_plane *p = m->p;
  bool reduces = false;
  for (uint32_t e = 0; hierarchical && e < m->plan->members; e++)
    reduces |= ++site_at(m, p->leaf[e])->local > 1;
  for (unsigned i = 0; i < p->switches; i++) {
    nf_fast_site *s = site_at(m, i);
    s->local = s->local < 2 ? 0 : s->local;
    if (!hierarchical || is_root(m, i))
      p->home[p->homes++] = (uint16_t)i;
  }
  if (p->homes == 0 || (hierarchical && !reduces))
    return nf_refuse(
        m->e,
        "--hierarchical: %s has no switches above those that two ranks or more are at, that lead "
        "down to all of them; take a tree, e.g. fattree128, leaf:4x8 or fattree:16,2",
        m->plan->fabric->graph->name);
  return NF_EXIT_OK;
}

static int plan_plane(map *m, bool avoid_acks, bool hierarchical) {
  nf_fast_plan_plane *p = m->p;
  if (find_switches(m) != NF_EXIT_OK || find_leaves(m) != NF_EXIT_OK)
    return m->e->status;
  const unsigned n = p->switches;
  m->hops = take(m, (size_t)n * n, sizeof *m->hops);
  m->height = take(m, n, sizeof *m->height);
  m->around = take(m, n, sizeof *m->around);
  m->queue = take(m, n, sizeof *m->queue);
  p->home = take(m, n, sizeof *p->home);
  if (m->e->status != NF_EXIT_OK)
    return m->e->status;
  find_hops(m);
  find_heights(m);
  if (check_reach(m) != NF_EXIT_OK)
    return m->e->status;
  for (unsigned i = 0; i < n; i++)
    find_neighbours(m, i);
  if (find_homes(m, hierarchical) != NF_EXIT_OK)
    return m->e->status;
  p->ways = count_ways(m);
  unsigned tables = UINT16_MAX; // all switches have these
  for (unsigned i = 0; i < n; i++)
    tables = site_at(m, i)->tables < tables ? site_at(m, i)->tables : tables;
  p->tables = p->homes * tables;
  p->slots = slots_of(m, p->tables);
  p->by_slots = nf_fast_divide_by(p->slots);
  p->root_way = take(m, p->slots, sizeof *p->root_way);
  for (unsigned i = 0; i < n; i++) {
    nf_fast_site *s = site_at(m, i);
    s->home = take(m, p->slots, sizeof *s->home);
    s->spread = take(m, (size_t)n * p->ways * words_of(s), sizeof *s->spread);
    s->up = take(m, (size_t)n * p->ways, sizeof *s->up);
    s->below = take(m, (size_t)n * p->ways, sizeof *s->below);
    s->to_switch = take(m, n, sizeof *s->to_switch);
  }
  if (m->e->status != NF_EXIT_OK)
    return m->e->status;
  // Acknowledgements for switches go by the last of equal ports, results begin with the first.
  for (unsigned i = 0; i < n; i++)
    for (unsigned to = 0; to < n; to++)
      if (i != to)
        site_at(m, i)->to_switch[to] = (uint8_t)port_to(m, i, to, NF_FAST_PORTS - 1 - to);
  if (plan_homes(m, avoid_acks) != NF_EXIT_OK)
    return m->e->status;
  for (unsigned root = 0; root < n; root++) {
    plan_ups(m, root);
    for (unsigned way = 0; way < p->ways; way++)
      if (plan_tree(m, root, way) != NF_EXIT_OK)
        return m->e->status;
  }
  for (unsigned i = 0; i < n; i++)
    find_waits(m, i);
  return NF_EXIT_OK;
}

int nf_fast_plan_open(nf_fast_plan *p, nf_fast_fabric *f, uint32_t members, bool avoid_acks,
                      bool hierarchical, nf_err *e) {
  *p = (nf_fast_plan){.fabric = f, .endpoints = f->graph->endpoints, .members = members};
  p->plane = calloc(f->planes, sizeof *p->plane);
  if (!p->plane)
    return nf_err_memory(e, "the plan of an all-reduce");
  for (unsigned i = 0; i < f->planes && e->status == NF_EXIT_OK; i++) {
    map m = {.plan = p, .p = &p->plane[i], .plane = i, .e = e};
    plan_plane(&m, avoid_acks, hierarchical);
    free(m.hops);
    free(m.height);
    free(m.around);
    free(m.queue);
  }
  return e->status;
}

void nf_fast_plan_close(nf_fast_plan *p) {
  for (unsigned i = 0; p->plane && i < p->fabric->planes; i++) {
    nf_fast_plan_plane *q = &p->plane[i];
    for (unsigned k = 0; q->site && k < q->switches; k++) {
      nf_fast_site *s = &p->fabric->site[q->site[k]];
      free(s->home);
      free(s->spread);
      free(s->up);
      free(s->below);
      free(s->to_switch);
      s->local = 0;
    }
    free(q->home);
    free(q->root_way);
    free(q->root);
    free(q->site);
    free(q->leaf);
    free(q->leaf_port);
  }
  free(p->plane);
  *p = (nf_fast_plan){0};
}
