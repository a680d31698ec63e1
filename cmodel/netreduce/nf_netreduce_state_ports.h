// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_state.sv; change that.
// Parameters and ports of nf_netreduce_state.
#ifndef NF_NETREDUCE_STATE_PORTS_H
#define NF_NETREDUCE_STATE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Rings;     // rings, 1..16
  uint32_t Hosts;     // members of a ring at most, 2..8
  uint32_t Window;    // N: a ring has N + 1 slots, 1..7
  uint32_t MaxMsgLen; // packets of a message at most, 1..256
} nf_netreduce_state_cfg;

// Inputs of one cycle.
typedef struct {
  // set up a ring anew, within the ranges of the block; what it had is forgotten
  bool cfg_valid;      // set up a ring anew
  uint8_t cfg_ring;    // [3:0]
  uint8_t cfg_members; // [3:0] H, members 0 to H-1; 0: the ring is closed
  uint8_t cfg_local;   // [3:0] how many of these are hosts, which are the first; one switch: all
  uint8_t cfg_window;  // [2:0] W of the members, 1..Window
  uint32_t cfg_first;  // MsgID of the first message
  uint8_t cfg_slot;    // [2:0] and its slot, 0..Window
  // a packet
  bool arrival_valid;
  uint8_t ring;        // [3:0]
  uint8_t host;        // [2:0]
  uint8_t slot;        // [2:0] goes round with MsgID: 0..Window
  uint32_t msgid;
  uint8_t offset;      // packets of the message before it
  uint16_t msglen;
  uint64_t held[2];    // [Rings*8-1:0] bit ring * 8 + slot: no message may begin there now
  // a look at a column; one waits at a time, for a cycle without an arrival
  bool look_valid;
  uint8_t look_ring;   // [3:0]
  uint8_t look_slot;   // [2:0]
  uint8_t look_offset;
} nf_netreduce_state_in;

// Outputs of one cycle.
typedef struct {
  // set up a ring anew, within the ranges of the block; what it had is forgotten
  uint16_t busy;        // [Rings-1:0] columns of the ring wait to be swept
  uint16_t open;        // [Rings-1:0] a message of the ring has begun and is not complete
  // a packet
  bool took;            // one cycle after a packet: it is accepted
  // the answer, two cycles after a packet; state, column and members hold until the next one
  bool valid;           // the answer to the arrival of two cycles ago
  uint8_t state;        // [2:0] NF_NETREDUCE_STATE_*
  uint16_t column;      // slot * MaxMsgLen + offset; 0 when STALE or LENGTH
  uint8_t arrived;      // [Hosts-1:0] members that the column has now; 0 when STALE or LENGTH
  // a look at a column; one waits at a time, for a cycle without an arrival
  bool look_ready;
  bool look_valid;      // one cycle, two cycles after the look was taken
  bool look_open;       // a message is there that has this column
  uint32_t look_msgid;  // which, and who has arrived
  uint8_t look_arrived; // [Hosts-1:0]
} nf_netreduce_state_out;
// clang-format on

#endif
