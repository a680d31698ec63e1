// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_link.sv; change that.
// Parameters and ports of nf_ace_link.
#ifndef NF_ACE_LINK_PORTS_H
#define NF_ACE_LINK_PORTS_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "link/nf_link_data.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Replay; // flits of the replay buffer, power of two 32..512
  uint32_t Room;   // flits of the buffer of each class, power of two 16..512
} nf_ace_link_cfg;

// Inputs of one cycle.
typedef struct {
  uint16_t cfg_timeout;     // cycles without progress before a replay; 0: never
  uint8_t cfg_retries;      // replays in a row before the link is given up; 0: never
  // engine
  bool link_tx_valid;
  bool link_tx_first;
  bool link_tx_last;
  nf_flit link_tx_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word link_tx_data; // [511:0]
  uint8_t link_rx_ready;    // [1:0] bit 1 engine, bit 0 normal
  // wire: one word in every cycle
  nf_link_data wire_data;   // [639:0]
  uint64_t wire_ctrl;
} nf_ace_link_in;

// Outputs of one cycle.
typedef struct {
  // engine
  uint8_t link_tx_ready;    // [1:0] bit 1 engine, bit 0 normal
  bool link_rx_valid;
  bool link_rx_first;
  bool link_rx_last;
  nf_flit link_rx_hdr;      // nf_ace_pkg::hdr_t
  nf_ace_word link_rx_data; // [511:0]
  // wire: one word in every cycle
  nf_link_data wire_data;   // [639:0]
  uint64_t wire_ctrl;
  // status
  uint16_t event;           // pulses, nf_link_pkg::event_t
  bool down;                // given up; until reset
  bool busy;                // anything unsent, unacknowledged or undelivered
} nf_ace_link_out;
// clang-format on

#endif
