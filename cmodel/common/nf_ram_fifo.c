// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_ram_fifo.sv: a ring of words in a memory. The one at the output has left
// it: the memory's output register is the port, so Depth words fit besides.
#include "nf_ram_fifo.h"

#include <stdlib.h>
#include <string.h>

struct nf_ram_fifo {
  nf_ram_fifo_out out;
  uint32_t depth, read, count;
  uint32_t limbs;     // 64-bit pieces of one word
  uint64_t last_mask; // valid bits of the last piece
  uint64_t words[];
};

// NF_PARAMs, then the reset values; write_q is not kept, it is always read + count.
nf_status nf_ram_fifo_init(nf_ram_fifo **m, const nf_ram_fifo_cfg *cfg) {
  if (cfg->Width < 1 || cfg->Width > NF_RAM_FIFO_MAX_WIDTH)
    return "nf_ram_fifo: Width must be 1..1024";
  if (cfg->Depth < 4 || cfg->Depth > NF_RAM_FIFO_MAX_DEPTH || (cfg->Depth & (cfg->Depth - 1)) != 0)
    return "nf_ram_fifo: Depth must be a power of two, 4..4096";
  const uint32_t limbs = (cfg->Width + 63) / 64;
  nf_ram_fifo *const n = calloc(1, sizeof *n + (size_t)cfg->Depth * limbs * sizeof(uint64_t));
  if (n == NULL)
    return "nf_ram_fifo: out of memory";
  n->depth = cfg->Depth;
  n->limbs = limbs;
  n->last_mask = UINT64_MAX >> (64 * limbs - cfg->Width);
  n->out.in_ready = true;
  *m = n;
  return NF_OK;
}

// ready_q, valid_q, and the output register of u_words.
const nf_ram_fifo_out *nf_ram_fifo_peek(const nf_ram_fifo *m) { return &m->out; }

// No RTL: lets a caller skip steps. The output register counts as a word until it is taken.
bool nf_ram_fifo_idle(const nf_ram_fifo *m) { return !m->out.out_valid && m->count == 0; }

// fetch is decided before push changes the count: a word written on this edge is not in the memory
// yet and must not be fetched on it, which is the second cycle of latency.
void nf_ram_fifo_step(nf_ram_fifo *m, const nf_ram_fifo_in *in) {
  nf_ram_fifo_out *const o = &m->out;
  const size_t bytes = m->limbs * sizeof(uint64_t);
  const bool push = in->in_valid && o->in_ready;
  const bool fetch = m->count != 0 && (!o->out_valid || in->out_ready);
  const uint32_t write = (m->read + m->count) % m->depth;
  // What is at the output stays until it is taken; only then is the next one fetched, so no word
  // needs a second place.
  o->out_valid = fetch || (o->out_valid && !in->out_ready);
  if (fetch) {
    memcpy(o->out_data, m->words + (size_t)m->read * m->limbs, bytes);
    m->read = (m->read + 1) % m->depth;
    m->count--;
  }
  if (push) {
    uint64_t *const word = m->words + (size_t)write * m->limbs;
    memcpy(word, in->in_data, bytes);
    word[m->limbs - 1] &= m->last_mask;
    m->count++;
  }
  o->in_ready = m->count < m->depth;
}

void nf_ram_fifo_free(nf_ram_fifo *m) { free(m); }
