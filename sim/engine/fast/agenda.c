// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "agenda.h"

#include <stdlib.h>

static uint64_t key_of(const nf_fast_task *t) { return (uint64_t)t->due << 32 | t->tag; }

static void grow(nf_fast *f, nf_fast_agenda *a) {
  const uint32_t size = a->task ? 2 * (a->mask + 1) : 16;
  nf_fast_task *more = malloc(size * sizeof *more);
  if (!more) {
    nf_err_memory(f->err, "packets to come");
    return;
  }
  for (uint32_t i = a->take; i != a->put; i++)
    more[i & (size - 1)] = a->task[i & a->mask];
  f->fabric->bytes += size * sizeof *more - (a->task ? (a->mask + 1) * sizeof *more : 0);
  free(a->task);
  a->task = more;
  a->mask = size - 1;
}

void nf_fast_agenda_add(nf_fast *f, nf_fast_agenda *a, const nf_fast_task *t) {
  if (!a->task || a->put - a->take > a->mask)
    grow(f, a);
  if (f->err->status != NF_EXIT_OK)
    return;
  // Of the ring what a task might overlap by its type is read once.
  nf_fast_task *const task = a->task;
  const uint32_t mask = a->mask, first = a->take;
  const uint64_t key = key_of(t);
  uint32_t i = a->put++;
  for (; i != first && key < key_of(&task[(i - 1) & mask]); i--)
    task[i & mask] = task[(i - 1) & mask];
  task[i & mask] = *t;
  a->due = t->due < a->due ? t->due : a->due;
}

void nf_fast_agenda_free(nf_fast_agenda *a) { free(a->task); }
