// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_row.h"

#include "nf_packet_gen.h"
#include "nf_tb.h"

#include <string.h>

// A line of params.txt that does not say it has the RTL's.
#ifndef P_NoTables
#define P_NoTables 0
#endif

enum {
  QUEUES = 3 * NF_MAX_PORTS,
  LOG = 4096,
  STOP_CYCLES = 600,
  STUCK_CYCLES = 300,
  WAIT_CYCLES = 4000
};

// Independent of the model: what every sink has been promised, in order. A packet is known by its
// number, which stands in every flit.
typedef struct {
  uint32_t number[LOG]; // packets that this sink must get, in order
  bool done[LOG];       // it has got them, ahead of one that waited for an entry
  uint32_t want, got;   // written, received
  uint32_t current;     // packet in progress
  unsigned flit;        // its next flit
  unsigned filled;      // flits in the crosspoint queue
} sink_log;

typedef struct {
  nf_pace in_pace, out_pace;
  unsigned fan_percent; // chance of each further sink: 0 = unicast
  unsigned wait_percent;
  unsigned short_percent; // packets of at most two payload flits
  bool single;            // no packet has payload
  bool hold_sink0;        // sink 0 of the egress is stuck
  bool hold_pull;         // the first packet is a pull request to all that gets no entry
  bool stops;             // the writer stops in the middle of packets
  unsigned stop_left;     // cycles until it goes on
  unsigned stops_done;
  // packet being written
  nf_flit header;
  unsigned len, written;
  bool active;
  uint16_t egress, reduce;
  bool waits, counted;
  unsigned held[2];
  // Requests that wait for an entry, in order; the cycle in which they got it, by number.
  uint32_t pull[LOG], pulls, entries;
  uint64_t entry_at[LOG];
  uint32_t number;
  uint64_t flits_in, flits_out, packets;
  unsigned inside[256]; // counted packets of each region that have not left
  uint64_t counted_in, left;
  bool ended;               // a packet's last flit was sent for the last time in the cycle before
  sink_log sink[2][QUEUES]; // by virtual channel: egress queues of both channels, tables
  unsigned room[QUEUES];    // flits of room: what the row may still send to each queue
  bool sending;             // a packet is on the crosspoint bus
} row_ctx;

static unsigned queue_of(unsigned vc, unsigned sink) {
  return sink < NF_MAX_PORTS ? vc * NF_MAX_PORTS + sink : NF_MAX_PORTS + sink;
}

static void start_common(nf_tb *tb, row_ctx *c) {
  c->in_pace = nf_pace_any(tb);
  c->out_pace = nf_pace_any(tb);
  c->short_percent = 30;
  for (unsigned q = 0; q < QUEUES; q++)
    c->room[q] = P_XpDepth;
}

static void start_unicast(nf_tb *tb, void *p) { start_common(tb, p); }

static void start_multicast(nf_tb *tb, void *p) {
  start_common(tb, p);
  ((row_ctx *)p)->fan_percent = 40;
}

static void start_waiting(nf_tb *tb, void *p) {
  start_common(tb, p);
  ((row_ctx *)p)->fan_percent = 10;
  ((row_ctx *)p)->wait_percent = P_HeaderLast ? 0 : 30;
}

static void start_stuck(nf_tb *tb, void *p) {
  row_ctx *c = p;
  start_common(tb, c);
  c->in_pace = c->out_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->fan_percent = 30;
  c->hold_sink0 = true;
}

static void start_full_rate(nf_tb *tb, void *p) {
  row_ctx *c = p;
  start_common(tb, c);
  c->in_pace = c->out_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
}

static void start_single(nf_tb *tb, void *p) {
  start_full_rate(tb, p);
  ((row_ctx *)p)->single = true;
}

static void start_passing(nf_tb *tb, void *p) {
  row_ctx *c = p;
  start_common(tb, c);
  c->in_pace = c->out_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->hold_pull = !P_HeaderLast;
}

static void start_stops(nf_tb *tb, void *p) {
  row_ctx *c = p;
  start_common(tb, c);
  c->in_pace = c->out_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->fan_percent = 20;
  c->stops = true;
}

// A new packet: its sinks, and the number that every flit carries.
static void new_packet(nf_tb *tb, row_ctx *c) {
  static const uint8_t requests[] = {NF_OPCODE_WRITE, NF_OPCODE_PUSH_WRITE};
  static const uint8_t responses[] = {NF_OPCODE_READ_RSP, NF_OPCODE_PULL_RSP};
  const bool first_pull = c->hold_pull && c->packets == 0;
  bool response = P_HeaderLast || (!first_pull && nf_tb_chance(tb, 50));
  if (!P_HeaderLast && c->held[response] == P_Window) {
    response = !response;
    if (c->held[response] == P_Window)
      return;
  }
  c->len = c->single ? 0 : nf_tb_chance(tb, c->short_percent) ? (unsigned)nf_tb_below(tb, 3) : 8;
  c->waits = first_pull || (!response && nf_tb_chance(tb, c->wait_percent));
  if (c->waits)
    c->len = 0;
  unsigned opcode = response ? responses[nf_tb_below(tb, 2)] : requests[nf_tb_below(tb, 2)];
  c->header = nf_packet_gen_header(tb, c->waits ? NF_OPCODE_PULL_REQ : opcode, c->len);
  nf_hdr_set_addr(&c->header, c->number);
  c->egress = c->reduce = 0;
  unsigned first = (unsigned)nf_tb_below(tb, P_HeaderLast || P_NoTables ? P_Ports : 2 * P_Ports);
  if (first < P_Ports)
    c->egress = (uint16_t)(1u << first);
  else
    c->reduce = (uint16_t)(1u << (first - P_Ports));
  for (unsigned s = 0; s < P_Ports && c->egress != 0; s++)
    if (nf_tb_chance(tb, c->fan_percent))
      c->egress |= (uint16_t)(1u << s);
  if (c->hold_sink0 && nf_tb_cycle(tb) < 4000)
    c->egress |= c->egress != 0 && nf_tb_chance(tb, 10) ? 1 : 0;
  if (first_pull) {
    c->egress = (uint16_t)((1u << P_Ports) - 1);
    c->reduce = 0;
  }
  c->counted = !P_HeaderLast && nf_tb_chance(tb, 50);
  c->active = true;
  c->written = 0;
}

static nf_flit flit_of(const row_ctx *c, unsigned index) {
  if (index == 0)
    return c->header;
  return (nf_flit){{(uint64_t)c->number << 8 | index, ~(uint64_t)c->number}};
}

static void promise(row_ctx *c) {
  unsigned vc = nf_hdr_vc(&c->header);
  for (unsigned s = 0; s < 2 * NF_MAX_PORTS; s++) {
    bool wanted = s < NF_MAX_PORTS ? c->egress >> s & 1 : c->reduce >> (s - NF_MAX_PORTS) & 1;
    if (wanted) {
      sink_log *l = &c->sink[vc][queue_of(vc, s)];
      l->done[l->want % LOG] = false;
      l->number[l->want++ % LOG] = c->number;
    }
  }
}

// The writer stops in the middle of a packet. No sink gives room back at first, so that packets
// are left in the window; at the end of the stop all of them are gone but the one that stopped.
static bool stop(nf_tb *tb, row_ctx *c) {
  if (c->stop_left == 0) {
    if (c->len < 2 || c->written != 2 || !nf_tb_chance(tb, 10))
      return false;
    c->stop_left = STOP_CYCLES;
    c->stops_done++;
  }
  if (--c->stop_left != 0)
    return true;
  unsigned open = 0, here = P_HeaderLast ? 0 : (unsigned)__builtin_popcount(c->egress | c->reduce);
  for (unsigned v = 0; v < 2; v++)
    for (unsigned q = 0; q < QUEUES; q++)
      open += c->sink[v][q].want - c->sink[v][q].got;
  nf_tb_check(tb, open == here, "%u deliveries wait for a packet that has stopped", open - here);
  return false;
}

static void drive_write(nf_tb *tb, row_ctx *c, const nf_switch_row_out *out, nf_switch_row_in *in) {
  if (!c->active)
    new_packet(tb, c);
  if (!c->active || !nf_pace_go(tb, &c->in_pace))
    return;
  if (c->stops && stop(tb, c))
    return;
  unsigned vc = nf_hdr_vc(&c->header);
  bool header_last = P_HeaderLast != 0;
  bool last = c->written == c->len;
  bool header = header_last ? last : c->written == 0;
  in->wr_valid = true;
  in->wr_vc = vc != 0;
  in->wr_head = c->written == 0;
  in->wr_last = last;
  in->wr_err = last && !header_last && c->number % 8 == 7;
  in->wr_data = flit_of(c, header_last ? (last ? 0 : c->written + 1) : c->written);
  if (header) {
    in->wr_egress = c->egress;
    in->wr_reduce = c->reduce;
    in->wr_region = (uint8_t)c->number;
    in->wr_wait = c->waits;
    in->wr_counted = c->counted;
  }
  if (header_last && !out->wr_ready)
    return;
  if (c->written == 0 && !header_last)
    c->held[vc]++;
  if (header) {
    promise(c);
    c->entry_at[c->number % LOG] = c->waits ? UINT64_MAX : 0;
    if (c->waits)
      c->pull[c->pulls++ % LOG] = c->number;
    c->inside[in->wr_region] += c->counted;
    c->counted_in += c->counted;
    c->packets++;
  }
  c->flits_in++;
  c->written++;
  if (last) {
    c->active = false;
    c->number++;
  }
}

// A header arrives at a queue: it must be the next that this sink was promised, but for packets
// that waited for an entry when it was chosen, two cycles before.
static bool in_order(nf_tb *tb, const row_ctx *c, sink_log *l, uint32_t number) {
  const uint64_t chosen = nf_tb_cycle(tb) - 2;
  if (c->entry_at[number % LOG] >= chosen && c->entry_at[number % LOG] != 0)
    return false;
  for (uint32_t i = l->got; i != l->want; i++) {
    const uint32_t older = l->number[i % LOG];
    if (older == number && !l->done[i % LOG]) {
      l->done[i % LOG] = true;
      return true;
    }
    if (!l->done[i % LOG] && c->entry_at[older % LOG] < chosen)
      return false;
  }
  return false;
}

// One flit arrives at a queue.
static void arrive(nf_tb *tb, row_ctx *c, unsigned vc, unsigned queue,
                   const nf_switch_row_out *out) {
  sink_log *l = &c->sink[vc][queue];
  if (l->flit == 0)
    l->current = (uint32_t)nf_hdr_addr(&out->xb_data);
  uint32_t number = l->current;
  if (l->flit == 0)
    nf_tb_check(tb, in_order(tb, c, l, number), "sink %u gets packet %u in order", queue, number);
  else
    nf_tb_check(tb, out->xb_data.w[0] == ((uint64_t)number << 8 | l->flit),
                "sink %u gets flit %u of packet %u", queue, l->flit, number);
  nf_tb_check(tb, c->room[queue] != 0, "sink %u has room", queue);
  if (queue >= 2 * NF_MAX_PORTS && l->flit == 0)
    nf_tb_check(tb, out->xb_region == (uint8_t)number, "the region travels with packet %u", number);
  nf_tb_check(tb, number < c->number, "packet %u starts when all of it is here", number);
  bool damaged = out->xb_last && !P_HeaderLast && number % 8 == 7;
  nf_tb_check(tb, out->xb_err == damaged, "damage travels with packet %u", number);
  c->room[queue]--;
  l->filled++;
  l->flit++;
  c->flits_out++;
  if (out->xb_last) {
    l->flit = 0;
    while (l->got != l->want && l->done[l->got % LOG])
      l->got++;
  }
}

// Once a packet has started, its flits follow each other without a gap.
static void watch_gaps(nf_tb *tb, row_ctx *c, const nf_switch_row_out *out) {
  bool any = (out->xb_request | out->xb_response | out->xb_reduce) != 0;
  nf_tb_check(tb, any || !c->sending, "a flit follows in every cycle");
  c->sending = any && !out->xb_last;
}

static void watch_bus(nf_tb *tb, row_ctx *c, const nf_switch_row_out *out) {
  watch_gaps(tb, c, out);
  for (unsigned s = 0; s < NF_MAX_PORTS; s++) {
    if (out->xb_request >> s & 1)
      arrive(tb, c, 0, s, out);
    if (out->xb_response >> s & 1)
      arrive(tb, c, 1, NF_MAX_PORTS + s, out);
    if (out->xb_reduce >> s & 1) {
      // Both channels share the queue of a table; the header's opcode tells which one it is.
      unsigned q = 2 * NF_MAX_PORTS + s;
      unsigned vc = c->sink[0][q].flit != 0   ? 0
                    : c->sink[1][q].flit != 0 ? 1
                                              : nf_hdr_vc(&out->xb_data);
      arrive(tb, c, vc, q, out);
    }
  }
}

// Requests have passed the one that waits: about as many as there were responses.
static void check_passed(nf_tb *tb, const row_ctx *c) {
  unsigned passed[2] = {0, 0};
  for (unsigned v = 0; v < 2; v++)
    for (unsigned s = 0; s < P_Ports; s++)
      for (uint32_t i = 0; i < c->sink[v][queue_of(v, s)].want; i++)
        passed[v] += c->sink[v][queue_of(v, s)].done[i % LOG];
  nf_tb_check(tb, 2 * passed[0] >= passed[1] && passed[1] > 100,
              "%u requests passed one that waits, while %u responses left", passed[0], passed[1]);
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  row_ctx *c = p;
  const nf_switch_row_out *out = po;
  nf_switch_row_in *in = pi;
  watch_bus(tb, c, out);
  if (out->left) {
    nf_tb_check(tb, c->ended, "a packet leaves a cycle behind its last flit");
    nf_tb_check(tb, c->inside[out->left_region] != 0, "a packet of region %u leaves once",
                out->left_region);
    c->inside[out->left_region]--;
    c->left++;
  }
  c->ended = out->sent != 0 && out->xb_last;
  for (unsigned v = 0; v < 2; v++)
    c->held[v] -= out->sent >> v & 1;
  // A request that is written in this cycle has no entry yet.
  const bool none = c->hold_pull && nf_tb_cycle(tb) < WAIT_CYCLES;
  if (c->entries != c->pulls && !none && nf_tb_chance(tb, 10)) {
    in->alloc_done = true;
    c->entry_at[c->pull[c->entries++ % LOG] % LOG] = nf_tb_cycle(tb);
  }
  if (c->hold_pull && nf_tb_cycle(tb) == WAIT_CYCLES)
    check_passed(tb, c);
  drive_write(tb, c, out, in);
  for (unsigned q = 0; q < QUEUES; q++) {
    bool stuck = (c->hold_sink0 && q % NF_MAX_PORTS == 0 && nf_tb_cycle(tb) < 4000) ||
                 c->stop_left > STOP_CYCLES - STUCK_CYCLES;
    unsigned filled = c->sink[0][q].filled + c->sink[1][q].filled;
    if (filled == 0 || stuck || !nf_pace_go(tb, &c->out_pace))
      continue;
    c->sink[c->sink[0][q].filled != 0 ? 0 : 1][q].filled--;
    c->room[q]++;
    uint16_t bit = (uint16_t)(1u << q % NF_MAX_PORTS);
    if (q < NF_MAX_PORTS)
      in->credit_request |= bit;
    else if (q < 2 * NF_MAX_PORTS)
      in->credit_response |= bit;
    else
      in->credit_reduce |= bit;
  }
}

static void finish(nf_tb *tb, void *p) {
  row_ctx *c = p;
  uint64_t open = 0;
  for (unsigned v = 0; v < 2; v++)
    for (unsigned q = 0; q < QUEUES; q++)
      open += c->sink[v][q].want - c->sink[v][q].got;
  nf_tb_reach(tb, c->packets > 200, "%llu packets", (unsigned long long)c->packets);
  nf_tb_check(tb, c->counted_in - c->left <= 2ull * P_Window + c->ended,
              "%llu packets were counted, %llu left", (unsigned long long)c->counted_in,
              (unsigned long long)c->left);
  nf_tb_check(tb, open <= 2ull * P_Window * P_Ports, "%llu deliveries still open",
              (unsigned long long)open);
}

// One flit a cycle once the pipeline is full: unicast, sinks that never hold back.
static void finish_full_rate(nf_tb *tb, void *p) {
  row_ctx *c = p;
  finish(tb, p);
  if (P_Ports >= 16)
    nf_tb_check(tb, c->flits_out * 100 >= nf_tb_cycle(tb) * 99, "%llu flits in %llu cycles",
                (unsigned long long)c->flits_out, (unsigned long long)nf_tb_cycle(tb));
}

// While sink 0 is stuck, packets for others overtake the ones that wait for it.
static void finish_stuck(nf_tb *tb, void *p) {
  row_ctx *c = p;
  finish(tb, p);
  nf_tb_reach(tb, c->packets > 500, "%llu packets although a sink was stuck",
              (unsigned long long)c->packets);
}

static void finish_stops(nf_tb *tb, void *p) {
  row_ctx *c = p;
  nf_tb_reach(tb, c->stops_done > 10, "%u stops in the middle of a packet", c->stops_done);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_row_dut;
  static const nf_switch_row_cfg cfg = {P_Ports, P_Window, P_XpDepth, P_HeaderLast, P_NoTables};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E2 unicast at full rate", 10000, start_full_rate, drive, finish_full_rate},
      {"KLENK V unicast at full rate, packets without payload", 10000, start_single, drive,
       finish_full_rate},
      {"KLENK IV-E2 random unicast", 20000, start_unicast, drive, finish},
      {"KLENK IV-A random multicast, partial progress", 30000, start_multicast, drive, finish},
      {"KLENK IV-A multicast, other pace", 20000, start_multicast, drive, finish},
      {"KLENK IV-B pull requests wait for an entry", 20000, start_waiting, drive, finish},
      {"KLENK IV-B a request that waits for an entry is passed", 8000, start_passing, drive,
       finish},
      {"KLENK IV-A a stuck sink does not stop the others", 20000, start_stuck, drive, finish_stuck},
      {"KLENK IV-E3 a packet that stops in the middle does not stop the others", 20000, start_stops,
       drive, finish_stops},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_row_dut,
                             .model = NF_TB_MODEL(nf_switch_row),
                             .cfg = &cfg,
                             .ctx_size = sizeof(row_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "left_region:left xb_region xb_data"};
  return nf_tb_main(argc, argv, &bench);
}
