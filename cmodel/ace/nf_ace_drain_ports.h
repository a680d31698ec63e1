// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_drain.sv; change that.
// Parameters and ports of nf_ace_drain.
#ifndef NF_ACE_DRAIN_PORTS_H
#define NF_ACE_DRAIN_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_ace_drain_cfg;

// Inputs of one cycle.
typedef struct {
  bool abort;
  // orders taken and ended by the TX DMA, by the RX DMA
  bool txd_take;
  bool txd_end;
  bool rxd_take;
  bool rxd_end;
} nf_ace_drain_in;

// Outputs of one cycle.
typedef struct {
  // orders taken and ended by the TX DMA, by the RX DMA
  bool clear; // the abort is over
} nf_ace_drain_out;
// clang-format on

#endif
