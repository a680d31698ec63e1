// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is due at ticks to come, the earliest first, of one tick the least number first: a heap of
// four children a node, each a word.
#ifndef NF_FAST_HEAP_H
#define NF_FAST_HEAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t *due; // tick in the upper half, number in the lower
  uint32_t count, room;
} nf_fast_heap;

// False: there is no memory, and it is not added.
bool nf_fast_heap_add(nf_fast_heap *h, uint32_t tick, uint32_t number);
// The first of a heap that is not empty: its number.
uint32_t nf_fast_heap_take(nf_fast_heap *h);
void nf_fast_heap_close(nf_fast_heap *h);

static inline uint32_t nf_fast_heap_tick(const nf_fast_heap *h) {
  return (uint32_t)(h->due[0] >> 32);
}

#endif
