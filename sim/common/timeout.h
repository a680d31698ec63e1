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

// Cycles without progress after which a link repeats: twice there and back, and its logic.
static inline uint32_t nf_timeout_of_link(uint32_t cable) {
  enum { LOGIC = 32 };
  return 4 * (cable + LOGIC);
}

// Default of a push: as long as a rank that works may keep an entry waiting. Ranks are apart by the
// blocks that each may have outstanding on a link, since a wave ends when all ranks have sent it;
// by a memory's longest time, twice its shortest; and by a link that repeats.
static inline uint64_t nf_timeout_of_push(uint64_t blocks, uint32_t cable, uint32_t memory) {
  enum { ACK_FLITS = 1 };
  const uint64_t apart = blocks * (NF_MAX_PACKET_FLITS + ACK_FLITS), longest = NF_TIMEOUT_MOST,
                 cycles = apart + nf_timeout_of_link(cable) + 2 * (uint64_t)memory;
  return cycles < longest ? cycles : longest;
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
