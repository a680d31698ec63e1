// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Plans that are asked about and chunks that are created, among rows, slots and queues that come
// and go.
#include "ace/nf_ace_creator.h"

#include "nf_tb.h"

extern const nf_dut nf_ace_creator_dut;

enum { PLANS = NF_ACE_MAX_PLANS, PHASES = 8 };

typedef struct {
  bool set, more;
  unsigned first, machines, turn, pc;
} entry;

typedef struct {
  entry table[PLANS][PHASES];
  unsigned written;
  bool asking, offering, looked, lasting; // lasting: rows are used for long
  unsigned plan, phases, step, row, plans, chunks;
  unsigned room; // entries of a queue
  uint16_t pc;   // expected in this cycle
  uint32_t used;
  uint8_t set, free[NF_ACE_MAX_MACHINES];
  nf_pace ask, rows, queues;
} creator;

static void start(nf_tb *tb, void *ctx) {
  creator *const c = ctx;
  c->room = 8;
  c->ask = nf_pace_any(tb);
  c->rows = nf_pace_any(tb);
  c->queues = nf_pace_any(tb);
  c->set = nf_tb_chance(tb, 60) ? 0xff : (uint8_t)nf_tb_rand(tb);
  for (unsigned n = 0; n < PLANS; n++)
    for (unsigned p = 0; p < PHASES; p++) {
      entry *const e = &c->table[n][p];
      const bool bad = nf_tb_chance(tb, n < 4 ? 0 : 10);
      e->set = n < 4 || nf_tb_chance(tb, 90);
      e->first = (unsigned)nf_tb_below(tb, P_Machines);
      e->machines = bad ? (unsigned)nf_tb_below(tb, 32)
                        : 1 + (unsigned)nf_tb_below(tb, P_Machines - e->first);
      e->more = n < 4 ? p < n * 2 : n == 4 || nf_tb_chance(tb, 70);
      e->pc = (unsigned)nf_tb_below(tb, 4096);
    }
}

static void start_all(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((creator *)ctx)->set = 0xff;
  ((creator *)ctx)->lasting = true;
  ((creator *)ctx)->room = 2; // two phases in a row are often for a machine that has room for one
}

// Phases of a plan, 0 for one that cannot be run.
static unsigned judge(const creator *c, unsigned plan) {
  for (unsigned p = 0; p < NF_ACE_MAX_PHASES; p++) {
    const entry *const e = &c->table[plan][p];
    if (!e->set || e->machines == 0 || e->first + e->machines > P_Machines || !(c->set >> p & 1) ||
        !(c->set >> (p + 1) & 1))
      return 0;
    if (!e->more)
      return p + 1;
  }
  return 0;
}

static bool setup(creator *c, nf_ace_creator_in *in) {
  if (c->written == PLANS * PHASES * 2)
    return false;
  const unsigned n = c->written / 16, p = c->written / 2 % PHASES;
  const entry *const e = &c->table[n][p];
  in->cfg_valid = e->set;
  in->cfg_addr = NF_ACE_CSR_PLAN + n * 64 + p * 8 + c->written % 2 * 4;
  in->cfg_wdata = c->written % 2 ? e->pc : e->first | e->machines << 8 | (e->more ? 1u << 31 : 0);
  c->written++;
  return true;
}

static void steps(nf_tb *tb, creator *c, const nf_ace_creator_out *o) {
  nf_tb_check(tb, o->step || o->reserve_valid == 0, "an entry without a step");
  nf_tb_check(tb, o->chunk_ready == (o->step && o->step_part == c->phases), "the chunk is taken");
  if (!o->step)
    return;
  nf_tb_check(tb, c->offering && o->step_part == c->step, "step %u", o->step_part);
  if (o->step_part == 0) {
    nf_tb_check(tb, !(c->used >> o->step_row & 1) && o->step_row < P_Chunks, "row %u", o->step_row);
    c->row = o->step_row;
    c->used |= 1u << c->row;
  }
  nf_tb_check(tb, o->step_row == c->row && o->reserve_id == c->row, "row %u", o->step_row);
  c->step++;
  if (o->step_part == c->phases) {
    nf_tb_check(tb, o->reserve_valid == 0, "an entry after the last phase");
    c->offering = false;
    c->chunks++;
    return;
  }
  entry *const e = &c->table[c->plan][o->step_part];
  const unsigned m = e->first + e->turn;
  e->turn = (e->turn + 1) % e->machines;
  nf_tb_check(
      tb, o->reserve_valid == 1u << m && o->step_machine == m && o->reserve_phase == o->step_part,
      "phase %u: machine %u, %u is right", o->step_part, o->step_machine, m);
  nf_tb_check(tb, c->free[m] != 0, "machine %u has no room", m);
  c->free[m]--;
}

static void ask(nf_tb *tb, creator *c, const nf_ace_creator_out *o) {
  if (c->asking && o->plan_done) {
    const unsigned phases = judge(c, c->plan);
    nf_tb_check(tb, o->plan_ok == (phases != 0) && (phases == 0 || o->plan_phases == phases),
                "plan %u: %u phases, %u is right", c->plan, o->plan_ok ? o->plan_phases : 0u,
                phases);
    nf_tb_cover(tb, phases ? "a good plan" : "a bad plan");
    c->asking = false;
    c->plans++;
    c->offering = phases != 0;
    c->phases = phases;
    c->step = 0;
    return;
  }
  nf_tb_check(tb, !o->plan_done, "an answer without a question");
}

// An abort: nothing is asked or offered any more, rows and queues are free, every phase begins with
// its first machine.
static void forget(creator *c, nf_ace_creator_in *in) {
  in->abort = true;
  c->asking = c->offering = false;
  c->step = c->used = 0;
  for (unsigned m = 0; m < P_Machines; m++)
    c->free[m] = (uint8_t)c->room;
  for (unsigned n = 0; n < PLANS; n++)
    for (unsigned p = 0; p < PHASES; p++)
      c->table[n][p].turn = 0;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  creator *const c = ctx;
  const nf_ace_creator_out *const o = out;
  nf_ace_creator_in *const i = in;
  if (c->looked)
    nf_tb_check(tb, o->pc == c->pc, "program counter %u", o->pc);
  c->looked = false;
  if (setup(c, i))
    return;
  i->set = c->set;
  i->used = c->used; // what is begun in this cycle shows in the next, as do entries
  for (unsigned m = 0; m < P_Machines; m++)
    i->free[m] = c->free[m];
  // The next chunk is offered while the last one is still shown as taken.
  const bool was = c->offering;
  i->plan_valid = c->asking;
  i->chunk_valid = was;
  i->plan = (uint8_t)c->plan;
  i->chunk_plan = (uint8_t)c->plan;
  i->chunk_phases = (uint8_t)c->phases;
  steps(tb, c, o);
  ask(tb, c, o);
  i->run = nf_tb_cycle(tb) / 100 % 4 != 0;
  i->stop = nf_tb_cycle(tb) / 150 % 5 == 0;
  i->first_free = nf_tb_chance(tb, 70);
  if (!c->asking && !was && !c->offering && nf_pace_go(tb, &c->ask)) {
    c->plan = (unsigned)nf_tb_below(tb, PLANS);
    c->asking = true;
  }
  if (c->used == (1ull << P_Chunks) - 1)
    nf_tb_cover(tb, "all rows are used");
  if (nf_pace_go(tb, &c->rows) && nf_tb_chance(tb, c->lasting ? 3 : 100))
    c->used &= ~(1u << nf_tb_below(tb, P_Chunks));
  if (c->offering && c->step != 0)
    c->used |= 1u << c->row;
  if (nf_pace_go(tb, &c->queues)) {
    uint8_t *const f = &c->free[nf_tb_below(tb, P_Machines)];
    *f = (uint8_t)(*f + (*f < c->room));
  }
  if (nf_tb_chance(tb, 20)) {
    const unsigned n = (unsigned)nf_tb_below(tb, 4), p = (unsigned)nf_tb_below(tb, PHASES);
    i->look = c->looked = true;
    i->look_plan = (uint8_t)n;
    i->look_phase = (uint8_t)p;
    c->pc = (uint16_t)c->table[n][p].pc;
  }
  // A program counter written anew disturbs nothing; a phase written anew begins with its first
  // machine.
  if (nf_tb_chance(tb, 5)) {
    const unsigned n = (unsigned)nf_tb_below(tb, 4), p = (unsigned)nf_tb_below(tb, PHASES);
    i->cfg_valid = true;
    i->cfg_addr = NF_ACE_CSR_PLAN + n * 64 + p * 8 + 4;
    i->cfg_wdata = c->table[n][p].pc = (unsigned)nf_tb_below(tb, 4096);
  }
  if (nf_tb_below(tb, 700) == 0)
    forget(c, i);
}

static void finish(nf_tb *tb, void *ctx) {
  const creator *const c = ctx;
  nf_tb_check(tb, c->plans > nf_tb_cycle(tb) / 500, "%u plans", c->plans);
}

static void finish_all(nf_tb *tb, void *ctx) {
  const creator *const c = ctx;
  nf_tb_check(tb, c->chunks > nf_tb_cycle(tb) / 1000, "%u chunks", c->chunks);
}

int main(int argc, char **argv) {
  static const nf_ace_creator_cfg cfg = {.Machines = P_Machines, .Chunks = P_Chunks};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.3.2 random plans and partitions", 10000, start, drive, finish},
      {"ACE 4.3.2 all partitions are there", 20000, start_all, drive, finish_all},
  };
  const nf_tb_bench bench = {.dut = &nf_ace_creator_dut,
                             .model = NF_TB_MODEL(nf_ace_creator),
                             .cfg = &cfg,
                             .ctx_size = sizeof(creator),
                             .scenarios = scenarios,
                             .count = 2,
                             .unreset = "pc"};
  return nf_tb_main(argc, argv, &bench);
}
