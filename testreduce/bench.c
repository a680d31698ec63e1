// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Speed of the exact sums of eight binary32 operands, for exponents near each other and far apart;
// in additions a second of processor time, best of several.
#define _POSIX_C_SOURCE 200809L
#include "exact.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { OPERANDS = 8, COUNT = 1 << 19, ROUNDS = 7 };

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
  static const unsigned spreads[] = {8, 30, 64, 128, 254};
  uint32_t *x[OPERANDS], *sum = malloc(COUNT * sizeof *sum);
  uint64_t state = 1;
  for (unsigned i = 0; i < OPERANDS; i++)
    x[i] = malloc(COUNT * sizeof *x[i]);
  for (unsigned s = 0; s < sizeof spreads / sizeof spreads[0]; s++) {
    double best = 1e9;
    for (unsigned i = 0; i < OPERANDS; i++)
      for (size_t e = 0; e < COUNT; e++) {
        const uint64_t r = tr_random(&state);
        const uint32_t field = 127 - spreads[s] / 2 + (uint32_t)(r >> 32) % spreads[s];
        x[i][e] = ((uint32_t)r & 0x807fffff) | (field ? field : 1) << 23;
      }
    for (unsigned round = 0; round < ROUNDS; round++) {
      const double begin = seconds();
      tr_exact_sum_f32(sum, (const uint32_t *const *)x, OPERANDS, COUNT);
      const double took = seconds() - begin;
      best = took < best ? took : best;
    }
    printf("exact sums of %d f32, exponents within %3u: %6.1f M additions/s of one core\n",
           OPERANDS, spreads[s], 1e-6 * (OPERANDS - 1) * COUNT / best);
  }
  for (unsigned i = 0; i < OPERANDS; i++)
    free(x[i]);
  free(sum);
  return 0;
}
