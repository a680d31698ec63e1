// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The sum of all hosts' gradients, again and again: through the accelerator of a network whose
// connections stay open, or in the order in which a ring all-reduce of the hosts adds.
#ifndef NF_NR_TRAIN_REDUCE_H
#define NF_NR_TRAIN_REDUCE_H

#include "sim/netreduce/ethernet.h"
#include "sim/netreduce/train_number.h"

typedef struct {
  nf_nr_setup setup;
  nf_nr_number number;
  bool ring; // no network: in binary32, by the hosts
  unsigned count;
  bool open;
  uint32_t *word[NF_NR_HOSTS], *result[NF_NR_HOSTS]; // allocated
  nf_nr_ethernet *net;                               // allocated
  nf_nr_number_counts counts;
  uint64_t time;  // of all sums, from the first packet sent to the last one received
  double seconds; // that the network has taken
} nf_nr_reducer;

// engine NULL: a ring of the hosts. `count`: elements of a gradient.
int nf_nr_reducer_open(nf_nr_reducer *r, const nf_nr_setup *s, const nf_nr_engine *engine,
                       nf_nr_number number, unsigned count, nf_err *e);
// Puts into each host's array what that host holds at the end. Every word of every host is compared
// with what it must be, bit by bit.
int nf_nr_reducer_sum(nf_nr_reducer *r, float *const *gradient, nf_err *e);
void nf_nr_reducer_close(nf_nr_reducer *r);

#endif
