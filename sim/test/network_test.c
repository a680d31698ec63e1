// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Networks without a single cycle: descriptions, the fabric manager's tables, and the check that
// follows every packet through them, which must find each table that is turned wrong here.
#define _POSIX_C_SOURCE 200809L
#include "mcr/nf_mcr_hash.h"
#include "sim/engine/cycle/wire.h"
#include "sim/klenk/interleave.h"
#include "sim/klenk/path_tree.h"
#include "sim/klenk/table_checker.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  nf_topology topology;
  nf_routing routing;
  nf_manager manager;
} network;

static const uint8_t Push = 1u << NF_MCR_MODE_PUSH | 1u << NF_MCR_MODE_MULTICAST;
static const uint8_t Pull =
    1u << NF_MCR_MODE_PULL | 1u << NF_MCR_MODE_MULTICAST | 1u << NF_MCR_MODE_EXCLUDE_SOURCE;

// A push and a pull region of each class for GPUs 0..members-1. classes 0: one region each, and the
// address chooses the path.
static int plan_tables(network *n, const char *which, unsigned members, unsigned classes,
                       nf_err *e) {
  const bool spread = classes == 0;
  classes += spread;
  n->manager = (nf_manager){.t = &n->topology,
                            .routing = &n->routing,
                            .cfg = {16, 32, 32, nf_manager_nodes(&n->topology),
                                    nf_manager_slots(&n->topology), 8, 32, 0, 0},
                            .classes = classes,
                            .regions = 2 * classes,
                            .entries = 2,
                            .spread = spread,
                            .paths = nf_manager_paths(&n->routing)};
  if (spread && !nf_manager_can_spread(&n->routing, n->manager.paths))
    return nf_refuse(e, "%s: the paths differ", which);
  for (unsigned i = 0; i < 2 * classes; i++) {
    nf_group_region *g = &n->manager.region[i];
    *g = (nf_group_region){.base = (uint64_t)(i + 1) << 32,
                           .bytes = 4096,
                           .mode = i < classes ? Push : Pull,
                           .path_class = (uint8_t)(i % classes)};
    for (unsigned k = 0; k < members; k++)
      nf_gpu_add(&g->members, k);
  }
  return nf_manager_plan(&n->manager, e);
}

// One region of pushes; leaves reduce them first.
static int plan_leaves(network *n, unsigned members, nf_err *e) {
  nf_manager *m = &n->manager;
  const unsigned paths = nf_manager_paths(&n->routing);
  *m = (nf_manager){.t = &n->topology,
                    .routing = &n->routing,
                    .cfg = {16, 32, 32, nf_manager_nodes(&n->topology),
                            nf_manager_slots(&n->topology), 8, 32, 0, 0},
                    .classes = 1,
                    .regions = 1,
                    .entries = 2,
                    .spread = nf_manager_can_spread(&n->routing, paths),
                    .paths = paths,
                    .result_acks = true,
                    .hierarchical = true};
  m->region[0] = (nf_group_region){.base = 1ull << 32, .bytes = 4096, .mode = Push};
  for (unsigned k = 0; k < members; k++)
    nf_gpu_add(&m->region[0].members, k);
  return nf_manager_plan(m, e);
}

static network *open_leaves(const char *which, unsigned members) {
  network *n = calloc(1, sizeof *n);
  nf_err e = {0};
  assert_non_null(n);
  if (nf_topology_open(&n->topology, which, 0, &e) == NF_EXIT_OK &&
      nf_routing_open(&n->routing, &n->topology, &e) == NF_EXIT_OK)
    plan_leaves(n, members, &e);
  assert_string_equal(e.text, "");
  return n;
}

static int plan(network *n, const char *which, unsigned members, unsigned classes, nf_err *e) {
  if (nf_topology_open(&n->topology, which, 0, e) != NF_EXIT_OK ||
      nf_routing_open(&n->routing, &n->topology, e) != NF_EXIT_OK)
    return e->status;
  return plan_tables(n, which, members, classes, e);
}

static network *open_network(const char *which, unsigned members, unsigned classes) {
  network *n = calloc(1, sizeof *n);
  nf_err e = {0};
  assert_non_null(n);
  plan(n, which, members, classes, &e);
  assert_string_equal(e.text, "");
  return n;
}

static void expect_found(network *n, const char *words) {
  nf_table_checker_count count;
  nf_err e = {0};
  assert_int_equal(nf_table_checker_run(&n->manager, &count, &e), NF_EXIT_BAD_INPUT);
  if (!strstr(e.text, words))
    fail_msg("\"%s\" lacks \"%s\"", e.text, words);
}

// KLENK II-A, V: what is built in is cabled as the paper has it.
static void test_built_in(void **state) {
  static const struct {
    const char *name;
    unsigned gpus, links, switches, cables, nodes, paths;
  } want[] = {{"single", 16, 1, 1, 16, 24, 1},
              {"dgx2", 16, 6, 12, 96 + 48, 32, 8},
              {"fattree128", 128, 6, 144, 768 + 768, 168, 8}};
  for (unsigned i = 0; i < 3; i++) {
    network *n = open_network(want[i].name, want[i].gpus, 1);
    const nf_topology *t = &n->topology;
    assert_int_equal(t->gpus, want[i].gpus);
    assert_int_equal(t->links, want[i].links);
    assert_int_equal(t->switches, want[i].switches);
    assert_int_equal(t->cables, want[i].cables);
    assert_int_equal(nf_manager_nodes(t), want[i].nodes);
    assert_int_equal(nf_manager_paths(&n->routing), want[i].paths);
    free(n);
  }
}

// Other kinds and a file, as sim/topology has them: cables in cycles, switches by name.
static void test_other_kinds(void **state) {
  static const struct {
    const char *spec, *last;
    unsigned gpus, links, switches, cables, to_gpu, between;
  } want[] = {{"single:5", "switch", 5, 1, 1, 5, 108, 0},
              {"single:8,planes=3", "switch2", 8, 3, 3, 24, 108, 0},
              {"single:8,switch=10.88,wire=64", "switch", 8, 1, 1, 8, 50, 0},
              {"fattree:4,3,rate=25,switch=10.88", "core0.3", 16, 1, 20, 48, 31, 31},
              {"leaf:3x2,rate=25,spines=2,planes=2", "spine1.1", 6, 2, 10, 24, 616, 764}};
  for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
    network *n = open_network(want[i].spec, want[i].gpus, 1);
    const nf_topology *t = &n->topology;
    assert_string_equal(t->name, want[i].spec);
    assert_int_equal(t->gpus, want[i].gpus);
    assert_int_equal(t->links, want[i].links);
    assert_int_equal(t->switches, want[i].switches);
    assert_int_equal(t->cables, want[i].cables);
    assert_string_equal(t->sw[t->switches - 1].name, want[i].last);
    assert_int_equal(t->cable[0].latency, want[i].to_gpu);
    if (want[i].between)
      assert_int_equal(t->cable[t->cables - 1].latency, want[i].between);
    free(n);
  }
}

// What this engine cannot be, and words of the refusal.
static void test_refused_kinds(void **state) {
  static const struct {
    const char *spec, *words;
  } refused[] = {{"torus:4x4", "switches, as in single[:R], dgx2, fattree128, fattree:"},
                 {"hyperx:4x4", "endpoints forward"},
                 {"dgx1", "joins two GPUs"},
                 {"nvl72", "endpoint 0 has 18 links"},
                 {"single:17", "switch has 17 ports"},
                 {"single:16,planes=9", "has 9 links"},
                 {"fattree:16,3", "1024 endpoints; this engine has 2..128"},
                 {"leaf:3x2", "has 12.5 GB/s, those of this engine 25; add ,rate=25"},
                 {"single:4,wire=200000", "there may be 100000"},
                 {"dgx3", "nearest is dgx2"}};
  nf_topology *t = calloc(1, sizeof *t);
  assert_non_null(t);
  for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
    nf_err e = {0};
    assert_int_equal(nf_topology_open(t, refused[i].spec, 0, &e), NF_EXIT_BAD_INPUT);
    if (!strstr(e.text, refused[i].words))
      fail_msg("%s: \"%s\" lacks \"%s\"", refused[i].spec, e.text, refused[i].words);
  }
  free(t);
}

// Groups of the fat tree that fill leaves unevenly. Each takes a second or two: the first two of
// them, or all with `make test WHOLE=1`.
static const unsigned Uneven[] = {128, 20, 2, 9, 64, 100};

static unsigned uneven_groups(void) {
  const char *whole = getenv("NF_WHOLE");
  return whole && strcmp(whole, "1") == 0 ? sizeof Uneven / sizeof *Uneven : 2;
}

// Every group size of DGX-2, and groups of the fat tree that fill leaves unevenly.
static void test_tables_hold(void **state) {
  nf_table_checker_count count;
  for (unsigned members = 2; members <= 16; members++) {
    network *n = open_network("dgx2", members, members % 8 == 0 ? 8 : 1);
    nf_err e = {0};
    nf_table_checker_run(&n->manager, &count, &e);
    assert_string_equal(e.text, "");
    assert_true(count.paths > 1000 && count.trees >= 48);
    free(n);
  }
  for (unsigned i = 0; i < uneven_groups(); i++) {
    network *n = open_network("fattree128", Uneven[i], Uneven[i] % 4 == 0 ? 4 : 1);
    nf_err e = {0};
    nf_table_checker_run(&n->manager, &count, &e);
    assert_string_equal(e.text, "");
    free(n);
  }
}

// KLENK IV-B: how many responses a pull waits for at each hop.
static void test_expected(void **state) {
  network *n = open_network("fattree128", 128, 8);
  const nf_site_region *leaf = &n->manager.site[0].region[8],
                       *spine = &n->manager.site[16].region[8];
  assert_int_equal(leaf->expected, 127);
  assert_int_equal(leaf->later, 8);
  assert_int_equal(spine->later, 120);
  assert_int_equal(n->manager.site[0].region[0].expected, 128);
  free(n);
  n = open_network("fattree128", 20, 4); // 8, 8 and 4 to a leaf: spines cannot wait
  assert_int_equal(n->manager.site[16].region[4].later, 0);
  assert_int_equal(n->manager.site[2].region[4].later, 4);
  free(n);
}

// A group costs one region where the address chooses the path: every group of DGX-2, groups of the
// fat tree that fill leaves unevenly; under every choice, counts as before.
static void test_spread(void **state) {
  nf_table_checker_count count;
  nf_err e = {0};
  for (unsigned members = 2; members <= 16; members++) {
    network *n = open_network("dgx2", members, 0);
    nf_table_checker_run(&n->manager, &count, &e);
    assert_string_equal(e.text, "");
    assert_true(count.trees >= 8 * 48);
    free(n);
  }
  for (unsigned i = 0; i < uneven_groups(); i++) {
    network *n = open_network("fattree128", Uneven[i], 0);
    nf_table_checker_run(&n->manager, &count, &e);
    assert_string_equal(e.text, "");
    if (Uneven[i] == 128) {
      assert_int_equal(n->manager.site[0].region[1].later, 8);
      assert_int_equal(n->manager.site[16].region[1].later, 120);
    }
    free(n);
  }
}

// Results of one switch go round its paths: as many slots of its own tables name each.
static void test_spread_evenly(void **state) {
  static const char *const names[] = {"dgx2", "fattree128"};
  for (unsigned i = 0; i < 2; i++) {
    network *n = open_network(names[i], 16, 0);
    const nf_manager *m = &n->manager;
    for (unsigned s = 0; s < m->t->switches; s++) {
      unsigned local[NF_MAX_PORTS] = {0}, all[NF_MAX_PORTS] = {0}, own = 0;
      for (unsigned slot = 0; slot < m->cfg.HomeSlots; slot++) {
        all[m->site[s].home[slot].path]++;
        local[m->site[s].home[slot].path] += m->site[s].home[slot].local;
        own += m->site[s].home[slot].local;
      }
      for (unsigned path = 0; m->site[s].path[0] != NF_NO_PORT && path < m->paths; path++) {
        assert_int_equal(all[m->site[s].path[path]], m->cfg.HomeSlots / m->paths);
        assert_int_equal(local[m->site[s].path[path]], own / m->paths);
      }
    }
    free(n);
  }
}

// ------------------------------------------------------------------------------- three levels
static const struct {
  const char *spec;
  unsigned gpus, middle, step; // of the switches in the middle every step-th is turned wrong
} Full[] = {{"fattree:4,3,rate=25", 16, 8, 1}, {"fattree:6,3,rate=25", 54, 18, 7}};

// No path leads up and down from switch s to the table of a slot: no push of it comes there.
static bool is_aside(const network *n, unsigned s, unsigned slot) {
  unsigned at = 0;
  while (!n->manager.site[at].home[slot].local)
    at++;
  return at != s && nf_routing_to_switch(&n->routing, s, at, 0) == NF_NO_PORT;
}

// What a leaf sends up for a slot comes to switch s.
static bool comes_to(const network *n, unsigned s, unsigned slot) {
  for (unsigned leaf = 0; leaf < n->topology.switches; leaf++) {
    const uint8_t path = n->manager.site[leaf].home[slot].path;
    if (n->routing.site[leaf].endpoints && nf_topology_peer(&n->topology, leaf, path)->node == s)
      return true;
  }
  return false;
}

// A slot before this one has the same paths in all switches.
static bool has_forerunner(const network *n, unsigned slot) {
  for (unsigned before = 0; before < slot; before++) {
    bool same = true;
    for (unsigned s = 0; same && s < n->topology.switches; s++)
      same = n->manager.site[s].home[before].path == n->manager.site[s].home[slot].path;
    if (same)
      return true;
  }
  return false;
}

// A slot that is aside at switch s, where other packets of it come by paths that the check has
// followed for an earlier slot.
static unsigned slot_aside(const network *n, unsigned s) {
  unsigned slot = 0;
  while (!is_aside(n, s, slot) || !comes_to(n, s, slot) || !has_forerunner(n, slot))
    assert_true(++slot < n->manager.cfg.HomeSlots);
  return slot;
}

// Between three levels the switches in the middle choose uplinks also for slots of which no push
// comes there; without a choice such a slot has no port.
static void test_slots_aside(void **state) {
  for (unsigned i = 0; i < sizeof Full / sizeof *Full; i++) {
    network *n = open_network(Full[i].spec, Full[i].gpus, 0);
    unsigned middle = 0, top = 0;
    for (unsigned s = 0; s < n->topology.switches; s++) {
      const nf_site_tables *site = &n->manager.site[s];
      unsigned aside = 0;
      for (unsigned slot = 0; slot < n->manager.cfg.HomeSlots; slot++) {
        if (!is_aside(n, s, slot))
          continue;
        aside++;
        assert_int_equal(site->home[slot].port,
                         site->uplinks ? site->home[slot].path : (unsigned)NF_NO_PORT);
      }
      middle += aside && site->uplinks;
      top += aside && !site->uplinks;
    }
    assert_int_equal(middle, Full[i].middle);
    assert_int_equal(top, Full[i].middle / 2);
    nf_table_checker_count count;
    nf_err e = {0};
    nf_table_checker_run(&n->manager, &count, &e);
    assert_string_equal(e.text, "");
    free(n);
  }
}

// Of switches in the middle, one after the other, a slot is not programmed any more; what the check
// finds first.
static void unprogram_aside(network *n, unsigned step, const char *words) {
  unsigned middle = 0;
  for (unsigned s = 0; s < n->topology.switches; s++) {
    if (n->routing.site[s].level != 1 || middle++ % step != 0)
      continue;
    uint8_t *port = &n->manager.site[s].home[slot_aside(n, s)].port;
    const uint8_t was = *port;
    *port = NF_NO_PORT;
    expect_found(n, words);
    *port = was;
  }
}

// The check takes a slot that is not programmed as a switch does, whose paths are not those of an
// earlier slot then: for unicasts, as there is no region; for multicasts, as routes up name a port.
static void test_unprogrammed_slots(void **state) {
  for (unsigned i = 0; i < sizeof Full / sizeof *Full; i++) {
    network *n = open_network(Full[i].spec, Full[i].gpus, 0);
    n->manager.regions = 0;
    unprogram_aside(n, Full[i].step, "gpu");
    for (unsigned s = 0; s < n->topology.switches; s++)
      for (unsigned node = 0; node < NF_MANAGER_NODES; node++)
        if (n->manager.site[s].route[node] == NF_MANAGER_SPREAD)
          n->manager.site[s].route[node] = n->manager.site[s].path[0];
    nf_table_checker_count count;
    nf_err e = {0};
    nf_table_checker_run(&n->manager, &count, &e);
    assert_string_equal(e.text, "");
    n->manager.regions = 1;
    unprogram_aside(n, Full[i].step, "region 0: a result from");
    free(n);
  }
}

// ------------------------------------------------------------------------------- trees of paths
// Each class has a tree.
static network *open_trees(const char *which, unsigned members, unsigned classes) {
  network *n = calloc(1, sizeof *n);
  nf_err e = {0};
  assert_non_null(n);
  if (nf_topology_open(&n->topology, which, 0, &e) == NF_EXIT_OK &&
      nf_routing_open(&n->routing, &n->topology, &e) == NF_EXIT_OK &&
      nf_path_tree_plan(&n->routing, classes, "", &e) == NF_EXIT_OK)
    plan_tables(n, which, members, classes, &e);
  assert_string_equal(e.text, "");
  return n;
}

static const struct {
  const char *spec;
  unsigned gpus, classes;
} Partly[] = {{"fattree:6,2,rate=25,endpoints=7", 7, 1},
              {"fattree:6,2,rate=25,endpoints=12", 12, 3},
              {"fattree:4,3,rate=25,endpoints=5", 5, 1},
              {"fattree:4,3,rate=25,endpoints=10", 10, 2},
              {"fattree:4,3,rate=25,endpoints=12", 12, 2},
              {"fattree:4,3,rate=25,endpoints=14", 14, 2},
              {"fattree:6,3,rate=25,endpoints=21", 21, 3},
              {"fattree:6,3,rate=25,endpoints=36", 36, 3},
              {"fattree:6,3,rate=25,endpoints=51", 51, 3},
              {"fattree:4,3,rate=25,endpoints=10,planes=2", 10, 2}};

// Trees that are filled in part: classes that each switch counts off by itself contradict each
// other, those that are trees do not, for the whole group and for others; every leaf is a home.
static void test_partly_filled(void **state) {
  for (unsigned i = 0; i < sizeof Partly / sizeof *Partly; i++) {
    nf_table_checker_count count;
    nf_err e = {0};
    network *n = open_network(Partly[i].spec, Partly[i].gpus, Partly[i].classes);
    assert_int_equal(nf_table_checker_run(&n->manager, &count, &e), NF_EXIT_BAD_INPUT);
    free(n);
    e = (nf_err){0};
    for (unsigned members = Partly[i].gpus; members > 1; members /= 3) {
      n = open_trees(Partly[i].spec, members, Partly[i].classes);
      nf_table_checker_run(&n->manager, &count, &e);
      assert_string_equal(e.text, "");
      for (unsigned s = 0; s < n->topology.switches; s++)
        assert_true(n->manager.site[s].takes_pushes || !n->routing.site[s].endpoints);
      free(n);
    }
  }
}

// Classes of a leaf go up by cables of their own, to other roots or to the same one.
static void test_tree_cables(void **state) {
  static const struct {
    const char *spec;
    unsigned gpus;
  } nets[] = {{"fattree:6,3,rate=25", 54}, {"fattree:6,2,rate=25,endpoints=6", 6}};
  for (unsigned i = 0; i < sizeof nets / sizeof *nets; i++) {
    network *n = open_trees(nets[i].spec, nets[i].gpus, 3);
    for (unsigned s = 0; s < n->topology.switches; s++) {
      unsigned ports = 0;
      for (unsigned c = 0; c < 3 && n->routing.site[s].endpoints; c++)
        ports |= 1u << n->routing.tree[c].up[s];
      assert_int_equal(ports, n->routing.site[s].endpoints ? n->routing.site[s].uplinks : 0);
    }
    free(n);
  }
}

// Pushes come to switches that are on no path of their class. Without the region there they end.
static void test_transit(void **state) {
  network *n = open_trees("fattree:4,3,rate=25,endpoints=14", 14, 2);
  unsigned transits = 0;
  for (unsigned s = 0; s < n->topology.switches; s++)
    for (unsigned r = 0; r < n->manager.regions; r++) {
      nf_site_region *here = &n->manager.site[s].region[r];
      assert_false(here->transit && (here->ports || n->manager.site[s].takes_pushes));
      transits += here->transit;
      here->transit = false;
    }
  assert_true(transits > 0);
  expect_found(n, "end at no table");
  free(n);
}

static void test_wrong_ways(void **state) {
  network *n = open_network("dgx2", 16, 0);
  const uint8_t *paths = n->manager.site[1].path; // another one than the other switch
  n->manager.site[1].home[5].path = paths[n->manager.site[1].home[5].path == paths[0]];
  expect_found(n, "its responses leave by port");
  free(n);
  n = open_network("dgx2", 16, 0);
  n->manager.site[0].home[7].path = 2; // a GPU's port
  expect_found(n, "no path by the routing tables");
  free(n);
  n = open_network("fattree128", 128, 0);
  n->manager.site[0].region[0].spread = false;
  expect_found(n, "0 times, not 1");
  free(n);
}

static void test_wrong_routes(void **state) {
  network *n = open_network("dgx2", 16, 8);
  n->manager.site[0].route[9] = 3; // a GPU's port
  expect_found(n, "no path by the routing tables");
  free(n);
  n = open_network("dgx2", 16, 8);
  n->manager.site[0].route[17] = NF_NO_PORT; // the other switch
  expect_found(n, "acknowledgements");
  free(n);
  n = open_network("dgx2", 16, 8);
  n->manager.site[1].route[2] = 12; // back over another cable than requests take
  expect_found(n, "its responses leave by port 12");
  free(n);
}

static void test_wrong_homes(void **state) {
  network *n = open_network("dgx2", 16, 8);
  n->manager.site[1].home[4].local = true; // the table is at the other switch
  n->manager.site[1].home[4].port = 2;
  expect_found(n, "end at two tables");
  free(n);
  n = open_network("dgx2", 16, 8);
  n->manager.site[0].home[7].port = NF_NO_PORT;
  expect_found(n, "end at no table");
  free(n);
}

static void test_wrong_regions(void **state) {
  network *n = open_network("dgx2", 16, 8);
  n->manager.site[0].region[0].ports |= 1u << 9; // a second cable to the other switch
  expect_found(n, "2 times, not 1");
  free(n);
  n = open_network("dgx2", 16, 8);
  n->manager.site[1].region[0].ports &= (uint16_t)~1u;
  expect_found(n, "0 times, not 1");
  free(n);
  n = open_network("dgx2", 12, 1);
  n->manager.site[1].region[0].ports |= 1u << 6; // gpu14 is no member
  expect_found(n, "1 times, not 0");
  free(n);
}

// Without the rule of the uplinks a multicast would come back up: a cycle.
static void test_wrong_uplinks(void **state) {
  network *n = open_network("fattree128", 128, 8);
  for (unsigned s = 0; s < n->topology.switches; s++)
    n->manager.site[s].uplinks = 0;
  expect_found(n, "region 0");
  free(n);
}

// Three switches in a ring whose routes all turn the same path: each hop waits for the next.
static void test_cycle(void **state) {
  char path[] = "/tmp/netfold_ring_XXXXXX";
  const int fd = mkstemp(path);
  static const char ring[] = "{\"gpus\": 3, \"links\": 1, \"switches\": [\"a\", \"b\", \"c\"],"
                             "\"cables\": [[\"gpu0.0\", \"a.0\"], [\"gpu1.0\", \"b.0\"],"
                             "[\"gpu2.0\", \"c.0\"], [\"a.1\", \"b.2\"], [\"b.1\", \"c.2\"],"
                             "[\"c.1\", \"a.2\", 7]]}";
  assert_int_equal(write(fd, ring, sizeof ring - 1), sizeof ring - 1);
  close(fd);
  network *n = open_network(path, 3, 1);
  assert_int_equal(n->topology.cable[5].latency, 7);
  nf_table_checker_count count;
  nf_err e = {0};
  nf_table_checker_run(&n->manager, &count, &e);
  assert_string_equal(e.text, "");
  for (unsigned s = 0; s < 3; s++) {
    n->manager.site[s].uplinks = 0;
    n->manager.site[s].route[(s + 2) % 3] = 1; // the long way round
    n->manager.site[s].route[3 + (s + 2) % 3] = 1;
  }
  n->manager.regions = 0;
  expect_found(n, "wait for each other in a cycle");
  free(n);
  unlink(path);
}

static void test_refused_files(void **state) {
  static const struct {
    const char *text, *words;
  } bad[] = {
      {"{", "line 1: is no JSON"},
      {"{\"gpus\": 1, \"links\": 1}", "\"gpus\" must be a whole number, 2..128"},
      {"{\"gpus\": 2, \"links\": 9}", "\"links\" must be"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": []}", "must be a list of names"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\", \"a\"]}", "two switches are called"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"gpux\"]}", "does not begin with gpu"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"]}", "\"cables\" must be a list"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", \"a.0\"]]}",
       "gpu1.0 has no cable"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", \"a.16\"]]}",
       "no such port"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu2.0\", \"a.0\"]]}",
       "there are gpu0..gpu1"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", \"b.0\"]]}",
       "no such switch"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", \"a.0\"], "
       "[\"gpu1.0\", \"a.0\"]]}",
       "a.0 has a cable already"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", "
       "\"gpu1.0\"]]}",
       "joins two GPUs"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", \"a.0\", 0]]}",
       "a latency is"},
      {"{\"gpus\": 2, \"links\": 2, \"switches\": [\"a\"], \"cables\": [[\"gpu0.0\", \"a.0\"], "
       "[\"gpu1.0\", \"a.1\"], [\"gpu0.1\", \"a.2\"], [\"gpu1.1\", \"a.3\"]]}",
       "joins links 0 and 1"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\", \"b\"], \"cables\": [[\"gpu0.0\", "
       "\"a.0\"], [\"gpu1.0\", \"a.1\"]]}",
       "no cable path leads from a GPU to switch b"},
      {"{\"gpus\": 2, \"links\": 1, \"switches\": [\"a\", \"b\"], \"cables\": [[\"gpu0.0\", "
       "\"a.0\"], [\"gpu1.0\", \"b.1\"]]}",
       "no path leads up"},
  };
  char path[] = "/tmp/netfold_bad_XXXXXX";
  close(mkstemp(path));
  network *n = calloc(1, sizeof *n);
  for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    FILE *f = fopen(path, "w");
    fputs(bad[i].text, f);
    fclose(f);
    nf_err e = {0};
    plan(n, path, 2, 1, &e);
    assert_int_equal(e.status, NF_EXIT_BAD_INPUT);
    if (!strstr(e.text, bad[i].words))
      fail_msg("%s: \"%s\" lacks \"%s\"", bad[i].text, e.text, bad[i].words);
  }
  unlink(path);
  free(n);
}

static void test_refused_groups(void **state) {
  network *n = calloc(1, sizeof *n);
  nf_err e = {0};
  assert_int_equal(plan(n, "dgx2", 1, 1, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "a collective needs two"));
  e = (nf_err){0};
  plan(n, "dgx2", 4, 1, &e);
  n->manager.region[1].base = n->manager.region[0].base + 128;
  assert_int_equal(nf_manager_plan(&n->manager, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "overlaps region 0"));
  e = (nf_err){0};
  plan(n, "dgx2", 4, 1, &e);
  n->manager.region[0].home = 9;
  assert_int_equal(nf_manager_plan(&n->manager, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "gpu9 is no member"));
  e = (nf_err){0};
  n->manager.cfg.Nodes = 16;
  nf_manager_plan(&n->manager, &e);
  assert_non_null(strstr(e.text, "32 node ids are needed"));
  free(n);
}

// Every block has an address of its own in the region of its class, found again; homes and links do
// not depend on the class.
static void test_deal(void **state) {
  nf_rng rng = {1};
  for (unsigned t = 0; t < 200; t++) {
    const unsigned classes = 1u << nf_rng_below(&rng, 4), links = 1 + t % NF_TOPOLOGY_LINKS,
                   slots = (t % 3 == 0 ? 6u : 4u) << nf_rng_below(&rng, 7);
    const size_t bytes = 4 * (1 + nf_rng_below(&rng, 20000));
    const nf_interleave d =
        nf_interleave_make(bytes, 1 + nf_rng_below(&rng, 70), classes, slots, links);
    size_t total = 0;
    for (uint32_t p = 0; p < d.parts; p++)
      total += nf_interleave_part_bytes(&d, p);
    assert_int_equal(total, (bytes + 15) / 16 * 16);
    for (uint32_t b = 0; b < d.blocks; b++) {
      const uint64_t addr = nf_interleave_addr(&d, b);
      uint32_t back = 0;
      assert_true(nf_interleave_block_at(&d, addr, &back));
      assert_int_equal(back, b);
      assert_int_equal(addr / NF_BLOCK_BYTES % links, b % links);
      assert_int_equal(nf_mcr_hash(addr, slots, links),
                       nf_mcr_hash((uint64_t)b * NF_BLOCK_BYTES, slots, links));
    }
    assert_false(nf_interleave_block_at(&d, d.base[classes], &(uint32_t){0}));
    assert_false(nf_interleave_block_at(&d, d.base[0] + d.blocks * 128ull, &(uint32_t){0}));
  }
}

// There are as many bases as the largest switch has classes, for all links and slots.
static void test_bases(void **state) {
  for (unsigned links = 1; links <= NF_TOPOLOGY_LINKS; links++)
    for (unsigned slots = 2; slots <= NF_MAX_HOME_SLOTS; slots++) {
      if (!nf_mcr_hash_slots_ok(slots))
        continue;
      const nf_interleave d = nf_interleave_make(4096, 1, NF_MAX_PORTS, slots, links);
      assert_true(d.base[NF_MAX_PORTS] < 1ull << 48);
    }
}

// The number of the table, in the whole network, to which GPU g pushes an address.
static unsigned table_of(const network *n, unsigned g, uint64_t addr) {
  const nf_manager *m = &n->manager;
  const nf_topology *t = m->t;
  const unsigned plane = (unsigned)(addr / NF_BLOCK_BYTES % t->links),
                 slot = nf_mcr_hash(addr, m->cfg.HomeSlots, t->links);
  const nf_plug *end = t->cable[t->gpu_cable[g][plane]].end;
  unsigned s = end[end[0].gpu].node;
  for (unsigned hops = 0; !m->site[s].home[slot].local; hops++) {
    assert_true(hops < 8);
    s = nf_topology_peer(t, s, m->site[s].home[slot].port)->node;
  }
  return s * NF_MAX_PORTS + m->site[s].home[slot].port;
}

// KLENK IV-C: of any W blocks in a row no table gets more than its share, rounded up. That holds
// for all W when it holds for W = tables: nobody comes twice.
static void check_window(const network *n, const nf_interleave *d, unsigned tables) {
  static uint32_t last[NF_TOPOLOGY_SWITCHES * NF_MAX_PORTS]; // 1 + block; 0: none yet
  static uint32_t hits[NF_TOPOLOGY_SWITCHES * NF_MAX_PORTS];
  unsigned used = 0;
  memset(last, 0, sizeof last);
  memset(hits, 0, sizeof hits);
  for (uint32_t b = 0; b < d->blocks; b++) {
    const unsigned i = table_of(n, b % n->topology.gpus, nf_interleave_addr(d, b));
    if (last[i] && b + 1 - last[i] < tables)
      fail_msg("%s: blocks %u and %u, %u apart, share a table of %u", n->topology.name, last[i] - 1,
               b, b + 1 - last[i], tables);
    used += last[i] == 0;
    last[i] = b + 1;
    hits[i]++;
  }
  assert_int_equal(used, d->blocks < tables ? d->blocks : tables);
  for (unsigned i = 0; i < sizeof hits / sizeof hits[0]; i++)
    assert_true(hits[i] <= (d->blocks + tables - 1) / tables);
}

static void test_windows(void **state) {
  static const char three[] =
      "{\"gpus\": 3, \"links\": 1, \"switches\": [\"a\", \"b\", \"c\"],"
      "\"cables\": [[\"gpu0.0\", \"a.0\"], [\"gpu1.0\", \"b.0\"], [\"gpu2.0\", \"c.0\"],"
      "[\"a.1\", \"b.2\"], [\"b.1\", \"c.2\"], [\"c.1\", \"a.2\"]]}";
  char path[] = "/tmp/netfold_three_XXXXXX";
  const int fd = mkstemp(path);
  assert_int_equal(write(fd, three, sizeof three - 1), sizeof three - 1);
  close(fd);
  // Parts are waves of 1, 3, 64 blocks, one for each class, and all at once.
  static const uint32_t parts[] = {1, 3, 45, 64, 100000};
  const struct {
    const char *name;
    unsigned members, classes, slots, tables; // slots 0: what the manager chooses
  } systems[] = {{"single", 16, 1, 0, 16},
                 {"single", 16, 1, 96, 16},
                 {"dgx2", 16, 8, 0, 192},
                 {"dgx2", 16, 8, 96, 192},
                 {"dgx2", 16, 8, 64, 192},
                 {"dgx2", 6, 6, 96, 192},
                 {"fattree128", 128, 8, 0, 2304},
                 {"fattree128", 128, 8, 512, 1536},
                 {path, 3, 1, 0, 48},
                 {path, 3, 1, 96, 48}};
  for (unsigned i = 0; i < sizeof systems / sizeof systems[0]; i++) {
    network *n = open_network(systems[i].name, systems[i].members, systems[i].classes);
    nf_err e = {0};
    if (systems[i].slots)
      n->manager.cfg.HomeSlots = systems[i].slots;
    nf_manager_plan(&n->manager, &e);
    assert_string_equal(e.text, "");
    for (unsigned k = 0; k < sizeof parts / sizeof parts[0]; k++) {
      const nf_interleave d = nf_interleave_make(3000000, parts[k], systems[i].classes,
                                                 n->manager.cfg.HomeSlots, n->topology.links);
      check_window(n, &d, systems[i].tables);
    }
    free(n);
  }
  unlink(path);
}

// As many bits are turned as the rate says, and a wire without faults is a delay and nothing else.
static void test_wire(void **state) {
  nf_wire w;
  const uint32_t delay = 5, words = 1 << 20;
  assert_true(nf_wire_open(&w, NF_FLIT_BITS, delay, 1, &(nf_wire_faults){0}, 1));
  for (uint64_t i = 0; i < 100; i++) {
    assert_int_equal(nf_wire_take(&w)[2], i < delay ? 0 : i - delay + 1);
    nf_wire_put(&w, (uint64_t[]){i, ~i}, i + 1);
  }
  nf_wire_close(&w);
  const double rates[] = {1e-5, 1e-4, 1e-2};
  for (unsigned r = 0; r < 3; r++) {
    assert_true(
        nf_wire_open(&w, NF_FLIT_BITS, delay, 1, &(nf_wire_faults){.bit_errors = rates[r]}, 7 + r));
    uint64_t turned = 0;
    for (uint64_t i = 0; i < words; i++) {
      const uint64_t *got = nf_wire_take(&w);
      turned += (unsigned)(__builtin_popcountll(got[0]) + __builtin_popcountll(got[1]) +
                           __builtin_popcountll(got[2]));
      nf_wire_put(&w, (uint64_t[]){0, 0}, 0);
    }
    const double want = rates[r] * nf_wire_bits(&w) * words;
    assert_true(turned > 0.9 * want && turned < 1.1 * want);
    assert_true(w.turned >= turned && w.turned - turned < 200);
    nf_wire_close(&w);
  }
}

// Leaves that reduce first: the check finds nothing, homes are roots alone, and the shares of a
// plane's leaves are all that there is but for leaves with one member.
static void test_leaves(void **state) {
  static const struct {
    const char *spec;
    unsigned members, leaves, homes,
        alone; // of all planes; members that push to their homes themselves
  } nets[] = {{"fattree:16,2,rate=25", 57, 7, 8, 1},
              {"leaf:2x4,rate=25", 8, 2, 1, 0},
              {"leaf:4x3,rate=25,spines=2,planes=2", 12, 8, 4, 0},
              {"fattree:4,3,rate=25", 16, 8, 4, 0},
              {"fattree:8,2,rate=25,endpoints=21", 21, 5, 3, 1},
              {"fattree128", 128, 96, 48, 0}};
  for (unsigned i = 0; i < sizeof nets / sizeof *nets; i++) {
    nf_table_checker_count count;
    nf_err e = {0};
    network *n = open_leaves(nets[i].spec, nets[i].members);
    const nf_manager *m = &n->manager;
    nf_table_checker_run(m, &count, &e);
    assert_string_equal(e.text, "");
    unsigned leaves = 0, homes = 0, shares = 0;
    for (unsigned s = 0; s < n->topology.switches; s++) {
      const nf_site_region *here = &m->site[s].region[0];
      leaves += m->site[s].reduces_first;
      homes += m->site[s].takes_pushes;
      shares += here->up ? here->later : 0u;
      assert_int_equal(here->expected, nets[i].members);
      assert_false(m->site[s].takes_pushes && (m->site[s].uplinks || m->site[s].reduces_first));
    }
    assert_int_equal(leaves, nets[i].leaves);
    assert_int_equal(homes, nets[i].homes);
    assert_int_equal(shares + nets[i].alone, nets[i].members * n->topology.links);
    free(n);
  }
}

// Another root than that of the slot, by its port at a leaf.
static void test_wrong_leaves(void **state) {
  enum { LEAF = 0, SLOT = 5 };
  network *n = open_leaves("leaf:4x3,rate=25,spines=2", 12);
  nf_site_tables *leaf = &n->manager.site[LEAF];
  const unsigned up = leaf->home[SLOT].path;
  leaf->home[SLOT].path = leaf->path[leaf->path[0] == up];
  expect_found(n, "end at no table");
  leaf->home[SLOT].path = 0; // a GPU's
  expect_found(n, "end at no table");
  leaf->home[SLOT].path = (uint8_t)up;
  leaf->region[0].later++;
  expect_found(n, "has 3 members, and its sums go up with 4");
  leaf->region[0].later--;
  leaf->region[0].up = false;
  expect_found(n, "has 3 members, and its sums stay for 12");
  leaf->region[0].up = true;
  leaf->region[0].expected = 3; // its own members, as if it were the root
  expect_found(n, "a sum is of 12 contributions, and switch leaf0.0 expects 3");
  leaf->region[0].expected = 12;
  for (unsigned s = 0; s < n->topology.switches; s++)
    n->manager.site[s].region[0].up = true;
  expect_found(n, "and its sums go up with 0");
  free(n);
}

// A switch below the roots as a home: sums of other pods would come down to it.
static void test_homes_below(void **state) {
  network *n = open_leaves("fattree:4,3,rate=25", 16);
  unsigned below = 0;
  while (n->routing.site[below].level != 1)
    below++;
  for (unsigned s = 0; s < n->topology.switches; s++) {
    nf_site_tables *site = &n->manager.site[s];
    const unsigned port = s == below ? 0 : nf_routing_to_switch(&n->routing, s, below, 0);
    if (site->reduces_first) {
      site->home[0].path = (uint8_t)port;
      continue;
    }
    site->home[0].local = s == below;
    site->home[0].port = (uint8_t)port;
  }
  expect_found(n, "end at no table");
  free(n);
}

static void test_refused_leaves(void **state) {
  static const struct {
    const char *spec;
    unsigned members;
  } nets[] = {{"dgx2", 16}, {"single", 16}, {"leaf:2x4,rate=25", 4}, {"leaf:8x1,rate=25", 8}};
  for (unsigned i = 0; i < sizeof nets / sizeof *nets; i++) {
    network *n = calloc(1, sizeof *n);
    nf_err e = {0};
    assert_int_equal(nf_topology_open(&n->topology, nets[i].spec, 0, &e), NF_EXIT_OK);
    assert_int_equal(nf_routing_open(&n->routing, &n->topology, &e), NF_EXIT_OK);
    assert_int_equal(plan_leaves(n, nets[i].members, &e), NF_EXIT_BAD_INPUT);
    assert_non_null(strstr(e.text, "take a tree"));
    free(n);
  }
  network *n = open_leaves("leaf:2x4,rate=25", 8);
  nf_err e = {0};
  n->manager.region[0].mode = Pull;
  assert_int_equal(nf_manager_plan(&n->manager, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "pushes of one group"));
  free(n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaves),
      cmocka_unit_test(test_wrong_leaves),
      cmocka_unit_test(test_homes_below),
      cmocka_unit_test(test_refused_leaves),
      cmocka_unit_test(test_built_in),
      cmocka_unit_test(test_other_kinds),
      cmocka_unit_test(test_refused_kinds),
      cmocka_unit_test(test_spread_evenly),
      cmocka_unit_test(test_wrong_ways),
      cmocka_unit_test(test_spread),
      cmocka_unit_test(test_tables_hold),
      cmocka_unit_test(test_expected),
      cmocka_unit_test(test_wrong_routes),
      cmocka_unit_test(test_wrong_homes),
      cmocka_unit_test(test_wrong_regions),
      cmocka_unit_test(test_wrong_uplinks),
      cmocka_unit_test(test_cycle),
      cmocka_unit_test(test_refused_files),
      cmocka_unit_test(test_refused_groups),
      cmocka_unit_test(test_deal),
      cmocka_unit_test(test_bases),
      cmocka_unit_test(test_windows),
      cmocka_unit_test(test_wire),
      cmocka_unit_test(test_slots_aside),
      cmocka_unit_test(test_unprogrammed_slots),
      cmocka_unit_test(test_partly_filled),
      cmocka_unit_test(test_tree_cables),
      cmocka_unit_test(test_transit),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("network", tests, NULL, NULL);
}
