// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Between two chunks of time what has happened is handed to the steps, in the order of its ticks. A
// chunk is as long as a message takes from its begin to its first packet: so nothing that a step
// begins could have been seen in the chunk that is over.
#include "steps.h"

#include "chunks.h"
#include "compact.h"
#include "share.h"
#include "sim/common/grow.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

enum { CALM = 1000 }; // chunks in which an endpoint may have nothing to send

// In a team every worker goes through all steps, and each hears from the others what came of the
// messages whose ends are theirs.
typedef enum { HAS_ARRIVED, IS_SENT, IS_ACKNOWLEDGED } what;
typedef struct {
  uint32_t what, send, tick;
} happened;
_Static_assert(sizeof(happened) <= NF_FAST_TOLD, "a record of nf_fast_tell");

typedef struct {
  const nf_fast_steps_cfg *cfg;
  const nf_program *p;
  nf_fast *f;
  nf_err *e;
  nf_fast_messages net;
  nf_fast_chunks chunks; // in place of packets
  nf_fast_compact steps;
  uint32_t *stack; // steps that are ready and have not started
  uint32_t top;
  nf_fast_heap ends; // steps
  uint32_t done, last;
  uint32_t open;      // messages that are not acknowledged yet
  uint64_t quiet;     // ticks in which no packet moved
  uint32_t **carried; // with payload, by send: terms of its chunks, as they were when it began
  happened *news;     // of this chunk and worker, for the others
  uint32_t news_count, news_room;
} job;

static void ends(job *j, uint32_t step, uint32_t tick) {
  if (!nf_fast_heap_add(&j->ends, tick, step))
    nf_err_memory(j->e, "steps that end");
}

// ------------------------------------------------------------------------------- messages
static uint64_t offset(const job *j, uint64_t chunk) {
  const uint64_t parts = nf_schedule_parts(j->p->s);
  return j->p->s->what == NF_BARRIER ? 0 : chunk * j->cfg->bytes / parts;
}

// What a message carries is what its chunks hold when it begins: they stay as they are until all of
// it has been sent, in a schedule that is right.
static void load(job *j, uint32_t send) {
  const nf_fast_step *s = &j->steps.step[send];
  uint32_t *term = malloc(s->count * sizeof *term);
  j->carried[send] = term;
  if (!term) {
    nf_err_memory(j->e, "the payload of messages");
    return;
  }
  memcpy(term, nf_fast_payload_held(j->f->payload, s->rank, s->chunk), s->count * sizeof *term);
}

// What a step does to its rank's memory.
static void change(job *j, uint32_t step) {
  nf_fast_payload *d = j->f->payload;
  const nf_fast_step *s = &j->steps.step[step];
  uint32_t *to = nf_fast_payload_held(d, s->rank, s->chunk), *carried = NULL;
  const uint32_t *from = to;
  switch (s->kind) {
  case NF_STEP_RECV:
  case NF_STEP_REDUCE:
    from = carried = j->carried[s->mate];
    j->carried[s->mate] = NULL;
    break;
  case NF_STEP_COPY:
  case NF_STEP_ADD:
    from = nf_fast_payload_held(d, s->rank, s->mate);
    break;
  default:
    return;
  }
  const bool adds = s->kind == NF_STEP_REDUCE || s->kind == NF_STEP_ADD;
  for (uint32_t i = 0; i < s->count && j->e->status == NF_EXIT_OK; i++)
    to[i] = adds ? nf_fast_payload_add(d, to[i], from[i], j->e) : from[i];
  free(carried);
}

static void begin(job *j, uint32_t send, uint32_t tick) {
  const nf_fast_step *s = &j->steps.step[send];
  const uint32_t to = j->steps.step[s->mate].rank;
  if (j->carried)
    load(j, send);
  const uint64_t from = offset(j, s->chunk),
                 bytes = offset(j, (uint64_t)s->chunk + s->count) - from;
  const uint64_t block = from / 128;
  j->open++;
  if (j->cfg->chunk_bytes)
    nf_fast_chunks_begin(&j->chunks, send, s->rank, to, bytes, tick);
  else
    nf_fast_message_begin(&j->net, send, s->rank, to, bytes,
                          (unsigned)(block % j->f->fabric->planes), tick);
}

static void arrived(job *j, uint32_t send, uint32_t tick) {
  const uint32_t receive = j->steps.step[send].mate;
  nf_fast_step *s = &j->steps.step[receive];
  if (!j->p->s->buffered || s->ready) {
    ends(j, receive, tick > s->when ? tick : s->when);
  } else {
    s->arrived = true;
    s->when = tick;
  }
}

static void note(void *ctx, const void *record) {
  job *j = ctx;
  const happened *h = record;
  if (h->what == HAS_ARRIVED)
    arrived(j, h->send, h->tick);
  else if (h->what == IS_SENT)
    ends(j, h->send, h->tick);
  else
    j->open--;
}

// Here at once, elsewhere behind the chunk: the order in which steps hear of it does not matter, as
// each hears of its own message alone.
static void tell(job *j, what kind, uint32_t send, uint32_t tick) {
  const happened h = {kind, send, tick};
  note(j, &h);
  if (!j->f->team)
    return;
  if (nf_grow(&j->news, &j->news_room, j->news_count + 1ull, sizeof *j->news))
    j->news[j->news_count++] = h;
  else
    nf_err_memory(j->e, "news of messages");
}

static void on_arrived(void *ctx, uint32_t send, uint32_t tick) {
  tell(ctx, HAS_ARRIVED, send, tick);
}

static void on_sent(void *ctx, uint32_t send, uint32_t tick) { tell(ctx, IS_SENT, send, tick); }

static void on_acknowledged(void *ctx, uint32_t send) { tell(ctx, IS_ACKNOWLEDGED, send, 0); }

// ------------------------------------------------------------------------------- steps
typedef struct {
  const uint32_t *step;
  uint32_t count;
} waiting;

static waiting waiting_for(const job *j, const nf_fast_step *s) {
  if (s->many)
    return (waiting){j->steps.many + s->next[0], s->next[1]};
  return (waiting){s->next,
                   (s->next[0] != NF_PROGRAM_NONE) + (uint32_t)(s->next[1] != NF_PROGRAM_NONE)};
}

// What waited for a step, or for its start, waits for one less.
static void count_down(job *j, const nf_fast_step *s, uint32_t kind) {
  const waiting w = waiting_for(j, s);
  for (uint32_t k = 0; k < w.count; k++) {
    const uint32_t after = w.step[k] & ~NF_DEP_STARTED;
    if ((w.step[k] & NF_DEP_STARTED) == kind && --j->steps.step[after].missing == 0)
      j->stack[j->top++] = after;
  }
}

// What will count down when a step ends may be a thousand rounds away, in no cache.
static void fetch(const job *j, const nf_fast_step *s) {
  const waiting w = waiting_for(j, s);
  for (uint32_t k = 0; k < w.count; k++)
    __builtin_prefetch(&j->steps.step[w.step[k] & ~NF_DEP_STARTED], 1);
}

static void start(job *j, uint32_t i, uint32_t tick) {
  nf_fast_step *s = &j->steps.step[i];
  const bool arrived = s->arrived;
  const uint32_t at = arrived ? s->when : 0;
  s->ready = true;
  s->when = tick;
  count_down(j, s, NF_DEP_STARTED);
  fetch(j, s);
  switch (s->kind) {
  case NF_STEP_SEND:
    if (j->p->s->buffered || j->steps.step[s->mate].ready)
      begin(j, i, tick);
    break;
  case NF_STEP_RECV:
  case NF_STEP_REDUCE:
    if (!j->p->s->buffered && j->steps.step[s->mate].ready)
      begin(j, s->mate, tick);
    else if (arrived)
      ends(j, i, tick > at ? tick : at);
    break;
  case NF_STEP_WAIT:
    if (s->ns < (NF_FAST_LONGEST - tick) / 1000ull * NF_FAST_TICK_PS)
      ends(j, i, tick + (uint32_t)(s->ns * 1000 / NF_FAST_TICK_PS));
    else
      nf_refuse(j->e, "a step waits %llu ns: a run has 340 ms", (unsigned long long)s->ns);
    break;
  default:
    ends(j, i, tick);
  }
}

static void start_ready(job *j, uint32_t tick) {
  while (j->top && j->e->status == NF_EXIT_OK)
    start(j, j->stack[--j->top], tick);
}

// All that ends before a tick, and what follows from it.
static void tell_steps(job *j, uint32_t until) {
  while (j->ends.count && nf_fast_heap_tick(&j->ends) < until && j->e->status == NF_EXIT_OK) {
    const uint32_t tick = nf_fast_heap_tick(&j->ends), step = nf_fast_heap_take(&j->ends);
    j->done++;
    if (j->carried)
      change(j, step);
    j->last = tick > j->last ? tick : j->last;
    count_down(j, &j->steps.step[step], 0);
    start_ready(j, tick);
  }
}

// ------------------------------------------------------------------------------- the run
static int check(const nf_fast_steps_cfg *cfg, const nf_fast_fabric *net, nf_err *e) {
  const nf_program *p = cfg->program;
  if (p->s->ranks > net->graph->endpoints)
    return nf_refuse(e, "%s: %u ranks; %s has %u endpoints", p->s->name, p->s->ranks,
                     net->graph->name, net->graph->endpoints);
  for (uint32_t i = 0; i < p->steps; i++)
    if (p->step[i].kind == NF_STEP_JOIN)
      return nf_refuse(e, "%s: the network adds in it; take --algorithm push or pull", p->s->name);
  return nf_program_run(p, NULL, NULL, NULL, e);
}

// Memories begin with what the collective says.
static int open_payload(job *j) {
  const nf_schedule *s = j->p->s;
  nf_fast_payload *d = j->f->payload;
  const uint64_t words = d->in->bytes / 4, parts = nf_schedule_parts(s);
  if (s->what == NF_BARRIER || s->what == NF_TRACE)
    return nf_refuse(j->e, "%s: has no data for --payload", s->name);
  if (d->in->bytes % 4 || words % parts)
    return nf_refuse(j->e,
                     "%s: cuts the buffer into %llu chunks; with --payload give a multiple of %llu "
                     "bytes, e.g. --bytes %llu",
                     s->name, (unsigned long long)parts, (unsigned long long)(4 * parts),
                     (unsigned long long)(4 * parts * (words / parts + 1)));
  j->carried = calloc(j->p->steps, sizeof *j->carried);
  if (!j->carried)
    return nf_err_memory(j->e, "the payload of messages");
  d->first_result = s->inputs;
  nf_fast_payload_cut(d, (uint32_t)(words / parts), s->chunks, j->e);
  for (uint32_t r = 0; r < s->ranks; r++)
    for (uint32_t c = 0; c < s->chunks && j->e->status == NF_EXIT_OK; c++) {
      const nf_holding h = nf_collective_start(s, r, c);
      if (h.part != NF_NO_PART)
        *nf_fast_payload_held(d, r, c) = nf_fast_payload_leaf(d, h.rank, h.part, j->e);
    }
  return j->e->status;
}

static int open_job(job *j) {
  if (nf_fast_compact_open(&j->steps, j->p, j->cfg->chunk_bytes != 0, j->e) != NF_EXIT_OK)
    return j->e->status;
  j->stack = malloc((j->p->steps + 1ull) * sizeof *j->stack);
  if (!j->stack)
    return nf_err_memory(j->e, "the steps of a schedule");
  for (uint32_t i = 0; i < j->p->steps; i++)
    if (j->steps.step[i].missing == 0)
      j->stack[j->top++] = i;
  return j->f->payload ? open_payload(j) : NF_EXIT_OK;
}

static void close_job(job *j) {
  nf_fast_compact_close(&j->steps);
  free(j->stack);
  nf_fast_heap_close(&j->ends);
  free(j->news);
  for (uint32_t i = 0; j->carried && i < j->p->steps; i++)
    free(j->carried[i]);
  free(j->carried);
}

// Before this tick nothing but waiting is left to do; 0: packets are under way.
static uint32_t next_tick(const job *j) {
  const uint32_t end = j->ends.count ? nf_fast_heap_tick(&j->ends) : 0,
                 chunk = j->chunks.heap.count ? nf_fast_heap_tick(&j->chunks.heap) : 0;
  if (j->open && chunk == 0)
    return 0;
  return end && (chunk == 0 || end < chunk) ? end : chunk;
}

static int run_windows(job *j) {
  nf_fast *f = j->f;
  const uint32_t most = f->fabric->window, chunk = j->net.latency,
                 window = j->cfg->window && j->cfg->window < most ? j->cfg->window : most;
  uint32_t from = 1, rest = nf_fast_wires_rest(f->fabric);
  nf_fast_latest(f, &rest);
  start_ready(j, from);
  tell_steps(j, from + 1);
  if (nf_fast_agree(f, NULL, 0) != NF_EXIT_OK)
    return j->e->status;
  while ((j->done < j->p->steps || j->open) && j->e->status == NF_EXIT_OK) {
    const uint32_t next = next_tick(j);
    from = next > from ? next : from;
    if (from > NF_FAST_LONGEST - chunk)
      return nf_fast_too_long(j->e);
    const uint64_t before = f->events;
    if (j->cfg->chunk_bytes)
      nf_fast_chunks_run(&j->chunks, from + chunk);
    for (unsigned p = 0; !j->cfg->chunk_bytes && p < f->fabric->planes; p++)
      nf_fast_run(f, p, from, chunk, window);
    nf_fast_tell(f, j->news, sizeof *j->news, j->news_count, note, j);
    j->news_count = 0;
    from += chunk;
    tell_steps(j, from);
    uint64_t moved = f->events - before;
    if (nf_fast_agree(f, &moved, 1) != NF_EXIT_OK)
      return j->e->status;
    nf_fast_show(f, j->done, j->p->steps, from);
    j->quiet = moved == 0 && j->open ? j->quiet + chunk : 0;
    if (j->quiet > (uint64_t)CALM * chunk + rest)
      return nf_err_set(j->e, NF_EXIT_STALLED, "stalled: %u messages are under way and none moves",
                        j->open);
  }
  return j->e->status;
}

int nf_fast_steps_run(nf_fast *f, const nf_fast_steps_cfg *cfg, nf_fast_steps_result *r,
                      nf_err *e) {
  job j = {.cfg = cfg, .p = cfg->program, .f = f, .e = e};
  uint64_t inside;
  j.net.arrived = on_arrived;
  j.net.sent = on_sent;
  j.net.acknowledged = on_acknowledged;
  j.net.ctx = &j;
  j.net.stats = &r->latency;
  j.net.ack_once = cfg->ack_once;
  if (check(cfg, f->fabric, e) == NF_EXIT_OK && open_job(&j) == NF_EXIT_OK)
    nf_fast_messages_open(&j.net, f, cfg->chunk_bytes ? 0 : j.p->steps, cfg->latency, e);
  if (cfg->chunk_bytes && e->status == NF_EXIT_OK)
    nf_fast_chunks_open(&j.chunks, &j.net, cfg->chunk_bytes, e);
  nf_fast_begins(f);
  if (nf_fast_agree(f, NULL, 0) == NF_EXIT_OK && run_windows(&j) == NF_EXIT_OK && !cfg->chunk_bytes)
    nf_fast_check(f, &inside);
  r->ticks = j.last;
  nf_fast_chunks_close(&j.chunks);
  nf_fast_messages_close(&j.net);
  close_job(&j);
  return e->status;
}
