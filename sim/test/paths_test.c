// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The fast engine's plan of a reduction in the network against the fabric manager's tables: homes,
// acknowledgements, multicasts and what a pull waits for have the same ports in both, which share
// no code but the choice among equal paths; and both take or refuse the same networks. Full trees,
// trees filled in part, leaves and spines, rings of switches, networks of random cables.
#include "mcr/nf_mcr_hash.h"
#include "sim/common/rng.h"
#include "sim/engine/fast/plan.h"
#include "sim/klenk/plan.h"
#include "sim/test/unit.h"
#include "sim/topology/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVE_BLOCKS = 11, BLOCKS = 4096 };

typedef struct {
  const char *name;
  bool pull, barrier, hierarchical;
  nf_topology t;
  nf_routing routing;
  nf_interleave interleave;
  nf_manager m;
  nf_graph g;
  nf_route *route;
  nf_fast_fabric f;
  nf_fast_plan plan;
  nf_err exact, fast; // what each says
} both;

// Plans by which kind of paths, those that both refuse, and the multicasts that were compared.
typedef struct {
  unsigned by[NF_FAST_BY_TREE + 1], refused, casts;
} tally;

static void plan_exactly(both *b) {
  const nf_collective_cfg cfg = {.topology = &b->t,
                                 .ranks = b->t.gpus,
                                 .pull = b->pull,
                                 .barrier = b->barrier,
                                 .result_acks = !b->pull,
                                 .hierarchical = b->hierarchical,
                                 .dtype = NF_DTYPE_F32,
                                 .bytes = (size_t)BLOCKS * NF_BLOCK_BYTES,
                                 .table_entries = 32,
                                 .wave_bytes = WAVE_BLOCKS * NF_BLOCK_BYTES,
                                 .waves = 16};
  nf_network_cfg net;
  nf_table_checker_count count;
  if (nf_routing_open(&b->routing, &b->t, &b->exact) == NF_EXIT_OK)
    nf_plan_network(&cfg, &b->routing, &b->interleave, &b->m, &net, &count, &b->exact);
}

static void plan_fast(both *b) {
  nf_err e = {0};
  const nf_fast_plan_cfg planned = {
      .members = b->g.endpoints,
      .blocks = BLOCKS,
      .part_blocks = b->pull ? (BLOCKS + b->g.endpoints - 1) / b->g.endpoints : WAVE_BLOCKS,
      .pull = b->pull,
      .barrier = b->barrier,
      .avoid_acks = !b->pull,
      .hierarchical = b->hierarchical};
  if (nf_route_open(&b->route, &b->g, NULL, &b->fast) != NF_EXIT_OK)
    return; // no path at all
  const nf_fast_fabric_cfg cfg = {
      .graph = &b->g, .route = b->route, .classes = 2, .gap = 2, .reduces = true};
  assert_int_equal(nf_fast_fabric_open(&b->f, &cfg, &e), NF_EXIT_OK);
  nf_fast_plan_open(&b->plan, &b->f, &planned, &b->fast);
}

static nf_fast_site *site_of(both *b, unsigned s) {
  const unsigned node = b->g.endpoints + s;
  for (unsigned i = 0; i < b->f.sites; i++)
    if (!b->f.site[i].endpoint && b->f.site[i].node == node)
      return &b->f.site[i];
  fail_msg("%s: switch %u is no site", b->name, s);
  return NULL;
}

// A port of the fabric manager, which numbers those of the graph, among those of the site.
static unsigned port_of(both *b, const nf_fast_site *s, unsigned port) {
  for (unsigned p = 0; p < s->ports; p++)
    if (s->graph_port[p] == port)
      return p;
  fail_msg("%s: switch node %u has no port %u", b->name, s->node, port);
  return 0;
}

static unsigned ports_of(both *b, const nf_fast_site *s, unsigned ports) {
  unsigned set = 0;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++)
    if (ports >> p & 1)
      set |= 1u << port_of(b, s, p);
  return set;
}

static unsigned slot_of(const both *b, unsigned plane, unsigned k) {
  return nf_mcr_hash(((uint64_t)k * b->t.links + plane) * NF_BLOCK_BYTES, b->m.cfg.HomeSlots,
                     b->t.links);
}

static void same(const both *b, unsigned s, const char *what, unsigned number, unsigned exact,
                 unsigned fast) {
  if (exact != fast)
    fail_msg("%s%s%s: switch %s: %s %u: %#x in the manager's tables, %#x in the fast plan", b->name,
             b->pull ? ", pull" : "", b->hierarchical ? ", leaves reduce first" : "",
             b->t.sw[s].name, what, number, exact, fast);
}

// Where pushes and acknowledgements of results go.
static void compare_homes(both *b, unsigned s) {
  const unsigned plane = b->t.sw[s].plane;
  const nf_fast_plan_plane *p = &b->plan.plane[plane];
  const nf_fast_site *site = site_of(b, s);
  assert_int_equal(p->slots, b->m.cfg.HomeSlots);
  for (unsigned k = 0; k < p->slots; k++) {
    const unsigned here = site->home[k] & NF_FAST_HERE, port = site->home[k] & (NF_FAST_HERE - 1);
    const bool first = b->m.site[s].reduces_first;
    const unsigned slot = slot_of(b, plane, k);
    const unsigned exact = first ? b->m.site[s].home[slot].path : b->m.site[s].home[slot].port;
    if (port == NF_FAST_NO_PORT) // no push of the slot comes here
      continue;
    same(b, s, "home here of block", k, b->m.site[s].home[slot].local, here != 0 || first);
    same(b, s, "port home of block", k, here ? exact : port_of(b, site, exact), port);
  }
  for (unsigned to = 0; to < b->t.switches; to++) {
    if (to == s || b->t.sw[to].plane != plane)
      continue;
    const unsigned exact = b->m.site[s].route[b->m.site[to].id],
                   fast = site->to_switch[p->root[b->g.endpoints + to]];
    same(b, s, "port of acknowledgements for switch", to,
         exact == NF_NO_PORT ? (unsigned)NF_FAST_NO_PORT : port_of(b, site, exact), fast);
  }
}

typedef struct {
  unsigned root, region, k; // the switch where it begins; the k-th block of its plane
  unsigned way;             // in the fast plan
} cast;

// From a switch where a multicast came in at a port, as the switches read the manager's tables.
static void compare_cast(both *b, const cast *c, unsigned s, unsigned from) {
  const nf_site_tables *tables = &b->m.site[s];
  const nf_site_region *here = &tables->region[c->region];
  nf_fast_site *site = site_of(b, s);
  const nf_fast_plan_plane *p = &b->plan.plane[site->plane];
  const unsigned tree = p->root[b->g.endpoints + c->root] * p->ways + c->way;
  unsigned ports = here->ports;
  if (here->spread)
    ports |= 1u << tables->home[slot_of(b, site->plane, c->k)].path;
  if (from != NF_NO_PORT) {
    ports &= ~(1u << from);
    if (tables->uplinks >> from & 1)
      ports &= ~(unsigned)tables->uplinks;
    if (b->pull && b->m.site[c->root].first_hop) // where requests come from
      same(b, s, "contributions by way", c->way, here->later, site->below[tree]);
  }
  same(b, s, "ports of a multicast by way", c->way, ports_of(b, site, ports),
       (unsigned)site->spread[tree]);
  for (unsigned port = 0; port < NF_MAX_PORTS; port++) {
    const nf_plug *peer = ports >> port & 1 ? nf_topology_peer(&b->t, s, port) : NULL;
    if (peer && !peer->gpu)
      compare_cast(b, c, peer->node, peer->port);
  }
}

// Of all that a region and a block's slot can mean the casts from every home and every leaf.
static unsigned compare_casts(both *b, unsigned s) {
  const unsigned plane = b->t.sw[s].plane;
  const nf_fast_plan_plane *p = &b->plan.plane[plane];
  const bool address = b->plan.by == NF_FAST_BY_ADDRESS;
  const unsigned ways = address ? p->ways : b->plan.classes.by, results = !b->pull ? ways
                                                                          : b->barrier
                                                                              ? (address ? ways : 1)
                                                                              : 0;
  unsigned starts = b->m.site[s].first_hop ? ways : 0, casts = 0;
  for (unsigned h = 0; h < p->homes && !starts; h++)
    if (p->home[h] == p->root[b->g.endpoints + s])
      starts = results;
  for (unsigned way = 0; way < starts; way++) {
    cast c = {.root = s, .region = address ? 0 : way, .way = way};
    while (address && p->root_way[c.k] != way && c.k + 1 < p->slots)
      c.k++;
    if (address && p->root_way[c.k] != way) // no slot has it
      continue;
    compare_cast(b, &c, s, NF_NO_PORT);
    casts++;
  }
  return casts;
}

static void compare(both *b, tally *n) {
  plan_exactly(b);
  plan_fast(b);
  if (b->exact.status != b->fast.status)
    fail_msg("%s%s%s: exact: %d %s; fast: %d %s", b->name, b->pull ? ", pull" : "",
             b->hierarchical ? ", leaves reduce first" : "", b->exact.status, b->exact.text,
             b->fast.status, b->fast.text);
  if (b->exact.status == NF_EXIT_OK) {
    same(b, 0, "paths by trees", 0, b->routing.trees != 0, b->plan.by == NF_FAST_BY_TREE);
    if (b->m.paths > 1)
      same(b, 0, "paths by address", 0, b->m.spread, b->plan.by == NF_FAST_BY_ADDRESS);
    for (unsigned c = 0; !b->pull && c < b->interleave.classes; c++)
      same(b, 0, "home GPU of class", c, b->m.region[c].home, nf_fast_plan_home_gpu(&b->plan, c));
    for (unsigned s = 0; s < b->t.switches; s++) {
      if (!b->pull)
        compare_homes(b, s);
      n->casts += compare_casts(b, s);
    }
    n->by[b->plan.by]++;
  } else {
    n->refused++;
  }
  nf_fast_plan_close(&b->plan);
  nf_fast_fabric_close(&b->f);
  nf_route_close(b->route);
}

// Pushes, pulls with and without a barrier, leaves that reduce first.
static void compare_all(const char *spec, tally *n) {
  both *b = calloc(1, sizeof *b);
  assert_non_null(b);
  for (unsigned kind = 0; kind < 4; kind++) {
    nf_err e = {0};
    *b = (both){.name = spec,
                .pull = kind == 1 || kind == 2,
                .barrier = kind == 2,
                .hierarchical = kind == 3};
    if (nf_topology_open(&b->t, spec, 0, &e) != NF_EXIT_OK ||
        nf_graph_open(&b->g, spec, &e) != NF_EXIT_OK)
      fail_msg("%s: %s", spec, e.text);
    compare(b, n);
    nf_graph_close(&b->g);
  }
  free(b);
}

static void full_networks(void **state) {
  static const char *const specs[] = {"single:16",
                                      "dgx2",
                                      "leaf:2x2,rate=25",
                                      "leaf:4x8,rate=25",
                                      "leaf:4x8,spines=2,rate=25",
                                      "leaf:4x8,spines=3,rate=25",
                                      "leaf:8x4,spines=8,rate=25",
                                      "fattree:4,2,rate=25",
                                      "fattree:8,2,rate=25",
                                      "fattree:8,2,50,rate=25",
                                      "fattree:4,3,rate=25",
                                      "fattree:6,3,rate=25"};
  tally n = {.casts = 0};
  for (unsigned i = 0; i < sizeof specs / sizeof *specs; i++)
    compare_all(specs[i], &n);
  assert_true(n.by[NF_FAST_BY_ADDRESS] > 0 && n.by[NF_FAST_BY_TREE] == 0 && n.casts > 0);
}

static void trees_filled_in_part(void **state) {
  static const char *const specs[] = {
      "fattree:8,2,endpoints=9,rate=25",  "fattree:8,2,endpoints=25,rate=25",
      "fattree:8,2,endpoints=31,rate=25", "fattree:8,2,50,endpoints=25,rate=25",
      "fattree:4,3,endpoints=3,rate=25",  "fattree:4,3,endpoints=7,rate=25",
      "fattree:4,3,endpoints=12,rate=25", "fattree:4,3,endpoints=15,rate=25",
      "fattree:8,3,endpoints=20,rate=25", "fattree:8,3,endpoints=37,rate=25"};
  tally n = {.casts = 0};
  for (unsigned i = 0; i < sizeof specs / sizeof *specs; i++)
    compare_all(specs[i], &n);
  assert_true(n.by[NF_FAST_BY_CLASS] > 0 && n.by[NF_FAST_BY_TREE] > 0 && n.casts > 0);
}

static const char *file_of(const char *json) {
  static const char path[] = "build/tb/paths_test.json";
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(json, f);
  fclose(f);
  return path;
}

static void rings_of_switches(void **state) {
  tally n = {.casts = 0};
  for (unsigned size = 3; size < 7; size++) {
    char json[1024];
    size_t at = (size_t)sprintf(json, "{\"endpoints\":%u,\"switches\":[", size);
    for (unsigned i = 0; i < size; i++)
      at += (size_t)sprintf(&json[at], "%s\"s%u\"", i ? "," : "", i);
    at += (size_t)sprintf(&json[at], "],\"cables\":[");
    for (unsigned i = 0; i < size; i++)
      at += (size_t)sprintf(&json[at], "%s[\"acc%u\",\"s%u\"],[\"s%u\",\"s%u\"]", i ? "," : "", i,
                            i, i, (i + 1) % size);
    sprintf(&json[at], "]}");
    compare_all(file_of(json), &n);
  }
  assert_true(n.refused > 0);
}

// Some leaves, one or two levels above them, cables as they fall, parallel ones among them.
static void random_networks(void **state) {
  const char *seed = getenv("SEED");
  nf_rng rng = {.state = seed ? strtoull(seed, NULL, 0) : 1};
  tally n = {.casts = 0};
  for (unsigned run = 0; run < 150; run++) {
    const unsigned leaves = 2 + nf_rng_below(&rng, 4), middle = 1 + nf_rng_below(&rng, 3),
                   top = nf_rng_below(&rng, 3);
    char json[8192];
    unsigned endpoints = 0, most[8];
    for (unsigned i = 0; i < leaves; i++)
      endpoints += most[i] = 1 + nf_rng_below(&rng, 4);
    size_t at = (size_t)sprintf(json, "{\"endpoints\":%u,\"switches\":[\"s0\"", endpoints);
    for (unsigned i = 1; i < leaves + middle + top; i++)
      at += (size_t)sprintf(&json[at], ",\"s%u\"", i);
    at += (size_t)sprintf(&json[at], "],\"cables\":[");
    for (unsigned i = 0, e = 0; i < leaves; i++)
      for (unsigned k = 0; k < most[i]; k++, e++)
        at += (size_t)sprintf(&json[at], "%s[\"acc%u\",\"s%u\"]", e ? "," : "", e, i);
    for (unsigned level = 0; level < 2; level++) {
      const unsigned low = level ? leaves : 0, lows = level ? middle : leaves;
      const unsigned high = level ? leaves + middle : leaves, highs = level ? top : middle;
      for (unsigned i = low; i < low + lows; i++)
        for (unsigned j = high; j < high + highs; j++)
          for (unsigned c = nf_rng_below(&rng, 3); c > 0; c--)
            at += (size_t)sprintf(&json[at], ",[\"s%u\",\"s%u\"]", i, j);
    }
    sprintf(&json[at], "]}");
    nf_topology *t = malloc(sizeof *t);
    nf_err e = {0};
    assert_non_null(t);
    const bool fits = nf_topology_open(t, file_of(json), 0, &e) == NF_EXIT_OK;
    free(t);
    if (fits)
      compare_all(file_of(json), &n);
  }
  printf("by address %u, by class %u, by trees %u, refused %u; %u multicasts\n",
         n.by[NF_FAST_BY_ADDRESS], n.by[NF_FAST_BY_CLASS], n.by[NF_FAST_BY_TREE], n.refused,
         n.casts);
  assert_true(n.by[NF_FAST_BY_CLASS] > 0);
  assert_true(n.by[NF_FAST_BY_TREE] > 0 && n.refused > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(full_networks), cmocka_unit_test(trees_filled_in_part),
      cmocka_unit_test(rings_of_switches), cmocka_unit_test(random_networks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
