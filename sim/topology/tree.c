// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Switches in levels: a single one, the DGX-2, fat trees, leaves and spines.
#include "makers.h"

static void attach(nf_build *b, uint32_t node, uint32_t sw, uint32_t port) {
  nf_build_join(b, (nf_graph_plug){node, 0}, (nf_graph_plug){sw, port}, NF_CABLE_COPPER);
}

static void shape(nf_build *b, uint32_t leaves, uint32_t down, uint32_t ups, uint32_t pod) {
  b->g->shape[NF_TREE_LEAVES] = leaves;
  b->g->shape[NF_TREE_DOWN] = down;
  b->g->shape[NF_TREE_UPS] = ups;
  b->g->shape[NF_TREE_POD] = pod;
}

static void endpoints(nf_build *b, uint32_t count) {
  for (uint32_t i = 0; i < count && b->e->status == NF_EXIT_OK; i++)
    nf_build_endpoint(b, 1, false);
}

// KLENK's networks have half the wire on a cable to an endpoint, kinds.c says why.
static void halve_endpoint_wires(nf_build *b) { b->latency_ps[NF_CABLE_COPPER] /= 2; }

static int star(nf_build *b, uint32_t count) {
  endpoints(b, count);
  const uint32_t sw = nf_build_switch(b, count, 0);
  shape(b, 1, count, 0, 1);
  for (uint32_t i = 0; i < count; i++)
    attach(b, i, sw, i);
  return b->e->status;
}

int nf_make_single(nf_build *b, const nf_spec *s) {
  halve_endpoint_wires(b);
  return star(b, s->number[0]);
}

int nf_make_star(nf_build *b, const nf_spec *s) { return star(b, s->number[0]); }

int nf_make_nvl72(nf_build *b, const nf_spec *s) {
  (void)s;
  return star(b, 72);
}

// Of each plane one switch in each group; it has eight GPUs and eight cables to its counterpart.
int nf_make_dgx2(nf_build *b, const nf_spec *s) {
  (void)s;
  enum { GROUP = 8 };
  halve_endpoint_wires(b);
  endpoints(b, 2 * GROUP);
  shape(b, 2, GROUP, GROUP, 2);
  const uint32_t sw = nf_build_switches(b, 2, 2 * GROUP, 0);
  for (uint32_t i = 0; i < 2 * GROUP; i++)
    attach(b, i, sw + i / GROUP, i % GROUP);
  for (uint32_t i = 0; i < GROUP; i++)
    nf_build_join(b, (nf_graph_plug){sw, GROUP + i}, (nf_graph_plug){sw + 1, GROUP + i},
                  NF_CABLE_FIBRE);
  return b->e->status;
}

// In each plane 16 leaves with eight GPUs, each leaf joined to each of eight spines.
int nf_make_fattree128(nf_build *b, const nf_spec *s) {
  (void)s;
  enum { LEAVES = 16, SPINES = 8, GPUS = 8, RADIX = 16 };
  halve_endpoint_wires(b);
  endpoints(b, LEAVES * GPUS);
  shape(b, LEAVES, GPUS, SPINES, LEAVES);
  const uint32_t leaf = nf_build_switches(b, LEAVES, RADIX, 0);
  const uint32_t spine = nf_build_switches(b, SPINES, RADIX, 1);
  for (uint32_t i = 0; i < LEAVES * GPUS; i++)
    attach(b, i, leaf + i / GPUS, i % GPUS);
  nf_build_wire(b, leaf, LEAVES, GPUS, SPINES, spine, SPINES);
  return b->e->status;
}

int nf_make_leaf(nf_build *b, const nf_spec *s) {
  const uint32_t leaves = s->number[0], hosts = s->number[1];
  const uint32_t spines = nf_spec_value(s, NF_KEY_SPINES, 1);
  endpoints(b, leaves * hosts);
  shape(b, leaves, hosts, spines, leaves);
  const uint32_t leaf = nf_build_switches(b, leaves, hosts + spines, 0);
  const uint32_t spine = nf_build_switches(b, spines, leaves, 1);
  for (uint32_t i = 0; i < leaves * hosts; i++)
    attach(b, i, leaf + i / hosts, i % hosts);
  nf_build_wire(b, leaf, leaves, hosts, spines, spine, spines);
  return b->e->status;
}

static uint32_t divide_up(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

// The second and third level of switches, half of whose ports lead down. Where switches of the
// level below come in whole groups of k/2 that share one set of upper ones, they are wired so;
// HXMESH App. C counts its tapered trees by ports alone, and there links go round, as
// nf_build_wire() says.
static void wire_three(nf_build *b, uint32_t k, uint32_t leaf, uint32_t leaves, uint32_t down) {
  const uint32_t ups = k - down, half = k / 2;
  const bool pods = leaves % half == 0;
  const uint32_t mids = pods ? leaves / half * ups : divide_up(leaves * ups, half);
  const uint32_t tops = divide_up(mids * half, k);
  const uint32_t mid = nf_build_switches(b, mids, k, 1), top = nf_build_switches(b, tops, k, 2);
  if (!pods) {
    nf_build_wire(b, leaf, leaves, down, ups, mid, mids);
    nf_build_wire(b, mid, mids, half, half, top, tops);
    return;
  }
  for (uint32_t p = 0; p < leaves / half; p++)
    nf_build_wire(b, leaf + p * half, half, down, ups, mid + p * ups, ups);
  // Switch j of each pod has its own top switches, tops / ups of them, if that is whole.
  const uint32_t own = tops % ups == 0 ? tops / ups : 0;
  for (uint32_t i = 0; i < mids * half && b->e->status == NF_EXIT_OK; i++) {
    const uint32_t m = i / half, pod = m / ups, n = (pod * half) + i % half;
    const nf_graph_plug up = {top + (own ? m % ups * own + n % own : i % tops),
                              own ? n / own : i / tops};
    nf_build_join(b, (nf_graph_plug){mid + m, half + i % half}, up, NF_CABLE_FIBRE);
  }
}

int nf_make_fattree(nf_build *b, const nf_spec *s) {
  const uint32_t k = s->number[0], levels = s->number[1], taper = s->number[2];
  // The largest number of endpoints that leaves 1 - taper of their bandwidth upward: 32, 42, 51 of
  // 64 ports for none, 50 % and 75 % (HXMESH App. C1).
  const uint32_t down = k * 100 / (200 - taper), ups = k - down;
  const uint32_t most = levels == 2 ? k * down : k * (k / 2) * down;
  if (k % 2)
    return nf_refuse(b->e, "topology '%s': K is %u; half of the ports lead up, so it is even",
                     b->g->name, k);
  const uint32_t wanted = nf_spec_value(s, NF_KEY_ENDPOINTS, most);
  if (wanted > most)
    return nf_refuse(b->e,
                     "topology '%s': %u endpoints; %u levels of %u-port switches take %u at most",
                     b->g->name, wanted, levels, k, most);
  const uint32_t leaves = divide_up(wanted, down);
  endpoints(b, wanted);
  shape(b, leaves, down, ups, levels == 2 ? leaves : k / 2);
  const uint32_t leaf = nf_build_switches(b, leaves, k, 0);
  for (uint32_t i = 0; i < wanted && b->e->status == NF_EXIT_OK; i++)
    attach(b, i, leaf + i / down, i % down);
  if (levels == 3) {
    wire_three(b, k, leaf, leaves, down);
  } else {
    const uint32_t spines = divide_up(leaves * ups, k);
    nf_build_wire(b, leaf, leaves, down, ups, nf_build_switches(b, spines, k, 1), spines);
  }
  return b->e->status;
}
