// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Data-parallel training: each host learns from its part of a batch, the hosts' gradients are added
// up, each host takes the same step (NETREDUCE 2.1). A run depends on its seed and on how the
// gradients are added, on nothing else.
#ifndef NF_NR_TRAIN_H
#define NF_NR_TRAIN_H

#include "sim/netreduce/train_net.h"
#include "sim/netreduce/train_reduce.h"

typedef struct {
  nf_nr_shape shape;
  unsigned hosts, batch; // images of a host in a step
  unsigned epochs;
  float rate; // at the beginning; it falls evenly to 0
  float momentum;
  uint64_t seed; // of the first parameters and of the order of the images
} nf_nr_lesson;

// How gradients are added up.
typedef struct {
  const char *name;
  bool ring; // by the hosts, in binary32; else by the accelerator
  nf_nr_number number;
} nf_nr_variant;

typedef struct nf_nr_training {
  nf_nr_variant variant;
  unsigned steps, epochs; // in all
  unsigned step;          // those done
  double *loss;           // of each step: mean cross-entropy of its batch before the step
  double *epoch_loss;     // mean of its steps
  double *accuracy;       // of the test images, behind each epoch; all allocated
  nf_nr_number_counts counts;
  uint64_t compared;        // parameters of hosts that were compared with those of host 0
  double seconds, reducing; // that the run, the network took
  // Of the network: time of the sums in picoseconds, packets, faults.
  uint64_t time, packets, repeated, lost, unmarked;
} nf_nr_training;

// Looks at a run after each step; a refusal ends it.
typedef struct {
  int (*after)(void *context, const nf_nr_training *c, nf_err *e);
  void *context;
} nf_nr_watch;

// Images that do not fill a batch are left out of an epoch.
int nf_nr_train(nf_nr_training *c, const nf_nr_variant *variant, const nf_nr_lesson *l,
                const nf_nr_images *train, const nf_nr_images *test, const nf_nr_setup *s,
                const nf_nr_engine *engine, const nf_nr_watch *watch, nf_err *e);
void nf_nr_training_free(nf_nr_training *c);
// NETREDUCE 5.2.2: (loss - base) / base.
static inline double nf_nr_difference(double loss, double base) { return (loss - base) / base; }

#endif
