// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/dimensions.h"

#include "sim/topology/kinds.h"
#include <stdio.h>
#include <string.h>

// The rings of each dimension. Table 5, note: "If V/L = 1, then L/V has 2 bi-directional rings".
static void lay_rings(nf_topo *t) {
  for (unsigned d = 0; d < t->dims; d++)
    if (!t->dim[d].switched) {
      t->dim[d].rings = 1;
      t->dim[d].port[0] = 2 * d;
    }
  if (t->dims < 2 || t->dim[1].switched)
    return;
  for (unsigned d = 0; d < 2; d++)
    if (t->dim[d].size > 1 && t->dim[1 - d].size == 1)
      t->dim[d].port[t->dim[d].rings++] = 2 * (1 - d);
}

void nf_topo_single_rings(nf_topo *t) {
  for (unsigned d = 0; d < t->dims; d++)
    if (t->dim[d].rings > 1)
      t->dim[d].rings = 1;
}

int nf_topo_open(nf_topo *t, const char *text, nf_err *e) {
  *t = (nf_topo){.nodes = 1};
  snprintf(t->name, sizeof t->name, "%s", text);
  nf_spec spec;
  const nf_kind *k = nf_spec_parse_for(NF_KIND_ACE, text, &spec, e);
  if (!k)
    return e->status;
  static const char letters[] = "LVH";
  uint32_t size[NF_TOPO_DIMS];
  bool switched;
  t->dims = nf_spec_dimensions(k, &spec, size, &switched);
  for (unsigned i = 0; i < t->dims; i++) {
    if (size[i] > NF_TOPO_SIZE)
      return nf_refuse(e, "--topology %s: a dimension has 1..%d nodes", t->name, NF_TOPO_SIZE);
    const bool last = switched && i + 1 == t->dims;
    t->dim[i] = (nf_topo_dim){
        .letter = last ? 'P' : letters[i], .size = size[i], .switched = last, .package = i == 0};
    t->nodes *= size[i];
  }
  if (t->nodes > NF_TOPO_NODES)
    return nf_refuse(e, "--topology %s: %u nodes; there may be %d", t->name, t->nodes,
                     NF_TOPO_NODES);
  lay_rings(t);
  return NF_EXIT_OK;
}

// Nodes from one to the next in a dimension: product of the sizes of the dimensions before it.
static unsigned step_of(const nf_topo *t, unsigned dim) {
  unsigned step = 1;
  for (unsigned d = 0; d < dim; d++)
    step *= t->dim[d].size;
  return step;
}

unsigned nf_topo_rank(const nf_topo *t, unsigned node, unsigned dim) {
  return node / step_of(t, dim) % t->dim[dim].size;
}

unsigned nf_topo_member(const nf_topo *t, unsigned node, unsigned dim, unsigned rank) {
  const unsigned step = step_of(t, dim);
  return node - nf_topo_rank(t, node, dim) * step + rank * step;
}

// Whether a dimension of more than one node has a link at a port.
static bool serves(const nf_topo_dim *d, unsigned port) {
  if (d->switched)
    return port >= NF_TOPO_FIRST_SWITCH_PORT && port < NF_TOPO_FIRST_SWITCH_PORT + NF_TOPO_SWITCHES;
  for (unsigned r = 0; r < d->rings; r++)
    if (port / 2 == d->port[r] / 2)
      return true;
  return false;
}

int nf_topo_port_dim(const nf_topo *t, unsigned port) {
  for (unsigned d = 0; d < t->dims; d++)
    if (t->dim[d].size > 1 && serves(&t->dim[d], port))
      return (int)d;
  return -1;
}

unsigned nf_topo_neighbour(const nf_topo *t, unsigned node, unsigned port) {
  const unsigned dim = (unsigned)nf_topo_port_dim(t, port), size = t->dim[dim].size;
  const unsigned step = port % 2 ? size - 1 : 1;
  return nf_topo_member(t, node, dim, (nf_topo_rank(t, node, dim) + step) % size);
}
