// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/memory.h"

#include "sim/common/grow.h"
#include "sim/common/rng.h"
#include "sim/klenk/collect.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK_WORDS = NF_BLOCK_BYTES / 4, FLIT_WORDS = NF_FLIT_BYTES / 4, VCS = 2 };
enum { WRITTEN = 1, SUMMED = 2 }; // how a block became complete

// A read or a total under way: earliest due first.
typedef struct {
  uint64_t due, addr;
  nf_flit hdr;
} task;

typedef struct {
  task *task;
  uint32_t used, room;
} heap;

// A packet that is being returned or received.
typedef struct {
  nf_flit flit[NF_MAX_PACKET_FLITS];
  unsigned used, sent;
} stream;

typedef struct {
  heap reads[VCS], totals;
  stream out[VCS], in;
  uint8_t op; // of the packet that comes in
  uint64_t addr, own;
} lane;

struct nf_memory {
  nf_memory_cfg cfg;
  nf_rng rng;
  lane lane[NF_MAX_LINKS];
  uint64_t stalled_until;
  int64_t poisoned; // block, -1: none
  uint32_t *result;
  uint16_t *count; // contributions of running sums; the last one is the barrier's
  uint8_t *flag;   // their flags
  uint8_t *state;  // WRITTEN, SUMMED
  uint64_t *at;    // cycle of completion
  uint32_t completed;
  nf_collect *sums;
  uint8_t flags;
};

// Keeps the earliest due on top.
static bool heap_add(heap *h, task t) {
  if (!nf_grow(&h->task, &h->room, h->used + 1ull, sizeof *h->task))
    return false;
  uint32_t i = h->used++;
  for (; i > 0 && h->task[(i - 1) / 2].due > t.due; i = (i - 1) / 2)
    h->task[i] = h->task[(i - 1) / 2];
  h->task[i] = t;
  return true;
}

static task heap_take(heap *h) {
  const task first = h->task[0], last = h->task[--h->used];
  uint32_t i = 0, child;
  while ((child = 2 * i + 1) < h->used) {
    if (child + 1 < h->used && h->task[child + 1].due < h->task[child].due)
      child++;
    if (h->task[child].due >= last.due)
      break;
    h->task[i] = h->task[child];
    i = child;
  }
  h->task[i] = last;
  return first;
}

int nf_memory_open(nf_memory **m, const nf_memory_cfg *cfg, nf_err *e) {
  nf_memory *p = calloc(1, sizeof *p);
  *m = p;
  if (!p)
    return nf_err_memory(e, "a GPU's memory");
  p->cfg = *cfg;
  p->rng.state = cfg->seed;
  p->poisoned = -1;
  p->result = calloc((size_t)cfg->blocks + 1, NF_BLOCK_BYTES);
  p->count = calloc((size_t)cfg->blocks + 1, sizeof *p->count);
  p->flag = calloc((size_t)cfg->blocks + 1, 1);
  p->state = calloc((size_t)cfg->blocks + 1, 1);
  p->at = calloc((size_t)cfg->blocks + 1, sizeof *p->at);
  if (!p->result || !p->count || !p->flag || !p->state || !p->at)
    return nf_err_memory(e, "a GPU's memory");
  return nf_collect_open(&p->sums, cfg->op, cfg->dtype, cfg->ranks, cfg->blocks + 1, e);
}

static uint64_t answer_time(nf_memory *m, uint64_t cycle) {
  const uint32_t spread = m->cfg.latency + m->cfg.spread;
  return cycle + 1 + m->cfg.latency + (spread ? nf_rng_below(&m->rng, spread) : 0);
}

// ------------------------------------------------------------------------------- reads
static void load(nf_memory *m, const task *t, stream *s) {
  const bool result = t->addr >= NF_MEMORY_RESULTS;
  const uint64_t at = result ? t->addr - NF_MEMORY_RESULTS : t->addr;
  const uint32_t *words = (result ? m->result : m->cfg.source) + at / 4;
  const unsigned len = nf_hdr_len(&t->hdr);
  s->flit[0] = t->hdr;
  memcpy(&s->flit[1], words, len * sizeof(nf_flit));
  s->used = 1 + len;
  s->sent = 0;
}

static void next_read(nf_memory *m, lane *l, unsigned v, uint64_t cycle) {
  heap *h = &l->reads[v];
  stream *s = &l->out[v];
  s->used = s->sent = 0;
  if (h->used == 0 || h->task[0].due > cycle || cycle < m->stalled_until)
    return;
  const task t = heap_take(h);
  load(m, &t, s);
}

static bool is_dropped(const nf_memory *m, const nf_flit *hdr, uint64_t addr) {
  const unsigned opcode = nf_hdr_opcode(hdr);
  return (opcode == NF_OPCODE_PUSH_WRITE || opcode == NF_OPCODE_PULL_RSP) &&
         (m->cfg.drop == NF_MEMORY_DROP_ALL || (int64_t)(addr / NF_BLOCK_BYTES) == m->cfg.drop);
}

// ------------------------------------------------------------------------------- writes
static int finish(nf_memory *m, uint32_t block, uint8_t how, uint64_t cycle, nf_err *e) {
  if (m->state[block] & how)
    return nf_err_set(e, NF_EXIT_FAILED, "block %u of a result was %s twice", block,
                      how == WRITTEN ? "written" : "added up");
  m->completed += m->state[block] == 0;
  m->state[block] |= how;
  m->at[block] = cycle;
  return NF_EXIT_OK;
}

static int store(nf_memory *m, lane *l, uint64_t cycle, nf_err *e) {
  const uint64_t at = l->addr - NF_MEMORY_RESULTS;
  const uint32_t block = (uint32_t)(at / NF_BLOCK_BYTES);
  uint32_t *words = m->result + at / 4;
  const size_t bytes = (l->in.used - 1) * sizeof(nf_flit);
  if (m->state[block] & SUMMED && memcmp(words, &l->in.flit[1], bytes) != 0)
    return nf_err_set(e, NF_EXIT_FAILED, "block %u came back different from the sum sent", block);
  memcpy(words, &l->in.flit[1], bytes);
  m->flags |= nf_hdr_flags(&l->in.flit[0]);
  return finish(m, block, WRITTEN, cycle, e);
}

// The own contribution, as if it had come in a packet.
static int add_own(nf_memory *m, const lane *l, uint32_t block, uint8_t *flags, nf_err *e) {
  nf_flit packet[NF_MAX_PACKET_FLITS] = {l->in.flit[0]};
  const unsigned flits = l->in.used - 1;
  nf_hdr_set_flags(&packet[0], 0);
  nf_hdr_set_count(&packet[0], 1);
  memcpy(&packet[1], m->cfg.source + l->own / 4, flits * sizeof(nf_flit));
  return nf_collect_add(m->sums, block, packet, flits, flags, e);
}

// A partial sum for a block whose home this GPU is: added to what is there; the last one completes
// it.
static int reduce(nf_memory *m, lane *l, uint64_t cycle, nf_err *e) {
  const nf_flit *hdr = &l->in.flit[0];
  const uint32_t block = (uint32_t)((l->addr - NF_MEMORY_RESULTS) / NF_BLOCK_BYTES);
  const unsigned flits = l->in.used - 1;
  uint8_t *flags = &m->flag[block];
  if (l->op != NF_ENDPOINT_MEM_REDUCE) { // a sum begins, whatever an attempt before has left
    nf_collect_forget(m->sums, block);
    *flags = 0;
  }
  *flags |= (uint8_t)(nf_hdr_flags(hdr) & ~(1u << NF_FLAG_PLANE));
  if (flits && l->op == NF_ENDPOINT_MEM_REDUCE_OWN && add_own(m, l, block, flags, e) != NF_EXIT_OK)
    return e->status;
  // A sum that begins with all contributions was rounded, and divided, by the last table.
  const bool whole = l->op == NF_ENDPOINT_MEM_REDUCE_FIRST && nf_hdr_count(hdr) == m->cfg.ranks &&
                     !(nf_hdr_flags(hdr) >> NF_FLAG_PLANE & 1);
  if (flits && !whole && nf_collect_add(m->sums, block, hdr, flits, flags, e) != NF_EXIT_OK)
    return e->status;
  m->count[block] = nf_hdr_count(hdr); // the endpoint counts
  task total = {.due = answer_time(m, cycle), .hdr = *hdr};
  if (m->count[block] == m->cfg.ranks) {
    if (flits) {
      uint32_t *result = m->result + (size_t)block * BLOCK_WORDS;
      if (whole)
        memcpy(result, hdr + 1, flits * sizeof *hdr);
      else
        nf_collect_take(m->sums, block, result, flits, flags);
      if (finish(m, block, SUMMED, cycle, e) != NF_EXIT_OK)
        return e->status;
    }
    m->flags |= *flags;
  }
  nf_hdr_set_flags(&total.hdr, *flags);
  if (m->count[block] >= m->cfg.ranks)
    m->count[block] = 0;
  return heap_add(&l->totals, total) ? NF_EXIT_OK : nf_err_memory(e, "a GPU's totals");
}

static int check_address(const nf_memory *m, uint64_t addr, nf_err *e) {
  if (addr >= NF_MEMORY_RESULTS &&
      addr - NF_MEMORY_RESULTS < (m->cfg.blocks + 1ull) * NF_BLOCK_BYTES)
    return NF_EXIT_OK;
  return nf_err_set(e, NF_EXIT_FAILED, "a result goes to local address 0x%llx, where none belongs",
                    (unsigned long long)addr);
}

// A flit of a packet to memory; with the last one the packet is carried out. The first poisoned
// result is kept for the diagnosis.
static int receive(nf_memory *m, unsigned i, const nf_endpoint_out *ep, uint64_t cycle, nf_err *e) {
  lane *l = &m->lane[i];
  if (!(ep->wr_valid >> i & 1))
    return NF_EXIT_OK;
  if (l->in.used == 0) {
    l->op = ep->wr_op[i];
    l->addr = ep->wr_addr[i];
    l->own = ep->wr_own[i];
    if (check_address(m, l->addr, e) != NF_EXIT_OK)
      return e->status;
  }
  if (l->in.used == NF_MAX_PACKET_FLITS)
    return nf_err_set(e, NF_EXIT_FAILED, "a packet of more than %d flits goes to memory",
                      NF_MAX_PACKET_FLITS);
  l->in.flit[l->in.used++] = ep->wr_data[i];
  if (!(ep->wr_last >> i & 1))
    return NF_EXIT_OK;
  if (m->poisoned < 0 && nf_hdr_flags(&l->in.flit[0]) >> NF_FLAG_POISON & 1)
    m->poisoned = (int64_t)((l->addr - NF_MEMORY_RESULTS) / NF_BLOCK_BYTES);
  if (!(ep->wr_err >> i & 1))
    l->op == NF_ENDPOINT_MEM_WRITE ? store(m, l, cycle, e) : reduce(m, l, cycle, e);
  l->in.used = 0;
  return e->status;
}

// ------------------------------------------------------------------------------- the interface
void nf_memory_drive(const nf_memory *m, nf_endpoint_in *in) {
  in->rd_ready = (uint16_t)((1u << VCS * m->cfg.lanes) - 1);
  in->rt_valid = in->rt_last = 0;
  in->tot_valid = 0;
  for (unsigned i = 0; i < m->cfg.lanes; i++) {
    const lane *l = &m->lane[i];
    for (unsigned v = 0; v < VCS; v++) {
      const stream *s = &l->out[v];
      if (s->sent == s->used)
        continue;
      in->rt_valid |= (uint16_t)(1u << (VCS * i + v));
      in->rt_last |= (uint16_t)((unsigned)(s->sent + 1 == s->used) << (VCS * i + v));
      in->rt_data[VCS * i + v] = s->flit[s->sent];
    }
    // A total is on the interface from the cycle on in which it is due; the step keeps it in front.
    if (l->totals.used && l->totals.task[0].due == 0) {
      in->tot_valid |= (uint8_t)(1u << i);
      in->tot_hdr[i] = l->totals.task[0].hdr;
    }
  }
}

static int take_reads(nf_memory *m, unsigned i, const nf_endpoint_out *ep, uint64_t cycle,
                      nf_err *e) {
  for (unsigned v = 0; v < VCS; v++) {
    const unsigned k = VCS * i + v;
    if (!(ep->rd_valid >> k & 1) || is_dropped(m, &ep->rd_hdr[k], ep->rd_addr[k]))
      continue;
    const task t = {answer_time(m, cycle), ep->rd_addr[k], ep->rd_hdr[k]};
    if (!heap_add(&m->lane[i].reads[v], t))
      return nf_err_memory(e, "a GPU's reads");
  }
  return NF_EXIT_OK;
}

int nf_memory_step(nf_memory *m, const nf_endpoint_out *ep, uint64_t cycle, nf_err *e) {
  for (unsigned i = 0; i < m->cfg.lanes; i++) {
    lane *l = &m->lane[i];
    for (unsigned v = 0; v < VCS; v++) {
      stream *s = &l->out[v];
      if (s->sent < s->used && ep->rt_ready >> (VCS * i + v) & 1)
        s->sent++;
      if (s->sent == s->used)
        next_read(m, l, v, cycle);
    }
    if (l->totals.used && l->totals.task[0].due == 0 && ep->tot_ready >> i & 1)
      heap_take(&l->totals);
    if (take_reads(m, i, ep, cycle, e) != NF_EXIT_OK || receive(m, i, ep, cycle, e) != NF_EXIT_OK)
      return e->status;
    if (l->totals.used && l->totals.task[0].due <= cycle)
      l->totals.task[0].due = 0;
  }
  return NF_EXIT_OK;
}

void nf_memory_abort(nf_memory *m) {
  const size_t blocks = m->cfg.blocks + 1;
  m->completed = 0;
  m->flags = 0;
  m->poisoned = -1;
  memset(m->result, 0, blocks * NF_BLOCK_BYTES);
  memset(m->count, 0, blocks * sizeof *m->count);
  memset(m->state, 0, blocks);
  memset(m->at, 0, blocks * sizeof *m->at);
}

void nf_memory_stall(nf_memory *m, uint64_t until) { m->stalled_until = until; }

const uint32_t *nf_memory_results(const nf_memory *m) { return m->result; }
bool nf_memory_complete(const nf_memory *m, uint32_t block) { return m->state[block] != 0; }
uint32_t nf_memory_completed(const nf_memory *m) { return m->completed; }
uint64_t nf_memory_completed_at(const nf_memory *m, uint32_t block) { return m->at[block]; }
unsigned nf_memory_count(const nf_memory *m, uint32_t block) { return m->count[block]; }
uint8_t nf_memory_flags(const nf_memory *m) { return m->flags; }
int64_t nf_memory_poisoned(const nf_memory *m) { return m->poisoned; }

void nf_memory_close(nf_memory *m) {
  if (!m)
    return;
  for (unsigned i = 0; i < NF_MAX_LINKS; i++) {
    for (unsigned v = 0; v < VCS; v++)
      free(m->lane[i].reads[v].task);
    free(m->lane[i].totals.task);
  }
  nf_collect_close(m->sums);
  free(m->result);
  free(m->count);
  free(m->flag);
  free(m->state);
  free(m->at);
  free(m);
}
