// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_ingress.h"

#include "mcr/mcr_program.h"
#include "mcr/nf_mcr_lookup.h"
#include "nf_packet_gen.h"
#include "nf_tb.h"

#include <string.h>

// A line of params.txt that does not say it has the RTL's.
#ifndef P_NoTables
#define P_NoTables 0
#endif

enum { SWITCH_ID = 7, PORT = 1, LOG = 64, REGION_BYTES = 4096 };

// A packet that was taken, and what the plain lookup says of it.
typedef struct {
  nf_flit header;
  bool damaged; // known with the header: a single flit that came damaged
  bool length;  // it has payload and does not end where its header says
  nf_mcr_lookup_out route;
} taken_packet;

typedef struct {
  nf_mcr_table *table;
  nf_packet_gen gen;
  nf_pace alloc_pace;
  unsigned bad_percent;
  unsigned opcode; // 0: any
  uint16_t uplinks;
  uint8_t links;
  bool any_type;
  // Packets in the order in which they came, until the row, a counter or the sink has them.
  taken_packet log[LOG];
  unsigned taken, decided;
  unsigned held[2];
  unsigned packets, drops, acks, written, allocs_wanted, allocs;
  unsigned lengths_wanted, lengths; // packets that go on, filled up or cut; those counted
  unsigned left;                    // payload flits still to come at the row
  bool entering;                    // a packet by a region was written in the cycle before
  uint8_t entering_region;
} ingress_ctx;

static const nf_mcr_table_cfg table_cfg = {P_Ports, P_Regions, P_Nodes, P_HomeSlots};
static const nf_mcr_lookup_cfg lookup_cfg = {P_Ports,  P_Regions, P_Nodes,   P_HomeSlots,
                                             P_Halves, P_Wide,    P_NoTables};

static void program(nf_tb *tb, nf_mcr_table *t) {
  static const uint16_t all[] = {0, 1, 2, 3};
  bool ok = true;
  for (unsigned n = 0; n < 4; n++)
    ok = ok && mcr_write(t, NF_MCR_REG_ROUTE_BASE + 4 * n, 1u << 31 | n % P_Ports);
  for (unsigned s = 0; s + 1 < P_HomeSlots; s++) // the last slot stays open
    ok = ok && mcr_write(t, NF_MCR_REG_HOME_BASE + 4 * s, 1u << 31 | 1u << 30 | s % P_Ports);
  nf_tb_check(tb, ok, "the tables take routes and home slots");
  mcr_region r = {.index = 0,
                  .base = 0x10000,
                  .size = REGION_BYTES,
                  .expected = 4,
                  .mode =
                      1u << NF_MCR_MODE_MULTICAST | 1u << NF_MCR_MODE_PULL | 1u << NF_MCR_MODE_PUSH,
                  .home = 2,
                  .targets = all,
                  .target_count = 4};
  nf_tb_check(tb, mcr_commit(t, &r) == NF_MCR_STATUS_OK, "region 0 is accepted");
  r.index = 1;
  r.base = 0x20000;
  r.mode = 1u << NF_MCR_MODE_MULTICAST | 1u << NF_MCR_MODE_EXCLUDE_SOURCE;
  r.target_count = 2;
  nf_tb_check(tb, mcr_commit(t, &r) == NF_MCR_STATUS_OK, "region 1 is accepted");
}

static void start(nf_tb *tb, void *p) {
  ingress_ctx *c = p;
  nf_tb_check(tb, nf_mcr_table_init(&c->table, &table_cfg) == NF_OK, "table");
  program(tb, c->table);
  c->gen.pace = nf_pace_any(tb);
  c->alloc_pace = nf_pace_any(tb);
  c->bad_percent = 25;
  c->any_type = true;
  c->links = (uint8_t)(1 + nf_tb_below(tb, NF_MAX_LINKS));
}

static void start_full_rate(nf_tb *tb, void *p) {
  ingress_ctx *c = p;
  start(tb, c);
  c->gen.pace = c->alloc_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->bad_percent = 0;
  c->any_type = false;
}

static void start_pulls(nf_tb *tb, void *p) {
  start(tb, p);
  ((ingress_ctx *)p)->opcode = NF_OPCODE_PULL_REQ;
}

// Damaged, cut and short packets, one behind the other.
static void start_broken(nf_tb *tb, void *p) {
  start_full_rate(tb, p);
  ((ingress_ctx *)p)->bad_percent = 100;
}

// What comes in goes down only.
static void start_uplink(nf_tb *tb, void *p) {
  start(tb, p);
  ((ingress_ctx *)p)->uplinks = 1u << PORT | 1u << (P_Ports - 1);
}

static void new_packet(nf_tb *tb, ingress_ctx *c) {
  static const uint8_t opcodes[] = {
      NF_OPCODE_READ_REQ, NF_OPCODE_WRITE,        NF_OPCODE_MCAST_WRITE, NF_OPCODE_PULL_REQ,
      NF_OPCODE_BARRIER,  NF_OPCODE_PUSH_WRITE,   NF_OPCODE_READ_RSP,    NF_OPCODE_WRITE_ACK,
      NF_OPCODE_PULL_RSP, NF_OPCODE_PUSH_PARTIAL, NF_OPCODE_PUSH_RESULT, NF_OPCODE_BARRIER_DONE};
  bool bad = nf_tb_chance(tb, c->bad_percent);
  unsigned kind = bad ? (unsigned)nf_tb_below(tb, 7) : 7;
  unsigned opcode =
      c->opcode != 0 && nf_tb_chance(tb, 80) ? c->opcode : opcodes[nf_tb_below(tb, sizeof opcodes)];
  if (kind == 0)
    opcode = 14;
  bool empty = opcode == NF_OPCODE_BARRIER || opcode == NF_OPCODE_WRITE_ACK ||
               opcode == NF_OPCODE_BARRIER_DONE;
  unsigned len = empty ? 0 : 1u << nf_tb_below(tb, 4);
  nf_flit h = nf_packet_gen_header(tb, opcode, len);
  unsigned region = (unsigned)nf_tb_below(tb, 2);
  uint64_t base = kind == 1 ? 0x40000 : region == 0 ? 0x10000 : 0x20000;
  uint64_t offset = nf_tb_below(tb, REGION_BYTES / 128) * 128;
  nf_hdr_set_addr(&h, base + offset);
  // A good packet is a sum of any type; what the build does not have is refused.
  bool plane = (opcode == NF_OPCODE_PULL_RSP || opcode == NF_OPCODE_PUSH_PARTIAL) && P_Wide != 0 &&
               nf_tb_chance(tb, 50);
  unsigned dtype = (unsigned)nf_tb_below(tb, NF_DTYPES);
  nf_hdr_set_red_op(&h, kind == 2 ? NF_RED_OP_XOR : NF_RED_OP_ADD);
  nf_hdr_set_dtype(&h, plane ? NF_DTYPE_F32X : c->any_type ? (uint8_t)dtype : NF_DTYPE_F32);
  nf_hdr_set_flags(&h, plane || (bad && nf_tb_chance(tb, 10)) ? 1u << NF_FLAG_PLANE : 0);
  nf_hdr_set_count(&h, kind == 3 ? 0 : 1);
  nf_hdr_set_src(&h, PORT);
  nf_hdr_set_dst(&h, (uint16_t)(nf_tb_chance(tb, 20) ? SWITCH_ID : nf_tb_below(tb, 4)));
  nf_packet_gen_start(&c->gen, tb, &h);
  c->gen.err = kind == 4;
  c->gen.extra = kind == 5 ? 3 : 0;
  c->gen.early_last = kind == 6 && c->gen.flits > 1;
}

// The header of the next packet comes to a decision: it is written, dropped or consumed.
static void decide(nf_tb *tb, ingress_ctx *c, bool written, const nf_switch_ingress_out *out) {
  const taken_packet *t = &c->log[c->decided++ % LOG];
  bool wanted = t->route.error == NF_ERR_NONE && !t->route.sink && !t->damaged;
  nf_tb_check(tb, written == wanted, "opcode %u: written %u, error %u, damaged %u",
              nf_hdr_opcode(&t->header), written, t->route.error, t->damaged);
  if (written) {
    nf_tb_check(tb,
                out->wr_egress == t->route.egress && out->wr_reduce == t->route.reduce &&
                    out->wr_region == t->route.region && out->wr_wait == t->route.alloc &&
                    out->wr_counted == (t->route.by_region && t->route.reduce == 0),
                "opcode %u goes where the lookup says", nf_hdr_opcode(&t->header));
    nf_tb_check(tb, memcmp(&out->wr_data, &t->header, sizeof t->header) == 0, "header unchanged");
    nf_tb_check(tb, (out->wr_egress & c->uplinks) == 0, "an uplink's packet goes down: %x",
                out->wr_egress);
    c->allocs_wanted += out->wr_wait;
    c->lengths_wanted += t->length;
    c->written++;
    c->entering = t->route.by_region;
    c->entering_region = t->route.region;
  }
  static const char *const points[] = {"written", "OPCODE", "ROUTE", "REGION", "RANGE", "MODE",
                                       "ALIGN",   "OP",     "COUNT", "LENGTH", "HOME",  "TARGETS"};
  nf_tb_cover(tb, points[t->damaged && t->route.error == 0 ? NF_ERR_LENGTH : t->route.error]);
}

static void watch(nf_tb *tb, ingress_ctx *c, const nf_switch_ingress_out *out) {
  nf_tb_check(tb, out->enter == c->entering, "a packet %s a region is counted in",
              c->entering ? "by" : "not by");
  if (out->enter)
    nf_tb_check(tb, out->enter_region == c->entering_region, "it is of region %u, not %u",
                c->entering_region, out->enter_region);
  c->entering = false;
  // The switch counts one packet for a cause in a cycle.
  nf_tb_check(tb, !(out->drop && out->length_error), "two packets are counted at once");
  c->lengths += out->length_error;
  nf_tb_check(tb, c->lengths <= c->lengths_wanted, "%u packets filled up or cut, not %u",
              c->lengths, c->lengths_wanted);
  // Events come a cycle after the flit was at the row's port, so a drop decides before a write.
  if (out->drop || out->ack) {
    const taken_packet *t = &c->log[c->decided % LOG];
    unsigned code = t->route.error != NF_ERR_NONE ? t->route.error : NF_ERR_LENGTH;
    if (out->drop)
      nf_tb_check(tb, out->drop_error == code, "dropped for %u, not %u", code, out->drop_error);
    c->held[nf_hdr_vc(&t->header)]--;
    decide(tb, c, false, out);
    c->drops += out->drop;
    c->acks += out->ack;
  }
  c->packets += out->packet;
  if (out->wr_valid) {
    if (out->wr_head) {
      nf_tb_check(tb, c->left == 0, "the packet before is complete");
      decide(tb, c, true, out);
      c->left = nf_hdr_payload_flits(&out->wr_data);
    } else {
      c->left--;
    }
    nf_tb_check(tb, out->wr_last == (c->left == 0), "last where the header says");
  }
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  ingress_ctx *c = p;
  const nf_switch_ingress_out *out = po;
  nf_switch_ingress_in *in = pi;
  watch(tb, c, out);
  in->cfg_id = SWITCH_ID;
  in->cfg_port = PORT;
  in->cfg_first_hop = c->uplinks == 0;
  in->cfg_uplinks = c->uplinks;
  in->cfg_links = c->links;
  in->cfg_uplink = c->uplinks >> PORT & 1;
  in->view = nf_mcr_table_peek(c->table)->view;
  if (c->gen.flits == 0)
    new_packet(tb, c);
  unsigned before = c->gen.sent;
  nf_flit header = c->gen.flit[0];
  bool cut = c->gen.flits == 1 && (c->gen.err || c->gen.extra != 0);
  bool length = c->gen.flits > 1 && (c->gen.early_last || c->gen.extra != 0);
  nf_link_flit f = nf_packet_gen_drive(&c->gen, tb, out->rx_ready);
  in->rx_valid = f.valid;
  in->rx_last = f.last;
  in->rx_err = f.err;
  in->rx_data = f.data;
  if (f.valid && before == 0 && (out->rx_ready >> nf_hdr_vc(&header) & 1) != 0) {
    taken_packet *t = &c->log[c->taken++ % LOG];
    *t = (taken_packet){.header = header, .damaged = cut, .length = length};
    nf_mcr_place place = {SWITCH_ID, PORT, in->cfg_first_hop, in->cfg_uplink, c->uplinks, c->links};
    nf_mcr_route(&lookup_cfg, &in->view, &place, &header, &t->route);
    c->held[nf_hdr_vc(&header)]++;
  }
  // The row sends what it holds after a while, a pull request only when the table has taken it.
  unsigned open[2] = {c->allocs_wanted - c->allocs, 0};
  for (unsigned k = c->decided; k != c->taken; k++)
    open[nf_hdr_vc(&c->log[k % LOG].header)]++;
  for (unsigned v = 0; v < 2; v++) {
    if (c->held[v] > open[v] && nf_tb_chance(tb, 30)) {
      in->sent |= (uint8_t)(1u << v);
      c->held[v]--;
    }
  }
  in->alloc_ready = nf_pace_go(tb, &c->alloc_pace);
  if (out->alloc_valid && in->alloc_ready) {
    nf_tb_check(tb, nf_hdr_opcode(&out->alloc_data) == NF_OPCODE_PULL_REQ, "a pull request");
    c->allocs++;
  }
}

static void finish(nf_tb *tb, void *p) {
  ingress_ctx *c = p;
  nf_tb_reach(tb, c->written > 200, "%u packets written", c->written);
  nf_tb_check(tb, c->written + c->drops + c->acks == c->decided, "every packet has one fate");
  nf_tb_check(tb, c->taken - c->decided <= 4, "%u taken, %u decided", c->taken, c->decided);
  nf_tb_check(tb, c->lengths_wanted - c->lengths <= 1, "%u packets filled up or cut, %u counted",
              c->lengths_wanted, c->lengths);
  nf_tb_check(tb, c->allocs_wanted - c->allocs <= P_Window + 2, "%u allocations of %u", c->allocs,
              c->allocs_wanted);
}

static void finish_broken(nf_tb *tb, void *p) {
  const ingress_ctx *c = p;
  finish(tb, p);
  nf_tb_reach(tb, c->lengths > 100, "%u packets filled up or cut", c->lengths);
}

static void stop(void *p) { nf_mcr_table_free(((ingress_ctx *)p)->table); }

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_ingress_dut;
  static const nf_switch_ingress_cfg cfg = {P_Ports,  P_Regions, P_Nodes, P_HomeSlots,
                                            P_Window, P_Halves,  P_Wide,  P_NoTables};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-A good packets at full rate", 15000, start_full_rate, drive, finish},
      {"KLENK IV-A IV-E3 random packets, a quarter malformed or refused", 30000, start, drive,
       finish},
      {"KLENK IV-E3 each broken packet counts once, by one cause", 20000, start_broken, drive,
       finish_broken},
      {"KLENK IV-B pull requests ask for entries", 20000, start_pulls, drive, finish},
      {"KLENK IV-A at an uplink: what comes from above goes down", 20000, start_uplink, drive,
       finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_ingress_dut,
                             .model = NF_TB_MODEL(nf_switch_ingress),
                             .cfg = &cfg,
                             .ctx_size = sizeof(ingress_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .stop = stop};
  return nf_tb_main(argc, argv, &bench);
}
