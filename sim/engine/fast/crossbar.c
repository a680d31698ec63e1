// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "crossbar.h"

#include <stdlib.h>
#include <string.h>

// The first of the rows behind `last`, going round; without any as many as there are bits.
static unsigned first_behind(const uint64_t *rows, unsigned last) {
  const unsigned begin = (last + 1u) % (64 * NF_FAST_CROSS_WORDS), w = begin / 64;
  const uint64_t behind = rows[w] & ~0ull << begin % 64;
  if (behind)
    return 64 * w + (unsigned)__builtin_ctzll(behind);
  const unsigned other = NF_FAST_CROSS_WORDS - 1 - w;
  if (rows[other])
    return 64 * other + (unsigned)__builtin_ctzll(rows[other]);
  return rows[w] ? 64 * w + (unsigned)__builtin_ctzll(rows[w]) : 64 * NF_FAST_CROSS_WORDS;
}

// The same among twice as many rows: those of the column's two parts.
static __attribute__((noinline)) unsigned pick_of_two(const nf_fast_column *low,
                                                      const nf_fast_column *high, unsigned last) {
  enum { WORDS = 2 * NF_FAST_CROSS_WORDS };
  const uint64_t any = low->full[0] | low->full[1] | high->full[0] | high->full[1];
  const uint64_t *half[2] = {any ? low->full : low->filled, any ? high->full : high->filled};
  for (unsigned k = 0, at = last + 1; k <= WORDS; k++, at = (at / 64 + 1) * 64) {
    const unsigned w = at / 64 % WORDS;
    const uint64_t rows = half[w / NF_FAST_CROSS_WORDS][w % NF_FAST_CROSS_WORDS] & ~0ull << at % 64;
    if (rows)
      return 64 * w + (unsigned)__builtin_ctzll(rows);
  }
  return 64 * WORDS;
}

unsigned nf_fast_cross_pick_of_many(const nf_fast_site *s, unsigned o, unsigned vc) {
  const nf_fast_column *c = nf_fast_cross_column(s, o, vc);
  if (s->wide)
    return pick_of_two(c, nf_fast_cross_column(s, s->outs + o, vc), s->out[o].turn[vc]);
  const uint64_t full = c->full[0] | c->full[1];
  return first_behind(full ? c->full : c->filled, s->out[o].turn[vc]);
}

int nf_fast_crossbar_open(nf_fast_fabric *f, nf_err *e) {
  for (uint32_t i = 0; i < f->sites; i++) {
    nf_fast_site *s = &f->site[i];
    if (s->endpoint || !s->mine)
      continue;
    const size_t points = nf_fast_cross_points(s);
    s->cross = calloc(points, sizeof *s->cross);
    s->again = malloc(s->rows * sizeof *s->again);
    const size_t columns = (size_t)s->outs * NF_FAST_CLASSES * (s->wide ? 2 : 1);
    s->column = calloc(columns, sizeof *s->column);
    s->high = s->wide ? calloc(s->rows, sizeof *s->high) : NULL;
    const size_t waiting = (size_t)s->rows * NF_FAST_CLASSES * sizeof *s->waiting;
    s->waiting = aligned_alloc(NF_FAST_LINE, waiting);
    if (!s->cross || !s->again || !s->column || !s->waiting || (s->wide && !s->high))
      return nf_err_memory(e, "a switch's crossbar");
    memset(s->waiting, 0, waiting);
    f->bytes += points * sizeof *s->cross + s->rows * sizeof *s->again +
                columns * sizeof *s->column + waiting + (s->wide ? s->rows * sizeof *s->high : 0);
    const uint32_t to_all = NF_FAST_CLASSES * (uint32_t)s->ports + s->tables; // queues of a port
    for (unsigned r = 0; r < s->rows; r++) {
      s->again[r] = NF_FAST_NEVER;
      s->row[r].bus = (nf_fast_bus){.free = 0};
      for (unsigned kind = 0; kind <= NF_FAST_CLASSES; kind++)
        s->row[r].bus.queue[kind] = r < s->ports
                                        ? r * to_all + kind * (uint32_t)s->ports
                                        : s->ports * to_all + (r - s->ports) * (uint32_t)s->ports;
    }
  }
  return NF_EXIT_OK;
}

void nf_fast_crossbar_close(nf_fast_fabric *f) {
  for (uint32_t i = 0; i < f->sites; i++) {
    free(f->site[i].cross);
    free(f->site[i].again);
    free(f->site[i].column);
    free(f->site[i].waiting);
    free(f->site[i].high);
    f->site[i].cross = NULL;
    f->site[i].again = NULL;
    f->site[i].column = NULL;
    f->site[i].waiting = NULL;
    f->site[i].high = NULL;
  }
}
