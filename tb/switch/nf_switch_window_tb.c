// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_window.h"

#include "nf_tb.h"

#include <string.h>

enum { SINKS = P_Sinks, SLOT_BITS = P_Window == 16 ? 4 : P_Window == 8 ? 3 : 2 };

typedef struct {
  uint32_t sinks;
  bool waits;  // for an entry
  bool partly; // its last flit is not here yet
  uint8_t len, slot;
} packet;

// Independent of the model: the packets in their order.
typedef struct {
  unsigned write, send; // percent of cycles in which a flit comes, a packet is chosen
  unsigned part;        // percent of packets that go to some of their sinks only
  packet here[P_Window];
  unsigned count;
  uint32_t free;
  bool vacant, sent; // of the cycle before
  // The packet that is being written: flits to come; its slot if it has not entered yet.
  unsigned to_come;
  bool header_last;
  uint8_t slot;
  unsigned len;
  // The packet that is being sent.
  unsigned to_send;
  uint8_t sent_slot;
  uint32_t sent_sinks;
  bool final;
  unsigned packets, passed, partial, entries;
} window_ctx;

static void start(nf_tb *tb, void *p) {
  window_ctx *c = p;
  c->free = (1u << P_Window) - 1;
  c->write = 30 + (unsigned)nf_tb_below(tb, 70);
  c->send = 30 + (unsigned)nf_tb_below(tb, 70);
  c->part = 50;
}

static void start_full(nf_tb *tb, void *p) {
  start(tb, p);
  window_ctx *c = p;
  c->write = 100;
  c->send = 10;
}

static uint64_t bits(const void *lanes, unsigned first, unsigned count) {
  const uint8_t *byte = lanes;
  uint64_t value = 0;
  for (unsigned b = 0; b < count; b++)
    value |= (uint64_t)(byte[(first + b) / 8] >> (first + b) % 8 & 1) << b;
  return value;
}

static void check(nf_tb *tb, const window_ctx *c, const nf_switch_window_out *out) {
  nf_tb_check(tb, out->here == (1u << c->count) - 1, "%u packets", c->count);
  nf_tb_check(tb, out->sent == c->sent, "a slot became free");
  nf_tb_check(tb, out->vacant == c->vacant, "there is a free slot");
  nf_tb_check(tb, c->free == 0 || (c->free & ((2u << out->next) - 1)) == 1u << out->next,
              "slot %u is the lowest free one", out->next);
  for (unsigned e = 0; e < P_Window; e++) {
    const packet *p = &c->here[e];
    const uint64_t sinks = bits(out->sinks, e * SINKS, SINKS);
    if (e >= c->count) {
      nf_tb_check(tb, sinks == 0 && (out->hold >> e & 1) == 0, "place %u is empty", e);
      continue;
    }
    nf_tb_check(tb, sinks == p->sinks, "packet %u: sinks", e);
    nf_tb_check(tb, (out->hold >> e & 1) == (p->waits || p->partly), "packet %u: hold", e);
    nf_tb_check(tb,
                (out->len >> 4 * e & 15) == p->len &&
                    bits(&out->slot, SLOT_BITS * e, SLOT_BITS) == p->slot,
                "packet %u: as it came", e);
  }
}

static uint32_t any_sinks(nf_tb *tb, uint32_t of) {
  const uint32_t sinks = (uint32_t)nf_tb_rand(tb) & of;
  return sinks != 0 ? sinks : of & -of;
}

static void remove_at(window_ctx *c, unsigned at) {
  c->count--;
  memmove(&c->here[at], &c->here[at + 1], (c->count - at) * sizeof *c->here);
}

// One packet at a time is sent, to some of its sinks; with the last one it is gone, and when its
// last flit has been sent, its slot is free. Returns that.
static bool drive_send(nf_tb *tb, window_ctx *c, nf_switch_window_in *in) {
  in->sent_slot = c->sent_slot;
  in->sent_sinks = c->sent_sinks;
  if (c->to_send == 0) {
    unsigned at = c->count != 0 ? (unsigned)nf_tb_below(tb, c->count) : 0;
    if (c->count == 0 || c->here[at].waits || c->here[at].partly || !nf_tb_chance(tb, c->send))
      return false;
    packet *p = &c->here[at];
    in->fresh = true;
    in->sent_slot = c->sent_slot = p->slot;
    in->sent_sinks = c->sent_sinks = nf_tb_chance(tb, c->part) ? any_sinks(tb, p->sinks) : p->sinks;
    c->to_send = p->len + 1u;
    p->sinks &= ~c->sent_sinks;
    c->final = p->sinks == 0;
    c->partial += !c->final;
    c->passed += c->final && at != 0;
    if (c->final)
      remove_at(c, at);
  }
  in->last = --c->to_send == 0;
  return in->last && c->final;
}

static void enter(nf_tb *tb, window_ctx *c, nf_switch_window_in *in, unsigned len, bool waits) {
  packet *p = &c->here[c->count++];
  *p = (packet){.sinks = any_sinks(tb, (uint32_t)((UINT64_C(1) << SINKS) - 1)),
                .waits = waits,
                .partly = c->to_come != 0,
                .len = (uint8_t)len,
                .slot = c->slot};
  in->enter = true;
  in->enter_sinks = p->sinks;
  in->enter_hold = p->waits || p->partly;
  in->enter_len = p->len;
  in->enter_slot = p->slot;
  c->packets++;
}

// Flits come: a packet enters with its header, which is the first flit, or, of a result, the last
// one.
static void drive_write(nf_tb *tb, window_ctx *c, const nf_switch_window_out *out,
                        nf_switch_window_in *in) {
  if (!nf_tb_chance(tb, c->write))
    return;
  if (c->to_come != 0) {
    if (--c->to_come != 0)
      return;
    if (c->header_last) {
      enter(tb, c, in, c->len, false);
    } else {
      in->whole = true;
      c->here[c->count - 1].partly = false;
    }
    return;
  }
  if (c->free == 0)
    return;
  const unsigned len = nf_tb_chance(tb, 40) ? 0 : 1 + (unsigned)nf_tb_below(tb, 8);
  in->take = true;
  c->slot = out->next;
  c->free &= ~(1u << out->next);
  c->to_come = c->len = len;
  c->header_last = len != 0 && nf_tb_chance(tb, 30);
  if (!c->header_last)
    enter(tb, c, in, len, len == 0 && nf_tb_chance(tb, 40));
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  window_ctx *c = p;
  nf_switch_window_in *in = pi;
  check(tb, c, po);
  // The oldest that waits has its entry; one that is being written waits for none.
  if (nf_tb_chance(tb, 10)) {
    for (unsigned e = 0; e < c->count && !in->entry; e++) {
      in->entry = c->here[e].waits;
      c->here[e].waits = false;
    }
    c->entries += in->entry;
  }
  const uint32_t back = drive_send(tb, c, in) ? 1u << c->sent_slot : 0;
  drive_write(tb, c, po, in);
  c->free |= back;
  c->sent = back != 0;
  c->vacant = c->free != 0;
}

static void finish(nf_tb *tb, void *p) {
  const window_ctx *c = p;
  nf_tb_reach(tb, c->packets > 300, "%u packets", c->packets);
  nf_tb_reach(tb, c->passed > 30, "%u left with an older one here", c->passed);
  nf_tb_reach(tb, c->partial > 100, "%u times to some of the sinks", c->partial);
  nf_tb_reach(tb, c->entries > 30, "%u entries", c->entries);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_window_dut;
  static const nf_switch_window_cfg cfg = {P_Sinks, P_Window};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-A packets come and go", 30000, start, drive, finish},
      {"KLENK IV-A packets come and go, other pace", 30000, start, drive, finish},
      {"KLENK IV-A a window that is full", 30000, start_full, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_window_dut,
                             .model = NF_TB_MODEL(nf_switch_window),
                             .cfg = &cfg,
                             .ctx_size = sizeof(window_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "len:here slot:here"};
  return nf_tb_main(argc, argv, &bench);
}
