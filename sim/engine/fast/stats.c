// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "stats.h"

#include <math.h>

// Student's t for 31 degrees of freedom, two-sided 99 %.
static const double T31 = 2.744;

double nf_fast_mean(const nf_fast_stats *s) {
  return s->count ? (double)s->sum / (double)s->count : 0;
}

double nf_fast_interval(const nf_fast_stats *s) {
  const double mean = nf_fast_mean(s);
  double square = 0;
  for (unsigned b = 0; b < NF_FAST_BATCHES; b++) {
    if (s->batch_count[b] == 0)
      return INFINITY;
    const double off = (double)s->batch_sum[b] / (double)s->batch_count[b] - mean;
    square += off * off;
  }
  return T31 * sqrt(square / (NF_FAST_BATCHES * (NF_FAST_BATCHES - 1.0)));
}

static uint32_t upper_end(unsigned bucket) {
  if (bucket < 2u << NF_FAST_FINE)
    return bucket;
  const unsigned octave = (bucket >> NF_FAST_FINE) - 1;
  const uint64_t fine = (bucket & ((1u << NF_FAST_FINE) - 1)) + (1u << NF_FAST_FINE);
  return (uint32_t)(((fine + 1) << octave) - 1);
}

double nf_fast_percentile(const nf_fast_stats *s, double share) {
  const double want = share * (double)s->count;
  uint64_t seen = 0;
  for (unsigned b = 0; b < NF_FAST_BUCKETS; b++) {
    seen += s->bucket[b];
    if (seen && (double)seen >= want)
      return upper_end(b);
  }
  return 0;
}
