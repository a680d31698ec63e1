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
      {"single:16", 16, 1, 16},
      {"dgx2", 16, 12, 6 * (16 + 8)},
      {"nvl72", 72, 18, 72 * 18},
      {"fattree128", 128, 144, 6 * (128 + 128)},
      {"fattree:4,2", 8, 6, 16},
      {"fattree:4,3", 16, 20, 48},
      {"leaf:3x2", 6, 4, 9},
      {"leaf:4x6,spines=3", 24, 7, 24 + 12},
      {"torus:4x3", 12, 0, 24},
      {"torus:4x1x3", 12, 0, 24},
      {"torus:8x8,board=2x2,planes=4", 64, 0, 4 * 128},
      {"alltoall:4x4", 16, 4, 16 + 4 * 16},
      {"alltoall:1x4", 4, 4, 16},
      {"dragonfly:4,2,9", 72, 36, 72 + 9 * 6 + 36},
      {"dragonfly:8,16,8,local=4", 1024, 64, 1920 + 512},
      {"dragonfly:2,1,2,terminals=3", 12, 4, 12 + 2 + 2},
      {"hyperx:4x6", 24, 10, 4 * 24},
      {"hammingmesh:2x2,4x4", 64, 16, 16 * 4 + 2 * 64},
      {"hammingmesh:3x2,4x4,failed=0.0", 90, 20, 15 * 7 + 15 * (4 + 6)},
      {"dgx1", 8, 6, 16 + 8 + 4 + 1},
      {"p3.16xlarge", 8, 6, 24 + 8 + 4 + 1},
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
      {"torus:4", "ends too early; write torus:AxB[xC]"},
      {"torus:4x4,board=3x2", "boards of 3x2 do not fill 4 x 4"},
      {"dragonfly:2,1,4", "reaches 2 others at most"},
      {"hammingmesh:2x2", "write hammingmesh:AxB,XxY"},
      {"hammingmesh:2x2,4x4,failed=4.0", "there is no board 4.0"},
      {"hammingmesh:2x2,4x4,failed=1", "failed= takes"},
      {"hammingmesh:64x64,512x512", "accelerators; there may be"},
      {"hyperx:200x4,radix=8", "join 16 at most"},
      {"dgx2:3", "':3' does not fit; write dgx2, like dgx2"},
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
