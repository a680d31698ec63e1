// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Gradients as words of the accelerator and back: binary32 as they are, fixed point with an agreed
// binary point (NETREDUCE 5.2.2), pairs of bfloat16. What that costs is counted.
#ifndef NF_NR_TRAIN_NUMBER_H
#define NF_NR_TRAIN_NUMBER_H

#include "sim/common/err.h"
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t dtype;     // NF_DTYPE_F32, _FIX32, _BF16
  unsigned fraction; // fix32: bits behind the binary point
} nf_nr_number;

typedef struct {
  uint64_t sums;      // elements added up
  uint64_t clipped;   // numbers that fixed point does not hold: the largest stands for them
  uint64_t saturated; // sums that it does not hold
  float largest;      // magnitude of a number
  double worst;       // of a sum's difference from the sum of what the hosts have
  double squares;     // of these differences, all together
} nf_nr_number_counts;

// Bytes of so many elements, whole words.
size_t nf_nr_number_bytes(const nf_nr_number *n, unsigned count);
// Rounds to nearest, ties to even. Refuses what is no number: the training has left its way.
int nf_nr_number_write(const nf_nr_number *n, uint32_t *word, const float *x, unsigned count,
                       nf_nr_number_counts *c, nf_err *e);
void nf_nr_number_read(const nf_nr_number *n, float *x, const uint32_t *word, unsigned count);
// Compares sums with those of the numbers, and of fixed point with those of the integers.
void nf_nr_number_judge(const nf_nr_number *n, const uint32_t *sum, uint32_t *const *word,
                        float *const *x, unsigned hosts, unsigned count, nf_nr_number_counts *c);

#endif
