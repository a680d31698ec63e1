// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What `netfold allreduce` was asked to do.
#ifndef NF_SIM_OPTIONS_H
#define NF_SIM_OPTIONS_H

#include "sim/cli/cli.h"
#include "sim/common/types.h"
#include "sim/klenk/engine.h"
#include "sim/klenk/options.h"

enum { NF_MAX_CSR_WRITES = 16, NF_UNSET = -1 };

typedef struct {
  bool rtl; // engine: RTL and C model in lock step; false: the C model alone
  bool pull;
  unsigned ranks;    // 0: as many as there are files
  uint8_t op, dtype; // dtype NF_DTYPE_OF_FILES: the plain one of the files
  nf_mode mode;
  const char *input, *output, *json;
  unsigned table_bytes;
  long window; // bytes outstanding; NF_UNSET: the method's default
  long waves;  // that these are cut into; NF_UNSET: the method's default
  unsigned eviction;
  long timeout; // cycles; NF_UNSET: the method's default
  uint64_t seed;
  bool shuffle;
  unsigned latency, backpressure;
  uint64_t stall; // cycles without a flit after which the run ends
  unsigned csr_writes;
  nf_collective_write csr_write[NF_MAX_CSR_WRITES];
  bool drops;
  unsigned drop_rank;
  uint64_t drop_packet;
  const char *trace, *watched; // watched: a switch's name; NULL: the first
  uint64_t trace_from, trace_cycles;
  bool injects;
  uint64_t inject;
  nf_network_options network;
  nf_cli network_cli; // what the parser of these options finds
} nf_options;

// Fills o from the command line; argv[0] is what the usage text calls the program.
int nf_options_parse(nf_options *o, int argc, char **argv, nf_err *e);

#endif
