// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The pieces of each run are compared with those that lie in its bytes, counted one by one.
#include "ace/nf_ace_runs.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_runs_dut;

enum { RUNS = 128, WORD = P_WordBytes };

typedef struct {
  nf_pace in, out;
  nf_ace_runs_in run[RUNS]; // offered, from the oldest that is not given as a whole
  uint32_t offered, taken, given;
  unsigned piece; // of the oldest run
  uint32_t pieces;
  uint64_t first;
} context;

static void make(nf_tb *tb, nf_ace_runs_in *r) {
  const uint16_t longest = nf_tb_chance(tb, 50) ? 100 : 5000;
  *r = (nf_ace_runs_in){.in_id = (uint8_t)nf_tb_rand(tb),
                        .in_end = nf_tb_chance(tb, 50),
                        .in_addr = nf_tb_rand(tb) & 0xffffffffffff,
                        .in_pieces = 1,
                        .in_room = (uint16_t)nf_tb_below(tb, longest),
                        .in_sram = (uint16_t)nf_tb_rand(tb),
                        .in_pitch = (uint8_t)nf_tb_rand(tb)};
  if (nf_tb_chance(tb, 30))
    r->in_addr &= ~(uint64_t)(WORD - 1);
  if (nf_tb_chance(tb, 60) && r->in_room != 0)
    r->in_pieces = (uint8_t)(1 + nf_tb_below(tb, nf_tb_chance(tb, 5) ? 255 : 9));
  if (nf_tb_chance(tb, 30))
    r->in_room = (uint16_t)(r->in_room / WORD * WORD);
  const uint32_t all = (uint32_t)r->in_pieces * r->in_room;
  r->in_bytes = nf_tb_chance(tb, 70) ? all : (uint32_t)nf_tb_below(tb, all + 1);
}

// Pieces of a run that are given.
static unsigned given_of(const nf_ace_runs_in *r) {
  if (P_Zeros || r->in_bytes == 0)
    return P_Zeros ? r->in_pieces : 1;
  return (r->in_bytes + r->in_room - 1) / r->in_room;
}

static uint32_t moved_of(const nf_ace_runs_in *r, unsigned piece) {
  uint32_t bytes = 0;
  for (uint32_t b = piece * r->in_room; b < (piece + 1u) * r->in_room && b < r->in_bytes; b++)
    bytes++;
  return bytes;
}

static void check(nf_tb *tb, context *c, const nf_ace_runs_out *out) {
  nf_tb_check(tb, c->given != c->taken, "a piece that no run has");
  if (c->given == c->taken)
    return;
  const nf_ace_runs_in *const r = &c->run[c->given % RUNS];
  const unsigned count = given_of(r);
  const uint32_t moved = moved_of(r, c->piece);
  const uint64_t at = r->in_addr + (uint64_t)c->piece * r->in_room;
  const bool last = c->piece + 1 == count, more = !last && moved_of(r, c->piece + 1) != 0;
  nf_tb_check(tb,
              out->out_id == r->in_id && out->out_first == (c->piece == 0) &&
                  out->out_last == last && out->out_end == (last && r->in_end),
              "piece %u of %u: flags", c->piece, count);
  nf_tb_check(tb,
              out->out_addr == r->in_addr && out->out_bytes == moved &&
                  out->out_words == (r->in_room + WORD - 1) / WORD &&
                  out->out_sram == (uint16_t)(r->in_sram + c->piece * r->in_pitch),
              "piece %u of %u: %u bytes", c->piece, count, out->out_bytes);
  // Where it begins counts for a piece that moves something.
  nf_tb_check(tb,
              moved == 0 ? out->out_beats == 0
                         : out->out_place == at % WORD &&
                               out->out_beats == (at + moved - 1) / WORD - at / WORD + 1,
              "piece %u of %u: %u beats", c->piece, count, out->out_beats);
  nf_tb_check(tb, out->out_share == (more && (at + moved) % WORD != 0), "piece %u of %u: share",
              c->piece, count);
  if (moved == 0)
    nf_tb_cover(tb, "a piece that moves nothing");
  if (out->out_share)
    nf_tb_cover(tb, "a beat of two pieces");
  if (c->pieces++ == 0)
    c->first = nf_tb_cycle(tb);
  c->piece = last ? 0 : c->piece + 1;
  c->given += last;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_ace_runs_out *const o = out;
  nf_ace_runs_in *const i = in;
  nf_tb_check(tb, o->out_valid == (c->given != c->taken), "a piece is there when a run is");
  if (c->offered == c->taken && nf_pace_go(tb, &c->in))
    make(tb, &c->run[c->offered++ % RUNS]);
  if (c->offered != c->taken)
    *i = c->run[c->taken % RUNS];
  i->in_valid = c->offered != c->taken;
  i->out_ready = nf_pace_go(tb, &c->out);
  if (o->out_valid && i->out_ready)
    check(tb, c, o);
  c->taken += i->in_valid && o->in_ready;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    c->in = nf_pace_any(tb);
    c->out = nf_pace_any(tb);
  }
  drive(tb, ctx, out, in);
}

static void start_rate(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->in.kind = c->out.kind = NF_PACE_ALWAYS;
}

// A run is there a cycle after it came, and from then on a piece in every cycle.
static void finish_rate(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->first == 1 && c->pieces == nf_tb_cycle(tb) - 1, "%u pieces from cycle %u",
              c->pieces, (unsigned)c->first);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.4 random runs", 60000, NULL, drive_random, NULL},
    {"ACE 4.4 a piece in every cycle", 2000, start_rate, drive, finish_rate},
};

int main(int argc, char **argv) {
  static const nf_ace_runs_cfg cfg = {.Depth = P_Depth, .Zeros = P_Zeros, .WordBytes = P_WordBytes};
  const nf_tb_bench bench = {.dut = &nf_ace_runs_dut,
                             .model = NF_TB_MODEL(nf_ace_runs),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 2};
  return nf_tb_main(argc, argv, &bench);
}
