// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "crossbar.h"

#include <stdlib.h>

// A queue without room for another packet holds up its row.
unsigned nf_fast_cross_pick(const nf_fast_site *s, unsigned o, unsigned vc) {
  const nf_fast_out *out = &s->out[o];
  const uint64_t *filled = out->column[vc].filled;
  if (filled[1] == 0 && (filled[0] & (filled[0] - 1)) == 0) // one alone, as most of the time
    return (unsigned)__builtin_ctzll(filled[0]);
  const unsigned words = (s->rows + 63u) / 64, begin = out->turn[vc] + 1u;
  unsigned first = s->rows;
  for (unsigned k = 0; k <= words;
       k++) { // the word of the turn comes twice: its end, its beginning
    const unsigned w = (begin / 64 + k) % words;
    const uint64_t behind = ~0ull << begin % 64;
    uint64_t m = filled[w];
    if (w == begin / 64 % words && begin < 64 * words)
      m &= k == 0 ? behind : ~behind;
    for (; m; m &= m - 1) {
      const unsigned row = 64 * w + (unsigned)__builtin_ctzll(m);
      if (nf_fast_cross_at(s, o, vc, row)->flits > NF_FAST_CROSS_ROOM)
        return row;
      if (first == s->rows)
        first = row;
    }
  }
  return first;
}

int nf_fast_crossbar_open(nf_fast_fabric *f, nf_err *e) {
  for (uint32_t i = 0; i < f->sites; i++) {
    nf_fast_site *s = &f->site[i];
    if (s->endpoint)
      continue;
    const size_t points = nf_fast_cross_points(s);
    s->cross = calloc(points, sizeof *s->cross);
    s->again = malloc(s->rows * sizeof *s->again);
    if (!s->cross || !s->again)
      return nf_err_memory(e, "a switch's crossbar");
    f->bytes += points * sizeof *s->cross + s->rows * sizeof *s->again;
    for (unsigned r = 0; r < s->rows; r++) {
      s->again[r] = NF_FAST_NEVER;
      s->row[r].bus = (nf_fast_bus){.free = 0};
    }
    for (unsigned o = 0; o < s->outs; o++)
      for (unsigned v = 0; v < NF_FAST_CLASSES; v++)
        s->out[o].column[v] = (nf_fast_column){{0}};
  }
  return NF_EXIT_OK;
}

void nf_fast_crossbar_close(nf_fast_fabric *f) {
  for (uint32_t i = 0; i < f->sites; i++) {
    free(f->site[i].cross);
    free(f->site[i].again);
    f->site[i].cross = NULL;
    f->site[i].again = NULL;
  }
}
