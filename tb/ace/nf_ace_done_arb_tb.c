// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Machines and the RX DMA offer what they have done, which stays until it is taken: each is taken
// once, shows in the next cycle as it was, and waits for every other one once at most.
#include "ace/nf_ace_done_arb.h"
#include "nf_tb.h"

extern const nf_dut nf_ace_done_arb_dut;

enum { RX = P_Machines, SOURCES = P_Machines + 1 };

typedef struct {
  nf_pace offer[SOURCES];
  bool valid[SOURCES], err[SOURCES];
  uint8_t id[SOURCES], phase[SOURCES];
  unsigned passed[SOURCES]; // others that were taken while it waited
  bool took;                // something was taken in the cycle before: `last`
  unsigned last, taken, abort_for;
} context;

static void shows(nf_tb *tb, const context *c, const nf_ace_done_arb_out *out) {
  nf_tb_check(tb, out->ev_valid == c->took, "an event that was not taken, or none");
  if (!c->took)
    return;
  const unsigned s = c->last;
  nf_tb_check(tb, out->ev_rx == (s == RX) && out->ev_row == (c->id[s] & 31) % P_Chunks,
              "source %u, row %u", s, out->ev_row);
  if (s == RX)
    nf_tb_check(tb, out->ev_place == (c->id[s] >> 5 & 3) && out->ev_err == c->err[s], "place");
  else
    nf_tb_check(tb, out->ev_phase == (c->phase[s] & 7), "phase");
}

static void take(nf_tb *tb, context *c, unsigned s) {
  nf_tb_check(tb, c->valid[s], "source %u offers nothing", s);
  c->valid[s] = false;
  c->passed[s] = 0;
  c->last = s;
  c->took = c->abort_for == 0;
  if (!c->took)
    nf_tb_cover(tb, "taken in an abort");
  c->taken++;
  for (unsigned other = 0; other < SOURCES; other++) {
    c->passed[other] += c->valid[other];
    if (c->abort_for != 0) // the RX DMA alone is served: the round begins anew
      c->passed[other] = 0;
    nf_tb_check(tb, c->passed[other] <= SOURCES, "source %u waits", other);
  }
}

static void offer(nf_tb *tb, context *c, unsigned s) {
  if (c->valid[s] || !nf_pace_go(tb, &c->offer[s]))
    return;
  c->valid[s] = true;
  c->id[s] = (uint8_t)nf_tb_below(tb, P_Chunks);
  if (s == RX)
    c->id[s] |= (uint8_t)(nf_tb_below(tb, 4) << 5);
  c->phase[s] = (uint8_t)nf_tb_below(tb, 7);
  c->err[s] = nf_tb_chance(tb, 50);
  c->passed[s] = 0;
}

static void drive(nf_tb *tb, void *ctx, const void *po, void *pi) {
  context *const c = ctx;
  const nf_ace_done_arb_out *const out = po;
  nf_ace_done_arb_in *const in = pi;
  if (nf_tb_cycle(tb) == 0 || nf_tb_below(tb, 200) == 0)
    for (unsigned s = 0; s < SOURCES; s++)
      c->offer[s] = nf_pace_any(tb);
  shows(tb, c, out);
  if (c->abort_for == 0 && nf_tb_below(tb, 1000) == 0)
    c->abort_for = 8;
  in->abort = c->abort_for != 0;
  for (unsigned s = 0; s < SOURCES; s++) {
    // What is ready was offered in the cycle before.
    const bool ready = s == RX ? out->rxd_done_ready : out->done_ready >> s & 1;
    if (!ready)
      offer(tb, c, s);
    if (s == RX) {
      in->rxd_done_valid = c->valid[s];
      in->rxd_done_id = c->id[s];
      in->rxd_done_err = c->err[s];
    } else {
      in->done_valid |= (uint16_t)(c->valid[s] << s);
      in->done_id[s] = c->id[s];
      in->done_phase[s] = c->phase[s];
    }
  }
  c->took = false;
  for (unsigned s = 0; s < SOURCES; s++)
    if (s == RX ? out->rxd_done_ready : out->done_ready >> s & 1)
      take(tb, c, s);
  c->abort_for -= c->abort_for != 0;
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->taken > 1000, "%u taken", c->taken);
}

static const nf_tb_scenario scenarios[] = {
    {"ACE 4.3 dones of machines and RX DMA", 20000, NULL, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_ace_done_arb_cfg cfg = {.Machines = P_Machines, .Chunks = P_Chunks};
  const nf_tb_bench bench = {.dut = &nf_ace_done_arb_dut,
                             .model = NF_TB_MODEL(nf_ace_done_arb),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
