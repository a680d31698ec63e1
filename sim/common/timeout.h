// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Entry timeouts: from cycles to the register TIMEOUT and back.
#ifndef NF_SIM_TIMEOUT_H
#define NF_SIM_TIMEOUT_H

#include "common/nf_defs.h"

enum { NF_TIMEOUT_TICKS = 255 }; // an age counts so far

static const uint64_t NF_TIMEOUT_MOST = (uint64_t)NF_TIMEOUT_TICKS * NF_TICK_CYCLES
                                        << NF_MAX_TICK_LOG2;

// The register for a timeout of so many cycles, rounded up to the finest tick that reaches them;
// 0: never.
static inline uint32_t nf_timeout_register(uint64_t cycles) {
  uint64_t ticks = (cycles + NF_TICK_CYCLES - 1) / NF_TICK_CYCLES;
  uint32_t log2 = 0;
  for (; ticks > NF_TIMEOUT_TICKS; log2++)
    ticks = (ticks + 1) / 2;
  return log2 << 8 | (uint32_t)ticks;
}

// The cycles that a register stands for.
static inline uint64_t nf_timeout_cycles(uint32_t timeout) {
  return (uint64_t)(timeout & 0xff) * NF_TICK_CYCLES << (timeout >> 8);
}

// Cycles without a flit after which nothing more will come, when a timeout may end the silence.
static inline uint64_t nf_timeout_patience(uint64_t stall, uint32_t timeout) {
  const uint64_t cycles = nf_timeout_cycles(timeout);
  return cycles < stall ? stall : cycles + stall;
}

// Warns of a push without timeouts that may evict: blocks in flight over tables of so many entries.
// Part of a sum that was evicted is sent when it is whole, as long as the table remembers it.
void nf_timeout_warn(uint32_t timeout, uint64_t blocks, uint64_t tables, unsigned entries);

#endif
