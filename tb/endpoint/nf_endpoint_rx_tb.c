// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "endpoint/nf_endpoint_rx.h"

#include "nf_lane_kit.h"

#include <string.h>

extern const nf_dut nf_endpoint_rx_dut;

enum { RING = 8192, ID = 77, REQUEST_ACKS = 16, DONES = 4, REQUESTS = 8 };

// What the block owes, in order, and how far it has paid: one list for each of its ports.
typedef struct {
  nf_flit hdr[RING];
  uint64_t addr[RING];
  unsigned owed, paid;
} ledger;

typedef struct {
  nf_lane_sender link;
  nf_pace req, ack, done;
  uint32_t opcodes; // that are sent
  unsigned len;     // of all packets; 99: random
  unsigned damage;  // percent of packets that are damaged in some way
  unsigned across;  // percent of packets that may leave their block
  bool exclude_source;
  uint8_t epoch;
  bool result_acks; // results of a push are acknowledged
  bool epochs;      // it changes now and then, and packets of other epochs come
  unsigned still;   // cycles since a flit was on the link
  unsigned offered[2], packets, flits;
  ledger reqs, acks, dones, writes; // addr of a write: a sum over its flits
  // the packet at the memory's port
  nf_flit write_hdr;
  uint64_t write_sum;
  unsigned write_owed, write_seen;
  unsigned acks_taken, acks_owed, acks_skipped; // skipped: of responses, seen to be passed over
  bool ack_response[RING];                      // of the acknowledgements owed
  unsigned results, partials, damaged, opcode, translate, stale;
  unsigned seen[NF_ENDPOINT_EVENT_BITS];
} rx_ctx;

static bool hits(uint64_t addr) { return (addr >> 20 & 7) != 0; }
static bool inside(uint64_t addr, unsigned len) {
  return addr % NF_FLIT_BYTES == 0 &&
         addr / NF_BLOCK_BYTES == (addr + len * NF_FLIT_BYTES - (len != 0)) / NF_BLOCK_BYTES;
}
static uint64_t source_of(uint64_t addr) { return addr * 3 + 5; }
static uint64_t result_of(uint64_t addr) { return addr ^ 0xabcd000000000000u; }

static void start(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  c->link.pace = nf_pace_any(tb);
  c->req = nf_pace_any(tb);
  c->ack = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->opcodes = 1u << NF_OPCODE_WRITE | 1u << NF_OPCODE_MCAST_WRITE | 1u << NF_OPCODE_PULL_REQ |
               1u << NF_OPCODE_READ_REQ | 1u << NF_OPCODE_WRITE_ACK | 1u << NF_OPCODE_PULL_RSP |
               1u << NF_OPCODE_PUSH_PARTIAL | 1u << NF_OPCODE_PUSH_RESULT |
               1u << NF_OPCODE_BARRIER_DONE;
  c->len = 99;
  c->exclude_source = nf_tb_chance(tb, 50);
  c->result_acks = nf_tb_chance(tb, 50);
  c->epoch = nf_tb_rand(tb) & 3;
  c->epochs = true;
}

static void start_across(nf_tb *tb, void *p) {
  start(tb, p);
  ((rx_ctx *)p)->across = 50;
}

static void start_damaged(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  start(tb, p);
  c->opcodes = 0xffff;
  c->damage = 40;
}

static void start_rude(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  start(tb, p);
  c->link.rude = true;
  c->ack = c->done = c->req = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 5};
}

static void start_fast(nf_tb *tb, void *p, uint32_t opcodes, unsigned len) {
  rx_ctx *c = p;
  start(tb, p);
  c->link.pace = c->req = c->ack = c->done = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->opcodes = opcodes;
  c->len = len;
  c->epochs = false;
}

static void start_results(nf_tb *tb, void *p) {
  start_fast(tb, p, 1u << NF_OPCODE_PUSH_RESULT, 8);
  ((rx_ctx *)p)->result_acks = true;
}

static void start_short(nf_tb *tb, void *p) {
  start_fast(tb, p, 1u << NF_OPCODE_PUSH_RESULT | 1u << NF_OPCODE_MCAST_WRITE, 1);
  ((rx_ctx *)p)->result_acks = true;
}

// Nothing but results, which are not acknowledged: nothing leaves.
static void start_unasked(nf_tb *tb, void *p) {
  start_fast(tb, p, 1u << NF_OPCODE_PUSH_RESULT, 8);
  ((rx_ctx *)p)->result_acks = false;
}

static void start_single(nf_tb *tb, void *p) {
  start_fast(tb, p, 1u << NF_OPCODE_PULL_REQ | 1u << NF_OPCODE_WRITE_ACK, 8);
}

static void start_stuck(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  start_fast(tb, p, 1u << NF_OPCODE_PULL_REQ | 1u << NF_OPCODE_PUSH_RESULT, 8);
  c->req = (nf_pace){.kind = NF_PACE_NEVER};
}

static void start_unacked(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  start_fast(tb, p, 1u << NF_OPCODE_MCAST_WRITE | 1u << NF_OPCODE_PUSH_RESULT, 2);
  c->ack = (nf_pace){.kind = NF_PACE_NEVER};
  c->result_acks = true;
}

static void start_undone(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  start_fast(tb, p, 1u << NF_OPCODE_MCAST_WRITE | 1u << NF_OPCODE_BARRIER_DONE, 2);
  c->done = (nf_pace){.kind = NF_PACE_NEVER};
}

// Where the packet lies: somewhere in a block, and now and then over its end or beside its flits.
static void place(nf_tb *tb, const rx_ctx *c, nf_flit *h) {
  const unsigned spare = NF_MAX_PAYLOAD_FLITS - nf_hdr_len(h);
  const unsigned offset = (unsigned)nf_tb_below(tb, spare + 1) * NF_FLIT_BYTES;
  nf_hdr_set_addr(h, nf_hdr_addr(h) / NF_BLOCK_BYTES * NF_BLOCK_BYTES + offset);
  if (!nf_tb_chance(tb, c->across))
    return;
  const unsigned step = nf_tb_chance(tb, 50) ? NF_FLIT_BYTES : 1;
  nf_hdr_set_addr(h, nf_hdr_addr(h) + nf_tb_below(tb, NF_BLOCK_BYTES) / step * step);
}

// The next packet; a channel without room is not asked for in the directed scenarios, so that both
// channels are seen to go on alone.
static void next_packet(nf_tb *tb, rx_ctx *c, uint8_t ready) {
  unsigned opcode;
  do
    opcode = (unsigned)nf_tb_below(tb, 16);
  while ((c->opcodes >> opcode & 1) == 0);
  if (c->len != 99) { // alternate, and prefer the channel with room
    unsigned vc = c->packets & 1;
    if ((ready & 3) == 1 || (ready & 3) == 2)
      vc = ready >> 1;
    for (unsigned o = 0; o < 16; o++)
      if ((c->opcodes >> o & 1) && o >> 3 == vc)
        opcode = o;
  }
  nf_flit h = nf_lane_header(tb, opcode, c->len == 99 ? (unsigned)nf_tb_below(tb, 9) : c->len);
  nf_lane_epoch(tb, &h, c->epoch, c->epochs ? 20 : 0);
  place(tb, c, &h);
  if (c->len != 99)
    nf_hdr_set_addr(&h, nf_hdr_addr(&h) | 1u << 20);
  nf_lane_packet *const p = &c->link.packet;
  nf_lane_make(tb, p, &h);
  if (nf_tb_chance(tb, c->damage)) {
    switch (nf_tb_below(tb, 4)) {
    case 0:
      p->err = true;
      break;
    case 1:
      p->flits = 1 + (unsigned)nf_tb_below(tb, p->flits);
      break;
    case 2:
      p->flits += 1 + (unsigned)nf_tb_below(tb, 9);
      break;
    default:
      nf_hdr_set_len(&p->flit[0], (uint8_t)nf_tb_below(tb, 16));
      break;
    }
  }
  c->packets++;
}

static void owe(ledger *l, const nf_flit *hdr, uint64_t addr) {
  l->hdr[l->owed % RING] = *hdr;
  l->addr[l->owed % RING] = addr;
  l->owed++;
}

static uint64_t mix(uint64_t sum, const nf_flit *f) {
  return (sum ^ f->w[0]) * 0x9e3779b97f4a7c15ull + f->w[1];
}

static void enter_write(rx_ctx *c, const nf_flit *h, const nf_flit *ack) {
  const unsigned opcode = nf_hdr_opcode(h);
  const bool sum = opcode == NF_OPCODE_PULL_RSP || opcode == NF_OPCODE_PUSH_PARTIAL;
  c->partials += sum;
  c->results += !sum;
  const bool unasked = opcode == NF_OPCODE_PUSH_RESULT && !c->result_acks;
  if ((!sum && !unasked) || (opcode == NF_OPCODE_PUSH_PARTIAL && nf_hdr_len(h) != 0)) {
    c->ack_response[c->acks.owed % RING] = nf_hdr_vc(h) != 0;
    owe(&c->acks, ack, nf_hdr_addr(h));
  }
  if (!sum && opcode != NF_OPCODE_WRITE)
    owe(&c->dones, h, nf_hdr_addr(h));
}

// The packet that was taken to its end: what must come of it.
static void enter(nf_tb *tb, rx_ctx *c, const nf_lane_packet *p) {
  const nf_flit *const h = &p->flit[0];
  const unsigned opcode = nf_hdr_opcode(h), len = nf_hdr_len(h);
  const uint64_t addr = nf_hdr_addr(h);
  const bool known = opcode == NF_OPCODE_READ_REQ || opcode == NF_OPCODE_WRITE ||
                     opcode == NF_OPCODE_MCAST_WRITE || opcode == NF_OPCODE_PULL_REQ ||
                     (opcode >= NF_OPCODE_WRITE_ACK && opcode <= NF_OPCODE_BARRIER_DONE);
  const bool exact = len <= NF_MAX_PAYLOAD_FLITS && p->flits == 1 + nf_hdr_payload_flits(h);
  if (p->err || (known && !exact)) {
    c->damaged++;
    nf_tb_cover(tb, "damaged");
    return;
  }
  if (!known) {
    c->opcode++;
    return;
  }
  if (nf_hdr_epoch(h) != c->epoch) {
    c->stale++;
    nf_tb_cover(tb, "of another epoch");
    return;
  }
  nf_flit ack = {{0, 0}};
  nf_hdr_set_opcode(&ack, NF_OPCODE_WRITE_ACK);
  nf_hdr_set_addr(&ack, addr);
  nf_hdr_set_dst(&ack, nf_hdr_src(h));
  nf_hdr_set_tag(&ack, nf_hdr_tag(h));
  nf_hdr_set_wave(&ack, nf_hdr_wave(h));
  nf_hdr_set_epoch(&ack, nf_hdr_epoch(h));
  if (opcode == NF_OPCODE_WRITE_ACK) {
    c->acks_owed++;
  } else if (opcode == NF_OPCODE_BARRIER_DONE) {
    owe(&c->dones, h, addr);
  } else if (!hits(addr) || !inside(addr, len)) {
    c->translate++;
    if (hits(addr))
      nf_tb_cover(tb, "starts where something is mapped and leaves its block");
  } else if (opcode == NF_OPCODE_PULL_REQ || opcode == NF_OPCODE_READ_REQ) {
    nf_flit r = *h;
    nf_hdr_set_opcode(&r, opcode == NF_OPCODE_PULL_REQ ? NF_OPCODE_PULL_RSP : NF_OPCODE_READ_RSP);
    nf_hdr_set_count(&r, 1);
    nf_hdr_set_src(&r, ID);
    nf_hdr_set_dst(&r, nf_hdr_src(h));
    nf_hdr_set_flags(&r, 0);
    owe(&c->reqs, &r, source_of(addr));
  } else {
    uint64_t sum = 0;
    for (unsigned f = 0; f < p->flits; f++)
      sum = mix(sum, &p->flit[f]);
    owe(&c->writes, h, sum);
    enter_write(c, h, &ack);
  }
}

static void pay(nf_tb *tb, ledger *l, const nf_flit *hdr, uint64_t addr, const char *what) {
  const unsigned n = l->paid++ % RING;
  nf_tb_check(tb, l->paid <= l->owed, "%s that nothing came for", what);
  nf_tb_check(tb, l->hdr[n].w[0] == hdr->w[0] && l->hdr[n].w[1] == hdr->w[1] && l->addr[n] == addr,
              "%s %u is another one's", what, l->paid);
}

// Acknowledgements leave in order; those of responses may be missing, as many as the block says.
static void pay_ack(nf_tb *tb, rx_ctx *c, const nf_flit *hdr) {
  ledger *const l = &c->acks;
  for (; l->paid < l->owed && c->ack_response[l->paid % RING] &&
         (l->hdr[l->paid % RING].w[0] != hdr->w[0] || l->hdr[l->paid % RING].w[1] != hdr->w[1]);
       l->paid++)
    c->acks_skipped++;
  pay(tb, l, hdr, nf_hdr_addr(hdr), "acknowledgement");
  nf_tb_check(tb, c->acks_skipped <= c->seen[NF_ENDPOINT_EV_ACK_SKIPPED],
              "%u acknowledgements missing, %u told", c->acks_skipped,
              c->seen[NF_ENDPOINT_EV_ACK_SKIPPED]);
}

// The memory's port.
static void check_write(nf_tb *tb, rx_ctx *c, const nf_endpoint_rx_out *o) {
  if (!o->wr_valid)
    return;
  if (c->write_seen == 0) {
    const unsigned opcode = nf_hdr_opcode(&o->wr_data);
    const uint64_t addr = nf_hdr_addr(&o->wr_data);
    unsigned op = NF_ENDPOINT_MEM_WRITE;
    if (opcode == NF_OPCODE_PULL_RSP || opcode == NF_OPCODE_PUSH_PARTIAL)
      op = NF_ENDPOINT_MEM_REDUCE;
    if (opcode == NF_OPCODE_PULL_RSP && c->exclude_source)
      op = NF_ENDPOINT_MEM_REDUCE_OWN;
    nf_tb_check(tb, o->wr_op == op, "operation %u of opcode %u", o->wr_op, opcode);
    nf_tb_check(tb, inside(addr, nf_hdr_len(&o->wr_data)), "%u flits at %#llx",
                nf_hdr_len(&o->wr_data), (unsigned long long)addr);
    nf_tb_check(tb, hits(addr) && o->wr_addr == result_of(addr) && o->wr_own == source_of(addr),
                "where it is written");
    c->write_hdr = o->wr_data;
    c->write_owed = 1 + nf_hdr_len(&o->wr_data);
    c->write_sum = 0;
  }
  c->write_seen++;
  c->write_sum = mix(c->write_sum, &o->wr_data);
  nf_tb_check(tb, o->wr_err || o->wr_last == (c->write_seen == c->write_owed),
              "flit %u of %u, last %d", c->write_seen, c->write_owed, o->wr_last);
  nf_tb_check(tb, c->write_seen <= NF_MAX_PACKET_FLITS, "too many flits for the memory");
  if (!o->wr_last)
    return;
  c->write_seen = 0;
  if (!o->wr_err)
    pay(tb, &c->writes, &c->write_hdr, c->write_sum, "write");
}

static void check_ports(nf_tb *tb, rx_ctx *c, const nf_endpoint_rx_out *o, nf_endpoint_rx_in *i) {
  i->req_ready = nf_pace_go(tb, &c->req);
  i->ack_ready = nf_pace_go(tb, &c->ack);
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->req_valid && i->req_ready)
    pay(tb, &c->reqs, &o->req_hdr, o->req_addr, "read");
  if (o->ack_valid && i->ack_ready)
    pay_ack(tb, c, &o->ack_hdr);
  if (o->done_valid && i->done_ready) {
    const nf_flit *const h = &c->dones.hdr[c->dones.paid % RING];
    nf_tb_check(tb, o->done_barrier == (nf_hdr_opcode(h) == NF_OPCODE_BARRIER_DONE), "kind");
    nf_tb_check(tb, o->done_flags == (nf_hdr_flags(h) & 0xdf), "flags %x", o->done_flags);
    nf_tb_check(tb, o->done_epoch == nf_hdr_epoch(h), "epoch %u", o->done_epoch);
    pay(tb, &c->dones, h, o->done_addr, "completion");
  }
  c->acks_taken += o->ack;
  for (unsigned e = 0; e < NF_ENDPOINT_EVENT_BITS; e++)
    c->seen[e] += o->event >> e & 1;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  rx_ctx *c = p;
  const nf_endpoint_rx_out *o = po;
  nf_endpoint_rx_in *i = pi;
  i->cfg_id = ID;
  i->cfg_exclude_source = c->exclude_source;
  i->cfg_result_acks = c->result_acks;
  i->look_hit = hits(o->look_addr);
  i->look_source = source_of(o->look_addr);
  i->look_result = result_of(o->look_addr);
  check_write(tb, c, o);
  check_ports(tb, c, o, i);

  // The epoch changes between two packets; what is inside keeps the one that it came with.
  const bool pause = c->epochs && nf_tb_cycle(tb) % 512 >= 500 && c->link.sent == 0;
  if (pause && c->still > 2 && nf_tb_chance(tb, 20))
    c->epoch = (uint8_t)nf_tb_below(tb, 4);
  i->cfg_epoch = c->epoch;
  if (c->link.packet.flits == 0)
    next_packet(tb, c, o->rx_ready);
  bool ended = false;
  const nf_lane_flit f =
      pause ? (nf_lane_flit){0} : nf_lane_send(tb, &c->link, o->rx_ready, &ended);
  c->still = f.valid ? 0 : c->still + 1;
  i->rx_valid = f.valid;
  i->rx_last = f.last;
  i->rx_err = f.err;
  i->rx_data = f.data;
  const unsigned vc = nf_hdr_vc(&f.data);
  if (f.valid && (c->link.sent > 1 || (o->rx_ready >> vc & 1) || ended))
    c->flits++;
  if (ended) {
    c->offered[nf_hdr_vc(&c->link.packet.flit[0])]++;
    enter(tb, c, &c->link.packet);
    c->link.packet.flits = 0;
  }
  if (o->rx_ready == 2)
    nf_tb_cover(tb, "requests without room");
  if (o->rx_ready == 1)
    nf_tb_cover(tb, "responses without room");
}

static void finish(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  // What came in the last three cycles is still inside.
  const unsigned *const e = c->seen;
  nf_tb_check(tb, c->acks_owed - c->acks_taken <= 2, "%u acks, %u told", c->acks_owed,
              c->acks_taken);
  nf_tb_check(tb, c->results - e[NF_ENDPOINT_EV_RESULT] <= 2, "%u results, %u told", c->results,
              e[NF_ENDPOINT_EV_RESULT]);
  nf_tb_check(tb, c->partials - e[NF_ENDPOINT_EV_PARTIAL] <= 2, "%u partial sums, %u told",
              c->partials, e[NF_ENDPOINT_EV_PARTIAL]);
  // An overlong packet is told when it passes its length.
  nf_tb_check(tb, c->damaged + 1 - e[NF_ENDPOINT_EV_ERR_DAMAGED] <= 3, "%u damaged, %u told",
              c->damaged, e[NF_ENDPOINT_EV_ERR_DAMAGED]);
  nf_tb_check(tb, c->opcode - e[NF_ENDPOINT_EV_ERR_OPCODE] <= 2, "%u unknown, %u told", c->opcode,
              e[NF_ENDPOINT_EV_ERR_OPCODE]);
  nf_tb_check(tb, c->translate - e[NF_ENDPOINT_EV_ERR_TRANSLATE] <= 2, "%u not mapped, %u told",
              c->translate, e[NF_ENDPOINT_EV_ERR_TRANSLATE]);
  nf_tb_check(tb, c->stale - e[NF_ENDPOINT_EV_STALE] <= 2, "%u of other epochs, %u told", c->stale,
              e[NF_ENDPOINT_EV_STALE]);
  const unsigned skipped = e[NF_ENDPOINT_EV_ACK_SKIPPED] - c->acks_skipped;
  nf_tb_check(tb, c->acks.owed - c->acks.paid - skipped <= P_Acks + REQUEST_ACKS + 2,
              "acks inside");
  nf_tb_check(tb, c->dones.owed - c->dones.paid <= 2 * DONES, "completions inside");
  nf_tb_check(tb, c->reqs.owed - c->reqs.paid <= REQUESTS, "reads inside");
  nf_tb_reach(tb, c->packets > 30, "%u packets", c->packets);
}

// Every cycle brought a flit: nothing was ever refused.
static void finish_fast(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  finish(tb, p);
  nf_tb_check(tb, c->flits + 4 >= nf_tb_cycle(tb), "%u flits in %llu cycles", c->flits,
              (unsigned long long)nf_tb_cycle(tb));
  nf_tb_check(tb, c->seen[NF_ENDPOINT_EV_ACK_SKIPPED] == 0, "an acknowledgement was skipped");
}

static void finish_unasked(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  finish_fast(tb, p);
  nf_tb_reach(tb, c->results > 100 && c->acks.owed == 0, "%u results", c->results);
}

static void finish_stuck(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  nf_tb_check(tb, c->offered[0] == REQUESTS, "%u requests came in", c->offered[0]);
  nf_tb_check(tb, c->offered[1] >= nf_tb_cycle(tb) / 9 - 3, "%u responses came in", c->offered[1]);
}

static void finish_unacked(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  nf_tb_check(tb, c->offered[0] == REQUEST_ACKS, "%u requests came in", c->offered[0]);
  nf_tb_check(tb, c->offered[1] >= nf_tb_cycle(tb) / 3 - REQUEST_ACKS - 3, "%u responses came in",
              c->offered[1]);
  const unsigned skipped = c->seen[NF_ENDPOINT_EV_ACK_SKIPPED];
  nf_tb_check(tb, c->offered[1] - P_Acks - skipped <= 2, "%u responses, %u not acknowledged",
              c->offered[1], skipped);
}

static void finish_undone(nf_tb *tb, void *p) {
  rx_ctx *c = p;
  nf_tb_check(tb, c->offered[0] == DONES && c->offered[1] == DONES, "%u and %u came in",
              c->offered[0], c->offered[1]);
}

int main(int argc, char **argv) {
  static const nf_endpoint_rx_cfg cfg = {.Acks = P_Acks};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK V results of 128 B, one flit a cycle", 5000, start_results, drive, finish_fast},
      {"KLENK V results of 16 B on both channels, one flit a cycle", 5000, start_short, drive,
       finish_fast},
      {"KLENK V results that are not acknowledged", 5000, start_unasked, drive, finish_unasked},
      {"KLENK V packets without payload on both channels, one flit a cycle", 5000, start_single,
       drive, finish_fast},
      {"KLENK IV-E2 responses pass requests that nothing reads", 5000, start_stuck, drive,
       finish_stuck},
      {"KLENK IV-E2 responses pass acknowledgements that do not leave", 10000, start_unacked, drive,
       finish_unacked},
      {"KLENK IV-E2 each channel has room for completions", 2000, start_undone, drive,
       finish_undone},
      {"KLENK IV-F random packets, idle and back-pressure", 40000, start, drive, finish},
      {"KLENK IV-F random packets, other pace", 40000, start, drive, finish},
      {"KLENK IV-F little room, headers that wait", 40000, start_rude, drive, finish},
      {"KLENK IV-F Fig. 6 what leaves its block is not mapped", 40000, start_across, drive, finish},
      {"KLENK IV-E3 damaged, cut, overlong and unknown packets", 40000, start_damaged, drive,
       finish},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_rx_dut,
                             .model = NF_TB_MODEL(nf_endpoint_rx),
                             .cfg = &cfg,
                             .ctx_size = sizeof(rx_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "look_addr"};
  return nf_tb_main(argc, argv, &bench);
}
