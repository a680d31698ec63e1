// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every row is in each line once at most. What is offered is the first in line, in the line's own
// cycles, and is picked once.
#include "ace/nf_ace_dma_queues.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_dma_queues_dut;

typedef struct {
  uint8_t row[P_Chunks];
  unsigned read, count;
  bool in[P_Chunks], picked;
  nf_pace push, ready;
  unsigned moved;
} line;

typedef struct {
  line loads, stores;
  unsigned abort_for;
} context;

static void forget(line *l) {
  const nf_pace push = l->push, ready = l->ready;
  *l = (line){.push = push, .ready = ready, .moved = l->moved};
}

static bool push(nf_tb *tb, line *l, uint8_t *row) {
  const unsigned r = (unsigned)nf_tb_below(tb, P_Chunks);
  if (l->in[r] || !nf_pace_go(tb, &l->push))
    return false;
  l->in[r] = true;
  l->row[(l->read + l->count++) % P_Chunks] = *row = (uint8_t)r;
  return true;
}

// `shown`: it was picked in the cycle before.
static bool pick(nf_tb *tb, line *l, bool valid, uint8_t row, bool shown) {
  nf_tb_check(tb, shown == l->picked, "picked in the cycle before");
  nf_tb_check(tb, !valid || (l->count != 0 && row == l->row[l->read]), "row %u is not first", row);
  const bool ready = nf_pace_go(tb, &l->ready);
  l->picked = valid && ready;
  if (!l->picked)
    return ready;
  l->in[l->row[l->read]] = false;
  l->read = (l->read + 1) % P_Chunks;
  l->count--;
  l->moved++;
  return true;
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_dma_queues_out *const out = po;
  nf_ace_dma_queues_in *const in = pi;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 200) == 0) {
    c->loads.push = nf_pace_any(tb);
    c->loads.ready = nf_pace_any(tb);
    c->stores.push = nf_pace_any(tb);
    c->stores.ready = nf_pace_any(tb);
  }
  nf_tb_check(tb, !out->load_turn || !out->store_turn, "one turn at a time");
  if (c->abort_for != 0) {
    in->abort = true;
    c->abort_for--;
    return;
  }
  in->load_free = pick(tb, &c->loads, out->load_turn, out->pick_row, out->load);
  in->store_free = pick(tb, &c->stores, out->store_turn, out->pick_row, out->store);
  // A row that leaves now may get in line again in the next cycle.
  if (!c->loads.picked)
    in->load_push = push(tb, &c->loads, &in->load_row);
  if (!c->stores.picked)
    in->store_push = push(tb, &c->stores, &in->store_row);
  if (c->loads.count == P_Chunks)
    nf_tb_cover(tb, "all chunks wait for the TX DMA");
  if (nf_tb_below(tb, 2000) == 0) { // from the next cycle on, until both lines are empty
    c->abort_for = P_Chunks + 2;
    forget(&c->loads);
    forget(&c->stores);
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->loads.moved > 1000 && c->stores.moved > 1000, "%u loads, %u stores",
              c->loads.moved, c->stores.moved);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.3 two lines in turns", 20000, NULL, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_ace_dma_queues_cfg cfg = {.Chunks = P_Chunks};
  const nf_tb_bench bench = {.dut = &nf_ace_dma_queues_dut,
                             .model = NF_TB_MODEL(nf_ace_dma_queues),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "pick_row"};
  return nf_tb_main(argc, argv, &bench);
}
