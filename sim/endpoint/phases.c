// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "phases.h"

int nf_phases_check(const nf_endpoint_config *c, nf_err *e) {
  uint32_t endpoints = 1;
  for (uint32_t d = 0; d < NF_ENDPOINT_DIMS; d++) {
    const nf_endpoint_dim *k = &c->dim[d];
    if (k->size < 1 || k->size > NF_ENDPOINT_SIDE)
      return nf_refuse(e, "a dimension must have 1..%d endpoints", NF_ENDPOINT_SIDE);
    if (k->size > 1 && (k->links < 1 || k->links > NF_PHASE_LINKS || !(k->rate > 0)))
      return nf_refuse(e, "a dimension must have 1..%d links with a rate", NF_PHASE_LINKS);
    endpoints *= k->size;
  }
  if (endpoints < 2)
    return nf_refuse(e, "a collective needs two endpoints");
  if (c->chunk < 1 || c->message < 1 || c->packet < 1 || c->machines < 1 || !(c->memory_rate > 0) ||
      !(c->bus_rate > 0) || !(c->port_rate > 0) || !(c->sram_rate > 0))
    return nf_refuse(e, "sizes and rates must be above 0");
  return NF_EXIT_OK;
}

static uint32_t rounds_of(nf_phase_kind kind, uint32_t size, bool direct) {
  switch (kind) {
  case NF_PHASE_ALL_REDUCE:
    return direct ? 2 : 2 * (size - 1);
  case NF_PHASE_ALL_TO_ALL:
  case NF_PHASE_REDUCE_SCATTER:
  case NF_PHASE_ALL_GATHER:
    return direct ? 1 : size - 1;
  }
  return 0;
}

static void add(nf_phases *p, const nf_endpoint_config *c, nf_phase_kind kind, uint32_t dim,
                uint32_t before) {
  const nf_endpoint_dim *d = &c->dim[dim];
  if (d->size > 1)
    p->phase[p->phases++] =
        (nf_phase){kind, dim, d->size, d->direct, rounds_of(kind, d->size, d->direct), before};
}

// All-reduce: reduce-scatter inside the package, all-reduces of what is left in the others,
// all-gather inside. Without a package, all-reduces alone.
void nf_phases_plan(nf_phases *p, const nf_endpoint_config *c, nf_endpoint_collective what) {
  *p = (nf_phases){.phases = 0};
  const uint32_t package = c->dim[0].size;
  const bool outside = c->dim[1].size > 1 || c->dim[2].size > 1;
  if (what == NF_ENDPOINT_ALL_TO_ALL) {
    for (uint32_t d = 0; d < NF_ENDPOINT_DIMS; d++)
      add(p, c, NF_PHASE_ALL_TO_ALL, d, 1);
  } else if (!outside) {
    add(p, c, NF_PHASE_ALL_REDUCE, 0, 1);
  } else {
    add(p, c, NF_PHASE_REDUCE_SCATTER, 0, 1);
    add(p, c, NF_PHASE_ALL_REDUCE, 1, package);
    add(p, c, NF_PHASE_ALL_REDUCE, 2, package);
    add(p, c, NF_PHASE_ALL_GATHER, 0, 1);
  }
}

nf_round nf_phase_round(const nf_phase *p, uint32_t round) {
  const uint32_t others = p->size - 1;
  switch (p->kind) {
  case NF_PHASE_REDUCE_SCATTER:
    return (nf_round){p->direct ? others : 1, 1, true};
  case NF_PHASE_ALL_GATHER:
    return (nf_round){p->direct ? others : 1, 1, false};
  case NF_PHASE_ALL_REDUCE:
    return (nf_round){p->direct ? others : 1, 1, p->direct ? round == 0 : round < others};
  case NF_PHASE_ALL_TO_ALL:
    break;
  }
  // In step s a ring's message goes to the endpoint s further on, the shorter way.
  const uint32_t distance = round + 1;
  return (nf_round){p->direct ? others : 1,
                    p->direct                ? 1
                    : 2 * distance > p->size ? p->size - distance
                                             : distance,
                    false};
}

nf_strands nf_phase_strands(const nf_endpoint_config *c, const nf_phase *p, uint32_t bytes) {
  const double data = (double)bytes / p->before, part = data / p->size;
  uint32_t strands = (uint32_t)(part / c->message + 0.999);
  strands = strands ? strands : 1;
  return (nf_strands){strands, part / strands};
}

nf_endpoint_config nf_endpoint_table7(nf_system system, uint32_t l, uint32_t v, uint32_t h) {
  const bool packages = h == 0;
  nf_endpoint_config c = {
      .system = system,
      .dim =
          {{.size = l, .links = 2, .latency = 90, .rate = 200},
           {.size = v, .links = packages ? 4 : 2, .latency = 200, .rate = 25, .direct = packages},
           {.size = packages ? 1 : h, .links = 2, .latency = 200, .rate = 25}},
      .chunk = 65536,
      .message = 4096,
      .packet = 256,
      .packet_wire = 272, // 94 % (Table 7)
      .o = 20,
      .g = 20,
      .l = 50,
      .memory_rate = 900,
      .passes = 3,
      .bus_rate = 500,
      .port_rate = 64,
      .machines = 16,
      .step = 6,
      .sram = 4u << 20,
      .sram_rate = 4 * 64 * (1 - 0.31640625)};
  // Table 5: the links of a dimension of one endpoint make a second ring of the other.
  if (!packages && l == 1)
    c.dim[1].links = 4;
  if (!packages && v == 1)
    c.dim[2].links = 4;
  return c;
}
