// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "endpoint/nf_endpoint_lane.h"

#include "nf_lane_kit.h"
#include "nf_lane_memory.h"

#include <string.h>

extern const nf_dut nf_endpoint_lane_dut;

// Blocks that are added up at once: no more than the count store holds.
enum { SUMS = P_Acks < NF_LANE_BLOCKS ? P_Acks : NF_LANE_BLOCKS };

enum { ID = 21, ACTIVE = 1500, DRAIN = 4000, PIECE = 128 * NF_LANE_BLOCKS };

// What must come out of a port and what did: how many, and a sum over them in which the order does
// not matter.
typedef struct {
  unsigned owed, paid;
  uint64_t owed_sum, paid_sum;
} book;

typedef struct {
  nf_endpoint_lane_in cfg; // configuration and table of this phase
  nf_lane_sender link;
  nf_lane_receiver out;
  nf_lane_memory memory;
  nf_pace job, done;
  uint32_t opcodes;              // that the network sends
  bool plain;                    // results and contributions of 128 B only
  unsigned sent[NF_LANE_BLOCKS]; // contributions of the network by block
  bool job_waits, job_read;
  uint64_t job_addr;
  nf_flit job_hdr;
  bool active;
  unsigned since; // cycle in which the phase's part began
  unsigned quiet; // cycles in which nothing moved
  book sends, dones;
  unsigned skipped; // acknowledgements, in the phases before
  unsigned acks, acks_told, mcasts, mcasts_told, jobs, phases;
  unsigned seen[NF_ENDPOINT_EVENT_BITS], errors, received[2];
} lane_ctx;

static uint64_t mix(uint64_t sum, uint64_t a, uint64_t b) {
  sum = (sum ^ a) * 0x9e3779b97f4a7c15ull;
  return ((sum ^ sum >> 29) + b) * 0xbf58476d1ce4e5b9ull;
}

static uint64_t packet_sum(const nf_flit *flit, unsigned flits) {
  uint64_t sum = 1;
  for (unsigned f = 0; f < flits; f++)
    sum = mix(sum, flit[f].w[0], flit[f].w[1]);
  return sum;
}

static void owe(book *b, uint64_t sum) {
  b->owed++;
  b->owed_sum += sum;
}

static void pay(book *b, uint64_t sum) {
  b->paid++;
  b->paid_sum += sum;
}

// A packet that the lane must send: header, and payload of that length at a local address.
static void owe_packet(lane_ctx *c, const nf_flit *hdr, uint64_t addr) {
  nf_flit flit[NF_MAX_PACKET_FLITS] = {*hdr};
  const unsigned flits = nf_hdr_payload_flits(hdr);
  for (unsigned f = 0; f < flits; f++)
    flit[1 + f] = nf_lane_memory_flit(addr + 16 * f);
  owe(&c->sends, packet_sum(flit, 1 + flits));
}

static void owe_done(lane_ctx *c, const nf_flit *h, bool barrier) {
  owe(&c->dones,
      mix(barrier | (unsigned)nf_hdr_epoch(h) << 1, nf_hdr_addr(h), nf_hdr_flags(h) & 0xdf));
}

// Where an address of the network is, worked out from the table.
static bool locate(const lane_ctx *c, uint64_t addr, uint64_t *source, uint64_t *result) {
  for (unsigned t = 0; t < P_Translations; t++)
    if ((c->cfg.at_valid >> t & 1) && addr >= c->cfg.at_base[t] && addr < c->cfg.at_end[t]) {
      *source = addr - c->cfg.at_base[t] + c->cfg.at_source[t];
      *result = addr - c->cfg.at_base[t] + c->cfg.at_result[t];
      return true;
    }
  return false;
}

static void begin_phase(nf_tb *tb, lane_ctx *c) {
  nf_endpoint_lane_in *const g = &c->cfg;
  memset(g, 0, sizeof *g);
  g->cfg_id = ID;
  g->cfg_ranks = (uint16_t)(2 + nf_tb_below(tb, 12));
  g->cfg_multicast_partials = nf_tb_chance(tb, 50);
  g->cfg_exclude_source = nf_tb_chance(tb, 50);
  g->cfg_result_acks = nf_tb_chance(tb, 50);
  g->cfg_epoch = nf_tb_rand(tb) & 3;
  g->at_valid = (uint16_t)(nf_tb_rand(tb) | 1);
  for (unsigned t = 0; t < P_Translations; t++) {
    g->at_base[t] = ((uint64_t)(t + 1) << 40) + nf_tb_below(tb, 1 << 20) * PIECE;
    g->at_end[t] = g->at_base[t] + (1 + nf_tb_below(tb, 3)) * PIECE;
    g->at_source[t] = nf_tb_rand(tb) & ~(uint64_t)127;
    g->at_result[t] = nf_tb_rand(tb) & ~(uint64_t)127;
  }
  nf_lane_memory_start(tb, &c->memory);
  memset(c->memory.begun, 0, sizeof c->memory.begun);
  g->abort = 1; // sums of the phase before are given up
  memset(c->sent, 0, sizeof c->sent);
  c->memory.ranks = g->cfg_ranks;
  c->link.pace = nf_pace_any(tb);
  c->out.drain = nf_pace_any(tb);
  c->job = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->opcodes = 0xffff;
  c->active = true;
  c->since = (unsigned)nf_tb_cycle(tb);
}

static const nf_pace always = {.kind = NF_PACE_ALWAYS};

static void hurry(lane_ctx *c) {
  c->link.pace = c->out.drain = c->job = c->done = c->memory.tell = always;
  for (unsigned v = 0; v < 2; v++)
    c->memory.accept[v] = c->memory.give[v] = always;
}

static void start(nf_tb *tb, void *p) { begin_phase(tb, p); }

static void start_plain(nf_tb *tb, void *p, uint32_t opcodes) {
  lane_ctx *c = p;
  begin_phase(tb, p);
  hurry(c);
  c->memory.latency = 4;
  c->opcodes = opcodes;
  c->plain = true;
  c->cfg.cfg_multicast_partials = 0;
  c->cfg.cfg_result_acks = 1;
}

static void start_rate(nf_tb *tb, void *p) { start_plain(tb, p, 1u << NF_OPCODE_PUSH_RESULT); }

// Contributions alone fill the link.
static void start_unasked(nf_tb *tb, void *p) {
  start_rate(tb, p);
  ((lane_ctx *)p)->cfg.cfg_result_acks = 0;
}

static void start_stuck(nf_tb *tb, void *p) {
  start_plain(tb, p, 1u << NF_OPCODE_PUSH_RESULT | 1u << NF_OPCODE_MCAST_WRITE);
  ((lane_ctx *)p)->out.stuck = 1;
}

// An address that is mapped, but for one in a hundred.
static uint64_t any_address(nf_tb *tb, const lane_ctx *c, unsigned block) {
  unsigned t = (unsigned)nf_tb_below(tb, P_Translations);
  if ((c->cfg.at_valid >> t & 1) == 0)
    t = 0;
  return c->cfg.at_base[t] + block * 128 + (nf_tb_chance(tb, 1) && !c->plain ? 1ull << 39 : 0);
}

static void next_packet(nf_tb *tb, lane_ctx *c) {
  unsigned opcode;
  do
    opcode = (unsigned)nf_tb_below(tb, 16);
  while ((c->opcodes >> opcode & 1) == 0);
  const unsigned block = (unsigned)nf_tb_below(tb, NF_LANE_BLOCKS);
  nf_flit h = nf_lane_header(tb, opcode, c->plain ? 8 : (unsigned)nf_tb_below(tb, 9));
  nf_hdr_set_addr(&h, any_address(tb, c, block));
  // Unknown and damaged packets are told as what they are, whatever their epoch.
  nf_lane_epoch(tb, &h, c->cfg.cfg_epoch, c->plain ? 0 : 5);
  if (opcode == NF_OPCODE_PUSH_PARTIAL || opcode == NF_OPCODE_PULL_RSP) {
    // Blocks 0 and 1 of four are pushed, 2 is a barrier, 3 is pulled; one piece, so that no two
    // addresses share a sum.
    const bool pull = opcode == NF_OPCODE_PULL_RSP;
    const unsigned s = block % SUMS;
    const unsigned b = pull ? s | 3 : s % 4 == 3 ? s - 1 : s;
    const unsigned had = c->sent[b] + (pull && c->cfg.cfg_exclude_source && c->sent[b] == 0);
    if (c->memory.totals_made - c->memory.totals_told > NF_LANE_TOTALS / 2)
      return;
    nf_lane_epoch(tb, &h, c->cfg.cfg_epoch, 0);
    nf_hdr_set_addr(&h, c->cfg.at_base[0] + b * 128);
    // All contributions to a block have one form.
    nf_hdr_set_len(&h, b % 4 == 2 ? 0 : (uint8_t)(1 + b / 4 % 8));
    nf_hdr_set_red_op(&h, (uint8_t)(b % 5));
    nf_hdr_set_dtype(&h, (uint8_t)(b % 3));
    nf_hdr_set_count(&h, (uint16_t)(1 + nf_tb_below(tb, c->cfg.cfg_ranks - had)));
  }
  nf_lane_make(tb, &c->link.packet, &h);
  c->link.packet.err = !c->plain && nf_tb_chance(tb, 2);
}

// A contribution came: what follows when its sum is complete (KLENK IV-B, IV-C).
static void enter_sum(lane_ctx *c, const nf_flit *h, uint64_t result) {
  const unsigned b = (unsigned)(nf_hdr_addr(h) / 128 % NF_LANE_BLOCKS);
  const bool pull = nf_hdr_opcode(h) == NF_OPCODE_PULL_RSP, barrier = nf_hdr_len(h) == 0;
  c->sent[b] += pull && c->cfg.cfg_exclude_source && c->sent[b] == 0;
  c->sent[b] += nf_hdr_count(h);
  if (c->sent[b] < c->cfg.cfg_ranks)
    return;
  c->sent[b] = 0;
  nf_flit r = *h;
  nf_hdr_set_count(&r, c->cfg.cfg_ranks);
  nf_hdr_set_src(&r, ID);
  nf_hdr_set_dst(&r, NF_BROADCAST_ID);
  nf_hdr_set_flags(&r, nf_hdr_flags(h) & 0xdf);
  if (!pull && c->cfg.cfg_multicast_partials) {
    owe_done(c, h, barrier);
    return;
  }
  nf_hdr_set_opcode(&r, barrier ? NF_OPCODE_BARRIER_DONE : NF_OPCODE_MCAST_WRITE);
  owe_packet(c, &r, result);
  c->mcasts += !barrier;
  if (pull && c->cfg.cfg_exclude_source)
    owe_done(c, h, false);
}

// A packet was taken to its end: what must come of it.
static void enter(lane_ctx *c, const nf_lane_packet *p) {
  const nf_flit *const h = &p->flit[0];
  const unsigned opcode = nf_hdr_opcode(h);
  uint64_t source = 0, result = 0;
  const bool hit = locate(c, nf_hdr_addr(h), &source, &result);
  c->received[opcode >> 3]++;
  nf_flit ack = {{0, 0}};
  nf_hdr_set_opcode(&ack, NF_OPCODE_WRITE_ACK);
  nf_hdr_set_addr(&ack, nf_hdr_addr(h));
  nf_hdr_set_src(&ack, ID);
  nf_hdr_set_dst(&ack, nf_hdr_src(h));
  nf_hdr_set_tag(&ack, nf_hdr_tag(h));
  nf_hdr_set_wave(&ack, nf_hdr_wave(h));
  nf_hdr_set_epoch(&ack, nf_hdr_epoch(h));
  if (p->err || nf_hdr_epoch(h) != c->cfg.cfg_epoch) {
    c->errors++;
    return;
  }
  switch (opcode) {
  case NF_OPCODE_WRITE_ACK:
    c->acks++;
    return;
  case NF_OPCODE_BARRIER_DONE:
    owe_done(c, h, true);
    return;
  case NF_OPCODE_WRITE:
  case NF_OPCODE_MCAST_WRITE:
  case NF_OPCODE_PUSH_RESULT:
    if (hit) {
      if (opcode != NF_OPCODE_PUSH_RESULT || c->cfg.cfg_result_acks)
        owe_packet(c, &ack, 0);
      if (opcode != NF_OPCODE_WRITE)
        owe_done(c, h, false);
      return;
    }
    break;
  case NF_OPCODE_PUSH_PARTIAL:
  case NF_OPCODE_PULL_RSP:
    if (opcode == NF_OPCODE_PUSH_PARTIAL && nf_hdr_len(h) != 0)
      owe_packet(c, &ack, 0);
    enter_sum(c, h, result);
    return;
  case NF_OPCODE_PULL_REQ:
  case NF_OPCODE_READ_REQ:
    if (hit) {
      nf_flit r = *h;
      nf_hdr_set_opcode(&r, opcode == NF_OPCODE_PULL_REQ ? NF_OPCODE_PULL_RSP : NF_OPCODE_READ_RSP);
      nf_hdr_set_count(&r, 1);
      nf_hdr_set_src(&r, ID);
      nf_hdr_set_dst(&r, nf_hdr_src(h));
      nf_hdr_set_flags(&r, 0);
      owe_packet(c, &r, source);
      return;
    }
    break;
  default:
    break;
  }
  c->errors++; // unknown, or not mapped
}

static void drive_job(nf_tb *tb, lane_ctx *c, const nf_endpoint_lane_out *o,
                      nf_endpoint_lane_in *i) {
  if (!c->job_waits && c->active && nf_pace_go(tb, &c->job)) {
    c->job_read = c->plain || nf_tb_chance(tb, 60);
    c->job_addr = nf_tb_rand(tb) & ~(uint64_t)127;
    c->job_hdr = nf_lane_header(tb,
                                c->job_read            ? NF_OPCODE_PUSH_WRITE
                                : nf_tb_chance(tb, 50) ? NF_OPCODE_PULL_REQ
                                                       : NF_OPCODE_BARRIER,
                                c->plain ? 8 : 1 + (unsigned)nf_tb_below(tb, 8));
    c->job_waits = true;
  }
  i->job_valid = c->job_waits;
  i->job_read = c->job_read;
  i->job_addr = c->job_addr;
  i->job_hdr = c->job_hdr;
  if (!c->job_waits || !o->job_ready)
    return;
  c->job_waits = false;
  c->jobs++;
  owe_packet(c, &c->job_hdr, c->job_addr);
}

static void watch(nf_tb *tb, lane_ctx *c, const nf_endpoint_lane_out *o, nf_endpoint_lane_in *i) {
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    pay(&c->dones,
        mix(o->done_barrier | (unsigned)o->done_epoch << 1, o->done_addr, o->done_flags));
  i->tx_ready = nf_lane_ready(tb, &c->out);
  if (nf_lane_receive(tb, &c->out, o->tx_valid, o->tx_last, o->tx_err, &o->tx_data))
    pay(&c->sends, packet_sum(c->out.packet.flit, c->out.packet.flits));
  c->acks_told += o->ack;
  c->mcasts_told += o->mcast;
  for (unsigned e = 0; e < NF_ENDPOINT_EVENT_BITS; e++)
    c->seen[e] += o->event >> e & 1;
}

// Everything that was asked for came, once.
static void balance(nf_tb *tb, lane_ctx *c) {
  const unsigned *const e = c->seen;
  // Acknowledgements of responses that found no room are missing, as many as the lane has told.
  const unsigned skipped = e[NF_ENDPOINT_EV_ACK_SKIPPED] - c->skipped;
  nf_tb_check(tb,
              c->sends.owed == c->sends.paid + skipped &&
                  (skipped != 0 || c->sends.owed_sum == c->sends.paid_sum),
              "%u packets to be sent, %u came, %u skipped", c->sends.owed, c->sends.paid, skipped);
  c->skipped += skipped;
  c->sends = (book){0};
  nf_tb_check(tb, c->dones.owed == c->dones.paid && c->dones.owed_sum == c->dones.paid_sum,
              "%u completions, %u told", c->dones.owed, c->dones.paid);
  nf_tb_check(tb, c->acks == c->acks_told && c->acks == e[NF_ENDPOINT_EV_ACK_TAKEN],
              "%u acknowledgements, %u told", c->acks, c->acks_told);
  nf_tb_check(tb, c->mcasts == c->mcasts_told && c->mcasts == e[NF_ENDPOINT_EV_MCAST],
              "%u multicasts, %u told", c->mcasts, c->mcasts_told);
  nf_tb_check(tb,
              c->errors == e[NF_ENDPOINT_EV_ERR_OPCODE] + e[NF_ENDPOINT_EV_ERR_TRANSLATE] +
                               e[NF_ENDPOINT_EV_ERR_DAMAGED] + e[NF_ENDPOINT_EV_STALE],
              "%u packets dropped", c->errors);
  c->phases++;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  lane_ctx *c = p;
  const nf_endpoint_lane_out *o = po;
  nf_endpoint_lane_in *i = pi;
  const unsigned now = (unsigned)nf_tb_cycle(tb);
  if (!c->plain && c->active && now - c->since > ACTIVE) {
    c->active = false;
    c->since = now;
    hurry(c);
  } else if (!c->active && !o->busy && c->link.packet.flits == 0 && !c->job_waits &&
             nf_lane_memory_idle(&c->memory) && ++c->quiet == 8) {
    balance(tb, c);
    begin_phase(tb, c);
    c->quiet = 0;
  }
  nf_tb_check(tb, c->active || now - c->since < DRAIN, "the lane does not come to rest");
  *i = c->cfg;
  c->cfg.abort = 0;
  watch(tb, c, o, i);
  drive_job(tb, c, o, i);
  nf_lane_memory_drive(tb, &c->memory, o, i);

  if (c->link.packet.flits == 0 && c->active)
    next_packet(tb, c);
  bool ended;
  const nf_lane_flit f = nf_lane_send(tb, &c->link, o->rx_ready, &ended);
  i->rx_valid = f.valid;
  i->rx_last = f.last;
  i->rx_err = f.err;
  i->rx_data = f.data;
  if (ended) {
    enter(c, &c->link.packet);
    c->link.packet.flits = 0;
  }
}

static void finish(nf_tb *tb, void *p) {
  lane_ctx *c = p;
  nf_tb_reach(tb, c->phases > 0 && c->jobs > 10, "%u phases, %u jobs", c->phases, c->jobs);
}

// Both directions of the link are full. An acknowledgement leaves with every contribution, which is
// one in ten cycles, and no result waits for more.
static void finish_rate(nf_tb *tb, void *p) {
  lane_ctx *c = p;
  const unsigned cycles = (unsigned)nf_tb_cycle(tb), acked = c->seen[NF_ENDPOINT_EV_ACK_SENT];
  nf_tb_check(tb, c->out.flits + 20 >= cycles, "%u flits out in %u cycles", (unsigned)c->out.flits,
              cycles);
  nf_tb_check(tb, 10 * acked + 30 >= cycles, "%u acknowledgements in %u cycles", acked, cycles);
  nf_tb_check(tb, 9 * c->received[1] + 12 >= cycles || c->received[1] >= acked + P_Acks,
              "%u results in %u cycles", c->received[1], cycles);
}

// A contribution leaves and a result comes in every nine cycles; nothing is acknowledged.
static void finish_unasked(nf_tb *tb, void *p) {
  lane_ctx *c = p;
  const unsigned cycles = (unsigned)nf_tb_cycle(tb);
  nf_tb_check(tb, c->seen[NF_ENDPOINT_EV_ACK_SENT] == 0, "acknowledgements left");
  nf_tb_check(tb, 9 * c->out.packets[0] + 20 >= cycles, "%u contributions in %u cycles",
              (unsigned)c->out.packets[0], cycles);
  nf_tb_check(tb, 9 * c->received[1] + 12 >= cycles, "%u results in %u cycles", c->received[1],
              cycles);
}

// Requests do not leave any more; results come in and are acknowledged at full rate.
static void finish_stuck(nf_tb *tb, void *p) {
  lane_ctx *c = p;
  const unsigned cycles = (unsigned)nf_tb_cycle(tb), results = c->received[0] + c->received[1];
  nf_tb_check(tb, c->out.packets[0] == NF_LANE_SLOTS, "%u requests left",
              (unsigned)c->out.packets[0]);
  nf_tb_check(tb, 9 * results + 12 >= cycles, "%u results in %u cycles", results, cycles);
  nf_tb_check(tb, results - c->seen[NF_ENDPOINT_EV_ACK_SENT] <= 3, "%u acknowledged",
              c->seen[NF_ENDPOINT_EV_ACK_SENT]);
}

// One thing at a time, 20 cycles apart, on an idle lane; each is seen after as many cycles as
// docs/endpoint/nf_endpoint_lane.md says.
enum {
  AT_RESULT = 20,
  AT_JOB = 40,
  AT_REQUEST = 60,
  AT_RETURN = 80,
  AT_TOTAL = 100,
  AT_PULL = 120
};

static void expect(nf_tb *tb, unsigned at, unsigned latency, bool seen, const char *what) {
  const unsigned now = (unsigned)nf_tb_cycle(tb);
  if (now >= at && now < at + latency)
    nf_tb_check(tb, !seen, "%s after %u cycles already", what, now - at);
  if (now == at + latency)
    nf_tb_check(tb, seen, "%s not after %u cycles", what, latency);
}

static void drive_latency(nf_tb *tb, void *p, const void *po, void *pi) {
  lane_ctx *c = p;
  const nf_endpoint_lane_out *o = po;
  nf_endpoint_lane_in *i = pi;
  *i = c->cfg;
  i->cfg_multicast_partials = 0;
  i->cfg_result_acks = 1;
  i->tx_ready = i->rd_ready = 3;
  i->done_ready = 1;
  nf_flit h = nf_lane_header(tb, NF_OPCODE_PUSH_RESULT, 0);
  nf_hdr_set_addr(&h, c->cfg.at_base[0]);
  nf_hdr_set_epoch(&h, c->cfg.cfg_epoch);
  switch (nf_tb_cycle(tb)) {
  case AT_PULL:
    nf_hdr_set_opcode(&h, NF_OPCODE_PULL_REQ);
    // fallthrough
  case AT_RESULT:
    i->rx_valid = i->rx_last = 1;
    i->rx_data = h;
    break;
  case AT_JOB:
  case AT_REQUEST:
    nf_hdr_set_opcode(&h, NF_OPCODE_PUSH_WRITE);
    i->job_valid = 1;
    i->job_read = nf_tb_cycle(tb) == AT_JOB;
    i->job_hdr = h;
    break;
  case AT_RETURN:
    nf_hdr_set_opcode(&h, NF_OPCODE_PUSH_WRITE);
    i->rt_valid = i->rt_last = 1;
    i->rt_data[0] = h;
    break;
  case AT_TOTAL:
    nf_hdr_set_opcode(&h, NF_OPCODE_PULL_RSP);
    nf_hdr_set_count(&h, c->cfg.cfg_ranks);
    i->tot_valid = 1;
    i->tot_hdr = h;
    break;
  default:
    break;
  }
  expect(tb, AT_RESULT, 3, o->wr_valid, "write");
  expect(tb, AT_RESULT, 3, o->done_valid, "completion");
  expect(tb, AT_RESULT, 5, o->tx_valid, "acknowledgement");
  expect(tb, AT_JOB, 2, (o->rd_valid & 1) != 0, "read");
  expect(tb, AT_REQUEST, 3, o->tx_valid, "request");
  expect(tb, AT_RETURN, 2, o->tx_valid, "contribution");
  expect(tb, AT_TOTAL, 3, (o->rd_valid & 1) != 0, "read of a complete sum");
  expect(tb, AT_PULL, 2, (o->rd_valid & 2) != 0, "read for a request");
}

// A packet of another epoch comes while the memory tells of a sum of one: two are dropped in one
// cycle. Then the epoch ends between the header of a result, which was looked at, and its last
// flit.
enum { AT_BOTH = 20, AT_LATE = 40, LATE_FLITS = 3 };

static void drive_stale(nf_tb *tb, void *p, const void *po, void *pi) {
  lane_ctx *c = p;
  const nf_endpoint_lane_out *o = po;
  nf_endpoint_lane_in *i = pi;
  const unsigned now = (unsigned)nf_tb_cycle(tb);
  const uint8_t old = c->cfg.cfg_epoch, next = (old + 1) & 3;
  *i = c->cfg;
  i->tx_ready = i->rd_ready = 3;
  i->done_ready = 1;
  i->cfg_epoch = now < AT_LATE + 2 ? old : next;
  nf_flit h = nf_lane_header(tb, NF_OPCODE_PUSH_RESULT, now < AT_LATE ? 0 : LATE_FLITS - 1);
  nf_hdr_set_addr(&h, c->cfg.at_base[0]);
  nf_hdr_set_epoch(&h, now < AT_LATE ? next : old);
  if (now == AT_BOTH || (now >= AT_LATE && now < AT_LATE + LATE_FLITS)) {
    i->rx_valid = 1;
    i->rx_last = now == AT_BOTH || now + 1 == AT_LATE + LATE_FLITS;
    i->rx_data = h;
  }
  if (now == AT_BOTH) {
    i->tot_valid = 1;
    i->tot_hdr = h;
  }
  c->errors += o->stale;
  nf_tb_check(tb, (o->event >> NF_ENDPOINT_EV_STALE & 1) == (o->stale != 0), "an event, a number");
  expect(tb, AT_BOTH, 2, o->stale == 2, "both dropped");
}

static void finish_stale(nf_tb *tb, void *p) {
  const lane_ctx *c = p;
  nf_tb_check(tb, nf_tb_cycle(tb) < AT_LATE + 10 || c->errors == 3, "%u dropped, not 3", c->errors);
}

int main(int argc, char **argv) {
  static const nf_endpoint_lane_cfg cfg = {.Translations = P_Translations, .Acks = P_Acks};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK V latency of an idle lane", 200, start, drive_latency, NULL},
      {"KLENK IV-F what is of another epoch is counted, each by itself", 100, start, drive_stale,
       finish_stale},
      {"KLENK V one flit a cycle each way", 5000, start_rate, drive, finish_rate},
      {"KLENK V one flit a cycle each way, results not acknowledged", 5000, start_unasked, drive,
       finish_unasked},
      {"KLENK IV-E2 results come in though requests are stuck", 5000, start_stuck, drive,
       finish_stuck},
      {"KLENK IV-F random traffic, books balance in every phase", 100000, start, drive, finish},
      {"KLENK IV-F random traffic, other configurations", 100000, start, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_lane_dut,
                             .model = NF_TB_MODEL(nf_endpoint_lane),
                             .cfg = &cfg,
                             .ctx_size = sizeof(lane_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
