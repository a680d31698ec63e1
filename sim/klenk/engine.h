// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The switch that the netfold command is built with.
#ifndef NF_SIM_ENGINE_H
#define NF_SIM_ENGINE_H

#include "common/nf_dut.h"
#include "sim/common/err.h"
#include "switch/nf_switch.h"

enum {
  NF_SIM_PORTS = 16,
  NF_SIM_ENTRIES = 32,
  NF_SIM_REGIONS = 9,
  NF_SIM_NODES = 32,
  NF_SIM_HOME_SLOTS = 96,
  NF_SIM_WINDOW = 16,
  NF_SIM_XP_DEPTH = 16,
  NF_SIM_GHOSTS = 4,
  NF_SIM_ALU_STAGES = 2
};
// Picoseconds of a cycle: 16 B at 25 GB/s (KLENK V).
enum { NF_CYCLE_PS = 640 };
// True when the Verilated switch can do it: SIM_TYPES of the Makefile decides. The C model alone
// can do all that there is.
bool nf_sim_has(uint8_t op, uint8_t dtype);

#endif
