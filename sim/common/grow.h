// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Arrays that grow while they are filled.
#ifndef NF_SIM_GROW_H
#define NF_SIM_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Doubles the room of an array until `needed` elements of `size` bytes fit; array is the address of
// the pointer to it. False: there is no memory, and the array is as before.
bool nf_grow_to(void *array, uint32_t *room, uint64_t needed, size_t size);

static inline bool nf_grow(void *array, uint32_t *room, uint64_t needed, size_t size) {
  return needed <= *room || nf_grow_to(array, room, needed, size);
}

#endif
