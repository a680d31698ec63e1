// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the data path: lock-step under random slots, dense reuse of few flits so that every
// distance of forwarding occurs, and random stalls.
#include "nf_reduce_apart.h"
#include "nf_tb.h"
#include "reduce/nf_reduce_data.h"

extern const nf_dut nf_reduce_data_dut;

enum { FLITS = P_Entries * 8, SENT = 8 };

typedef struct {
  nf_pace pace;
  unsigned reuse;            // flits in use
  int written[APART + 1];    // flits that the slots before wrote, the last one first; or -1
  bool filled[FLITS];        // a flit that holds something
  uint32_t word[FLITS];      // first word of each flit, when all ops are U32 ADD
  uint32_t expect[SENT];     // first words of what must come out
  unsigned put, got;         //
  nf_reduce_data_in waiting; // a slot stays until it is taken
  bool have, plain;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->pace = nf_pace_any(tb);
  c->reuse = 2 + (unsigned)nf_tb_below(tb, 6);
  for (unsigned k = 0; k <= APART; k++)
    c->written[k] = -1;
}

static void start_plain(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->plain = true;
}

static void make_flags(nf_tb *tb, nf_reduce_data_in *slot) {
  slot->keep_flags = nf_tb_chance(tb, 40);
  slot->send_flags = nf_tb_chance(tb, 40);
  slot->start_flags = nf_tb_chance(tb, 15);
  slot->take_flags = nf_tb_chance(tb, 15);
  slot->flags = (uint8_t)(nf_tb_chance(tb, 20) ? nf_tb_rand(tb) & 0x1f : 0);
}

// A result that is not there in time cannot be read.
static bool settled(const context *c, unsigned flit) {
  for (unsigned k = 0; k + 1 < APART; k++)
    if (c->written[k] == (int)flit)
      return false;
  return true;
}

static void make_slot(nf_tb *tb, context *c) {
  nf_reduce_data_in *const slot = &c->waiting;
  *slot = (nf_reduce_data_in){0};
  if (nf_tb_chance(tb, 15))
    return;
  const unsigned flit = (unsigned)nf_tb_below(tb, c->reuse) * (FLITS / 5 | 1) % FLITS;
  const bool can_read = c->filled[flit] && settled(c, flit);
  slot->valid = true;
  slot->entry = (uint8_t)(flit / 8);
  slot->flit = (uint8_t)(flit % 8);
  slot->data.w[0] = nf_tb_rand(tb);
  slot->data.w[1] = nf_tb_rand(tb);
  slot->dtype = NF_DTYPE_U32;
  if (!c->plain) {
    slot->red_op = (uint8_t)nf_tb_below(tb, NF_REDUCTION_OPS);
    slot->dtype = (uint8_t)nf_tb_below(tb, NF_DTYPES + 1);
    make_flags(tb, slot);
  }
  switch (nf_tb_below(tb, 5)) {
  case 0: // header of a result
    slot->header = true;
    slot->send = NF_REDUCE_SEND_IN;
    slot->ports = (uint16_t)nf_tb_rand(tb);
    nf_hdr_set_flags(&slot->data, 0);
    break;
  case 1: // reduce, keep or finish
    slot->read = slot->sum = can_read;
    slot->write = nf_tb_chance(tb, 70);
    slot->send = slot->write || !can_read ? NF_REDUCE_SEND_NONE : NF_REDUCE_SEND_SUM;
    break;
  case 2: // evict
    slot->read = can_read;
    slot->write = nf_tb_chance(tb, 80);
    slot->send = can_read ? NF_REDUCE_SEND_HELD : NF_REDUCE_SEND_NONE;
    break;
  case 3: // insert
    slot->write = true;
    break;
  default: // pass
    slot->send = NF_REDUCE_SEND_IN;
  }
}

// The slot was taken: forward distances, and for plain sums what must come out.
static void account(nf_tb *tb, context *c) {
  const nf_reduce_data_in *const slot = &c->waiting;
  const unsigned flit = slot->entry * 8u + slot->flit;
  if (slot->valid && slot->read)
    nf_tb_cover(tb, c->written[APART - 1] == (int)flit ? "read as soon as the result is there"
                    : c->written[APART] == (int)flit   ? "read one slot later"
                                                       : "read from the store");
  if (slot->valid) {
    const uint32_t word = (uint32_t)slot->data.w[0];
    const uint32_t sum = slot->sum ? c->word[flit] + word : word;
    if (slot->send)
      c->expect[c->put++ % SENT] = slot->send == NF_REDUCE_SEND_HELD  ? c->word[flit]
                                   : slot->send == NF_REDUCE_SEND_SUM ? sum
                                                                      : word;
    if (slot->write) {
      c->word[flit] = sum;
      c->filled[flit] = true;
    }
  }
  for (unsigned k = APART; k > 0; k--)
    c->written[k] = c->written[k - 1];
  c->written[0] = slot->valid && slot->write ? (int)flit : -1;
  c->have = false;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_reduce_data_out *const o = out;
  if (!c->have)
    make_slot(tb, c);
  c->have = true;
  const bool en = nf_pace_go(tb, &c->pace);
  if (c->plain && en && o->out_valid) {
    const uint32_t want = c->expect[c->got++ % SENT];
    nf_tb_check(tb, (uint32_t)o->out_data.w[0] == want, "word %x came out, not %x",
                (uint32_t)o->out_data.w[0], want);
  }
  *(nf_reduce_data_in *)in = c->waiting;
  ((nf_reduce_data_in *)in)->en = en;
  if (en)
    account(tb, c);
}

int main(int argc, char **argv) {
  static const nf_reduce_data_cfg cfg = {.Entries = P_Entries,
                                         .Halves = P_Halves,
                                         .AluStages = P_AluStages,
                                         .OperandReg = P_OperandReg};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-D data path, random slots of all ops and flags", 50000, start, drive, NULL},
      {"KLENK IV-D data path, sums against an account", 30000, start_plain, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_data_dut,
                             .model = NF_TB_MODEL(nf_reduce_data),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
