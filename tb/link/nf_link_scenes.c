// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_link_scenes.h"

enum { SETTLE = 300 }; // longer than the first packets take over the longest wire

// Flits of replay buffer and room that the way through both ends and the promises take: the longest
// wire, both ways, over which any traffic has a flit in every cycle is shorter by so many cycles.
// docs/link.md has the figures for each kind of traffic.
static int replay_spent(void) { return 18 + 2 * (int)nf_link_scene_cfg.PacketFlits; }
static int room_spent(void) { return 13 + (int)nf_link_scene_cfg.PacketFlits; }

static void start(nf_tb *tb, nf_link_scene *s, unsigned delay) {
  nf_link_kit_start(tb, &s->kit, &nf_link_scene_cfg, delay);
  s->any_traffic = true;
}

static unsigned any_delay(nf_tb *tb) { return (unsigned)nf_tb_below(tb, 40); }

void nf_link_start_clean(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  if (nf_tb_chance(tb, 50))
    s->kit.timeout = 0; // where nothing is lost no timeout is needed
}

static void start_rate(nf_tb *tb, nf_link_scene *s) {
  int by_replay = (int)nf_link_scene_cfg.Replay - replay_spent();
  int by_room = (int)nf_link_scene_cfg.Room - room_spent();
  int trip = by_replay < by_room ? by_replay : by_room;
  start(tb, s, trip > 0 ? (unsigned)trip / 2 : 0);
  s->any_traffic = false;
  s->rate = trip >= 0;
  for (unsigned e = 0; e < 2; e++)
    s->kit.device[e].traffic = nf_link_traffic_full();
}

void nf_link_start_full(nf_tb *tb, void *ctx) { start_rate(tb, ctx); }

void nf_link_start_short(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start_rate(tb, s);
  for (unsigned e = 0; e < 2; e++)
    s->kit.device[e].traffic.length = NF_LINK_SHORT;
}

void nf_link_start_one_channel(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start_rate(tb, s);
  for (unsigned e = 0; e < 2; e++)
    s->kit.device[e].traffic.channels = 1 + (unsigned)nf_tb_below(tb, 2);
  // Headers of one channel follow each other at most every other cycle.
  s->rate = s->rate && nf_link_scene_cfg.PacketFlits > 1;
}

void nf_link_start_flips(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  s->noise.flip = 100000;
}

void nf_link_start_losses(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  s->noise = (nf_link_noise){.flip = 1000, .lose = 20000, .repeat = 20000, .slip = 2000};
}

void nf_link_start_outage(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, (unsigned)nf_tb_below(tb, 15));
  s->noise.flip = 1000;
  s->outage = true;
  // Longer than the round trip; the longest outage takes less than so many retries.
  s->kit.timeout = 60;
  s->kit.retries = 12;
}

void nf_link_start_for_good(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  s->outage = s->for_good = true;
  s->kit.retries = (uint8_t)(1 + nf_tb_below(tb, 3));
}

void nf_link_start_hasty(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, 20 + any_delay(tb));
  s->noise =
      (nf_link_noise){.flip = 10000, .lose = 400000}; // acknowledgements come several at once
  s->hasty = true;
}

void nf_link_start_fickle(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  s->fickle = true;
}

void nf_link_start_blocked(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  s->blocked = true;
}

void nf_link_start_other_room(nf_tb *tb, void *ctx) {
  nf_link_scene *s = ctx;
  start(tb, s, any_delay(tb));
  nf_link_cfg peer = nf_link_scene_cfg;
  s->slow = true;
  peer.Room = peer.Room < NF_LINK_MAX_ROOM ? 2 * peer.Room : peer.Room / 2;
  nf_link_kit_start(tb, &s->kit, &peer, s->kit.delay);
}

static void new_phase(nf_tb *tb, nf_link_scene *s) {
  nf_link_kit *k = &s->kit;
  uint64_t now = nf_tb_cycle(tb);
  for (unsigned e = 0; e < 2; e++) {
    nf_link_noise *n = &k->wire[e].noise;
    n->flip = (unsigned)nf_tb_below(tb, s->noise.flip + 1) >> nf_tb_below(tb, 10);
    n->lose = (unsigned)nf_tb_below(tb, s->noise.lose + 1);
    n->repeat = (unsigned)nf_tb_below(tb, s->noise.repeat + 1);
    n->slip = (unsigned)nf_tb_below(tb, s->noise.slip + 1);
    if (!s->any_traffic)
      continue;
    nf_link_traffic *t = &k->device[e].traffic;
    *t = nf_link_traffic_any(tb);
    t->long_percent = nf_tb_chance(tb, 50) ? 5 : 0;
    if (nf_tb_chance(tb, 25))
      t->length = nf_tb_chance(tb, 50) ? NF_LINK_SHORT : NF_LINK_FULL;
    if (nf_tb_chance(tb, 25))
      t->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
    if (s->for_good)
      *t = nf_link_traffic_full(); // so that the wire dies within a packet
  }
  for (unsigned e = 0; e < 2; e++)
    k->device[e].traffic.fickle_percent = s->fickle ? 30 : 0;
  if (s->hasty)
    k->timeout = (uint16_t)(3 + nf_tb_below(tb, 10));
  if (s->slow)
    k->device[0].traffic.ready_percent[0] = k->device[0].traffic.ready_percent[1] = 1;
  if (s->blocked) {
    unsigned v = (unsigned)nf_tb_below(tb, 2);
    k->device[0].traffic.ready_percent[v] = 0;
    k->device[0].traffic.ready_percent[v ^ 1] = 100;
    k->device[1].traffic.pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  }
  if (s->outage) {
    s->dead_wires = 1 + (unsigned)nf_tb_below(tb, 3);
    s->dead_from = now + SETTLE + nf_tb_below(tb, NF_LINK_PHASE - NF_LINK_DRAIN - 1000 - SETTLE);
    s->dead_to = s->for_good ? UINT64_MAX : s->dead_from + 1 + nf_tb_below(tb, 600);
  }
}

static void quiet(nf_link_scene *s) {
  nf_link_kit *k = &s->kit;
  k->stop = true;
  if (s->hasty)
    k->timeout = (uint16_t)(3 * k->delay + 100);
  for (unsigned e = 0; e < 2; e++) {
    k->device[e].traffic.pace = (nf_pace){.kind = NF_PACE_ALWAYS};
    k->wire[e].noise = (nf_link_noise){0, 0, 0, 0};
  }
}

static void check_phase(nf_tb *tb, const nf_link_scene *s) {
  const nf_link_kit *k = &s->kit;
  if (!s->for_good) {
    nf_link_kit_check_empty(tb, k);
    nf_tb_check(tb, !k->device[0].down && !k->device[1].down, "the link is up");
    return;
  }
  for (unsigned e = 0; e < 2; e++) {
    const nf_link_device *d = &k->device[e];
    nf_tb_check(tb, d->down && !d->busy && !d->in_packet, "end %u is down and has let go", e);
    nf_tb_check(tb, d->events[NF_LINK_EV_DOWN] == 1 && d->closed <= 1, "given up once");
    nf_tb_check(tb, d->events[NF_LINK_EV_CLOSED] == d->closed, "the open packet was ended");
    nf_tb_check(tb, d->events[NF_LINK_EV_DROP] - d->refused <= 1, "%llu packets refused, %llu told",
                (unsigned long long)d->refused, (unsigned long long)d->events[NF_LINK_EV_DROP]);
  }
}

void nf_link_scene_drive(nf_tb *tb, nf_link_scene *s, const nf_link_out *out, nf_link_in *in) {
  uint64_t now = nf_tb_cycle(tb), place = now % NF_LINK_PHASE;
  nf_link_kit *k = &s->kit;
  if (!s->rate) {
    // A link that was given up stays so; its phase is the last.
    if (place == 0 && !(s->for_good && now != 0)) {
      k->stop = false;
      new_phase(tb, s);
    }
    if (place == NF_LINK_PHASE - NF_LINK_DRAIN)
      quiet(s);
  }
  bool dead = s->outage && now >= s->dead_from && now < s->dead_to;
  for (unsigned e = 0; e < 2; e++)
    k->wire[e].dead = dead && (s->dead_wires >> e & 1) != 0;
  nf_link_kit_drive(tb, k, out, in);
  if (!s->rate && place == NF_LINK_PHASE - 1)
    check_phase(tb, s);
}

void nf_link_scene_finish(nf_tb *tb, void *ctx) {
  const nf_link_scene *s = ctx;
  const nf_link_kit *k = &s->kit;
  for (unsigned e = 0; e < 2; e++) {
    const nf_link_device *d = &k->device[e];
    if (s->rate) {
      nf_tb_check(tb, d->gaps == 0, "end %u: %llu cycles without a flit", e,
                  (unsigned long long)d->gaps);
      uint64_t trip = d->first_out - k->device[1 - e].first_in;
      nf_tb_check(tb, trip == 6 + k->delay, "%llu cycles from device to device",
                  (unsigned long long)trip);
    }
    nf_tb_check(tb, d->delivered > 0, "end %u: %llu packets", e, (unsigned long long)d->delivered);
    if (s->noise.flip + s->noise.lose != 0)
      nf_tb_check(tb, d->events[NF_LINK_EV_REPLAY] != 0, "end %u replayed", e);
  }
}
