// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "heap.h"

#include "sim/common/grow.h"
#include <stdlib.h>

enum { CHILDREN = 4 };

bool nf_fast_heap_add(nf_fast_heap *h, uint32_t tick, uint32_t number) {
  if (!nf_grow(&h->due, &h->room, h->count + 1ull, sizeof *h->due))
    return false;
  const uint64_t due = (uint64_t)tick << 32 | number;
  uint32_t i = h->count++;
  for (; i > 0 && due < h->due[(i - 1) / CHILDREN]; i = (i - 1) / CHILDREN)
    h->due[i] = h->due[(i - 1) / CHILDREN];
  h->due[i] = due;
  return true;
}

// Of four children without a branch: which one it is cannot be guessed.
static uint32_t least_child(const nf_fast_heap *h, uint32_t first) {
  const uint64_t *due = &h->due[first];
  uint32_t least = 0;
  if (first + CHILDREN <= h->count) {
    const uint32_t low = due[1] < due[0], high = 2 + (due[3] < due[2]);
    const uint32_t from[] = {low, high};
    return first + from[due[high] < due[low]];
  }
  for (uint32_t c = 1; first + c < h->count; c++)
    least = due[c] < due[least] ? c : least;
  return first + least;
}

uint32_t nf_fast_heap_take(nf_fast_heap *h) {
  const uint32_t number = (uint32_t)h->due[0];
  const uint64_t last = h->due[--h->count];
  uint32_t i = 0;
  while (CHILDREN * i + 1 < h->count) {
    const uint32_t child = least_child(h, CHILDREN * i + 1);
    if (h->due[child] >= last)
      break;
    h->due[i] = h->due[child];
    i = child;
  }
  h->due[i] = last;
  return number;
}

void nf_fast_heap_close(nf_fast_heap *h) { free(h->due); }
