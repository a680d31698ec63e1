// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_fp_add_pipe.sv: the adder's path with a valid bit beside it. The path does
// the work; the valid bits move along in one word.
#include "nf_fp_add_pipe.h"

#include <stdlib.h>

struct nf_fp_add_pipe {
  nf_fp_add_path *path;
  // valid_q: one bit for each register of the path, which has no reset; so only these say what is a
  // sum.
  uint32_t last_bit; // of the valid bits, the one that leaves
  uint32_t valid;    // bit s: register s holds a sum
  nf_fp_add_pipe_out out;
};

// The path checks the parameters, Stages among them.
nf_status nf_fp_add_pipe_init(nf_fp_add_pipe **m, const nf_fp_add_pipe_cfg *cfg) {
  nf_fp_add_pipe *pipe = calloc(1, sizeof *pipe);
  if (pipe == NULL)
    return "nf_fp_add_pipe: out of memory";
  const nf_status status = nf_fp_add_path_init(&pipe->path, cfg);
  if (status != NF_OK) {
    free(pipe);
    return status;
  }
  pipe->last_bit = cfg->Stages - 1;
  *m = pipe;
  return NF_OK;
}

// valid_o, result_o and flags_o.
const nf_fp_add_pipe_out *nf_fp_add_pipe_peek(const nf_fp_add_pipe *m) { return &m->out; }

// One enabled edge of valid_q and u_path. The path moves first, so that what is shown with the
// valid bit that leaves is the sum that leaves with it.
void nf_fp_add_pipe_step(nf_fp_add_pipe *m, const nf_fp_add_pipe_in *in) {
  if (!in->en)
    return;
  const nf_fp_add_path_in operands = {.en = true, .a = in->a, .b = in->b};
  nf_fp_add_path_step(m->path, &operands);
  m->valid = m->valid << 1 | in->valid;
  const nf_fp_add_path_out *sum = nf_fp_add_path_peek(m->path);
  m->out.valid = m->valid >> m->last_bit & 1;
  m->out.result = sum->result;
  m->out.flags = sum->flags;
}

// With its path, which is a model of its own.
void nf_fp_add_pipe_free(nf_fp_add_pipe *m) {
  if (m != NULL)
    nf_fp_add_path_free(m->path);
  free(m);
}
