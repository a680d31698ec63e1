// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The options that the commands of `netfold netreduce` share: a ring, its hosts, their messages,
// the network, its faults, and where the results go. Each is described once; a command's table has
// those it takes, in what group of its help.
#ifndef NF_NR_COMMON_OPTIONS_H
#define NF_NR_COMMON_OPTIONS_H

#include "sim/netreduce/setup.h"
#include <argp.h>

typedef struct {
  nf_nr_setup setup; // not finished
  const nf_nr_engine *engine;
  const char *out; // a folder; of a replay: a capture
  const char *json, *csv;
  bool hosts_given;
} nf_nr_common;

enum {
  NF_NR_KEY_HOSTS = 256,
  NF_NR_KEY_TOPOLOGY,
  NF_NR_KEY_RINGS,
  NF_NR_KEY_APART,
  NF_NR_KEY_DTYPE,
  NF_NR_KEY_MSGLEN,
  NF_NR_KEY_WINDOW,
  NF_NR_KEY_RING,
  NF_NR_KEY_TAG,
  NF_NR_KEY_FIRST_MSGID,
  NF_NR_KEY_ACK,
  NF_NR_KEY_DELAY,
  NF_NR_KEY_SWITCH,
  NF_NR_KEY_CLOCK,
  NF_NR_KEY_ENGINE,
  NF_NR_KEY_LOSS,
  NF_NR_KEY_DUP,
  NF_NR_KEY_REORDER,
  NF_NR_KEY_REORDER_TIME,
  NF_NR_KEY_RTO,
  NF_NR_KEY_STALL,
  NF_NR_KEY_SILENT,
  NF_NR_KEY_PAUSED,
  NF_NR_KEY_PAUSED_FROM,
  NF_NR_KEY_PAUSED_TIME,
  NF_NR_KEY_CLOSED,
  NF_NR_KEY_CLOSED_FROM,
  NF_NR_KEY_SEED,
  NF_NR_KEY_OUT,
  NF_NR_KEY_JSON,
  NF_NR_KEY_CSV,
  NF_NR_KEY_OWN // a command's other options begin here
};

// Copies a command's table up to its empty row, and returns where that one went. A row with a key
// from above gets the option's name, and its value's and its help text unless it has its own.
struct argp_option *nf_nr_common_rows(struct argp_option *to, const struct argp_option *from);
// Takes over what an option says. Another key is ARGP_ERR_UNKNOWN; a refusal is in e alone.
error_t nf_nr_common_option(int key, const char *arg, nf_nr_common *c, nf_err *e);
// Hosts and topology together: sets the hosts of leaves, refuses what does not fit.
int nf_nr_common_hosts(nf_nr_common *c, nf_err *e);

#endif
