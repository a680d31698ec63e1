// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "collective.h"

#include "crossbar.h"
#include "lane.h"
#include "share.h"
#include "sim/common/rng.h"
#include "sim/common/timeout.h"
#include "table.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

// Distances in cycles, besides those of agenda.h.
enum {
  NEXT_WAVE = 4,    // last job of a wave to the first one of the next, same command
  JOB_HEADER = 3,   // job to its header on the link, without a read
  ANSWER_READ = -1, // a pull request at the memory to its read: a packet with payload comes later
  TOTAL_READ = 4,   // a sum that is complete to the read of it
  ACK_RUN = 7,      // acknowledgements that may go before another response that waits
  SHORT = 1,        // flits of a packet without payload
  LONG = NF_MAX_PACKET_FLITS,
  PATIENCE = 1000, // chunks in which an endpoint may have nothing to send
  AHEAD = 16       // chunks that a plane goes on by itself, at most
};

// A wave that is outstanding.
typedef struct {
  uint32_t first, left; // block; blocks that are not complete
  uint32_t shared;      // `left` when workers last met
  uint32_t first_tag;   // in the plane of the first block
  uint32_t begin;       // tick
  uint32_t last;        // tick of the latest completion
  uint32_t seen;        // of the latest packet that completed something
} wave;

// What a worker of planes tells the others of a rank: what came of a wave, or of the rank itself.
typedef struct {
  uint32_t rank, wave;      // place; NF_FAST_WAVES: the rank
  uint32_t blocks, due;     // complete; acknowledgements, modulo 2^32
  uint32_t last, seen;      // ticks
  uint32_t waves_may_begin; // tick; 0: nothing new
} news;
_Static_assert(sizeof(news) <= NF_FAST_TOLD, "a record of nf_fast_tell");

typedef struct {
  uint32_t begin;      // first block of its waves
  uint32_t next, end;  // block of the next wave; behind the last
  uint32_t open, done; // waves outstanding; of them complete, and not ended yet
  uint32_t job;        // tick of the latest job
  uint32_t complete;   // blocks in memory
  uint32_t last;       // tick of the last completion or acknowledgement
  uint32_t due;        // acknowledgements
  uint32_t shared_complete, shared_due, shared_last; // of these when workers last met
  uint32_t waves_may_begin;                          // tick at which a barrier is done; 0: not yet
  bool finished;
  uint8_t *wave_of;            // by wave number: place in `wave`
  uint8_t full[NF_FAST_WAVES]; // places of waves that are complete
  uint64_t free;               // places
  wave wave[NF_FAST_WAVES];
  uint32_t *sent; // see sent_at
} rank;

typedef struct {
  const nf_fast_collective_cfg *cfg;
  nf_fast_collective_result *r;
  nf_fast *f;
  nf_err *e;
  rank *rank;
  nf_fast_lane *lane; // by site
  uint16_t *count;    // by block: contributions that its home GPU holds
  uint32_t *sum;      // likewise, with payload: their term
  uint32_t blocks, planes, wave_blocks;
  uint32_t part;           // of a pull: blocks that each rank asks for
  uint32_t sent_lines;     // times of a wave in a plane
  nf_fast_divisor by_wave; // blocks of a wave
  uint32_t chunk;          // ticks, see run_chunks
  uint32_t *at;            // by plane: how far it has come
  uint32_t unfinished;     // ranks
  news *news;              // of workers that have planes of their own
  uint32_t news_count;
  uint64_t complete; // blocks in memory, of all ranks
} job;

// ------------------------------------------------------------------------------- chance
// Every draw has a name, so that it does not matter who draws first.
static uint32_t memory_ticks(const job *j, unsigned r, unsigned what, uint32_t block) {
  nf_rng rng = {j->cfg->seed * 0x100000001b3ull ^
                ((uint64_t)r << 34 | (uint64_t)what << 32 | block)};
  nf_rng_next(&rng);
  const uint32_t spread = j->cfg->latency;
  return (1 + j->cfg->latency + (spread ? nf_rng_below(&rng, spread) : 0)) * NF_FAST_CYCLE;
}
enum { OF_SOURCE, OF_TOTAL, OF_SUM, OF_ANSWER };

// ------------------------------------------------------------------------------- packets to come
static uint32_t number_of(const job *j, unsigned r, unsigned plane) {
  const nf_fast_fabric *f = j->f->fabric;
  return f->endpoint_site[(size_t)plane * f->graph->endpoints + r];
}

static nf_fast_site *site_of(const job *j, unsigned r, unsigned plane) {
  return &j->f->fabric->site[number_of(j, r, plane)];
}

// In a team each worker has the ranks that are its own; of workers of planes all have all ranks,
// and hear behind each chunk what came of them in other planes.
static bool mine(const job *j, unsigned r) {
  return j->f->fabric->by_plane || site_of(j, r, 0)->mine;
}

static nf_fast_lane *lane_of(const nf_fast_site *s) { return s->lane; }

static void plan_request(job *j, const nf_fast_site *s, uint64_t task) {
  nf_fast_agenda_add(j->f, &lane_of(s)->read[0], task);
}

static void plan_response(job *j, const nf_fast_site *s, uint64_t task) {
  nf_fast_agenda_add(j->f, &lane_of(s)->read[1], task);
}

// What comes as a request holds one of 16 places until its acknowledgement leaves
// (docs/endpoint/nf_endpoint_lane.md, Room); responses never wait for theirs.
static void acknowledge(job *j, nf_fast_site *s, const nf_fast_packet *of, uint32_t now) {
  const bool request = nf_fast_opcode(of) == NF_OPCODE_MCAST_WRITE;
  if (request)
    nf_fast_hold(s, 0);
  nf_fast_acks_add(
      j->f, &lane_of(s)->acks,
      (nf_fast_ack){now + NF_FAST_ACK_HEADER * NF_FAST_CYCLE, of->tag, of->from, request});
}

// ------------------------------------------------------------------------------- waves
static uint32_t block_of(const job *j, const nf_fast_site *s, uint32_t tag) {
  return tag * j->planes + s->plane;
}

static unsigned wave_place(const job *j, const rank *r, uint32_t block) {
  return r->wave_of[nf_fast_quotient(block - r->begin, &j->by_wave)];
}

// Where the time is kept at which the packet of a block, of the wave in a place, was on the link:
// the times of a plane together, as planes are run one after the other.
static uint32_t *sent_at(const job *j, const rank *r, unsigned at, const nf_fast_site *s,
                         uint32_t tag) {
  return &r->sent[((size_t)s->plane * j->cfg->waves + at) * j->sent_lines + tag -
                  r->wave[at].first_tag];
}

// Where a rank's next jobs are put, in all planes: one miss of the caches in place of one a plane.
static void fetch_lanes(const job *j, unsigned n) {
  for (uint32_t k = 0; k < j->planes; k++)
    __builtin_prefetch(&j->lane[number_of(j, n, k)], 1);
  for (uint32_t k = 0; k < j->planes; k++) {
    const nf_fast_agenda *a = &j->lane[number_of(j, n, k)].read[0];
    if (a->task)
      __builtin_prefetch(&a->task[(a->ring.put - 1) & a->ring.mask], 1);
  }
}

// Jobs of one wave, one a cycle, each lane every other one; planned plane after plane.
static void begin_wave(job *j, unsigned n, uint32_t now) {
  rank *r = &j->rank[n];
  const bool pull = j->cfg->method == NF_FAST_PULL;
  const uint32_t number = (r->next - r->begin) / j->wave_blocks;
  const unsigned at = (unsigned)__builtin_ctzll(r->free);
  wave *w = &r->wave[at];
  r->free &= r->free - 1;
  r->open++;
  r->wave_of[number] = (uint8_t)at;
  w->first = r->next;
  w->first_tag = r->next / j->planes;
  w->begin = now;
  const uint32_t left = r->end - r->next;
  w->left = left < j->wave_blocks ? left : j->wave_blocks;
  w->shared = w->left;
  w->last = w->seen = 0;
  // On a single lane the last job waits a cycle while the next wave is on its way already.
  const uint32_t ahead = (pull ? NEXT_WAVE : NF_FAST_FIRST_JOB) * NF_FAST_CYCLE,
                 behind = r->job + ahead - (j->planes > 1 ? 0 : NF_FAST_CYCLE),
                 begin = now + ahead > behind ? now + ahead : behind,
                 step = j->planes > 1 ? NF_FAST_CYCLE : 2 * NF_FAST_CYCLE;
  if (j->planes > 1)
    fetch_lanes(j, n);
  for (uint32_t k = 0; k < j->planes && k < w->left; k++) {
    const nf_fast_site *s = site_of(j, n, (w->first + k) % j->planes);
    uint32_t tag = (w->first + k) / j->planes;
    for (uint32_t i = k; s->mine && i < w->left; i += j->planes, tag++) {
      const uint32_t when = begin + i * step;
      if (pull)
        plan_request(
            j, s, nf_fast_task(when + JOB_HEADER * NF_FAST_CYCLE, tag, NF_OPCODE_PULL_REQ, false));
      else
        plan_request(j, s,
                     nf_fast_task(when + (NF_FAST_JOB_READ + NF_FAST_READ_HEADER) * NF_FAST_CYCLE +
                                      memory_ticks(j, n, OF_SOURCE, w->first + i),
                                  tag, NF_OPCODE_PUSH_WRITE, true));
    }
  }
  r->next += w->left;
  r->job = begin + (w->left - 1) * step;
}

static void begin_waves(job *j, unsigned n, uint32_t now) {
  rank *r = &j->rank[n];
  while (r->next < r->end && r->open < j->cfg->waves)
    begin_wave(j, n, now);
}

// Blocks of an outstanding wave are complete since a tick, by a packet that came now.
static void count_blocks(rank *r, wave *w, uint32_t blocks, uint32_t when, uint32_t now) {
  w->last = when > w->last ? when : w->last;
  w->seen = now > w->seen ? now : w->seen;
  w->left -= blocks;
  if (w->left == 0)
    r->full[r->done++] = (uint8_t)(w - r->wave);
}

static void note_latency(job *j, const rank *r, unsigned at, const nf_fast_site *s, uint32_t tag,
                         uint32_t now) {
  nf_fast_note(&j->r->latency, now - *sent_at(j, r, at, s, tag), 0);
}

static void note_complete(job *j, rank *r, uint32_t now) {
  r->complete++;
  r->last = now > r->last ? now : r->last;
  j->complete++;
}

// The result of a push is in memory.
static void take_result(job *j, rank *r, const nf_fast_site *s, const nf_fast_packet *p,
                        uint32_t block, uint32_t now) {
  const unsigned at = wave_place(j, r, block);
  note_latency(j, r, at, s, p->tag, now);
  note_complete(j, r, now);
  count_blocks(r, &r->wave[at], 1, now, now);
}

// ------------------------------------------------------------------------------- workers of planes
static void add_news(job *j, const news *n) { j->news[j->news_count++] = *n; }

static void add_news_of(job *j, unsigned n) {
  rank *r = &j->rank[n];
  for (unsigned at = 0; at < j->cfg->waves; at++) {
    wave *w = &r->wave[at];
    if (!(r->free >> at & 1) && w->left != w->shared)
      add_news(j, &(news){.rank = n,
                          .wave = at,
                          .blocks = w->shared - w->left,
                          .last = w->last,
                          .seen = w->seen});
    w->shared = w->left;
  }
  if (r->complete != r->shared_complete || r->due != r->shared_due || r->last != r->shared_last ||
      r->waves_may_begin)
    add_news(j, &(news){.rank = n,
                        .wave = NF_FAST_WAVES,
                        .blocks = r->complete - r->shared_complete,
                        .due = r->due - r->shared_due,
                        .last = r->last,
                        .waves_may_begin = r->waves_may_begin});
}

static void take_news(void *ctx, const void *record) {
  job *j = ctx;
  news n;
  memcpy(&n, record, sizeof n);
  rank *r = &j->rank[n.rank];
  if (n.wave < NF_FAST_WAVES) {
    count_blocks(r, &r->wave[n.wave], n.blocks, n.last, n.seen);
    r->wave[n.wave].shared = r->wave[n.wave].left;
    return;
  }
  r->complete += n.blocks;
  r->due += n.due;
  r->last = n.last > r->last ? n.last : r->last;
  r->waves_may_begin = n.waves_may_begin ? n.waves_may_begin : r->waves_may_begin;
}

// Behind a chunk all workers know all of all ranks.
static void meet(job *j) {
  j->news_count = 0;
  for (unsigned n = 0; n < j->cfg->ranks; n++)
    add_news_of(j, n);
  nf_fast_tell(j->f, j->news, sizeof *j->news, j->news_count, take_news, j);
  for (unsigned n = 0; n < j->cfg->ranks; n++) {
    rank *r = &j->rank[n];
    r->shared_complete = r->complete;
    r->shared_due = r->due;
    r->shared_last = r->last;
    if (r->waves_may_begin)
      begin_waves(j, n, r->waves_may_begin);
    r->waves_may_begin = 0;
  }
}

// Complete waves end chunk by chunk, in the order of their times.
static bool ends_before(const job *j, const rank *r, uint8_t a, uint8_t b) {
  const wave *one = &r->wave[a], *other = &r->wave[b];
  const uint32_t in = (one->seen - 1) / j->chunk, other_in = (other->seen - 1) / j->chunk;
  if (in != other_in)
    return in < other_in;
  return one->last != other->last ? one->last < other->last : a < b;
}

// What is over by the end of a chunk: waves, and then the next ones.
static void end_chunk(job *j, uint32_t end) {
  for (unsigned n = 0; n < j->cfg->ranks; n++) {
    if (!mine(j, n))
      continue;
    rank *r = &j->rank[n];
    for (;;) {
      unsigned first = r->done;
      for (unsigned i = 0; i < r->done; i++)
        if (r->wave[r->full[i]].seen < end &&
            (first == r->done || ends_before(j, r, r->full[i], r->full[first])))
          first = i;
      if (first == r->done)
        break;
      const uint8_t at = r->full[first];
      r->full[first] = r->full[--r->done];
      r->free |= 1ull << at;
      r->open--;
      if (j->f->trace)
        nf_fast_trace_wave(j->f->trace, n, r->wave[at].first, r->wave[at].begin, r->wave[at].last);
      begin_waves(j, n,
                  r->wave[at].last +
                      (j->cfg->method == NF_FAST_PULL ? 0 : NF_FAST_COMMAND * NF_FAST_CYCLE));
    }
    if (!r->finished && r->complete == j->blocks && r->open == 0 && r->due == 0) {
      r->finished = true;
      j->unfinished--;
      j->r->ticks = r->last > j->r->ticks ? r->last : j->r->ticks;
    }
  }
}

// ------------------------------------------------------------------------------- what arrives
// The payload of a packet; 0: there is none.
static uint32_t carried(const job *j, const nf_fast_site *s, const nf_fast_packet *p) {
  return j->f->payload ? nf_fast_payload_of(j->f->payload, s->plane, j->planes, p, j->e) : 0;
}

// A result is in a rank's memory, which it comes to once.
static void hold(job *j, unsigned n, uint32_t block, uint32_t term) {
  if (!j->f->payload)
    return;
  uint32_t *held = nf_fast_payload_held(j->f->payload, n, block);
  if (*held)
    nf_err_set(j->e, NF_EXIT_FAILED, "payload: block %u of rank %u is written twice", block, n);
  *held = term;
}

// The sum of a block is in the memory of its home GPU, or of who pulled it: read it, multicast it.
static void send_sum(job *j, nf_fast_site *s, const nf_fast_packet *p, bool to_all, uint32_t term,
                     uint32_t now) {
  const unsigned n = s->node;
  const uint32_t block = block_of(j, s, p->tag),
                 total = now + memory_ticks(j, n, OF_TOTAL, block) + TOTAL_READ * NF_FAST_CYCLE;
  const uint32_t due =
      total + memory_ticks(j, n, OF_SUM, block) + NF_FAST_READ_HEADER * NF_FAST_CYCLE;
  j->rank[n].due += j->cfg->ranks - !to_all;
  if (!to_all)
    count_blocks(&j->rank[n], &j->rank[n].wave[wave_place(j, &j->rank[n], block)], 1, total, now);
  const nf_fast_packet made = {.tag = p->tag, .from = (uint16_t)n, .kind = NF_OPCODE_MCAST_WRITE};
  if (term)
    nf_fast_payload_send(j->f->payload, s->plane, &made, term, j->e);
  plan_request(j, s, nf_fast_task(due, p->tag, NF_OPCODE_MCAST_WRITE, to_all));
}

static void take_partial(job *j, nf_fast_site *s, const nf_fast_packet *p, uint32_t now) {
  const uint32_t number = block_of(j, s, p->tag),
                 block =
                     number < j->blocks ? number : j->blocks; // a barrier's is behind all others
  uint32_t sum = 0;
  if (p->flits != SHORT)
    acknowledge(j, s, p, now);
  if (p->flits != SHORT && j->f->payload) {
    const uint32_t part = carried(j, s, p);
    sum = j->sum[block] ? nf_fast_payload_add(j->f->payload, j->sum[block], part, j->e) : part;
    j->sum[block] = sum;
  }
  j->count[block] = (uint16_t)(j->count[block] + p->count);
  if (j->count[block] != j->cfg->ranks)
    return;
  if (block < j->blocks)
    send_sum(j, s, p, true, sum, now);
  else // nothing of it was in a memory
    plan_response(j, s,
                  nf_fast_task(now + NF_FAST_ACK_HEADER * NF_FAST_CYCLE, p->tag,
                               NF_OPCODE_BARRIER_DONE, true));
}

// Who has pulled a block adds its own contribution to what came.
static uint32_t take_pulled(job *j, const nf_fast_site *s, const nf_fast_packet *p) {
  const uint32_t block = block_of(j, s, p->tag);
  if (!j->f->payload)
    return 0;
  const uint32_t own = nf_fast_payload_leaf(j->f->payload, s->node, block, j->e),
                 sum = nf_fast_payload_add(j->f->payload, own, carried(j, s, p), j->e);
  hold(j, s->node, block, sum);
  return sum;
}

static void deliver(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now) {
  job *j = f->ctx;
  rank *r = &j->rank[s->node];
  const uint32_t block = block_of(j, s, p->tag);
  switch (nf_fast_opcode(p)) {
  case NF_OPCODE_PUSH_RESULT:
    if (j->cfg->result_acks)
      acknowledge(j, s, p, now);
    hold(j, s->node, block, carried(j, s, p));
    take_result(j, r, s, p, block, now);
    break;
  case NF_OPCODE_MCAST_WRITE:
    acknowledge(j, s, p, now);
    hold(j, s->node, block, carried(j, s, p));
    if (j->cfg->method == NF_FAST_PUSH)
      take_result(j, r, s, p, block, now);
    else
      note_complete(j, r, now);
    break;
  case NF_OPCODE_PUSH_PARTIAL:
    take_partial(j, s, p, now);
    break;
  case NF_OPCODE_PULL_REQ:
    plan_response(j, s,
                  nf_fast_task(now + memory_ticks(j, s->node, OF_ANSWER, block) +
                                   (ANSWER_READ + NF_FAST_READ_HEADER) * NF_FAST_CYCLE,
                               p->tag, NF_OPCODE_PULL_RSP, true));
    break;
  case NF_OPCODE_PULL_RSP:
    note_latency(j, r, wave_place(j, r, block), s, p->tag, now);
    note_complete(j, r, now);
    send_sum(j, s, p, false, take_pulled(j, s, p), now);
    break;
  case NF_OPCODE_WRITE_ACK:
    r->due--;
    r->last = now > r->last ? now : r->last;
    break;
  case NF_OPCODE_BARRIER_DONE:
    r->waves_may_begin = now + NF_FAST_FIRST_JOB * NF_FAST_CYCLE;
    if (!f->fabric->by_plane)
      begin_waves(j, s->node, r->waves_may_begin);
    break;
  default:
    nf_err_set(j->e, NF_EXIT_FAILED, "endpoint %u was sent a packet of opcode %u", s->node,
               nf_fast_opcode(p));
  }
}

// ------------------------------------------------------------------------------- what is sent
// The rank that asks for a block.
static uint16_t asks_for(const job *j, uint32_t block) { return (uint16_t)(block / j->part); }

// Of responses acknowledgements go first, seven in a row.
static inline bool acks_next(nf_fast_lane *l, uint32_t now) {
  const bool other = l->read[1].ring.due <= now;
  if (l->acks.ring.due <= now && !(other && l->run == ACK_RUN)) {
    l->run = (uint8_t)(l->run + (l->run < ACK_RUN));
    return true;
  }
  l->run = 0;
  return false;
}

// A channel's next packet leaves its list; false: none is due.
static bool take(nf_fast *f, nf_fast_site *s, nf_fast_lane *l, unsigned vc, uint32_t now) {
  const job *j = f->ctx;
  nf_fast_packet *p = &l->next[vc];
  p->from = (uint16_t)s->node;
  if (vc == 1 && acks_next(l, now)) {
    const nf_fast_ack *a = nf_fast_acks_take(&l->acks);
    p->tag = a->tag;
    p->to = a->to;
    p->count = a->request;
    p->kind = NF_OPCODE_WRITE_ACK;
    p->flits = SHORT;
    if (a->request)
      nf_fast_let_go(f, s, 0, now);
    return true;
  }
  if (l->read[vc].ring.due > now)
    return false;
  const uint64_t t = nf_fast_agenda_take(&l->read[vc]);
  const unsigned opcode = nf_fast_task_opcode(t);
  p->tag = nf_fast_task_tag(t);
  p->to = opcode == NF_OPCODE_PULL_RSP ? asks_for(j, block_of(j, s, p->tag)) : 0;
  p->count = nf_fast_task_count(t);
  p->kind = (uint8_t)opcode;
  p->flits = opcode == NF_OPCODE_PULL_REQ || opcode == NF_OPCODE_BARRIER ||
                     opcode == NF_OPCODE_BARRIER_DONE
                 ? SHORT
                 : LONG;
  return true;
}

// A contribution, or the request for a sum, is on its rank's link.
static void sent(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, uint32_t now) {
  const job *j = f->ctx;
  const rank *r = &j->rank[s->node];
  if (p->kind == NF_OPCODE_PUSH_WRITE || p->kind == NF_OPCODE_PULL_REQ)
    *sent_at(j, r, wave_place(j, r, block_of(j, s, p->tag)), s, p->tag) = now;
}

static void run_endpoint(nf_fast *f, nf_fast_site *s) {
  static const nf_fast_lane_calls calls = {.arrived = deliver, .sent = sent, .take = take};
  nf_fast_lane_run(f, s, lane_of(s), &calls);
}

// What an endpoint will look at first.
static void fetch(const nf_fast *f, const nf_fast_site *s) {
  const job *j = f->ctx;
  const nf_fast_lane *l = lane_of(s);
  __builtin_prefetch(&l->read[0].task[l->read[0].ring.take & l->read[0].ring.mask]);
  __builtin_prefetch(&l->acks.ack[l->acks.ring.take & l->acks.ring.mask]);
  __builtin_prefetch(&j->rank[s->node]);
}

// ------------------------------------------------------------------------------- the run
static uint32_t blocks_of(const nf_fast_collective_cfg *cfg) {
  return (uint32_t)((cfg->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES);
}

// A push goes through the whole buffer; of a pull each rank asks for a part, whole waves.
static uint32_t part_of(const nf_fast_collective_cfg *cfg) {
  const uint32_t blocks = blocks_of(cfg);
  return cfg->method == NF_FAST_PULL ? (blocks + cfg->ranks - 1) / cfg->ranks : blocks;
}

// As many as fabric.c gives the switches.
static uint64_t tables_of(const nf_graph *g) {
  uint64_t tables = 0;
  for (uint32_t i = g->endpoints; i < g->nodes; i++)
    tables += g->node[i].ports > NF_MAX_PORTS ? g->node[i].ports : NF_MAX_PORTS;
  return tables;
}

uint64_t nf_fast_collective_bytes(const nf_fast_collective_cfg *cfg, const nf_graph *g) {
  const uint64_t waves = blocks_of(cfg) / cfg->wave_blocks + 2ull,
                 open = (uint64_t)cfg->waves * cfg->wave_blocks, switches = g->nodes - g->endpoints,
                 tables = tables_of(g) * sizeof(nf_fast_table),
                 trees = switches / g->planes * switches * 8 * (sizeof(uint64_t) + 3);
  return cfg->ranks * (sizeof(rank) + waves + open * (sizeof(uint32_t) + 2 * sizeof(uint64_t)) +
                       g->planes * sizeof(nf_fast_lane)) +
         blocks_of(cfg) * sizeof(uint16_t) + tables + trees;
}

static int open_rank(job *j, unsigned n) {
  rank *r = &j->rank[n];
  const uint32_t part = part_of(j->cfg);
  const bool pull = j->cfg->method == NF_FAST_PULL;
  r->next = pull ? (n * part < j->blocks ? n * part : j->blocks) : 0;
  r->begin = r->next;
  r->end = pull && (n + 1) * part < j->blocks ? (n + 1) * part : j->blocks;
  r->free = j->cfg->waves < 64 ? (1ull << j->cfg->waves) - 1 : ~0ull;
  r->job = NF_FAST_CYCLE;
  r->wave_of = calloc(j->blocks / j->wave_blocks + 2u, 1);
  r->sent = calloc((size_t)j->planes * j->cfg->waves * j->sent_lines, sizeof *r->sent);
  if (!r->wave_of || !r->sent)
    return nf_err_memory(j->e, "waves");
  return NF_EXIT_OK;
}

static int open_job(job *j) {
  const nf_fast_fabric *f = j->f->fabric;
  j->planes = f->planes;
  j->blocks = blocks_of(j->cfg);
  if (j->blocks / j->planes + 2 * j->f->plan->plane[0].slots >= NF_FAST_TAGS) // a barrier's is last
    return nf_fast_too_long(j->e);
  j->part = part_of(j->cfg);
  j->wave_blocks = j->cfg->wave_blocks;
  j->sent_lines = j->wave_blocks / j->planes + 2;
  j->by_wave = nf_fast_divide_by(j->wave_blocks);
  j->rank = calloc(f->graph->endpoints, sizeof *j->rank);
  j->lane = calloc(f->sites, sizeof *j->lane);
  j->count = calloc(j->blocks + 1u, sizeof *j->count);
  if (f->by_plane)
    j->news = malloc(j->cfg->ranks * (j->cfg->waves + 1ull) * sizeof *j->news);
  j->chunk = (j->cfg->latency + NF_FAST_JOB_READ + NF_FAST_READ_HEADER) * NF_FAST_CYCLE;
  j->at = calloc(j->planes, sizeof *j->at);
  for (uint32_t k = 0; j->at && k < j->planes; k++)
    j->at[k] = 1;
  j->sum = j->f->payload ? calloc(j->blocks + 1u, sizeof *j->sum) : NULL;
  if (!j->rank || !j->lane || !j->count || !j->at || (j->f->payload && !j->sum) ||
      (f->by_plane && !j->news))
    return nf_err_memory(j->e, "the ranks");
  for (uint32_t i = 0; i < f->sites; i++) {
    const nf_fast_site *site = &f->site[i];
    nf_rng rng = {~j->cfg->seed * 0x100000001b3ull ^ ((uint64_t)site->plane << 32 | site->node)};
    for (unsigned k = 0; k < NF_FAST_SOURCES; k++)
      nf_fast_agenda_open(&j->lane[i].read[k], (uint32_t)nf_rng_next(&rng));
    j->lane[i].acks.ring.due = NF_FAST_NEVER;
    f->site[i].lane = &j->lane[i];
  }
  if (j->f->payload &&
      nf_fast_payload_cut(j->f->payload, NF_BLOCK_BYTES / 4, j->blocks, j->e) != NF_EXIT_OK)
    return j->e->status;
  for (unsigned n = 0; n < j->cfg->ranks; n++) {
    if (!mine(j, n))
      continue;
    j->unfinished++;
    if (open_rank(j, n) != NF_EXIT_OK)
      return j->e->status;
  }
  return NF_EXIT_OK;
}

static void close_job(job *j) {
  for (unsigned n = 0; j->rank && n < j->cfg->ranks; n++) {
    free(j->rank[n].wave_of);
    free(j->rank[n].sent);
  }
  for (uint32_t i = 0; j->lane && i < j->f->fabric->sites; i++) {
    for (unsigned k = 0; k < NF_FAST_SOURCES; k++)
      free(j->lane[i].read[k].task);
    free(j->lane[i].acks.ack);
  }
  free(j->rank);
  free(j->lane);
  free(j->count);
  free(j->at);
  free(j->news);
  free(j->sum);
}

static void start(job *j) {
  const nf_fast_plan_plane *p = j->f->plan ? &j->f->plan->plane[0] : NULL;
  for (unsigned n = 0; n < j->cfg->ranks; n++) {
    if (!mine(j, n))
      continue;
    if (!j->cfg->barrier) {
      begin_waves(j, n, NF_FAST_CYCLE);
      continue;
    }
    const uint32_t tag = (j->blocks / p->slots + 1) * p->slots;
    plan_request(j, site_of(j, n, 0),
                 nf_fast_task((NF_FAST_FIRST_JOB + JOB_HEADER) * NF_FAST_CYCLE, tag,
                              NF_OPCODE_BARRIER, true));
  }
}

// How far a plane may go on from a tick, when all planes have come so far that what no wave has
// asked for yet is asked for from tick `known` on. A lane sends what was asked for before that
// first, however late it is: as long as it has such requests, one a packet's time, nothing that is
// not known can take part. So a plane is run for long, with what it touches in the caches.
static uint32_t goes_on_until(const job *j, unsigned plane, uint32_t from, uint32_t known) {
  const nf_fast *f = j->f;
  if ((f->team && !f->fabric->by_plane) || f->trace || from > NF_FAST_LONGEST - AHEAD * j->chunk)
    return known;
  uint32_t until = from + AHEAD * j->chunk;
  for (unsigned n = 0; n < j->cfg->ranks && until > known; n++) {
    if (j->rank[n].next == j->rank[n].end) // all of its waves are known
      continue;
    const nf_fast_site *s = site_of(j, n, plane);
    const uint32_t older = nf_fast_agenda_before(&lane_of(s)->read[0], known),
                   flits = older > 2 ? (older - 2) * (j->cfg->method == NF_FAST_PULL ? SHORT : LONG)
                                     : 0,
                   busy = from + flits * s->out[0].flit;
    until = busy < until ? busy : until;
  }
  until -= (until - 1) % j->chunk;
  return until > known ? until : known;
}

// Chunk after chunk, all planes; between two of them nothing that one plane does reaches another,
// as it would have to go through a memory.
static int run_chunks(job *j) {
  nf_fast *f = j->f;
  enum { UNFINISHED, INSIDE, EVENTS, COMPLETE, NUMBERS };
  const uint32_t most = f->fabric->window,
                 window = j->cfg->window && j->cfg->window < most ? j->cfg->window : most;
  uint64_t moved = 0, now[NUMBERS] = {1, 1, 0, 0}; // of all workers
  uint32_t rest = nf_fast_wires_rest(f->fabric);
  nf_fast_latest(f, &rest);
  const uint64_t patience = (uint64_t)PATIENCE * j->chunk + rest +
                            nf_timeout_cycles(nf_timeout_register(j->cfg->timeout)) * NF_FAST_CYCLE;
  uint64_t quiet = 0;
  for (uint32_t from = 1, end; now[UNFINISHED] || now[INSIDE]; from = end) {
    if (from > NF_FAST_LONGEST - j->chunk)
      return nf_fast_too_long(j->e);
    end = NF_FAST_NEVER;
    for (unsigned k = 0; k < nf_fast_fabric_turns(f->fabric); k++) {
      const unsigned plane = nf_fast_fabric_plane(f->fabric, k);
      uint32_t *at = &j->at[plane];
      const uint32_t until = goes_on_until(j, plane, *at, from + j->chunk);
      if (until > *at) {
        nf_fast_run(f, plane, *at, until - *at, window);
        *at = until;
      }
      end = *at < end ? *at : end;
    }
    if (f->fabric->by_plane) {
      uint32_t behind = ~end;
      nf_fast_latest(f, &behind);
      end = ~behind;
      meet(j);
    }
    end_chunk(j, end);
    now[UNFINISHED] = f->fabric->by_plane && f->fabric->me ? 0 : j->unfinished; // all have all
    now[INSIDE] = f->injected + (uint64_t)f->made - f->delivered;
    now[EVENTS] = f->events;
    now[COMPLETE] = j->complete;
    if (nf_fast_agree(f, now, NUMBERS) != NF_EXIT_OK)
      return j->e->status;
    nf_fast_show(f, now[COMPLETE], (uint64_t)j->blocks * j->cfg->ranks, from);
    quiet = now[EVENTS] == moved ? quiet + (end - from) : 0;
    moved = now[EVENTS];
    if (quiet > patience && (now[UNFINISHED] || now[INSIDE]))
      return nf_err_set(
          j->e, NF_EXIT_STALLED,
          "stalled: no packet moved for %llu ns; %u ranks are not done, %llu packets wait",
          (unsigned long long)(quiet * NF_FAST_TICK_PS / 1000), (unsigned)now[UNFINISHED],
          (unsigned long long)now[INSIDE]);
  }
  return NF_EXIT_OK;
}

int nf_fast_collective_run(nf_fast *f, const nf_fast_collective_cfg *cfg,
                           nf_fast_collective_result *r, nf_err *e) {
  job j = {.cfg = cfg, .r = r, .f = f, .e = e};
  nf_fast_plan plan;
  nf_fast_tables tables = {.members = (uint16_t)cfg->ranks,
                           .entries = (uint16_t)cfg->table_entries,
                           .part_blocks = cfg->wave_blocks};
  const uint32_t timeout = nf_timeout_register(cfg->timeout);
  tables.timeout = timeout & 0xff;
  tables.period = nf_fast_divide_by((uint32_t)NF_TICK_CYCLES * NF_FAST_CYCLE << (timeout >> 8));
  f->deliver = deliver;
  f->endpoint = run_endpoint;
  f->fetch = fetch;
  f->ctx = &j;
  const nf_fast_plan_cfg planned = {.members = cfg->ranks,
                                    .blocks = blocks_of(cfg),
                                    .part_blocks = cfg->method == NF_FAST_PULL ? part_of(cfg)
                                                                               : cfg->wave_blocks,
                                    .pull = cfg->method == NF_FAST_PULL,
                                    .barrier = cfg->barrier,
                                    .avoid_acks = cfg->result_acks && cfg->method == NF_FAST_PUSH,
                                    .hierarchical = cfg->hierarchical};
  if (nf_fast_plan_open(&plan, f->fabric, &planned, e) == NF_EXIT_OK) {
    tables.classes = plan.classes.by;
    for (unsigned c = 0; c < tables.classes; c++)
      tables.home[c] = (uint16_t)nf_fast_plan_home_gpu(&plan, c);
    f->plan = &plan;
    if (nf_fast_tables_open(f, &tables, e) == NF_EXIT_OK &&
        (cfg->queued || nf_fast_crossbar_open(f->fabric, e) == NF_EXIT_OK) &&
        open_job(&j) == NF_EXIT_OK && f->payload)
      nf_fast_payload_tables(f->payload, f->fabric, cfg->table_entries, e);
  }
  if (nf_fast_agree(f, NULL, 0) == NF_EXIT_OK) {
    start(&j);
    uint64_t inside = 0;
    if (run_chunks(&j) == NF_EXIT_OK)
      nf_fast_check(f, &inside);
  }
  r->evictions = tables.evictions;
  r->timeouts = tables.timeouts;
  r->rests = tables.rests;
  r->partials = tables.partials;
  close_job(&j);
  nf_fast_crossbar_close(f->fabric);
  nf_fast_tables_close(f);
  nf_fast_plan_close(&plan);
  f->plan = NULL;
  return e->status;
}
