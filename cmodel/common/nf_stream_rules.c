// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_stream_rules.sv: the rules of a valid/ready stream, watched. Two of them:
// what is offered stays until it is taken (AXI4-Stream 2.2.1), and nothing is offered before the
// first edge outside reset (2.7.2).
#include "nf_stream_rules.h"

#include <stdlib.h>
#include <string.h>

struct nf_stream_rules {
  nf_stream_rules_out out;
  bool first, waits; // no edge since reset; what was offered was not taken
  uint64_t data[NF_STREAM_RULES_MAX_WIDTH / 64];
};

// NF_PARAM, then the reset values: first_q high, waits_q low.
nf_status nf_stream_rules_init(nf_stream_rules **m, const nf_stream_rules_cfg *cfg) {
  if (cfg->Width < 1 || cfg->Width > NF_STREAM_RULES_MAX_WIDTH)
    return "nf_stream_rules: Width must be 1..4096";
  nf_stream_rules *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_stream_rules: out of memory";
  n->first = true;
  *m = n;
  return NF_OK;
}

// broken_o, a register: it tells of the cycle before.
const nf_stream_rules_out *nf_stream_rules_peek(const nf_stream_rules *m) { return &m->out; }

// holds and quiet, from the registers as they were, then first_q, waits_q and data_q. All of data
// is compared, as bits past Width are zeros on both sides.
void nf_stream_rules_step(nf_stream_rules *m, const nf_stream_rules_in *in) {
  const bool holds = !m->waits || (in->valid && memcmp(m->data, in->data, sizeof m->data) == 0);
  const bool quiet = !m->first || !in->valid;
  m->out.broken = (uint8_t)(!holds << NF_STREAM_RULES_HOLDS | !quiet << NF_STREAM_RULES_QUIET);
  m->first = false;
  m->waits = in->valid && !in->ready;
  memcpy(m->data, in->data, sizeof m->data);
}

void nf_stream_rules_free(nf_stream_rules *m) { free(m); }
