// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "system.h"
#include "sim/topology/kinds.h"

const char *const nf_endpoint_collective_words[2] = {"allreduce", "alltoall"};

int nf_endpoint_topology(nf_endpoint_config *c, nf_system system, const char *text, nf_err *e) {
  nf_spec spec;
  const nf_kind *k = nf_spec_parse_for(NF_KIND_ACE, text, &spec, e);
  if (!k)
    return e->status;
  uint32_t side[NF_ENDPOINT_DIMS];
  bool packages;
  nf_spec_dimensions(k, &spec, side, &packages);
  *c = nf_endpoint_table7(system, side[0], side[1], packages ? 0 : side[2]);
  return e->status;
}
