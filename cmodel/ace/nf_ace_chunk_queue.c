// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A ring of entries, the oldest at `head`.
//
// ACE 4.3.2: a state machine holds a queue of chunks to be processed in order. There a chunk is
// inserted when it enters the phase; here its place is reserved when it is created and its context
// comes later. So the order on a machine is the order of creation, on all nodes the same, however
// fast the chunks are.
#include "nf_ace_chunk_queue.h"

#include "ace/nf_ace_pkg.h"
#include <stdlib.h>
#include <string.h>

// waits_q, ready_q and key_q of an entry, and its word of u_contexts.
typedef struct {
  uint8_t id, phase;
  bool ready;
  uint64_t ctx[2];
} entry;

struct nf_ace_chunk_queue {
  nf_ace_chunk_queue_out out;
  uint32_t depth, head, used;
  entry ring[NF_ACE_CHUNK_QUEUE_MAX];
};

// NF_PARAM QueueDepthInRange; the ring is empty. free_o is what the creator waits for: a step that
// reserves an entry is held while it is 0.
nf_status nf_ace_chunk_queue_init(nf_ace_chunk_queue **m, const nf_ace_chunk_queue_cfg *cfg) {
  if (cfg->QueueDepth < 2 || cfg->QueueDepth > NF_ACE_CHUNK_QUEUE_MAX)
    return "nf_ace_chunk_queue: QueueDepth must be 2..16";
  nf_ace_chunk_queue *q = calloc(1, sizeof *q);
  if (q == NULL)
    return "nf_ace_chunk_queue: out of memory";
  q->depth = cfg->QueueDepth;
  q->out.free = (uint8_t)cfg->QueueDepth;
  *m = q;
  return NF_OK;
}

// free_q, ready_q at the head, and ctx_o, the output register of u_contexts.
const nf_ace_chunk_queue_out *nf_ace_chunk_queue_peek(const nf_ace_chunk_queue *m) {
  return &m->out;
}

// Entry `place` of the ring, counted from head_q.
static entry *at(nf_ace_chunk_queue *m, uint32_t place) {
  const uint32_t index = m->head + place;
  return &m->ring[index < m->depth ? index : index - m->depth];
}

// match and u_contexts' write. By pairs of id and phase no two entries are equal, so the first that
// waits for it is the only one; with none the context is dropped.
static void make_ready(nf_ace_chunk_queue *m, const uint64_t *ctx) {
  const uint8_t id = nf_ace_ctx_id(ctx), phase = nf_ace_ctx_phase(ctx);
  for (uint32_t place = 0; place < m->used; place++) {
    entry *const e = at(m, place);
    if (e->ready || e->id != id || e->phase != phase)
      continue;
    e->ready = true;
    memcpy(e->ctx, ctx, sizeof e->ctx);
    return;
  }
}

// One edge. A context goes to what was reserved before this cycle, so the new entry comes last; and
// it cannot become ready and be started at once, since start was decided from head_ready of this
// cycle. An abort wins, but ctx keeps what was read: u_contexts has no reset.
void nf_ace_chunk_queue_step(nf_ace_chunk_queue *m, const nf_ace_chunk_queue_in *in) {
  if (!in->reserve_valid && !in->ready_valid && !in->start && !in->abort)
    return;
  if (in->ready_valid)
    make_ready(m, in->ready_ctx);
  if (in->start) {
    memcpy(m->out.ctx, at(m, 0)->ctx, sizeof m->out.ctx);
    m->head = m->head + 1 < m->depth ? m->head + 1 : 0;
    m->used--;
  }
  if (in->reserve_valid)
    // Not ready: the head waits for its context, and those behind it wait with theirs.
    *at(m, m->used++) = (entry){.id = in->reserve_id, .phase = in->reserve_phase};
  if (in->abort)
    m->used = 0;
  m->out.free = (uint8_t)(m->depth - m->used);
  m->out.head_ready = m->used != 0 && at(m, 0)->ready;
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_chunk_queue_free(nf_ace_chunk_queue *m) { free(m); }
