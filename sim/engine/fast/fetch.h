// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the next sites will touch is fetched into the caches while one is run.
#ifndef NF_FAST_FETCH_H
#define NF_FAST_FETCH_H

#include "crossbar.h"
#include "table.h"

// A plane that is larger than the second level of caches does not stay there, but a site does: what
// the next ones will touch is fetched while this one is run, in steps, each by way of what the step
// before has fetched.
enum {
  NEAR = 1 << 19, // bytes of such a plane
  FETCHED = 12,   // records of a link
  RECORDS = NF_FAST_LINE / sizeof(nf_fast_packet)
};

static bool is_far(const nf_fast_fabric *net) {
  return net->bytes / nf_fast_fabric_turns(net) > NEAR;
}

static inline void fetch(const void *from, size_t bytes) {
  for (size_t b = 0; b < bytes; b += NF_FAST_LINE)
    __builtin_prefetch((const char *)from + b, 1);
}

static void fetch_site(const nf_fast_site *s) {
  fetch(s->in, s->ports * sizeof *s->in + (s->outs + s->tables) * sizeof *s->event);
}

static void fetch_ports(const nf_fast_site *s) {
  fetch(s->row, s->rows * sizeof *s->row);
  fetch(s->out, s->outs * sizeof *s->out);
}

static void fetch_crossbar(const nf_fast_site *s) {
  fetch(s->cross, nf_fast_cross_points(s) * sizeof *s->cross);
  fetch(s->column, (size_t)s->outs * NF_FAST_CLASSES * sizeof *s->column);
  fetch(s->again, s->rows * sizeof *s->again);
  for (unsigned r = 0; r < s->rows * NF_FAST_CLASSES; r++)
    fetch(&s->waiting[r], 2 * NF_FAST_LINE);
  for (unsigned k = 0; k < s->tables; k++) {
    fetch(&s->table[k], NF_FAST_LINE);
    fetch(s->table[k].result, 2 * NF_FAST_LINE);
  }
}

static void fetch_links(const nf_fast *f, nf_fast_site *s) {
  for (unsigned p = 0; p < s->ports; p++) {
    const nf_fast_in *in = &s->in[p];
    const nf_fast_row *r = &s->row[p];
    const nf_fast_out *o = &s->out[p];
    for (uint32_t k = 0; k < FETCHED; k += RECORDS) {
      __builtin_prefetch(&in->slot[(in->take + k) & in->mask]);
      __builtin_prefetch(&o->slot[(o->put + k) & o->mask], 1);
    }
    __builtin_prefetch(&r->back[r->back_put & r->back_mask], 1);
  }
  if (s->cross)
    fetch_crossbar(s);
  else if (f->fetch)
    f->fetch(f, s);
}

#endif
