// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An event is counted at once; a read takes the counter before it and answers as late as the RTL.
#include "nf_netreduce_counters.h"

#include <stdlib.h>

struct nf_netreduce_counters {
  nf_netreduce_counters_out out;
  bool asked; // in the cycle before
  uint32_t answer;
  uint32_t counts[NF_NETREDUCE_CAUSES];
};

// No parameters to refuse; counters of zeros, for which the RTL has used_q.
nf_status nf_netreduce_counters_init(nf_netreduce_counters **m,
                                     const nf_netreduce_counters_cfg *cfg) {
  (void)cfg;
  *m = calloc(1, sizeof **m);
  return *m != NULL ? NF_OK : "nf_netreduce_counters: out of memory";
}

// valid_o and count_o.
const nf_netreduce_counters_out *nf_netreduce_counters_peek(const nf_netreduce_counters *m) {
  return &m->out;
}

// One edge. The read comes before the event of the same cycle, which its answer does not have;
// events that the RTL has still on their way to the memory it hands on (wrote_q), so they count
// here at once.
void nf_netreduce_counters_step(nf_netreduce_counters *m, const nf_netreduce_counters_in *in) {
  m->out.valid = m->asked;
  if (m->asked)
    m->out.count = m->answer;
  m->asked = in->re;
  if (in->re)
    m->answer = m->counts[in->index % NF_NETREDUCE_CAUSES];
  if (in->event_valid && in->event_cause < NF_NETREDUCE_CAUSES)
    m->counts[in->event_cause]++;
}

// The model's own; NULL is allowed.
void nf_netreduce_counters_free(nf_netreduce_counters *m) { free(m); }
