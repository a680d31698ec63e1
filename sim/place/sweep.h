// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Utilisation over many random job mixes on one mesh (HXMESH Fig. 8, 9, 10). A mix fills all boards
// that work; utilisation is the share of these that jobs get. Every placement goes through
// nf_place_check.
#ifndef NF_PLACE_SWEEP_H
#define NF_PLACE_SWEEP_H

#include "mix.h"
#include "place.h"

typedef struct {
  uint32_t x, y, failed; // boards, random ones of them out of order, others in each mix
  nf_place_rules rules;
  const char *sizes; // file, or NULL
  uint32_t mixes;
  uint64_t seed;
} nf_sweep;

typedef struct {
  double mean, median, low, high, least,
      greatest; // of the utilisation; low, high: 1st and 99th of a hundred
  double upper; // mean over placed jobs of more than one board
  double jobs;  // mean of a mix
} nf_sweep_result;

int nf_sweep_run(const nf_sweep *s, nf_sweep_result *r, nf_err *e);

#endif
