// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A small convolutional network in binary32: 8 filters of 3x3, ReLU, maxima of 2x2, 48 hidden
// units with ReLU, 10 outputs with softmax and cross-entropy; gradients by back-propagation.
#ifndef NF_NR_TRAIN_NET_H
#define NF_NR_TRAIN_NET_H

#include "sim/netreduce/train_data.h"

enum {
  NF_NR_FILTERS = 8,
  NF_NR_KERNEL = 3,
  NF_NR_MAP = NF_NR_IMAGE - NF_NR_KERNEL + 1, // side of what a filter gives
  NF_NR_POOLED = NF_NR_MAP / 2,
  NF_NR_FEATURES = NF_NR_FILTERS * NF_NR_POOLED * NF_NR_POOLED,
  NF_NR_HIDDEN = 48
};

// Weights and biases; a gradient has the same form.
typedef struct {
  float filter[NF_NR_FILTERS][NF_NR_KERNEL * NF_NR_KERNEL], filter_bias[NF_NR_FILTERS];
  float hidden[NF_NR_HIDDEN][NF_NR_FEATURES], hidden_bias[NF_NR_HIDDEN];
  float out[NF_NR_CLASSES][NF_NR_HIDDEN], out_bias[NF_NR_CLASSES];
} nf_nr_layers;

enum { NF_NR_PARAMETERS = sizeof(nf_nr_layers) / sizeof(float) };

typedef union {
  nf_nr_layers layer;
  float all[NF_NR_PARAMETERS];
} nf_nr_model;

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
