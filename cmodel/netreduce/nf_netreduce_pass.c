// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A ring of beats; the one at the output has left it.
#include "nf_netreduce_pass.h"

#include <stdlib.h>

enum { DEPTH = 256 };

typedef struct {
  bool last;
  uint8_t bytes;
  nf_netreduce_word data;
} beat;

struct nf_netreduce_pass {
  nf_netreduce_pass_out out;
  uint32_t depth, read, count;
  beat ring[DEPTH];
};

nf_status nf_netreduce_pass_init(nf_netreduce_pass **m, const nf_netreduce_pass_cfg *cfg) {
  if (cfg->Depth < 4 || cfg->Depth > DEPTH || (cfg->Depth & (cfg->Depth - 1)) != 0)
    return "nf_netreduce_pass: Depth must be a power of two, 4..256";
  nf_netreduce_pass *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_pass: out of memory";
  n->depth = cfg->Depth;
  n->out.in_ready = true;
  *m = n;
  return NF_OK;
}

const nf_netreduce_pass_out *nf_netreduce_pass_peek(const nf_netreduce_pass *m) { return &m->out; }

bool nf_netreduce_pass_idle(const nf_netreduce_pass *m) {
  return !m->out.out_valid && m->count == 0;
}

void nf_netreduce_pass_step(nf_netreduce_pass *m, const nf_netreduce_pass_in *in) {
  nf_netreduce_pass_out *const o = &m->out;
  const bool push = in->in_valid && o->in_ready;
  const bool fetch = m->count != 0 && (!o->out_valid || in->out_ready);
  const uint32_t write = m->read + m->count;
  o->out_valid = fetch || (o->out_valid && !in->out_ready);
  if (fetch) {
    const beat *const b = &m->ring[m->read];
    o->out_last = b->last;
    o->out_bytes = b->bytes;
    o->out_data = b->data;
    m->read = (m->read + 1) % m->depth;
    m->count--;
  }
  if (push) {
    m->ring[write % m->depth] = (beat){in->in_last, in->in_bytes, in->in_data};
    m->count++;
  }
  o->in_ready = m->count < m->depth;
}

void nf_netreduce_pass_free(nf_netreduce_pass *m) { free(m); }
