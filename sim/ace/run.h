// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One collective, or several in a row, on a system of engines: from reset to the last interrupt,
// and the verdict over what it left in the memories.
#ifndef NF_ACE_RUN_H
#define NF_ACE_RUN_H

#include "sim/ace/account.h"
#include "sim/ace/checker.h"
#include "sim/ace/system.h"

enum { NF_ACE_NO_NODE = -1 };

// A memory that fails: bytes of a node's data that cannot be read, or of its first result that
// cannot be written.
typedef struct {
  int node; // NF_ACE_NO_NODE: none fails
  uint64_t from, bytes;
} nf_ace_bad_memory;

// A memory of which a channel falls silent.
typedef struct {
  int node; // NF_ACE_NO_NODE: none does
  unsigned channel;
  uint64_t after; // bus words
} nf_ace_still_memory;

typedef struct {
  nf_ace_system_cfg net;       // with the plan
  const nf_ace_source *source; // one per phase
  const uint32_t *const *data; // by node
  uint8_t op, dtype;
  unsigned commands;
  unsigned src_offset, dst_offset; // bytes by which data and results are off a bus word
  uint32_t memory_latency, memory_spread;
  nf_ace_mem_order memory_order;
  unsigned pauses; // chance in percent that a channel of a memory does not move in a cycle
  uint32_t skew;   // nodes begin up to so many cycles apart
  uint64_t seed;
  uint32_t watchdog, dma_watchdog; // cycles
  uint64_t stall;                  // cycles in which nothing moves after which the run is given up
  unsigned background;             // normal packets beside it, percent of the links' rates; 0: none
  uint64_t abort_at;               // cycle of the run in which all nodes abort; 0: never
  int silent; // this node never gives its command before that; NF_ACE_NO_NODE: none
  nf_ace_bad_memory read_error, write_error;
  nf_ace_still_memory still;
  uint8_t error_response; // AXI4's, of both
  const char *timeline;
  unsigned timeline_node;
} nf_ace_run_cfg;

// The links of a dimension, all nodes and both ends together.
typedef struct {
  unsigned links;
  uint32_t rate;                  // bytes per cycle
  uint32_t word;                  // bytes of a bus word
  bool layered;                   // with nf_link at their ends
  uint64_t packets, words, empty; // empty: tokens and credits
  uint64_t first, last;           // cycles of the first and of the last packet, since the start
  double whole,
      busy; // bytes of payload per cycle and link: over the run, from first to last packet
  uint64_t normal_packets, normal_words; // beside it, until its end
  double normal; // their bytes of payload per cycle and link, from the end of the set-up to the end
} nf_ace_use;

// How a node came out of a run in which a memory failed.
typedef struct {
  uint8_t status;       // of the first command that did not end OK
  uint32_t dma_fault;   // channels of its memory that stood still, NF_ACE_CHANNEL_*
  uint32_t poisoned;    // bus words of its results
  uint64_t first, last; // of these, addresses
  nf_ace_wrong wrong;
} nf_ace_end;

typedef struct {
  uint64_t setup_cycles, cycles, compared;
  nf_ace_use use[NF_TOPO_DIMS];
  nf_ace_totals account;                     // where the time of the run has gone
  nf_ace_counters counters;                  // sums over the nodes
  uint64_t turned, damaged, replays, resent; // link layers: bits, words, replays, flits sent again
  uint64_t normal_sent, normal_got;          // normal packets, all of them checked
  uint64_t normal_cycles;                    // in which they were begun
  nf_verdict verdict;
  uint32_t *result[NF_TOPO_NODES]; // of the last command
  unsigned aborted;                // commands, of all nodes
  bool memory_failed;              // `end` tells of each node
  nf_ace_end end[NF_TOPO_NODES];
} nf_ace_run;

// Runs and verifies. In any case nf_ace_run_free is due.
int nf_ace_run_all(nf_ace_run *run, const nf_ace_run_cfg *cfg, nf_err *e);
void nf_ace_run_free(nf_ace_run *run);

// The ports at a link's ends pass a word a cycle, with the header beside it: full packets at as
// many bytes per cycle of the link.
static inline uint32_t nf_ace_port_rate(uint32_t word) {
  return word + NF_PIPE_HEADER / NF_ACE_PACKET_WORDS;
}
static inline bool nf_ace_port_limits(const nf_ace_use *u) {
  return u->rate > (u->layered ? (uint32_t)NF_CABLE_WORD : nf_ace_port_rate(u->word));
}
// What link and ports pass.
static inline uint32_t nf_ace_least_rate(uint32_t rate, uint32_t word) {
  return rate < nf_ace_port_rate(word) ? rate : nf_ace_port_rate(word);
}
// Payload of it, bytes per cycle: a full packet of words of 64 bytes takes 272 bytes of it for 256,
// and on a link layer's wire four words, 320 bytes.
static inline double nf_ace_limit(const nf_ace_use *u) {
  if (u->layered)
    return (double)(u->rate < NF_CABLE_WORD ? u->rate : NF_CABLE_WORD) * u->word / NF_CABLE_WORD;
  return (double)nf_ace_least_rate(u->rate, u->word) * u->word / nf_ace_port_rate(u->word);
}
// Share of that.
static inline double nf_ace_share(const nf_ace_use *u, double bytes_per_cycle) {
  return bytes_per_cycle / nf_ace_limit(u);
}

// Share of what link and ports pass that normal packets have, with their headers.
static inline double nf_ace_normal_share(const nf_ace_use *u) {
  const double words = (double)u->normal_words * u->word;
  return words > 0 ? u->normal / nf_ace_least_rate(u->rate, u->word) *
                         (words + (double)u->normal_packets * NF_PIPE_HEADER) / words
                   : 0;
}

#endif
