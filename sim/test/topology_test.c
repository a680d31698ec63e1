// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every topology by its shape; SPECs that are wrong, and what is said of them.
#include "sim/topology/graph.h"
#include "sim/topology/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void open_graph(nf_graph *g, const char *spec) {
  nf_err e = {0};
  if (nf_graph_open(g, spec, &e) != NF_EXIT_OK)
    fail_msg("%s: %s", spec, e.text);
}

// Endpoints, switches, cables.
static void shapes(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    uint32_t endpoints, switches, cables;
  } all[] = {
      {"single:16", 16, 1, 16},   {"dgx2", 16, 12, 6 * (16 + 8)},
      {"nvl72", 72, 18, 72 * 18}, {"fattree128", 128, 144, 6 * (128 + 128)},
      {"fattree:4,2", 8, 6, 16},  {"fattree:4,3", 16, 20, 48},
      {"leaf:3x2", 6, 4, 9},
  };
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
    nf_graph g;
    open_graph(&g, all[i].spec);
    assert_int_equal(g.endpoints, all[i].endpoints);
    assert_int_equal(g.nodes - g.endpoints, all[i].switches);
    assert_int_equal(g.cables, all[i].cables);
    nf_graph_close(&g);
  }
}

// Each port knows its cable and its peer, and the peer knows it; each plane is as plane 0.
static void consistent(void **state) {
  (void)state;
  for (unsigned k = 0; k < Nf_kinds_count; k++) {
    nf_graph g;
    open_graph(&g, Nf_kinds[k].example);
    uint32_t plugged = 0;
    for (uint32_t n = 0; n < g.nodes; n++)
      for (uint32_t p = 0; p < g.node[n].ports; p++) {
        const nf_graph_port *here = nf_graph_at(&g, n, p);
        if (here->peer == NF_GRAPH_NONE)
          continue;
        const nf_graph_port *there = nf_graph_at(&g, here->peer, here->peer_port);
        assert_true(there->peer == n && there->peer_port == p && there->cable == here->cable);
        assert_int_equal(nf_graph_plane_of(&g, n, p), g.cable[here->cable].plane);
        plugged++;
      }
    assert_int_equal(plugged, 2 * g.cables);
    assert_int_equal(g.nodes, g.endpoints + g.planes * g.plane_switches);
    for (uint32_t c = 0; c < g.cables; c++) {
      const nf_graph_cable *one = &g.cable[c], *first = &g.cable[c % g.plane_cables];
      assert_true(one->kind == first->kind && one->bytes_per_ns == first->bytes_per_ns);
      assert_int_equal(one->plane, c / g.plane_cables);
    }
    nf_graph_close(&g);
  }
}

// A wrong SPEC, and words that its refusal has.
static void refused(void **state) {
  (void)state;
  static const struct {
    const char *spec, *says;
  } all[] = {
      {"fattre:4,2", "nearest is fattree:K,LEVELS[,TAPER]"},
      {"dxg2", "nearest is dgx2"},
      {"", "nearest is"},
      {"single", "write single:R, like single:16"},
      {"single:1", "it may be 2..128"},
      {"single:129", "it may be 2..128"},
      {"single:16x4", "'x4' does not fit"},
      {"single:99999999999", "does not fit"},
      {"fattree:5,2", "it is even"},
      {"fattree:4,4", "LEVELS (levels of switches) is 4"},
      {"fattree:4,2,50,endpoints=1000", "take 8 at most"},
      {"fattree:4,2,planes=0", "planes= takes 1..64"},
      {"fattree:4,2,planes=1.5", "planes= takes 1..64"},
      {"fattree:4,2,colour=3", "'colour=3' is unknown here; there are planes="},
      {"dgx2:3", "':3' does not fit"},
  };
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
    nf_graph g;
    nf_err e = {0};
    assert_int_equal(nf_graph_open(&g, all[i].spec, &e), NF_EXIT_BAD_INPUT);
    if (!strstr(e.text, all[i].says))
      fail_msg("%s: '%s' does not say '%s'", all[i].spec, e.text, all[i].says);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes),
      cmocka_unit_test(consistent),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
