// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Jobs, and packets that are stored late. Here every TAKE has a number of its own, and a job is the
// list of the TAKEs that had been given when it came.
#include "netreduce/nf_netreduce_jobs.h"

#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_jobs_dut;

enum { PORTS = NF_NETREDUCE_MAX_PORTS, UNDER_WAY = 7 };

typedef struct {
  uint64_t job;
  bool told;
  unsigned taken[PORTS]; // TAKEs of a port that it concerns; 0 of others
  unsigned before;       // jobs that came before a repeated packet's
  unsigned again;        // repeated packets' jobs that came before another one of their ring
} waiting;

enum { TURNS = 64, ALONE = 1023 };

typedef struct {
  waiting queue[P_Depth], again[P_Again];
  unsigned count, repeats, left; // left: jobs that were no repeated packets'
  uint64_t last;                 // job
  unsigned mixed, stuck;         // cycles until a ring is alone; that the first repeat has waited
  unsigned one_ring;             // of all jobs, in percent
  bool no_room;                  // at any port, for long
  unsigned waiting, drops_stuck, in_order;
  bool chosen, drop; // a repeated packet's is offered; one is dropped
  uint64_t dropped;
  unsigned turns, longest; // jobs that went before the first repeat; the most
  unsigned drops, served, other_first;
  unsigned taken[PORTS], stored[PORTS];
  unsigned jobs, alone, nothing, waited, step;
  unsigned take_percent, store_percent, again_percent, away;
  nf_pace in, out;
  bool other; // expected now
  unsigned others;
} context;

static unsigned concerns(uint64_t job) {
  return (nf_netreduce_job_read(&job) | nf_netreduce_job_deliver(&job) |
          1u << nf_netreduce_job_port(&job));
}

static bool all_stored(const context *c, const waiting *w) {
  for (unsigned p = 0; p < P_Ports; p++)
    if (w->taken[p] > c->stored[p])
      return false;
  return c->left >= w->before && c->served >= w->again;
}

static unsigned ring_of(uint64_t job) { return nf_netreduce_job_slot(&job) / 8; }

// The last repeated packet's job of the ring that is there, as the number of those that will have
// been served with it.
static unsigned repeats_before(const context *c, uint64_t job) {
  for (unsigned i = c->repeats; i > 0; i--)
    if (ring_of(c->again[i - 1].job) == ring_of(job))
      return c->served + i;
  return 0;
}

static unsigned parts_of(uint64_t job) {
  return (nf_netreduce_job_announce(&job) ? 1u : 0) +
         (nf_netreduce_job_kind(&job) != NF_NETREDUCE_JOB_NONE ? 1u : 0);
}

// Ports to which it sends.
static unsigned wants(const waiting *w) {
  return nf_netreduce_job_deliver(&w->job) |
         (nf_netreduce_job_announce(&w->job) ? 1u << nf_netreduce_job_port(&w->job) : 0);
}

// What the first job looks like outside.
static uint64_t outside(const waiting *w, bool *alone) {
  uint64_t job = w->job;
  *alone = nf_netreduce_job_announce(&job) && !w->told;
  if (!*alone)
    return job;
  const uint8_t own = (uint8_t)(1u << nf_netreduce_job_port(&job));
  nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_NONE);
  nf_netreduce_job_set_mode(&job, NF_NETREDUCE_MODE_ANNOUNCE);
  nf_netreduce_job_set_keep(&job, 0);
  nf_netreduce_job_set_read(&job, own);
  nf_netreduce_job_set_deliver(&job, own);
  return job;
}

// Compares the outputs; then the cycle's inputs have their effect.
static void judge(nf_tb *tb, context *c, const nf_netreduce_jobs_out *o,
                  const nf_netreduce_jobs_in *in) {
  const bool own = c->count && all_stored(c, &c->queue[0]);
  const bool full = c->repeats == P_Again, repeat = c->repeats && all_stored(c, &c->again[0]);
  const bool waits = full && c->mixed == 0 && c->stuck < ALONE;
  const bool any = c->count + c->repeats != 0, is_stuck = full && c->mixed == 0 && !waits;
  const bool ready = c->count < P_Depth && !waits, held = c->count && c->queue[0].again > c->served;
  const bool fits = repeat && (wants(&c->again[0]) & ~in->room & ((1 << P_Ports) - 1)) == 0;
  const bool was_chosen = c->chosen;
  waiting *const first = was_chosen ? &c->again[0] : &c->queue[0];
  const bool valid = was_chosen || own;
  bool leaves = false;
  bool alone = false;
  const uint64_t job = valid ? outside(first, &alone) : 0;
  nf_tb_check(tb, o->job_ready == ready && o->out_valid == valid, "ready %d, valid %d, not %d, %d",
              o->job_ready, o->out_valid, ready, valid);
  nf_tb_check(tb, o->out_job == job && o->out_alone == alone, "job %llx, not %llx",
              (unsigned long long)o->out_job, (unsigned long long)job);
  c->waited += c->count && !valid;
  nf_tb_check(tb, o->other == c->other, "other %d", o->other);
  c->others += o->other;
  c->other = false;
  for (unsigned i = 0; i < c->count; i++)
    c->other |=
        all_stored(c, &c->queue[i]) &&
        nf_netreduce_job_slot(&c->queue[i].job) / 8 != in->wait_ring &&
        (nf_netreduce_job_deliver(&c->queue[i].job) & ~in->room & ((1 << P_Ports) - 1)) == 0;

  nf_tb_check(tb, o->dropped == (c->drop ? parts_of(c->dropped) : 0), "%u dropped", o->dropped);
  nf_tb_check(tb, !c->drop || o->dropped_slot == nf_netreduce_job_slot(&c->dropped),
              "slot %u dropped", o->dropped_slot);
  c->drop = false;
  c->waiting += waits;
  c->in_order += held && repeat && !was_chosen;

  if (valid && in->out_ready) {
    c->jobs++;
    c->alone += alone;
    first->told = true;
    leaves = !alone || nf_netreduce_job_kind(&first->job) == NF_NETREDUCE_JOB_NONE;
  }
  if (leaves && was_chosen) {
    c->served++;
    c->repeats--;
    memmove(c->again, c->again + 1, c->repeats * sizeof *c->again);
  } else if (leaves) {
    c->left++;
    c->count--;
    memmove(c->queue, c->queue + 1, c->count * sizeof *c->queue);
  }
  // A repeated packet's goes when no other can, and nothing waits before the aggregator; or in
  // turn; or when the first of the others comes behind it.
  const bool turn = leaves && !was_chosen && c->turns >= TURNS - 1;
  c->chosen =
      was_chosen ? !leaves : (repeat && held) || (fits && ((!own && in->out_ready) || turn));
  c->other_first += fits && own;
  if (leaves)
    c->turns = was_chosen ? 0 : c->turns + repeat;
  c->longest = c->turns > c->longest ? c->turns : c->longest;
  for (unsigned p = 0; p < P_Ports; p++) {
    c->taken[p] += in->take >> p & 1;
    c->stored[p] += in->stored >> p & 1;
  }
  c->mixed -= any && c->mixed;
  c->stuck = !repeat || fits ? 0 : c->stuck + (c->stuck < ALONE);
  if (!in->job_valid || !ready)
    return;
  if (!nf_netreduce_job_announce(&in->job) &&
      nf_netreduce_job_kind(&in->job) == NF_NETREDUCE_JOB_NONE) {
    c->nothing++;
    return;
  }
  if (ring_of(in->job) != ring_of(c->last))
    c->mixed = ALONE;
  c->last = in->job;
  const bool again = nf_netreduce_job_again(&in->job);
  if (again && (full || (nf_netreduce_job_deliver(&in->job) & in->away & ((1 << P_Ports) - 1)))) {
    c->drop = true;
    c->dropped = in->job;
    c->drops++;
    c->drops_stuck += is_stuck;
    return;
  }
  waiting *const w = again ? &c->again[c->repeats++] : &c->queue[c->count++];
  *w = (waiting){.job = in->job,
                 .before = again ? c->left + c->count : 0,
                 .again = again ? 0 : repeats_before(c, in->job)};
  for (unsigned p = 0; p < P_Ports; p++)
    w->taken[p] = concerns(in->job) >> p & 1 ? c->taken[p] : 0;
}

// ------------------------------------------------------------------------------------- random
static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->in = nf_pace_any(tb);
  c->out = nf_pace_any(tb);
  c->take_percent = 30;
  c->again_percent = 50;
  c->away = nf_tb_chance(tb, 50) ? 20 : 0;
  c->store_percent = 40;
}

static void start_late(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->in = c->out = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->take_percent = 60;
  c->again_percent = 30;
  c->store_percent = 20;
}

// One ring, and ports that have no room for long; then all packets are repeated.
static void start_alone(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start(tb, ctx);
  c->one_ring = 100;
  c->away = 0;
  c->no_room = true;
}

static uint64_t any_job(nf_tb *tb, const context *c, unsigned again) {
  uint64_t job = nf_tb_rand(tb);
  if (nf_tb_chance(tb, c->one_ring))
    nf_netreduce_job_set_slot(&job, (uint8_t)(nf_netreduce_job_slot(&job) % 8));
  nf_netreduce_job_set_kind(&job, (uint8_t)nf_tb_below(tb, 3));
  nf_netreduce_job_set_port(&job, (uint8_t)nf_tb_below(tb, P_Ports));
  nf_netreduce_job_set_again(&job, nf_tb_chance(tb, again));
  if (nf_tb_chance(tb, 70)) {
    nf_netreduce_job_set_read(&job, (uint8_t)(1u << nf_tb_below(tb, P_Ports)));
    nf_netreduce_job_set_deliver(&job, (uint8_t)(1u << nf_tb_below(tb, P_Ports)));
  }
  return job;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_netreduce_jobs_in *const in = input;
  for (unsigned p = 0; p < P_Ports; p++) {
    if (c->taken[p] - c->stored[p] < UNDER_WAY && nf_tb_chance(tb, c->take_percent))
      in->take |= (uint8_t)(1u << p);
    if (c->taken[p] > c->stored[p] && nf_tb_chance(tb, c->store_percent))
      in->stored |= (uint8_t)(1u << p);
  }
  in->job_valid = nf_pace_go(tb, &c->in);
  const bool no_room = c->no_room && nf_tb_cycle(tb) % (4 * ALONE) < 2 * ALONE;
  in->job = any_job(tb, c, no_room ? 100 : c->again_percent);
  in->out_ready = nf_pace_go(tb, &c->out);
  in->room = (uint8_t)(nf_tb_rand(tb) | nf_tb_rand(tb));
  if (no_room)
    in->room = 0;
  in->away = (uint8_t)(nf_tb_chance(tb, c->away) ? nf_tb_rand(tb) : 0);
  in->room |= in->away;
  in->wait_ring = (uint8_t)nf_tb_below(tb, 16);
  judge(tb, c, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  // Where no port is away, only a full queue drops, and a slow input does not fill it.
  nf_tb_reach(tb, c->served > 20 && (c->drops > 10 || c->away == 0),
              "%u repeats served, %u dropped", c->served, c->drops);
  nf_tb_check(tb, c->jobs > nf_tb_cycle(tb) / 40, "%u jobs came out", c->jobs);
  nf_tb_reach(tb, c->alone > c->jobs / 5 && c->nothing, "%u announcements", c->alone);
  nf_tb_reach(tb, c->others > 100, "%u cycles with others", c->others);
  nf_tb_reach(tb, c->waited != 0, "%u cycles of waiting", c->waited);
}

// Repeated packets wait, and what is behind them; none is dropped unless the first is stuck.
static void finish_alone(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->waiting > 100 && c->in_order > 100, "%u cycles of waiting, %u in order",
              c->waiting, c->in_order);
  nf_tb_reach(tb, c->drops == c->drops_stuck && c->drops != 0, "%u of %u drops as one was stuck",
              c->drops_stuck, c->drops);
}

// ------------------------------------------------------------------------------------- flood
// As many jobs as there is room for, all others of repeated packets: each 65th that leaves is one.
static void drive_flood(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_netreduce_jobs_in *const in = input;
  in->job_valid = true;
  in->job = any_job(tb, c, c->count < P_Depth - 1 ? 0 : 50);
  nf_netreduce_job_set_slot(&in->job, nf_netreduce_job_again(&in->job) ? 0 : 8);
  nf_netreduce_job_set_announce(&in->job, 0);
  nf_netreduce_job_set_kind(&in->job, NF_NETREDUCE_JOB_SUM);
  in->room = 255;
  in->out_ready = nf_tb_cycle(tb) > 2 * P_Depth && nf_tb_cycle(tb) % 4 == 0;
  judge(tb, c, out, in);
}

static void finish_flood(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->longest == TURNS && c->served >= c->left / (TURNS + 1) && c->served > 5,
              "%u jobs before a repeat, %u of %u served", c->longest, c->served, c->left);
}

// ----------------------------------------------------------------------------------- directed
// The last packet of a column: its TAKE comes with the job, after one of the port's that is under
// way; the job leaves when both are stored. What is given later does not matter.
static void drive_column(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_netreduce_jobs_in *const in = input;
  const nf_netreduce_jobs_out *const o = out;
  const unsigned s = c->step++;
  if (s == 0 || s == 1 || s == 2)
    in->take = 1;
  if (s == 1) {
    in->job_valid = true;
    nf_netreduce_job_set_kind(&in->job, NF_NETREDUCE_JOB_SUM);
    nf_netreduce_job_set_announce(&in->job, 1);
    nf_netreduce_job_set_read(&in->job, 3);
    nf_netreduce_job_set_deliver(&in->job, 3);
  }
  if (s == 4 || s == 9)
    in->stored = 1;
  in->out_ready = s != 10;
  nf_tb_check(tb, o->out_valid == (s >= 10 && s <= 12), "step %u: valid %d", s, o->out_valid);
  if (s >= 10 && s <= 12)
    nf_tb_check(tb, o->out_alone == (s < 12), "step %u: alone %d", s, o->out_alone);
  if (s == 12)
    nf_tb_check(tb, nf_netreduce_job_read(&o->out_job) == 3, "the sum reads both ports");
  judge(tb, c, out, in);
}

int main(int argc, char **argv) {
  static const nf_netreduce_jobs_cfg cfg = {.Ports = P_Ports, .Depth = P_Depth, .Again = P_Again};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3 jobs and packets at random", 30000, start, drive, finish},
      {"NETREDUCE 4.3 packets that are late", 30000, start_late, drive, finish},
      {"NETREDUCE 4.3.2 repeated packets of a ring that is alone", 30000, start_alone, drive,
       finish_alone},
      {"NETREDUCE 4.3.2 a flood of repeated packets", 6000, NULL, drive_flood, finish_flood},
      {"NETREDUCE 4.3.2 the last packet of a column", 20, NULL, drive_column, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_jobs_dut,
                             .model = NF_TB_MODEL(nf_netreduce_jobs),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 5,
                             .unreset = "dropped_slot|dropped"};
  return nf_tb_main(argc, argv, &bench);
}
