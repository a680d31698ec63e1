// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/dimensions.h"

#include "sim/topology/kinds.h"
#include <stdio.h>
#include <string.h>

// A ring or torus has a dimension for each number. Where there are switches, the last one is
// theirs, and the package has one node unless its number is given.
static void shape(nf_topo *t, const nf_kind *k, unsigned sizes) {
  static const char letters[] = "LVH";
  const bool switched = strcmp(k->name, "alltoall") == 0 || strcmp(k->name, "switch") == 0;
  t->dims = switched ? 2 : sizes;
  for (unsigned d = 0; d < t->dims; d++)
    t->dim[d] = (nf_topo_dim){.letter = letters[d], .size = 1, .package = d == 0};
  if (switched)
    t->dim[1] = (nf_topo_dim){.letter = 'P', .switched = true};
}

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
  const unsigned sizes = spec.numbers;
  shape(t, k, sizes);
  for (unsigned i = 0; i < sizes; i++) {
    nf_topo_dim *d = &t->dim[t->dims - sizes + i];
    if (spec.number[i] > NF_TOPO_SIZE)
      return nf_err_set(e, NF_EXIT_BAD_INPUT, "--topology %s: a dimension has 1..%d nodes", t->name,
                        NF_TOPO_SIZE);
    d->size = spec.number[i];
    t->nodes *= d->size;
  }
  if (t->nodes > NF_TOPO_NODES)
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "--topology %s: %u nodes; there may be %d", t->name,
                      t->nodes, NF_TOPO_NODES);
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
