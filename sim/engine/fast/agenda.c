// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "agenda.h"

#include <stdlib.h>
#include <string.h>

// A ring of twice as many, what is in it at its place there.
static void *grow(nf_fast *f, nf_fast_ring *r, void *old, size_t size) {
  const uint32_t before = old ? r->mask + 1 : 0, entries = old ? 2 * before : 16;
  char *more = malloc(entries * size);
  if (!more) {
    nf_err_memory(f->err, "packets to come");
    return old;
  }
  for (uint32_t i = r->take; i != r->put; i++)
    memcpy(more + (i & (entries - 1)) * size, (const char *)old + (i & r->mask) * size, size);
  f->fabric->bytes += (entries - before) * size;
  free(old);
  r->mask = entries - 1;
  return more;
}

void nf_fast_agenda_grow(nf_fast *f, nf_fast_agenda *a) {
  a->task = grow(f, &a->ring, a->task, sizeof *a->task);
}

void nf_fast_acks_grow(nf_fast *f, nf_fast_acks *a) {
  a->ack = grow(f, &a->ring, a->ack, sizeof *a->ack);
}
