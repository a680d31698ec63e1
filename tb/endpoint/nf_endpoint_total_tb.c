// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "endpoint/nf_endpoint_total.h"

#include "nf_lane_kit.h"

extern const nf_dut nf_endpoint_total_dut;

enum { RING = 64, ID = 513, RANKS = 7 };

typedef struct {
  nf_flit hdr[RING];
  unsigned owed, paid;
} ledger;

typedef struct {
  nf_pace offer, mc, bar, done;
  bool multicast_partials, exclude_source;
  bool waiting; // hdr is offered
  nf_flit hdr;
  ledger mcs, bars, dones; // what the totals must lead to
  unsigned totals, seen[NF_ENDPOINT_EVENT_BITS], opcode, count, translate, stale;
  uint8_t epoch;
} total_ctx;

static bool hits(uint64_t addr) { return (addr >> 30 & 7) != 0; }
static uint64_t result_of(uint64_t addr) { return addr * 5 + 3; }

static void start(nf_tb *tb, void *p) {
  total_ctx *c = p;
  c->offer = nf_pace_any(tb);
  c->mc = nf_pace_any(tb);
  c->bar = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->epoch = nf_tb_rand(tb) & 3;
}

static void start_all(nf_tb *tb, void *p) {
  start(tb, p);
  ((total_ctx *)p)->multicast_partials = true;
}

static void start_exclude(nf_tb *tb, void *p) {
  start(tb, p);
  ((total_ctx *)p)->exclude_source = true;
}

static void start_fast(nf_tb *tb, void *p) {
  total_ctx *c = p;
  start(tb, p);
  c->offer = c->mc = c->bar = c->done = (nf_pace){.kind = NF_PACE_ALWAYS};
}

static void owe(ledger *l, const nf_flit *h) { l->hdr[l->owed++ % RING] = *h; }

static bool same(const nf_flit *a, const nf_flit *b) {
  return a->w[0] == b->w[0] && a->w[1] == b->w[1];
}

static nf_flit for_all(const nf_flit *h, unsigned opcode) {
  nf_flit r = *h;
  nf_hdr_set_opcode(&r, (uint8_t)opcode);
  nf_hdr_set_src(&r, ID);
  nf_hdr_set_dst(&r, NF_BROADCAST_ID);
  nf_hdr_set_flags(&r, nf_hdr_flags(h) & 0xdf);
  return r;
}

// A total that was taken, as KLENK IV-C and docs/endpoint/nf_endpoint_lane.md have it.
static void enter(total_ctx *c, const nf_flit *h) {
  const unsigned opcode = nf_hdr_opcode(h), count = nf_hdr_count(h);
  c->totals++;
  if (nf_hdr_epoch(h) != c->epoch) {
    c->stale++;
    return;
  }
  if (opcode != NF_OPCODE_PUSH_PARTIAL && opcode != NF_OPCODE_PULL_RSP) {
    c->opcode++;
    return;
  }
  c->count += count > RANKS;
  if (count != RANKS)
    return;
  if (opcode == NF_OPCODE_PUSH_PARTIAL && c->multicast_partials) {
    owe(&c->dones, h);
  } else if (opcode == NF_OPCODE_PUSH_PARTIAL && nf_hdr_len(h) == 0) {
    const nf_flit r = for_all(h, NF_OPCODE_BARRIER_DONE);
    owe(&c->bars, &r);
  } else if (!hits(nf_hdr_addr(h))) {
    c->translate++;
  } else {
    const nf_flit r = for_all(h, NF_OPCODE_MCAST_WRITE);
    owe(&c->mcs, &r);
    if (opcode == NF_OPCODE_PULL_RSP && c->exclude_source)
      owe(&c->dones, h);
  }
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  total_ctx *c = p;
  const nf_endpoint_total_out *o = po;
  nf_endpoint_total_in *i = pi;
  i->cfg_id = ID;
  i->cfg_ranks = RANKS;
  i->cfg_multicast_partials = c->multicast_partials;
  i->cfg_exclude_source = c->exclude_source;
  i->cfg_epoch = c->epoch;
  i->look_hit = hits(o->look_addr);
  i->look_result = result_of(o->look_addr);
  i->mc_ready = nf_pace_go(tb, &c->mc);
  i->bar_ready = nf_pace_go(tb, &c->bar);
  i->done_ready = nf_pace_go(tb, &c->done);

  if (o->mc_valid && i->mc_ready) {
    const nf_flit *const h = &c->mcs.hdr[c->mcs.paid % RING];
    nf_tb_check(tb, c->mcs.paid++ < c->mcs.owed && same(h, &o->mc_hdr), "multicast write");
    nf_tb_check(tb, o->mc_addr == result_of(nf_hdr_addr(h)), "its address");
  }
  if (o->bar_valid && i->bar_ready) {
    const nf_flit *const h = &c->bars.hdr[c->bars.paid % RING];
    nf_tb_check(tb, c->bars.paid++ < c->bars.owed && same(h, &o->bar_hdr), "end of a barrier");
  }
  if (o->done_valid && i->done_ready) {
    const nf_flit *const h = &c->dones.hdr[c->dones.paid % RING];
    const bool barrier = nf_hdr_opcode(h) == NF_OPCODE_PUSH_PARTIAL && nf_hdr_len(h) == 0;
    nf_tb_check(tb, c->dones.paid++ < c->dones.owed, "a completion too many");
    nf_tb_check(tb,
                o->done_barrier == barrier && o->done_addr == nf_hdr_addr(h) &&
                    o->done_flags == (nf_hdr_flags(h) & 0xdf) && o->done_epoch == c->epoch,
                "completion of another one");
  }
  for (unsigned e = 0; e < NF_ENDPOINT_EVENT_BITS; e++)
    c->seen[e] += o->event >> e & 1;

  if (!c->waiting && nf_pace_go(tb, &c->offer)) {
    const unsigned opcode = nf_tb_chance(tb, 5)    ? (unsigned)nf_tb_below(tb, 16)
                            : nf_tb_chance(tb, 30) ? NF_OPCODE_PULL_RSP
                                                   : NF_OPCODE_PUSH_PARTIAL;
    c->hdr = nf_lane_header(tb, opcode, nf_tb_chance(tb, 30) ? 0 : 8);
    nf_lane_epoch(tb, &c->hdr, c->epoch, 15);
    nf_hdr_set_count(&c->hdr, nf_tb_chance(tb, 70) ? RANKS : (uint16_t)nf_tb_below(tb, 2 * RANKS));
    c->waiting = true;
  }
  i->tot_valid = c->waiting;
  i->tot_hdr = c->hdr;
  if (c->waiting && o->tot_ready) {
    enter(c, &c->hdr);
    c->waiting = false;
  }
}

static void finish(nf_tb *tb, void *p) {
  total_ctx *c = p;
  const unsigned *const e = c->seen;
  nf_tb_reach(tb, c->totals > 1000, "%u totals", c->totals);
  nf_tb_check(tb, c->mcs.owed - c->mcs.paid <= 2, "%u multicasts, %u made", c->mcs.owed,
              c->mcs.paid);
  nf_tb_check(tb, c->bars.owed - c->bars.paid <= 2, "%u barriers, %u told", c->bars.owed,
              c->bars.paid);
  nf_tb_check(tb, c->dones.owed - c->dones.paid <= 2, "%u blocks, %u told", c->dones.owed,
              c->dones.paid);
  nf_tb_check(tb, c->stale - e[NF_ENDPOINT_EV_STALE] <= 2, "%u of other epochs", c->stale);
  nf_tb_check(tb, c->opcode - e[NF_ENDPOINT_EV_ERR_OPCODE] <= 2, "%u unknown", c->opcode);
  nf_tb_check(tb, c->count - e[NF_ENDPOINT_EV_ERR_COUNT] <= 2, "%u past the ranks", c->count);
  nf_tb_check(tb, c->translate - e[NF_ENDPOINT_EV_ERR_TRANSLATE] <= 2, "%u not mapped",
              c->translate);
}

static void finish_fast(nf_tb *tb, void *p) {
  total_ctx *c = p;
  finish(tb, p);
  nf_tb_check(tb, c->totals >= nf_tb_cycle(tb) / 2 - 1, "%u totals", c->totals);
}

int main(int argc, char **argv) {
  static const nf_endpoint_total_cfg cfg = {0};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-C one total every other cycle", 5000, start_fast, drive, finish_fast},
      {"KLENK IV-C strategy 2: the home GPU multicasts", 20000, start, drive, finish},
      {"KLENK IV-C strategy 1: every target counts", 20000, start_all, drive, finish},
      {"KLENK IV-B pull, the multicast does not come back", 20000, start_exclude, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_total_dut,
                             .model = NF_TB_MODEL(nf_endpoint_total),
                             .cfg = &cfg,
                             .ctx_size = sizeof(total_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "look_addr"};
  return nf_tb_main(argc, argv, &bench);
}
