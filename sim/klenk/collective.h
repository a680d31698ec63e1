// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One all-reduce over a network, from reset to the last acknowledgement. Rank r is GPU r.
#ifndef NF_SIM_COLLECTIVE_H
#define NF_SIM_COLLECTIVE_H

#include "sim/klenk/interleave.h"
#include "sim/klenk/network.h"
#include "sim/klenk/table_checker.h"

enum { NF_COLLECTIVE_NEVER = -1 };

// A register write while traffic flows, so many cycles after its start.
typedef struct {
  uint32_t addr, value;
  uint64_t cycle;
} nf_collective_write;

typedef struct {
  const nf_topology *topology;
  bool rtl; // Verilated blocks beside the models
  unsigned ranks;
  bool pull, barrier;
  bool result_acks;  // results of a push are acknowledged to the switches, which only count that
  bool hierarchical; // of a push, leaves reduce first (docs/network-leaves.md)
  uint8_t op, dtype;
  size_t bytes;                // of one rank
  const uint32_t *const *data; // of each rank, zeros up to the end of the last block
  unsigned table_entries;      // of each port
  uint32_t wave_bytes;         // a multiple of 128
  unsigned waves;              // outstanding; 0: no waves, everything at once
  bool multicast_partials;     // eviction strategy 1 (KLENK IV-C)
  uint32_t timeout;            // of table entries, as the register TIMEOUT has it
  uint32_t latency, spread;    // of memory; spread: its random part is so much longer
  uint64_t stall, seed;        // stall: cycles without a flit after which the run is given up
  uint64_t most;               // cycles after which it is given up whatever moves; 0: never
  nf_wire_faults faults;
  // What is made to fail, NF_COLLECTIVE_NEVER: nothing.
  int64_t silent_rank;  // never sends its contributions ...
  int64_t silent_block; // ... to this block; NF_COLLECTIVE_NEVER: to none at all
  int64_t dead_cable;   // from dead_from on nothing arrives, either way
  uint64_t dead_from;   // cycle after the start
  // Cycle after the start in which all is given up, to be repeated; NF_COLLECTIVE_NEVER: it is not.
  int64_t abort_at;
  bool abort_blindly;    // as if there were no epochs: for the test that this is seen
  unsigned stalls;       // percent: chance that a rank's memory pauses in a thousand cycles
  unsigned backpressure; // percent of the packets after which a rank closes a channel for a while
  bool lock_step;        // no node goes ahead of the others: for the test that it changes nothing
  // Of one switch, `watched`.
  unsigned watched;
  nf_network_wave wave;    // path NULL: none
  bool wave_from_reset;    // its cycles count from there, not from the first packet
  nf_network_wave packets; // trace of all packets, in cycles after the start; path NULL: none
  bool injects; // a bit of the model's outputs is turned in cycle `inject` after the start
  uint64_t inject;
  const nf_collective_write *write;
  unsigned writes;
} nf_collective_cfg;

typedef struct {
  nf_table_checker_count check;
  nf_interleave interleave;
  uint64_t setup_cycles, cycles, compared, flits;
  uint64_t evictions, timeouts, rests, poisoned, partials;
  uint64_t cleared, stale; // after an abort: table entries dropped; packets that endpoints dropped
  uint64_t turned, lost, repeated; // faults of the wires: bits, words, words
  uint64_t crc_errors, replays;
  unsigned links_down, pauses; // pauses of ranks' memories
  double mean_latency;         // cycles from a block's packet on its rank's link to its result
  uint64_t p99_latency;
  // Flits per cycle on the busiest cable from a GPU, to a GPU, between switches.
  double from_gpu, to_gpu, between;
  uint8_t flags;
  uint32_t *result[NF_TOPOLOGY_GPUS]; // allocated, in the order of the buffer
  // Where RTL and model differed: the cycle after reset, and the switch; topology->switches: none.
  uint64_t failed_cycle;
  unsigned failed_switch;
} nf_collective_run;

int nf_collective_all_reduce(nf_collective_run *run, const nf_collective_cfg *cfg, nf_err *e);
void nf_collective_free(nf_collective_run *run);

#endif
