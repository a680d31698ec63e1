// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "mcr/nf_mcr_hash.h"
#include "mcr/nf_mcr_way.h"
#include "nf_tb.h"

extern const nf_dut nf_mcr_way_dut;

static const nf_mcr_way_cfg cfg = {.HomeSlots = P_HomeSlots};

static void eval(const nf_mcr_way_in *in, nf_mcr_way_out *out) { nf_mcr_way_eval(&cfg, in, out); }

typedef struct {
  bool asked;
  uint16_t want; // of the cycle before
} context;

// Any table, any address; the port is read off the table by the slot's number.
static void drive(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_way_out *out = out_ptr;
  nf_mcr_way_in *in = in_ptr;
  if (c->asked)
    nf_tb_check(tb, out->way == c->want, "way %#x, not %#x", out->way, c->want);
  in->addr = nf_tb_rand(tb) >> 16 >> nf_tb_below(tb, 42);
  in->links = (uint8_t)(1 + nf_tb_below(tb, NF_MAX_LINKS));
  const unsigned slot = nf_mcr_hash(in->addr, P_HomeSlots, in->links);
  for (unsigned s = 0; s < P_HomeSlots; s++) {
    const unsigned port = (unsigned)nf_tb_below(tb, 16);
    const bool valid = nf_tb_chance(tb, 80);
    in->home[s] = (uint8_t)(valid << 7 | nf_tb_below(tb, 128));
    in->way[s / 2] |= (uint8_t)(port << 4 * (s % 2));
    if (s == slot) {
      c->want = (uint16_t)(valid ? 1u << port : 0);
      nf_tb_cover(tb, valid ? "a way" : "a slot that is not programmed");
    }
  }
  c->asked = true;
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-A the way of an address is the one that its home slot names", 5000, NULL, drive,
       NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_mcr_way_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .cfg = NULL,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
