// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Accelerators that forward for each other: tori, and packages joined by switches (ACE Table 5).
#include "makers.h"

// Ports of a torus: + and - of each dimension. Packages have a ring on the first two.
enum { PLUS = 0, MINUS = 1, RING_PORTS = 2, PACKAGE_SWITCHES = 4 };

static int refuse_board(nf_build *b, const nf_spec *s) {
  for (unsigned d = 0; d < 2; d++)
    if (s->board[d] == 0 || s->number[d] % s->board[d])
      return nf_refuse(b->e, "topology '%s': boards of %ux%u do not fill %u x %u accelerators",
                       b->g->name, s->board[0], s->board[1], s->number[0], s->number[1]);
  return NF_EXIT_OK;
}

// A ring has one dimension.
int nf_make_torus(nf_build *b, const nf_spec *s) {
  const unsigned dims = s->numbers;
  uint32_t size[3] = {1, 1, 1};
  for (unsigned d = 0; d < dims; d++)
    size[d] = s->number[d];
  const bool boards = s->given[NF_KEY_BOARD];
  if (boards && refuse_board(b, s) != NF_EXIT_OK)
    return b->e->status;
  b->g->family = NF_FAMILY_TORUS;
  for (unsigned d = 0; d < 3; d++)
    b->g->shape[d] = size[d];
  const uint32_t nodes = size[0] * size[1] * size[2];
  for (uint32_t n = 0; n < nodes && b->e->status == NF_EXIT_OK; n++) {
    nf_build_endpoint(b, 2 * dims, true);
    nf_build_place(b, n, (int)(n % size[0]), dims > 1 ? (int)(n / size[0] % size[1]) : -1,
                   dims == 3 ? (int)(n / size[0] / size[1]) : -1, -1);
  }
  const nf_cable_kind between =
      nf_spec_value(s, NF_KEY_FIBRE, 0) ? NF_CABLE_FIBRE : NF_CABLE_COPPER;
  for (uint32_t n = 0; n < nodes && b->e->status == NF_EXIT_OK; n++)
    for (uint32_t d = 0, step = 1; d < dims; step *= size[d++]) {
      const uint32_t at = n / step % size[d];
      const uint32_t peer = at + 1 < size[d] ? n + step : n - at * step;
      const bool inside = boards && d < 2 && (at + 1) % s->board[d] != 0;
      if (size[d] > 1)
        nf_build_join(b, (nf_graph_plug){n, 2 * d + PLUS}, (nf_graph_plug){peer, 2 * d + MINUS},
                      inside ? NF_CABLE_TRACE : between);
    }
  return b->e->status;
}

// L accelerators of a package in a ring of traces; each has a cable to each of four switches, which
// join all packages.
static int make_packages(nf_build *b, uint32_t local, uint32_t packages) {
  const uint32_t nodes = local * packages;
  b->g->family = NF_FAMILY_PACKAGES;
  b->g->shape[0] = local;
  b->g->shape[1] = packages;
  for (uint32_t n = 0; n < nodes && b->e->status == NF_EXIT_OK; n++) {
    nf_build_endpoint(b, RING_PORTS + PACKAGE_SWITCHES, true);
    nf_build_place(b, n, (int)(n % local), (int)(n / local), -1, -1);
  }
  const uint32_t sw = nf_build_switches(b, PACKAGE_SWITCHES, nodes, 0);
  for (uint32_t n = 0; n < nodes && b->e->status == NF_EXIT_OK; n++) {
    const uint32_t at = n % local;
    if (local > 1)
      nf_build_join(b, (nf_graph_plug){n, PLUS}, (nf_graph_plug){n - at + (at + 1) % local, MINUS},
                    NF_CABLE_TRACE);
    for (uint32_t i = 0; i < PACKAGE_SWITCHES; i++)
      nf_build_join(b, (nf_graph_plug){n, RING_PORTS + i}, (nf_graph_plug){sw + i, n},
                    NF_CABLE_COPPER);
  }
  return b->e->status;
}

int nf_make_alltoall(nf_build *b, const nf_spec *s) {
  return make_packages(b, s->number[0], s->number[1]);
}

int nf_make_switch(nf_build *b, const nf_spec *s) { return make_packages(b, 1, s->number[0]); }
