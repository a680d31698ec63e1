// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options that the commands of `netfold netreduce` share: a ring, its hosts, their messages,
// the network, its faults, and where the results go. Each is described once; a command's table has
// those it takes, in what group of its help.
#ifndef NF_NR_RING_OPTIONS_H
#define NF_NR_RING_OPTIONS_H

#include "sim/cli/options.h"
#include "sim/netreduce/setup.h"

typedef struct {
  nf_nr_setup setup; // not finished
  const nf_nr_engine *engine;
  const char *out; // a folder; of a replay: a capture
  const char *json, *csv;
  const char *topology; // as it was given
  unsigned star;        // hosts of one switch, as the topology has them; 0: --ranks says
  // Was it said?
  bool hosts_given, dtype_given, msglen_given, window_given, ring_given, tag_given, first_given;
} nf_nr_common;

enum {
  NF_NR_OPTION_HOSTS,
  NF_NR_OPTION_TOPOLOGY,
  NF_NR_OPTION_RINGS,
  NF_NR_OPTION_APART,
  NF_NR_OPTION_DTYPE,
  NF_NR_OPTION_MSGLEN,
  NF_NR_OPTION_WINDOW,
  NF_NR_OPTION_RING,
  NF_NR_OPTION_TAG,
  NF_NR_OPTION_FIRST_MSGID,
  NF_NR_OPTION_ACK,
  NF_NR_OPTION_DELAY,
  NF_NR_OPTION_SWITCH,
  NF_NR_OPTION_CLOCK,
  NF_NR_OPTION_ENGINE,
  NF_NR_OPTION_LOSS,
  NF_NR_OPTION_DUP,
  NF_NR_OPTION_REORDER,
  NF_NR_OPTION_REORDER_TIME,
  NF_NR_OPTION_RTO,
  NF_NR_OPTION_STALL,
  NF_NR_OPTION_SILENT,
  NF_NR_OPTION_PAUSED,
  NF_NR_OPTION_PAUSED_FROM,
  NF_NR_OPTION_PAUSED_TIME,
  NF_NR_OPTION_CLOSED,
  NF_NR_OPTION_CLOSED_FROM,
  NF_NR_OPTION_SEED,
  NF_NR_OPTION_JSON,
  NF_NR_OPTION_CSV,
  NF_NR_OPTIONS
};
extern const nf_option nf_nr_options_of[NF_NR_OPTIONS];
// A row of a command whose struct begins with an nf_nr_common.
#define NF_NR_SHARED(name) .of = &nf_nr_options_of[NF_NR_OPTION_##name]

// Hosts and topology together: sets the hosts of leaves, refuses what does not fit.
int nf_nr_common_hosts(nf_nr_common *c, nf_err *e);

#endif
