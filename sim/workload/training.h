// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The time line of data-parallel training on one accelerator: layers forward, backward, and the
// all-reduces of their gradients, beside the backward pass or behind it (KLENK II, VI-E; ACE 5;
// HXMESH V-B). An iteration's forward pass of a layer waits for the sum of its gradients of the one
// before.
#ifndef NF_WORKLOAD_TRAINING_H
#define NF_WORKLOAD_TRAINING_H

#include "model.h"
#include "sim/endpoint/endpoint.h"
#include <stdio.h>

typedef enum { NF_COMPUTE_ROOFLINE, NF_COMPUTE_SYSTOLIC } nf_compute_kind;

typedef struct {
  nf_compute_kind kind;
  // Roofline: a product takes 2 m k n / flops, or the time of its three matrices at memory.
  double flops, memory; // of a ns; bytes of a ns
  uint32_t element;     // bytes
  // Systolic array, outputs stay (SCALE-Sim, arXiv 1811.02883): ceil(m / rows) ceil(n / columns)
  // (2 rows + columns + k - 2) cycles.
  uint32_t rows, columns;
  double clock;  // cycles of a ns
  double share;  // of the processor that is left for layers; 1: all
  double factor; // times that all layers take; 1
} nf_compute;

typedef struct {
  const nf_model *model;
  nf_compute compute;
  uint32_t batch, iterations;
  uint32_t groups;  // of layers, of equal bytes, whose gradients go together; 0: each its own
  double gradient;  // bytes of a parameter's
  double optimizer; // bytes of a parameter that its update moves at memory
  // How long an all-reduce takes: the endpoint, or where there is none alpha + bytes / rate, one
  // after the other.
  nf_endpoint *endpoint;
  double alpha, rate; // ns, bytes of a ns
  FILE *trace;        // Perfetto, or NULL
} nf_training;

typedef struct {
  double time, compute, exposed; // ns, of all iterations
  double bytes;                  // of gradients, of an iteration
  uint32_t collectives;          // of an iteration
} nf_training_result;

double nf_compute_product(const nf_compute *c, double m, double k, double n);
int nf_training_run(const nf_training *t, nf_training_result *r, nf_err *e);

#endif
