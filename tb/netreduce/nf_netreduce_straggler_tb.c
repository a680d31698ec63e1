// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Rings whose columns fill up, some of them slowly. A small state manager answers the looks; it
// remembers since when a column has some of its members and not all, and what is said of it is
// compared with that.
#include "netreduce/nf_netreduce_straggler.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_tb.h"
#include <string.h>

extern const nf_dut nf_netreduce_straggler_dut;

#ifndef P_CycleLimit // the RTL's own
#define P_CycleLimit UINT32_MAX
#endif

enum {
  SLOTS = P_Window + 1,
  LEN = P_MaxMsgLen,
  RINGS = P_Rings,
  ROUND = RINGS * (SLOTS * LEN + SLOTS + 2), // looks of its own that find every ring's column
  PERIOD = 500 + 4 * ROUND,                  // for which a member is slow
  MIX = 4000,                      // cycles of the second scenario before all stands still
  STILL = MIX + 16 * ROUND + 2000, // and how long it is
};

typedef struct {
  uint8_t arrived;
  uint64_t changed; // cycle of the last arrival, or before which there was none
  uint64_t partial; // since when it has some
} column;

typedef struct {
  unsigned members, all, opened, slot; // slot of the next message
  uint32_t next;
  unsigned len[SLOTS];
  column at[SLOTS][LEN];
  bool leaf;
  // Of a message whose length its members differ about: what each says; what he was refused for,
  // and when that was last.
  bool differ[SLOTS], many[SLOTS]; // many: more than two lengths
  uint16_t says[SLOTS][8], refused[SLOTS][8];
  uint64_t refused_at[SLOTS][8];
  bool slow; // one member sends nothing
  unsigned slowest;
  uint64_t set_up, busy_until;
  // the last report that was raised
  bool told;
  uint32_t told_msgid;
  unsigned told_offset;
} ring;

typedef struct {
  bool on, go; // a look waits; it was made
  unsigned left;
  uint8_t ring, slot, offset, arrived;
  bool open, seen; // seen: it was answered in the last cycle
  uint32_t msgid;
} look;

typedef struct {
  ring rings[RINGS];
  look l;
  bool req;
  uint8_t req_ring, req_slot, req_offset;
  uint32_t threshold;
  uint8_t shown;                        // ring whose report is asked for, and was a cycle before
  uint64_t on_since, looks, look_at[8]; // looks: but for those of the registers, which may follow
                                        // each other; look_at: of a round, when it began
  unsigned events, gone, answers, charges;
  unsigned lies; // percent of the messages
  nf_pace arrivals, asks;
  bool still, was_told;
  bool at_most; // a report was as old as it may be
} world;

static bool partial(const ring *r, const column *c) {
  return (c->arrived & r->all) != 0 && (~c->arrived & r->all) != 0;
}

// MsgID of what is in a slot; false: nothing.
static bool held(const ring *r, unsigned slot, uint32_t *msgid) {
  const unsigned age = (r->slot + 2 * SLOTS - 1 - slot) % SLOTS;
  *msgid = r->next - 1 - age;
  return age < r->opened;
}

// What members say of the length of a message. Most are right, or few.
static void say(nf_tb *tb, ring *r, unsigned slot) {
  const unsigned right = r->len[slot], wrong = 1 + right % LEN,
                 share = nf_tb_chance(tb, 50) ? 20 : 60;
  r->differ[slot] = true;
  r->many[slot] = nf_tb_chance(tb, 40);
  for (unsigned h = 0; h < 8; h++) {
    r->says[slot][h] = (uint16_t)(!nf_tb_chance(tb, share)                ? right
                                  : r->many[slot] && nf_tb_chance(tb, 50) ? 1 + wrong % LEN
                                                                          : wrong);
    r->refused[slot][h] = 0;
    r->refused_at[slot][h] = 0;
  }
}

static void begin(nf_tb *tb, ring *r, unsigned lies) {
  const uint64_t now = nf_tb_cycle(tb);
  r->len[r->slot] = 1 + (unsigned)nf_tb_below(tb, LEN);
  for (unsigned o = 0; o < LEN; o++)
    r->at[r->slot][o] = (column){.changed = now, .partial = UINT64_MAX};
  r->differ[r->slot] = false;
  if (lies != 0 && nf_tb_chance(tb, lies))
    say(tb, r, r->slot);
  r->slot = (r->slot + 1) % SLOTS;
  r->next++;
  r->opened += r->opened < SLOTS;
}

static bool complete(const ring *r, unsigned slot) {
  for (unsigned o = 0; o < r->len[slot]; o++)
    if ((~r->at[slot][o].arrived & r->all) != 0)
      return false;
  return true;
}

// A member's first packet of a message whose length they differ about: the first one that comes is
// believed. Sometimes those who are refused think better of it.
static bool is_refused(nf_tb *tb, world *w, unsigned n, unsigned slot, unsigned h,
                       nf_netreduce_straggler_in *in) {
  ring *const r = &w->rings[n];
  const uint16_t says = r->says[slot][h];
  if ((r->at[slot][0].arrived & r->all) == 0)
    r->len[slot] = says;
  if (says == r->len[slot])
    return false;
  in->unlike_valid = true;
  in->unlike_ring = (uint8_t)n;
  in->unlike_host = (uint8_t)h;
  in->unlike_slot = (uint8_t)slot;
  in->unlike_msglen = says;
  r->refused[slot][h] = says;
  r->refused_at[slot][h] = nf_tb_cycle(tb);
  if (nf_tb_below(tb, 80) == 0)
    for (unsigned i = 0; i < 8; i++)
      r->says[slot][i] = (uint16_t)r->len[slot];
  return true;
}

// One member's packet, mostly the first that it has not sent.
static void arrive(nf_tb *tb, world *w, unsigned ring_of, nf_netreduce_straggler_in *in) {
  ring *const r = &w->rings[ring_of];
  const uint64_t now = nf_tb_cycle(tb);
  if (r->all == 0)
    return;
  if (r->opened == 0 || nf_tb_chance(tb, 2)) {
    if (r->opened < SLOTS || complete(r, r->slot))
      begin(tb, r, w->lies);
    return;
  }
  const unsigned h = (unsigned)nf_tb_below(tb, r->members);
  if (r->slow && h == r->slowest)
    return;
  const unsigned skip = nf_tb_chance(tb, 10) ? (unsigned)nf_tb_below(tb, 4) : 0;
  unsigned passed = 0;
  for (unsigned n = r->opened; n-- > 0;) {
    const unsigned slot = (r->slot + 2 * SLOTS - 1 - n) % SLOTS;
    const bool first = r->differ[slot] && (r->at[slot][0].arrived >> h & 1) == 0;
    if (first && is_refused(tb, w, ring_of, slot, h, in))
      return;
    for (unsigned o = 0; o < r->len[slot]; o++) {
      column *const c = &r->at[slot][o];
      if ((c->arrived >> h & 1) != 0 || (!first && passed++ < skip))
        continue;
      if (!partial(r, c))
        c->partial = now;
      c->arrived |= (uint8_t)(1u << h);
      c->changed = now;
      return;
    }
  }
}

static void set_up(nf_tb *tb, world *w, unsigned n, nf_netreduce_straggler_in *in) {
  ring *const r = &w->rings[n];
  const bool leaf = nf_tb_chance(tb, 30);
  const unsigned least = nf_tb_chance(tb, 10) ? 0 : 2;
  const unsigned members = least + (unsigned)nf_tb_below(tb, (leaf ? 7 : 9) - least);
  memset(r, 0, sizeof *r);
  r->leaf = leaf;
  r->members = members == 0 ? 0 : members + 2 * leaf;
  r->all = (1u << r->members) - 1;
  r->next = nf_tb_chance(tb, 30) ? UINT32_MAX - 2 : (uint32_t)nf_tb_rand(tb);
  r->slot = (unsigned)nf_tb_below(tb, SLOTS);
  r->set_up = nf_tb_cycle(tb);
  r->busy_until = nf_tb_cycle(tb) + nf_tb_below(tb, 30);
  in->cfg_valid = true;
  in->cfg_ring = (uint8_t)n;
  in->cfg_members = (uint8_t)members;
  in->cfg_leaf = leaf;
}

// ------------------------------------------------------------------------------ looks
static void manage(nf_tb *tb, world *w, const nf_netreduce_straggler_out *o,
                   nf_netreduce_straggler_in *in) {
  look *const l = &w->l;
  l->seen = false;
  if (l->go && --l->left == 0) {
    in->seen_valid = true;
    in->seen_open = l->open;
    in->seen_msgid = l->open ? l->msgid : 0;
    in->seen_arrived = l->open ? l->arrived : 0;
    l->go = false;
    l->seen = true;
  } else if (l->on && nf_tb_chance(tb, 60)) { // as it is before this cycle's arrivals
    const ring *const r = &w->rings[l->ring % RINGS];
    l->on = false;
    l->go = true;
    l->left = 2;
    l->open = l->ring < RINGS && l->slot < SLOTS && held(r, l->slot, &l->msgid) &&
              l->offset < r->len[l->slot];
    l->arrived = l->open ? r->at[l->slot][l->offset].arrived : 0;
  }
  in->look_ready = !l->on && !l->go && !in->seen_valid && nf_tb_chance(tb, 80);
  if (o->look_valid && in->look_ready)
    *l = (look){.on = true, .ring = o->look_ring, .slot = o->look_slot, .offset = o->look_offset};
}

static void registers(nf_tb *tb, world *w, const nf_netreduce_straggler_out *o,
                      nf_netreduce_straggler_in *in, const look *last) {
  if (o->ans_valid) {
    nf_tb_check(tb,
                w->req && last->ring == w->req_ring && last->slot == w->req_slot &&
                    last->offset == w->req_offset,
                "an answer to another look");
    nf_tb_check(tb,
                o->ans_open == last->open && (!last->open || (o->ans_msgid == last->msgid &&
                                                              o->ans_arrived == last->arrived)),
                "answer %d %x %x", o->ans_open, o->ans_msgid, o->ans_arrived);
    nf_tb_cover(tb, o->ans_open ? "a look of the registers" : "a look at nothing");
    w->req = false;
    w->answers++;
  }
  nf_tb_check(tb, o->req_ready == !w->req, "the registers' look");
  if (w->req || !nf_pace_go(tb, &w->asks) || !nf_tb_chance(tb, 10))
    return;
  w->req = in->req_valid = true;
  w->req_ring = in->req_ring = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 10) ? 16 : RINGS);
  w->req_slot = in->req_slot = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 10) ? 8 : SLOTS);
  w->req_offset = in->req_offset = (uint8_t)nf_tb_below(tb, LEN);
}

// ------------------------------------------------------------------------------ reports
// The slot of a message that is there.
static bool slot_of(const ring *r, uint32_t msgid, unsigned *slot) {
  uint32_t id;
  for (*slot = 0; *slot < SLOTS; ++*slot)
    if (held(r, *slot, &id) && id == msgid)
      return true;
  return false;
}

// Who is charged with the length that he says: those who have spoken, and not as more than half do.
// The block knows of those who were refused since it has watched; it looks once a round.
static void charge(nf_tb *tb, const ring *r, unsigned slot, uint64_t round,
                   const nf_netreduce_straggler_out *o) {
  const uint64_t now = nf_tb_cycle(tb), since = now - o->report_cycles;
  unsigned most = 0, spoken[8], right = 0;
  bool known = !r->many[slot], moved = r->at[slot][0].changed + 2 >= round, refused = false;
  if (!r->differ[slot] || o->report_offset != 0) {
    nf_tb_check(tb, !o->report_unlike && o->report_charged == 0, "charged %x, and none differs",
                o->report_charged);
    return;
  }
  for (unsigned h = 0; h < r->members; h++) {
    const bool here = (r->at[slot][0].arrived >> h & 1) != 0;
    spoken[h] = here ? r->len[slot] : r->refused[slot][h];
    moved = moved || r->refused_at[slot][h] + 2 >= round;
    known = known && (here || spoken[h] == 0 || r->refused_at[slot][h] > since + 2);
    refused = refused || r->refused_at[slot][h] > since + 2;
  }
  if (moved)
    return;
  nf_tb_check(tb, !refused || o->report_unlike, "members differ");
  for (unsigned h = 0; h + r->leaf < r->members; h++) {
    unsigned same = 0;
    for (unsigned i = 0; i + r->leaf < r->members; i++)
      same += spoken[i] == spoken[h];
    if (spoken[h] != 0 && 2 * same > r->members - r->leaf)
      most = spoken[h];
  }
  for (unsigned h = 0; h < r->members && most != 0; h++)
    right |= (unsigned)(spoken[h] != 0 && spoken[h] != most) << h;
  nf_tb_check(tb, (o->report_charged & ~right) == 0 && (!known || o->report_charged == right),
              "charged %x, not %x", o->report_charged, right);
  if (most == 0 && o->report_unlike)
    nf_tb_cover(tb, "no length has the most");
  if (right != 0 && (r->at[slot][0].arrived & right) != 0)
    nf_tb_cover(tb, "who has begun the message is charged");
  if (right != 0 && (r->at[slot][0].arrived & right) == 0)
    nf_tb_cover(tb, "who came later is charged");
}

// What is said of a ring was true one round of looks ago, or is.
static void compare(nf_tb *tb, world *w, const nf_netreduce_straggler_out *o) {
  const ring *const r = &w->rings[w->shown % RINGS];
  const uint64_t now = nf_tb_cycle(tb), round = w->look_at[(w->looks / ROUND + 6) % 8];
  unsigned slot;
  if (w->shown >= RINGS)
    nf_tb_check(tb, !o->report_valid, "ring %u has a report", w->shown);
  if (!o->report_valid) {
    nf_tb_check(tb,
                o->report_msgid == 0 && o->report_missing == 0 && o->report_cycles == 0 &&
                    o->report_offset == 0 && !o->report_unlike && o->report_charged == 0,
                "no report, and not zero");
    return;
  }
  if (now - r->set_up < 3)
    return;
  nf_tb_check(tb, o->report_cycles <= P_CycleLimit, "%u cycles", o->report_cycles);
  w->at_most |= o->report_cycles == P_CycleLimit;
  // Told before the threshold was changed, it stays; without one nothing does.
  nf_tb_check(tb, o->report_cycles >= w->threshold || now - w->on_since <= o->report_cycles + 2ull,
              "reported after %u cycles", o->report_cycles);
  nf_tb_check(tb, w->threshold != 0 || now - w->on_since < 3, "a report, and none is looked for");
  if (!slot_of(r, o->report_msgid, &slot) || !partial(r, &r->at[slot][o->report_offset])) {
    nf_tb_cover(tb, "a report that goes soon");
    w->gone++;
    return;
  }
  const column *const c = &r->at[slot][o->report_offset];
  const unsigned missing = ~c->arrived & r->all;
  nf_tb_check(tb, (missing & (unsigned)~o->report_missing) == 0, "missing %x, said %x", missing,
              o->report_missing);
  nf_tb_check(tb, c->changed + 2 >= round || missing == o->report_missing,
              "missing %x, still said %x", missing, o->report_missing);
  charge(tb, r, slot, round, o);
  nf_tb_check(tb, c->partial + o->report_cycles <= now, "partial since %llu, said %u",
              (unsigned long long)(now - c->partial), o->report_cycles);
}

static void event(nf_tb *tb, world *w, const nf_netreduce_straggler_out *o) {
  const bool told = (o->stragglers >> w->shown & 1) != 0;
  nf_tb_check(tb, (o->stragglers >> RINGS) == 0, "rings %x", o->stragglers);
  if (o->report_valid && w->shown < RINGS) {
    ring *const r = &w->rings[w->shown];
    if (r->told && (r->told_msgid != o->report_msgid || r->told_offset != o->report_offset))
      nf_tb_cover(tb, "the next column of a ring");
    r->told = true;
    r->told_msgid = o->report_msgid;
    r->told_offset = o->report_offset;
  }
  nf_tb_check(tb, w->was_told == o->report_valid, "report of ring %u", w->shown);
  w->was_told = told;
  w->events += o->straggler;
  w->charges += o->charged;
}

static void choose(nf_tb *tb, world *w) {
  w->arrivals = nf_pace_any(tb);
  w->asks = nf_pace_any(tb);
  for (unsigned n = 0; n < RINGS; n++) {
    w->rings[n].slow = nf_tb_chance(tb, 50);
    w->rings[n].slowest = (unsigned)nf_tb_below(tb, w->rings[n].members);
  }
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  world *const w = ctx;
  const nf_netreduce_straggler_out *const o = out;
  nf_netreduce_straggler_in *const in = in_ptr;
  const uint64_t now = nf_tb_cycle(tb);
  const look last = w->l;
  if (now % PERIOD == 0)
    choose(tb, w);
  w->looks += last.seen && !o->ans_valid;
  if (w->looks % ROUND == 0)
    w->look_at[w->looks / ROUND % 8] = now;
  compare(tb, w, o);
  event(tb, w, o);
  w->shown = in->report_ring = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 5) ? 16 : RINGS);
  w->was_told = (o->stragglers >> w->shown & 1) != 0;
  registers(tb, w, o, in, &last);
  manage(tb, w, o, in);
  if (!w->still) {
    if (now % (6 * PERIOD) == 0) {
      w->threshold =
          nf_tb_chance(tb, 20) ? 0 : 1 + (uint32_t)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 20 : 400);
      w->on_since = now;
    }
    if (now < RINGS)
      set_up(tb, w, (unsigned)now, in);
    else if (nf_tb_chance(tb, 1) && nf_tb_chance(tb, 2))
      set_up(tb, w, (unsigned)nf_tb_below(tb, RINGS), in);
    else if (nf_pace_go(tb, &w->arrivals))
      arrive(tb, w, (unsigned)nf_tb_below(tb, RINGS), in);
  }
  in->threshold = w->threshold;
  for (unsigned n = 0; n < RINGS; n++) {
    if (!w->still && nf_tb_below(tb, 2000) == 0)
      w->rings[n].busy_until = now + nf_tb_below(tb, 200);
    in->busy |= (uint16_t)((w->rings[n].busy_until > now) << n);
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const w = ctx;
  nf_tb_reach(tb, w->looks > 1000 && w->answers > 0 && w->events > 0,
              "%llu looks, %u answers, %u reports", (unsigned long long)w->looks, w->answers,
              w->events);
}

// ------------------------------------------------------------------------------ MsgLens differ
static void start_lies(nf_tb *tb, void *ctx) {
  (void)tb;
  ((world *)ctx)->lies = 60;
}

static void finish_lies(nf_tb *tb, void *ctx) {
  const world *const w = ctx;
  finish(tb, ctx);
  // Messages of one packet have but one length.
  nf_tb_reach(tb, (w->charges > 0 || P_MaxMsgLen == 1) && w->charges <= w->events,
              "%u reports, %u charge members", w->events, w->charges);
}

// ------------------------------------------------------------------------------ all stands still
// Nothing is looked for until nothing moves any more: then each ring's oldest column must be found.
static void drive_still(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  world *const w = ctx;
  nf_netreduce_straggler_in *const in = in_ptr;
  const uint64_t now = nf_tb_cycle(tb);
  w->still = now >= MIX;
  w->threshold = 0;
  if (now >= MIX + 300) {
    w->threshold = 500;
    w->on_since = 0;
  }
  drive(tb, ctx, out, in_ptr);
  if (!w->still)
    in->threshold = w->threshold = 0;
}

static void finish_still(nf_tb *tb, void *ctx) {
  const world *const w = ctx;
  unsigned waiting = 0;
  for (unsigned n = 0; n < RINGS; n++) {
    const ring *const r = &w->rings[n];
    bool found = false;
    for (unsigned k = r->opened; k-- > 0 && !found;) {
      const unsigned slot = (r->slot + 2 * SLOTS - 1 - k) % SLOTS;
      for (unsigned o = 0; o < r->len[slot] && !found; o++) {
        found = partial(r, &r->at[slot][o]);
        if (found)
          nf_tb_check(tb, r->told && r->told_msgid == r->next - 1 - k && r->told_offset == o,
                      "ring %u waits for message %x packet %u; said: %d, %x, %u", n,
                      r->next - 1 - k, o, r->told, r->told_msgid, r->told_offset);
      }
    }
    nf_tb_check(tb, found || !r->told, "ring %u does not wait", n);
    waiting += found;
  }
  nf_tb_check(tb, w->events == waiting, "%u reports, %u rings wait", w->events, waiting);
  if (waiting != 0)
    nf_tb_cover(tb, "the oldest column was found");
  nf_tb_check(tb, waiting == 0 || w->at_most == (P_CycleLimit < STILL),
              "cycles stay at their most");
}

// ------------------------------------------------------------------------------ noise
static void drive_noise(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  world *const w = ctx;
  const nf_netreduce_straggler_out *const o = out;
  nf_netreduce_straggler_in *const in = in_ptr;
  in->look_ready = nf_tb_chance(tb, 50);
  in->seen_valid = w->l.on && nf_tb_chance(tb, 50);
  w->l.on = (w->l.on && !in->seen_valid) || (o->look_valid && in->look_ready);
  in->seen_open = nf_tb_chance(tb, 80);
  in->seen_msgid = (uint32_t)nf_tb_below(tb, 3) - 1;
  in->seen_arrived = nf_tb_chance(tb, 20) ? 0 : (uint8_t)nf_tb_rand(tb);
  in->threshold = nf_tb_cycle(tb) % 512 < 20 ? 0 : 1 + (uint32_t)nf_tb_below(tb, 40);
  in->cfg_valid = nf_tb_chance(tb, 3);
  in->cfg_ring = (uint8_t)nf_tb_below(tb, 16);
  in->cfg_leaf = nf_tb_chance(tb, 30);
  in->cfg_members = (uint8_t)nf_tb_below(tb, in->cfg_leaf ? 7 : 9);
  in->busy = nf_tb_chance(tb, 2) ? (uint16_t)(nf_tb_rand(tb) & ((1u << RINGS) - 1)) : 0;
  in->unlike_valid = nf_tb_chance(tb, 30);
  in->unlike_ring = (uint8_t)nf_tb_below(tb, 16);
  in->unlike_host = (uint8_t)nf_tb_below(tb, 8);
  in->unlike_slot = (uint8_t)nf_tb_below(tb, SLOTS);
  in->unlike_msglen = (uint16_t)nf_tb_below(tb, 3);
  in->req_valid = nf_tb_chance(tb, 20);
  in->req_ring = (uint8_t)nf_tb_below(tb, 16);
  in->req_slot = (uint8_t)nf_tb_below(tb, 8);
  in->req_offset = (uint8_t)nf_tb_rand(tb);
  in->report_ring = (uint8_t)nf_tb_below(tb, 16);
}

int main(int argc, char **argv) {
  static const nf_netreduce_straggler_cfg cfg = {
      .Rings = P_Rings, .Window = P_Window, .MaxMsgLen = P_MaxMsgLen, .CycleLimit = P_CycleLimit};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3.2 rings with slow members", 20000 + 24 * PERIOD, NULL, drive, finish},
      {"NETREDUCE 4.3.2 all stands still", STILL, NULL, drive_still, finish_still},
      {"NETREDUCE 4.3.2 noise", 10000, NULL, drive_noise, NULL},
      {"NETREDUCE 4.1 members differ about MsgLen", 20000 + 24 * PERIOD, start_lies, drive,
       finish_lies},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_straggler_dut,
                             .model = NF_TB_MODEL(nf_netreduce_straggler),
                             .cfg = &cfg,
                             .ctx_size = sizeof(world),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
