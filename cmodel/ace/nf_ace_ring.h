// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Places of a ring, for the models that keep queues as nf_fifo keeps them: an empty ring still
// shows the place that is read next.
#ifndef NF_ACE_RING_H
#define NF_ACE_RING_H

#include <stdint.h>

typedef struct {
  uint16_t read, count, depth;
} nf_ace_ring;

// Place of the next entry in. The ring must not be full.
static inline uint16_t nf_ace_ring_push(nf_ace_ring *r) {
  const uint32_t at = (uint32_t)r->read + r->count++;
  return (uint16_t)(at >= r->depth ? at - r->depth : at);
}

// Place of the next entry out. The ring must not be empty.
static inline uint16_t nf_ace_ring_pop(nf_ace_ring *r) {
  const uint16_t at = r->read;
  r->read = (uint16_t)(at + 1 == r->depth ? 0 : at + 1);
  r->count--;
  return at;
}

#endif
