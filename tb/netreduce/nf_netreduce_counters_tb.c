// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference counts the events of the cycles that are over when a read is asked.
#include "netreduce/nf_netreduce_counters.h"
#include "nf_tb.h"

extern const nf_dut nf_netreduce_counters_dut;

enum { LATENCY = 2, CAUSES = NF_NETREDUCE_CAUSES };

typedef struct {
  unsigned counts[256];
  struct {
    bool asked;
    unsigned cause, count;
  } reads[LATENCY]; // of the cycles before, by cycle
  unsigned few;     // causes that come now
  unsigned answers, largest;
  nf_pace event, read;
} context;

static void check(nf_tb *tb, context *c, const nf_netreduce_counters_out *out) {
  const uint64_t now = nf_tb_cycle(tb);
  const bool due = now >= LATENCY && c->reads[now % LATENCY].asked;
  nf_tb_check(tb, out->valid == due, "an answer after %u cycles", LATENCY);
  if (!due)
    return;
  const unsigned cause = c->reads[now % LATENCY].cause, n = c->reads[now % LATENCY].count;
  nf_tb_check(tb, out->count == n, "cause %u: %u events, not %u", cause, out->count, n);
  nf_tb_cover(tb, n == 0 ? "never" : n == 1 ? "once" : "often");
  c->answers++;
  c->largest = n > c->largest ? n : c->largest;
}

static void note(nf_tb *tb, context *c, const nf_netreduce_counters_in *in) {
  const uint64_t at = nf_tb_cycle(tb) % LATENCY;
  c->reads[at].asked = in->re;
  c->reads[at].cause = in->index;
  c->reads[at].count = c->counts[in->index];
  c->counts[in->event_cause] += in->event_valid;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *const c = ctx;
  nf_netreduce_counters_in *const in = in_ptr;
  check(tb, c, out);
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 100) == 0) {
    static const unsigned few[] = {1, 2, 4, 32, 32};
    c->event = nf_pace_any(tb);
    c->read = nf_pace_any(tb);
    c->few = few[nf_tb_below(tb, 5)];
  }
  in->event_valid = nf_pace_go(tb, &c->event);
  in->event_cause =
      (uint8_t)(nf_tb_chance(tb, 95) ? nf_tb_below(tb, c->few) : nf_tb_below(tb, 256));
  in->re = nf_pace_go(tb, &c->read);
  in->index = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 90) ? c->few : CAUSES);
  note(tb, c, in);
}

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->answers > 1000 && c->largest > 100, "%u answers, the largest %u", c->answers,
              c->largest);
}

// All are zero first; then two causes, an event and a read in each cycle, at every distance.
static void drive_distances(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *const c = ctx;
  nf_netreduce_counters_in *const in = in_ptr;
  const uint64_t now = nf_tb_cycle(tb);
  check(tb, c, out);
  in->re = true;
  if (now < CAUSES) {
    in->index = (uint8_t)now;
  } else {
    const uint64_t turn = now - CAUSES, pattern = turn / 12, at = turn % 12;
    in->event_valid = at < 5 && (pattern >> at & 1) != 0;
    in->event_cause = pattern >> 5 & 1 ? NF_NETREDUCE_CAUSE_ROLE : NF_NETREDUCE_CAUSE_NONE;
    in->index = in->event_cause;
  }
  note(tb, c, in);
}

static void finish_distances(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->answers > 64 * 12, "%u answers", c->answers);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 events and reads of any cause", 6000, NULL, drive_random, finish_random},
    {"NETREDUCE 4.3 reads at every distance from an event", 1000, NULL, drive_distances,
     finish_distances},
};

int main(int argc, char **argv) {
  static const nf_netreduce_counters_cfg cfg = {0};
  const nf_tb_bench bench = {.dut = &nf_netreduce_counters_dut,
                             .model = NF_TB_MODEL(nf_netreduce_counters),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
