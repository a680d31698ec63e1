// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// From the frame that completes a column to the frames with its sum: seen from outside, at the
// ports of an accelerator whose members are all its own (NETREDUCE 4.4: under 3 us).
#ifndef NF_NR_LATENCY_H
#define NF_NR_LATENCY_H

#include "sim/netreduce/device.h"

enum { NF_NR_LATENCY_MESSAGES = 16, NF_NR_LATENCY_COLUMNS = 8192 };

// A message of a port's host: what its first packet says.
typedef struct {
  bool used;
  uint32_t qp, psn0, msgid;
  unsigned msglen;
} nf_nr_latency_message;

typedef struct {
  uint32_t msgid;
  unsigned offset, ports; // bit p: it came by port p
  uint64_t complete;      // when the last one came; 0: not yet
  unsigned left;          // bit p: its sum has left
} nf_nr_latency_column;

typedef struct {
  unsigned members;
  uint32_t tag;
  unsigned ring;
  nf_nr_latency_message message[NF_NR_PORTS][NF_NR_LATENCY_MESSAGES];
  nf_nr_latency_column column[NF_NR_LATENCY_COLUMNS];
  uint64_t frames, sum,
      most; // of those that left as soon as their column was complete; picoseconds
} nf_nr_latency;

void nf_nr_latency_in(nf_nr_latency *l, uint64_t time, unsigned port, const uint8_t *frame,
                      unsigned bytes);
void nf_nr_latency_out(nf_nr_latency *l, uint64_t time, unsigned port, const uint8_t *frame,
                       unsigned bytes);

#endif
