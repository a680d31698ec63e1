// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Latencies as they come: mean, percentiles from a histogram whose buckets are 1/64 of an octave
// wide, and the confidence interval of the mean from batches in the order of time.
#ifndef NF_FAST_STATS_H
#define NF_FAST_STATS_H

#include <stdint.h>

enum {
  NF_FAST_FINE = 6,
  NF_FAST_BUCKETS = (32 - NF_FAST_FINE + 1) << NF_FAST_FINE,
  NF_FAST_BATCHES = 32
};

typedef struct {
  uint64_t count, sum;
  uint64_t batch_count[NF_FAST_BATCHES], batch_sum[NF_FAST_BATCHES];
  uint64_t bucket[NF_FAST_BUCKETS];
} nf_fast_stats;

static inline unsigned nf_fast_bucket(uint32_t v) {
  if (v < 1u << NF_FAST_FINE)
    return v;
  const unsigned octave = 31u - (unsigned)__builtin_clz(v) - NF_FAST_FINE;
  return (octave << NF_FAST_FINE) + (v >> octave);
}

static inline void nf_fast_note(nf_fast_stats *s, uint32_t latency, unsigned batch) {
  s->count++;
  s->sum += latency;
  s->batch_count[batch]++;
  s->batch_sum[batch] += latency;
  s->bucket[nf_fast_bucket(latency)]++;
}

// In ticks. Without a packet all are 0.
double nf_fast_mean(const nf_fast_stats *s);
// Half the width of the 99 % confidence interval of the mean.
double nf_fast_interval(const nf_fast_stats *s);
// The latency that `share` of all are not above: the upper end of its bucket.
double nf_fast_percentile(const nf_fast_stats *s, double share);

#endif
