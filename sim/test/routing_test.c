// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Routing on every topology at several sizes: each pair is reached, by as many cables as a search
// of the graph finds, whichever candidate is taken at each node; and the rules leave no cycle of
// channels.
#define _DEFAULT_SOURCE
#include "sim/common/rng.h"
#include "sim/routing/route.h"
#include "sim/test/unit.h"
#include "sim/topology/kinds.h"
#include "sim/topology/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  nf_graph g;
  nf_route *r;
} net;

static void open_net(net *n, const char *spec, const char *routing) {
  nf_err e = {0};
  if (nf_graph_open(&n->g, spec, &e) != NF_EXIT_OK ||
      nf_route_open(&n->r, &n->g, routing, &e) != NF_EXIT_OK)
    fail_msg("%s: %s", spec, e.text);
}

static void close_net(net *n) {
  nf_route_close(n->r);
  nf_graph_close(&n->g);
}

// Cables from `src` to `dst` when candidate (turn + hop) % n is taken at each node; 0: not reached.
static unsigned walk(const net *n, uint32_t src, uint32_t dst, uint32_t flow, unsigned turn) {
  uint32_t node = src, in_port = NF_GRAPH_NONE;
  unsigned vc = 0;
  for (unsigned hop = 1; hop < 1000; hop++) {
    nf_route_choice choice[NF_ROUTE_MOST];
    const unsigned count = nf_route_next(n->r, node, in_port, vc, dst, flow, choice);
    if (count == 0)
      return 0;
    const nf_route_choice c = choice[(turn + hop) % count];
    assert_true(c.port < n->g.node[node].ports && c.vc < nf_route_vcs(n->r));
    const nf_graph_port *p = nf_graph_at(&n->g, node, c.port);
    assert_int_not_equal(p->peer, NF_GRAPH_NONE);
    node = p->peer;
    in_port = p->peer_port;
    vc = c.vc;
    if (node == dst)
      return hop;
  }
  return 0;
}

// All pairs, or those of every `step`th source and destination.
static void reach_all(const char *spec, const char *routing, unsigned step) {
  net n;
  open_net(&n, spec, routing);
  const uint32_t nodes = n.g.endpoints + n.g.plane_switches;
  uint16_t *distance = malloc(nodes * sizeof *distance);
  uint32_t *queue = malloc(nodes * sizeof *queue);
  assert_true(distance && queue);
  for (uint32_t dst = 0; dst < n.g.endpoints; dst += step) {
    nf_measure_distances(&n.g, dst, distance, queue);
    for (uint32_t src = dst % step; src < n.g.endpoints; src += step)
      for (unsigned turn = 0; turn < 3 && src != dst; turn++) {
        const unsigned hops = walk(&n, src, dst, 7 * src + turn, turn);
        if (hops != distance[src])
          fail_msg("%s %s: %u cables from %u to %u, the shortest path has %u", spec,
                   nf_route_name(n.r), hops, src, dst, distance[src]);
      }
  }
  free(distance);
  free(queue);
  close_net(&n);
}

// Each kind of topology by its example, some 128 destinations of it. Paths of a dragonfly take one
// global cable even where two are shorter: dragonfly_paths.
static void every_kind_is_reached(void **state) {
  for (unsigned k = 0; k < Nf_kinds_count; k++) {
    nf_graph g;
    nf_err e = {0};
    assert_int_equal(nf_graph_open(&g, Nf_kinds[k].example, &e), NF_EXIT_OK);
    const unsigned step = (g.endpoints + 127) / 128;
    const bool shortest = g.family != NF_FAMILY_DRAGONFLY;
    nf_graph_close(&g);
    if (!shortest)
      continue;
    reach_all(Nf_kinds[k].example, "deterministic", step);
    reach_all(Nf_kinds[k].example, "adaptive", step);
  }
}

// Other sizes and options.
static void every_pair_is_reached(void **state) {
  static const struct {
    const char *spec;
    unsigned step;
  } nets[] = {{"single:2", 1},
              {"single:128", 1},
              {"fattree:4,2", 1},
              {"fattree:4,3", 1},
              {"fattree:8,3,50", 1},
              {"fattree:8,2,75", 1},
              {"leaf:4x6,spines=3", 1},
              {"torus:5x4", 1},
              {"torus:8x8,board=2x2,planes=2", 1},
              {"torus:1x7", 1},
              {"torus:2x2", 1},
              {"torus:4x3x5", 1},
              {"torus:4x4x4", 1},
              {"torus:16x16", 3},
              {"alltoall:4x4", 1},
              {"alltoall:1x6", 1},
              {"alltoall:7x3", 1},
              {"alltoall:2x2", 1},
              {"hyperx:4x6", 1},
              {"hyperx:9x9,radix=8", 1},
              {"hammingmesh:2x2,4x4,planes=4", 1},
              {"hammingmesh:4x4,3x2", 1},
              {"hammingmesh:3x5,4x3", 1},
              {"hammingmesh:2x3,9x7,radix=8,taper=50", 2},
              {"hammingmesh:4x2,2x9,radix=6,taper=50", 1},
              {"fattree:16,3,50,endpoints=333", 1},
              {"fattree:64,2,75,endpoints=1071", 7}};
  for (unsigned i = 0; i < sizeof nets / sizeof nets[0]; i++) {
    reach_all(nets[i].spec, "deterministic", nets[i].step);
    reach_all(nets[i].spec, "adaptive", nets[i].step);
  }
}

// Both directions of a pair use the same cables for the same flow (KLENK IV-E2).
static void there_and_back(void **state) {
  static const char *const specs[] = {"dgx2", "fattree128", "fattree:64,2,endpoints=1024",
                                      "fattree:8,3"};
  for (unsigned i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    net n;
    open_net(&n, specs[i], "deterministic");
    for (uint32_t flow = 0; flow < 48; flow++)
      for (uint32_t a = 0; a < n.g.endpoints; a += 5)
        for (uint32_t b = 0; b < n.g.endpoints; b += 7) {
          if (a == b)
            continue;
          uint32_t cable[2][16];
          unsigned hops[2];
          for (unsigned back = 0; back < 2; back++) {
            uint32_t node = back ? b : a, in_port = NF_GRAPH_NONE;
            const uint32_t dst = back ? a : b;
            for (hops[back] = 0; node != dst; hops[back]++) {
              nf_route_choice c[NF_ROUTE_MOST];
              assert_int_equal(nf_route_next(n.r, node, in_port, 0, dst, flow, c), 1);
              const nf_graph_port *p = nf_graph_at(&n.g, node, c[0].port);
              cable[back][hops[back]] = p->cable;
              node = p->peer;
              in_port = p->peer_port;
            }
          }
          assert_int_equal(hops[0], hops[1]);
          for (unsigned h = 0; h < hops[0]; h++)
            assert_int_equal(cable[0][h], cable[1][hops[0] - 1 - h]);
        }
    close_net(&n);
  }
}

// Small networks: all paths to all destinations.
static void no_cycle_of_channels(void **state) {
  static const struct {
    const char *spec, *routing;
    unsigned vcs;
  } nets[] = {
      {"single:16", "adaptive", 1},
      {"dgx2", "adaptive", 1},
      {"nvl72", "adaptive", 1},
      {"fattree128", "adaptive", 1},
      {"fattree:8,3,50", "adaptive", 1},
      {"fattree:16,3,50,endpoints=333", "adaptive", 1},
      {"leaf:4x6,spines=3", "adaptive", 1},
      {"torus:4x4", "deterministic", 2},
      {"torus:5x6", "adaptive", 3},
      {"torus:8x8", "adaptive", 3},
      {"torus:4x3x5", "deterministic", 2},
      {"torus:4x4x4", "adaptive", 4},
      {"torus:2x3x2", "adaptive", 4},
      {"alltoall:4x4", "deterministic", 2},
      {"alltoall:8x3", "adaptive", 2},
      {"dragonfly:4,2,9", "deterministic", 2},
      {"dragonfly:4,2,9", "valiant", 3},
      {"dragonfly:4,2,5,local=2,terminals=3", "adaptive", 2},
      {"dragonfly:3,2,4", "valiant", 3},
      {"dragonfly:1,2,2", "valiant", 3},
      {"hyperx:5x6", "adaptive", 3},
      {"hyperx:9x9,radix=8", "adaptive", 3},
      {"hammingmesh:2x2,4x4", "adaptive", 3},
      {"hammingmesh:4x4,3x3", "adaptive", 3},
      {"hammingmesh:4x4,3x3", "deterministic", 3},
      {"hammingmesh:3x5,4x3", "adaptive", 3},
      {"hammingmesh:4x3,6x5,radix=6,taper=50", "adaptive", 3},
      {"hammingmesh:4x4,3x3,failed=1.1+2.1", "adaptive", 3},
      {"dgx1", "adaptive", 1},
      {"p3.16xlarge", "deterministic", 1},
  };
  for (unsigned i = 0; i < sizeof nets / sizeof nets[0]; i++) {
    net n;
    nf_route_checked k;
    nf_err e = {0};
    open_net(&n, nets[i].spec, nets[i].routing);
    if (nf_route_check(n.r, &k, &e) != NF_EXIT_OK)
      fail_msg("%s", e.text);
    assert_int_equal(nf_route_vcs(n.r), nets[i].vcs);
    assert_int_equal(k.destinations, n.g.endpoints);
    assert_true(k.dependencies > 0 && !k.by_turns);
    close_net(&n);
  }
}

// Each kind by its example, as it is routed without --routing.
static void no_kind_has_a_cycle(void **state) {
  for (unsigned i = 0; i < Nf_kinds_count; i++) {
    net n;
    nf_route_checked k;
    nf_err e = {0};
    open_net(&n, Nf_kinds[i].example, NULL);
    if (nf_route_check(n.r, &k, &e) != NF_EXIT_OK)
      fail_msg("%s", e.text);
    assert_true(k.destinations > 0 && k.dependencies > 0);
    close_net(&n);
  }
}

// Networks that are too large for all paths.
static void no_cycle_of_turns(void **state) {
  static const char *const nets[] = {"torus:64x64", "torus:32x32x8", "hammingmesh:2x2,40x40",
                                     "fattree:32,3", "dragonfly:16,8,129"};
  for (unsigned i = 0; i < sizeof nets / sizeof nets[0]; i++) {
    net n;
    nf_route_checked k;
    nf_err e = {0};
    open_net(&n, nets[i], NULL);
    if (nf_route_check(n.r, &k, &e) != NF_EXIT_OK)
      fail_msg("%s", e.text);
    assert_true(k.by_turns && k.destinations > 0 && k.dependencies > 0);
    close_net(&n);
  }
}

// A torus without datelines waits for itself all round a ring, and the refusal names the channels,
// whether all paths or all turns were looked at.
static void torus_without_datelines(void **state) {
  static const char *const nets[] = {"torus:5x5", "torus:64x64"};
  for (unsigned i = 0; i < 2; i++) {
    net n;
    nf_err e = {0};
    open_net(&n, nets[i], "nodateline");
    assert_int_equal(nf_route_check(n.r, NULL, &e), NF_EXIT_BAD_INPUT);
    assert_non_null(strstr(e.text, "wait for each other in a cycle: acc"));
    assert_non_null(strstr(e.text, "->acc"));
    assert_non_null(strstr(e.text, i ? "64 channels" : "5 channels"));
    close_net(&n);
  }
}

// Cables of the shortest local-global-local path, by trying all global cables.
static unsigned shortest_by_one_global(const nf_graph *g, uint32_t src, uint32_t dst) {
  const uint32_t from = nf_graph_at(g, src, 0)->peer, to = nf_graph_at(g, dst, 0)->peer;
  if (g->node[from].at[0] == g->node[to].at[0])
    return 2 + (from != to);
  unsigned best = NF_FAR;
  for (uint32_t c = 0; c < g->plane_cables; c++)
    for (unsigned k = 0; k < 2; k++) {
      const uint32_t out = g->cable[c].end[k].node, in = g->cable[c].end[1 - k].node;
      if (out < g->endpoints || in < g->endpoints || g->node[out].at[0] != g->node[from].at[0] ||
          g->node[in].at[0] != g->node[to].at[0])
        continue;
      const unsigned length = 3u + (out != from) + (in != to);
      best = length < best ? length : best;
    }
  return best;
}

static void dragonfly_paths(void **state) {
  static const char *const specs[] = {"dragonfly:4,2,9", "dragonfly:4,2,5,local=2,terminals=3",
                                      "dragonfly:3,2,4", "dragonfly:2,3,2",
                                      "dragonfly:8,16,8,local=4,terminals=2"};
  for (unsigned i = 0; i < sizeof specs / sizeof specs[0]; i++)
    for (unsigned adaptive = 0; adaptive < 2; adaptive++) {
      net n, v;
      open_net(&n, specs[i], adaptive ? "adaptive" : "deterministic");
      open_net(&v, specs[i], "valiant");
      for (uint32_t src = 0; src < n.g.endpoints; src++)
        for (uint32_t dst = src % 3; dst < n.g.endpoints; dst += 3) {
          if (src == dst)
            continue;
          assert_int_equal(walk(&n, src, dst, src + dst, src),
                           shortest_by_one_global(&n.g, src, dst));
          const unsigned detour = walk(&v, src, dst, src + 5 * dst, src);
          assert_true(detour >= 2 && detour <= 7);
        }
      close_net(&n);
      close_net(&v);
    }
}

// Boards out of order: all others reach each other, by paths no longer than with all boards.
static void failed_boards(void **state) {
  net all, some;
  open_net(&all, "hammingmesh:2x3,5x4", "adaptive");
  open_net(&some, "hammingmesh:2x3,5x4,failed=1.1+3.1+1.2", "adaptive");
  assert_int_equal(some.g.endpoints, all.g.endpoints - 3 * 6);
  uint32_t *same = malloc(some.g.endpoints * sizeof *same);
  assert_non_null(same);
  for (uint32_t n = 0; n < some.g.endpoints; n++)
    for (same[n] = 0;
         memcmp(all.g.node[same[n]].at, some.g.node[n].at, sizeof all.g.node[n].at) != 0;)
      same[n]++;
  for (uint32_t src = 0; src < some.g.endpoints; src++)
    for (uint32_t dst = 0; dst < some.g.endpoints; dst++)
      for (unsigned turn = 0; turn < 3 && src != dst; turn++)
        assert_int_equal(walk(&some, src, dst, turn, turn),
                         walk(&all, same[src], same[dst], turn, turn));
  free(same);
  close_net(&all);
  close_net(&some);

  // Both corners between 0.0 and 1.1.
  nf_graph g;
  nf_route *r;
  nf_err e = {0};
  assert_int_equal(nf_graph_open(&g, "hammingmesh:2x2,4x4,failed=0.1+1.0", &e), NF_EXIT_OK);
  assert_int_equal(nf_route_open(&r, &g, NULL, &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "1.1 and 0.0 cannot reach each other"));
  nf_graph_close(&g);
}

// Ports of one side are answered alike, for every destination and channel: who asks for one of them
// has asked for all (nf_route_side). Returns pairs of ports that share a side.
static unsigned compare_sides(const char *spec, const char *routing) {
  net n;
  open_net(&n, spec, routing);
  unsigned pairs = 0;
  for (uint32_t node = 0; node < n.g.endpoints + n.g.plane_switches; node++) {
    const uint32_t ports = nf_graph_plane_ports(&n.g, node);
    for (uint32_t a = 0; a < ports; a++)
      for (uint32_t b = a + 1; b < ports; b++) {
        if (nf_graph_at(&n.g, node, a)->peer == NF_GRAPH_NONE ||
            nf_graph_at(&n.g, node, b)->peer == NF_GRAPH_NONE ||
            nf_route_side(n.r, node, a) != nf_route_side(n.r, node, b))
          continue;
        pairs++;
        for (uint32_t dst = 0; dst < n.g.endpoints; dst++)
          for (unsigned vc = 0; dst != node && vc < nf_route_vcs(n.r); vc++) {
            nf_route_choice by_a[NF_ROUTE_MOST] = {{0}}, by_b[NF_ROUTE_MOST] = {{0}};
            const unsigned flow = 5 * dst + node;
            const unsigned at_a = nf_route_next(n.r, node, a, vc, dst, flow, by_a);
            const unsigned at_b = nf_route_next(n.r, node, b, vc, dst, flow, by_b);
            if (at_a != at_b || memcmp(by_a, by_b, sizeof by_a) != 0)
              fail_msg("%s %s: node %u, destination %u: ports %u and %u have one side, and other "
                       "ways",
                       spec, nf_route_name(n.r), node, dst, a, b);
          }
      }
  }
  close_net(&n);
  return pairs;
}

static void ports_of_one_side(void **state) {
  (void)state;
  // A leaf's down-links are one side, its up-links the other.
  assert_int_equal(compare_sides("leaf:4x4,rate=25,spines=4", NULL),
                   4 * (6 + 6) + 4 * 6); // leaves, spines
  assert_true(compare_sides("fattree:8,3,endpoints=64", NULL) > 0);
  assert_true(compare_sides("fattree:8,3,endpoints=64", "adaptive") > 0);
  // Elsewhere each port is a side of its own.
  assert_int_equal(compare_sides("torus:4x4", NULL), 0);
  assert_int_equal(compare_sides("hammingmesh:2x2,4x4", NULL), 0);
}

// A file of 2..7 endpoints and up to 5 switches: now and then in two parts, with parallel cables
// and planes, and endpoints that forward or do not.
static void write_random_file(FILE *f, nf_rng *rng) {
  const unsigned ends = 2 + nf_rng_below(rng, 6), switches = nf_rng_below(rng, 6);
  const unsigned nodes = ends + switches, cables = nodes - 1 + nf_rng_below(rng, 2 * nodes);
  const bool joined = nf_rng_below(rng, 8) > 0, forwards = nf_rng_below(rng, 2);
  fprintf(f, "{\"endpoints\": [\"n0\"");
  for (unsigned n = 1; n < ends; n++)
    fprintf(f, ", \"n%u\"", n);
  fprintf(f, "], \"switches\": [");
  for (unsigned n = ends; n < nodes; n++)
    fprintf(f, "%s\"n%u\"", n > ends ? ", " : "", n);
  fprintf(f, "], \"forwards\": %s, \"planes\": %u, \"cables\": [", forwards ? "true" : "false",
          1 + nf_rng_below(rng, 2));
  // Round all numbers by steps of `step`, so that switches come between endpoints in some.
  const unsigned step = nodes % 5 && nf_rng_below(rng, 2) ? 5 : 1;
  for (unsigned c = 0; c < cables; c++) {
    unsigned a = nf_rng_below(rng, nodes), b = (a + 1 + nf_rng_below(rng, nodes - 1)) % nodes;
    if (joined && c < nodes - 1) {
      a = (c + 1) * step % nodes;
      b = nf_rng_below(rng, c + 1) * step % nodes;
    }
    fprintf(f, "%s[\"n%u\", \"n%u\", {\"count\": %u}]", c ? ", " : "", a, b,
            1 + nf_rng_below(rng, 3));
  }
  fprintf(f, "]}\n");
}

static bool all_joined(const nf_graph *g) {
  uint16_t distance[16];
  uint32_t queue[16];
  bool joined = true;
  for (uint32_t src = 0; src < g->endpoints; src++) {
    nf_measure_distances(g, src, distance, queue);
    for (uint32_t dst = 0; dst < g->endpoints; dst++)
      joined &= distance[dst] != NF_FAR;
  }
  return joined;
}

// What a search finds to be joined is routed, whatever its cables are, and cannot deadlock; the
// rest is refused.
static void random_files(void **state) {
  enum { FILES = 1000 };
  nf_rng rng = {1};
  unsigned routed = 0;
  for (unsigned i = 0; i < FILES; i++) {
    char path[] = "/tmp/netfold-routing-XXXXXX.json";
    const int fd = mkstemps(path, 5);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    assert_non_null(f);
    write_random_file(f, &rng);
    assert_int_equal(fclose(f), 0);
    net n;
    nf_err e = {0};
    if (nf_graph_open(&n.g, path, &e) != NF_EXIT_OK)
      fail_msg("file %u: %s", i, e.text);
    unlink(path);
    const int status = nf_route_open(&n.r, &n.g, i % 2 ? "adaptive" : "deterministic", &e);
    if (status != (all_joined(&n.g) ? NF_EXIT_OK : NF_EXIT_BAD_INPUT))
      fail_msg("file %u: status %d: %s", i, status, e.text);
    if (status == NF_EXIT_OK) {
      routed++;
      if (nf_route_check(n.r, NULL, &e) != NF_EXIT_OK)
        fail_msg("file %u: %s", i, e.text);
      for (uint32_t src = 0; src < n.g.endpoints; src++)
        for (uint32_t dst = 0; dst < n.g.endpoints; dst++)
          for (unsigned turn = 0; turn < 3 && src != dst; turn++)
            assert_true(walk(&n, src, dst, 5 * src + turn, turn) > 0);
    }
    close_net(&n);
  }
  assert_true(routed > FILES / 4 && routed < FILES);
}

// Two endpoints with the same cables have no path when these lead to an endpoint that does not
// forward, or when there are none.
static void endpoints_are_no_path(void **state) {
  static const char *const texts[] = {
      "{\"endpoints\": 3, \"cables\": [[\"acc0\", \"acc1\"], [\"acc0\", \"acc2\"]]}",
      "{\"endpoints\": 2, \"cables\": []}"};
  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char path[] = "/tmp/netfold-routing-XXXXXX.json";
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, texts[i], strlen(texts[i])), strlen(texts[i]));
    close(fd);
    nf_graph g;
    nf_route *r;
    nf_err e = {0};
    assert_int_equal(nf_graph_open(&g, path, &e), NF_EXIT_OK);
    unlink(path);
    assert_int_equal(nf_route_open(&r, &g, NULL, &e), NF_EXIT_BAD_INPUT);
    assert_non_null(strstr(e.text, "no path of cables leads from"));
    nf_graph_close(&g);
  }
}

static void unknown_routing(void **state) {
  nf_graph g;
  nf_route *r;
  nf_err e = {0};
  assert_int_equal(nf_graph_open(&g, "dgx2", &e), NF_EXIT_OK);
  assert_int_equal(nf_route_open(&r, &g, "valiant", &e), NF_EXIT_BAD_INPUT);
  assert_non_null(strstr(e.text, "there are: deterministic adaptive"));
  nf_graph_close(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_is_reached),   cmocka_unit_test(no_kind_has_a_cycle),
      cmocka_unit_test(every_pair_is_reached),   cmocka_unit_test(there_and_back),
      cmocka_unit_test(no_cycle_of_channels),    cmocka_unit_test(no_cycle_of_turns),
      cmocka_unit_test(torus_without_datelines), cmocka_unit_test(dragonfly_paths),
      cmocka_unit_test(failed_boards),           cmocka_unit_test(unknown_routing),
      cmocka_unit_test(ports_of_one_side),       cmocka_unit_test(random_files),
      cmocka_unit_test(endpoints_are_no_path),
  };
  return cmocka_run_group_tests_name("routing", tests, NULL, NULL);
}
