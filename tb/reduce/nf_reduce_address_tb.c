// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the addressing of leaving headers.
#include "nf_tb.h"
#include "reduce/nf_reduce_address.h"

extern const nf_dut nf_reduce_address_dut;

static const nf_reduce_address_cfg cfg = {.Ports = P_Ports, .Regions = P_Regions};

static void eval(const nf_reduce_address_in *in, nf_reduce_address_out *out) {
  nf_reduce_address_eval(&cfg, in, out);
}

typedef struct {
  bool asked;
  nf_reduce_address_in last;
} context;

// What KLENK IV-B and IV-C say, in other words than the model.
static void check(nf_tb *tb, const nf_reduce_address_in *i, const nf_reduce_address_out *o) {
  const uint16_t all = (uint16_t)((1u << P_Ports) - 1);
  const unsigned dst = nf_hdr_dst(&o->head);
  if (i->plane) {
    nf_tb_check(tb, nf_hdr_wave(&o->head) == i->index && nf_hdr_flags(&o->head) & 32,
                "plane %u is called %u", i->index, nf_hdr_wave(&o->head));
    nf_tb_check(tb, nf_hdr_count(&o->head) == (i->last ? nf_hdr_count(&i->head) : 0), "count %u",
                nf_hdr_count(&o->head));
  } else if (i->to == NF_REDUCE_TO_REQUESTER) {
    nf_tb_check(tb, o->head.w[0] == i->head.w[0] && o->head.w[1] == i->head.w[1],
                "a pull response's header was changed");
    nf_tb_check(tb, o->ports == (i->port < P_Ports ? 1u << i->port : 0), "ports %x", o->ports);
  } else if (i->region < P_Regions) {
    const bool home = i->to == NF_REDUCE_TO_HOME && !i->multicast_partials;
    nf_tb_check(tb, dst == (home ? i->region_home[i->region] & 0x3ffu : NF_BROADCAST_ID),
                "destination %u", dst);
    const unsigned bit = home ? NF_MCR_MODE_HOME_SPREAD : NF_MCR_MODE_SPREAD;
    const unsigned way = (i->region_mode[i->region] >> bit & 1) * i->way;
    const unsigned ports = (home ? i->region_home_ports : i->region_ports)[i->region] | way;
    nf_tb_check(tb, o->ports == (ports & all), "ports %x", o->ports);
  } else {
    nf_tb_check(tb, o->ports == 0, "an unknown region has ports %x", o->ports);
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  static const char *const names[] = {"to all targets", "to the home GPU", "to the requester"};
  context *const c = ctx;
  nf_reduce_address_in *const i = in;
  if (c->asked)
    check(tb, &c->last, out);
  i->head.w[0] = nf_tb_rand(tb);
  i->head.w[1] = nf_tb_rand(tb);
  i->to = (uint8_t)nf_tb_below(tb, 3);
  i->region = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 90) ? P_Regions : 256);
  i->port = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 90) ? P_Ports : 256);
  i->multicast_partials = nf_tb_chance(tb, 50);
  i->plane = nf_tb_chance(tb, 20);
  i->last = nf_tb_chance(tb, 50);
  i->index = (uint8_t)nf_tb_below(tb, 22);
  i->way = (uint16_t)(nf_tb_chance(tb, 90) ? 1u << nf_tb_below(tb, 16) : 0);
  for (unsigned r = 0; r < P_Regions; r++) {
    i->region_mode[r] = (uint8_t)nf_tb_rand(tb);
    i->region_ports[r] = (uint16_t)nf_tb_rand(tb);
    i->region_home[r] = (uint16_t)nf_tb_rand(tb);
    i->region_home_ports[r] = (uint16_t)nf_tb_rand(tb);
  }
  nf_tb_cover(tb, names[i->to]);
  c->asked = true;
  c->last = *i;
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-B, IV-C destination and ports of what leaves", 20000, NULL, drive, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_reduce_address_dut,
                             .model = {.eval = (nf_tb_fn)eval},
                             .cfg = NULL,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 1};
  return nf_tb_main(argc, argv, &bench);
}
