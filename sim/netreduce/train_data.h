// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Images to train on, made up from a seed: ten glyphs of straight strokes, each image shifted,
// turned, scaled, slanted, of another thickness and noisy.
#ifndef NF_NR_TRAIN_DATA_H
#define NF_NR_TRAIN_DATA_H

#include "sim/common/err.h"
#include <stdint.h>

enum { NF_NR_IMAGE = 12, NF_NR_PIXELS = NF_NR_IMAGE * NF_NR_IMAGE, NF_NR_CLASSES = 10 };

typedef struct {
  unsigned count;
  float (*pixel)[NF_NR_PIXELS]; // mean near 0, allocated
  uint8_t *label;               // 0..9, allocated
} nf_nr_images;

int nf_nr_images_make(nf_nr_images *m, unsigned count, uint64_t seed, nf_err *e);
void nf_nr_images_free(nf_nr_images *m);

#endif
