// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two rings that share no port, and outputs that are paused: what one port's output does must not
// reach the other ring. Ring 0 has the lower half of the ports, ring 1 the others. Every frame that
// leaves must be a host's packet with the sum of its ring, byte by byte.
#ifndef NF_NETREDUCE_PAUSES_H
#define NF_NETREDUCE_PAUSES_H

#include "netreduce/nf_netreduce.h"

#include "common/nf_defs.h"
#include "nf_axil_master.h"
#include "nf_netreduce_ring.h"
#include "nf_tb.h"

#include <string.h>

enum { PAUSES_RINGS = 2, PAUSES_SPLIT = (P_Ports + 1) / 2, PAUSES_SCRIPT = 64 };
enum { PAUSES_PAUSE = 512, PAUSES_LONG = 6000 }; // cycles
enum { PAUSES_ALONE = 12 * P_MaxMsgLen };        // columns of ring 1 before ring 0 begins
enum { PAUSES_WINDOW = (P_Window + 1) / 2 * P_MaxMsgLen, PAUSES_COLUMN = 17 }; // columns; cycles

typedef enum { PAUSES_ONE, PAUSES_ALL, PAUSES_FLAP, PAUSES_FLOOD } pauses_kind;

typedef struct {
  nf_frame frame;
  unsigned at, beats;
  bool on, up; // a beat is offered, and stays until it is taken
  nf_netreduce_word beat;
  unsigned beat_bytes;
  unsigned refused; // cycles for which a beat has waited
  unsigned size;    // of the frame that leaves, so far
  uint8_t bytes[1536];
} pauses_port;

typedef struct {
  pauses_kind kind;
  unsigned every; // of a port that stops and goes: a beat in so many cycles
  nf_ring ring[PAUSES_RINGS];
  pauses_port ports[P_Ports];
  uint32_t addr[PAUSES_SCRIPT], data[PAUSES_SCRIPT];
  unsigned writes, step; // registers to write, then to read
  nf_axil_master bus;
  bool running, resumed, done;
  uint64_t began, done_at[PAUSES_RINGS], resumed_at;
  uint64_t alone; // cycle from which ring 1 is measured alone; ring 0 says nothing yet
  double base;    // cycles a column takes then
  uint64_t from;  // cycle from which the rate of ring 1 is measured
  unsigned from_column;
  double rate;            // cycles a column of ring 1 takes meanwhile
  unsigned got;           // by ring 0's other members meanwhile
  unsigned flooded;       // repeats
  unsigned packets, sums; // that have come in, gone out
  uint32_t histories, dropped;
  unsigned longest; // that a beat has waited
  uint32_t away, skipped[P_Ports];
  unsigned read, counts; // registers: in the pause, at the end
  uint64_t moved;        // cycle in which a frame went in or out
} pauses;

// ------------------------------------------------------------------------------ registers
static inline void pauses_put(pauses *c, uint32_t addr, uint32_t data) {
  c->addr[c->writes] = addr;
  c->data[c->writes++] = data;
}

static inline void pauses_set_up(nf_tb *tb, void *ctx, pauses_kind kind) {
  pauses *const c = ctx;
  const uint32_t tag = (uint32_t)nf_tb_rand(tb);
  c->kind = kind;
  c->every = 20 + (unsigned)nf_tb_below(tb, 20);
  pauses_put(c, NF_NETREDUCE_CSR_INET_TAG, tag);
  pauses_put(c, NF_NETREDUCE_CSR_OWN_IP, 0x0a00fe01);
  pauses_put(c, NF_NETREDUCE_CSR_RING_WINDOW, (P_Window + 1) / 2);
  pauses_put(c, NF_NETREDUCE_CSR_RING_DTYPE, NF_DTYPE_S32);
  for (unsigned r = 0; r < PAUSES_RINGS; r++) {
    nf_ring *const g = &c->ring[r];
    const bool flood = kind == PAUSES_FLOOD && r == 0;
    const unsigned first = r ? PAUSES_SPLIT : 0, hosts = r ? P_Ports - PAUSES_SPLIT : PAUSES_SPLIT;
    senders_start(tb, &g->hosts, hosts, (P_Window + 1) / 2, P_MaxMsgLen, true);
    g->hosts.loss = g->hosts.twice = g->hosts.reorder = 0;
    g->hosts.messages = flood ? 1 : SENDERS_MESSAGES;
    g->hosts.timeout = 2 * PAUSES_PAUSE;
    for (unsigned m = 0; m < SENDERS_MESSAGES; m++)
      g->hosts.start[m + 1] = g->hosts.start[m] + P_MaxMsgLen;
    g->ring = r;
    g->dtype = NF_DTYPE_S32;
    g->tag = tag;
    g->salt = nf_tb_rand(tb);
    g->full = !flood; // short packets: more of them
    for (unsigned h = 0; h < hosts; h++)
      g->port[h] = first + h;
    g->qp0 = 0x100 + 0x10 * r;
    for (unsigned h = 0; h < hosts; h++) {
      uint32_t list[NF_RING_ENROL][2];
      nf_ring_enrol(g, h, list);
      for (unsigned i = 0; i < NF_RING_ENROL; i++)
        pauses_put(c, list[i][0], list[i][1]);
    }
    pauses_put(c, NF_NETREDUCE_CSR_RING_MEMBERS, hosts);
    pauses_put(c, NF_NETREDUCE_CSR_RING_SETUP, r);
    pauses_put(c, NF_NETREDUCE_CSR_BUSY, 0); // is awaited: one ring at a time
  }
  pauses_put(c, NF_NETREDUCE_CSR_CONTROL, 1);
}

// Nothing moves any more: how many repeated packets were answered, and how many were not.
static inline void pauses_read_counts(nf_tb *tb, pauses *c) {
  if (c->counts == 0 && nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_HISTORIES)) {
    c->histories = c->bus.read.data;
    c->counts++;
  } else if (c->counts == 1 && nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_DROPPED)) {
    c->dropped = c->bus.read.data;
    c->counts++;
  }
}

// ------------------------------------------------------------------------------ frames
static inline unsigned pauses_ring_of(unsigned p) { return p < PAUSES_SPLIT ? 0 : 1; }

static inline void pauses_in(nf_tb *tb, pauses *c, unsigned p, bool ready, nf_netreduce_in *in) {
  nf_ring *const r = &c->ring[pauses_ring_of(p)];
  pauses_port *const o = &c->ports[p];
  const unsigned host = (unsigned)nf_ring_host(r, p);
  unsigned packet;
  const bool flood = c->kind == PAUSES_FLOOD && p == 0 && c->done_at[0] != 0 && !c->resumed;
  if (flood)
    packet = (unsigned)nf_tb_below(tb, P_MaxMsgLen);
  if (!o->on && (flood || senders_arrive(tb, &r->hosts, host, &packet))) {
    c->flooded += flood;
    c->packets++;
    nf_ring_frame(r, host, packet, false, &o->frame);
    o->on = true;
    o->at = 0;
    o->beats = nf_frame_beats(&o->frame);
  }
  if (!o->on)
    return;
  if (!o->up)
    o->beat_bytes = nf_frame_beat(tb, &o->frame, o->at, &o->beat);
  o->up = !ready;
  const unsigned bytes = o->beat_bytes;
  in->s_tdata[p] = o->beat;
  const bool last = o->at + 1 == o->beats;
  in->s_tvalid |= (uint8_t)(1u << p);
  in->s_tlast |= (uint8_t)((unsigned)last << p);
  in->s_tkeep[p] = bytes == 64 ? UINT64_MAX : ((uint64_t)1 << bytes) - 1;
  o->refused = ready ? 0 : o->refused + 1;
  c->longest = o->refused > c->longest ? o->refused : c->longest;
  o->at += ready;
  o->on = !(ready && last);
  c->moved = nf_tb_cycle(tb);
}

static inline void pauses_out(nf_tb *tb, pauses *c, unsigned p, const nf_netreduce_out *o) {
  static nf_frame expect, got;
  nf_ring *const r = &c->ring[pauses_ring_of(p)];
  pauses_port *const q = &c->ports[p];
  const unsigned host = (unsigned)nf_ring_host(r, p);
  const unsigned bytes = (unsigned)__builtin_popcountll(o->m_tkeep[p]);
  nf_tb_check(tb, q->size + bytes <= sizeof q->bytes, "a frame without end");
  if (q->size + bytes > sizeof q->bytes)
    q->size = 0;
  memcpy(q->bytes + q->size, &o->m_tdata[p], bytes);
  q->size += bytes;
  if (!(o->m_tlast >> p & 1))
    return;
  got.size = q->size;
  memcpy(got.bytes, q->bytes, got.size);
  const unsigned packet = nf_ring_packet(r, host, &got);
  const bool one = packet < r->hosts.start[r->hosts.messages];
  if (one)
    nf_ring_frame(r, host, packet, true, &expect);
  nf_tb_check(tb, one && got.size == expect.size && memcmp(got.bytes, expect.bytes, got.size) == 0,
              "port %u: not the sum", p);
  c->sums++;
  c->moved = nf_tb_cycle(tb);
  if (one)
    senders_result(tb, &r->hosts, host, packet);
  q->size = 0;
}

static inline bool pauses_takes(const pauses *c, unsigned p, uint64_t now) {
  if (c->resumed || c->base == 0)
    return true;
  switch (c->kind) {
  case PAUSES_ONE:
    return p != 0;
  case PAUSES_FLOOD:
    return true;
  case PAUSES_ALL:
    return false;
  default:
    return p != 0 || now % c->every == 0;
  }
}

// ------------------------------------------------------------------------------ a cycle
static inline unsigned pauses_column(const pauses *c) { return c->ring[1].hosts.host[0].expected; }

// The paused port's count, who is away, and how fast ring 1 was: before the pause ends.
static inline void pauses_resume(pauses *c, uint64_t now) {
  const unsigned columns = pauses_column(c) - c->from_column;
  c->rate = columns ? (double)(now - c->from) / columns : 0;
  for (unsigned h = 1; h < c->ring[0].hosts.hosts; h++)
    c->got += c->ring[0].hosts.host[h].expected;
  c->resumed = true;
  c->resumed_at = now;
}

static inline void pauses_run(nf_tb *tb, pauses *c, const nf_netreduce_out *o,
                              nf_netreduce_in *in) {
  const uint64_t now = nf_tb_cycle(tb);
  if (c->alone == 0 && pauses_column(c) >= PAUSES_ALONE / 2)
    c->alone = now;
  if (c->base == 0 && pauses_column(c) >= PAUSES_ALONE) {
    c->base = (double)(now - c->alone) / (PAUSES_ALONE - PAUSES_ALONE / 2);
    c->began = now;
  }
  // Behind the time in which port 0 is waited for, and that in which ring 0's last window and ring
  // 1's columns are added in turn.
  if (c->base > 0 && c->from == 0 &&
      now - c->began > 2 * PAUSES_PAUSE + 2 * PAUSES_COLUMN * PAUSES_WINDOW) {
    c->from = now;
    c->from_column = pauses_column(c);
  }
  bool done = true;
  for (unsigned r = 0; r < PAUSES_RINGS; r++) {
    for (unsigned h = 0; h < c->ring[r].hosts.hosts && (r == 1 || c->base > 0); h++)
      senders_move(tb, &c->ring[r].hosts, h);
    const bool all = senders_all_have(&c->ring[r].hosts, c->ring[r].hosts.messages - 1);
    if (all && c->done_at[r] == 0)
      c->done_at[r] = now;
    done = done && all;
  }
  c->done = done;
  if (!c->resumed &&
      (c->kind == PAUSES_ALL ? c->base > 0 && now - c->began > PAUSES_LONG : c->done_at[1] != 0)) {
    if (c->read == 0 && nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_AWAY)) {
      c->away = c->bus.read.data;
      c->read++;
    } else if (c->read > 0 &&
               nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_SKIPPED + 4 * (c->read - 1))) {
      c->skipped[c->read - 1] = c->bus.read.data;
      if (c->read++ == P_Ports)
        pauses_resume(c, c->done_at[1] ? c->done_at[1] : now);
    }
  }
  if (c->resumed && done && now - c->moved > PAUSES_PAUSE)
    pauses_read_counts(tb, c);
  for (unsigned p = 0; p < P_Ports; p++) {
    if (pauses_takes(c, p, now)) {
      in->m_tready |= (uint8_t)(1u << p);
      if (o->m_tvalid >> p & 1)
        pauses_out(tb, c, p, o);
    }
    pauses_in(tb, c, p, o->s_tready >> p & 1, in);
  }
}

static inline void pauses_drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  pauses *const c = ctx;
  const nf_netreduce_out *const o = out;
  nf_netreduce_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  NF_AXIL_SEE(tb, &c->bus, o, );
  if (c->step == c->writes)
    c->running = true;
  else if (c->addr[c->step] == NF_NETREDUCE_CSR_BUSY)
    c->step += nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_BUSY) && c->bus.read.data == 0;
  else
    c->step += nf_axil_write(tb, &c->bus, c->addr[c->step], c->data[c->step]);
  if (c->began == 0 && c->running)
    c->began = now;
  if (c->running)
    pauses_run(tb, c, o, in);
  NF_AXIL_DRIVE(tb, &c->bus, in, );
}

// ------------------------------------------------------------------------------ scenarios
static inline void pauses_start_one(nf_tb *tb, void *ctx) { pauses_set_up(tb, ctx, PAUSES_ONE); }
static inline void pauses_start_all(nf_tb *tb, void *ctx) { pauses_set_up(tb, ctx, PAUSES_ALL); }
static inline void pauses_start_flap(nf_tb *tb, void *ctx) { pauses_set_up(tb, ctx, PAUSES_FLAP); }

static inline void pauses_start_flood(nf_tb *tb, void *ctx) {
  pauses_set_up(tb, ctx, PAUSES_FLOOD);
}

// A repeat goes before sums once in 64 of them, and takes 17 cycles at most, as they do.
static inline void pauses_finish_flood(nf_tb *tb, void *ctx) {
  const pauses *const c = ctx;
  nf_tb_check(tb, c->done_at[1] != 0 && c->flooded > 100 && c->rate < c->base * 1.03,
              "ring 1: %.2f cycles a column, %.2f alone, %u repeats", c->rate, c->base, c->flooded);
  nf_tb_reach(tb, c->done, "not all has come at the end");
  uint32_t due = 0;
  for (unsigned r = 0; r < PAUSES_RINGS; r++)
    due += c->ring[r].hosts.start[c->ring[r].hosts.messages] * c->ring[r].hosts.hosts;
  nf_tb_reach(tb, c->counts == 2, "HISTORIES and DROPPED are not read");
  nf_tb_check(tb, c->sums == due + c->histories, "%u sums due, %u repeated, %u have come", due,
              c->histories, c->sums);
  nf_tb_check(tb, c->dropped > 0 && c->packets == due + c->histories + c->dropped,
              "%u packets, %u of them first ones, %u answered again, %u dropped", c->packets, due,
              c->histories, c->dropped);
}

static inline void pauses_finish_one(nf_tb *tb, void *ctx) {
  const pauses *const c = ctx;
  nf_tb_check(tb, c->done_at[1] != 0 && c->resumed, "ring 1 got %u columns", pauses_column(c));
  nf_tb_check(tb, c->rate < 1.02 * c->base, "ring 1: %.2f cycles a column, %.2f alone", c->rate,
              c->base);
  nf_tb_check(tb, c->got == PAUSES_WINDOW * (PAUSES_SPLIT - 1), "ring 0's others got %u columns",
              c->got);
  nf_tb_check(tb, c->away == 1 && c->skipped[0] > 0, "away %x, skipped %u", c->away, c->skipped[0]);
  for (unsigned p = 1; p < P_Ports; p++)
    nf_tb_check(tb, c->skipped[p] == 0, "port %u: %u skipped", p, c->skipped[p]);
  nf_tb_reach(tb, c->done, "ring 0: host 1 has %u columns at the end",
              c->ring[0].hosts.host[0].expected);
}

static inline void pauses_finish_all(nf_tb *tb, void *ctx) {
  const pauses *const c = ctx;
  nf_tb_check(tb, c->longest < 2 * PAUSES_PAUSE, "a beat has waited for %u cycles", c->longest);
  nf_tb_check(tb, c->away == (1u << P_Ports) - 1, "away %x", c->away);
  nf_tb_reach(tb, c->done, "not all has come at the end");
}

// The other ring pays for what ring 0 does, and for one cycle in 32.
static inline void pauses_finish_flap(nf_tb *tb, void *ctx) {
  const pauses *const c = ctx;
  nf_tb_check(tb, c->done_at[1] != 0 && c->rate < c->base * (1 + 1. / 32 + 2. / c->every),
              "ring 1: %.2f cycles a column, %.2f alone, a beat in %u cycles", c->rate, c->base,
              c->every);
  nf_tb_reach(tb, c->done, "ring 0: host 1 has %u columns at the end",
              c->ring[0].hosts.host[0].expected);
}

#endif
