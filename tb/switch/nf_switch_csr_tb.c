// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_csr.h"

#include "nf_tb.h"

// The rest of the switch, as the CSR port sees it, and an independent copy of what was written.
typedef struct {
  bool waiting; // for an answer
  bool write;
  uint16_t addr;
  uint32_t wdata;
  bool asked; // the access is on the port
  bool traffic;
  bool mcr_busy, mcr_err; // the MCR table works on an access
  unsigned mcr_delay, stats_delay;
  uint32_t mcr_rdata;
  uint32_t id, control, timeout, first_hop, uplinks, links, limit; // registers
  uint32_t select, group, errors, flags;
  uint32_t clear, clears; // last one accepted; accepted
  uint32_t oldest[3];     // noted with OLDEST_ADDR_LO: the rest of the address, counts, mask
  uint32_t expected_data;
  bool expected_err, check_data;
  unsigned answers, refused;
  uint32_t stats[NF_MAX_PORTS];
} csr_ctx;

static void start(nf_tb *tb, void *p) {
  csr_ctx *c = p;
  (void)tb;
  c->first_hop = (1u << P_Ports) - 1;
  c->links = 1;
  c->limit = P_Entries;
}

// What the registers must answer, from the register page.
static void expect(csr_ctx *c, const nf_switch_csr_in *in) {
  uint32_t value = 0, *config = NULL;
  uint32_t max = 0, min = 0;
  bool known = true, read_only = false;
  c->check_data = true;
  switch (c->addr) {
  case NF_CSR_ID:
    value = 0x4E460001;
    read_only = true;
    break;
  case NF_CSR_PARAMS:
    read_only = true;
    value = P_Regions << 16 | P_Entries << 8 | P_Ports;
    // 2^n, or three times that
    value |= (P_HomeSlots % 3 == 0 ? 0x80000000u : 0) | (uint32_t)__builtin_ctz(P_HomeSlots) << 24;
    break;
  case NF_CSR_SWITCH_ID:
    config = &c->id;
    max = NF_MAX_NODES - 1;
    break;
  case NF_CSR_CONTROL:
    config = &c->control;
    max = 1;
    break;
  case NF_CSR_TIMEOUT:
    config = &c->timeout;
    max = 0xfff;
    break;
  case NF_CSR_FIRST_HOP:
    config = &c->first_hop;
    max = (1u << P_Ports) - 1;
    break;
  case NF_CSR_UPLINKS:
    config = &c->uplinks;
    max = (1u << P_Ports) - 1;
    break;
  case NF_CSR_LINKS:
    config = &c->links;
    min = 1;
    max = 8;
    break;
  case NF_CSR_MASK_SELECT:
    value = c->group;
    known = !c->write || c->wdata < (P_Nodes + 31) / 32;
    if (known && c->write)
      c->group = c->wdata;
    break;
  case NF_CSR_TABLE_LIMIT:
    config = &c->limit;
    min = 1;
    max = P_Entries;
    break;
  case NF_CSR_STATUS:
    value = c->traffic;
    read_only = true;
    break;
  case NF_CSR_ERRORS:
    value = c->errors;
    if (c->write)
      c->errors &= ~c->wdata;
    break;
  case NF_CSR_FLAGS:
    value = c->flags;
    if (c->write)
      c->flags &= ~c->wdata;
    break;
  case NF_CSR_CLEAR: // whether there is traffic or not
    value = (uint32_t)in->dropping << 31 | c->clear;
    known = !c->write || ((c->wdata & ~0x9f0fu) == 0 && (c->wdata >> 8 & 31) < P_Regions);
    if (known && c->write) {
      c->clear = c->wdata;
      c->clears++;
    }
    break;
  case NF_CSR_PORT_SELECT:
    value = c->select;
    known = !c->write || c->wdata < P_Ports;
    if (known && c->write)
      c->select = c->wdata;
    break;
  case NF_CSR_OLDEST_ADDR_LO:
  case NF_CSR_OLDEST_ADDR_HI:
  case NF_CSR_OLDEST_COUNT:
  case NF_CSR_OLDEST_MASK:
  case NF_CSR_TABLE_USED:
    read_only = true;
    if (c->addr == NF_CSR_OLDEST_ADDR_LO && !c->write) {
      c->oldest[0] = (uint32_t)(in->oldest_addr[c->select] >> 32 & 0xffff) |
                     (uint32_t)(in->oldest_valid >> c->select & 1) << 31;
      c->oldest[1] = in->oldest_count[c->select] | (uint32_t)in->oldest_expected[c->select] << 16;
      c->oldest[2] = in->oldest_mask[c->select];
    }
    value = c->addr == NF_CSR_OLDEST_ADDR_LO   ? (uint32_t)in->oldest_addr[c->select]
            : c->addr == NF_CSR_OLDEST_ADDR_HI ? c->oldest[0]
            : c->addr == NF_CSR_OLDEST_COUNT   ? c->oldest[1]
            : c->addr == NF_CSR_OLDEST_MASK    ? c->oldest[2]
                                               : in->used[c->select];
    break;
  default:
    if (c->addr >= NF_CSR_MCR_BASE && c->addr < 0x2000) {
      c->check_data = false; // the table answers
      return;
    }
    known =
        c->addr % 4 == 0 &&
        (c->addr == NF_CSR_RX_PACKETS || c->addr == NF_CSR_RX_DROPS || c->addr == NF_CSR_RX_ACKS ||
         c->addr == NF_CSR_TX_PACKETS || c->addr == NF_CSR_CLEARED ||
         (c->addr > NF_CSR_DROP_BASE && c->addr <= NF_CSR_DROP_BASE + 4 * NF_ERR_TARGETS) ||
         (c->addr >= NF_CSR_EVENT_BASE && c->addr <= NF_CSR_EVENT_BASE + 4 * NF_EV_REST));
    read_only = true;
    c->check_data = !known || c->write; // a counter's value comes later
  }
  if (config != NULL) {
    value = *config;
    known = !c->write || (c->wdata >= min && c->wdata <= max && !c->traffic);
    if (known && c->write)
      *config = c->wdata;
  }
  c->expected_err = !known || (c->write && read_only);
  c->expected_data = c->expected_err || c->write ? 0 : value;
}

static void new_access(nf_tb *tb, csr_ctx *c) {
  static const uint16_t addrs[] = {NF_CSR_ID,
                                   NF_CSR_PARAMS,
                                   NF_CSR_SWITCH_ID,
                                   NF_CSR_CONTROL,
                                   NF_CSR_TIMEOUT,
                                   NF_CSR_FIRST_HOP,
                                   NF_CSR_TABLE_LIMIT,
                                   NF_CSR_UPLINKS,
                                   NF_CSR_LINKS,
                                   NF_CSR_MASK_SELECT,
                                   NF_CSR_STATUS,
                                   NF_CSR_ERRORS,
                                   NF_CSR_FLAGS,
                                   NF_CSR_PORT_SELECT,
                                   NF_CSR_OLDEST_ADDR_LO,
                                   NF_CSR_OLDEST_ADDR_HI,
                                   NF_CSR_OLDEST_COUNT,
                                   NF_CSR_OLDEST_MASK,
                                   NF_CSR_TABLE_USED,
                                   NF_CSR_RX_PACKETS,
                                   NF_CSR_RX_DROPS,
                                   NF_CSR_RX_ACKS,
                                   NF_CSR_TX_PACKETS,
                                   NF_CSR_CLEAR,
                                   NF_CSR_CLEARED,
                                   NF_CSR_DROP_BASE + 4,
                                   NF_CSR_DROP_BASE + 44,
                                   NF_CSR_EVENT_BASE,
                                   NF_CSR_EVENT_BASE + 56,
                                   NF_CSR_MCR_BASE,
                                   NF_CSR_MCR_BASE + NF_MCR_REG_ROUTE_BASE + 8};
  bool wild = nf_tb_chance(tb, 15);
  c->addr = wild ? (uint16_t)nf_tb_below(tb, 0x2100)
                 : addrs[nf_tb_below(tb, sizeof addrs / sizeof *addrs)];
  c->write = nf_tb_chance(tb, 50);
  // Small values reach the accepted ranges, large ones the refusals.
  c->wdata = (uint32_t)(nf_tb_chance(tb, 60) ? nf_tb_below(tb, 40) : nf_tb_rand(tb));
  if (c->addr == NF_CSR_CLEAR && nf_tb_chance(tb, 60))
    c->wdata &= nf_tb_chance(tb, 70) ? 0x800fu | (P_Regions - 1) << 8 : 0x9f0fu;
  c->asked = true;
}

static void drive_stubs(nf_tb *tb, csr_ctx *c, const nf_switch_csr_out *out, nf_switch_csr_in *in) {
  for (unsigned p = 0; p < P_Ports; p++) {
    in->used[p] = (uint8_t)nf_tb_below(tb, P_Entries + 1);
    in->oldest_mask[p] = (uint32_t)nf_tb_rand(tb);
    in->oldest_addr[p] = nf_tb_rand(tb) >> 16;
    in->oldest_count[p] = (uint16_t)nf_tb_rand(tb);
    in->oldest_expected[p] = (uint16_t)nf_tb_rand(tb);
    in->stats_data[p] = c->stats[p] = (uint32_t)nf_tb_rand(tb);
  }
  in->oldest_valid = (uint16_t)nf_tb_below(tb, 1u << P_Ports);
  in->dropping = nf_tb_chance(tb, 50);
  if (nf_tb_chance(tb, 5))
    c->traffic = !c->traffic;
  in->traffic = c->traffic;
  // A counter answers after a while.
  if (out->stats_read != 0 && c->stats_delay-- == 0) {
    in->stats_valid = out->stats_read;
    c->stats_delay = (unsigned)nf_tb_below(tb, 4);
    nf_tb_check(tb, out->stats_read == 1u << c->select, "the selected port is read");
    c->check_data = true;
    c->expected_data = c->stats[c->select];
  }
  // So does the MCR table.
  in->cfg_ready = !c->mcr_busy && nf_tb_chance(tb, 70);
  if (out->cfg_valid && in->cfg_ready) {
    nf_tb_check(tb,
                out->cfg_addr == (c->addr & 0xfff) && out->cfg_write == c->write &&
                    out->cfg_wdata == c->wdata,
                "the MCR table gets the access as it was asked");
    c->mcr_busy = true;
    c->mcr_delay = (unsigned)nf_tb_below(tb, 6);
    c->mcr_err = nf_tb_chance(tb, 30);
    c->mcr_rdata = (uint32_t)nf_tb_rand(tb);
  } else if (c->mcr_busy && c->mcr_delay-- == 0) {
    in->cfg_rvalid = true;
    in->cfg_err = c->mcr_err;
    in->cfg_rdata = c->mcr_rdata;
    nf_tb_check(tb, out->cfg_rready, "the answer of the MCR table is taken at once");
    c->mcr_busy = false;
    c->check_data = true;
    c->expected_err = c->mcr_err;
    c->expected_data = c->mcr_rdata;
  }
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  csr_ctx *c = p;
  const nf_switch_csr_out *out = po;
  nf_switch_csr_in *in = pi;
  nf_tb_check(tb,
              out->id == c->id && ((uint32_t)out->tick_log2 << 8 | out->timeout) == c->timeout &&
                  out->entries == c->limit && out->first_hop == c->first_hop &&
                  out->multicast_partials == c->control && out->uplinks == c->uplinks &&
                  out->links == c->links && out->mask_select == c->group,
              "the configuration is what was written");
  nf_tb_check(tb,
              out->drop_epochs == (c->clear & 15) && out->drop_one == (c->clear >> 15 & 1) &&
                  out->drop_region == (c->clear >> 8 & 31),
              "the clear command is the one that was written");
  in->csr_rready = nf_tb_chance(tb, 60);
  if (out->csr_rvalid && in->csr_rready) {
    nf_tb_check(tb, c->waiting && out->csr_err == c->expected_err, "%s of %04x: error bit %u",
                c->write ? "write" : "read", c->addr, out->csr_err);
    if (c->check_data)
      nf_tb_check(tb, out->csr_rdata == c->expected_data, "read of %04x: %08x, not %08x", c->addr,
                  c->expected_data, out->csr_rdata);
    c->waiting = false;
    c->answers++;
    c->refused += out->csr_err;
  }
  drive_stubs(tb, c, out, in);
  // Nothing in the first cycle after reset (AXI4 A3.1.2).
  if (!c->asked && !c->waiting && nf_tb_cycle(tb) != 0 && nf_tb_chance(tb, 50))
    new_access(tb, c);
  in->csr_valid = c->asked;
  in->csr_addr = c->addr;
  in->csr_write = c->write;
  in->csr_wdata = c->wdata;
  if (c->asked && out->csr_ready) {
    expect(c, in);
    c->asked = false;
    c->waiting = true;
  }
  if (nf_tb_chance(tb, 10))
    in->error = (uint16_t)(nf_tb_rand(tb) & nf_tb_rand(tb));
  // Codes 1..11 at their bits, events 10..14 from bit 16 on.
  c->errors |= (in->error & 0x7ffu) << 1 | (uint32_t)in->error >> 11 << 26;
  if (nf_tb_chance(tb, 10))
    in->flags = (uint8_t)(nf_tb_rand(tb) & nf_tb_rand(tb));
  c->flags |= in->flags & 0x1f; // PLANE and what lies above are not shown
}

// A region that there is not, and the words of one entry while another becomes the oldest.
static void drive_directed(nf_tb *tb, void *p, const void *po, void *pi) {
  static const struct {
    bool write;
    uint16_t addr;
    uint32_t data;
    bool err;
  } steps[] = {{true, NF_CSR_CLEAR, 0x8001 | (P_Regions - 1) << 8, false},
               {true, NF_CSR_CLEAR, 0x8002 | P_Regions << 8, true},
               {false, NF_CSR_CLEAR, 0x8001 | (P_Regions - 1) << 8, false},
               {false, NF_CSR_OLDEST_ADDR_LO, 0x1000, false},
               {false, NF_CSR_OLDEST_ADDR_HI, 0x80000001, false},
               {false, NF_CSR_OLDEST_COUNT, 0x00050001, false},
               {false, NF_CSR_OLDEST_MASK, 0x10, false},
               {false, NF_CSR_OLDEST_ADDR_LO, 0x1004, false},
               {false, NF_CSR_OLDEST_MASK, 0x14, false}};
  csr_ctx *c = p;
  const nf_switch_csr_out *out = po;
  nf_switch_csr_in *in = pi;
  const unsigned n = c->answers; // another entry at each access
  const unsigned entry = n < 3 ? 0 : n - 3;
  in->oldest_addr[0] = 0x100001000 + (uint64_t)entry * 0x100000001;
  in->oldest_mask[0] = 0x10 + entry;
  in->oldest_count[0] = (uint16_t)(1 + entry);
  in->oldest_expected[0] = (uint16_t)(5 + entry);
  in->oldest_valid = entry < 4 ? 1 : 0;
  in->csr_rready = true;
  if (n >= sizeof steps / sizeof *steps)
    return;
  in->csr_valid = nf_tb_cycle(tb) != 0 && !c->waiting;
  in->csr_write = steps[n].write;
  in->csr_addr = steps[n].addr;
  in->csr_wdata = steps[n].write ? steps[n].data : 0;
  if (in->csr_valid && out->csr_ready)
    c->waiting = true;
  if (!out->csr_rvalid)
    return;
  nf_tb_check(tb, out->csr_err == steps[n].err, "access %u: error bit %u", n, out->csr_err);
  nf_tb_check(tb, steps[n].write || out->csr_rdata == steps[n].data, "read of %04x: %08x, not %08x",
              steps[n].addr, out->csr_rdata, steps[n].data);
  c->waiting = false;
  c->answers++;
}

static void finish(nf_tb *tb, void *p) {
  csr_ctx *c = p;
  nf_tb_reach(tb, c->answers > 500, "%u answers", c->answers);
  nf_tb_reach(tb, c->clears > 5, "%u clear commands", c->clears);
  nf_tb_reach(tb, c->refused > 50, "%u refusals", c->refused);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_csr_dut;
  static const nf_switch_csr_cfg cfg = {P_Ports, P_Entries, P_Regions, P_Nodes, P_HomeSlots};
  static const nf_tb_scenario scenarios[] = {
      {"docs/registers.md a region that there is not; the words of one entry", 60, start,
       drive_directed, NULL},
      {"docs/registers.md random accesses against the register page", 40000, start, drive, finish},
      {"docs/registers.md random accesses, other seed", 40000, start, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_csr_dut,
                             .model = NF_TB_MODEL(nf_switch_csr),
                             .cfg = &cfg,
                             .ctx_size = sizeof(csr_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "stats_index|stats_read"};
  return nf_tb_main(argc, argv, &bench);
}
