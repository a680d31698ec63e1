// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the count store: lock-step, and beside it a list of all blocks with what a memory would
// hold of them: a sum that begins, grows and is complete, or is given up.
#include "endpoint/nf_endpoint_count.h"

#include "nf_lane_kit.h"

#include <string.h>

extern const nf_dut nf_endpoint_count_dut;

enum { BLOCKS = 4 * P_Counts, RANKS = 5 };
static const uint64_t BASE = 0xfedc00000000;

typedef struct {
  bool valid, last, err, live;
  nf_flit data;
} flit;

typedef struct {
  nf_pace pace;
  bool runs[BLOCKS];     // a sum of this block runs
  uint16_t held[BLOCKS]; // contributions in it: none, if it began with planes
  unsigned window;       // blocks that packets come for, at once
  unsigned first;        // ... from this one on
  uint16_t form[BLOCKS]; // of its contributions
  unsigned nothing;      // percent of packets that count nothing
  unsigned odd;          // percent of packets that are not of their block's form
  uint8_t epoch;
  nf_lane_packet packet;
  unsigned sent, block, offset; // offset: flits
  uint8_t op;
  // the packet whose flits come out: what must be true of it
  bool live; // of the packet that goes in: each flit came while its epoch was the own one
  bool open, reduces, refused, begins, own;
  unsigned out_block, out_offset, total;
  nf_flit out_header;
  unsigned refusals, told, complete, given_up, late, late_told;
  flit before; // what came in the cycle before, of which packet
  unsigned before_block, before_offset;
  uint8_t before_op;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->pace = nf_pace_any(tb);
  c->window = P_Counts;
  c->epoch = nf_tb_rand(tb) & 3;
}

static void start_fast(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  ((context *)ctx)->window = 2;
}

static void start_wide(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->window = BLOCKS;
}

static void start_nothing(nf_tb *tb, void *ctx) {
  start_fast(tb, ctx);
  ((context *)ctx)->nothing = 30;
}

static void start_odd(nf_tb *tb, void *ctx) {
  start_fast(tb, ctx);
  ((context *)ctx)->odd = 30;
}

static unsigned slot_of(unsigned block) { return (block >> P_Skip) % P_Counts; }

// The block that has the slot of this one; BLOCKS: none.
static unsigned occupant(const context *c, unsigned block) {
  for (unsigned b = 0; b < BLOCKS; b++)
    if (slot_of(b) == slot_of(block) && c->runs[b])
      return b;
  return BLOCKS;
}

static uint16_t form_of(const nf_flit *h, unsigned offset) {
  const unsigned len = nf_hdr_len(h), op = nf_hdr_red_op(h), dtype = nf_hdr_dtype(h);
  return (uint16_t)(offset << 12 | len << 8 | op << 4 | dtype);
}

// What a block's contributions have in common, or, of an odd one, not.
static void shape(nf_tb *tb, context *c, nf_flit *h) {
  const unsigned odd = nf_tb_chance(tb, c->odd) ? 1u << nf_tb_below(tb, 4) : 0;
  const unsigned kind = c->block / 2; // neighbours are told apart by their address alone
  c->offset = kind % 4 ^ odd >> 3;
  nf_hdr_set_len(h, (uint8_t)(kind % 5 ^ odd % 2));
  nf_hdr_set_red_op(h, (uint8_t)(kind % 11 ^ odd / 2 % 2));
  nf_hdr_set_dtype(h, (uint8_t)(kind % 13 ^ odd / 4 % 2));
}

static void next_packet(nf_tb *tb, context *c) {
  static const uint8_t ops[] = {NF_ENDPOINT_MEM_WRITE, NF_ENDPOINT_MEM_REDUCE,
                                NF_ENDPOINT_MEM_REDUCE, NF_ENDPOINT_MEM_REDUCE_OWN};
  if (nf_tb_chance(tb, 1))
    c->first = (unsigned)nf_tb_below(tb, BLOCKS);
  c->block = (c->first + (unsigned)nf_tb_below(tb, c->window)) % BLOCKS;
  c->op = ops[nf_tb_below(tb, 4)];
  nf_flit h = nf_lane_header(tb, NF_OPCODE_PUSH_PARTIAL, 0);
  shape(tb, c, &h);
  nf_hdr_set_count(&h, (uint16_t)(nf_tb_chance(tb, 95) ? 1 + nf_tb_below(tb, 2) : nf_tb_rand(tb)));
  if (nf_tb_chance(tb, c->nothing))
    nf_hdr_set_count(&h, 0);
  nf_lane_epoch(tb, &h, c->epoch, 3);
  nf_lane_make(tb, &c->packet, &h);
  c->packet.err = nf_tb_chance(tb, 5);
}

// A packet begins to come out, or is refused: what the list says of it.
static void expect(nf_tb *tb, context *c, const nf_flit *h, unsigned block, uint8_t op) {
  const unsigned other = occupant(c, block);
  const bool known = other == block && c->form[block] == form_of(h, c->before_offset);
  c->out_header = *h;
  c->out_block = block;
  c->out_offset = c->before_offset;
  c->reduces = op != NF_ENDPOINT_MEM_WRITE;
  c->own = op == NF_ENDPOINT_MEM_REDUCE_OWN;
  c->begins = !known;
  const bool nothing = nf_hdr_count(h) == 0 && !(nf_hdr_flags(h) >> NF_FLAG_PLANE & 1);
  c->refused = c->reduces && ((other != BLOCKS && !known) || nothing);
  if (c->reduces && other == block && !known)
    nf_tb_cover(tb, "of another form than the block's sum");
  c->total = (unsigned)(c->begins ? c->own : c->held[block]) + nf_hdr_count(h);
  c->total = c->total > 0xffff ? 0xffff : c->total;
  nf_tb_cover(tb, !c->reduces ? "write" : c->refused ? "refused" : c->begins ? "begins" : "grows");
}

static void count(nf_tb *tb, context *c, bool err, bool live) {
  c->late += !err && !live && !c->refused;
  if (!c->reduces || err)
    return;
  c->refusals += c->refused;
  if (c->refused || !live || nf_hdr_epoch(&c->out_header) != c->epoch)
    return;
  c->runs[c->out_block] = c->total < RANKS;
  c->held[c->out_block] = (uint16_t)c->total;
  c->form[c->out_block] = form_of(&c->out_header, c->out_offset);
  c->complete += c->total >= RANKS;
  nf_tb_cover(tb, c->total < RANKS ? "counted" : "complete");
}

static void check(nf_tb *tb, context *c, const nf_endpoint_count_out *o, const flit *f) {
  const bool head = !c->open;
  nf_flit data = f->data;
  nf_tb_check(tb, o->wr_valid == (f->valid && !c->refused), "a flit %s",
              o->wr_valid ? "more" : "less");
  if (!f->valid)
    return;
  c->open = !f->last;
  if (c->refused)
    return;
  const uint8_t op = !c->reduces  ? NF_ENDPOINT_MEM_WRITE
                     : !c->begins ? NF_ENDPOINT_MEM_REDUCE
                     : c->own     ? NF_ENDPOINT_MEM_REDUCE_OWN
                                  : NF_ENDPOINT_MEM_REDUCE_FIRST;
  if (head && c->reduces)
    nf_hdr_set_count(&data, (uint16_t)c->total);
  nf_tb_check(tb, o->wr_op == op, "operation %u, not %u", o->wr_op, op);
  nf_tb_check(tb,
              o->wr_last == f->last &&
                  o->wr_addr == BASE + 128ull * c->out_block + 16ull * c->out_offset,
              "address");
  nf_tb_check(tb, o->wr_data.w[0] == data.w[0] && o->wr_data.w[1] == data.w[1], "count %u, not %u",
              nf_hdr_count(&o->wr_data), c->total);
  nf_tb_check(tb, o->wr_err == (f->last && (f->err || !f->live)), "to be forgotten: %d", o->wr_err);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_count_out *const o = out;
  nf_endpoint_count_in *const i = in;
  unsigned used = 0;
  for (unsigned b = 0; b < BLOCKS; b++)
    used += c->runs[b];
  nf_tb_check(tb, o->used == used, "%u running sums, not %u", o->used, used);
  if (c->before.valid && !c->open)
    expect(tb, c, &c->before.data, c->before_block, c->before_op);
  check(tb, c, o, &c->before);
  c->told += o->event >> NF_ENDPOINT_EV_ERR_COUNT & 1;
  c->late_told += o->event >> NF_ENDPOINT_EV_STALE & 1;

  // Between two packets, or in one, everything is given up.
  const bool clear = nf_tb_below(tb, 400) == 0;
  if (clear) {
    nf_tb_cover(tb, c->open ? "given up within a packet" : "given up");
    c->epoch = (c->epoch + 1) & 3;
    c->given_up++;
  }
  if (c->before.valid && c->before.last)
    count(tb, c, c->before.err, c->before.live);
  if (clear)
    memset(c->runs, 0, sizeof c->runs);
  i->clear = clear;
  i->cfg_ranks = RANKS;
  i->cfg_epoch = c->epoch;

  c->before = (flit){0};
  if (nf_pace_go(tb, &c->pace)) {
    if (c->sent == 0)
      next_packet(tb, c);
    c->before.valid = true;
    c->before.data = c->packet.flit[c->sent++];
    c->before.last = c->sent == c->packet.flits;
    c->before.err = c->before.last && c->packet.err;
    c->live = (c->sent == 1 || c->live) && nf_hdr_epoch(&c->packet.flit[0]) == c->epoch;
    c->before.live = c->live;
    c->before_block = c->block;
    c->before_offset = c->offset;
    c->before_op = c->op;
    c->sent = c->before.last ? 0 : c->sent;
  }
  i->in_valid = c->before.valid;
  i->in_last = c->before.last;
  i->in_err = c->before.err;
  i->in_op = c->op;
  i->in_addr = BASE + 128ull * c->block + 16ull * c->offset;
  i->in_own = ~i->in_addr;
  i->in_data = c->before.data;
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->complete > 20 && c->given_up > 5, "%u sums complete, %u given up", c->complete,
              c->given_up);
  nf_tb_check(tb, c->refusals - c->told <= 2, "%u refused, %u told", c->refusals, c->told);
  nf_tb_check(tb, c->late - c->late_told <= 2, "%u of another epoch, %u told", c->late,
              c->late_told);
}

static void finish_wide(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish(tb, ctx);
  nf_tb_reach(tb, c->refusals > 20, "%u refused", c->refusals);
}

int main(int argc, char **argv) {
  static const nf_endpoint_count_cfg cfg = {.Counts = P_Counts, .Skip = P_Skip};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-F3 sums of as many blocks as there are slots", 30000, start, drive, finish},
      {"KLENK IV-F3 two blocks, a packet in every cycle", 20000, start_fast, drive, finish},
      {"KLENK IV-F3 more blocks than slots", 30000, start_wide, drive, finish_wide},
      {"KLENK IV-F3 contributions that count nothing", 20000, start_nothing, drive, finish_wide},
      {"KLENK IV-D contributions of one block that are no sum: place, length, op, type", 20000,
       start_odd, drive, finish_wide},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_count_dut,
                             .model = NF_TB_MODEL(nf_endpoint_count),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
