// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_credits.sv: where a row of the crossbar may send (KLENK IV-E2).
#ifndef NF_SWITCH_CREDITS_H
#define NF_SWITCH_CREDITS_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;    // 2..16
  uint32_t Channels; // virtual channels of the row, 1 or 2
  uint32_t XpDepth;  // flits of a crosspoint queue: 16, 32 or 64
} nf_switch_credits_cfg;

// Queues are a mask, bit channel * Ports + port for the egress queues, then the reduction tables.
typedef struct {
  uint64_t spend; // a packet was chosen for these queues,
  uint8_t len;    // of so many payload flits,
  bool channel;   // of this channel
  uint64_t back;  // a flit has left the queue
  uint32_t wants; // bit channel * Ports + table: it has a packet for it that may start
} nf_switch_credits_in;

typedef struct {
  uint64_t room;   // for the longest packet
  uint32_t yields; // bit as of wants: its room is left to the other channel
} nf_switch_credits_out;

typedef struct nf_switch_credits nf_switch_credits;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_credits_init(nf_switch_credits **m, const nf_switch_credits_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_credits_out *nf_switch_credits_peek(const nf_switch_credits *m);
// One rising clock edge.
void nf_switch_credits_step(nf_switch_credits *m, const nf_switch_credits_in *in);
// NULL is allowed.
void nf_switch_credits_free(nf_switch_credits *m);

#ifdef __cplusplus
}
#endif

#endif
