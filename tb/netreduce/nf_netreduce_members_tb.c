// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Members that come and go, and looks at them at any time; the reference is a list of what was
// written, gone through from its end.
#include "netreduce/nf_netreduce_members.h"

#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_members_dut;

enum { MOST = 16384, HOSTS = NF_NETREDUCE_MAX_HOSTS };

typedef struct {
  bool add, self, host;
  uint8_t at, port, role, parts; // at: ring * 8 + HostID
  uint32_t src, dst, qp, src_qp;
} word;

typedef struct {
  word words[MOST];
  unsigned count, seen, empty, met, gone;
  nf_netreduce_members_out due;
} world;

static const word *latest(const world *c, unsigned at) {
  for (unsigned n = c->count; n > 0; n--)
    if (c->words[n - 1].at == at)
      return &c->words[n - 1];
  return NULL;
}

// Of the last host of a ring that came, whether it sends to the switch itself.
static uint16_t spines(const world *c) {
  unsigned known = 0, some = 0;
  for (unsigned n = c->count; n > 0; n--) {
    const word *const w = &c->words[n - 1];
    const unsigned bit = 1u << w->at / HOSTS;
    if (!w->add || !w->host || (known & bit))
      continue;
    known |= bit;
    some |= w->self ? bit : 0;
  }
  return (uint16_t)some;
}

static void expect(world *c, unsigned ring, unsigned host) {
  const word *const w = ring < P_Rings ? latest(c, ring * HOSTS + host) : NULL;
  c->due = (nf_netreduce_members_out){0};
  c->empty += w == NULL;
  c->gone += w != NULL && !w->add;
  if (w == NULL || !w->add)
    return;
  c->seen++;
  c->due = (nf_netreduce_members_out){.member_valid = true,
                                      .member_port = w->port,
                                      .member_role = w->role,
                                      .member_parts = w->parts,
                                      .member_src = w->src,
                                      .member_dst = w->dst,
                                      .member_qp = w->qp,
                                      .member_src_qp = w->src_qp};
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_members_out *const o = out;
  nf_netreduce_members_in *const in = input;
  nf_tb_check(tb, o->spines == spines(c), "spines %x, %x", o->spines, spines(c));
  nf_tb_check(tb,
              o->member_valid == c->due.member_valid && o->member_port == c->due.member_port &&
                  o->member_role == c->due.member_role && o->member_parts == c->due.member_parts &&
                  o->member_src == c->due.member_src && o->member_dst == c->due.member_dst &&
                  o->member_qp == c->due.member_qp && o->member_src_qp == c->due.member_src_qp,
              "another member");
  in->look = nf_tb_chance(tb, 50);
  in->look_ring = (uint8_t)nf_tb_below(tb, P_Rings < 16 ? P_Rings + 1 : 16);
  in->look_host = (uint8_t)nf_tb_below(tb, HOSTS);
  if (in->look)
    expect(c, in->look_ring, in->look_host);
  in->enrol_valid = c->count < MOST && nf_tb_chance(tb, 25);
  in->enrol_add = nf_tb_chance(tb, 70);
  in->enrol_ring = (uint8_t)nf_tb_below(tb, P_Rings);
  in->enrol_host = (uint8_t)nf_tb_below(tb, HOSTS);
  in->enrol_port = (uint8_t)nf_tb_below(tb, 8);
  in->enrol_role = (uint8_t)nf_tb_below(tb, 3);
  in->enrol_parts = (uint8_t)nf_tb_below(tb, 64);
  in->enrol_src_ip = (uint32_t)nf_tb_rand(tb);
  in->enrol_dst_ip = (uint32_t)nf_tb_rand(tb);
  in->enrol_dst_qp = (uint32_t)nf_tb_rand(tb) & 0xffffff;
  in->enrol_src_qp = (uint32_t)nf_tb_rand(tb) & 0xffffff;
  in->enrol_self = nf_tb_chance(tb, 50);
  if (!in->enrol_valid)
    return;
  c->met += in->look && in->look_ring == in->enrol_ring && in->look_host == in->enrol_host;
  c->words[c->count++] = (word){.add = in->enrol_add,
                                .self = in->enrol_self,
                                .host = in->enrol_role == NF_NETREDUCE_ROLE_HOST,
                                .at = (uint8_t)(in->enrol_ring * HOSTS + in->enrol_host),
                                .port = in->enrol_port,
                                .role = in->enrol_role,
                                .parts = in->enrol_parts,
                                .src = in->enrol_src_ip,
                                .dst = in->enrol_dst_ip,
                                .qp = in->enrol_dst_qp,
                                .src_qp = in->enrol_src_qp};
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->seen > 500 && c->empty > 10 && c->gone > 100 && c->met > 5,
              "%u members, %u nobody, %u gone, %u while they came", c->seen, c->empty, c->gone,
              c->met);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.2 members come and go, and are looked at", 20000, NULL, drive, finish},
};

int main(int argc, char **argv) {
  static const nf_netreduce_members_cfg cfg = {.Rings = P_Rings};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_members_dut,
      .model = NF_TB_MODEL(nf_netreduce_members),
      .cfg = &cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
