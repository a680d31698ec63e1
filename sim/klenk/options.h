// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold allreduce` was asked to do: an all-reduce through switches (KLENK), and what fails
// meanwhile.
#ifndef NF_KLENK_OPTIONS_H
#define NF_KLENK_OPTIONS_H

#include "sim/common/types.h"
#include "sim/klenk/collective.h"
#include "sim/klenk/engine.h"

enum { NF_MAX_CSR_WRITES = 16, NF_UNSET = -1 };
enum { NF_ALLREDUCE_CYCLE, NF_ALLREDUCE_RTL, NF_ALLREDUCE_FAST };

typedef struct {
  // What is reduced.
  const char *input, *output;
  size_t bytes;      // of each rank, made up; 0: from files
  unsigned ranks;    // 0: as many as there are files
  uint8_t op, dtype; // dtype NF_DTYPE_OF_FILES: the plain one of the files
  nf_mode mode;
  // How, and through which network.
  uint8_t engine; // NF_ALLREDUCE_*
  bool rtl;       // that engine: RTL and C model in lock step
  bool pull;
  const char *topology;
  unsigned hop_cycles; // 0: the topology's own
  unsigned table_bytes;
  int64_t window;      // bytes outstanding; NF_UNSET: the method's default
  int64_t waves;       // that these are cut into; NF_UNSET: the method's default
  uint32_t wave_bytes; // 0: the method's default
  unsigned eviction;
  int64_t timeout;   // cycles; NF_UNSET: the method's default
  bool result_acks;  // results of a push are acknowledged to the switches
  bool hierarchical; // leaf switches reduce first
  bool barrier, barrier_given;
  unsigned latency;
  bool shuffle;
  uint64_t seed;
  // What is reported.
  const char *json, *trace;
  const char *watched; // a switch's name; NULL: the first
  uint64_t trace_from, trace_cycles;
  // What is made to happen.
  unsigned backpressure, stalls;
  uint64_t stall; // cycles without a flit after which the run ends
  unsigned csr_writes;
  nf_collective_write csr_write[NF_MAX_CSR_WRITES];
  bool drops;
  unsigned drop_rank;
  uint64_t drop_packet;
  bool injects;
  uint64_t inject;
  nf_wire_faults faults;
  bool kills; // a link dies
  char dead_end[NF_PLUG_TEXT];
  uint64_t dead_from;
  int64_t silent;   // rank that never sends; NF_COLLECTIVE_NEVER: none
  int64_t abort_at; // cycle; NF_COLLECTIVE_NEVER: not at all
} nf_allreduce_options;

// Fills o from the command line; argv[0] is what the usage text calls the program.
int nf_allreduce_options_read(nf_allreduce_options *o, int argc, char **argv, nf_err *e);
// Is --trace one of packets, in JSON, and not a waveform?
bool nf_allreduce_traces_packets(const nf_allreduce_options *o);
// The cable that a --dead-link names.
int nf_allreduce_find_cable(const nf_topology *t, const char *end, int64_t *cable, nf_err *e);

#endif
