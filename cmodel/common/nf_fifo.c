// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_fifo.sv: a ring of slots, as in the RTL. The head word is copied to the
// outputs only when it changes: a queue is looked at more often than it moves.
#include "nf_fifo.h"

#include <stdlib.h>
#include <string.h>

struct nf_fifo {
  nf_fifo_out out;
  uint32_t depth;
  // write_q and read_q; count_q is out.count.
  uint32_t write;     // slot of the next word in
  uint32_t read;      // slot of the next word out
  uint32_t limbs;     // 64-bit pieces of one word
  uint64_t last_mask; // valid bits of the last piece
  // Words are as long as Width has them, in pieces of 64 bits; bits above are zero, so that words
  // compare piece by piece.
  uint64_t slots[];
};

// NF_PARAMs, then the reset values. Slots start as zeros; the RTL's have no reset and mean nothing.
nf_status nf_fifo_init(nf_fifo **m, const nf_fifo_cfg *cfg) {
  if (cfg->Width < 1 || cfg->Width > NF_FIFO_MAX_WIDTH)
    return "nf_fifo: Width must be 1..256";
  if (cfg->Depth < 2 || cfg->Depth > NF_FIFO_MAX_DEPTH)
    return "nf_fifo: Depth must be 2..256";
  uint32_t limbs = (cfg->Width + 63) / 64;
  nf_fifo *fifo = calloc(1, sizeof *fifo + (size_t)cfg->Depth * limbs * sizeof(uint64_t));
  if (fifo == NULL)
    return "nf_fifo: out of memory";
  fifo->depth = cfg->Depth;
  fifo->limbs = limbs;
  fifo->last_mask = UINT64_MAX >> (64 * limbs - cfg->Width);
  fifo->out.in_ready = true;
  *m = fifo;
  return NF_OK;
}

// Registers; out_data is a copy of slots_q[read_q], which the RTL selects with a multiplexer.
const nf_fifo_out *nf_fifo_peek(const nf_fifo *m) { return &m->out; }

// write_q, read_q, count_q, ready_q and valid_q. Both handshakes are judged by the outputs of this
// cycle before any of them changes: a full queue takes no word on the edge on which it is read, and
// a word is not seen on the edge on which it comes. The copy of the head is made last, when both
// pointers and the slot are new; made before, a word into an empty queue would be missed.
void nf_fifo_step(nf_fifo *m, const nf_fifo_in *in) {
  bool push = in->in_valid && m->out.in_ready;
  bool pop = m->out.out_valid && in->out_ready;
  if (!push && !pop)
    return;

  size_t bytes = m->limbs * sizeof(uint64_t);
  bool head_changes = pop;
  if (push) {
    uint64_t *slot = m->slots + (size_t)m->write * m->limbs;
    memcpy(slot, in->in_data, bytes);
    slot[m->limbs - 1] &= m->last_mask;
    head_changes |= m->write == m->read; // the queue was empty
    m->write = m->write + 1 == m->depth ? 0 : m->write + 1;
  }
  if (pop)
    m->read = m->read + 1 == m->depth ? 0 : m->read + 1;
  if (head_changes)
    memcpy(m->out.out_data, m->slots + (size_t)m->read * m->limbs, bytes);

  m->out.count = (uint16_t)(m->out.count + push - pop);
  m->out.in_ready = m->out.count != m->depth;
  m->out.out_valid = m->out.count != 0;
}

void nf_fifo_free(nf_fifo *m) { free(m); }
