// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_axil_master.h"

void nf_axil_master_any(nf_tb *tb, nf_axil_master *m) {
  nf_pace *const all[] = {&m->aw, &m->w, &m->b, &m->ar, &m->r};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = nf_pace_any(tb);
  m->liberties = true;
}

void nf_axil_begin_write(nf_axil_master *m, uint32_t addr, uint32_t data) {
  m->write =
      (nf_axil_access){.on = true, .addr_due = true, .data_due = true, .order = NF_AXIL_ORDERS};
  m->write.addr = addr;
  m->write.data = data;
}

void nf_axil_begin_read(nf_axil_master *m, uint32_t addr) {
  m->read = (nf_axil_access){.on = true, .addr_due = true, .addr = addr};
}

// True once for an access that is over.
static bool over(nf_tb *tb, nf_axil_access *a, const char *what) {
  const bool was = a->over;
  a->over = false;
  nf_tb_check(tb, !was || a->resp == 0, "%s of %#x refused", what, a->addr);
  return was;
}

bool nf_axil_write(nf_tb *tb, nf_axil_master *m, uint32_t addr, uint32_t data) {
  if (over(tb, &m->write, "write"))
    return true;
  if (!m->write.on)
    nf_axil_begin_write(m, addr, data);
  return false;
}

bool nf_axil_read(nf_tb *tb, nf_axil_master *m, uint32_t addr) {
  if (over(tb, &m->read, "read"))
    return true;
  if (!m->read.on)
    nf_axil_begin_read(m, addr);
  return false;
}

// A response belongs to an access whose address and data were taken.
static void answer(nf_tb *tb, nf_axil_access *a, bool valid, bool ready, uint8_t resp,
                   const char *what) {
  if (!valid)
    return;
  nf_tb_check(tb, a->on && !a->addr_due && !a->data_due, "%s before its access", what);
  if (!ready)
    return;
  a->on = false;
  a->over = true;
  a->resp = resp;
}

void nf_axil_master_see(nf_tb *tb, nf_axil_master *m, nf_axil_shown shown) {
  m->shown = shown;
  m->b_ready = nf_pace_go(tb, &m->b);
  m->r_ready = nf_pace_go(tb, &m->r);
  answer(tb, &m->write, shown.b_valid, m->b_ready, shown.b_resp, "a response");
  answer(tb, &m->read, shown.r_valid, m->r_ready, shown.r_resp, "data");
  if (shown.r_valid && m->r_ready)
    m->read.data = shown.r_data;
}

// Whether the address and the data of a write are offered, if they are not yet.
static void offer_write(nf_tb *tb, nf_axil_master *m) {
  nf_axil_access *const a = &m->write;
  bool aw = nf_pace_go(tb, &m->aw), w = nf_pace_go(tb, &m->w);
  if (a->on && a->order == NF_AXIL_ORDERS)
    a->order = m->liberties ? (nf_axil_order)nf_tb_below(tb, NF_AXIL_ORDERS) : NF_AXIL_TOGETHER;
  switch (a->order) {
  case NF_AXIL_ADDRESS_FIRST:
    w = w && !a->addr_due;
    break;
  case NF_AXIL_DATA_FIRST:
    aw = aw && !a->data_due;
    break;
  case NF_AXIL_ANY_ORDER:
    break;
  default:
    w = aw;
  }
  a->addr_shown = a->addr_due && (a->addr_shown || aw);
  a->data_shown = a->data_due && (a->data_shown || w);
}

static uint32_t shown_or_noise(nf_tb *tb, const nf_axil_master *m, bool shown, uint32_t value) {
  return shown ? value : m->liberties ? (uint32_t)nf_tb_rand(tb) : 0;
}

void nf_axil_master_drive(nf_tb *tb, nf_axil_master *m) {
  nf_axil_access *const w = &m->write, *const r = &m->read;
  const bool ar = nf_pace_go(tb, &m->ar);
  if (nf_tb_cycle(tb) == 0)
    return;
  offer_write(tb, m);
  r->addr_shown = r->addr_due && (r->addr_shown || ar);
  m->aw_addr = shown_or_noise(tb, m, w->addr_shown, w->addr);
  m->w_data = shown_or_noise(tb, m, w->data_shown, w->data);
  m->ar_addr = shown_or_noise(tb, m, r->addr_shown, r->addr);
  w->addr_due = w->addr_due && !(w->addr_shown && m->shown.aw_ready);
  w->data_due = w->data_due && !(w->data_shown && m->shown.w_ready);
  r->addr_due = r->addr_due && !(r->addr_shown && m->shown.ar_ready);
  if (w->addr_due && w->on && !w->data_due)
    nf_tb_cover(tb, "data before its address");
  if (w->data_due && w->on && !w->addr_due)
    nf_tb_cover(tb, "an address before its data");
}
