// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Messages whose columns are complete in any order. What comes out is compared with the list of a
// ring's columns; what waits, or is dropped, is counted by slot.
#include "netreduce/nf_netreduce_release.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_release_dut;

enum { SLOTS = P_Window + 1, LONG = 400, SETTLE = 12 };

// The messages of a ring in its slots, from the one that has the column that is due.
typedef struct {
  bool on, any;
  unsigned slot, offset; // of the column that is due
  unsigned msglen[SLOTS];
  bool done[SLOTS][P_MaxMsgLen]; // by slot
  uint16_t newest;               // place of the last sum
  uint8_t members, dtype;
  unsigned since; // cycles for which the column that is due could have gone
} ring;

typedef struct {
  ring rings[P_Rings];
  uint64_t passing; // a job that has to come out as it is
  bool passes;
  uint8_t repeat_dropped, dropped_slot; // jobs of a repeated packet
  unsigned waits[16 * 8];               // columns, by slot
  uint16_t hold, held[3];
  bool was_valid;
  unsigned closing, quiet; // 1 + ring; cycles since nothing of it comes
  bool closing_on;
  unsigned slot;
  nf_pace in, out;
  unsigned sums, released, found, repeats, answered, purged, others;
  unsigned told; // announcements of what waits
} context;

static uint16_t place_of(unsigned r, unsigned slot, unsigned offset) {
  return (uint16_t)((r * SLOTS + slot) * P_MaxMsgLen + offset);
}

static uint64_t job_of(const ring *k, unsigned r, unsigned slot, unsigned offset) {
  uint64_t job = 0;
  nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_SUM);
  nf_netreduce_job_set_first(&job, offset == 0);
  nf_netreduce_job_set_keep(&job, 1);
  nf_netreduce_job_set_dtype(&job, k->dtype);
  nf_netreduce_job_set_port(&job, k->members & 7);
  nf_netreduce_job_set_mark(&job, k->members & 127);
  nf_netreduce_job_set_read(&job, k->members);
  nf_netreduce_job_set_deliver(&job, k->members);
  nf_netreduce_job_set_place(&job, place_of(r, slot, offset));
  nf_netreduce_job_set_slot(&job, (uint8_t)(r << 3 | slot));
  nf_netreduce_job_set_last(&job, offset + 1 == k->msglen[slot]);
  return job;
}

static void new_ring(nf_tb *tb, ring *k, bool on, unsigned slot) {
  *k = (ring){.on = on, .slot = slot, .newest = k->newest}; // a repeat of the old ring's last sum
  k->members = (uint8_t)(1 + nf_tb_below(tb, 255));
  k->dtype = (uint8_t)nf_tb_below(tb, 16);
  for (unsigned s = 0; s < SLOTS; s++)
    k->msglen[s] = 1 + (unsigned)nf_tb_below(tb, P_MaxMsgLen);
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned r = 0; r < P_Rings; r++)
    new_ring(tb, &c->rings[r], false, 0);
  c->in = nf_pace_any(tb);
  c->out = nf_pace_any(tb);
}

// The column that is due has gone.
static void go_on(nf_tb *tb, ring *k, unsigned r) {
  k->any = true;
  k->newest = place_of(r, k->slot, k->offset);
  k->done[k->slot][k->offset] = false;
  k->since = 0;
  if (++k->offset < k->msglen[k->slot])
    return;
  k->msglen[k->slot] = 1 + (unsigned)nf_tb_below(tb, P_MaxMsgLen);
  k->slot = (k->slot + 1) % SLOTS;
  k->offset = 0;
}

static bool is_sum(uint64_t job) {
  return nf_netreduce_job_kind(&job) == NF_NETREDUCE_JOB_SUM && nf_netreduce_job_keep(&job);
}

// What is said to be given out is at the output.
static void see_released(nf_tb *tb, context *c, const nf_netreduce_release_out *o) {
  const uint64_t job = o->out_job;
  c->released += o->released;
  nf_tb_check(tb,
              !o->released || (o->out_valid && is_sum(job) &&
                               nf_netreduce_job_slot(&job) >> 3 == o->released_ring &&
                               nf_netreduce_job_last(&job) == o->released_last),
              "released %d, ring %u, last %d", o->released, o->released_ring, o->released_last);
}

static void see_out(nf_tb *tb, context *c, const nf_netreduce_release_out *o, bool taken) {
  if (!o->out_valid)
    return;
  const uint64_t job = o->out_job;
  const unsigned r = nf_netreduce_job_slot(&job) >> 3;
  nf_tb_check(tb, r < P_Rings, "ring %u", r);
  if (r >= P_Rings)
    return;
  ring *const k = &c->rings[r];
  if (!k->on || !is_sum(job)) {
    nf_tb_check(tb, c->passes && job == c->passing, "job %llx, not %llx", (unsigned long long)job,
                (unsigned long long)c->passing);
    c->passes = c->passes && !taken;
    return;
  }
  uint64_t sum = job;
  if (job == c->passing) // what has waited has no announcement any more
    nf_netreduce_job_set_announce(&sum, 0);
  nf_tb_check(tb, sum == job_of(k, r, k->slot, k->offset) && k->done[k->slot][k->offset],
              "sum %llx, not %llx", (unsigned long long)job,
              (unsigned long long)job_of(k, r, k->slot, k->offset));
  nf_tb_check(tb, c->was_valid || !(c->held[1] & c->held[2] & 1u << r), "ring %u is held", r);
  if (!taken)
    return;
  c->sums++;
  if (c->waits[r * 8 + k->slot] != 0 && c->passing != job) {
    c->waits[r * 8 + k->slot]--;
    c->found++;
  }
  c->passing = 0;
  go_on(tb, k, r);
}

static void see_dropped(nf_tb *tb, context *c, const nf_netreduce_release_out *o) {
  if (c->repeat_dropped) {
    nf_tb_check(tb, o->dropped == c->repeat_dropped && o->dropped_slot == c->dropped_slot,
                "%u of %u dropped", o->dropped, c->repeat_dropped);
    c->repeat_dropped = 0;
  } else if (o->dropped) {
    nf_tb_check(tb,
                o->dropped == 1 && c->closing == o->dropped_slot / 8 + 1u &&
                    c->waits[o->dropped_slot] != 0,
                "slot %u dropped", o->dropped_slot);
    c->waits[o->dropped_slot] -= c->waits[o->dropped_slot] != 0;
    c->purged++;
  }
}

// What is due and complete goes soon.
static void see_time(nf_tb *tb, context *c, bool stuck) {
  for (unsigned r = 0; r < P_Rings; r++) {
    ring *const k = &c->rings[r];
    const bool may = k->on && k->done[k->slot][k->offset] && !(c->hold >> r & 1) && !stuck &&
                     c->closing != r + 1;
    k->since = may ? k->since + 1 : 0;
    nf_tb_check(tb, k->since < LONG, "ring %u waits", r);
  }
}

// A column that is complete now, of one of the messages that have a slot.
static uint64_t complete(nf_tb *tb, const ring *k, unsigned r) {
  const unsigned far = nf_tb_chance(tb, 60) ? 0 : (unsigned)nf_tb_below(tb, SLOTS);
  const unsigned slot = (k->slot + far) % SLOTS;
  const unsigned from = far == 0 ? k->offset : 0;
  const unsigned some = nf_tb_chance(tb, 50) ? 1 : nf_tb_chance(tb, 50) ? 4 : P_MaxMsgLen;
  const unsigned room = k->msglen[slot] - from;
  const unsigned offset = from + (unsigned)nf_tb_below(tb, some < room ? some : room);
  return k->done[slot][offset] ? 0 : job_of(k, r, slot, offset);
}

static uint64_t another(nf_tb *tb, context *c, unsigned r) {
  ring *const k = &c->rings[r];
  uint64_t job = job_of(k, r, (unsigned)nf_tb_below(tb, SLOTS), 0);
  if (nf_tb_chance(tb, 50)) {
    nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_HISTORY);
    nf_netreduce_job_set_keep(&job, 0);
    nf_netreduce_job_set_again(&job, nf_tb_chance(tb, 80));
    if (nf_tb_chance(tb, 50))
      nf_netreduce_job_set_place(&job, k->newest);
    return job;
  }
  // Of a leaf's host: the hosts' sum for the spine, and maybe the host's header.
  if (nf_tb_chance(tb, 40)) {
    nf_netreduce_job_set_mode(&job, NF_NETREDUCE_MODE_UP);
    nf_netreduce_job_set_keep(&job, 0);
    nf_netreduce_job_set_again(&job, nf_tb_chance(tb, 80));
    nf_netreduce_job_set_announce(&job, nf_tb_chance(tb, 50));
    if (nf_tb_chance(tb, 50))
      nf_netreduce_job_set_place(&job, place_of(r, k->slot, k->offset));
    return job;
  }
  nf_netreduce_job_set_kind(&job,
                            nf_tb_chance(tb, 50) ? NF_NETREDUCE_JOB_SUM : NF_NETREDUCE_JOB_REPLY);
  nf_netreduce_job_set_keep(&job, 0);
  return job;
}

static bool is_repeat(uint64_t job) { return nf_netreduce_job_again(&job); }

// The last sum that went, and the hosts' sum of the column that all wait for.
static bool is_answered(const ring *k, unsigned r, uint64_t job) {
  const uint16_t place = nf_netreduce_job_place(&job);
  return nf_netreduce_job_kind(&job) == NF_NETREDUCE_JOB_HISTORY
             ? k->any && place == k->newest
             : place == place_of(r, k->slot, k->offset);
}

// A job goes in.
static void put(context *c, uint64_t job) {
  const uint8_t slot = nf_netreduce_job_slot(&job);
  ring *const k = &c->rings[slot / 8];
  const bool closes = c->closing == slot / 8 + 1u;
  if (k->on && is_sum(job) && !closes) {
    const unsigned offset = nf_netreduce_job_place(&job) % P_MaxMsgLen;
    const bool due = (slot & 7) == k->slot && offset == k->offset;
    k->done[slot & 7][offset] = true;
    c->passing = job;
    if (!due || c->held[0] >> slot / 8 & 1) {
      c->waits[slot]++;
      c->passing = 0;
      c->passes = nf_netreduce_job_announce(&job);
      if (c->passes) {
        nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_NONE);
        nf_netreduce_job_set_keep(&job, 0);
        c->passing = job;
        c->told++;
      }
    }
  } else if (k->on && (is_sum(job) || is_repeat(job))) {
    c->repeats += !is_sum(job);
    c->passes = is_repeat(job) && !closes && is_answered(k, slot / 8, job);
    c->passing = c->passes ? job : 0;
    c->answered += c->passes;
    c->repeat_dropped = (uint8_t)(c->passes ? 0 : 1 + nf_netreduce_job_announce(&job));
    c->dropped_slot = slot;
  } else {
    c->passes = true;
    c->passing = job;
    c->others++;
  }
}

static void set_up(nf_tb *tb, context *c, const nf_netreduce_release_out *o,
                   nf_netreduce_release_in *in) {
  if (c->closing == 0 && nf_tb_below(tb, 3000) == 0) {
    c->closing = 1 + (unsigned)nf_tb_below(tb, P_Rings);
    c->closing_on = nf_tb_chance(tb, 80);
    c->slot = (unsigned)nf_tb_below(tb, SLOTS);
    c->quiet = 0;
  }
  if (c->closing == 0)
    return;
  c->quiet++;
  in->closing = true;
  in->closing_ring = (uint8_t)(c->closing - 1);
  in->closing_slot = (uint8_t)c->slot;
  in->closing_on = c->closing_on;
  if (!o->swept || c->quiet < 4 * SETTLE || o->out_valid)
    return;
  for (unsigned s = 0; s < SLOTS; s++)
    nf_tb_check(tb, c->waits[(c->closing - 1) * 8 + s] == 0, "slot %u is not swept", s);
  in->closing = false;
  new_ring(tb, &c->rings[c->closing - 1], c->closing_on, c->slot);
  c->closing = 0;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  const nf_netreduce_release_out *const o = out;
  nf_netreduce_release_in *const in = input;
  if (nf_tb_below(tb, 500) == 0) {
    c->in = nf_pace_any(tb);
    c->out = nf_pace_any(tb);
  }
  if (nf_tb_below(tb, 100) == 0)
    c->hold = (uint16_t)(nf_tb_rand(tb) & nf_tb_rand(tb) & ((1u << P_Rings) - 1));
  in->hold = c->hold;
  in->out_ready = nf_pace_go(tb, &c->out);
  see_dropped(tb, c, o);
  see_released(tb, c, o);
  see_out(tb, c, o, in->out_ready);
  see_time(tb, c, o->out_valid && !in->out_ready);
  const unsigned before = c->closing;
  set_up(tb, c, o, in);

  const unsigned r = (unsigned)nf_tb_below(tb, P_Rings);
  const bool closes = c->closing == r + 1, rests = before != 0 && c->closing == 0;
  // Of a ring that is being set up little comes, and soon nothing; its first cycle is not seen yet.
  if (!rests && nf_pace_go(tb, &c->in) && (!closes || (c->quiet > 1 && c->quiet < SETTLE))) {
    const ring *const k = &c->rings[r];
    uint64_t job =
        nf_tb_chance(tb, 70) && (k->on || closes) ? complete(tb, k, r) : another(tb, c, r);
    if (job != 0 && is_sum(job))
      nf_netreduce_job_set_announce(&job, nf_tb_chance(tb, 20));
    in->in_valid = job != 0;
    in->in_job = job;
    if (in->in_valid && o->in_ready)
      put(c, job);
  }
  c->was_valid = o->out_valid && !in->out_ready;
  c->held[2] = c->held[1];
  c->held[1] = c->held[0];
  c->held[0] = c->hold;
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->released - c->sums <= 1, "%u sums given out, %u said to be", c->sums,
              c->released);
  nf_tb_reach(tb,
              c->sums > 300 && c->found > 100 && c->told > 20 && c->answered > 5 &&
                  c->others > 100 && c->repeats > c->answered && (c->purged > 0 || P_MaxMsgLen < 5),
              "%u sums, %u of them had waited, %u repeats, %u answered, %u others, %u dropped",
              c->sums, c->found, c->repeats, c->answered, c->others, c->purged);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3.2 columns complete in any order, rings held and set up anew", 60000, start,
     drive, finish},
};

int main(int argc, char **argv) {
  static const nf_netreduce_release_cfg cfg = {
      .Rings = P_Rings, .Window = P_Window, .MaxMsgLen = P_MaxMsgLen};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_release_dut,
      .model = NF_TB_MODEL(nf_netreduce_release),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
