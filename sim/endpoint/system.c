// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "system.h"
#include "sim/collective/options.h"
#include <string.h>

const char *const nf_endpoint_collective_words[2] = {"allreduce", "alltoall"};

int nf_endpoint_topology(nf_endpoint_config *c, nf_system system, const char *text, nf_err *e) {
  uint32_t side[NF_ENDPOINT_DIMS] = {1, 1, 1};
  uint32_t count = 0;
  bool packages = false;
  if (strncmp(text, "torus:", 6) == 0) {
    count = nf_shape_parse("topology", text + 6, side, NF_ENDPOINT_DIMS, e);
  } else if (strncmp(text, "ring:", 5) == 0) {
    count = nf_shape_parse("topology", text + 5, side, 1, e);
  } else if (strncmp(text, "alltoall:", 9) == 0) {
    packages = true;
    count = nf_shape_parse("topology", text + 9, side, 2, e) == 2 ? 2 : 0;
  }
  if (count == 0)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--topology %s: give torus:LxVxH, torus:LxV, ring:N or alltoall:LxP, as "
                      "torus:4x4x4",
                      text);
  *c = nf_endpoint_table7(system, side[0], side[1], packages ? 0 : side[2]);
  return e->status;
}
