// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_done_arb.sv; change that.
// Parameters and ports of nf_ace_done_arb.
#ifndef NF_ACE_DONE_ARB_PORTS_H
#define NF_ACE_DONE_ARB_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Chunks;   // rows of the chunk table, 2..32
} nf_ace_done_arb_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;
  // machines: 8 bits of row and phase each
  uint16_t done_valid;                     // [Machines-1:0]
  uint8_t done_id[NF_ACE_MAX_MACHINES];    // [Machines*8-1:0]
  uint8_t done_phase[NF_ACE_MAX_MACHINES]; // [Machines*8-1:0]
  // RX DMA
  bool rxd_done_valid;
  uint8_t rxd_done_id;                     // nf_ace_pkg::chunk_t
  bool rxd_done_err;
} nf_ace_done_arb_in;

// Outputs of one cycle.
typedef struct {
  // machines: 8 bits of row and phase each
  uint16_t done_ready; // [Machines-1:0]
  // RX DMA
  bool rxd_done_ready;
  // what was taken in the cycle before
  bool ev_valid;
  bool ev_rx;          // by the RX DMA: the chunk is complete
  bool ev_err;         // of the RX DMA: it was not stored as a whole
  uint8_t ev_place;    // [1:0] of the RX DMA: of the chunk's command
  uint8_t ev_row;
  uint8_t ev_phase;    // [2:0] of a machine
} nf_ace_done_arb_out;
// clang-format on

#endif
