// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options of `netfold allreduce` that are about a whole network.
#ifndef NF_SIM_NETWORK_OPTIONS_H
#define NF_SIM_NETWORK_OPTIONS_H

#include "sim/klenk/collective.h"
#include <argp.h>

typedef struct {
  const char *topology;
  size_t bytes;        // of each rank, made up; 0: from files
  uint32_t wave_bytes; // 0: the method's default
  bool barrier, barrier_given;
  bool result_acks; // results of a push are acknowledged to the switches
  unsigned hop_cycles;
  nf_wire_faults faults;
  bool kills; // a link dies
  char dead_end[NF_PLUG_TEXT];
  uint64_t dead_from;
  int64_t silent; // rank that never sends; NF_COLLECTIVE_NEVER: none
  unsigned stalls;
  int64_t abort_at; // cycle; NF_COLLECTIVE_NEVER: not at all
} nf_network_options;

extern const nf_network_options nf_network_options_default;
// A child of the command's parser; its input is an nf_cli with an nf_network_options.
extern const struct argp nf_network_argp;

// The cable that a --dead-link names.
int nf_network_find_cable(const nf_topology *t, const char *end, int64_t *cable, nf_err *e);

#endif
