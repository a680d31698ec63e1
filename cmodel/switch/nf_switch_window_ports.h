// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/switch/nf_switch_window.sv; change that.
// Parameters and ports of nf_switch_window.
#ifndef NF_SWITCH_WINDOW_PORTS_H
#define NF_SWITCH_WINDOW_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_SWITCH_WINDOW_MAX_WINDOW = 16,
  NF_SWITCH_WINDOW_MAX_SINKS = 32,
};

// Parameters.
typedef struct {
  uint32_t Sinks;  // of one virtual channel, 2..32
  uint32_t Window; // packets that it holds: 4, 8 or 16
} nf_switch_window_cfg;

// Inputs of one cycle.
typedef struct {
  // writing
  bool take;            // a packet begins: it has slot next
  bool enter;           // a packet enters behind all others, with:
  uint32_t enter_sinks; // [Sinks-1:0] where it has to go
  bool enter_hold;      // it may not start yet
  uint8_t enter_len;    // [LenBits-1:0] payload flits
  uint8_t enter_slot;   // [SlotBits-1:0]
  bool whole;           // the youngest packet is all here, so it may start
  // the oldest packet that is held has its entry in the reduction table, so it may start
  bool entry;
  // a packet is sent, one at a time
  bool fresh;           // its first cycle
  bool last;            // its last one
  uint8_t sent_slot;    // [SlotBits-1:0] which one, from fresh to last
  uint32_t sent_sinks;  // [Sinks-1:0] to which of its sinks
} nf_switch_window_in;

// Outputs of one cycle.
typedef struct {
  // a packet is sent, one at a time
  bool sent;     // it was to its last sinks, and its slot is free
  // what is here: lanes of packets, the oldest first
  uint16_t here; // [Window-1:0] there is one at this place
  uint16_t hold; // [Window-1:0] may not start
  // [Window*Sinks-1:0] where it still has to go
  uint8_t sinks[NF_SWITCH_WINDOW_MAX_WINDOW * NF_SWITCH_WINDOW_MAX_SINKS / 8];
  uint64_t len;  // [Window*LenBits-1:0]
  uint64_t slot; // [Window*SlotBits-1:0]
  uint8_t next;  // [SlotBits-1:0] the lowest free slot
  bool vacant;   // there is one
} nf_switch_window_out;
// clang-format on

#endif
