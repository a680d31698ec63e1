// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A master that writes and reads what is numbered, and a block behind that refuses some of it and
// makes some of it wait. Each access has to reach the block once, as it was, and come back with the
// block's own answer.
#include "common/nf_axil.h"
#include "nf_axil_master.h"
#include "nf_tb.h"

extern const nf_dut nf_axil_dut;

typedef struct {
  bool reached, ok; // the block has decided
  uint32_t data;    // of a read: the block's
} decision;

typedef struct {
  nf_axil_master bus;
  decision w, r;
  nf_pace begin_write, begin_read, write, read; // the last two: the block's
  unsigned writes, reads, refused;
  nf_axil_in ahead; // what the master that does not wait drives
} context;

static uint32_t any_addr(nf_tb *tb) {
  return (uint32_t)nf_tb_rand(tb) & (UINT32_MAX >> (32 - P_AddrBits));
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  nf_axil_master_any(tb, &c->bus);
  c->begin_write = nf_pace_any(tb);
  c->begin_read = nf_pace_any(tb);
  c->write = nf_pace_any(tb);
  c->read = nf_pace_any(tb);
}

static void drive_write(nf_tb *tb, context *c, const nf_axil_out *o, nf_axil_in *in) {
  nf_axil_access *const a = &c->bus.write;
  in->write_ready = nf_pace_go(tb, &c->write);
  in->write_ok = nf_tb_chance(tb, 70);
  if (o->write_valid) {
    nf_tb_check(tb,
                a->on && !a->addr_due && !a->data_due && !c->w.reached &&
                    o->write_addr == a->addr && o->write_data == a->data,
                "write of %x: %x", a->addr, o->write_addr);
    c->w = (decision){.reached = in->write_ready, .ok = in->write_ok};
    if (!in->write_ready)
      nf_tb_cover(tb, "a write waits");
  }
  if (a->over) {
    nf_tb_check(tb, c->w.reached && a->resp == (c->w.ok ? 0 : 2), "response %u", a->resp);
    c->writes++;
    c->refused += !c->w.ok;
    a->over = c->w.reached = false;
  }
  if (nf_pace_go(tb, &c->begin_write) && !a->on)
    nf_axil_begin_write(&c->bus, any_addr(tb), (uint32_t)nf_tb_rand(tb));
}

static void drive_read(nf_tb *tb, context *c, const nf_axil_out *o, nf_axil_in *in) {
  nf_axil_access *const a = &c->bus.read;
  in->read_ready = nf_pace_go(tb, &c->read);
  in->read_ok = nf_tb_chance(tb, 70);
  in->read_data = (uint32_t)nf_tb_rand(tb);
  if (o->read_valid) {
    nf_tb_check(tb, a->on && !a->addr_due && !c->r.reached && o->read_addr == a->addr,
                "read of %x: %x", a->addr, o->read_addr);
    c->r = (decision){.reached = in->read_ready, .ok = in->read_ok, .data = in->read_data};
    if (!in->read_ready)
      nf_tb_cover(tb, "a read waits");
  }
  if (a->over) {
    nf_tb_check(
        tb, c->r.reached && a->resp == (c->r.ok ? 0 : 2) && a->data == (c->r.ok ? c->r.data : 0),
        "response %u, data %x", a->resp, a->data);
    c->reads++;
    c->refused += !c->r.ok;
    a->over = c->r.reached = false;
  }
  if (nf_pace_go(tb, &c->begin_read) && !a->on)
    nf_axil_begin_read(&c->bus, any_addr(tb));
}

static void drive_full(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  NF_AXIL_SEE(tb, &c->bus, (const nf_axil_out *)out, );
  drive_write(tb, c, out, in);
  drive_read(tb, c, out, in);
  NF_AXIL_DRIVE(tb, &c->bus, (nf_axil_in *)in, );
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  if (nf_tb_chance(tb, 1))
    start(tb, ctx);
  drive_full(tb, ctx, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->writes > 500 && c->reads > 500 && c->refused > 200,
              "%u writes, %u reads, %u refused", c->writes, c->reads, c->refused);
}

// ------------------------------------------------------------------------------ directed
static void finish_full(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const uint64_t most = nf_tb_cycle(tb) / 2;
  nf_tb_check(tb, c->writes + 2 >= most && c->reads + 2 >= most, "%u writes, %u reads", c->writes,
              c->reads);
}

// A master that offers the next access while the one before is under way, which AXI allows; the
// block says anything at any time.
static void drive_ahead(nf_tb *tb, void *ctx, const void *out, void *in) {
  nf_axil_in *const at = &((context *)ctx)->ahead;
  const nf_axil_out *const o = out;
  if (!at->aw_valid)
    at->aw_addr = any_addr(tb);
  if (!at->w_valid)
    at->w_data = (uint32_t)nf_tb_rand(tb);
  if (!at->ar_valid)
    at->ar_addr = any_addr(tb);
  if (nf_tb_cycle(tb) != 0) {
    at->aw_valid |= nf_tb_chance(tb, 50);
    at->w_valid |= nf_tb_chance(tb, 50);
    at->ar_valid |= nf_tb_chance(tb, 50);
  }
  at->b_ready = nf_tb_chance(tb, 50);
  at->r_ready = nf_tb_chance(tb, 50);
  at->write_ready = nf_tb_chance(tb, 50);
  at->write_ok = nf_tb_chance(tb, 50);
  at->read_ready = nf_tb_chance(tb, 50);
  at->read_ok = nf_tb_chance(tb, 50);
  at->read_data = (uint32_t)nf_tb_rand(tb);
  *(nf_axil_in *)in = *at;
  at->aw_valid &= !o->aw_ready;
  at->w_valid &= !o->w_ready;
  at->ar_valid &= !o->ar_ready;
}

int main(int argc, char **argv) {
  static const nf_axil_cfg cfg = {.AddrBits = P_AddrBits};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 random accesses", 20000, start, drive, finish},
      {"ACE 4.4 an access in every second cycle", 1000, NULL, drive_full, finish_full},
      {"ACE 4.4 the next access while one is under way", 5000, NULL, drive_ahead, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_axil_dut,
                             .model = NF_TB_MODEL(nf_axil),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 3};
  return nf_tb_main(argc, argv, &bench);
}
