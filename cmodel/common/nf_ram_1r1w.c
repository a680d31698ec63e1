// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_ram_1r1w.sv: a memory with one write and one synchronous read port. Words
// are stored back to back, each rounded up to 64 bits.
#include "nf_ram_1r1w.h"

#include <stdlib.h>
#include <string.h>

struct nf_ram_1r1w {
  nf_ram_1r1w_out out;
  uint32_t depth;
  uint32_t limbs;     // 64-bit pieces of one word
  uint64_t last_mask; // valid bits of the last piece
  uint64_t words[];
};

// NF_PARAMs. There is no reset in the RTL; the zeros here are one of the contents that it may start
// with.
nf_status nf_ram_1r1w_init(nf_ram_1r1w **m, const nf_ram_1r1w_cfg *cfg) {
  if (cfg->Width < 1 || cfg->Width > NF_RAM_1R1W_MAX_WIDTH) {
    return "nf_ram_1r1w: Width must be 1..4096";
  }
  if (cfg->Depth < 2 || cfg->Depth > NF_RAM_1R1W_MAX_DEPTH) {
    return "nf_ram_1r1w: Depth must be 2..1048576";
  }
  uint32_t limbs = (cfg->Width + 63) / 64;
  nf_ram_1r1w *ram = calloc(1, sizeof *ram + (size_t)cfg->Depth * limbs * sizeof(uint64_t));
  if (ram == NULL)
    return "nf_ram_1r1w: out of memory";
  ram->depth = cfg->Depth;
  ram->limbs = limbs;
  ram->last_mask = UINT64_MAX >> (64 * limbs - cfg->Width);
  *m = ram;
  return NF_OK;
}

// rdata_o, the memory's own output register: it holds while re is low.
const nf_ram_1r1w_out *nf_ram_1r1w_peek(const nf_ram_1r1w *m) { return &m->out; }

// Both always_ff blocks. They run side by side in the RTL; here the order decides what a collision
// reads.
void nf_ram_1r1w_step(nf_ram_1r1w *m, const nf_ram_1r1w_in *in) {
  size_t bytes = m->limbs * sizeof(uint64_t);
  // Read before write: the old word wins.
  if (in->re && in->raddr < m->depth) {
    memcpy(m->out.rdata, m->words + (size_t)in->raddr * m->limbs, bytes);
  }
  // A write past Depth, which there is where Depth is no power of two, is lost.
  if (in->we && in->waddr < m->depth) {
    uint64_t *word = m->words + (size_t)in->waddr * m->limbs;
    memcpy(word, in->wdata, bytes);
    word[m->limbs - 1] &= m->last_mask;
  }
}

void nf_ram_1r1w_free(nf_ram_1r1w *m) { free(m); }
