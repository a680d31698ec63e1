// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_dma_watchdog.sv; change that.
// Parameters and ports of nf_ace_dma_watchdog.
#ifndef NF_ACE_DMA_WATCHDOG_PORTS_H
#define NF_ACE_DMA_WATCHDOG_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_ace_dma_watchdog_cfg;

// Inputs of one cycle.
typedef struct {
  uint32_t limit; // cycles; 0: never
  bool ar_valid;
  bool ar_ready;
  bool r_valid;
  bool r_ready;
  bool r_last;
  bool aw_valid;
  bool aw_ready;
  bool w_valid;
  bool w_ready;
  bool w_last;
  bool b_valid;
  bool b_ready;
} nf_ace_dma_watchdog_in;

// Outputs of one cycle.
typedef struct {
  bool tx_give_up;
  bool rx_give_up;
  uint8_t still;   // [4:0] NF_ACE_CHANNEL_*: stood still then
} nf_ace_dma_watchdog_out;
// clang-format on

#endif
