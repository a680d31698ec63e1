// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A small convolutional network in binary32: filters of 3x3, ReLU, maxima of 2x2, hidden units with
// ReLU, 10 outputs with softmax and cross-entropy; gradients by back-propagation.
#ifndef NF_NR_TRAIN_NET_H
#define NF_NR_TRAIN_NET_H

#include "sim/common/err.h"
#include "sim/netreduce/train_data.h"

enum {
  NF_NR_KERNEL = 3,
  NF_NR_MAP = NF_NR_IMAGE - NF_NR_KERNEL + 1, // side of what a filter gives
  NF_NR_POOLED = NF_NR_MAP / 2,
  NF_NR_FEATURES = NF_NR_POOLED * NF_NR_POOLED, // of a filter
  NF_NR_MOST_FILTERS = 64,
  NF_NR_MOST_HIDDEN = 1024
};

typedef struct {
  unsigned filters, hidden;
} nf_nr_shape;

// Weights and biases; a gradient has the same form. `all` has those of the filters, of the hidden
// units, of the outputs: the weights of each, one after the other, and then their biases.
typedef struct {
  nf_nr_shape shape;
  unsigned parameters;
  float *all; // allocated
} nf_nr_model;

unsigned nf_nr_parameters(nf_nr_shape shape);
// All parameters 0.
int nf_nr_model_open(nf_nr_model *m, nf_nr_shape shape, nf_err *e);
void nf_nr_model_close(nf_nr_model *m);
// Uniform weights of the variance 2 / inputs, biases 0.
void nf_nr_model_start(nf_nr_model *m, uint64_t seed);
// Cross-entropy of an image, in nats; adds `scale` times its gradient to *g.
double nf_nr_model_learn(const nf_nr_model *m, const float *pixel, unsigned label, float scale,
                         nf_nr_model *g);
// The class that the model takes an image for.
unsigned nf_nr_model_guess(const nf_nr_model *m, const float *pixel);
// A step against the gradient with momentum: v = momentum * v + scale * g, m = m - rate * v.
void nf_nr_model_step(nf_nr_model *m, nf_nr_model *v, const nf_nr_model *g, float scale, float rate,
                      float momentum);

#endif
