// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_state.sv: arrivals of a ring (NETREDUCE 4.3.2, Fig. 6).
#ifndef NF_NETREDUCE_STATE_H
#define NF_NETREDUCE_STATE_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Rings;     // 1..16
  uint32_t Hosts;     // members of a ring at most, 2..8
  uint32_t Window;    // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen; // packets of a message at most, 1..256
} nf_netreduce_state_cfg;

typedef struct {
  bool cfg_valid; // set up a ring anew; within the ranges of the block
  // members 0: the ring is closed; window: W of the members
  uint8_t cfg_ring, cfg_members, cfg_window;
  uint8_t cfg_local;  // members 0..cfg_local-1 are hosts; one switch: all
  uint32_t cfg_first; // MsgID of the first message
  uint8_t cfg_slot;   // and its slot
  bool arrival_valid;
  uint8_t ring, host, slot; // slot goes round with MsgID: 0..Window
  uint32_t msgid;
  uint8_t offset; // packets of the message before it
  uint16_t msglen;
  uint64_t held[2]; // bit ring * 8 + slot: no message may begin there now
  bool look_valid;
  uint8_t look_ring, look_slot, look_offset;
} nf_netreduce_state_in;

typedef struct {
  uint16_t busy;                          // bit r: columns of ring r wait to be swept
  uint16_t open;                          // bit r: a message of it has begun and is not complete
  bool took;                              // the arrival of the step before is accepted
  bool valid;                             // the answer to the arrival two steps ago
  uint8_t state;                          // NF_NETREDUCE_STATE_*
  uint16_t column;                        // slot * MaxMsgLen + offset; 0 when STALE or LENGTH
  uint8_t arrived;                        // members that the column has now
  bool look_ready, look_valid, look_open; // open: a message is there and has this column
  uint32_t look_msgid;
  uint8_t look_arrived;
} nf_netreduce_state_out;

typedef struct nf_netreduce_state nf_netreduce_state;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_state_init(nf_netreduce_state **m, const nf_netreduce_state_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_state_out *nf_netreduce_state_peek(const nf_netreduce_state *m);
// One rising clock edge.
void nf_netreduce_state_step(nf_netreduce_state *m, const nf_netreduce_state_in *in);
// NULL is allowed.
void nf_netreduce_state_free(nf_netreduce_state *m);

#ifdef __cplusplus
}
#endif

#endif
