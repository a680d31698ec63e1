// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_switch_live.h"

#include <string.h>

enum { GUEST = 0, PATIENCE = 12000 }; // the kit's own region is 1
enum { ROUNDS = 2 };                  // one of each kind: the region is closed in every second
enum { VERDICT = 100 };               // cycles; the ingress looks a header up in two

static void mcr(live *l, bool write, uint16_t offset, uint32_t data) {
  kit_access_add(&l->kit, write, (uint16_t)(NF_CSR_MCR_BASE + offset), data);
}

static void enter(live *l, live_phase phase) {
  l->phase = phase;
  l->asked = false;
  l->wait = l->since_entered = 0;
  l->kit.script_at = l->kit.script_length = 0;
}

// The whole region; every second one lies elsewhere.
static void stage(live *l) {
  mcr(l, true, NF_MCR_REG_REGION_INDEX, GUEST);
  mcr(l, true, NF_MCR_REG_REGION_BASE_LO, (uint32_t)l->kit.guest.base);
  mcr(l, true, NF_MCR_REG_REGION_SIZE, 128);
  mcr(l, true, NF_MCR_REG_REGION_EXPECTED, l->kit.cfg.Ports);
  mcr(l, true, NF_MCR_REG_REGION_MODE, 7);
  mcr(l, true, NF_MCR_REG_REGION_HOME, l->kit.cfg.Ports - 1);
}

static void commit(live *l, uint32_t what) {
  mcr(l, true, NF_MCR_REG_REGION_COMMIT, what);
  mcr(l, false, NF_MCR_REG_REGION_STATUS, 0);
}

// What is put in the script when a phase begins.
static void ask(live *l) {
  kit *k = &l->kit;
  kit_guest *g = &k->guest;
  const uint32_t all = (1u << k->cfg.Ports) - 1;
  l->asked = true;
  switch (l->phase) {
  case LIVE_ADD:
    memset(g, 0, sizeof *g);
    g->base = 0x50000000 + 128 * (l->rounds % 64);
    stage(l);
    commit(l, 1);
    break;
  case LIVE_PUSH:
    g->push = all;
    break;
  case LIVE_PULL:
    g->hold = true;
    g->pull = 1u << l->rounds % k->cfg.Ports;
    break;
  case LIVE_IN_USE:
    mcr(l, false, NF_MCR_REG_REGION_IN_USE, 0);
    commit(l, 0);
    commit(l, 1);
    if (l->rounds % 2 != 0)
      commit(l, 2);
    break;
  case LIVE_CLOSED:
  case LIVE_GONE:
    g->lost = true;
    g->entered = 0;
    g->push = 1u << (l->rounds + 1) % k->cfg.Ports;
    k->seen[(l->rounds + 1) % k->cfg.Ports]
        .cause[l->phase == LIVE_CLOSED ? NF_ERR_MODE : NF_ERR_REGION]++;
    break;
  case LIVE_DRAIN:
    kit_guest_release(k);
    break;
  case LIVE_REMOVE:
    commit(l, 0);
    break;
  }
}

// One answer of the script.
static void answered(live *l, nf_tb *tb) {
  const kit *k = &l->kit;
  const kit_access *a = &k->script[k->script_at - 1], *before = a - 1;
  nf_tb_check(tb, !k->answer_err, "access %#x of phase %d is taken", a->addr, (int)l->phase);
  if (a->write)
    return;
  if (a->addr == NF_CSR_MCR_BASE + NF_MCR_REG_REGION_IN_USE) {
    nf_tb_check(tb, (k->answer >> GUEST & 1) != 0, "the guest region is in use: %#x", k->answer);
    return;
  }
  const bool busy = l->phase == LIVE_IN_USE && before->data != 2;
  nf_tb_check(tb, k->answer == (busy ? NF_MCR_STATUS_BUSY : NF_MCR_STATUS_OK),
              "round %u phase %d commit %u: status %u", l->rounds, (int)l->phase, before->data,
              k->answer);
  l->under_traffic += k->quiet < 16;
}

// What ends a phase.
static bool over(const live *l) {
  const kit *k = &l->kit;
  const kit_guest *g = &k->guest;
  switch (l->phase) {
  case LIVE_PUSH:
    return g->count_in == k->cfg.Ports && g->count_out == g->count_in;
  case LIVE_PULL:
    return g->kept_count == 1;
  case LIVE_CLOSED:
  case LIVE_GONE:
    return l->since_entered > VERDICT; // it was refused
  case LIVE_DRAIN:
    return g->pulled == 1;
  default:
    return k->script_at == k->script_length;
  }
}

static bool host_sends(const kit *k) {
  for (unsigned p = 0; p < k->cfg.Ports; p++)
    if (k->end[p].sent != k->mix.packets)
      return true;
  return false;
}

// How long a round takes is up to the time-outs that its sums meet: until all rounds are over no
// host is done.
static void keep_hosts_busy(const live *l, kit *k) {
  for (unsigned p = 0; p < k->cfg.Ports; p++)
    if (l->rounds < ROUNDS && k->end[p].sent == k->mix.packets)
      k->mix.packets++;
}

void live_drive(live *l, nf_tb *tb, const nf_switch_out *out) {
  kit *k = &l->kit;
  if (!k->programmed)
    return;
  keep_hosts_busy(l, k);
  k->more = l->phase != LIVE_ADD || l->asked || host_sends(k);
  if (!k->more)
    return;
  if (!l->asked) {
    enter(l, l->phase);
    ask(l);
    return;
  }
  if (out->csr_rvalid && k->script_at != 0)
    answered(l, tb);
  l->since_entered += k->guest.entered == 1;
  // A push that comes back to the table after an eviction may wait for the time-out there.
  nf_tb_check(tb, l->wait++ < PATIENCE + 2 * k->mix.timeout * NF_TICK_CYCLES,
              "round %u: phase %d does not end", l->rounds, (int)l->phase);
  if (!over(l))
    return;
  if (l->phase == LIVE_PUSH)
    nf_tb_check(tb, memcmp(k->guest.sum_in, k->guest.sum_out, sizeof k->guest.sum_in) == 0,
                "round %u: the guest's sums", l->rounds);
  const bool skip = l->phase == LIVE_DRAIN && l->rounds % 2 == 0; // it is not closed
  l->rounds += l->phase == LIVE_GONE;
  enter(l, l->phase == LIVE_GONE ? LIVE_ADD : (live_phase)(l->phase + 1 + skip));
}

void live_finish(live *l, nf_tb *tb) {
  kit_finish(&l->kit, tb);
  nf_tb_reach(tb, l->rounds >= ROUNDS, "%u rounds", l->rounds);
  nf_tb_reach(tb, l->under_traffic >= 2, "%u commits while packets moved", l->under_traffic);
}
