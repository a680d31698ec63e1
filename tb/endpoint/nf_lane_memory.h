// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The memory behind one lane, as its tests need it: reads come back late and in any order, their
// payload is a function of the address; reductions are counted, not added.
#ifndef NF_LANE_MEMORY_H
#define NF_LANE_MEMORY_H

#include "endpoint/nf_endpoint_lane.h"
#include "nf_tb.h"

enum { NF_LANE_READS = 16, NF_LANE_BLOCKS = 32, NF_LANE_TOTALS = 64 };

typedef struct {
  bool used;
  uint64_t addr, due; // cycle from which it may come back
  nf_flit hdr;
} nf_lane_read;

typedef struct {
  nf_pace accept[2], give[2], tell;
  unsigned latency; // cycles that a read takes, and up to as many more
  nf_lane_read read[2][NF_LANE_READS];
  int giving[2]; // read that is coming back, -1: none
  unsigned flit[2];
  // reductions: whether a sum has begun, by block (address / 128, modulo the number of blocks)
  unsigned ranks;
  bool begun[NF_LANE_BLOCKS];
  nf_flit total[NF_LANE_TOTALS];
  unsigned totals_made, totals_told;
  bool telling;
  // the packet at the write port
  nf_flit wr_hdr;
  uint8_t wr_op;
  bool wr_open;
  unsigned flits; // written
} nf_lane_memory;

// A flit of the payload that stands at a local address.
nf_flit nf_lane_memory_flit(uint64_t addr);
void nf_lane_memory_start(nf_tb *tb, nf_lane_memory *m);
void nf_lane_memory_drive(nf_tb *tb, nf_lane_memory *m, const nf_endpoint_lane_out *o,
                          nf_endpoint_lane_in *i);
// Nothing is left to come back and nothing to tell.
bool nf_lane_memory_idle(const nf_lane_memory *m);

#endif
