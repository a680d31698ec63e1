// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/grow.h"

#include <stdlib.h>
#include <string.h>

bool nf_grow_to(void *array, uint32_t *room, uint64_t needed, size_t size) {
  uint64_t more = *room ? 2ull * *room : 64;
  while (more < needed)
    more *= 2;
  void *elements;
  memcpy(&elements, array, sizeof elements); // a pointer to whatever they are
  elements = more > UINT32_MAX ? NULL : realloc(elements, more * size);
  if (!elements)
    return false;
  memcpy(array, &elements, sizeof elements);
  *room = (uint32_t)more;
  return true;
}
