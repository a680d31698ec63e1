// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/link/nf_link.sv; change that.
// Parameters and ports of nf_link.
#ifndef NF_LINK_PORTS_H
#define NF_LINK_PORTS_H

#include "link/nf_link_data.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Width;       // bits of a flit, a multiple of 64, 64..640
  // flits of the longest packet, 1..64; less than half of Replay, not more than Room
  uint32_t PacketFlits;
  // bit of a header that is its virtual channel, 0..Width-1; 3: the highest of the opcode
  uint32_t VcBit;
  // flits of the replay buffer, power of two 32..512; 256 are the 4 kB of KLENK IV-G
  uint32_t Replay;
  // flits of the receive buffer of each virtual channel, power of two 16..512; the same at both
  // ends
  uint32_t Room;
} nf_link_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_timeout;   // cycles without progress before a replay; 0: never
  uint8_t cfg_retries;    // replays in a row without progress before the link is given up; 0: never
  // device: packets to be sent
  bool tx_valid;
  bool tx_last;
  bool tx_err;            // with last: the packet is damaged
  nf_link_data tx_data;   // [Width-1:0]
  // device: packets received
  uint8_t rx_ready;       // [1:0] bit v: the device takes a header of virtual channel v
  // wire: one word in every cycle
  nf_link_data wire_data; // [Width-1:0]
  uint64_t wire_ctrl;
} nf_link_in;

// Outputs of one cycle.
typedef struct {
  // device: packets to be sent
  uint8_t tx_ready;       // [1:0] bit v: a header of virtual channel v is taken
  // device: packets received
  bool rx_valid;
  bool rx_last;
  bool rx_err;            // with last: the packet is damaged
  nf_link_data rx_data;   // [Width-1:0]
  // wire: one word in every cycle
  nf_link_data wire_data; // [Width-1:0]
  uint64_t wire_ctrl;
  // status
  uint16_t event;         // pulses of one cycle, nf_link_pkg::event_t
  bool down;              // given up; until reset
  bool busy;              // anything unsent, unacknowledged or undelivered
} nf_link_out;
// clang-format on

#endif
