// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The flow engine: shares that are conserved, rates that are max-min fair by the definition,
// patterns whose rates are known.
#define _DEFAULT_SOURCE
#include "sim/common/rng.h"
#include "sim/engine/flow/flow.h"
#include "sim/engine/flow/pattern.h"
#include "sim/test/unit.h"
#include "sim/topology/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  nf_graph g;
  nf_route *r;
  nf_flow f;
} net;

static void open_net(net *n, const char *spec, const char *routing) {
  nf_err e = {0};
  if (nf_graph_open(&n->g, spec, &e) != NF_EXIT_OK ||
      nf_route_open(&n->r, &n->g, routing, &e) != NF_EXIT_OK ||
      nf_flow_open(&n->f, &n->g, n->r, &e) != NF_EXIT_OK)
    fail_msg("%s: %s", spec, e.text);
}

static void close_net(net *n) {
  nf_flow_close(&n->f);
  nf_route_close(n->r);
  nf_graph_close(&n->g);
}

static const char *const Nets[] = {"single:9",
                                   "dgx2",
                                   "fattree:8,3",
                                   "fattree:8,2,50",
                                   "torus:6x5",
                                   "torus:4x4x4",
                                   "hammingmesh:2x2,4x4",
                                   "hammingmesh:4x3,3x5",
                                   "hyperx:5x7",
                                   "alltoall:4x4",
                                   "dragonfly:4,2,9",
                                   "p3.16xlarge",
                                   "torus:16x12",
                                   "leaf:4x6,spines=3",
                                   "hyperx:9x9,radix=8,planes=2"};

// Of a message the whole leaves its source and reaches its destination, and all of it takes the
// shortest way.
static void shares(void **state) {
  for (unsigned i = 0; i < sizeof Nets / sizeof Nets[0]; i++)
    for (unsigned adaptive = 0; adaptive < 2; adaptive++) {
      net n;
      nf_err e = {0};
      open_net(&n, Nets[i], adaptive ? "adaptive" : "deterministic");
      const uint32_t nodes = n.g.endpoints + n.g.plane_switches;
      uint16_t *distance = malloc(nodes * sizeof *distance);
      uint32_t *queue = malloc(nodes * sizeof *queue);
      assert_true(distance && queue);
      for (uint32_t src = 0; src < n.g.endpoints; src += 3) {
        nf_measure_distances(&n.g, src, distance, queue);
        for (uint32_t dst = src % 2; dst < n.g.endpoints; dst += 2) {
          if (src == dst)
            continue;
          nf_flow_clear(&n.f);
          assert_int_equal(nf_flow_add(&n.f, src, dst, src + dst, &e), NF_EXIT_OK);
          double out = 0, in = 0, all = 0;
          for (uint64_t k = 0; k < n.f.parts; k++) {
            const nf_graph_cable *c = &n.g.cable[n.f.part[k].link / 2];
            const unsigned from = n.f.part[k].link % 2;
            const double share = (double)n.f.part[k].share;
            out += c->end[from].node == src ? share : 0;
            in += c->end[1 - from].node == dst ? share : 0;
            all += share;
          }
          assert_true(fabs(out - 1) < 1e-5 && fabs(in - 1) < 1e-5);
          // Dragonfly paths are local, global, local, whatever the shortest is.
          if (n.g.family != NF_FAMILY_DRAGONFLY)
            assert_true(fabs(all - distance[dst]) < 1e-4);
        }
      }
      free(distance);
      free(queue);
      close_net(&n);
    }
}

// By the definition (Bertsekas and Gallager): no link carries more than it can, and each message
// has a full link on which no other message has more.
static void fair(void **state) {
  for (unsigned i = 0; i < sizeof Nets / sizeof Nets[0]; i++)
    for (unsigned round = 0; round < 3; round++) {
      net n;
      nf_err e = {0};
      open_net(&n, Nets[i], round ? "adaptive" : "deterministic");
      for (uint32_t m = 0; m < 2 * n.g.endpoints; m++) {
        const uint32_t src = m * 7919u % n.g.endpoints,
                       dst = (m * m + 13 * round + 5) % n.g.endpoints;
        if (src != dst)
          assert_int_equal(nf_flow_add(&n.f, src, dst, m, &e), NF_EXIT_OK);
      }
      double *rate = malloc(n.f.messages * sizeof *rate), *load = calloc(n.f.links, sizeof *load);
      double *highest = calloc(n.f.links, sizeof *highest);
      assert_true(rate && load && highest);
      assert_int_equal(nf_flow_rates(&n.f, rate, &e), NF_EXIT_OK);
      for (uint32_t m = 0; m < n.f.messages; m++)
        for (uint64_t k = n.f.first[m]; k < n.f.first[m + 1]; k++) {
          const uint32_t l = n.f.part[k].link;
          load[l] += rate[m] * (double)n.f.part[k].share;
          highest[l] = rate[m] > highest[l] ? rate[m] : highest[l];
        }
      for (uint32_t m = 0; m < n.f.messages; m++) {
        bool limited = false;
        for (uint64_t k = n.f.first[m]; k < n.f.first[m + 1]; k++) {
          const uint32_t l = n.f.part[k].link;
          assert_true(load[l] <= n.f.capacity[l] * (1 + 1e-6));
          limited |= load[l] >= n.f.capacity[l] * (1 - 1e-6) && rate[m] >= highest[l] * (1 - 1e-6);
        }
        if (!limited)
          fail_msg("%s: message %u has %f GB/s and could have more", Nets[i], m, rate[m]);
      }
      free(rate);
      free(load);
      free(highest);
      close_net(&n);
    }
}

// Three messages on two links in a row, of 10 and 16 GB/s: the long one and the one beside it on
// the first link have 5 each, which leaves 11 to the other one on the second.
static void two_links(void **state) {
  char path[] = "/tmp/netfold-flow-XXXXXX.json";
  static const char text[] = "{\"endpoints\": 6, \"switches\": [\"a\", \"b\", \"c\"], \"GBps\": "
                             "100, \"cables\": [[\"acc0\", \"a\"], [\"acc1\", \"a\"],"
                             "[\"acc2\", \"b\"], [\"acc3\", \"b\"], [\"acc4\", \"c\"], [\"acc5\", "
                             "\"c\"], [\"a\", \"b\", {\"GBps\": 10}],"
                             "[\"b\", \"c\", {\"GBps\": 16}]]}";
  const int fd = mkstemps(path, 5);
  assert_true(fd >= 0 && write(fd, text, sizeof text - 1) == sizeof text - 1);
  close(fd);
  net n;
  nf_err e = {0};
  double rate[3];
  open_net(&n, path, NULL);
  unlink(path);
  assert_int_equal(nf_flow_add(&n.f, 0, 4, 0, &e), NF_EXIT_OK);
  assert_int_equal(nf_flow_add(&n.f, 1, 2, 0, &e), NF_EXIT_OK);
  assert_int_equal(nf_flow_add(&n.f, 3, 5, 0, &e), NF_EXIT_OK);
  assert_int_equal(nf_flow_rates(&n.f, rate, &e), NF_EXIT_OK);
  assert_true(fabs(rate[0] - 5) < 1e-9 && fabs(rate[1] - 5) < 1e-9 && fabs(rate[2] - 11) < 1e-9);
  close_net(&n);
}

static void run(const char *spec, const char *routing, nf_flow_cfg cfg, nf_flow_result *r) {
  nf_graph g;
  nf_route *route;
  nf_err e = {0};
  if (nf_graph_open(&g, spec, &e) != NF_EXIT_OK ||
      nf_route_open(&route, &g, routing, &e) != NF_EXIT_OK ||
      nf_flow_run(&g, route, &cfg, r, &e) != NF_EXIT_OK)
    fail_msg("%s: %s", spec, e.text);
  nf_route_close(route);
  nf_graph_close(&g);
}

static void expect(const char *what, double found, double wanted) {
  if (fabs(found - wanted) > 1e-6 * wanted)
    fail_msg("%s: %f GB/s, %f expected", what, found, wanted);
}

// Rates that follow from counting.
static void patterns(void **state) {
  nf_flow_result r;
  run("single:16", NULL, (nf_flow_cfg){NF_FLOW_PERMUTATION, 1 << 20, 1, 0, 0}, &r);
  expect("permutation at a switch", r.least, 25);
  run("fattree:8,3", "adaptive", (nf_flow_cfg){NF_FLOW_PERMUTATION, 1 << 20, 1, 0, 0}, &r);
  expect("permutation on a nonblocking tree", r.least, 50);
  expect("its time", r.time_us, (1 << 20) / 50.0 / 1000);
  run("dgx2", NULL, (nf_flow_cfg){NF_FLOW_ALLTOALL, 1 << 20, 1, 0, 0}, &r);
  assert_int_equal(r.shifts, 15);
  expect("all-to-all on a DGX-2", r.in_step, 150);
  // Three rows on: each cable of a column carries three of them, one of four of an accelerator.
  run("torus:8x8", NULL, (nf_flow_cfg){NF_FLOW_SHIFT, 1 << 20, 1, 0, 24}, &r);
  expect("shift by three rows of a torus", r.least, 50 / 3.0);
  // Of a board of four rows one has its third row on the same board; the others leave by two
  // cables.
  run("hammingmesh:4x4,8x8", NULL, (nf_flow_cfg){NF_FLOW_SHIFT, 1 << 20, 1, 0, 96}, &r);
  expect("shift by three rows of an Hx4Mesh", r.least, 2 * 50 / 4.0);
  run("fattree128", NULL, (nf_flow_cfg){NF_FLOW_RING, 1 << 20, 1, 0, 0}, &r);
  expect("ring on a fat tree", r.least, 150);
  // A ring of 8: shifts of 1..7 go 1,2,3,4,3,2,1 cables, 16 in all; each direction of a cable has
  // half of that in 7 shifts. In step, a shift of d cables loads d cables of one direction, and the
  // middle one 2 of each.
  run("torus:8x1", "adaptive", (nf_flow_cfg){NF_FLOW_ALLTOALL, 1 << 20, 1, 0, 0}, &r);
  expect("all-to-all on a ring, overlapped", r.overlapped, 7 / 8.0 * 50);
  expect("all-to-all on a ring, in step", r.in_step, 7 / 14.0 * 50);
  // HyperX: with 4x4 each accelerator sends over a row 12 of 15 times and over a column as often,
  // on two ports each.
  run("hyperx:4x4", "adaptive", (nf_flow_cfg){NF_FLOW_ALLTOALL, 1 << 20, 1, 0, 0}, &r);
  expect("all-to-all on a HyperX, overlapped", r.overlapped, 15 / 12.0 * 2 * 50);
}

// Samples of shifts have the time of all on average, within four standard errors of 100 of them;
// and no error of their own when all shifts are computed.
static void samples(void **state) {
  enum { SEEDS = 100 };
  nf_flow_result all, some;
  double sum = 0, squares = 0;
  run("hammingmesh:2x2,4x4", "adaptive", (nf_flow_cfg){NF_FLOW_ALLTOALL, 1 << 20, 1, 0, 0}, &all);
  assert_true(all.in_step_error == 0 && all.shifts == 63);
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    run("hammingmesh:2x2,4x4", "adaptive", (nf_flow_cfg){NF_FLOW_ALLTOALL, 1 << 20, seed, 10, 0},
        &some);
    assert_int_equal(some.shifts, 10);
    sum += 1 / some.in_step;
    squares += 1 / some.in_step / some.in_step;
  }
  const double mean = sum / SEEDS, error = sqrt((squares / SEEDS - mean * mean) / SEEDS);
  assert_true(error > 0 && fabs(mean - 1 / all.in_step) <= 4 * error);
}

// One endpoint has nobody to send to.
static void alone(void **state) {
  for (unsigned kind = NF_FLOW_ALLTOALL; kind <= NF_FLOW_SHIFT; kind++) {
    net n;
    nf_err e = {0};
    nf_flow_result r;
    open_net(&n, "torus:1x1", NULL);
    assert_int_equal(
        nf_flow_run(&n.g, n.r, &(nf_flow_cfg){(nf_flow_kind)kind, 1 << 20, 1, 0, 1}, &r, &e),
        NF_EXIT_BAD_INPUT);
    assert_non_null(strstr(e.text, "a collective needs two"));
    close_net(&n);
  }
}

// The pairs of a seed, which other engines must draw too.
static void order_of_a_seed(void **state) {
  static const uint32_t expected[] = {0, 3, 4, 1, 7, 2, 6, 5};
  uint32_t order[8];
  nf_rng rng = {1};
  nf_rng_order(&rng, order, 8);
  assert_memory_equal(order, expected, sizeof expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares),          cmocka_unit_test(fair),    cmocka_unit_test(two_links),
      cmocka_unit_test(patterns),        cmocka_unit_test(samples), cmocka_unit_test(alone),
      cmocka_unit_test(order_of_a_seed),
  };
  return cmocka_run_group_tests_name("flow", tests, NULL, NULL);
}
