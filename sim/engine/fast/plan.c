// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "plan.h"

#include "mcr/nf_mcr_hash.h"
#include "paths.h"
#include "sim/klenk/engine.h"
#include "sim/klenk/manager.h"
#include <stdlib.h>
#include <string.h>

// A plane that is planned.
typedef struct {
  nf_fast_plan *plan;
  const nf_fast_plan_cfg *cfg;
  nf_fast_plan_plane *p;
  nf_fast_paths paths;
  unsigned plane;
  nf_fast_paths_by next; // what to try if paths that are chosen by plan->by do not agree
  nf_err *e;
} map;

void *nf_fast_plan_take(size_t count, size_t size, nf_err *e) {
  void *p = calloc(count ? count : 1, size);
  if (!p)
    nf_err_memory(e, "the plan of an all-reduce");
  return p;
}

static nf_fast_site *site_at(const map *m, unsigned i) {
  return nf_fast_plan_site(m->plan->fabric, m->p, i);
}

static int find_switches(map *m) {
  const nf_fast_fabric *f = m->plan->fabric;
  const nf_fast_plane *plane = &f->plane[m->plane];
  nf_fast_plan_plane *p = m->p;
  p->root = nf_fast_plan_take(f->graph->nodes, sizeof *p->root, m->e);
  p->site = nf_fast_plan_take(plane->count, sizeof *p->site, m->e);
  p->leaf = nf_fast_plan_take(f->graph->endpoints, sizeof *p->leaf, m->e);
  p->leaf_port = nf_fast_plan_take(f->graph->endpoints, sizeof *p->leaf_port, m->e);
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

// Ports of a switch towards another one, by all classes, without `except`, if there are others.
typedef struct {
  uint8_t port[NF_FAST_PORTS], count;
  uint16_t other; // where there are none
} ports_to;

static void find_ports(const map *m, unsigned i, unsigned to, unsigned except, ports_to *fit) {
  const unsigned ports = site_at(m, i)->ports;
  fit->count = 0;
  fit->other = (uint16_t)except;
  for (unsigned path_class = 0; path_class < (ports < NF_MAX_PORTS ? NF_MAX_PORTS : ports);
       path_class++) {
    const unsigned p = nf_fast_paths_port(&m->paths, i, to, path_class);
    if (p != NF_FAST_NO_PORT && p != except && !memchr(fit->port, (int)p, fit->count))
      fit->port[fit->count++] = (uint8_t)p;
  }
}

// Number turn of them.
static unsigned in_turn(const ports_to *fit, unsigned turn) {
  return fit->count ? fit->port[turn % fit->count] : fit->other;
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
      up += nf_fast_graph_port(g, s, p)->peer >= g->endpoints;
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

// Leaves reduce first: of each home the ways by which all such leaves reach it, [home * ways +
// way]. Sums go up by the way that results go.
static int find_ways_up(map *m, bool *fits) {
  const nf_fast_plan_plane *p = m->p;
  for (unsigned h = 0; h < p->homes; h++) {
    bool any = false;
    for (unsigned way = 0; way < p->ways; way++)
      fits[h * p->ways + way] = true;
    for (unsigned i = 0; i < p->switches; i++) {
      ports_to fit;
      if (!site_at(m, i)->local || !nf_fast_paths_choice(&m->paths, i))
        continue;
      find_ports(m, i, p->home[h], NF_FAST_NO_PORT, &fit);
      for (unsigned way = 0; way < p->ways; way++)
        if (!memchr(fit.port, (int)nf_fast_paths_up(&m->paths, i, way), fit.count))
          fits[h * p->ways + way] = false;
    }
    for (unsigned way = 0; way < p->ways; way++)
      any |= fits[h * p->ways + way];
    if (!any) {
      char text[NF_GRAPH_NODE_TEXT];
      nf_graph_node_text(m->plan->fabric->graph, site_at(m, p->home[h])->node, text);
      return nf_refuse(m->e, "--hierarchical: %s: no path of all leaves leads up to %s",
                       m->plan->fabric->graph->name, text);
    }
  }
  return NF_EXIT_OK;
}

// The blocks of a switch go round all ways, and those of the next switch one way further.
static unsigned turn_of(const nf_fast_plan_plane *p, unsigned slot) {
  return slot / p->homes + slot % p->homes;
}

// The tables take turns, numbered by switch first: as many as divide the slots.
static int plan_homes(map *m) {
  nf_fast_plan_plane *p = m->p;
  const bool up = m->cfg->hierarchical && m->plan->by == NF_FAST_BY_ADDRESS;
  unsigned tables = p->tables < p->slots ? p->tables : p->slots;
  while (p->slots % tables != 0)
    tables--;
  ports_to *fit = nf_fast_plan_take(p->homes, sizeof *fit, m->e); // of a switch, by home
  bool *fits = nf_fast_plan_take((size_t)p->homes * p->ways, sizeof *fits, m->e);
  if (m->e->status == NF_EXIT_OK && up)
    find_ways_up(m, fits);
  for (uint32_t k = 0; m->e->status == NF_EXIT_OK && k < p->slots; k++) {
    unsigned way = turn_of(p, k) % p->ways;
    while (up && !fits[k % tables % p->homes * p->ways + way])
      way = (way + 1) % p->ways;
    p->root_way[k] = (uint16_t)way;
  }
  for (unsigned i = 0; m->e->status == NF_EXIT_OK && i < p->switches; i++) {
    nf_fast_site *s = site_at(m, i);
    for (unsigned h = 0; h < p->homes; h++)
      find_ports(m, i, p->home[h], m->cfg->avoid_acks ? s->to_switch[p->home[h]] : NF_FAST_NO_PORT,
                 &fit[h]);
    const bool by_way = up && s->local && nf_fast_paths_choice(&m->paths, i);
    for (uint32_t k = 0; k < p->slots; k++) {
      const unsigned table = k % tables, h = table % p->homes;
      s->home[k] = (uint16_t)(i == p->home[h] ? NF_FAST_HERE | table / p->homes
                              : by_way        ? nf_fast_paths_up(&m->paths, i, p->root_way[k])
                                              : in_turn(&fit[h], turn_of(p, k)));
    }
  }
  free(fit);
  free(fits);
  return m->e->status;
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

// The switches that take pushes; hierarchical: of these the roots above leaves with two members or
// more, which reduce first. What leaves have reduced only goes up to them, and results only down
// (docs/network-leaves.md).
static int find_homes(map *m) {
  nf_fast_plan_plane *p = m->p;
  const bool hierarchical = m->cfg->hierarchical;
  bool reduces = false;
  for (uint32_t e = 0; hierarchical && e < m->cfg->members; e++)
    site_at(m, p->leaf[e])->local++;
  for (unsigned i = 0; i < p->switches; i++) {
    nf_fast_site *s = site_at(m, i);
    if (s->local == 1 || s->local == m->cfg->members)
      s->local = 0; // nothing to reduce, or nowhere to send it
    reduces |= s->local != 0;
    if (nf_fast_paths_home(&m->paths, i, m->plan->classes.by) &&
        (!hierarchical || nf_fast_paths_root(&m->paths, i)))
      p->home[p->homes++] = (uint16_t)i;
  }
  if (hierarchical && (p->homes == 0 || !reduces))
    return nf_refuse(
        m->e,
        "--hierarchical: %s has no switches above those that two ranks or more are at, that lead "
        "down to all of them; take a tree, e.g. fattree128, leaf:4x8 or fattree:16,2",
        m->plan->fabric->graph->name);
  if (p->homes == 0)
    return nf_refuse(m->e,
                     "%s: no switch can be reached by paths up and down from all endpoints; join "
                     "an upper switch to all others, directly or by switches between",
                     m->plan->fabric->graph->name);
  return NF_EXIT_OK;
}

static int open_sites(map *m) {
  nf_fast_plan_plane *p = m->p;
  const size_t trees = (size_t)p->switches * p->ways;
  p->home = nf_fast_plan_take(p->switches, sizeof *p->home, m->e);
  for (unsigned i = 0; i < p->switches; i++) {
    nf_fast_site *s = site_at(m, i);
    s->spread =
        nf_fast_plan_take(trees * (s->wide ? NF_FAST_PORTS / 64 : 1), sizeof *s->spread, m->e);
    s->up = nf_fast_plan_take(trees, sizeof *s->up, m->e);
    s->below = nf_fast_plan_take(trees, sizeof *s->below, m->e);
    s->to_switch = nf_fast_plan_take(p->switches, sizeof *s->to_switch, m->e);
  }
  return m->e->status;
}

// Of every leaf the trees of all ways, for multicasts; of every home, for results, those of a
// barrier by the first class alone. With several classes a pull is asked for by ranks of its own.
static int grow_trees(map *m) {
  const nf_fast_plan_plane *p = m->p;
  const bool address = m->plan->by == NF_FAST_BY_ADDRESS;
  const unsigned ways = address ? p->ways : m->plan->classes.by,
                 results = !m->cfg->pull     ? ways
                           : m->cfg->barrier ? (address ? ways : 1)
                                             : 0;
  unsigned *starts = nf_fast_plan_take(p->switches, sizeof *starts, m->e); // ways that begin there
  bool *asks = nf_fast_plan_take((size_t)p->switches * p->ways, sizeof *asks, m->e);
  for (unsigned h = 0; starts && h < p->homes; h++)
    starts[p->home[h]] = results;
  for (uint32_t e = 0; starts && asks && e < m->cfg->members; e++) {
    starts[p->leaf[e]] = ways;
    for (unsigned way = 0; way < ways; way++)
      asks[p->leaf[e] * p->ways + way] |= m->cfg->pull && (address || e % ways == way);
  }
  for (unsigned root = 0; root < p->switches && m->e->status == NF_EXIT_OK; root++)
    for (unsigned way = 0; way < starts[root] && m->e->status == NF_EXIT_OK; way++)
      nf_fast_paths_grow(&m->paths, (nf_fast_tree){root, way, asks[root * p->ways + way]});
  free(starts);
  free(asks);
  return m->e->status;
}

// Acknowledgements for switches go by the last of equal ports, results begin with the first.
static void plan_acks(map *m) {
  for (unsigned i = 0; i < m->p->switches; i++)
    for (unsigned to = 0; to < m->p->switches; to++)
      if (i != to)
        site_at(m, i)->to_switch[to] =
            (uint8_t)nf_fast_paths_port(&m->paths, i, to, NF_MANAGER_NO_NODE - to);
}

static unsigned divisor(unsigned n, unsigned most) {
  while (n % most != 0)
    most--;
  return most;
}

static int plan_slots(map *m) {
  nf_fast_plan_plane *p = m->p;
  unsigned tables = UINT16_MAX; // all switches have these
  for (unsigned i = 0; i < p->switches; i++)
    tables = site_at(m, i)->tables < tables ? site_at(m, i)->tables : tables;
  p->tables = p->homes * tables;
  p->slots = slots_of(m, p->tables);
  p->by_slots = nf_fast_divide_by(p->slots);
  p->root_way = nf_fast_plan_take(p->slots, sizeof *p->root_way, m->e);
  for (unsigned i = 0; i < p->switches; i++)
    site_at(m, i)->home = nf_fast_plan_take(p->slots, sizeof *site_at(m, i)->home, m->e);
  return m->e->status;
}

static int plan_plane(map *m) {
  nf_fast_plan_plane *p = m->p;
  nf_fast_plan *plan = m->plan;
  if (find_switches(m) != NF_EXIT_OK || find_leaves(m) != NF_EXIT_OK ||
      nf_fast_paths_open(&m->paths, plan->fabric, p, m->cfg->members, m->e) != NF_EXIT_OK ||
      open_sites(m) != NF_EXIT_OK)
    return m->e->status;
  if (m->plane == 0)
    plan->classes = nf_fast_divide_by(divisor(m->cfg->members, p->ways));
  m->paths.by = plan->by;
  if (nf_fast_paths_choose(&m->paths, plan->classes.by) != NF_EXIT_OK)
    return m->e->status;
  if (plan->by == NF_FAST_BY_ADDRESS && !nf_fast_paths_spread(&m->paths)) {
    m->next = NF_FAST_BY_CLASS;
    return NF_EXIT_OK;
  }
  if (find_homes(m) != NF_EXIT_OK || plan_slots(m) != NF_EXIT_OK)
    return m->e->status;
  plan_acks(m);
  if (plan_homes(m) != NF_EXIT_OK)
    return m->e->status;
  if (grow_trees(m) != NF_EXIT_OK) {
    if (m->e->status == NF_EXIT_BAD_INPUT)
      m->next = NF_FAST_BY_TREE;
    return m->e->status;
  }
  for (unsigned i = 0; i < p->switches; i++)
    find_waits(m, i);
  return NF_EXIT_OK;
}

// By what paths have to be chosen: plan->by, if these agree.
static nf_fast_paths_by plan_planes(nf_fast_plan *plan, const nf_fast_plan_cfg *cfg, nf_err *e) {
  nf_fast_paths_by next = plan->by;
  for (unsigned i = 0; i < plan->fabric->planes && e->status == NF_EXIT_OK && next == plan->by;
       i++) {
    map m = {.plan = plan, .cfg = cfg, .p = &plan->plane[i], .plane = i, .next = next, .e = e};
    plan_plane(&m);
    nf_fast_paths_close(&m.paths);
    next = m.next;
  }
  return next;
}

int nf_fast_plan_open(nf_fast_plan *p, nf_fast_fabric *f, const nf_fast_plan_cfg *cfg, nf_err *e) {
  nf_fast_paths_by by = NF_FAST_BY_ADDRESS;
  nf_err found = {0};
  for (;;) {
    *p = (nf_fast_plan){.fabric = f,
                        .endpoints = f->graph->endpoints,
                        .members = cfg->members,
                        .blocks = cfg->blocks,
                        .part = nf_fast_divide_by(cfg->part_blocks),
                        .by = by,
                        .plane = calloc(f->planes, sizeof *p->plane)};
    if (!p->plane)
      return nf_err_memory(e, "the plan of an all-reduce");
    found.status = NF_EXIT_OK;
    const nf_fast_paths_by next = plan_planes(p, cfg, &found);
    if (next == by)
      break;
    nf_fast_plan_close(p);
    by = next;
  }
  if (found.status != NF_EXIT_OK)
    *e = found;
  return e->status;
}

// Spread over the members. By trees, the home of a class is of the class, too: a switch may be on
// no path of other classes.
unsigned nf_fast_plan_home_gpu(const nf_fast_plan *p, unsigned path_class) {
  unsigned home = path_class * (p->members / p->classes.by);
  while (p->by == NF_FAST_BY_TREE && home % p->classes.by != path_class)
    home++;
  return home;
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
      s->home = NULL;
      s->spread = NULL;
      s->up = s->to_switch = NULL;
      s->below = NULL;
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
