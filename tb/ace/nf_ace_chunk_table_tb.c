// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The test creates chunks, and is the DMAs and the machines, each at its own pace. It knows of each
// chunk where it must be, and of each slot whose turn it is: a phase starts once, at its machine,
// with both slots held; orders come in turn; a row is free when its chunk has ended.
#include "ace/nf_ace_chunk_table.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_ace_chunk_table_dut;

enum { PARTS = NF_ACE_MAX_PARTITIONS };
typedef enum { FREE, TO_LOAD, LOADING, ARRIVED, RUNNING, TO_STORE, STORING } state;

typedef struct {
  state state;
  unsigned phase, created; // created: its number
  unsigned turn[PARTS];    // number in each partition
  uint8_t machine[PARTS];
  nf_ace_chunk_table_in info; // chunk_* as it was created
} chunk;

// What somebody has to do, in its order.
typedef struct {
  uint8_t row[P_Chunks];
  unsigned read, count;
  bool offers; // what is first is done, and waits to be taken
} work;

typedef struct {
  nf_pace create, load, store, machine, busy;
  unsigned setting; // writes of the set-up that have been made
  unsigned slots[PARTS], room[PARTS], first[PARTS], taken[PARTS], left[PARTS][32];
  chunk row[P_Chunks];
  bool creating;
  unsigned new_row, part, created, ended, started;
  work loads, txd, stores, rxd, machines[P_Machines]; // loads, stores: in line
  bool txd_busy, rxd_busy, rxd_err;
  bool looked;
  unsigned look_plan, look_phase, abort_for;
  bool ends;
  unsigned end_place;
} context;

// ------------------------------------------------------------------------------ work
static void add(work *w, unsigned row) { w->row[(w->read + w->count++) % P_Chunks] = (uint8_t)row; }

static unsigned head(const work *w) { return w->row[w->read]; }

static void drop(work *w) {
  w->read = (w->read + 1) % P_Chunks;
  w->count--;
  w->offers = false;
}

// ------------------------------------------------------------------------------ set-up, creation
static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned p = 0; p < PARTS; p++) {
    c->slots[p] = 1 + (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 3 : 32);
    c->room[p] = 1 + (unsigned)nf_tb_below(tb, 64);
    c->first[p] = (unsigned)nf_tb_below(tb, 4096);
  }
}

static void set_up(context *c, nf_ace_chunk_table_in *in) {
  const unsigned p = c->setting / 3, reg = c->setting % 3;
  in->cfg_valid = true;
  in->cfg_addr = NF_ACE_CSR_PARTITION + p * 16 + reg * 4;
  in->cfg_wdata = reg == 0 ? c->first[p] : reg == 1 ? c->room[p] : c->slots[p];
  c->setting++;
}

static void draw(nf_tb *tb, context *c, chunk *k) {
  nf_ace_chunk_table_in *const i = &k->info;
  *k = (chunk){.state = TO_LOAD, .created = c->created++};
  i->chunk_place = (uint8_t)nf_tb_below(tb, 4);
  i->chunk_plan = (uint8_t)nf_tb_below(tb, 8);
  i->chunk_phases = (uint8_t)(1 + nf_tb_below(tb, 7));
  i->chunk_red_op = (uint8_t)nf_tb_below(tb, 16);
  i->chunk_dtype = (uint8_t)nf_tb_below(tb, 16);
  i->chunk_len = (uint8_t)nf_tb_rand(tb);
  i->chunk_pitch = (uint8_t)nf_tb_rand(tb);
  i->chunk_index = (uint16_t)nf_tb_rand(tb);
  i->chunk_offset = (uint32_t)nf_tb_rand(tb);
}

// One step a cycle: a slot of each partition in turn, the machine of each phase.
static void create(nf_tb *tb, context *c, const nf_ace_chunk_table_out *out,
                   nf_ace_chunk_table_in *in) {
  if (!c->creating) {
    unsigned r = 0;
    while (r < P_Chunks && (out->used >> r & 1))
      r++;
    if (r == P_Chunks || !nf_pace_go(tb, &c->create))
      return;
    nf_tb_check(tb, c->row[r].state == FREE, "row %u is free", r);
    c->creating = true;
    c->new_row = r;
    c->part = 0;
    draw(tb, c, &c->row[r]);
    add(&c->loads, r);
  }
  chunk *const k = &c->row[c->new_row];
  *in = k->info;
  in->step = true;
  in->step_row = (uint8_t)c->new_row;
  in->step_part = (uint8_t)c->part;
  in->step_machine = k->machine[c->part] = (uint8_t)nf_tb_below(tb, P_Machines);
  k->turn[c->part] = c->taken[c->part]++;
  c->creating = c->part++ != k->info.chunk_phases;
}

// ------------------------------------------------------------------------------ slots
static unsigned address(const context *c, const chunk *k, unsigned p) {
  return (c->first[p] + k->turn[p] % c->slots[p] * c->room[p]) & 0xffff;
}

static bool holds(const context *c, const chunk *k, unsigned p) {
  return c->left[p][k->turn[p] % c->slots[p]] == k->turn[p] / c->slots[p];
}

static void leave(context *c, const chunk *k, unsigned p) {
  c->left[p][k->turn[p] % c->slots[p]]++;
}

// ------------------------------------------------------------------------------ machines
static void started(nf_tb *tb, context *c, const nf_ace_chunk_table_out *out) {
  nf_tb_check(tb, (out->ready_valid != 0) == c->looked, "a phase starts a cycle after the look");
  if (out->ready_valid == 0)
    return;
  const uint64_t *const x = out->ready_ctx;
  const unsigned r = nf_ace_ctx_id(x), p = nf_ace_ctx_phase(x);
  chunk *const k = &c->row[r];
  const nf_ace_chunk_table_in *const i = &k->info;
  nf_tb_check(tb, k->state == ARRIVED && k->phase == p, "row %u starts phase %u", r, p);
  nf_tb_check(tb, holds(c, k, p) && holds(c, k, p + 1), "row %u has its slots of %u", r, p);
  nf_tb_check(tb, out->ready_valid == 1u << k->machine[p], "row %u at its machine", r);
  nf_tb_check(tb, c->look_plan == i->chunk_plan && c->look_phase == p, "its program");
  nf_tb_check(tb,
              nf_ace_ctx_red_op(x) == i->chunk_red_op && nf_ace_ctx_dtype(x) == i->chunk_dtype &&
                  nf_ace_ctx_len(x) == i->chunk_len && nf_ace_ctx_pitch(x) == i->chunk_pitch &&
                  nf_ace_ctx_index(x) == i->chunk_index && nf_ace_ctx_pc(x) == 0,
              "context of row %u", r);
  nf_tb_check(tb,
              nf_ace_ctx_src(x) == address(c, k, p) && nf_ace_ctx_dst(x) == address(c, k, p + 1) &&
                  nf_ace_ctx_src_room(x) == c->room[p] && nf_ace_ctx_dst_room(x) == c->room[p + 1],
              "slots of row %u", r);
  k->state = RUNNING;
  c->started++;
  add(&c->machines[k->machine[p]], r);
}

static void phase_done(context *c, chunk *k, unsigned r) {
  leave(c, k, k->phase++);
  k->state = k->phase == k->info.chunk_phases ? TO_STORE : ARRIVED;
  if (k->state == TO_STORE)
    add(&c->stores, r);
}

static void machines(nf_tb *tb, context *c, const nf_ace_chunk_table_out *out,
                     nf_ace_chunk_table_in *in) {
  for (unsigned m = 0; m < P_Machines; m++) {
    work *const w = &c->machines[m];
    if (w->count == 0 || !(w->offers || nf_pace_go(tb, &c->machine)))
      continue;
    w->offers = true;
    const unsigned r = head(w);
    in->done_valid |= (uint16_t)(1u << m);
    in->done_id[m] = (uint8_t)r;
    in->done_phase[m] = (uint8_t)c->row[r].phase;
    if (out->done_ready >> m & 1) {
      drop(w);
      phase_done(c, &c->row[r], r);
    }
  }
}

// ------------------------------------------------------------------------------ DMAs
static unsigned order(nf_tb *tb, context *c, const nf_ace_chunk_table_out *out, work *line,
                      bool store) {
  nf_tb_check(tb, line->count != 0, "an order for nobody");
  const unsigned r = head(line);
  const chunk *const k = &c->row[r];
  const unsigned p = store ? k->info.chunk_phases : 0;
  nf_tb_check(tb,
              out->order_row == r && out->order_place == k->info.chunk_place &&
                  out->order_pitch == k->info.chunk_pitch &&
                  out->order_offset == k->info.chunk_offset,
              "order of row %u", r);
  nf_tb_check(tb, out->order_sram == address(c, k, p), "order of row %u in its slot", r);
  drop(line);
  return r;
}

static void tx_dma(nf_tb *tb, context *c, const nf_ace_chunk_table_out *out,
                   nf_ace_chunk_table_in *in) {
  // The creator waits for a free slot of partition 0; here the TX DMA waits for it.
  work *const w = &c->txd;
  if (w->count != 0 && holds(c, &c->row[head(w)], 0) && nf_pace_go(tb, &c->load)) {
    in->txd_done_valid = true;
    in->txd_done_row = (uint8_t)head(w);
    c->row[head(w)].state = ARRIVED;
    drop(w);
  }
  in->txd_busy = c->txd_busy && !nf_pace_go(tb, &c->busy);
  c->txd_busy = in->txd_busy;
  if (out->load) {
    const unsigned r = order(tb, c, out, &c->loads, false);
    c->row[r].state = LOADING;
    add(w, r);
    c->txd_busy = true;
  }
}

static void rx_dma(nf_tb *tb, context *c, const nf_ace_chunk_table_out *out,
                   nf_ace_chunk_table_in *in) {
  work *const w = &c->rxd;
  c->ends = false;
  if (w->count != 0 && (w->offers || nf_pace_go(tb, &c->store))) {
    const unsigned r = head(w);
    chunk *const k = &c->row[r];
    if (!w->offers)
      c->rxd_err = nf_tb_chance(tb, 10);
    w->offers = true;
    in->rxd_done_valid = true;
    in->rxd_done_id = (uint8_t)((unsigned)k->info.chunk_place << 5 | r);
    in->rxd_done_err = c->rxd_err;
    if (out->rxd_done_ready) {
      leave(c, k, k->info.chunk_phases);
      k->state = FREE;
      c->ends = true;
      c->end_place = k->info.chunk_place;
      c->ended++;
      drop(w);
    }
  }
  in->rxd_busy = c->rxd_busy && !nf_pace_go(tb, &c->busy);
  c->rxd_busy = in->rxd_busy;
  if (out->store) {
    const unsigned r = order(tb, c, out, &c->stores, true);
    c->row[r].state = STORING;
    add(w, r);
    c->rxd_busy = true;
  }
}

// ------------------------------------------------------------------------------ run
// No chunk is left; partitions begin with slot 0 again.
static void forget(context *c) {
  memset(c->row, 0, sizeof c->row);
  memset(c->taken, 0, sizeof c->taken);
  memset(c->left, 0, sizeof c->left);
  memset(c->machines, 0, sizeof c->machines);
  c->loads = c->txd = c->stores = c->rxd = (work){0};
  c->creating = c->looked = c->ends = c->txd_busy = c->rxd_busy = false;
}

static void paces(nf_tb *tb, context *c) {
  nf_pace *const all[] = {&c->create, &c->load, &c->store, &c->machine, &c->busy};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = nf_pace_any(tb);
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_chunk_table_out *const out = po;
  nf_ace_chunk_table_in *const in = pi;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 400) == 0)
    paces(tb, c);
  if (c->setting != 3 * PARTS) {
    set_up(c, in);
    return;
  }
  if (c->abort_for != 0) {
    in->abort = true;
    in->done_valid = out->done_ready; // what was offered stays until it is taken
    in->rxd_done_valid = out->rxd_done_ready;
    c->abort_for--;
    return;
  }
  nf_tb_check(tb, out->end == c->ends, "a chunk ends");
  if (out->end)
    nf_tb_check(tb, out->end_place == c->end_place && out->end_err == c->rxd_err, "its command");
  started(tb, c, out);
  c->looked = out->look;
  c->look_plan = out->look_plan;
  c->look_phase = out->look_phase;
  create(tb, c, out, in);
  machines(tb, c, out, in);
  tx_dma(tb, c, out, in);
  rx_dma(tb, c, out, in);
  if (nf_tb_below(tb, 5000) == 0) {
    c->abort_for = P_Chunks + 4;
    forget(c);
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->ended > 300 && c->started > 1000, "%u chunks, %u phases", c->ended,
              c->started);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.3 chunks through their phases", 40000, start, drive, finish},
    {"ACE 4.3 chunks through other partitions", 40000, start, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_ace_chunk_table_cfg cfg = {.Machines = P_Machines, .Chunks = P_Chunks};
  const nf_tb_bench bench = {.dut = &nf_ace_chunk_table_dut,
                             .model = NF_TB_MODEL(nf_ace_chunk_table),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "look_plan ready_ctx order_row order_place order_pitch "
                                        "order_offset order_sram"};
  return nf_tb_main(argc, argv, &bench);
}
