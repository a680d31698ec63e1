// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The host processor of one GPU: writes commands into the endpoint's queue and takes their
// completions (KLENK IV-F3).
#ifndef NF_SIM_HOST_H
#define NF_SIM_HOST_H

#include "endpoint/nf_endpoint.h"
#include "sim/common/err.h"
#include <stdbool.h>

typedef struct {
  uint8_t kind; // NF_ENDPOINT_KIND_*
  uint64_t addr;
  uint32_t bytes, landed;
  uint16_t wave_blocks;
  uint8_t waves, lane;
} nf_command;

typedef struct {
  nf_command *command;                // allocated by the owner
  bool *ended;                        // allocated by the owner: commands that are complete
  unsigned count, next, oldest, done; // oldest: the first that is not complete
  unsigned window;                    // commands from the oldest one on that may be outstanding
  uint8_t op, dtype;
} nf_host;

// The host's part of the endpoint's inputs; sees its outputs of the same cycle. Refuses a command
// that ended with an error.
int nf_host_drive(nf_host *h, const nf_endpoint_out *out, nf_endpoint_in *in, nf_err *e);
// Starts anew from the first command, after the endpoint has forgotten all of them.
void nf_host_restart(nf_host *h);
static inline bool nf_host_finished(const nf_host *h) { return h->done == h->count; }

#endif
