// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "mix.h"

#include "sim/common/grow.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_size(nf_sizes *s, uint32_t boards, double share, nf_err *e) {
  // Doubled at every power of two.
  if ((s->count & (s->count - 1)) == 0) {
    const size_t room = s->count ? 2ull * s->count : 1;
    uint32_t *b = realloc(s->boards, room * sizeof *b);
    s->boards = b ? b : s->boards;
    double *d = realloc(s->below, room * sizeof *d);
    s->below = d ? d : s->below;
    if (!b || !d)
      return nf_err_memory(e, "the sizes of jobs");
  }
  s->boards[s->count] = boards;
  s->below[s->count++] = share / boards; // of boards: of jobs it is so much less
  return NF_EXIT_OK;
}

static void add_range(nf_sizes *s, uint32_t low, uint32_t high, double share, uint32_t most,
                      nf_err *e) {
  double sum = 0;
  for (uint32_t n = low; n <= high; n++)
    sum += 1.0 / n;
  for (uint32_t n = low; n <= high && n <= most && e->status == NF_EXIT_OK; n++)
    add_size(s, n, share / n / sum, e);
}

static void read_sizes(nf_sizes *s, const char *path, uint32_t most, nf_err *e) {
  FILE *f = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  if (!f) {
    nf_refuse(e, "%s: %s", path, strerror(errno));
    return;
  }
  ssize_t length;
  for (unsigned n = 1; e->status == NF_EXIT_OK && (length = getline(&line, &size, f)) >= 0; n++) {
    char *end, *last;
    if (*line == '#' || line[strspn(line, " \t\r\n")] == 0)
      continue;
    const long low = strtol(line, &end, 10), high = *end == '-' ? strtol(end + 1, &end, 10) : low;
    const double share = strtod(end, &last);
    if (last == end || last + strspn(last, " \t\r\n") != line + length || low < 1 || high < low ||
        high > 1 << 24 || !(share >= 0 && share < 1e18))
      nf_refuse(e,
                "%s:%u: give the boards of a job and the share of the boards in such jobs, as '16 "
                "0.12' or '10-20 0.3'",
                path, n);
    else if (share > 0)
      add_range(s, (uint32_t)low, (uint32_t)high, share, most, e);
  }
  free(line);
  fclose(f);
}

int nf_sizes_open(nf_sizes *s, const char *path, uint32_t most, nf_err *e) {
  *s = (nf_sizes){.path = path};
  if (path) {
    read_sizes(s, path, most, e);
  } else {
    add_range(s, 1, 1, 0.15, most, e);
    add_range(s, 2, 100, 0.68, most, e);
    add_range(s, 101, 1024, 0.17, most, e);
  }
  bool one = false;
  for (uint32_t i = 0; i < s->count && e->status == NF_EXIT_OK; i++) {
    one = one || s->boards[i] == 1;
    s->below[i] += i ? s->below[i - 1] : 0;
  }
  if (e->status == NF_EXIT_OK && !one)
    nf_refuse(e, "%s: jobs of 1 board must have a share: without them a mix may never be full",
              path);
  return e->status;
}

void nf_sizes_close(nf_sizes *s) {
  free(s->boards);
  free(s->below);
  *s = (nf_sizes){0};
}

static uint32_t draw(const nf_sizes *s, nf_rng *rng) {
  const double at = (double)(nf_rng_next(rng) >> 11) * 0x1p-53 * s->below[s->count - 1];
  uint32_t low = 0, high = s->count - 1;
  while (low < high) {
    const uint32_t mid = (low + high) / 2;
    if (s->below[mid] > at)
      high = mid;
    else
      low = mid + 1;
  }
  return s->boards[low];
}

static int push(uint32_t **list, uint32_t *n, uint32_t *room, uint32_t value, nf_err *e) {
  if (!nf_grow(list, room, *n + 1ull, sizeof **list))
    return nf_err_memory(e, "the jobs of a mix");
  (*list)[(*n)++] = value;
  return NF_EXIT_OK;
}

// A board that is left over is filled by jobs of 1 alone: where these are few, others are drawn
// without end.
static int put_off(nf_mix *m, const nf_sizes *s, uint32_t size, nf_err *e) {
  if (m->waiting == NF_MIX_WAITING)
    return nf_refuse(e,
                     "%s: %d jobs wait for a mix that has room for them: jobs of 1 board are too "
                     "few to fill the mixes up; give these a greater share",
                     s->path ? s->path : "--sizes", NF_MIX_WAITING);
  return push(&m->later, &m->waiting, &m->later_room, size, e);
}

int nf_mix_draw(nf_mix *m, const nf_sizes *s, uint32_t boards, nf_rng *rng, nf_err *e) {
  uint32_t left = boards, kept = 0;
  m->jobs = 0;
  for (uint32_t i = 0; i < m->waiting && e->status == NF_EXIT_OK; i++) {
    if (m->later[i] > left) {
      m->later[kept++] = m->later[i];
      continue;
    }
    left -= m->later[i];
    push(&m->size, &m->jobs, &m->room, m->later[i], e);
  }
  m->waiting = kept;
  while (left > 0 && e->status == NF_EXIT_OK) {
    const uint32_t size = draw(s, rng);
    if (size > left) {
      put_off(m, s, size, e);
    } else {
      left -= size;
      push(&m->size, &m->jobs, &m->room, size, e);
    }
  }
  return e->status;
}

void nf_mix_close(nf_mix *m) {
  free(m->size);
  free(m->later);
  *m = (nf_mix){0};
}
