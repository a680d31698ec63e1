// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Machines of eight GPUs whose NVLinks join pairs of them, and nothing forwards: what has no NVLink
// between goes over PCI Express. DGX-1 (P100) and p3.16xlarge (V100; TREE Fig. 3).
#include "makers.h"

enum { GPUS = 8, NVLINKS = 6, PCIE = NVLINKS };

// NVLinks between two GPUs.
typedef uint8_t links[GPUS][GPUS];

// NVLinks are copper here, PCI Express is traces. Two GPUs at a PCI Express switch, two of those at
// a processor, and the two processors joined.
static int make_machine(nf_build *b, const links l) {
  uint32_t used[GPUS] = {0};
  for (uint32_t i = 0; i < GPUS; i++)
    nf_build_endpoint(b, NVLINKS + 1, false);
  for (uint32_t i = 0; i < GPUS; i++)
    for (uint32_t j = i + 1; j < GPUS; j++)
      for (uint32_t k = 0; k < l[i][j]; k++)
        nf_build_join(b, (nf_graph_plug){i, used[i]++}, (nf_graph_plug){j, used[j]++},
                      NF_CABLE_COPPER);
  const uint32_t pcie = nf_build_switches(b, GPUS / 2, 3, 0), cpu = nf_build_switches(b, 2, 3, 1);
  for (uint32_t i = 0; i < GPUS; i++)
    nf_build_join(b, (nf_graph_plug){i, PCIE}, (nf_graph_plug){pcie + i / 2, i % 2},
                  NF_CABLE_TRACE);
  for (uint32_t i = 0; i < GPUS / 2; i++)
    nf_build_join(b, (nf_graph_plug){pcie + i, 2}, (nf_graph_plug){cpu + i / 2, i % 2},
                  NF_CABLE_TRACE);
  nf_build_join(b, (nf_graph_plug){cpu, 2}, (nf_graph_plug){cpu + 1, 2}, NF_CABLE_TRACE);
  return b->e->status;
}

// Two fully joined groups of four, and each GPU with its counterpart.
int nf_make_dgx1(nf_build *b, const nf_spec *s) {
  (void)s;
  static const links dgx1 = {{0, 1, 1, 1, 1},          {1, 0, 1, 1, 0, 1},
                             {1, 1, 0, 1, 0, 0, 1},    {1, 1, 1, 0, 0, 0, 0, 1},
                             {1, 0, 0, 0, 0, 1, 1, 1}, {0, 1, 0, 0, 1, 0, 1, 1},
                             {0, 0, 1, 0, 1, 1, 0, 1}, {0, 0, 0, 1, 1, 1, 1, 0}};
  return make_machine(b, dgx1);
}

// The same pairs; those of two hexagons and of 0-4, 1-5 have two links, so all six of a V100 are
// used.
int nf_make_p3(nf_build *b, const nf_spec *s) {
  (void)s;
  static const links p3 = {{0, 1, 1, 2, 2},          {1, 0, 2, 1, 0, 2},
                           {1, 2, 0, 2, 0, 0, 1},    {2, 1, 2, 0, 0, 0, 0, 1},
                           {2, 0, 0, 0, 0, 1, 1, 2}, {0, 2, 0, 0, 1, 0, 2, 1},
                           {0, 0, 1, 0, 1, 2, 0, 2}, {0, 0, 0, 1, 2, 1, 2, 0}};
  return make_machine(b, p3);
}
