// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Columns of payloads, added by the processor of the test when a job is given (nf_host_sum.h); the
// block has to put out the same starts and words, in the order of the jobs.
#include "netreduce/nf_netreduce_aggregator.h"

#include "alu/nf_alu_kit.h"
#include "alu/nf_fp_add.h"
#include "common/nf_defs.h"
#include "nf_host_sum.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_aggregator_dut;

enum {
  PORTS = NF_NETREDUCE_MAX_PORTS,
  WORDS = NF_NETREDUCE_MAX_WORDS,
  LANES = WORDS * 16, // of a payload
  HEAD_LANES = NF_NETREDUCE_NR_BYTES / 4,
  POOL = P_Places < 12 ? P_Places : 12, // places in use
  JOBS = 32
};

typedef struct {
  uint32_t size, lane[LANES];
} payload;

// A job that was given, and what has to come of it.
typedef struct {
  uint64_t job;
  unsigned deliver, got, place, // got: of deliver, those that were not away
      index, slot;
  bool keep, uneven, started;
  uint8_t flags;
  payload result;
} given;

typedef struct {
  payload store[POOL][PORTS], history[POOL];
  bool kept[POOL];
  unsigned users[POOL];
  given jobs[JOBS];
  unsigned first, count, start; // of jobs; start: the next one that starts
  unsigned end;                 // the next one that has read all it needs
  nf_netreduce_aggregator_in offer;
  nf_netreduce_aggregator_out before;
  nf_pace in, ready;
  unsigned away;     // percent
  bool gone;         // port 0 is away, and has no room
  unsigned was_away; // ports, in the cycle before
  unsigned skipped;  // jobs that not all ports got
  unsigned done, sums, repeats, announcements, replies, words, uneven;
  uint8_t flags;
  uint64_t began, ended;
  unsigned size; // of all payloads, when not 0
  unsigned step;
} context;

static unsigned place_of(unsigned slot) { return slot == POOL - 1 ? P_Places - 1 : slot; }
static unsigned slot_of(unsigned place) { return place == P_Places - 1 ? POOL - 1 : place; }
static unsigned words_of(const payload *p) { return p->size ? (p->size + 63) / 64 : 1; }

// ------------------------------------------------------------------------------------ payloads
static unsigned any_size(nf_tb *tb) {
  if (nf_tb_chance(tb, 20))
    return NF_NETREDUCE_MAX_PAYLOAD;
  return nf_tb_chance(tb, 50) ? 4 * (unsigned)nf_tb_below(tb, 257)
                              : 4 * (unsigned)nf_tb_below(tb, 65);
}

// Neighbours' elements belong together, so that sums cancel, tie and overflow. Some columns are of
// -0 alone: its sum is one only if what is added in the place of a packet that is none is -0, too.
static void fill(nf_tb *tb, context *c, unsigned slot, unsigned dtype) {
  const unsigned size = c->size ? c->size : any_size(tb);
  const bool uneven = !c->size && nf_tb_chance(tb, 20), mild = nf_tb_chance(tb, 50);
  const bool zeros = nf_tb_chance(tb, 10);
  for (unsigned p = 0; p < P_Ports; p++)
    c->store[slot][p].size = uneven && nf_tb_chance(tb, 50) ? any_size(tb) : size;
  for (unsigned p = 0; p < P_Ports; p += 2)
    for (unsigned i = 0; i < LANES; i++) {
      nf_alu_pair pair = nf_alu_any_words(tb, dtype);
      if (mild && dtype == NF_DTYPE_F32) // numbers of about 1, whose sums depend on their order
        pair =
            (nf_alu_pair){0x3f800000 ^ (pair.a & 0x83ffffff), 0x3f800000 ^ (pair.b & 0x83ffffff)};
      if (zeros)
        pair.a = pair.b = dtype == NF_DTYPE_F32 ? 0x80000000 : 0x80008000;
      c->store[slot][p].lane[i] = pair.a;
      if (p + 1 < P_Ports)
        c->store[slot][p + 1].lane[i] = pair.b;
    }
}

// ------------------------------------------------------------------------------------ reference
static void add_up(given *g, payload column[PORTS], unsigned use, unsigned dtype, bool first) {
  const bool built = nf_op_built(NF_RED_OP_ADD, dtype, P_Halves, false);
  const unsigned lowest = (unsigned)__builtin_ctz(use);
  payload *const r = &g->result;
  r->size = 0;
  for (unsigned p = 0; p < P_Ports; p++)
    if ((use >> p & 1) && column[p].size > r->size)
      r->size = column[p].size;
  g->uneven = false;
  for (unsigned p = 0; p < P_Ports; p++)
    g->uneven |= (use >> p & 1) && column[p].size != r->size;
  for (unsigned i = 0; 4 * i < r->size; i++) {
    uint32_t value[PORTS];
    for (unsigned p = 0; p < P_Ports; p++)
      value[p] =
          (use >> p & 1) && 4 * i < column[p].size ? column[p].lane[i] : nf_host_neutral(dtype);
    if (first && i < HEAD_LANES)
      r->lane[i] = 4 * i < column[lowest].size ? column[lowest].lane[i] : 0;
    else
      r->lane[i] = built ? nf_host_tree(dtype, value, P_Ports, &g->flags) : value[0];
  }
}

static void announce(given *g, const payload *own, bool first) {
  g->result.size = first ? NF_NETREDUCE_NR_BYTES : 0;
  memcpy(g->result.lane, own->lane, g->result.size);
}

// Keeps what has to come of the job that is offered.
static void promise(context *c, bool alone) {
  const uint64_t job = c->offer.job;
  given *const g = &c->jobs[(c->first + c->count++) % JOBS];
  const unsigned slot = slot_of(nf_netreduce_job_place(&job));
  const unsigned kind = nf_netreduce_job_kind(&job);
  const bool first = nf_netreduce_job_first(&job);
  memset(g, 0, sizeof *g);
  g->job = job;
  g->slot = slot;
  g->place = nf_netreduce_job_place(&job);
  g->deliver = nf_netreduce_job_deliver(&job) & ((1u << P_Ports) - 1);
  c->users[slot]++;
  if (alone) {
    announce(g, &c->store[slot][nf_netreduce_job_port(&job)], first);
    c->announcements++;
  } else if (kind == NF_NETREDUCE_JOB_REPLY) {
    const uint32_t msn = c->offer.msn;
    const uint8_t aeth[4] = {0x60, (uint8_t)(msn >> 16), (uint8_t)(msn >> 8), (uint8_t)msn};
    g->result.size = sizeof aeth;
    memcpy(g->result.lane, aeth, sizeof aeth);
    c->replies++;
  } else if (kind == NF_NETREDUCE_JOB_HISTORY) {
    g->result = c->history[slot];
    c->repeats++;
  } else {
    add_up(g, c->store[slot], nf_netreduce_job_read(&job), nf_netreduce_job_dtype(&job), first);
    g->keep = nf_netreduce_job_keep(&job);
    c->sums++;
    if (g->keep) {
      c->history[slot] = g->result;
      c->kept[slot] = true;
    }
  }
}

// ------------------------------------------------------------------------------------ offers
static void offer(context *c, unsigned kind, unsigned slot, unsigned dtype, unsigned read,
                  unsigned deliver) {
  uint64_t *const job = &c->offer.job;
  *job = 0;
  nf_netreduce_job_set_kind(job, (uint8_t)kind);
  nf_netreduce_job_set_dtype(job, (uint8_t)dtype);
  nf_netreduce_job_set_read(job, (uint8_t)read);
  nf_netreduce_job_set_deliver(job, (uint8_t)deliver);
  nf_netreduce_job_set_place(job, (uint16_t)place_of(slot));
  nf_netreduce_job_set_slot(job, (uint8_t)(slot * 37 & 127));
  c->offer.job_valid = true;
  c->offer.job_alone = false;
}

static unsigned any_ports(nf_tb *tb) {
  const unsigned all = (1u << P_Ports) - 1, some = 1 + (unsigned)nf_tb_below(tb, all);
  return nf_tb_chance(tb, 50) ? all : nf_tb_chance(tb, 30) ? some & -some : some;
}

static unsigned any_dtype(nf_tb *tb) {
  static const uint8_t types[] = {NF_DTYPE_U32,   NF_DTYPE_S32, NF_DTYPE_U32SAT, NF_DTYPE_S32SAT,
                                  NF_DTYPE_FIX32, NF_DTYPE_F16, NF_DTYPE_BF16};
  if (nf_tb_chance(tb, 50))
    return NF_DTYPE_F32;
  return nf_tb_chance(tb, 5) ? (unsigned)nf_tb_below(tb, 16) : types[nf_tb_below(tb, sizeof types)];
}

static void offer_any(nf_tb *tb, context *c) {
  const unsigned slot = (unsigned)nf_tb_below(tb, POOL), dtype = any_dtype(tb);
  const unsigned port = (unsigned)nf_tb_below(tb, P_Ports), all = (1u << P_Ports) - 1;
  if (c->count == 0) // it has to stay until its job starts
    c->offer.msn = (uint32_t)nf_tb_rand(tb) & 0xffffff;
  if (c->users[slot] == 0)
    fill(tb, c, slot, dtype);
  if (nf_tb_chance(tb, 20)) {
    offer(c, NF_NETREDUCE_JOB_NONE, slot, dtype, 1u << port, 1u << port);
    c->offer.job_alone = true;
    nf_netreduce_job_set_mode(&c->offer.job, NF_NETREDUCE_MODE_ANNOUNCE);
  } else if (nf_tb_chance(tb, 10)) {
    offer(c, NF_NETREDUCE_JOB_REPLY, slot, dtype, 0, 1u << port);
    nf_netreduce_job_set_mode(&c->offer.job, NF_NETREDUCE_MODE_REPLY);
  } else if (c->kept[slot] && nf_tb_chance(tb, 30)) {
    offer(c, NF_NETREDUCE_JOB_HISTORY, slot, dtype, 1u << port, 1u << port);
  } else {
    offer(c, NF_NETREDUCE_JOB_SUM, slot, dtype, any_ports(tb), (unsigned)nf_tb_rand(tb) & all);
    nf_netreduce_job_set_keep(&c->offer.job, nf_tb_chance(tb, 70));
    nf_netreduce_job_set_mode(&c->offer.job, nf_tb_chance(tb, 20) ? NF_NETREDUCE_MODE_UP : 0);
  }
  nf_netreduce_job_set_mark(&c->offer.job, (uint8_t)nf_tb_below(tb, 128));
  nf_netreduce_job_set_first(&c->offer.job, nf_tb_chance(tb, 30));
  nf_netreduce_job_set_port(&c->offer.job, (uint8_t)port);
  promise(c, c->offer.job_alone);
}

// ------------------------------------------------------------------------------------ outputs
static void check_start(nf_tb *tb, context *c, const nf_netreduce_aggregator_out *o) {
  nf_tb_check(tb, (o->wait & c->was_away) == 0, "it waits for ports %x", o->wait & c->was_away);
  // A job that is for nobody starts unseen.
  while (c->start != (c->first + c->count) % JOBS && c->jobs[c->start].deliver == 0)
    c->start = (c->start + 1) % JOBS;
  if (!(o->start | o->skipped))
    return;
  given *const g = &c->jobs[c->start];
  g->got = g->deliver & ~c->was_away;
  c->skipped += g->got != g->deliver;
  nf_tb_check(tb,
              o->start == g->got && o->skipped == (g->deliver & c->was_away) &&
                  o->start_place == g->place,
              "start %x at %u, not %x, %u", o->start, o->start_place, g->got, g->place);
  nf_tb_check(tb,
              o->start_mode == nf_netreduce_job_mode(&g->job) &&
                  o->start_mark == nf_netreduce_job_mark(&g->job) &&
                  o->start_size == g->result.size,
              "mode %u, size %u, not %u", o->start_mode, o->start_size, g->result.size);
  g->started = true;
  c->start = (c->start + 1) % JOBS;
}

// A reply is no packet's job: its end is not told.
static void skip_replies(context *c) {
  while (c->end != (c->first + c->count) % JOBS &&
         nf_netreduce_job_kind(&c->jobs[c->end].job) == NF_NETREDUCE_JOB_REPLY)
    c->end = (c->end + 1) % JOBS;
}

// With its last word, in the order of the jobs.
static void check_end(nf_tb *tb, context *c, const nf_netreduce_aggregator_out *o) {
  if (!o->ended_valid)
    return;
  skip_replies(c);
  const given *const g = &c->jobs[c->end];
  nf_tb_check(tb,
              c->end != (c->first + c->count) % JOBS &&
                  o->ended_slot == nf_netreduce_job_slot(&g->job) &&
                  o->word_index + 1u == words_of(&g->result),
              "slot %u ends with word %u", o->ended_slot, o->word_index);
  c->end = (c->end + 1) % JOBS;
}

static void check_word(nf_tb *tb, context *c, const nf_netreduce_aggregator_out *o) {
  given *const g = &c->jobs[c->first];
  nf_tb_check(tb, o->done == (o->out_valid && c->count && g->keep && o->out_last), "done %d",
              o->done);
  nf_tb_check(tb, o->done || (!o->uneven && !o->flags), "flags without a sum");
  if (!o->out_valid)
    return;
  nf_tb_check(tb, c->count && (g->started || !g->deliver), "a word without a job");
  payload *const r = &g->result;
  uint32_t lanes[16];
  bool good = true;
  memcpy(lanes, &o->out_word, sizeof lanes);
  for (unsigned i = 0; i < 16; i++)
    good = good && lanes[i] == (4 * (16 * g->index + i) < r->size ? r->lane[16 * g->index + i] : 0);
  nf_tb_check(tb, good && o->out_ports == g->got, "word %u of %u bytes", g->index, r->size);
  c->words++;
  g->index++;
  nf_tb_check(tb, o->out_last == (g->index == words_of(r)), "last %d after %u words", o->out_last,
              g->index);
  if (o->done) {
    nf_tb_check(tb, o->flags == g->flags && o->uneven == g->uneven,
                "flags %x, uneven %d, not %x, %d", o->flags, o->uneven, g->flags, g->uneven);
    c->flags |= g->flags;
    c->uneven += g->uneven;
  }
  if (!o->out_last)
    return;
  skip_replies(c);
  nf_tb_check(tb, c->end != c->first, "a job leaves that has not ended");
  c->users[g->slot]--;
  c->first = (c->first + 1) % JOBS;
  c->count--;
  c->done++;
  c->ended = nf_tb_cycle(tb);
  if (c->done == 1)
    c->began = c->ended;
}

// The stores: what was asked for in the cycle before, and rubbish otherwise.
static void serve(nf_tb *tb, context *c, nf_netreduce_aggregator_in *in) {
  const nf_netreduce_aggregator_out *const b = &c->before;
  const uint64_t rubbish = nf_tb_rand(tb);
  for (unsigned p = 0; p < P_Ports; p++) {
    const payload *const column = c->store[slot_of(b->size_place) % POOL];
    in->size[p] = (uint16_t)(b->size_re ? column[p].size : rubbish >> p | 1);
    if (b->word_re >> p & 1)
      memcpy(&in->word[p], &c->store[slot_of(b->word_place) % POOL][p].lane[16 * b->word_index],
             sizeof in->word[p]);
    else
      memset(&in->word[p], (int)(rubbish >> 8 * p & 255), sizeof in->word[p]);
  }
}

static void cycle(nf_tb *tb, context *c, const nf_netreduce_aggregator_out *o,
                  nf_netreduce_aggregator_in *in) {
  check_start(tb, c, o);
  check_end(tb, c, o);
  check_word(tb, c, o);
  *in = c->offer;
  serve(tb, c, in);
  for (unsigned p = 0; p < P_Ports; p++) {
    in->ready |= (uint8_t)(nf_pace_go(tb, &c->ready) << p);
    in->away |= (uint8_t)(nf_tb_chance(tb, c->away) << p);
  }
  if (c->gone) {
    in->ready &= (uint8_t)~1u;
    in->away |= 1;
  }
  c->was_away = in->away;
  if (in->job_valid && o->job_ready)
    c->offer.job_valid = false;
  c->before = *o;
}

// ------------------------------------------------------------------------------------ random
static void start_any(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->in = nf_pace_any(tb);
  c->ready = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 80};
  c->away = nf_tb_chance(tb, 50) ? 0 : 20;
}

static void drive_any(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  if (!c->offer.job_valid && c->count < JOBS - 1 && nf_pace_go(tb, &c->in))
    offer_any(tb, c);
  cycle(tb, c, out, input);
}

static void finish_any(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->sums > nf_tb_cycle(tb) / 80 && c->announcements && c->repeats,
              "%u sums, %u announcements, %u repetitions", c->sums, c->announcements, c->repeats);
  nf_tb_reach(tb, c->flags == (NF_FP_INVALID | NF_FP_OVERFLOW | NF_FP_INEXACT) && c->uneven,
              "flags %x, %u uneven", c->flags, c->uneven);
}

// ------------------------------------------------------------------------------------ line rate
static void start_full(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->in = c->ready = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->size = NF_NETREDUCE_MAX_PAYLOAD;
}

static void start_gone(nf_tb *tb, void *ctx) {
  start_full(tb, ctx);
  ((context *)ctx)->gone = true;
}

static void drive_full(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const unsigned slot = c->step % POOL, all = (1u << P_Ports) - 1;
  if (!c->offer.job_valid && c->count < JOBS - 1 && c->users[slot] == 0) {
    fill(tb, c, slot, NF_DTYPE_F32);
    offer(c, NF_NETREDUCE_JOB_SUM, slot, NF_DTYPE_F32, all, all);
    nf_netreduce_job_set_keep(&c->offer.job, 1);
    promise(c, false);
    c->step++;
  }
  cycle(tb, c, out, input);
}

static void finish_full(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->done > 2 && c->ended - c->began == 17ull * (c->done - 1),
              "%u columns of 1 KB in %llu cycles", c->done,
              (unsigned long long)(c->ended - c->began));
}

static void finish_gone(nf_tb *tb, void *ctx) {
  finish_full(tb, ctx);
  nf_tb_check(tb, ((context *)ctx)->skipped > 2, "port 0 got its sums");
}

// ------------------------------------------------------------------------------------ directed
// 2^24 of port 0 and 1 of all others: what is lost says in which order they were added. Then the
// same from the history, at once.
static void drive_order(nf_tb *tb, void *ctx, const void *out, void *input) {
  static const uint8_t more[PORTS + 1] = {
      [2] = 0, [3] = 0, [4] = 2, [5] = 4, [6] = 4, [7] = 4, [8] = 6};
  context *const c = ctx;
  const nf_netreduce_aggregator_out *const o = out;
  const unsigned all = (1u << P_Ports) - 1;
  c->ready.kind = NF_PACE_ALWAYS;
  if (!c->offer.job_valid && c->step < 2) {
    for (unsigned p = 0; p < P_Ports; p++)
      for (unsigned i = 0; i < LANES; i++) {
        c->store[0][p].size = 100;
        c->store[0][p].lane[i] = p ? 0x3f800000 : 0x4b800000;
      }
    offer(c, c->step ? NF_NETREDUCE_JOB_HISTORY : NF_NETREDUCE_JOB_SUM, 0, NF_DTYPE_F32, all,
          c->step ? 2 : all);
    nf_netreduce_job_set_keep(&c->offer.job, 1);
    promise(c, false);
    c->step++;
  }
  if (o->out_valid) {
    uint32_t lanes[16];
    memcpy(lanes, &o->out_word, sizeof lanes);
    for (unsigned i = 0; i < 9; i++)
      nf_tb_check(tb, lanes[i] == 0x4b800000u + more[P_Ports] / 2, "2^24 + %u ones: %x",
                  P_Ports - 1, lanes[i]);
    nf_tb_check(tb, !o->out_last || (lanes[9] == 0 && lanes[15] == 0), "lanes beyond the payload");
  }
  cycle(tb, c, out, input);
}

static void finish_order(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((context *)ctx)->done == 2, "%u jobs done", ((context *)ctx)->done);
}

int main(int argc, char **argv) {
  static const nf_netreduce_aggregator_cfg cfg = {
      .Ports = P_Ports, .Places = P_Places, .Stages = P_Stages, .Halves = P_Halves};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3 the order of a sum, and its repetition", 60, NULL, drive_order, finish_order},
      {"NETREDUCE 4.3 columns of 1 KB back to back", 400, start_full, drive_full, finish_full},
      {"NETREDUCE 4.3 the same while a port is away", 400, start_gone, drive_full, finish_gone},
      {"NETREDUCE 4.3.2 and 4.5 sums, repetitions, announcements", 12000, start_any, drive_any,
       finish_any},
  };
  const nf_tb_bench bench = {
      .dut = &nf_netreduce_aggregator_dut,
      .model = NF_TB_MODEL(nf_netreduce_aggregator),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof *scenarios,
      .unreset = "wait_ring|wait size_place:size_re start_place|start start_mode|start "
                 "start_mark|start start_size|start word_place|word_re word_index|word_re"};
  return nf_tb_main(argc, argv, &bench);
}
