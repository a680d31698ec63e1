// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "agenda.h"

#include <stdlib.h>

static bool before(const nf_fast_task *a, const nf_fast_task *b) {
  return a->due != b->due ? a->due < b->due : a->tag < b->tag;
}

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
  uint32_t i = a->put++;
  for (; i != a->take && before(t, &a->task[(i - 1) & a->mask]); i--)
    a->task[i & a->mask] = a->task[(i - 1) & a->mask];
  a->task[i & a->mask] = *t;
  a->due = a->task[a->take & a->mask].due;
}

void nf_fast_agenda_free(nf_fast_agenda *a) { free(a->task); }
