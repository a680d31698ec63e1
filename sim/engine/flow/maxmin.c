// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Progressive filling (Bertsekas and Gallager 6.5.2), without the steps between: the next link to
// be full is the one with the least capacity left for what its unfrozen messages put on it. That
// quotient of a link never falls while others fill, so a heap of quotients that were true once is
// enough: what comes out on top and has grown since goes back, what has not is full.
#include "flow.h"

#include <stdlib.h>

static const double Negligible = 1e-7;

typedef struct {
  double level; // rate at which the link is full
  uint32_t link;
} candidate;

typedef struct {
  const nf_flow *f;
  double *rate;
  bool *frozen;
  double *left, *weight; // of a link: capacity, and the sum of shares of unfrozen messages
  uint32_t *active;      // those messages
  uint64_t *first;       // of a link, in `user`
  uint32_t *user;        // messages of each link
  candidate *heap;
  uint32_t size;
} filling;

static void sift_up(candidate *heap, uint32_t i) {
  const candidate c = heap[i];
  for (; i > 0 && heap[(i - 1) / 2].level > c.level; i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = c;
}

static void sift_down(candidate *heap, uint32_t size) {
  const candidate c = heap[0];
  uint32_t i = 0;
  for (uint32_t child; (child = 2 * i + 1) < size; i = child) {
    child += child + 1 < size && heap[child + 1].level < heap[child].level;
    if (heap[child].level >= c.level)
      break;
    heap[i] = heap[child];
  }
  heap[i] = c;
}

// Rate at which a link is full, if its unfrozen messages have all the same.
static double level_of(const filling *s, uint32_t link) {
  return s->left[link] > 0 ? s->left[link] / s->weight[link] : 0;
}

// The message has its rate; its links have the less for others.
static void freeze(filling *s, uint32_t message, double rate) {
  const nf_flow *f = s->f;
  s->frozen[message] = true;
  s->rate[message] = rate;
  for (uint64_t i = f->first[message]; i < f->first[message + 1]; i++) {
    const uint32_t l = f->part[i].link;
    s->left[l] -= rate * (double)f->part[i].share;
    s->weight[l] -= (double)f->part[i].share;
    s->active[l]--;
  }
}

static void drop_first(filling *s) {
  s->heap[0] = s->heap[--s->size];
  sift_down(s->heap, s->size);
}

static void fill(filling *s) {
  double water = 0; // the level that has been reached
  while (s->size > 0) {
    const uint32_t l = s->heap[0].link;
    if (s->active[l] == 0 || s->weight[l] < Negligible) {
      drop_first(s);
      continue;
    }
    const double level = level_of(s, l) > water ? level_of(s, l) : water;
    if (level > s->heap[0].level * (1 + 1e-9) && level > water) {
      s->heap[0].level = level;
      sift_down(s->heap, s->size);
      continue;
    }
    water = level;
    for (uint64_t i = s->first[l]; i < s->first[l + 1]; i++)
      if (!s->frozen[s->user[i]])
        freeze(s, s->user[i], level);
  }
}

// Which messages use each link.
static void find_users(filling *s) {
  const nf_flow *f = s->f;
  for (uint64_t i = 0; i < f->parts; i++)
    s->first[f->part[i].link + 1]++;
  for (uint32_t l = 0; l < f->links; l++)
    s->first[l + 1] += s->first[l];
  for (uint32_t m = 0; m < f->messages; m++)
    for (uint64_t i = f->first[m]; i < f->first[m + 1]; i++) {
      const uint32_t l = f->part[i].link;
      s->user[s->first[l] + s->active[l]++] = m;
      s->weight[l] += (double)f->part[i].share;
    }
  for (uint32_t l = 0; l < f->links; l++) {
    s->left[l] = f->capacity[l];
    if (s->active[l] == 0)
      continue;
    s->heap[s->size] = (candidate){level_of(s, l), l};
    sift_up(s->heap, s->size++);
  }
}

int nf_flow_rates(const nf_flow *f, double *rate, nf_err *e) {
  filling s = {.f = f, .rate = rate};
  s.frozen = calloc(f->messages + 1, sizeof *s.frozen);
  s.left = malloc((f->links + 1) * sizeof *s.left);
  s.weight = calloc(f->links + 1, sizeof *s.weight);
  s.active = calloc(f->links + 1, sizeof *s.active);
  s.first = calloc(f->links + 2, sizeof *s.first);
  s.user = malloc((f->parts + 1) * sizeof *s.user);
  s.heap = malloc((f->links + 1) * sizeof *s.heap);
  if (!s.frozen || !s.left || !s.weight || !s.active || !s.first || !s.user || !s.heap) {
    nf_err_memory(e, "the rates");
  } else {
    find_users(&s);
    fill(&s);
  }
  void *const all[] = {s.frozen, s.left, s.weight, s.active, s.first, s.user, s.heap};
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
    free(all[i]);
  return e->status;
}
