// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_sched_kit.h"

void nf_sched_put(sched *c, uint32_t address, uint32_t data) {
  c->setup[c->writes][0] = address;
  c->setup[c->writes++][1] = data;
}

void nf_sched_put_phase(sched *c, unsigned plan, unsigned phase, bool more) {
  const uint32_t at = NF_ACE_CSR_PLAN + plan * 64 + phase * 8;
  nf_sched_put(c, at + 4, c->pc[plan][phase]);
  nf_sched_put(c, at,
               c->group[plan][phase] | c->machines[plan][phase] << 8 | (more ? 1u << 31 : 0));
}

void nf_sched_plan(nf_tb *tb, sched *c, unsigned number, unsigned phases) {
  c->phases[number] = phases;
  for (unsigned p = 0; p < phases; p++) {
    c->group[number][p] = (unsigned)nf_tb_below(tb, c->built);
    c->machines[number][p] = 1 + (unsigned)nf_tb_below(tb, c->built - c->group[number][p]);
    c->pc[number][p] = (uint16_t)nf_tb_below(tb, 2048);
    nf_sched_put_phase(c, number, p, p + 1 < phases);
  }
}

void nf_sched_partitions(nf_tb *tb, sched *c, unsigned most, unsigned rooms) {
  for (unsigned p = 0; p < PARTS; p++) {
    c->slots[p] = 1 + (unsigned)nf_tb_below(tb, most);
    c->first[p] = (uint16_t)nf_tb_rand(tb);
    c->room[p] = (uint16_t)(rooms + nf_tb_below(tb, 200));
    nf_sched_put(c, NF_ACE_CSR_PARTITION + p * 16, c->first[p]);
    nf_sched_put(c, NF_ACE_CSR_PARTITION + p * 16 + 4, c->room[p]);
    nf_sched_put(c, NF_ACE_CSR_PARTITION + p * 16 + 8, c->slots[p]);
  }
}
