// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Networks as tables of layers, from their published shapes. A layer is a matrix product: its rows
// (positions of a sample: pixels, tokens) times `k` by `n`, `repeat` times one after the other.
//
//   alexnet      Krizhevsky, arXiv 1404.5997: 61,100,840 parameters
//   vgg16        Simonyan, Zisserman, arXiv 1409.1556, configuration D: 138,357,544
//   resnet50     He et al., arXiv 1512.03385, Table 1: 25,557,032
//   resnet152    the same: 60,192,808
//   transformer  Vaswani et al., arXiv 1706.03762, Table 3, big: 213 million
//   bert         Devlin et al., arXiv 1810.04805, large: 335 million
//   gnmt         Wu et al., arXiv 1609.08144: eight layers of LSTM each side, 1024 wide, words of
//                32 k
//   gpt3         Brown et al., arXiv 2005.14165, Table 2.1: 175 billion
//   gpt3moe      the same, each feed-forward cut into 16 experts (HXMESH V-B5), one for a token
//                (Fedus et al., arXiv 2101.03961), chosen by a product (Lepikhin et al., arXiv
//                2006.16668)
//   dlrm         Naumov et al., arXiv 1906.00091, as MLPerf trains it on Criteo's terabyte: 26
//                tables of 128 columns, 13-512-256-128, 479-1024-1024-512-256-1: 24.0 billion
//   cosmoflow    Mathuriya et al., arXiv 1808.04728, in the shape of MLPerf HPC, with windows of 3:
//                8,907,556, the 8.9 million of HXMESH V-B3
//
// A layer also has what it costs when several accelerators share it (HXMESH A-B): which side of the
// product they divide, and what they exchange, in elements of a sample.
#ifndef NF_WORKLOAD_MODEL_H
#define NF_WORKLOAD_MODEL_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

enum { NF_MODEL_LAYERS = 640, NF_MODEL_EXPERTS = 16 };

// What the accelerators of an operator divide.
typedef enum {
  NF_SPLIT_NOTHING, // all do the same
  NF_SPLIT_COLUMNS, // n, and the parameters
  NF_SPLIT_ROWS,    // k, and the parameters: results are partial sums
  NF_SPLIT_SPACE    // positions; all have all parameters
} nf_split;

typedef struct {
  char name[32];
  double rows; // of a sample, in one of the repetitions
  double k, n;
  uint32_t repeat;
  double parameters;
  double looked_up; // elements of a sample that are read from a table, without a product
  uint32_t block;   // a pipeline is cut between blocks
  // Elements of a sample.
  nf_split split;
  double sum_forward, sum_backward; // all-reduces among the accelerators of an operator
  double gather;                    // all-gathered forward, reduce-scattered backward
  double halo;                      // of an inner accelerator from its two neighbours, both ways
  double all_to_all;                // forward, and as much backward
  uint32_t experts;                 // that the parameters belong to; 0: to all samples
} nf_layer;

typedef struct {
  const char *name;
  nf_layer layer[NF_MODEL_LAYERS];
  uint32_t layers, blocks;
  bool divisible; // has splits
  bool text;      // reads it: a sample has a length
} nf_model;

extern const char *const nf_model_words[];
extern const uint32_t nf_models;

// `length`: tokens of a sample, of networks that read text.
int nf_model_make(nf_model *m, uint32_t which, uint32_t length, nf_err *e);
double nf_model_parameters(const nf_model *m);
// Multiplications of a sample, forward.
double nf_model_macs(const nf_model *m);
// Accelerators of its all-to-alls, where none are said: as many as experts; 1 without.
uint32_t nf_model_exchangers(const nf_model *m);
// Are rows of tables read?
bool nf_model_looks_up(const nf_model *m);
// Elements of a sample that come out of a block.
double nf_model_outputs(const nf_model *m, uint32_t block);

#endif
