// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The time line of a training on D x P x O accelerators (HXMESH II): D copies of the network, each
// in P stages of a pipeline, each stage on O accelerators that divide its products. All copies do
// the same at the same time, as do all accelerators of a stage, so one accelerator of each stage is
// enough: its layers forward and backward, what it exchanges with others of its operator, the
// micro-batches that it waits for, and the all-reduces of its gradients, beside the backward pass
// or behind it (KLENK II, VI-E; ACE 5; HXMESH V-B). An iteration's forward pass of a layer waits
// for the sum of its gradients of the one before.
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

// The order of a stage's micro-batches. GPipe (Huang et al., arXiv 1811.06965): all forward, then
// all backward. One forward, one backward (Narayanan et al., PipeDream-Flush, arXiv 2006.09503): as
// soon as the last stage has the first one; the same time, with fewer kept at a time.
typedef enum { NF_PIPELINE_GPIPE, NF_PIPELINE_1F1B } nf_pipeline_order;

typedef struct {
  const nf_model *model;
  nf_compute compute;
  uint32_t batch, iterations; // samples of a copy
  uint32_t groups;  // of a stage's layers, of equal bytes, whose gradients go together; 0: each its
                    // own
  double gradient;  // bytes of a parameter's
  double optimizer; // bytes of a parameter that its update moves at memory
  uint32_t stages, micro_batches, operators; // P, micro-batches of an iteration, O
  nf_pipeline_order order;
  uint32_t exchangers;                            // accelerators of an all-to-all
  uint32_t activation;                            // bytes of an element that is exchanged
  double operator_rate, send_rate, exchange_rate; // bytes of a ns that an accelerator sends
  // How long an all-reduce of gradients takes: each stage's endpoint, or where there are none alpha
  // + bytes / rate, one after the other.
  nf_endpoint **endpoint;
  double alpha, rate; // ns, bytes of a ns
  FILE *trace;        // Perfetto, or NULL
} nf_training;

// Of the stage that computes longest, where nothing else is said. ns, of all iterations.
typedef struct {
  double time;                               // of all stages
  double compute, exposed, exchange, bubble; // layers; waits for sums of gradients; for exchanges
                                             // of an operator and all-to-alls; for micro-batches
  double idle;                               // share of all stages' time that bubbles take
  double bytes;                              // of gradients, of an iteration
  double operator_bytes, exchange_bytes;     // that an accelerator gives to them in an iteration
  double send_bytes;                         // most that a stage sends forward in an iteration
  uint32_t collectives;                      // all-reduces of gradients, of an iteration
  uint32_t kept; // most micro-batches that the first stage keeps at a time
} nf_training_result;

double nf_compute_product(const nf_compute *c, double m, double k, double n);
// Bad input where the network cannot be divided so.
int nf_training_check(const nf_training *t, nf_err *e);
int nf_training_run(const nf_training *t, nf_training_result *r, nf_err *e);

#endif
