// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Commands at random, chunks that are taken, loaded, stored and ended in any order. All chunks of a
// command together must be its payload, no byte twice.
#include "ace/nf_ace_commands.h"
#include "ace/nf_ace_word.h"

#include "common/nf_defs.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_commands_dut;

enum { WORD = P_WordBytes, PACKET = NF_ACE_PACKET_WORDS * WORD };
enum { ROWS = NF_ACE_MAX_CHUNKS, LIST = 8, GIVEN_UP_AT = 12000 };

typedef struct {
  nf_ace_commands_in in;
  uint8_t status;               // expected
  bool data, err, late, poison; // late: failed when the memory was given up
  bool answered;                // its plan was looked at
  uint32_t made, chunks, ended;
} command;

typedef struct {
  bool used, loaded, stored;
  unsigned place, index, pitch;
  uint32_t offset;
} chunk;

typedef struct {
  command list[LIST];
  unsigned entered, head; // commands taken; whose chunks are all made
  bool done[LIST];
  chunk rows[ROWS];
  bool offering, good;
  unsigned aborting, aborted; // cycles of the abort that are to come; commands
  unsigned completed, order;  // row of the order that shows in the next cycle
  uint16_t sram;
  bool load, store;
  nf_pace cmd, plan, take, end, cpl, dmas;
} commands;

static void start(nf_tb *tb, void *ctx) {
  commands *const c = ctx;
  c->cmd = nf_pace_any(tb);
  c->plan = nf_pace_any(tb);
  c->take = nf_pace_any(tb);
  c->end = nf_pace_any(tb);
  c->cpl = nf_pace_any(tb);
  c->dmas = nf_pace_any(tb);
}

static void start_good(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((commands *)ctx)->good = true;
}

// Completions are taken late: commands that are over wait for the interface.
static void start_late(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((commands *)ctx)->cpl = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 3};
}

static void invent(nf_tb *tb, commands *c, command *k) {
  nf_ace_commands_in *const i = &k->in;
  *k = (command){.status = NF_ACE_STATUS_OK};
  i->cmd_src = nf_tb_rand(tb) >> 16;
  i->cmd_dst = nf_tb_rand(tb) >> 16;
  i->cmd_src_stride = (uint32_t)nf_tb_rand(tb);
  i->cmd_dst_stride = (uint32_t)nf_tb_rand(tb);
  i->cmd_msg = (uint16_t)(4 * (1 + nf_tb_below(tb, 1024)));
  const uint32_t whole = (uint32_t)nf_tb_below(tb, 6);
  i->cmd_block = i->cmd_msg * whole + 1 + (uint32_t)nf_tb_below(tb, i->cmd_msg);
  if (nf_tb_chance(tb, 10)) // up to the last byte
    i->cmd_block = i->cmd_msg * (whole + 1);
  i->cmd_src_total = (uint32_t)nf_tb_below(tb, 2ull * i->cmd_block);
  i->cmd_dst_total = (uint32_t)nf_tb_below(tb, 2ull * i->cmd_block);
  i->cmd_src_pieces = (uint8_t)nf_tb_below(tb, 4);
  i->cmd_dst_pieces = (uint8_t)nf_tb_below(tb, 4);
  i->cmd_plan = (uint8_t)nf_tb_below(tb, 8);
  static const uint8_t types[] = {NF_DTYPE_F32, NF_DTYPE_U32, NF_DTYPE_S32, NF_DTYPE_F16,
                                  NF_DTYPE_BF16};
  i->cmd_dtype = types[nf_tb_below(tb, P_Halves ? 5 : 3)];
  i->cmd_tag = (uint16_t)c->entered;
  if (!c->good) {
    const unsigned bad = (unsigned)nf_tb_below(tb, 10);
    i->cmd_msg = bad == 0 ? (uint16_t)nf_tb_rand(tb) : i->cmd_msg;
    i->cmd_block = bad == 1 ? 0 : i->cmd_block;
    i->cmd_src_pieces = bad == 2 ? (uint8_t)nf_tb_rand(tb) : i->cmd_src_pieces;
    i->cmd_dst_pieces = bad == 3 ? (uint8_t)nf_tb_rand(tb) : i->cmd_dst_pieces;
    i->cmd_red_op = bad == 4 ? (uint8_t)nf_tb_below(tb, 16) : 0;
    i->cmd_dtype = bad == 4 ? (uint8_t)nf_tb_below(tb, 16) : i->cmd_dtype;
  }
  k->data = (i->cmd_src_pieces | i->cmd_dst_pieces) != 0;
}

static void enter(nf_tb *tb, commands *c, const nf_ace_commands_out *o, nf_ace_commands_in *in) {
  command *const k = &c->list[c->entered % LIST];
  if (!c->offering && nf_pace_go(tb, &c->cmd) && !c->done[c->entered % LIST]) {
    invent(tb, c, k);
    c->offering = true;
  }
  if (!c->offering)
    return;
  const nf_ace_commands_in own = *in;
  *in = k->in;
  in->cmd_valid = true;
  in->plan_done = own.plan_done;
  in->plan_ok = own.plan_ok;
  in->plan_phases = own.plan_phases;
  in->plan_first_room = own.plan_first_room;
  in->plan_last_room = own.plan_last_room;
  if (!o->cmd_ready)
    return;
  c->offering = false;
  c->done[c->entered++ % LIST] = true; // until it is complete
}

static void answer(nf_tb *tb, commands *c, const nf_ace_commands_out *o, nf_ace_commands_in *in) {
  if (!o->plan_valid || !nf_pace_go(tb, &c->plan))
    return;
  command *const k = &c->list[c->head % LIST];
  const nf_ace_commands_in *const i = &k->in;
  nf_tb_check(tb, c->head < c->entered && o->plan == i->cmd_plan, "plan %u", o->plan);
  in->plan_done = k->answered = true;
  in->plan_ok = c->good || nf_tb_chance(tb, 90);
  in->plan_phases = (uint8_t)(1 + nf_tb_below(tb, 7));
  in->plan_first_room = (uint16_t)(c->good ? 64 : nf_tb_below(tb, 200));
  in->plan_last_room = (uint16_t)(c->good ? 64 : nf_tb_below(tb, 200));
  const unsigned pitch = k->data ? (i->cmd_msg + PACKET - 1u) / PACKET : 1;
  k->status = !in->plan_ok ? NF_ACE_STATUS_BAD_PLAN
              : k->data && (i->cmd_msg == 0 || i->cmd_msg > nf_ace_longest_message(WORD) ||
                            i->cmd_msg % 4 || i->cmd_block == 0)
                  ? NF_ACE_STATUS_BAD_SIZE
              : i->cmd_src_pieces * pitch > in->plan_first_room ||
                      i->cmd_dst_pieces * pitch > in->plan_last_room
                  ? NF_ACE_STATUS_BAD_ROOM
              : !nf_op_built(i->cmd_red_op, i->cmd_dtype, P_Halves, false) ? NF_ACE_STATUS_BAD_OP
                                                                           : NF_ACE_STATUS_OK;
  k->chunks = k->status ? 0 : !k->data ? 1 : (i->cmd_block + i->cmd_msg - 1) / i->cmd_msg;
  c->head += k->status != NF_ACE_STATUS_OK;
}

static void take(nf_tb *tb, commands *c, const nf_ace_commands_out *o, nf_ace_commands_in *in) {
  const unsigned r = (unsigned)nf_tb_below(tb, ROWS);
  if (!o->chunk_valid || c->rows[r].used || !nf_pace_go(tb, &c->take))
    return;
  command *const k = &c->list[c->head % LIST];
  const uint32_t msg = k->in.cmd_msg, before = k->data ? k->made * msg : 0;
  const uint32_t left = k->in.cmd_block - before, bytes = left < msg ? left : msg;
  nf_tb_check(tb,
              o->chunk_index == k->made && o->chunk_offset == before &&
                  o->chunk_len == (k->data ? (bytes + WORD - 1) / WORD : 0) &&
                  o->chunk_pitch == (k->data ? (msg + PACKET - 1) / PACKET : 1),
              "chunk %u", o->chunk_index);
  nf_tb_check(tb,
              o->chunk_plan == k->in.cmd_plan && o->chunk_red_op == k->in.cmd_red_op &&
                  o->chunk_dtype == k->in.cmd_dtype,
              "plan, op or type");
  in->chunk_ready = true;
  c->rows[r] = (chunk){.used = true,
                       .place = o->chunk_place,
                       .index = c->head % LIST,
                       .pitch = o->chunk_pitch,
                       .offset = o->chunk_offset};
  if (++k->made == k->chunks)
    c->head++;
}

static void compare(nf_tb *tb, const commands *c, const nf_ace_commands_out *o, bool tx) {
  const chunk *const r = &c->rows[c->order];
  const nf_ace_commands_in *const i = &c->list[r->index].in;
  const uint32_t total = tx ? i->cmd_src_total : i->cmd_dst_total;
  const uint32_t rest = total > r->offset ? total - r->offset : 0;
  const uint64_t at = ((tx ? i->cmd_src : i->cmd_dst) + r->offset) & 0xffffffffffffull;
  const unsigned id = r->place << 5 | c->order;
  if (tx)
    nf_tb_check(tb,
                o->txd_valid && o->txd_addr == at && o->txd_total == rest && o->txd_id == id &&
                    o->txd_block == i->cmd_block - r->offset && o->txd_msg == i->cmd_msg &&
                    o->txd_pieces == i->cmd_src_pieces && o->txd_sram == c->sram &&
                    o->txd_stride == i->cmd_src_stride && o->txd_pitch == r->pitch,
                "load of row %u", c->order);
  else
    nf_tb_check(tb,
                o->rxd_valid && o->rxd_addr == at && o->rxd_total == rest && o->rxd_id == id &&
                    o->rxd_block == i->cmd_block - r->offset && o->rxd_msg == i->cmd_msg &&
                    o->rxd_pieces == i->cmd_dst_pieces && o->rxd_sram == c->sram &&
                    o->rxd_stride == i->cmd_dst_stride && o->rxd_pitch == r->pitch,
                "store of row %u", c->order);
}

static void orders(nf_tb *tb, commands *c, const nf_ace_commands_out *o, nf_ace_commands_in *in) {
  if (c->load || c->store)
    compare(tb, c, o, c->load);
  c->load = c->store = false;
  in->txd_ready = nf_pace_go(tb, &c->dmas);
  in->rxd_ready = nf_pace_go(tb, &c->dmas);
  const unsigned row = (unsigned)nf_tb_below(tb, ROWS);
  chunk *const r = &c->rows[row];
  if (!r->used)
    return;
  if (!r->loaded && !o->txd_valid)
    in->load = c->load = r->loaded = true;
  else if (r->loaded && !r->stored && !o->rxd_valid)
    in->store = c->store = r->stored = true;
  else
    return;
  c->order = row;
  in->order_row = (uint8_t)row;
  in->order_place = (uint8_t)r->place;
  in->order_pitch = (uint8_t)r->pitch;
  in->order_offset = r->offset;
  in->order_sram = c->sram = (uint16_t)nf_tb_rand(tb);
}

static void ends(nf_tb *tb, commands *c, nf_ace_commands_in *in) {
  in->given_up = nf_tb_cycle(tb) >= GIVEN_UP_AT;
  const unsigned row = (unsigned)nf_tb_below(tb, ROWS);
  chunk *const r = &c->rows[row];
  if (!r->used || !nf_pace_go(tb, &c->end))
    return;
  command *const k = &c->list[r->index];
  if (!r->stored) {
    in->fail = r->loaded && nf_tb_chance(tb, 2);
    in->fail_place = (uint8_t)r->place;
    k->err |= in->fail;
    k->late |= in->fail && in->given_up;
    return;
  }
  if (c->store && c->order == row)
    return;                   // it shows in the next cycle
  if (nf_tb_chance(tb, 10)) { // poison of the chunk comes before its end
    in->poison = true;
    in->poison_place = (uint8_t)r->place;
    k->poison = true;
    return;
  }
  in->end = true;
  in->end_place = (uint8_t)r->place;
  in->end_err = nf_tb_chance(tb, 3);
  k->err |= in->end_err;
  k->late |= in->end_err && in->given_up;
  k->ended++;
  r->used = false;
}

static void completions(nf_tb *tb, commands *c, const nf_ace_commands_out *o,
                        nf_ace_commands_in *in) {
  in->cpl_ready = nf_pace_go(tb, &c->cpl);
  if (!o->cpl_valid || !in->cpl_ready)
    return;
  unsigned n = 0;
  while (n < LIST && !(c->done[n] && c->list[n].in.cmd_tag == o->cpl_tag))
    n++;
  nf_tb_check(tb, n < LIST, "tag %u is not in flight", o->cpl_tag);
  if (n == LIST)
    return;
  const command *const k = &c->list[n];
  const uint8_t want = k->status   ? k->status
                       : k->late   ? NF_ACE_STATUS_TIMEOUT
                       : k->err    ? NF_ACE_STATUS_AXI_ERROR
                       : k->poison ? NF_ACE_STATUS_POISONED
                                   : NF_ACE_STATUS_OK;
  nf_tb_check(tb, o->cpl_status == want, "tag %u: status %u, %u is right", o->cpl_tag,
              o->cpl_status, want);
  nf_tb_check(tb, k->made == k->chunks && k->ended == k->chunks, "tag %u: %u of %u chunks",
              o->cpl_tag, k->ended, k->chunks);
  c->done[n] = false;
  c->completed++;
}

// Every command that is not over is, and ends with ABORTED; the orders that are offered are not any
// more.
static void abandon(nf_tb *tb, commands *c) {
  c->aborting = 8 + (unsigned)nf_tb_below(tb, 20);
  for (unsigned n = 0; n < LIST; n++) {
    command *const k = &c->list[n];
    if (!c->done[n] || (k->answered && k->made == k->chunks && k->ended == k->chunks))
      continue;
    k->status = NF_ACE_STATUS_ABORTED;
    k->made = k->ended = k->chunks;
    c->aborted++;
  }
  c->head = c->entered;
  for (unsigned r = 0; r < ROWS; r++)
    c->rows[r].used = false;
}

// Loads and stores that were under way end meanwhile, and count for nothing.
static void during_abort(nf_tb *tb, commands *c, const nf_ace_commands_out *o,
                         nf_ace_commands_in *in) {
  in->abort = true;
  in->fail = nf_tb_chance(tb, 20);
  in->end = nf_tb_chance(tb, 20);
  in->poison = nf_tb_chance(tb, 20);
  in->end_err = nf_tb_chance(tb, 50);
  in->fail_place = in->end_place = in->poison_place = (uint8_t)nf_tb_below(tb, 4);
  completions(tb, c, o, in);
  c->load = c->store = false;
  c->aborting--;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  commands *const c = ctx;
  const nf_ace_commands_out *const o = out;
  nf_ace_commands_in *const i = in;
  if (c->aborting == 0 && nf_tb_below(tb, 700) == 0)
    abandon(tb, c);
  if (c->aborting != 0) {
    during_abort(tb, c, o, i);
    return;
  }
  answer(tb, c, o, i);
  enter(tb, c, o, i);
  orders(tb, c, o, i);
  ends(tb, c, i);
  take(tb, c, o, i);
  completions(tb, c, o, i);
  nf_tb_check(tb, o->cmd_ready == (o->free != 0), "%u places are free", o->free);
  if (o->free == 0)
    nf_tb_cover(tb, "all places are taken");
}

static void finish(nf_tb *tb, void *ctx) {
  const commands *const c = ctx;
  nf_tb_reach(tb, c->completed > nf_tb_cycle(tb) / 2000 && c->aborted != 0,
              "%u commands, %u of them aborted", c->completed, c->aborted);
}

int main(int argc, char **argv) {
  static const nf_ace_commands_cfg cfg = {.Halves = P_Halves, .WordBytes = P_WordBytes};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.1 random commands, some of them bad", 20000, start, drive, finish},
      {"ACE 4.1 good commands", 20000, start_good, drive, finish},
      {"ACE 4.4 completions that wait", 20000, start_late, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_commands_dut,
                             .model = NF_TB_MODEL(nf_ace_commands),
                             .cfg = &cfg,
                             .ctx_size = sizeof(commands),
                             .scenarios = scenarios,
                             .count = 3};
  return nf_tb_main(argc, argv, &bench);
}
