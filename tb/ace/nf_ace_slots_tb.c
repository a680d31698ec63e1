// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Chunks that get in line for slots, move on from one to the next and leave. Here a slot's line is
// a plain list.
#include "ace/nf_ace_slots.h"

#include "nf_tb.h"
#include <string.h>

extern const nf_dut nf_ace_slots_dut;

enum { PARTS = NF_ACE_MAX_PARTITIONS, ROWS = NF_ACE_MAX_CHUNKS };

typedef struct {
  uint8_t rows[ROWS];
  unsigned count;
} line;

typedef struct {
  bool used;
  unsigned last, entered, part; // last partition; lines it is in; partition where it is
  uint8_t slot[PARTS];
  bool held[PARTS];
} chunk;

typedef struct {
  unsigned slots[PARTS], turn[PARTS], most, written;
  uint16_t first[PARTS], room[PARTS];
  line lines[PARTS][ROWS];
  chunk rows[ROWS];
  int creating;
  bool looked, picked;
  uint16_t src, dst, sram; // expected in this cycle
  unsigned chunks;
  nf_pace enter, leave;
} slots;

static void start_most(nf_tb *tb, void *ctx, unsigned most) {
  slots *const c = ctx;
  c->most = most;
  c->creating = -1;
  c->enter = nf_pace_any(tb);
  c->leave = nf_pace_any(tb);
  for (unsigned p = 0; p < PARTS; p++) {
    c->slots[p] = 1 + (unsigned)nf_tb_below(tb, most);
    c->first[p] = (uint16_t)nf_tb_rand(tb);
    c->room[p] = (uint16_t)nf_tb_rand(tb);
  }
}

static void start(nf_tb *tb, void *ctx) { start_most(tb, ctx, 6); }
static void start_one(nf_tb *tb, void *ctx) { start_most(tb, ctx, 1); }
static void start_many(nf_tb *tb, void *ctx) { start_most(tb, ctx, 32); }

static uint16_t address(const slots *c, unsigned row, unsigned part) {
  return (uint16_t)(c->first[part] + c->rows[row].slot[part] * c->room[part]);
}

// The head of a line holds the slot.
static bool heads(const slots *c, unsigned row, unsigned part) {
  const line *const l = &c->lines[part][c->rows[row].slot[part]];
  return l->count != 0 && l->rows[0] == row;
}

static void setup(slots *c, nf_ace_slots_in *in) {
  const unsigned p = c->written / 3, word = c->written % 3;
  const uint32_t data[3] = {c->first[p], c->room[p], c->slots[p]};
  in->cfg_valid = true;
  in->cfg_addr = NF_ACE_CSR_PARTITION + p * 16 + word * 4;
  in->cfg_wdata = data[word];
  c->written++;
}

static void take(nf_tb *tb, slots *c, const nf_ace_slots_out *o, nf_ace_slots_in *in) {
  if (!nf_pace_go(tb, &c->enter))
    return;
  if (c->creating < 0) {
    unsigned row = (unsigned)nf_tb_below(tb, P_Chunks);
    if (c->rows[row].used || !o->first_free)
      return;
    c->rows[row] = (chunk){.used = true, .last = 1 + (unsigned)nf_tb_below(tb, PARTS - 1)};
    c->creating = (int)row;
    c->chunks++;
  }
  chunk *const k = &c->rows[c->creating];
  const unsigned p = k->entered++;
  in->take = true;
  in->take_row = (uint8_t)c->creating;
  in->take_part = (uint8_t)p;
  k->slot[p] = (uint8_t)c->turn[p];
  c->turn[p] = (c->turn[p] + 1) % c->slots[p];
  line *const l = &c->lines[p][k->slot[p]];
  l->rows[l->count++] = (uint8_t)c->creating;
  if (l->count == 4)
    nf_tb_cover(tb, "four chunks in a line");
  if (p == k->last)
    c->creating = -1;
}

// A chunk that holds this partition's slot and the next one's goes on; from the last it ends.
static void leave(nf_tb *tb, slots *c, nf_ace_slots_in *in) {
  if (!nf_pace_go(tb, &c->leave))
    return;
  const unsigned row = (unsigned)nf_tb_below(tb, P_Chunks);
  chunk *const k = &c->rows[row];
  const unsigned p = k->part;
  if (!k->used || (int)row == c->creating || !k->held[p] || (p < k->last && !k->held[p + 1]))
    return;
  in->release = true;
  in->release_row = (uint8_t)row;
  in->release_part = (uint8_t)p;
  line *const l = &c->lines[p][k->slot[p]];
  nf_tb_check(tb, l->rows[0] == row, "row %u leaves slot %u", row, k->slot[p]);
  memmove(l->rows, l->rows + 1, --l->count);
  if (l->count == 1 && in->take && in->take_part == p && l->rows[0] == in->take_row)
    nf_tb_cover(tb, "gets in line while the only one leaves");
  k->part++;
  k->used = p != k->last;
}

static void look(nf_tb *tb, slots *c, const nf_ace_slots_out *o, nf_ace_slots_in *in) {
  if (c->looked)
    nf_tb_check(tb, o->src == c->src && o->dst == c->dst, "addresses %x %x", o->src, o->dst);
  if (c->picked)
    nf_tb_check(tb, o->sram == c->sram, "address %x", o->sram);
  c->looked = c->picked = false;
  const unsigned row = (unsigned)nf_tb_below(tb, P_Chunks);
  const chunk *const k = &c->rows[row];
  if (!k->used || k->entered <= k->last || (in->take && in->take_row == row))
    return;
  const unsigned p = (unsigned)nf_tb_below(tb, k->last + 1);
  if (p < k->last && nf_tb_chance(tb, 50)) {
    in->look = c->looked = true;
    in->look_row = (uint8_t)row;
    in->look_part = (uint8_t)p;
    c->src = address(c, row, p);
    c->dst = address(c, row, p + 1);
  }
  if (nf_tb_chance(tb, 50)) {
    in->pick = c->picked = true;
    in->pick_row = (uint8_t)row;
    in->pick_part = (uint8_t)p;
    c->sram = address(c, row, p);
  }
}

// An abort: no chunk is in any line, whatever happens in this cycle.
static void forget(slots *c, nf_ace_slots_in *in) {
  in->abort = true;
  memset(c->lines, 0, sizeof c->lines);
  memset(c->rows, 0, sizeof c->rows);
  memset(c->turn, 0, sizeof c->turn);
  c->creating = -1;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  slots *const c = ctx;
  const nf_ace_slots_out *const o = out;
  if (c->written < PARTS * 3) {
    setup(c, in);
    return;
  }
  nf_tb_check(tb, o->set == 0xff, "set up: %x", o->set);
  nf_tb_check(tb, o->first_free == (c->lines[0][c->turn[0]].count == 0), "first slot");
  for (unsigned r = 0; r < P_Chunks; r++)
    for (unsigned p = c->rows[r].part; c->rows[r].used && p < c->rows[r].entered; p++) {
      c->rows[r].held[p] = heads(c, r, p);
      nf_tb_check(tb, (o->held[r] >> p & 1) == c->rows[r].held[p], "row %u, partition %u", r, p);
    }
  take(tb, c, o, in);
  leave(tb, c, in);
  look(tb, c, o, in);
  if (nf_tb_below(tb, 1000) == 0)
    forget(c, in);
}

static void finish(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((const slots *)ctx)->chunks > nf_tb_cycle(tb) / 1000, "%u chunks",
              ((const slots *)ctx)->chunks);
}

// A partition is there while it has 1..32 slots.
static void drive_set(nf_tb *tb, void *ctx, const void *out, void *in) {
  slots *const c = ctx;
  const nf_ace_slots_out *const o = out;
  nf_ace_slots_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb);
  const unsigned p = (unsigned)(cycle % PARTS);
  if (cycle > PARTS)
    nf_tb_check(tb, (o->set >> p & 1) == (c->slots[p] >= 1 && c->slots[p] <= 32), "%u slots: %x",
                c->slots[p], o->set);
  c->slots[p] = (unsigned)nf_tb_below(tb, 50);
  i->cfg_valid = true;
  i->cfg_addr = NF_ACE_CSR_PARTITION + p * 16 + 8;
  i->cfg_wdata = c->slots[p];
}

int main(int argc, char **argv) {
  static const nf_ace_slots_cfg cfg = {.Chunks = P_Chunks};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.3.1 random chunks", 20000, start, drive, finish},
      {"ACE 4.3.1 one slot a partition", 20000, start_one, drive, finish},
      {"ACE 4.3.1 many slots", 20000, start_many, drive, finish},
      {"ACE 4.3.1 set-up", 1000, NULL, drive_set, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_slots_dut,
                             .model = NF_TB_MODEL(nf_ace_slots),
                             .cfg = &cfg,
                             .ctx_size = sizeof(slots),
                             .scenarios = scenarios,
                             .count = 4,
                             .unreset = "src dst sram"};
  return nf_tb_main(argc, argv, &bench);
}
