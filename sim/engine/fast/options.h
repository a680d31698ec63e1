// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold simulate` was asked to do.
#ifndef NF_FAST_OPTIONS_H
#define NF_FAST_OPTIONS_H

#include "simulate.h"

typedef enum { NF_SIMULATE_FAST, NF_SIMULATE_FLOW, NF_SIMULATE_CYCLE } nf_simulate_engine;

typedef enum {
  NF_DO_ALLREDUCE,
  NF_DO_REDUCESCATTER,
  NF_DO_ALLGATHER,
  NF_DO_ALLTOALL,
  NF_DO_BROADCAST,
  NF_DO_REDUCE,
  NF_DO_BARRIER,
  NF_DO_UNIFORM,
  NF_DO_PERMUTATION,
  NF_DO_KINDS
} nf_simulate_collective;

extern const char *const nf_simulate_collectives[NF_DO_KINDS];

typedef struct {
  nf_simulate_cfg run;
  const char *json;
  uint64_t seed;
  uint8_t engine;     // nf_simulate_engine
  uint8_t collective; // nf_simulate_collective
  bool barrier_given, timeout_given, bytes_given, payload;
  uint8_t op, dtype;
  const char *input, *output; // folders
  const char *trace;
  uint64_t trace_from, trace_ticks, trace_limit;
  uint8_t by_chunk; // 0: packet by packet
  uint32_t chunk_bytes;
  uint32_t shifts; // of an all-to-all of the flow engine
  uint32_t table_bytes, wave_bytes;
  uint64_t ticks, window; // of traffic; longest look-ahead
} nf_simulate_options;

// Fills o from the command line; argv[0] is what the usage text calls the program.
int nf_simulate_options_read(nf_simulate_options *o, int argc, char **argv, nf_err *e);

#endif
