// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Routing on every topology at several sizes: each pair is reached, by as many cables as a search
// of the graph finds, whichever candidate is taken at each node; and the rules leave no cycle of
// channels.
#include "sim/routing/route.h"
#include "sim/topology/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

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

static void every_pair_is_reached(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    unsigned step;
  } nets[] = {{"single:2", 1},
              {"single:16", 1},
              {"single:128", 1},
              {"dgx2", 1},
              {"nvl72", 1},
              {"fattree128", 1},
              {"fattree:4,2", 1},
              {"fattree:4,3", 1},
              {"fattree:8,3,50", 1},
              {"fattree:8,2,75", 1},
              {"leaf:3x2", 1},
              {"leaf:4x6,spines=3", 1},
              {"fattree:16,3,50,endpoints=333", 1},
              {"fattree:64,2,75,endpoints=1071", 7}};
  for (unsigned i = 0; i < sizeof nets / sizeof nets[0]; i++) {
    reach_all(nets[i].spec, "deterministic", nets[i].step);
    reach_all(nets[i].spec, "adaptive", nets[i].step);
  }
}

// Both directions of a pair use the same cables for the same flow (KLENK IV-E2).
static void there_and_back(void **state) {
  (void)state;
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

static void no_cycle_of_channels(void **state) {
  (void)state;
  static const char *const specs[] = {"single:16",  "dgx2",           "nvl72",
                                      "fattree128", "fattree:8,3,50", "leaf:4x6,spines=3"};
  for (unsigned i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    net n;
    nf_route_checked k;
    nf_err e = {0};
    open_net(&n, specs[i], "adaptive");
    if (nf_route_check(n.r, &k, &e) != NF_EXIT_OK)
      fail_msg("%s", e.text);
    assert_int_equal(k.destinations, n.g.endpoints);
    assert_true(k.dependencies > 0 && !k.by_turns);
    close_net(&n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pair_is_reached),
      cmocka_unit_test(there_and_back),
      cmocka_unit_test(no_cycle_of_channels),
  };
  return cmocka_run_group_tests_name("routing", tests, NULL, NULL);
}
