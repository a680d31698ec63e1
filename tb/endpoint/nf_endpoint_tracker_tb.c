// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the tracker: lock-step, and against a list of commands that says which ones may complete
// and how. The test plays the request generator, the wave controller and the lanes.
#include "endpoint/nf_endpoint_pkg.h"
#include "endpoint/nf_endpoint_tracker.h"
#include "nf_tb.h"

extern const nf_dut nf_endpoint_tracker_dut;

enum { RING = 64, NOTED = 64 };

typedef struct {
  bool pull, barrier, injected, poison;
  uint8_t id, status, place;
  unsigned waves;           // outstanding
  unsigned idle;            // lanes that were idle since there are none
  uint32_t before, landing; // totals that pulls expect, without and with this one
} command;

typedef struct {
  command list[RING]; // oldest first
  unsigned used;
  enum { IDLE, STARTED, GENERATES } phase;
  uint8_t next_id;
  uint32_t expected, landed, due, noted[NOTED];
  unsigned notes, acks, mcasts, completed, poisoned;
  bool poison_seen; // some poisoned block landed
  bool exclude;     // multicasts do not come back
  nf_pace done, gen, blocks, lanes;
} context;

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->done = nf_pace_any(tb);
  c->gen = nf_pace_any(tb);
  c->blocks = nf_pace_any(tb);
  c->lanes = nf_pace_any(tb);
}

static void start_exclude(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->exclude = true;
}

// A completion is at the interface: may this command complete, and is the status right?
static void taken(nf_tb *tb, context *c, const nf_endpoint_tracker_out *out) {
  unsigned n = 0;
  bool older_pull = false;
  while (n < c->used && c->list[n].id != out->done_id)
    older_pull |= c->list[n++].pull;
  nf_tb_check(tb, n < c->used, "a completion of command %u, which is not outstanding",
              out->done_id);
  if (n == c->used)
    return;
  const command *const k = &c->list[n];
  nf_tb_check(tb, k->injected && k->waves == 0, "complete with %u waves outstanding", k->waves);
  nf_tb_check(tb, !k->pull || !older_pull, "pull %u overtakes another", k->id);
  if (n != 0)
    nf_tb_cover(tb, "out of order");
  bool landed_poison = false;
  for (unsigned i = 0; i < c->notes && k->pull; i++)
    landed_poison |= c->noted[i] - k->before < k->landing - k->before;
  if (k->status != NF_ENDPOINT_STATUS_OK) {
    nf_tb_check(tb, out->done_status == k->status, "status %u", out->done_status);
    nf_tb_cover(tb, "ended early");
  } else {
    const bool must = k->poison || landed_poison;
    nf_tb_check(tb, !must || out->done_status == NF_ENDPOINT_STATUS_POISON, "poison not reported");
    nf_tb_check(tb, must || c->poison_seen || out->done_status == NF_ENDPOINT_STATUS_OK,
                "status %u, nothing was poisoned", out->done_status);
    nf_tb_check(tb, !k->pull || c->landed - k->landing < 1u << 31, "blocks are missing");
    nf_tb_check(tb, !k->pull || !c->exclude || k->idle == (1u << P_Links) - 1,
                "lanes %x were not idle", ~k->idle);
    nf_tb_cover(tb, must ? "poisoned" : k->pull ? "pull" : k->barrier ? "barrier" : "push");
  }
  c->completed++;
  for (unsigned i = n + 1; i < c->used; i++)
    c->list[i - 1] = c->list[i];
  c->used--;
}

static void generator(nf_tb *tb, context *c, const nf_endpoint_tracker_out *out,
                      nf_endpoint_tracker_in *in) {
  const bool go = nf_pace_go(tb, &c->gen);
  command *const k = &c->list[c->used - (c->used != 0)];
  switch (c->phase) {
  case IDLE: {
    const unsigned kind = (unsigned)nf_tb_below(tb, 5);
    if (!go || !out->room || c->used == RING || (kind == 4 && !out->empty))
      return;
    in->start = true;
    in->id = c->next_id++;
    in->pull = kind == 2 || kind == 3;
    c->list[c->used++] = (command){.pull = in->pull,
                                   .barrier = kind == 4,
                                   .id = in->id,
                                   .before = c->expected,
                                   .landing = c->expected};
    c->phase = STARTED;
    return;
  }
  case STARTED:
    k->place = out->tail;
    for (unsigned n = 0; n + 1 < c->used; n++) { // the one at the interface has no place any more
      const bool gone = out->done_valid && c->list[n].id == out->done_id;
      nf_tb_check(tb, gone || c->list[n].place != k->place, "place %u has two commands", k->place);
    }
    in->expect = k->pull;
    in->expect_blocks = (uint32_t)nf_tb_below(tb, 6);
    if (in->expect)
      k->landing = c->expected += in->expect_blocks;
    c->phase = GENERATES;
    return;
  default:
    nf_tb_check(tb, out->out == k->waves, "%u waves, %u are outstanding", out->out, k->waves);
    if (!go)
      return;
    if (k->waves < 4 && !k->barrier && nf_tb_chance(tb, 60)) {
      in->wave = true;
      return;
    }
    in->finish = true;
    in->finish_status =
        nf_tb_chance(tb, 85) ? NF_ENDPOINT_STATUS_OK : (uint8_t)(1 + nf_tb_below(tb, 3));
    in->finish_poison = k->barrier && nf_tb_chance(tb, 30);
    c->phase = IDLE;
    return;
  }
}

// A block of some outstanding wave, or one that another rank's pull delivers.
static void blocks(nf_tb *tb, context *c, nf_endpoint_tracker_in *in) {
  if (!nf_pace_go(tb, &c->blocks))
    return;
  in->poison = nf_tb_chance(tb, 3);
  if (c->landed - (c->expected + 4) >= 1u << 31 && nf_tb_chance(tb, 50)) {
    in->count_done = true;
    if (in->poison && c->notes < NOTED)
      c->noted[c->notes++] = c->landed;
    c->poison_seen |= in->poison;
    c->landed++;
    return;
  }
  if (c->used == 0)
    return;
  command *const k = &c->list[nf_tb_below(tb, c->used)];
  if (k->waves == 0)
    return;
  in->count_done = in->hit = true;
  in->hit_owner = k->place;
  in->hit_goal = nf_tb_chance(tb, 50);
  k->waves -= in->hit_goal;
  k->poison |= in->poison;
}

static void lanes(nf_tb *tb, context *c, nf_endpoint_tracker_in *in) {
  // What came in the cycle before counts now.
  c->due += in->cfg_acks * c->mcasts;
  c->due = c->acks > c->due ? 0 : c->due - c->acks;
  c->mcasts = c->acks = 0;
  if (!nf_pace_go(tb, &c->lanes))
    return;
  for (unsigned l = 0; l < P_Links; l++) {
    if (c->due < 8 && nf_tb_chance(tb, 10)) {
      in->mcast |= (uint8_t)(1u << l);
      c->mcasts++;
    }
    if (c->acks < c->due && nf_tb_chance(tb, 90)) {
      in->ack |= (uint8_t)(1u << l);
      c->acks++;
    }
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_tracker_out *const o = out;
  nf_endpoint_tracker_in *const i = in;
  nf_tb_check(tb, o->due == c->due, "%u due, %u is right", o->due, c->due);
  i->cfg_acks = 3;
  i->cfg_exclude_source = c->exclude;
  i->lane_busy = (uint8_t)nf_tb_rand(tb) | (uint8_t)nf_tb_rand(tb);
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    taken(tb, c, o);
  for (unsigned n = 0; n < c->used; n++)
    c->list[n].idle |= c->list[n].injected && c->list[n].waves == 0
                           ? ~(unsigned)i->lane_busy & ((1u << P_Links) - 1)
                           : 0;
  generator(tb, c, o, i);
  blocks(tb, c, i);
  lanes(tb, c, i);
  command *const k = &c->list[c->used - (c->used != 0)];
  k->waves += i->wave;
  if (i->finish) {
    k->injected = true;
    k->status = i->finish_status;
    k->poison |= i->finish_poison;
  }
  // Everything is given up. A completion that is at the interface stays there until it is taken.
  const bool stays = o->done_valid && !i->done_ready;
  if (nf_tb_below(tb, stays ? 50 : 1000) != 0)
    return;
  nf_tb_cover(tb, stays ? "given up, a completion is at the interface" : "given up");
  const bool poison = o->done_status == NF_ENDPOINT_STATUS_POISON;
  c->list[0] = (command){.injected = true,
                         .poison = poison,
                         .id = o->done_id,
                         .status = poison ? NF_ENDPOINT_STATUS_OK : o->done_status,
                         .place = P_Commands};
  i->clear = true;
  c->used = stays;
  c->notes = c->acks = c->mcasts = 0;
  c->phase = IDLE;
  c->expected = c->landed = c->due = 0;
  c->poison_seen = false;
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->completed > nf_tb_cycle(tb) / 400, "%u commands complete", c->completed);
}

// An acknowledgement that is not due is an error and changes nothing.
static void drive_stray(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_endpoint_tracker_out *const o = out;
  nf_endpoint_tracker_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb);
  (void)ctx;
  i->cfg_acks = 2;
  i->ack = cycle % 10 == 0;
  i->mcast = cycle % 30 == 0;
  const bool err = cycle >= 2 && cycle % 30 != 2 && cycle % 10 == 2 && cycle % 30 != 12;
  nf_tb_check(tb, o->event >> NF_ENDPOINT_EV_ERR_ACK == err, "cycle %llu, event %x",
              (unsigned long long)cycle, o->event);
  nf_tb_check(tb, o->due <= 1, "%u due", o->due);
}

// One of the blocks that land for the second of three pulls is poisoned: only that pull is.
static void drive_poison(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_tracker_out *const o = out;
  nf_endpoint_tracker_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb) % 64;
  const unsigned step = (unsigned)(cycle % 4), pull = (unsigned)(cycle / 4);
  i->done_ready = true;
  if (o->done_valid) {
    const uint8_t want = c->completed % 3 == 1 ? NF_ENDPOINT_STATUS_POISON : NF_ENDPOINT_STATUS_OK;
    nf_tb_check(tb, o->done_status == want, "pull %u has status %u", c->completed, o->done_status);
    c->completed++;
  }
  if (pull < 3) { // each expects two blocks; there may be room for two commands only
    i->start = i->pull = step == 0;
    i->expect = step == 1;
    i->expect_blocks = 2;
    i->finish = step == 2;
  }
  if (cycle >= 5 && cycle < 11) { // all six blocks, the second pull's are the third and fourth
    i->count_done = true;
    i->poison = cycle == 8;
  }
}

static void finish_poison(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((context *)ctx)->completed >= 3 * (nf_tb_cycle(tb) / 64), "pulls are missing");
}

int main(int argc, char **argv) {
  static const nf_endpoint_tracker_cfg cfg = {.Links = P_Links, .Commands = P_Commands};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-F3 random commands, waves, landings", 30000, start, drive, finish},
      {"KLENK IV-B the same, multicasts do not come back", 30000, start_exclude, drive, finish},
      {"KLENK IV-C acknowledgements that are not due", 600, NULL, drive_stray, NULL},
      {"KLENK IV-F3 poison among landed blocks", 640, NULL, drive_poison, finish_poison},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_tracker_dut,
                             .model = NF_TB_MODEL(nf_endpoint_tracker),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 4};
  return nf_tb_main(argc, argv, &bench);
}
