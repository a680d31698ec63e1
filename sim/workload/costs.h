// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a layer costs one of the accelerators that share it: times of its products, bytes and times
// of its exchanges, parameters that are its own; and the stages of a pipeline.
#ifndef NF_WORKLOAD_COSTS_H
#define NF_WORKLOAD_COSTS_H

#include "training.h"

// Of a micro-batch of one layer; ns, bytes that are given to a collective.
typedef struct {
  double forward, weights, inputs;            // products
  double operator_forward, operator_backward; // exchanges of an operator
  double operator_bytes;                      // both ways
  double all_to_all, all_to_all_bytes;        // one way
} nf_layer_cost;

nf_layer_cost nf_layer_cost_of(const nf_training *t, const nf_layer *l);
// Parameters whose gradients an accelerator sums with those of other copies of the network.
double nf_layer_share(const nf_training *t, const nf_layer *l);
// The blocks in `t->stages` runs whose longest takes least; first[s] is the first layer of stage s,
// first[stages] the number of layers.
int nf_stages_cut(const nf_training *t, uint32_t first[NF_MODEL_LAYERS + 1], nf_err *e);

#endif
