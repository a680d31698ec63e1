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
//   32 k gpt3         Brown et al., arXiv 2005.14165, Table 2.1: 175 billion
#ifndef NF_WORKLOAD_MODEL_H
#define NF_WORKLOAD_MODEL_H

#include "sim/common/err.h"
#include <stdint.h>

enum { NF_MODEL_LAYERS = 512 };

typedef struct {
  char name[32];
  double rows; // of a sample, in one of the repetitions
  double k, n;
  uint32_t repeat;
  double parameters;
} nf_layer;

typedef struct {
  const char *name;
  nf_layer layer[NF_MODEL_LAYERS];
  uint32_t layers;
} nf_model;

extern const char *const nf_model_words[];
extern const uint32_t nf_models;

// `length`: tokens of a sample, of networks that read text.
int nf_model_make(nf_model *m, uint32_t which, uint32_t length, nf_err *e);
double nf_model_parameters(const nf_model *m);
// Multiplications of a sample, forward.
double nf_model_macs(const nf_model *m);

#endif
