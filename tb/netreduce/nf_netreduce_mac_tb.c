// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A ring of go-back-N hosts and frames of others behind MACs that cannot be held. What leaves is
// whole: a host's packet with the sum of all, or the next one of the others' frames, some of which
// may be missing; and a frame that has begun stands in every cycle. In the end every host has every
// message, and the registers say of every frame what became of it: counted by its cause, or as one
// that did not fit.
#include "netreduce/nf_netreduce_mac.h"

#include "common/nf_defs.h"
#include "nf_axil_master.h"
#include "nf_netreduce_ring.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_mac_dut;

enum { CAUSES = NF_NETREDUCE_CAUSES, ROOM = 1536, OTHERS = 2048, SCRIPT = 96 };
enum { TIMEOUT = 600, PATIENCE = 30000, QUIET = 600 }; // cycles

typedef struct {
  nf_frame frame; // that is coming
  unsigned at, beats;
  bool on, err;
  nf_pace comes;
  uint64_t stands;        // until this cycle the MAC takes nothing
  uint64_t other[OTHERS]; // marks of others' frames, oldest first
  unsigned others, left;  // came; have left, or are known to be missing
  uint8_t bytes[ROOM];    // of the frame that leaves
  unsigned size;
  uint32_t sent, missing, counted, overrun;
} port;

typedef enum { SET_UP, RUN, DRAIN, READ } phase;

typedef struct {
  nf_ring ring;
  port ports[P_Ports];
  bool overruns; // others' frames come without a pause, MACs stand now and then
  phase phase;
  uint64_t since; // cycle in which something moved
  uint32_t addr[SCRIPT], data[SCRIPT];
  unsigned writes, written, reading;
  nf_axil_master bus;
  bool open;
  unsigned rounds, sums, dropped;
} world;

// -------------------------------------------------------------------------------- the registers
static void put(world *c, uint32_t addr, uint32_t data) {
  c->addr[c->writes] = addr;
  c->data[c->writes++] = data;
}

// BUSY in the script is waited for.
static void set_up(nf_tb *tb, world *c) {
  nf_ring *const r = &c->ring;
  const unsigned hosts = r->hosts.hosts;
  c->writes = c->written = 0;
  if (c->open) { // the ring of before
    put(c, NF_NETREDUCE_CSR_RING_MEMBERS, 0);
    put(c, NF_NETREDUCE_CSR_RING_SETUP, 0);
    put(c, NF_NETREDUCE_CSR_BUSY, 0);
    for (unsigned h = 0; h < hosts; h++)
      put(c, NF_NETREDUCE_CSR_MEMBER_SETUP, 1u << 31 | h);
  }
  r->tag = (uint32_t)nf_tb_rand(tb);
  r->first = (uint32_t)nf_tb_below(tb, 1u << 30);
  put(c, NF_NETREDUCE_CSR_INET_TAG, r->tag);
  put(c, NF_NETREDUCE_CSR_CONTROL, 1);
  for (unsigned h = 0; h < hosts; h++) {
    uint32_t list[NF_RING_ENROL][2];
    nf_ring_enrol(r, h, list);
    for (unsigned i = 0; i < NF_RING_ENROL; i++)
      put(c, list[i][0], list[i][1]);
  }
  put(c, NF_NETREDUCE_CSR_RING_MEMBERS, hosts);
  put(c, NF_NETREDUCE_CSR_RING_WINDOW, r->hosts.window);
  put(c, NF_NETREDUCE_CSR_RING_FIRST, r->first);
  put(c, NF_NETREDUCE_CSR_RING_SLOT, r->first % (P_Window + 1));
  put(c, NF_NETREDUCE_CSR_RING_DTYPE, r->dtype);
  put(c, NF_NETREDUCE_CSR_RING_SETUP, 0);
  put(c, NF_NETREDUCE_CSR_BUSY, 0);
  c->open = true;
}

static void drive_script(nf_tb *tb, world *c) {
  const uint32_t addr = c->addr[c->written];
  if (addr == NF_NETREDUCE_CSR_BUSY)
    c->written += nf_axil_read(tb, &c->bus, addr) && c->bus.read.data == 0;
  else
    c->written += nf_axil_write(tb, &c->bus, addr, c->data[c->written]);
  if (c->written == c->writes)
    c->phase = RUN;
}

static void new_round(nf_tb *tb, world *c) {
  static const uint8_t dtypes[] = {NF_DTYPE_F32, NF_DTYPE_FIX32, NF_DTYPE_S32};
  nf_ring *const r = &c->ring;
  senders_start(tb, &r->hosts, P_Ports, (P_Window + 1) / 2, P_MaxMsgLen, false);
  r->hosts.timeout = TIMEOUT;
  if (c->overruns) // what is lost is lost here
    r->hosts.loss = r->hosts.twice = r->hosts.reorder = 0;
  r->dtype = dtypes[nf_tb_below(tb, 3)];
  r->salt = nf_tb_rand(tb);
  r->qp0 = 0x100;
  for (unsigned h = 0; h < P_Ports; h++) {
    r->port[h] = h;
    r->psn0[h] = (uint32_t)nf_tb_rand(tb) & 0xffffff;
    // 100 Gb/s are 61 beats in 100 cycles of 322 MHz.
    c->ports[h].comes = c->overruns ? (nf_pace){.kind = NF_PACE_ALWAYS}
                                    : (nf_pace){.kind = NF_PACE_RANDOM, .percent = 61};
  }
  set_up(tb, c);
  c->phase = SET_UP;
  c->since = nf_tb_cycle(tb);
}

// What came is what was counted, by its cause or as one that did not fit.
static void judge_counts(nf_tb *tb, world *c) {
  for (unsigned p = 0; p < P_Ports; p++) {
    port *const o = &c->ports[p];
    nf_tb_check(tb, o->sent == o->counted + o->overrun, "port %u: %u came, %u counted, %u dropped",
                p, o->sent, o->counted, o->overrun);
    nf_tb_check(tb, o->missing <= o->overrun, "port %u: %u are missing, %u dropped", p, o->missing,
                o->overrun);
    c->dropped += o->overrun;
    o->counted = 0;
  }
  c->rounds++;
}

// OVERRUN and COUNT of all ports.
static void drive_read(nf_tb *tb, world *c) {
  const unsigned p = c->reading / (CAUSES + 1), n = c->reading % (CAUSES + 1);
  if (!nf_axil_read(tb, &c->bus,
                    n == CAUSES ? NF_NETREDUCE_CSR_OVERRUN + 4 * p
                                : NF_NETREDUCE_CSR_COUNT + 128 * p + 4 * n))
    return;
  if (n == CAUSES)
    c->ports[p].overrun = c->bus.read.data;
  else
    c->ports[p].counted += c->bus.read.data;
  if (++c->reading < P_Ports * (CAUSES + 1))
    return;
  c->reading = 0;
  judge_counts(tb, c);
  new_round(tb, c);
}

// ------------------------------------------------------------------------------------- frames in
static uint64_t mark_of(const uint8_t *bytes, unsigned size) {
  uint64_t mark = size;
  for (unsigned i = 0; i < size; i++)
    mark = (mark ^ bytes[i]) * 0x100000001b3u;
  return mark;
}

// Not tagged for us; some the MAC calls bad.
static void any_other(nf_tb *tb, world *c, port *o) {
  uint8_t room[1100];
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, ~c->ring.tag, room, nf_tb_chance(tb, 50) ? 40 : 1000);
  nf_frame_build(&o->frame, &fields);
  o->err = nf_tb_chance(tb, 5);
  if (nf_frame_cause(&o->frame, o->err, c->ring.tag) < 16)
    o->other[o->others++ % OTHERS] = mark_of(o->frame.bytes, o->frame.size);
}

static bool any_packet(nf_tb *tb, world *c, unsigned p) {
  unsigned packet;
  if (!senders_arrive(tb, &c->ring.hosts, p, &packet))
    return false;
  nf_ring_frame(&c->ring, p, packet, false, &c->ports[p].frame);
  c->ports[p].err = false;
  return true;
}

static void next_frame(nf_tb *tb, world *c, unsigned p) {
  port *const o = &c->ports[p];
  if (o->others - o->left == OTHERS)
    return;
  if (nf_tb_chance(tb, c->overruns ? 60 : 10))
    any_other(tb, c, o);
  else if (!any_packet(tb, c, p))
    return;
  o->on = true;
  o->at = 0;
  o->beats = nf_frame_beats(&o->frame);
  o->sent++;
}

static void drive_in(nf_tb *tb, world *c, unsigned p, nf_netreduce_mac_in *in) {
  port *const o = &c->ports[p];
  if (!o->on && c->phase == RUN)
    next_frame(tb, c, p);
  if (!o->on || !nf_pace_go(tb, &o->comes))
    return;
  const unsigned bytes = nf_frame_beat(tb, &o->frame, o->at, &in->rx_axis_tdata[p]);
  const bool last = ++o->at == o->beats;
  in->rx_axis_tvalid |= (uint8_t)(1u << p);
  in->rx_axis_tlast |= (uint8_t)((unsigned)last << p);
  in->rx_axis_tuser |= (uint8_t)((unsigned)(last && o->err) << p);
  in->rx_axis_tkeep[p] = bytes == 64 ? UINT64_MAX : ((uint64_t)1 << bytes) - 1;
  o->on = !last;
  c->since = nf_tb_cycle(tb);
}

// ------------------------------------------------------------------------------------ frames out
// One of the others' frames, if it is the next of them that was not dropped.
static bool is_other(nf_tb *tb, port *o) {
  const uint64_t mark = mark_of(o->bytes, o->size);
  for (unsigned n = o->left; n != o->others; n++)
    if (o->other[n % OTHERS] == mark) {
      o->missing += n - o->left;
      if (n != o->left)
        nf_tb_cover(tb, "frames of others are missing");
      o->left = n + 1;
      return true;
    }
  return false;
}

static void judge_frame(nf_tb *tb, world *c, unsigned p) {
  static nf_frame expect;
  port *const o = &c->ports[p];
  nf_frame got = {.size = o->size};
  memcpy(got.bytes, o->bytes, o->size);
  const unsigned packet = nf_ring_packet(&c->ring, p, &got);
  if (packet < c->ring.hosts.start[c->ring.hosts.messages]) {
    nf_ring_frame(&c->ring, p, packet, true, &expect);
    if (got.size == expect.size && memcmp(got.bytes, expect.bytes, got.size) == 0) {
      senders_result(tb, &c->ring.hosts, p, packet);
      c->sums++;
      return;
    }
  }
  nf_tb_check(tb, is_other(tb, o), "port %u: a frame of %u bytes that is neither sum nor another's",
              p, o->size);
}

static void take_out(nf_tb *tb, world *c, unsigned p, const nf_netreduce_mac_out *o) {
  port *const q = &c->ports[p];
  const uint64_t keep = o->tx_axis_tkeep[p];
  const unsigned bytes = (unsigned)__builtin_popcountll(keep);
  const bool last = (o->tx_axis_tlast >> p & 1) != 0;
  nf_tb_check(tb, (keep & (keep + 1)) == 0 && bytes > 0 && (last || bytes == 64), "keep %llx",
              (unsigned long long)keep);
  if (q->size + bytes > ROOM) {
    nf_tb_check(tb, false, "port %u: a frame without end", p);
    q->size = 0;
  }
  memcpy(q->bytes + q->size, &o->tx_axis_tdata[p], bytes);
  q->size += bytes;
  c->since = nf_tb_cycle(tb);
  if (!last)
    return;
  judge_frame(tb, c, p);
  q->size = 0;
}

static void drive_out(nf_tb *tb, world *c, unsigned p, const nf_netreduce_mac_out *o,
                      nf_netreduce_mac_in *in) {
  port *const q = &c->ports[p];
  const uint64_t now = nf_tb_cycle(tb);
  const bool valid = (o->tx_axis_tvalid >> p & 1) != 0;
  nf_tb_check(tb, valid || q->size == 0, "port %u: a gap in a frame", p);
  if (c->overruns && now >= q->stands + 400 && nf_tb_chance(tb, 1))
    q->stands = now + nf_tb_below(tb, 800);
  if (now < q->stands && c->phase == RUN)
    return;
  in->tx_axis_tready |= (uint8_t)(1u << p);
  if (valid)
    take_out(tb, c, p, o);
}

// ---------------------------------------------------------------------------------------- a cycle
static bool all_done(const world *c) {
  for (unsigned m = 0; m < c->ring.hosts.messages; m++)
    if (!senders_all_have(&c->ring.hosts, m))
      return false;
  return true;
}

// What has not left by now does not come any more.
static void drained(world *c) {
  for (unsigned p = 0; p < P_Ports; p++) {
    port *const o = &c->ports[p];
    o->missing += o->others - o->left;
    o->left = o->others;
  }
  c->phase = READ;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_mac_out *const o = out;
  nf_netreduce_mac_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);
  NF_AXIL_SEE(tb, &c->bus, o, );
  if (c->phase == SET_UP)
    drive_script(tb, c);
  else if (c->phase == READ)
    drive_read(tb, c);
  NF_AXIL_DRIVE(tb, &c->bus, in, );
  if (c->phase == RUN) {
    for (unsigned h = 0; h < P_Ports; h++)
      senders_move(tb, &c->ring.hosts, h);
    c->phase = all_done(c) ? DRAIN : RUN;
  }
  for (unsigned p = 0; p < P_Ports; p++) {
    drive_out(tb, c, p, o, in);
    drive_in(tb, c, p, in);
  }
  if (c->phase == DRAIN && now - c->since > QUIET)
    drained(c);
  if (now - c->since > PATIENCE) {
    nf_tb_check(tb, false, "nothing moves");
    c->since = now;
  }
}

static const nf_netreduce_mac_cfg Cfg = {.Ports = P_Ports,
                                         .Rings = P_Rings,
                                         .Window = P_Window,
                                         .MaxMsgLen = P_MaxMsgLen,
                                         .Connections = P_Connections,
                                         .BufferBeats = P_BufferBeats,
                                         .Stages = P_Stages,
                                         .Halves = P_Halves,
                                         .RxBeats = P_RxBeats,
                                         .TxBeats = P_TxBeats};

// A receive FIFO that no packet of 1 kB fits is refused, the least one above it is not.
static void refuses_small(nf_tb *tb) {
  nf_netreduce_mac_cfg c = Cfg;
  nf_netreduce_mac *made = NULL;
  for (c.RxBeats = 4; c.RxBeats < 32; c.RxBeats *= 2)
    nf_tb_check(tb, nf_netreduce_mac_init(&made, &c) != NF_OK, "RxBeats %u is taken", c.RxBeats);
  nf_tb_check(tb, nf_netreduce_mac_init(&made, &c) == NF_OK, "RxBeats 32 is refused");
  nf_netreduce_mac_free(made);
}

static void start(nf_tb *tb, void *ctx) {
  refuses_small(tb);
  nf_axil_master_any(tb, &((world *)ctx)->bus);
  new_round(tb, ctx);
}

static void start_overruns(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  nf_axil_master_any(tb, &c->bus);
  c->overruns = true;
  new_round(tb, c);
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->rounds > 0 && c->sums > 50, "%u rounds, %u sums", c->rounds, c->sums);
  nf_tb_check(tb, c->dropped == 0, "%u frames did not fit", c->dropped);
}

static void finish_overruns(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->rounds > 0 && c->sums > 50 && c->dropped > 100,
              "%u rounds, %u sums, %u frames did not fit", c->rounds, c->sums, c->dropped);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.4 MACs of 100 Gb/s that take all: nothing is dropped", 40000, start, drive,
     finish},
    {"NETREDUCE 4.4 overrun: whole frames are dropped and counted, rings recover", 60000,
     start_overruns, drive, finish_overruns},
};

int main(int argc, char **argv) {
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_mac_dut,
      .model = NF_TB_MODEL(nf_netreduce_mac),
      .cfg = &Cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
      .unreset = "tx_axis_tdata:tx_axis_tvalid tx_axis_tkeep:tx_axis_tvalid "
                 "tx_axis_tlast:tx_axis_tvalid tx_axis_tuser:tx_axis_tvalid"};
  return nf_tb_main(argc, argv, &bench);
}
