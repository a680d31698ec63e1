// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A collective as a schedule (sim/collective/schedule.h), step by step on the network.
//
// A message begins when both of its ends are ready, which they know of each other without a packet;
// its send is done when all of it has left, its receive when all of it is in memory. With
// `buffered` it begins when the send is ready. Packets, or messages, are acknowledged, which
// nothing waits for but the end. Memory adds as fast as it writes (KLENK IV-F3), and copies in no
// time. Rank r is endpoint r.
#ifndef NF_FAST_STEPS_H
#define NF_FAST_STEPS_H

#include "run.h"
#include "sim/collective/program.h"
#include "stats.h"

typedef struct {
  const nf_program *program;
  uint64_t bytes;       // of a rank's buffer
  uint32_t latency;     // cycles of a rank's memory, and up to as much again
  uint32_t window;      // longest look-ahead, ticks; 0: what the links allow
  uint32_t chunk_bytes; // of messages that go chunk by chunk (chunks.h); 0: packet by packet
  bool ack_once;        // a message is acknowledged once, not packet by packet
} nf_fast_steps_cfg;

typedef struct {
  uint32_t ticks;        // until the last step is done
  nf_fast_stats latency; // of messages
} nf_fast_steps_result;

// Refuses joins, more ranks than endpoints, and a schedule that stands still.
int nf_fast_steps_run(nf_fast *f, const nf_fast_steps_cfg *cfg, nf_fast_steps_result *r, nf_err *e);

#endif
