// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A GPU whose DMA engine pushes its buffer into a network that reduces, or sends it around the ring
// of data, fence and flag in software (KLENK III, IV-F, V). All GPUs do the same at the same time,
// so one is enough but for their memories: the sum of a block is complete when the slowest of all
// has contributed, so each has answers and links of its own.
//
// A kernel's launch, then a request of 128 B a cycle; memory answers each after 180 + U[0, 180)
// cycles, in any order (KLENK V); blocks go over the links in turn, a header and eight flits, with
// a flit of acknowledgement for each one that comes; a hop takes 150 ns. No table is full and no
// queue of the network is in the way: what those cost is the difference to netfold simulate.
//
// Time is cycles of 0.64 ns: a flit of 16 B of a link with 25 GB/s.
#ifndef NF_ENDPOINT_DMA_H
#define NF_ENDPOINT_DMA_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

#define NF_DMA_CYCLE_NS 0.64

typedef struct {
  uint32_t ranks, links;
  uint32_t memory;      // cycles until memory answers, and at random up to as much again
  double hop;           // cycles
  uint32_t hops;        // push: from a GPU to the farther tables and back to a GPU, one less for
                        // half of them (KLENK V: a path through n switches is n hops, so the way
                        // into a switch and out again is one); ring: to the next GPU
  double launch;        // cycles of a kernel's launch
  uint32_t waves, wave; // push: outstanding, blocks of each; 0 waves: all at once
  bool acks;            // of results
  uint64_t seed;
} nf_dma_config;

typedef struct {
  double cycles;      // from the launch to the last result in memory
  double memory_mean; // cycles from a request to its answer
  double stalled;     // cycles in which the engine waits for a wave to end
  double link_busy;   // cycles of one link, what is sent
  uint64_t blocks;
} nf_dma_result;

// DGX-2 (KLENK V): six links; to a table of the other group and back a path goes through three
// switches; 16 waves of 8 kB.
nf_dma_config nf_dma_dgx2(uint32_t ranks);
int nf_dma_push(const nf_dma_config *c, uint64_t bytes, nf_dma_result *r, nf_err *e);
// 2 (ranks - 1) steps of bytes / ranks: data, a fence that waits for their acknowledgements, a
// flag.
int nf_dma_ring(const nf_dma_config *c, uint64_t bytes, nf_dma_result *r, nf_err *e);

#endif
