// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/events.h"

#include "sim/common/grow.h"
#include <stdlib.h>

static bool before(const nf_nr_event *a, const nf_nr_event *b) {
  return a->time != b->time ? a->time < b->time : a->order < b->order;
}

bool nf_nr_events_put(nf_nr_events *q, nf_nr_event event) {
  if (!nf_grow(&q->heap, &q->room, q->count + 1, sizeof *q->heap))
    return false;
  event.order = q->order++;
  size_t i = q->count++;
  for (; i > 0 && before(&event, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
    q->heap[i] = q->heap[(i - 1) / 2];
  q->heap[i] = event;
  return true;
}

nf_nr_event nf_nr_events_take(nf_nr_events *q) {
  const nf_nr_event first = q->heap[0], last = q->heap[--q->count];
  size_t i = 0;
  for (size_t child = 1; child < q->count; child = 2 * i + 1) {
    if (child + 1 < q->count && before(&q->heap[child + 1], &q->heap[child]))
      child++;
    if (!before(&q->heap[child], &last))
      break;
    q->heap[i] = q->heap[child];
    i = child;
  }
  q->heap[i] = last;
  return first;
}

nf_nr_flight *nf_nr_flight_new(nf_nr_events *q) {
  nf_nr_flight *f = q->unused;
  if (!f)
    return malloc(sizeof *f);
  q->unused = f->next;
  return f;
}

void nf_nr_flight_free(nf_nr_events *q, nf_nr_flight *f) {
  f->next = q->unused;
  q->unused = f;
}

void nf_nr_events_close(nf_nr_events *q) {
  for (size_t i = 0; i < q->count; i++)
    free(q->heap[i].flight);
  while (q->unused) {
    nf_nr_flight *f = q->unused;
    q->unused = f->next;
    free(f);
  }
  free(q->heap);
}
