// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the machine: lock-step; against the interpreter of nf_machine_kit; every instruction and
// every fault by hand; times.
#include "ace/nf_ace_machine.h"
#include "ace/nf_ace_pkg.h"
#include "common/nf_defs.h"
#include "nf_machine_cases.h"
#include "nf_machine_kit.h"
#include "nf_machine_random.h"
#include "nf_tb.h"

#include <stdio.h>
#include <string.h>

extern const nf_dut nf_ace_machine_dut;

enum { ENTRIES = 16, DST = NF_MACHINE_DST };

typedef struct {
  nf_machine_world w;
  // programs
  unsigned entries;
  uint16_t entry[ENTRIES];
  uint64_t chunk[2]; // context of the directed scenarios
  // directed
  nf_machine_case cases[NF_MACHINE_CASES];
  unsigned count, current, seen;
  nf_machine_fault fault;
  unsigned length; // of the messages
  // run low
  unsigned low;
  bool was_busy, was_asking, was_granted;
  uint16_t was_pc;
} context;

static uint32_t li(unsigned rd, unsigned imm) {
  return nf_machine_control(NF_ACE_OP_LI, rd, 0, 0, imm);
}
static uint32_t control(unsigned op, unsigned rd, unsigned rs, unsigned rt, unsigned imm) {
  return nf_machine_control(op, rd, rs, rt, imm);
}
static uint32_t transfer(unsigned op, unsigned qin, unsigned qout, unsigned read, unsigned write,
                         unsigned length) {
  return nf_machine_transfer(op, qin, qout, read, write, length);
}
static uint32_t done(void) { return nf_machine_control(NF_ACE_OP_DONE, 0, 0, 0, 0); }

// ------------------------------------------------------------------------------ random

static void make_random(nf_tb *tb, void *ctx, uint64_t *chunk) {
  context *const c = ctx;
  chunk[0] = nf_tb_rand(tb);
  chunk[1] = nf_tb_rand(tb);
  nf_ace_ctx_set_len(chunk, (uint8_t)nf_tb_below(tb, 65));
  nf_ace_ctx_set_pc(chunk, c->entry[nf_tb_below(tb, c->entries)]);
  nf_ace_ctx_set_src_room(chunk, (uint16_t)(64 + nf_tb_below(tb, 100)));
  nf_ace_ctx_set_dst_room(chunk, (uint16_t)(64 + nf_tb_below(tb, 100)));
}

static void start_programs(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  nf_machine_world *const w = &c->w;
  nf_machine_start(w, P_ProgramWords, P_QueueDepth);
  w->id = (uint8_t)nf_tb_below(tb, 16);
  w->make = make_random;
  w->stray = true;
  w->watchdog = nf_tb_chance(tb, 50) ? 0 : 5000;
  unsigned at = 0;
  while (c->entries < ENTRIES && at + 8 <= P_ProgramWords) {
    c->entry[c->entries++] = (uint16_t)at;
    at = nf_machine_program(tb, w->store, at, P_ProgramWords - at);
  }
  nf_machine_any_pace(tb, w);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  c->w.wait = (uint8_t)nf_tb_below(tb, 10);
  nf_machine_drive(tb, &c->w, ctx, out, in);
}

static void drive_programs(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) % 1000 == 0)
    nf_machine_any_pace(tb, &c->w);
  drive(tb, ctx, out, in);
}

static void finish_programs(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, !c->w.stopped && c->w.ended > 0, "%u chunks ended", c->w.ended);
}

static void start_full(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start_programs(tb, ctx);
  c->w.reserve = c->w.ready = c->w.grant = c->w.done = (nf_pace){.kind = NF_PACE_ALWAYS};
}

// Aborts at any time, also of a machine that the watchdog has stopped.
static void start_aborts(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start_programs(tb, ctx);
  c->w.aborts = true;
  c->w.watchdog = 40;
}

static void finish_aborts(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->w.aborted > 10 && c->w.ended > 0, "%u aborts, %u chunks ended", c->w.aborted,
              c->w.ended);
}

static void start_garbage(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  nf_machine_world *const w = &c->w;
  nf_machine_start(w, P_ProgramWords, P_QueueDepth);
  w->id = (uint8_t)nf_tb_below(tb, 16);
  w->make = make_random;
  w->watchdog = nf_tb_chance(tb, 50) ? 0 : 1 + (uint32_t)nf_tb_below(tb, 60);
  for (unsigned k = 0; k < P_ProgramWords; k++)
    w->store[k] = nf_machine_garbage(tb, P_ProgramWords);
  while (c->entries < ENTRIES)
    c->entry[c->entries++] = (uint16_t)nf_tb_below(tb, P_ProgramWords + nf_tb_chance(tb, 5));
  w->aborts = nf_tb_chance(tb, 50);
  w->reject = (uint8_t)(9 + nf_tb_below(tb, 247)); // whatever it is, it is recorded
  if (nf_tb_chance(tb, 20))
    w->reject_after = (unsigned)nf_tb_below(tb, 20);
  nf_machine_any_pace(tb, w);
}

// ------------------------------------------------------------------------------ by hand

static void make_directed(nf_tb *tb, void *ctx, uint64_t *chunk) {
  (void)tb;
  memcpy(chunk, ((context *)ctx)->chunk, 2 * sizeof chunk[0]);
}

static void start_directed(context *c) {
  nf_machine_start(&c->w, P_ProgramWords, P_QueueDepth);
  c->w.make = make_directed;
  c->w.id = 11;
  nf_machine_chunk_of_cases(c->chunk);
}

static void load_case(context *c) {
  nf_machine_load(&c->w, c->cases[c->current].words, NF_MACHINE_WORDS);
  c->w.limit++;
  c->seen = 0;
}

static void start_cases(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  start_directed(c);
  c->count = nf_machine_cases(c->cases);
  c->w.limit = 0;
  load_case(c);
}

static void drive_cases(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_machine_out *const o = out;
  const unsigned ended = c->w.ended;
  drive(tb, ctx, out, in);
  if (c->current == c->count)
    return;
  const nf_machine_case *const t = &c->cases[c->current];
  if (((nf_ace_machine_in *)in)->grant && c->seen < NF_MACHINE_PACKETS) {
    const nf_machine_packet *const p = &t->packets[c->seen++];
    nf_tb_check(tb, (o->req & 15) == p->kind && nf_ace_req_words(&o->req) == p->words,
                "%s: kind and words %02x", t->what, (unsigned)o->req & 0xff);
    nf_tb_check(tb, nf_ace_req_raddr(&o->req) == p->raddr && nf_ace_req_waddr(&o->req) == p->waddr,
                "%s: reads %x, writes %x", t->what, nf_ace_req_raddr(&o->req),
                nf_ace_req_waddr(&o->req));
    nf_tb_check(tb, nf_ace_req_qin(&o->req) == p->qin && nf_ace_req_qout(&o->req) == p->qout,
                "%s: queue pairs %x, %x", t->what, nf_ace_req_qin(&o->req),
                nf_ace_req_qout(&o->req));
    const bool reduces = (p->kind & 12) == 12;
    nf_tb_check(tb,
                nf_ace_req_red_op(&o->req) == (reduces ? NF_RED_OP_MAX : 0) &&
                    nf_ace_req_dtype(&o->req) == (reduces ? NF_DTYPE_U32 : 0),
                "%s: op %u, type %u", t->what, nf_ace_req_red_op(&o->req),
                nf_ace_req_dtype(&o->req));
    if (c->seen == 1 && t->cycles != 0)
      nf_tb_check(tb, c->w.shown_at - c->w.started_at == t->cycles, "%s: asks after %u cycles",
                  t->what, (unsigned)(c->w.shown_at - c->w.started_at));
  }
  if (c->w.ended == ended)
    return;
  nf_tb_check(tb, c->seen == NF_MACHINE_PACKETS || t->packets[c->seen].kind == 0, "%s: %u packets",
              t->what, c->seen);
  if (++c->current < c->count)
    load_case(c);
}

static void finish_cases(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->current == c->count, "%u of %u cases", c->current, c->count);
}

// ------------------------------------------------------------------------------ times

// Two messages of `length` words, granted as early as the buses of nf_ace_issue allow.
static void load_messages(context *c) {
  c->length++;
  const uint32_t words[] = {li(0, c->length), li(1, 2), transfer(NF_ACE_OP_RRCS, 1, 2, 1, 1, 0),
                            transfer(NF_ACE_OP_CS, 1, 2, 1, 1 + DST, 0), done()};
  nf_machine_load(&c->w, words, 5);
  c->w.limit++;
  c->w.granted = 0;
}

static void start_messages(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  start_directed(c);
  c->w.limit = 0;
  load_messages(c);
}

static void drive_messages(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const unsigned ended = c->w.ended, granted = c->w.granted;
  drive(tb, ctx, out, in);
  const unsigned packets = (c->length + 3) / 4, words = c->length - 4 * (packets - 1);
  // The last packet of a message follows the first by 4 cycles for each packet between.
  if (c->w.granted != granted && c->w.granted % packets == 0)
    nf_tb_check(tb, c->w.granted_at - c->w.first_at == 4 * (packets - 1),
                "%u words: %u cycles from the first to the last packet", c->length,
                (unsigned)(c->w.granted_at - c->w.first_at));
  if (c->w.ended == ended && (c->w.granted != packets + 1 || granted != packets))
    return;
  nf_tb_check(tb, c->w.gap == words + 5, "%u words: shown %u cycles after", words, c->w.gap);
  if (c->w.ended == ended || c->length == NF_ACE_MAX_MESSAGE_WORDS)
    return;
  load_messages(c);
}

static void finish_messages(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->w.ended == NF_ACE_MAX_MESSAGE_WORDS, "%u messages", c->w.ended);
}

// Tokens: 6 cycles from one to the next.
static void start_tokens(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  start_directed(c);
  const uint32_t words[] = {control(NF_ACE_OP_SIG, 0, 0, 0, 1), control(NF_ACE_OP_WAIT, 0, 0, 0, 2),
                            control(NF_ACE_OP_JMP, 0, 0, 0, 0)};
  nf_machine_load(&c->w, words, 3);
  c->w.limit = 1;
}

static void drive_tokens(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const unsigned granted = c->w.granted;
  const uint64_t before = c->w.granted_at;
  drive(tb, ctx, out, in);
  if (c->w.granted > granted && granted % 2 != 0)
    nf_tb_check(tb, c->w.granted_at - before == 6, "%u cycles from token to token",
                (unsigned)(c->w.granted_at - before));
}

// ------------------------------------------------------------------------------ run

static void drive_run(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_machine_out *const o = out;
  if (nf_tb_chance(tb, c->w.run ? 2 : 4))
    c->w.run = !c->w.run;
  // What was started before goes on: the rest of a message, and up to 12 cycles to its first
  // request.
  if (c->low > 0)
    nf_tb_check(tb, !o->busy || c->was_busy, "a chunk is started");
  if (c->low > 12) {
    nf_tb_check(tb, !o->req_valid || c->was_asking, "a transfer is started");
    nf_tb_check(tb, o->pc == c->was_pc || c->was_granted, "an instruction is started");
    nf_tb_cover(tb, o->busy ? "run low in a chunk" : "run low without a chunk");
  }
  drive(tb, ctx, out, in);
  c->low = c->w.run ? 0 : c->low + 1;
  c->was_busy = o->busy;
  c->was_asking = o->req_valid;
  c->was_granted = ((nf_ace_machine_in *)in)->grant;
  c->was_pc = o->pc;
}

// The watchdog counts from the start of a chunk, and anew from each grant: one in the last cycle is
// early enough.
enum { LAST_CYCLE = 30 };

static void start_last(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  start_directed(c);
  const uint32_t words[] = {nf_machine_control(NF_ACE_OP_LI, 0, 0, 0, 64),
                            nf_machine_transfer(NF_ACE_OP_SEND, 1, 2, 0, 0, 0),
                            nf_machine_control(NF_ACE_OP_DONE, 0, 0, 0, 0)};
  nf_machine_load(&c->w, words, 3);
  c->w.watchdog = LAST_CYCLE;
  c->w.limit = 1;
}

static void drive_last(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_machine_world *const w = &c->w;
  w->free_at = w->granted > 0 ? w->granted_at + LAST_CYCLE + 1 : w->started_at + LAST_CYCLE;
  drive(tb, ctx, out, in);
}

static void finish_last(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->w.ended == 1 && !c->w.stopped, "the watchdog was too early");
}

// ------------------------------------------------------------------------------ faults

static void start_fault(context *c, unsigned number) {
  const nf_machine_fault f = c->fault = nf_machine_fault_case(number, P_ProgramWords);
  start_directed(c);
  nf_machine_load(&c->w, f.words, NF_MACHINE_WORDS);
  nf_ace_ctx_set_pc(c->chunk, f.pc);
  c->w.watchdog = f.watchdog;
  c->w.wait = f.wait;
  c->w.reject = f.reject;
  if (f.reject != 0)
    c->w.reject_after = f.grants;
}

static void drive_fault(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  nf_machine_world *const w = &c->w;
  if (c->fault.wait != 0 && w->granted == c->fault.grants)
    w->grant.kind = NF_PACE_NEVER;
  if (w->shown && c->fault.run_low > 0) {
    w->run = --c->fault.run_low == 0;
    nf_tb_check(tb, !w->stopped, "it stops while run is low");
  }
  nf_machine_drive(tb, w, ctx, out, in);
}

static void finish_fault(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const uint64_t *const f = &c->w.fault;
  nf_tb_check(tb, nf_ace_fault_cause(f) == c->fault.cause, "cause %u", nf_ace_fault_cause(f));
  nf_tb_check(tb, nf_ace_fault_pc(f) == c->fault.at, "at %u", nf_ace_fault_pc(f));
  nf_tb_check(tb, nf_ace_fault_wait(f) == c->fault.wait, "waits for %u", nf_ace_fault_wait(f));
  nf_tb_check(tb, c->w.made == P_QueueDepth + 1, "the queue takes no more entries");
}

// A scenario's start does not know its name: one function for each.
#define FAULT_START(number, text)                                                                  \
  static void start_fault_##number(nf_tb *tb, void *ctx) {                                         \
    (void)tb;                                                                                      \
    start_fault(ctx, number);                                                                      \
  }
#define FAULT_SCENARIO(number, text)                                                               \
  {"ACE 4.3.2 fault: " text, P_ProgramWords + 600, start_fault_##number, drive_fault, finish_fault},
NF_MACHINE_FAULTS(FAULT_START)

enum { FIXED = 8, GARBAGE = 60, ALL = FIXED + NF_MACHINE_FAULT_COUNT + GARBAGE };

int main(int argc, char **argv) {
  static const nf_ace_machine_cfg cfg = {.ProgramWords = P_ProgramWords,
                                         .QueueDepth = P_QueueDepth};
  static nf_tb_scenario scenarios[ALL] = {
      {"ACE 4.3.2 random programs, chunks ready in any order", 20000, start_programs,
       drive_programs, finish_programs},
      {"ACE 4.3.2 run goes up and down", 10000, start_programs, drive_run, finish_programs},
      {"ACE 4.2 every instruction", P_ProgramWords + 2000, start_cases, drive_cases, finish_cases},
      {"ACE 4.2 messages of 1 to 64 words at full speed", P_ProgramWords + 7000, start_messages,
       drive_messages, finish_messages},
      {"ACE 4.2 tokens at full speed", P_ProgramWords + 500, start_tokens, drive_tokens, NULL},
      {"ACE 4.3.2 one program, nothing waits", 5000, start_full, drive, finish_programs},
      {"ACE 4.3.2 every packet just before the watchdog", P_ProgramWords + 800, start_last,
       drive_last, finish_last},
      {"ACE 4.3.2 random programs, aborts", 20000, start_aborts, drive_programs, finish_aborts},
      NF_MACHINE_FAULTS(FAULT_SCENARIO)};
  static char names[GARBAGE][40];
  for (unsigned k = 0; k < GARBAGE; k++) {
    snprintf(names[k], sizeof names[k], "ACE 4.3.2 random words, store %u", k);
    scenarios[ALL - GARBAGE + k] =
        (nf_tb_scenario){names[k], P_ProgramWords + 800, start_garbage, drive, NULL};
  }
  const nf_tb_bench bench = {.dut = &nf_ace_machine_dut,
                             .model = NF_TB_MODEL(nf_ace_machine),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = ALL};
  return nf_tb_main(argc, argv, &bench);
}
