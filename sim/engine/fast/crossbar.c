// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "crossbar.h"

#include <stdlib.h>
#include <string.h>

// The first of some rows behind the last one, going round; without any as many as the words have
// bits.
static unsigned first_behind(const uint64_t *rows, unsigned words, unsigned last) {
  for (unsigned k = 0, at = last + 1; k <= words; k++, at = (at / 64 + 1) * 64) {
    const unsigned w = at / 64 % words;
    const uint64_t behind = rows[w] & ~0ull << at % 64;
    if (behind)
      return 64 * w + (unsigned)__builtin_ctzll(behind);
  }
  return 64 * words;
}

unsigned nf_fast_cross_pick_of_many(const nf_fast_site *s, unsigned o, unsigned vc, uint32_t now) {
  enum { MOST = 2 * NF_FAST_CROSS_WORDS }; // of a wide one a column has two parts
  const unsigned words = s->wide ? MOST : NF_FAST_CROSS_WORDS, last = s->out[o].turn[vc];
  uint64_t full[MOST], filled[MOST];
  for (unsigned w = 0; w < words; w++) {
    const nf_fast_column *c =
        nf_fast_cross_column(s, w < NF_FAST_CROSS_WORDS ? o : s->outs + o, vc);
    full[w] = c->full[w % NF_FAST_CROSS_WORDS];
    filled[w] = c->filled[w % NF_FAST_CROSS_WORDS];
  }
  for (unsigned row; (row = first_behind(full, words, last)) < 64 * words;) {
    if (nf_fast_cross_holds_up(s, o, vc, row, now))
      return row;
    full[row / 64] &= ~(1ull << row % 64);
  }
  return first_behind(filled, words, last);
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
    const size_t channels = (size_t)s->ports * NF_FAST_CLASSES;
    s->drawn = calloc(channels, sizeof *s->drawn);
    s->high = s->wide ? calloc(s->rows, sizeof *s->high) : NULL;
    const size_t waiting = (size_t)s->rows * NF_FAST_CLASSES * sizeof *s->waiting;
    s->waiting = aligned_alloc(NF_FAST_LINE, waiting);
    if (!s->cross || !s->again || !s->column || !s->drawn || !s->waiting || (s->wide && !s->high))
      return nf_err_memory(e, "a switch's crossbar");
    memset(s->waiting, 0, waiting);
    f->bytes += points * sizeof *s->cross + s->rows * sizeof *s->again +
                columns * sizeof *s->column + channels * sizeof *s->drawn + waiting +
                (s->wide ? s->rows * sizeof *s->high : 0);
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
    free(f->site[i].drawn);
    free(f->site[i].waiting);
    free(f->site[i].high);
    f->site[i].cross = NULL;
    f->site[i].again = NULL;
    f->site[i].column = NULL;
    f->site[i].drawn = NULL;
    f->site[i].waiting = NULL;
    f->site[i].high = NULL;
  }
}
