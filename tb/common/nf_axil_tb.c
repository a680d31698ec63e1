// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A master that writes and reads what is numbered, and a block behind that refuses some of it and
// makes some of it wait. Each access has to reach the block once, as it was, and come back with the
// block's own answer.
#include "common/nf_axil.h"
#include "nf_tb.h"

extern const nf_dut nf_axil_dut;

typedef struct {
  bool on, addr_due, data_due, reached, ok; // under way; not taken yet; the block has decided
  uint32_t addr, data;                      // data of a read: the block's
} job;

typedef struct {
  job w, r;
  nf_pace aw, wd, b, ar, rd, write, read; // the last two: the block's
  unsigned writes, reads, refused;
} context;

static uint32_t any_addr(nf_tb *tb) {
  return (uint32_t)nf_tb_rand(tb) & (UINT32_MAX >> (32 - P_AddrBits));
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->aw = nf_pace_any(tb);
  c->wd = nf_pace_any(tb);
  c->b = nf_pace_any(tb);
  c->ar = nf_pace_any(tb);
  c->rd = nf_pace_any(tb);
  c->write = nf_pace_any(tb);
  c->read = nf_pace_any(tb);
}

static void drive_write(nf_tb *tb, context *c, const nf_axil_out *o, nf_axil_in *in) {
  job *const w = &c->w;
  const bool aw = nf_pace_go(tb, &c->aw), wd = nf_pace_go(tb, &c->wd);
  in->write_ready = nf_pace_go(tb, &c->write);
  in->write_ok = nf_tb_chance(tb, 70);
  in->b_ready = nf_pace_go(tb, &c->b);
  nf_tb_check(tb, !o->b_valid || (w->on && w->reached), "an answer nobody waits for");
  if (o->write_valid) {
    nf_tb_check(tb, w->on && !w->reached && o->write_addr == w->addr && o->write_data == w->data,
                "write of %x: %x", w->addr, o->write_addr);
    w->reached = in->write_ready;
    w->ok = in->write_ok;
    if (!in->write_ready)
      nf_tb_cover(tb, "a write waits");
  }
  if (o->b_valid && in->b_ready) {
    nf_tb_check(tb, o->b_resp == (w->ok ? 0 : 2), "response %u", o->b_resp);
    c->writes++;
    c->refused += !w->ok;
    w->on = false;
  }
  if (!w->on && (aw || wd))
    *w = (job){true, true, true, false, false, any_addr(tb), (uint32_t)nf_tb_rand(tb)};
  in->aw_valid = w->on && w->addr_due && aw;
  in->w_valid = w->on && w->data_due && wd;
  in->aw_addr = in->aw_valid ? w->addr : (uint32_t)nf_tb_rand(tb);
  in->w_data = in->w_valid ? w->data : (uint32_t)nf_tb_rand(tb);
  w->addr_due &= !(in->aw_valid && o->aw_ready);
  w->data_due &= !(in->w_valid && o->w_ready);
  if (w->on && w->addr_due && !w->data_due)
    nf_tb_cover(tb, "data before its address");
}

static void drive_read(nf_tb *tb, context *c, const nf_axil_out *o, nf_axil_in *in) {
  job *const r = &c->r;
  const bool ar = nf_pace_go(tb, &c->ar);
  in->read_ready = nf_pace_go(tb, &c->read);
  in->read_ok = nf_tb_chance(tb, 70);
  in->read_data = (uint32_t)nf_tb_rand(tb);
  in->r_ready = nf_pace_go(tb, &c->rd);
  nf_tb_check(tb, !o->r_valid || (r->on && r->reached), "data nobody waits for");
  if (o->read_valid) {
    nf_tb_check(tb, r->on && !r->reached && o->read_addr == r->addr, "read of %x: %x", r->addr,
                o->read_addr);
    r->reached = in->read_ready;
    r->ok = in->read_ok;
    r->data = in->read_data;
    if (!in->read_ready)
      nf_tb_cover(tb, "a read waits");
  }
  if (o->r_valid && in->r_ready) {
    nf_tb_check(tb, o->r_resp == (r->ok ? 0 : 2) && o->r_data == (r->ok ? r->data : 0),
                "response %u, data %x", o->r_resp, o->r_data);
    c->reads++;
    c->refused += !r->ok;
    r->on = false;
  }
  if (!r->on && ar)
    *r = (job){true, true, false, false, false, any_addr(tb), 0};
  in->ar_valid = r->on && r->addr_due && ar;
  in->ar_addr = in->ar_valid ? r->addr : (uint32_t)nf_tb_rand(tb);
  r->addr_due &= !(in->ar_valid && o->ar_ready);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  if (nf_tb_chance(tb, 1))
    start(tb, ctx);
  drive_write(tb, ctx, out, in);
  drive_read(tb, ctx, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->writes > 500 && c->reads > 500 && c->refused > 200,
              "%u writes, %u reads, %u refused", c->writes, c->reads, c->refused);
}

// ------------------------------------------------------------------------------ directed
static void start_full(nf_tb *tb, void *ctx) {
  (void)tb;
  context *const c = ctx;
  c->aw = c->wd = c->b = c->ar = c->rd = c->write = c->read = (nf_pace){.kind = NF_PACE_ALWAYS};
}

static void drive_full(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_write(tb, ctx, out, in);
  drive_read(tb, ctx, out, in);
}

static void finish_full(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const uint64_t most = nf_tb_cycle(tb) / 2;
  nf_tb_check(tb, c->writes + 1 >= most && c->reads + 1 >= most, "%u writes, %u reads", c->writes,
              c->reads);
}

// Valid need not hold: what is offered in any cycle, and what the block says, is noise.
static void drive_noise(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  (void)ctx;
  (void)out;
  const uint64_t n = nf_tb_rand(tb);
  *(nf_axil_in *)in_ptr = (nf_axil_in){.aw_valid = n & 1,
                                       .w_valid = n >> 1 & 1,
                                       .b_ready = n >> 2 & 1,
                                       .ar_valid = n >> 3 & 1,
                                       .r_ready = n >> 4 & 1,
                                       .write_ready = n >> 5 & 1,
                                       .write_ok = n >> 6 & 1,
                                       .read_ready = n >> 7 & 1,
                                       .read_ok = n >> 8 & 1,
                                       .aw_addr = any_addr(tb),
                                       .ar_addr = any_addr(tb),
                                       .w_data = (uint32_t)nf_tb_rand(tb),
                                       .read_data = (uint32_t)nf_tb_rand(tb)};
}

int main(int argc, char **argv) {
  static const nf_axil_cfg cfg = {.AddrBits = P_AddrBits};
  static const nf_tb_scenario scenarios[] = {
      {"ACE 4.4 random accesses", 20000, start, drive, finish},
      {"ACE 4.4 an access in every second cycle", 1000, start_full, drive_full, finish_full},
      {"ACE 4.4 noise", 5000, NULL, drive_noise, NULL},
  };
  const nf_tb_bench bench = {
      &nf_axil_dut, NF_TB_MODEL(nf_axil), &cfg, sizeof(context), scenarios, 3};
  return nf_tb_main(argc, argv, &bench);
}
