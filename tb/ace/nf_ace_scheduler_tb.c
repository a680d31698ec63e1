// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The scheduler among DMAs and machines that take as long as they like. What is right is worked out
// here a second time, from the commands alone: which chunk is next, which slot and which machine is
// its.
#include "ace/nf_ace_scheduler.h"
#include "ace/nf_ace_word.h"

#include "common/nf_defs.h"
#include "nf_sched_kit.h"
#include "nf_tb.h"
#include <string.h>

extern const nf_dut nf_ace_scheduler_dut;

enum { WORD = P_WordBytes, PACKET = NF_ACE_PACKET_WORDS * WORD };

// ------------------------------------------------------------------------------ set-up
static void base(nf_tb *tb, sched *c) {
  memset(c->holder, NOBODY, sizeof c->holder);
  c->built = P_Machines;
  c->sound = 0xff;
  c->creating = -1;
  c->only_plan = 99;
  c->delay = 30;
  c->depth = c->depth ? c->depth : 8;
  c->cmd = nf_pace_any(tb);
  c->dmas = nf_pace_any(tb);
  c->dones = nf_pace_any(tb);
  c->cpl = nf_pace_any(tb);
  for (unsigned m = 0; m < P_Machines; m++)
    c->at[m].shown = (uint8_t)c->depth;
}

// Plans 0 to 3 can be run. Plan 4 is not there; 5 and 6 name machines that do not exist or none; 7
// has too many phases.
static void start(nf_tb *tb, void *ctx) {
  sched *const c = ctx;
  base(tb, c);
  nf_sched_partitions(tb, c, 6, 8);
  nf_sched_plan(tb, c, 0, 1);
  nf_sched_plan(tb, c, 1, 2);
  nf_sched_plan(tb, c, 2, 1 + (unsigned)nf_tb_below(tb, 7));
  nf_sched_plan(tb, c, 3, 7);
  nf_sched_put(c, NF_ACE_CSR_PLAN + 5 * 64, (P_Machines - 1) | 2 << 8);
  nf_sched_put(c, NF_ACE_CSR_PLAN + 6 * 64, 0);
  for (unsigned p = 0; p < 8; p++)
    nf_sched_put(c, NF_ACE_CSR_PLAN + 7 * 64 + p * 8, 1u << 8 | (p < 7 ? 1u << 31 : 0));
}

static void start_slow(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((sched *)ctx)->delay = 400;
}

static void start_fickle(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((sched *)ctx)->fickle = true;
}

static void start_aborts(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((sched *)ctx)->aborts = true;
}

static void start_slow_aborts(nf_tb *tb, void *ctx) {
  start_aborts(tb, ctx);
  ((sched *)ctx)->delay = 400;
}

// Queues of two entries are enough, even where one machine serves all phases.
static void start_short(nf_tb *tb, void *ctx) {
  ((sched *)ctx)->depth = 2;
  start(tb, ctx);
}

// One slot a partition: chunks follow each other through it.
static void start_narrow(nf_tb *tb, void *ctx) {
  sched *const c = ctx;
  start(tb, ctx);
  c->writes = 0;
  nf_sched_partitions(tb, c, 1, 100);
  for (unsigned n = 0; n < 4; n++)
    for (unsigned p = 0; p < c->phases[n]; p++)
      nf_sched_put_phase(c, n, p, p + 1 < c->phases[n]);
}

// Many slots: the table is what fills up.
static void start_wide(nf_tb *tb, void *ctx) {
  sched *const c = ctx;
  start(tb, ctx);
  c->writes = 0;
  nf_sched_partitions(tb, c, 1, 1000);
  c->writes = 0;
  for (unsigned p = 0; p < PARTS; p++) {
    c->slots[p] = 32;
    nf_sched_put(c, NF_ACE_CSR_PARTITION + p * 16, c->first[p]);
    nf_sched_put(c, NF_ACE_CSR_PARTITION + p * 16 + 4, c->room[p]);
    nf_sched_put(c, NF_ACE_CSR_PARTITION + p * 16 + 8, 32);
  }
  for (unsigned n = 0; n < 4; n++)
    for (unsigned p = 0; p < c->phases[n]; p++)
      nf_sched_put_phase(c, n, p, p + 1 < c->phases[n]);
  c->delay = 100;
  c->good = true;
  c->cmd = c->dmas = c->cpl = (nf_pace){.kind = NF_PACE_ALWAYS};
}

// A partition with 33 slots, and one that was never set up, do not exist.
static void start_missing(nf_tb *tb, void *ctx) {
  sched *const c = ctx;
  start(tb, ctx);
  nf_sched_put(c, NF_ACE_CSR_PARTITION + 2 * 16 + 8, 33);
  c->slots[2] = 0;
}

// Partition 3 lies where it must not.
static void start_unsound(nf_tb *tb, void *ctx) {
  sched *const c = ctx;
  start(tb, ctx);
  c->sound = (uint8_t) ~(1u << 3);
}

// One chunk at a time, everybody quick.
static void start_quick(nf_tb *tb, void *ctx) {
  sched *const c = ctx;
  start(tb, ctx);
  c->writes = 0;
  nf_sched_partitions(tb, c, 6, 1000);
  nf_sched_plan(tb, c, 1, 2);
  c->only_plan = 1;
  c->only_chunks = 1;
  c->good = true;
  c->cmd = c->dmas = c->dones = c->cpl = (nf_pace){.kind = NF_PACE_ALWAYS};
}

// ------------------------------------------------------------------------------ commands
static uint8_t expected(const sched *c, const nf_ace_scheduler_in *i) {
  const unsigned n = i->cmd_plan;
  if (c->phases[n] == 0)
    return NF_ACE_STATUS_BAD_PLAN;
  for (unsigned p = 0; p <= c->phases[n]; p++)
    if (c->slots[p] == 0 || !(c->sound >> p & 1))
      return NF_ACE_STATUS_BAD_PLAN;
  const bool data = i->cmd_src_pieces != 0 || i->cmd_dst_pieces != 0;
  if (data && (i->cmd_msg == 0 || i->cmd_msg > nf_ace_longest_message(WORD) || i->cmd_msg % 4 ||
               i->cmd_block == 0))
    return NF_ACE_STATUS_BAD_SIZE;
  const unsigned pitch = (i->cmd_msg + PACKET - 1u) / PACKET;
  if (data &&
      (i->cmd_src_pieces * pitch > c->room[0] || i->cmd_dst_pieces * pitch > c->room[c->phases[n]]))
    return NF_ACE_STATUS_BAD_ROOM;
  return nf_op_built(i->cmd_red_op, i->cmd_dtype, P_Halves, false) ? NF_ACE_STATUS_OK
                                                                   : NF_ACE_STATUS_BAD_OP;
}

static void invent(nf_tb *tb, sched *c, command *k) {
  nf_ace_scheduler_in *const i = &k->in;
  memset(k, 0, sizeof *k);
  i->cmd_src = nf_tb_rand(tb) >> 16;
  i->cmd_dst = nf_tb_rand(tb) >> 16;
  i->cmd_src_stride = (uint32_t)nf_tb_rand(tb);
  i->cmd_dst_stride = (uint32_t)nf_tb_rand(tb);
  i->cmd_msg = (uint16_t)(4 * (1 + nf_tb_below(tb, nf_tb_chance(tb, 50) ? 64 : 1024)));
  const unsigned chunks = c->only_chunks ? c->only_chunks : 1 + (unsigned)nf_tb_below(tb, 12);
  i->cmd_block = i->cmd_msg * (chunks - 1) + 1 + (uint32_t)nf_tb_below(tb, i->cmd_msg);
  i->cmd_src_total = (uint32_t)nf_tb_below(tb, i->cmd_block * 5ull);
  i->cmd_dst_total = (uint32_t)nf_tb_below(tb, i->cmd_block * 5ull);
  i->cmd_src_pieces = (uint8_t)nf_tb_below(tb, 5);
  i->cmd_dst_pieces = (uint8_t)nf_tb_below(tb, 5);
  i->cmd_plan = (uint8_t)nf_tb_below(tb, 4);
  i->cmd_tag = (uint16_t)c->next_tag++;
  static const uint8_t ops[][2] = {
      {0, 0}, {1, 0}, {0, 1}, {5, 2}, {0, NF_DTYPE_F16}, {1, NF_DTYPE_BF16}};
  const unsigned op = (unsigned)nf_tb_below(tb, P_Halves ? 6 : 4);
  i->cmd_red_op = ops[op][0];
  i->cmd_dtype = ops[op][1];
  if (c->only_plan < 8)
    i->cmd_plan = (uint8_t)c->only_plan;
  if (!c->good && nf_tb_chance(tb, 20)) {
    switch (nf_tb_below(tb, 5)) {
    case 0:
      i->cmd_plan = (uint8_t)(4 + nf_tb_below(tb, 4));
      break;
    case 1:
      i->cmd_msg = (uint16_t)(nf_tb_chance(tb, 50) ? nf_tb_rand(tb) : 0);
      break;
    case 2:
      i->cmd_block = 0;
      break;
    case 3:
      i->cmd_src_pieces = (uint8_t)nf_tb_rand(tb);
      break;
    default:
      i->cmd_red_op = (uint8_t)nf_tb_below(tb, 16);
      i->cmd_dtype = (uint8_t)nf_tb_below(tb, 16);
      break;
    }
  }
  if (!c->good && nf_tb_chance(tb, 10))
    i->cmd_dtype = nf_tb_chance(tb, 50) ? NF_DTYPE_F16 : NF_DTYPE_BF16;
  k->status = expected(c, i);
  k->bad = k->status != NF_ACE_STATUS_OK;
  k->plan = i->cmd_plan;
  k->data = i->cmd_src_pieces != 0 || i->cmd_dst_pieces != 0;
  k->chunks = k->bad ? 0 : !k->data ? 1 : (i->cmd_block + i->cmd_msg - 1) / i->cmd_msg;
  nf_tb_cover(tb, k->data ? "a command with data" : "a barrier");
}

static void show_command(const command *k, nf_ace_scheduler_in *in) {
  const nf_ace_scheduler_in *const f = &k->in;
  in->cmd_valid = true;
  in->cmd_src = f->cmd_src;
  in->cmd_dst = f->cmd_dst;
  in->cmd_src_stride = f->cmd_src_stride;
  in->cmd_dst_stride = f->cmd_dst_stride;
  in->cmd_block = f->cmd_block;
  in->cmd_src_total = f->cmd_src_total;
  in->cmd_dst_total = f->cmd_dst_total;
  in->cmd_msg = f->cmd_msg;
  in->cmd_tag = f->cmd_tag;
  in->cmd_src_pieces = f->cmd_src_pieces;
  in->cmd_dst_pieces = f->cmd_dst_pieces;
  in->cmd_plan = f->cmd_plan;
  in->cmd_red_op = f->cmd_red_op;
  in->cmd_dtype = f->cmd_dtype;
}

static void commands(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o, nf_ace_scheduler_in *in) {
  static const unsigned none = COMMANDS;
  if (!c->offering && nf_pace_go(tb, &c->cmd) && (c->only_chunks == 0 || c->in_flight == 0)) {
    unsigned k = 0;
    while (k < none && c->commands[k].used)
      k++;
    if (k < none) {
      invent(tb, c, &c->commands[k]);
      c->offered = k;
      c->offering = true;
    }
  }
  if (!c->offering)
    return;
  command *const k = &c->commands[c->offered];
  show_command(k, in);
  if (!o->cmd_ready)
    return;
  k->used = true;
  c->offering = false;
  c->entered++;
  if (++c->in_flight == 4)
    nf_tb_cover(tb, "four commands in flight");
  if (!k->bad)
    c->order[c->orders++] = c->offered;
}

static void completions(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o,
                        nf_ace_scheduler_in *in) {
  in->cpl_ready = nf_pace_go(tb, &c->cpl);
  if (!o->cpl_valid || !in->cpl_ready)
    return;
  unsigned k = 0;
  while (k < COMMANDS && !(c->commands[k].used && c->commands[k].in.cmd_tag == o->cpl_tag))
    k++;
  nf_tb_check(tb, k < COMMANDS, "tag %u is not in flight", o->cpl_tag);
  if (k == COMMANDS)
    return;
  command *const d = &c->commands[k];
  const uint8_t want = d->bad      ? d->status
                       : d->late   ? NF_ACE_STATUS_TIMEOUT
                       : d->err    ? NF_ACE_STATUS_AXI_ERROR
                       : d->poison ? NF_ACE_STATUS_POISONED
                                   : NF_ACE_STATUS_OK;
  if (d->aborted && (!d->over || o->cpl_status == NF_ACE_STATUS_ABORTED)) {
    nf_tb_check(tb, o->cpl_status == NF_ACE_STATUS_ABORTED, "tag %u: status %u after an abort",
                o->cpl_tag, o->cpl_status);
    nf_tb_cover(tb, "ABORTED");
    d->used = false;
    c->in_flight--;
    c->aborted++;
    return;
  }
  nf_tb_check(tb, o->cpl_status == want, "tag %u: status %u, %u is right", o->cpl_tag,
              o->cpl_status, want);
  nf_tb_check(tb, d->made == d->chunks && d->ended == d->chunks, "tag %u: %u of %u chunks",
              o->cpl_tag, d->ended, d->chunks);
  static const char *const names[] = {"OK",     "BAD_PLAN",  "BAD_SIZE", "BAD_ROOM",
                                      "BAD_OP", "AXI_ERROR", "POISONED", "TIMEOUT"};
  nf_tb_cover(tb, names[want]);
  for (unsigned n = 0; n < COMMANDS; n++)
    if (c->commands[n].used && (int16_t)(c->commands[n].in.cmd_tag - o->cpl_tag) < 0)
      nf_tb_cover(tb, "a command ends before an older one");
  d->used = false;
  c->in_flight--;
  c->completed++;
}

// ------------------------------------------------------------------------------ chunks
static uint16_t address(const sched *c, const chunk *k, unsigned part) {
  return (uint16_t)(c->first[part] + k->slot[part] * c->room[part]);
}

static unsigned before(const sched *c, const chunk *k) {
  const command *const d = &c->commands[k->command];
  return d->data ? k->index * d->in.cmd_msg : 0;
}

static void hold(nf_tb *tb, sched *c, unsigned row, unsigned part) {
  uint8_t *const holder = &c->holder[part][c->rows[row].slot[part]];
  nf_tb_check(tb, *holder == NOBODY, "slot %u of partition %u is row %u's, not row %u's",
              c->rows[row].slot[part], part, *holder, row);
  *holder = (uint8_t)row;
}

static void leave(nf_tb *tb, sched *c, unsigned row, unsigned part) {
  uint8_t *const holder = &c->holder[part][c->rows[row].slot[part]];
  nf_tb_check(tb, *holder == row, "row %u leaves partition %u without a slot", row, part);
  *holder = NOBODY;
}

// An entry is appended: with phase 0 a chunk begins, the next of the oldest command.
static void reserves(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o) {
  if (o->reserve_valid == 0)
    return;
  const unsigned m = (unsigned)__builtin_ctz(o->reserve_valid), row = o->reserve_id;
  chunk *const k = &c->rows[row];
  nf_tb_check(tb, (o->reserve_valid & (o->reserve_valid - 1)) == 0 && row < P_Chunks, "reserve");
  if (o->reserve_phase == 0) {
    nf_tb_check(tb, c->creating < 0 && !k->used && c->orders != 0, "row %u is begun", row);
    nf_tb_check(tb, c->quiet < 4, "a chunk is begun while none may");
    if (c->orders == 0)
      return;
    command *const d = &c->commands[c->order[0]];
    *k = (chunk){.used = true, .command = c->order[0], .index = d->made++};
    k->phases = c->phases[d->plan];
    k->order = c->created++;
    for (unsigned p = 0; p <= k->phases; p++) {
      k->slot[p] = (uint8_t)c->turn[p];
      c->turn[p] = (c->turn[p] + 1) % c->slots[p];
    }
    hold(tb, c, row, 0);
    c->creating = (int)row;
    if (d->made == d->chunks)
      memmove(c->order, c->order + 1, sizeof *c->order * --c->orders);
  }
  const unsigned n = c->commands[k->command].plan;
  nf_tb_check(tb, c->creating == (int)row && k->steps == o->reserve_phase, "phase %u of row %u",
              o->reserve_phase, row);
  const unsigned p = o->reserve_phase;
  const unsigned want = c->group[n][p] + c->machine_turn[n][p];
  c->machine_turn[n][p] = (c->machine_turn[n][p] + 1) % c->machines[n][p];
  nf_tb_check(tb, m == want, "machine %u, %u is right", m, want);
  k->machine[p] = (uint8_t)m;
  if (++k->steps == k->phases)
    c->creating = -1;
  machine *const a = &c->at[m];
  nf_tb_check(tb, a->count < c->depth, "the queue of machine %u is full", m);
  if (a->count < c->depth)
    a->queue[a->count++] = (entry){(uint8_t)row, (uint8_t)p};
  if (a->count == c->depth)
    nf_tb_cover(tb, "a machine's queue is full");
}

static void readies(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o) {
  if (o->ready_valid == 0)
    return;
  const uint64_t *const x = o->ready_ctx;
  const unsigned m = (unsigned)__builtin_ctz(o->ready_valid);
  const unsigned row = nf_ace_ctx_id(x) & 31u, p = nf_ace_ctx_phase(x) & 7u;
  chunk *const k = &c->rows[row];
  const command *const d = &c->commands[k->command];
  nf_tb_check(tb,
              k->used && k->loaded && !k->running && !k->stored && p == k->phase && p < k->phases &&
                  k->machine[p] == m,
              "row %u starts phase %u on machine %u", row, p, m);
  hold(tb, c, row, p + 1);
  const unsigned left = d->in.cmd_block - before(c, k);
  const unsigned bytes = left < d->in.cmd_msg ? left : d->in.cmd_msg;
  const unsigned pitch = d->data ? (d->in.cmd_msg + PACKET - 1u) / PACKET : 1;
  nf_tb_check(tb,
              nf_ace_ctx_src(x) == address(c, k, p) && nf_ace_ctx_dst(x) == address(c, k, p + 1),
              "row %u, phase %u: addresses", row, p);
  nf_tb_check(tb, nf_ace_ctx_src_room(x) == c->room[p] && nf_ace_ctx_dst_room(x) == c->room[p + 1],
              "row %u, phase %u: room", row, p);
  nf_tb_check(tb, nf_ace_ctx_len(x) == (d->data ? (bytes + WORD - 1) / WORD : 0),
              "row %u: length %u", row, nf_ace_ctx_len(x));
  nf_tb_check(tb,
              nf_ace_ctx_pitch(x) == pitch && nf_ace_ctx_index(x) == k->index &&
                  nf_ace_ctx_pc(x) == c->pc[d->plan][p] &&
                  nf_ace_ctx_red_op(x) == d->in.cmd_red_op &&
                  nf_ace_ctx_dtype(x) == d->in.cmd_dtype,
              "row %u, phase %u: context", row, p);
  k->running = true;
  machine *const a = &c->at[m];
  if (a->queue[0].id == row && a->queue[0].phase == p)
    a->ready = true;
  else
    nf_tb_cover(tb, "a phase may start before it is the head");
  if (c->only_chunks == 1) {
    const uint64_t since = p == 0 ? nf_tb_cycle(tb) - c->loaded_at : nf_tb_cycle(tb) - c->done_at;
    nf_tb_check(tb, since == (p == 0 ? 2 : 4), "phase %u starts after %u cycles", p,
                (unsigned)since);
    c->measured++;
  }
}

// The head of a machine's queue runs, once it may, for as long as it likes.
static void machines(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o, nf_ace_scheduler_in *in) {
  const bool go = nf_pace_go(tb, &c->dones);
  for (unsigned m = 0; m < P_Machines; m++) {
    machine *const a = &c->at[m];
    in->free[m] = a->shown;
    const unsigned row = a->queue[0].id, p = a->queue[0].phase;
    if (a->count != 0 && !a->ready && c->rows[row].running && c->rows[row].phase == p)
      a->ready = true;
    if (a->count != 0 && a->ready && !a->done) {
      if (a->wait == 0)
        a->wait = 1 + (unsigned)nf_tb_below(tb, c->delay);
      if (--a->wait == 0 && !go)
        a->wait = 1;
      if (a->wait == 0) {
        a->done = true;
        c->done_at = nf_tb_cycle(tb);
      }
    }
    if (a->done) {
      in->done_valid |= (uint16_t)(1u << m);
      in->done_id[m] = (uint8_t)row;
      in->done_phase[m] = (uint8_t)p;
      if (o->done_ready >> m & 1) {
        chunk *const k = &c->rows[row];
        leave(tb, c, row, p);
        k->phase++;
        k->running = false;
        k->stored = k->phase == k->phases;
        memmove(a->queue, a->queue + 1, sizeof *a->queue * --a->count);
        a->done = a->ready = false;
      }
    }
    a->shown = (uint8_t)(c->depth - a->count);
    if (a->shown == 0)
      c->quiet = 0;
  }
}

// ------------------------------------------------------------------------------ DMAs
static void order(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o, bool tx) {
  const uint8_t id = tx ? o->txd_id : o->rxd_id;
  const unsigned row = id & 31u;
  const chunk *const k = &c->rows[row];
  const nf_ace_scheduler_in *const d = &c->commands[k->command].in;
  const uint32_t past = before(c, k), total = tx ? d->cmd_src_total : d->cmd_dst_total;
  const uint64_t at = ((tx ? d->cmd_src : d->cmd_dst) + past) & 0xffffffffffffull;
  const bool data = c->commands[k->command].data;
  nf_tb_check(tb, k->used && (tx ? !k->loaded : k->stored), "row %u moves", row);
  nf_tb_check(tb,
              (tx ? o->txd_addr : o->rxd_addr) == at &&
                  (tx ? o->txd_stride : o->rxd_stride) ==
                      (tx ? d->cmd_src_stride : d->cmd_dst_stride) &&
                  (tx ? o->txd_block : o->rxd_block) == d->cmd_block - past,
              "row %u: where it lies in memory", row);
  nf_tb_check(tb, (tx ? o->txd_total : o->rxd_total) == (total > past ? total - past : 0),
              "row %u: total", row);
  nf_tb_check(
      tb,
      (tx ? o->txd_pieces : o->rxd_pieces) == (tx ? d->cmd_src_pieces : d->cmd_dst_pieces) &&
          (tx ? o->txd_msg : o->rxd_msg) == d->cmd_msg &&
          (tx ? o->txd_pitch : o->rxd_pitch) == (data ? (d->cmd_msg + PACKET - 1u) / PACKET : 1),
      "row %u: pieces", row);
  nf_tb_check(tb, (tx ? o->txd_sram : o->rxd_sram) == address(c, k, tx ? 0 : k->phases),
              "row %u: where it lies in SRAM", row);
  dma *const a = tx ? &c->tx : &c->rx;
  if (a->count < LIST)
    a->id[a->count++] = id;
}

// True in the cycle in which the oldest order is done and taken.
static bool work(nf_tb *tb, sched *c, dma *a, bool ready) {
  if (a->count != 0 && !a->done) {
    if (a->wait == 0)
      a->wait = 1 + (unsigned)nf_tb_below(tb, c->delay);
    a->done = --a->wait == 0;
    a->err = !c->good && nf_tb_chance(tb, 2);
  }
  return a->done && ready;
}

static void drop(dma *a) {
  memmove(a->id, a->id + 1, sizeof *a->id * --a->count);
  a->done = false;
}

static void dmas(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o, nf_ace_scheduler_in *in) {
  in->txd_ready = c->tx.count < 2 && nf_pace_go(tb, &c->dmas);
  in->rxd_ready = c->rx.count < 2 && nf_pace_go(tb, &c->dmas);
  if (o->txd_valid && in->txd_ready)
    order(tb, c, o, true);
  if (o->rxd_valid && in->rxd_ready)
    order(tb, c, o, false);
  // The memory is given up while no error is on its way to a completion.
  bool failing = (c->tx.done && c->tx.err) || (c->rx.done && c->rx.err);
  for (unsigned k = 0; k < COMMANDS; k++)
    failing |= c->commands[k].used && c->commands[k].err;
  c->given_up |= nf_tb_cycle(tb) > GIVEN_UP_AT && !failing;
  in->given_up = c->given_up;
  const bool loaded = work(tb, c, &c->tx, o->txd_done_ready);
  in->txd_done_valid = c->tx.done;
  in->txd_done_id = c->tx.id[0];
  in->txd_done_err = c->tx.done && c->tx.err;
  if (loaded) {
    chunk *const k = &c->rows[c->tx.id[0] & 31];
    k->loaded = true;
    c->commands[k->command].err |= c->tx.err;
    c->commands[k->command].late |= c->tx.err && c->given_up;
    c->loaded_at = nf_tb_cycle(tb);
    drop(&c->tx);
  }
  if (c->rx.count != 0 && !c->rx.done && !c->good && nf_tb_chance(tb, 1)) {
    in->rxd_poison = true;
    in->rxd_poison_id = c->rx.id[0];
    c->commands[c->rows[c->rx.id[0] & 31].command].poison = true;
  }
  const bool stored = work(tb, c, &c->rx, o->rxd_done_ready);
  in->rxd_done_valid = c->rx.done;
  in->rxd_done_id = c->rx.id[0];
  in->rxd_done_err = c->rx.done && c->rx.err;
  if (stored) {
    const unsigned row = c->rx.id[0] & 31u;
    chunk *const k = &c->rows[row];
    leave(tb, c, row, k->phases);
    c->commands[k->command].err |= c->rx.err;
    c->commands[k->command].late |= c->rx.err && c->given_up;
    c->commands[k->command].ended++;
    if (k->order < c->last_end)
      nf_tb_cover(tb, "a chunk ends after a younger one");
    c->last_end = k->order;
    k->used = false;
    drop(&c->rx);
  }
}

// ------------------------------------------------------------------------------ abort
static void forget(sched *c) {
  for (unsigned k = 0; k < COMMANDS; k++) {
    command *const d = &c->commands[k];
    d->aborted = d->used;
    d->over = d->bad || d->ended == d->chunks;
  }
  memset(c->rows, 0, sizeof c->rows);
  memset(c->holder, NOBODY, sizeof c->holder);
  memset(c->turn, 0, sizeof c->turn);
  memset(c->machine_turn, 0, sizeof c->machine_turn);
  for (unsigned m = 0; m < P_Machines; m++)
    c->at[m] = (machine){.shown = (uint8_t)c->depth};
  c->creating = -1;
  c->orders = 0;
}

// What the DMAs have taken they end, and nobody asks for it.
static void wind_up(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o, nf_ace_scheduler_in *in) {
  in->txd_ready = c->tx.count < 2 && nf_pace_go(tb, &c->dmas);
  in->rxd_ready = c->rx.count < 2 && nf_pace_go(tb, &c->dmas);
  if (o->txd_valid && in->txd_ready)
    c->tx.id[c->tx.count++] = o->txd_id;
  if (o->rxd_valid && in->rxd_ready)
    c->rx.id[c->rx.count++] = o->rxd_id;
  in->given_up = c->given_up;
  const bool loaded = work(tb, c, &c->tx, o->txd_done_ready);
  const bool stored = work(tb, c, &c->rx, o->rxd_done_ready);
  in->txd_done_valid = c->tx.done;
  in->txd_done_id = c->tx.id[0];
  in->txd_done_err = c->tx.done && c->tx.err;
  in->rxd_done_valid = c->rx.done;
  in->rxd_done_id = c->rx.id[0];
  in->rxd_done_err = c->rx.done && c->rx.err;
  in->rxd_poison = c->rx.count != 0 && nf_tb_chance(tb, 5);
  in->rxd_poison_id = c->rx.id[0];
  if (loaded)
    drop(&c->tx);
  if (stored)
    drop(&c->rx);
}

// An abort lasts until the DMAs are done, and for at least as long as the engine's.
static void during_abort(nf_tb *tb, sched *c, const nf_ace_scheduler_out *o,
                         nf_ace_scheduler_in *in) {
  enum { LEAST = 64 };
  in->abort = true;
  if (c->aborting == 0)
    reserves(tb, c, o);
  else
    nf_tb_check(tb, o->reserve_valid == 0, "an entry in an abort");
  if (c->aborting == 0)
    readies(tb, c, o);
  else
    nf_tb_check(tb, o->ready_valid == 0, "a context in an abort");
  machines(tb, c, o, in);
  wind_up(tb, c, o, in);
  completions(tb, c, o, in);
  if (c->aborting++ == 0)
    forget(c);
  if (c->aborting > LEAST && c->tx.count == 0 && c->rx.count == 0)
    c->aborting = 0;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  sched *const c = ctx;
  const nf_ace_scheduler_out *const o = out;
  nf_ace_scheduler_in *const i = in;
  i->run = !c->fickle || nf_tb_cycle(tb) / 300 % 3 != 1;
  i->sound = c->sound;
  i->stop = c->fickle && nf_tb_cycle(tb) / 450 % 4 == 3;
  if (c->written < c->writes) {
    i->cfg_valid = true;
    i->cfg_addr = c->setup[c->written][0];
    i->cfg_wdata = c->setup[c->written++][1];
    for (unsigned m = 0; m < P_Machines; m++)
      i->free[m] = (uint8_t)c->depth;
    return;
  }
  // Writes to other blocks' registers mean nothing here.
  if (nf_tb_chance(tb, 5)) {
    i->cfg_valid = true;
    i->cfg_addr = NF_ACE_CSR_QP + (uint32_t)nf_tb_below(tb, 0x800);
    i->cfg_wdata = (uint32_t)nf_tb_rand(tb);
  }
  c->quiet = i->run && !i->stop ? 0 : c->quiet + 1;
  c->chunks_done += o->chunk_done;
  if (c->aborts && (c->aborting != 0 || nf_tb_below(tb, 1000) == 0)) {
    during_abort(tb, c, o, i);
    return;
  }
  reserves(tb, c, o);
  readies(tb, c, o);
  machines(tb, c, o, i);
  dmas(tb, c, o, i);
  completions(tb, c, o, i);
  commands(tb, c, o, i);
  unsigned used = 0;
  for (unsigned r = 0; r < P_Chunks; r++)
    used += c->rows[r].used;
  if (used == P_Chunks)
    nf_tb_cover(tb, "the chunk table is full");
}

static void finish(nf_tb *tb, void *ctx) {
  const sched *const c = ctx;
  nf_tb_check(tb, c->created > nf_tb_cycle(tb) / 2000, "%u chunks", (unsigned)c->created);
  // Machines that take up to 400 cycles for a phase may end no more than one.
  const uint64_t least = c->delay > 100 ? 1 : nf_tb_cycle(tb) / 10000 + 1;
  nf_tb_reach(tb, c->completed >= least, "%u commands complete", c->completed);
  nf_tb_check(tb, c->chunks_done + P_Chunks + 4 >= c->created && c->chunks_done <= c->created,
              "%u chunks done of %u", c->chunks_done, (unsigned)c->created);
}

static void finish_aborts(nf_tb *tb, void *ctx) {
  const sched *const c = ctx;
  nf_tb_reach(tb, c->created > nf_tb_cycle(tb) / 2000 && c->completed != 0 && c->aborted > 4,
              "%u chunks, %u commands complete, %u aborted", (unsigned)c->created, c->completed,
              c->aborted);
}

static void finish_quick(nf_tb *tb, void *ctx) {
  finish(tb, ctx);
  nf_tb_reach(tb, ((const sched *)ctx)->measured > 10, "nothing was measured");
}

int main(int argc, char **argv) {
  static const nf_ace_scheduler_cfg cfg = {
      .Machines = P_Machines, .Chunks = P_Chunks, .Halves = P_Halves, .WordBytes = P_WordBytes};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.3 random commands and delays", 20000, start, drive, finish},
      {"ACE 4.3.2 slow machines", 20000, start_slow, drive, finish},
      {"ACE 4.3.1 one slot a partition", 10000, start_narrow, drive, finish},
      {"ACE 4.3.1 more slots than rows", 10000, start_wide, drive, finish},
      {"ACE 4.3.2 queues of two entries", 10000, start_short, drive, finish},
      {"ACE 4.3 run and stop", 10000, start_fickle, drive, finish},
      {"ACE 4.3 aborts at any time", 30000, start_aborts, drive, finish_aborts},
      {"ACE 4.3 aborts, slow machines", 30000, start_slow_aborts, drive, NULL},
      {"ACE 4.3.1 a partition that does not exist", 5000, start_missing, drive, NULL},
      {"ACE 4.3.1 a partition in another or past the SRAM", 5000, start_unsound, drive, NULL},
      {"ACE 4.3.2 from phase to phase", 4000, start_quick, drive, finish_quick},
  };
  const nf_tb_bench bench = {
      .dut = &nf_ace_scheduler_dut,
      .model = NF_TB_MODEL(nf_ace_scheduler),
      .cfg = &cfg,
      .ctx_size = sizeof(sched),
      .scenarios = scenarios,
      .count = 11,
      .unreset = "ready_ctx|ready_valid reserve_id|reserve_valid reserve_phase|reserve_valid"};
  return nf_tb_main(argc, argv, &bench);
}
