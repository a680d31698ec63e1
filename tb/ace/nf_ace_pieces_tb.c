// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every record is compared with the one that the command asks for, worked out from its bytes.
#include "ace/nf_ace_pieces.h"
#include "nf_dma_kit.h"

extern const nf_dut nf_ace_pieces_dut;

typedef struct {
  dma_feed feed;
  dma_walk walk;
  nf_pace out;
  uint64_t first, last; // cycles of the first and of the last record
  uint32_t records;
} context;

static void check(nf_tb *tb, context *c, const nf_ace_pieces_out *out) {
  dma_record want;
  const bool known = dma_next(&c->feed, &c->walk, &want);
  nf_tb_check(tb, known, "a record that no command asks for");
  if (!known)
    return;
  const dma_cmd *const k = dma_at(&c->feed, want.n);
  nf_tb_check(tb,
              out->out_burst == want.burst && out->out_first == want.first &&
                  out->out_last == want.last && out->out_end == want.end && out->out_id == k->id,
              "record %u: flags", c->records);
  nf_tb_check(tb,
              !want.burst || (out->out_addr == want.addr && out->out_len == want.len &&
                              out->out_beats == want.beats),
              "record %u: %u beats at %llx", c->records, out->out_len + 1u,
              (unsigned long long)out->out_addr);
  nf_tb_check(tb,
              out->out_place == dma_addr(k, want.run.piece) % 4096 &&
                  out->out_bytes == want.run.moved && out->out_pieces == want.run.pieces &&
                  out->out_room == dma_room(k) && out->out_pitch == k->pitch &&
                  out->out_sram == (uint16_t)(k->sram + want.run.piece * k->pitch),
              "record %u: run", c->records);
  nf_tb_cover(tb, !want.burst ? "nothing to move" : want.first ? "run" : "run goes on");
  if (want.burst && want.run.pieces > 1)
    nf_tb_cover(tb, "pieces that touch");
  if (want.burst && want.len == 4096 / P_WordBytes - 1)
    nf_tb_cover(tb, "burst of a whole page");
  if (c->records++ == 0)
    c->first = nf_tb_cycle(tb);
  c->last = nf_tb_cycle(tb);
  if (want.last)
    c->feed.done++;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_pieces_out *const o = out;
  nf_ace_pieces_in *const i = in;
  c->feed.word = P_WordBytes;
  const dma_cmd *const k = dma_offer(tb, &c->feed);
  if (k != NULL)
    DMA_DRIVE(i, k);
  i->out_ready = nf_pace_go(tb, &c->out);
  if (o->out_valid && i->out_ready)
    check(tb, c, o);
  c->feed.taken += k != NULL && o->cmd_ready;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    c->feed.pace = nf_pace_any(tb);
    c->out = nf_pace_any(tb);
  }
  drive(tb, ctx, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->records > nf_tb_cycle(tb) / 8, "%u records", c->records);
}

// Pieces of one beat, command behind command: a record in every cycle.
static void start_rate(nf_tb *tb, void *ctx) {
  static const dma_cmd script[] = {
      {.addr = 0x1000, .stride = 65, .pieces = 3, .msg = 64, .block = 999, .total = 9999},
      {.addr = 0x2ffe, .stride = 4096, .pieces = 2, .msg = 4, .block = 4, .total = 9999},
      {.addr = 0x3004, .pieces = 1, .msg = 8, .block = 8, .total = 8}};
  context *const c = ctx;
  (void)tb;
  c->feed.script = script;
  c->feed.scripted = 3;
  c->feed.repeat = 20;
  c->feed.pace.kind = c->out.kind = NF_PACE_ALWAYS;
}

static void finish_rate(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->records == 160 && c->feed.done == 60, "%u records", c->records);
  nf_tb_check(tb, c->first == 4, "the first record after 4 cycles, not %u", (unsigned)c->first);
  nf_tb_check(tb, c->last - c->first == 159, "%u cycles", (unsigned)(c->last - c->first) + 1);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 random commands", 40000, NULL, drive_random, finish},
    {"ACE 4.4 a record in every cycle", 200, start_rate, drive, finish_rate},
};

int main(int argc, char **argv) {
  static const nf_ace_pieces_cfg cfg = {.WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_pieces_dut,
                             .model = NF_TB_MODEL(nf_ace_pieces),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
