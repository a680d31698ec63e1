// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/link/nf_link_tx.sv; change that.
// Parameters and ports of nf_link_tx.
#ifndef NF_LINK_TX_PORTS_H
#define NF_LINK_TX_PORTS_H

#include "link/nf_link_data.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Width;       // bits of a flit, a multiple of 64, 64..640
  uint32_t PacketFlits; // of the longest packet, 1..64
  // bit of a header that is its virtual channel
  uint32_t VcBit;
  uint32_t Replay;      // flits of the replay buffer, power of two 32..512
  uint32_t Room;        // flits of the other end's buffer of each channel, power of two 16..512
} nf_link_tx_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_timeout; // cycles of no progress before a replay; 0: never
  uint8_t cfg_retries;  // replays in a row without progress before the link is given up; 0: never
  // device
  bool tx_valid;
  bool tx_last;
  bool tx_err;
  nf_link_data tx_data; // [Width-1:0]
  // from the receiving half
  bool good;            // a good word came in; its fields:
  uint16_t good_ack;    // [8:0] flit that the other end expects next
  bool good_nak;
  bool good_credit_vc;
  uint16_t good_credit; // [9:0]
  uint16_t ack;         // [8:0] flit that this end expects next
  bool nak;             // this end has seen a gap
  uint32_t freed;       // nf_link_pkg::freed_t; flits freed here since reset, 16 bits a channel
} nf_link_tx_in;

// Outputs of one cycle.
typedef struct {
  // device
  uint8_t tx_ready;       // [1:0] bit v: a header of virtual channel v is taken
  // wire
  nf_link_data wire_data; // [Width-1:0]
  uint64_t wire_ctrl;     // nf_link_pkg::ctrl_t
  // from the receiving half
  uint16_t event;         // nf_link_pkg::event_t; pulses, bits NF_LINK_EV_*
  bool down;              // given up; until reset
  bool busy;              // a flit is unsent or unacknowledged, or a packet is not complete
} nf_link_tx_out;
// clang-format on

#endif
