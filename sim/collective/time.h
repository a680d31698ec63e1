// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How long a schedule takes when a message of n bytes takes alpha + n beta, and nothing else takes
// time but adding, if a rate is given for that: by execution, exactly, as a rational number. A lane
// carries one message at a time, for all of it at both ends (unless the schedule is buffered: then
// a send is over after alpha + n beta, and a receive when it has come). A join takes alpha + n beta
// for all (NETREDUCE Eq. 6). What lanes share on the way through a network is not known here.
#ifndef NF_SCHEDULE_TIME_H
#define NF_SCHEDULE_TIME_H

#include "links.h"
#include "program.h"

typedef struct {
  uint64_t num, den; // num / den, in lowest terms
} nf_ratio;

typedef struct {
  uint64_t bytes; // of a rank's buffer; for a trace 1
  // Within a machine, and between machines (the same when the schedule knows of none): latency in
  // ps, rate in bytes a second.
  uint64_t alpha_ps[2], rate[2];
  uint64_t add_rate;     // bytes a second; 0: adding takes no time
  const nf_links *links; // rates of pairs of GPUs instead of rate[0], or NULL
} nf_cost;

// In ps. Refuses what is too long or too fine for 64 bits, and a message where links has no link.
int nf_program_time(const nf_program *p, const nf_cost *c, nf_ratio *ps, nf_err *e);

#endif
