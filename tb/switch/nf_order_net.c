// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_order_net.h"

#include "alu/nf_exact_stim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MCR = NF_CSR_MCR_BASE, PATIENCE = 10000 };

// What a port leads to: an endpoint, or LINK + 4 * switch + port.
enum { LINK = 16, UPLINK = 3 }; // the port of B and C that leads to A
static const uint8_t one_switch[1][NET_PORTS] = {{0, 1, 2, 3}};
static const uint8_t tree_of_three[NET_SWITCHES][NET_PORTS] = {
    {0, 1, LINK + 4 * 1 + 3, LINK + 4 * 2 + 3}, {2, 3, 4, LINK + 2}, {5, 6, 7, LINK + 3}};

static unsigned peer_of(const net *n, unsigned s, unsigned p) {
  return n->switches == 1 ? one_switch[s][p] : tree_of_three[s][p];
}

void net_break(net *n, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (!n->broken) {
    printf("# cycle %llu: ", (unsigned long long)n->cycle);
    vprintf(fmt, args);
    putchar('\n');
  }
  va_end(args);
  n->broken = true;
}

// -------------------------------------------------------------------------------------------------
// Links
// -------------------------------------------------------------------------------------------------
static bool pauses(net *n) { return n->pause != 0 && nf_exact_below(&n->random, 100) < n->pause; }

static void put(nf_switch_in *in, unsigned p, const nf_flit *flit, bool last) {
  in->rx_valid |= (uint16_t)(1u << p);
  in->rx_last |= (uint16_t)((unsigned)last << p);
  in->rx_data[p] = *flit;
}

// A header is shown only when its channel has room, so it is always taken.
static void endpoint_sends(net *n, unsigned e) {
  net_end *const end = &n->end[e];
  const unsigned ready = n->sw[end->at].out->rx_ready >> 2 * end->port & 3;
  if (end->out.flits == 0) {
    end->sent = 0;
    if (ready == 0 || pauses(n) || !n->owner.next(n->owner.ctx, e, ready, &end->out)) {
      end->out.flits = 0;
      return;
    }
  } else if (pauses(n)) {
    return;
  }
  const bool last = end->sent + 1 == end->out.flits;
  put(&n->sw[end->at].in, end->port, &end->out.flit[end->sent++], last);
  if (last)
    end->out.flits = 0;
  n->moved = n->cycle;
}

static void endpoint_receives(net *n, unsigned e) {
  net_end *const end = &n->end[e];
  const nf_switch_out *const out = n->sw[end->at].out;
  unsigned ready = 0;
  for (unsigned v = 0; v < 2; v++) {
    ready |= (unsigned)(end->stall[v] == 0) << v;
    end->stall[v] -= end->stall[v] != 0;
  }
  n->sw[end->at].in.tx_ready |= ready << 2 * end->port;
  if ((out->tx_valid >> end->port & 1) == 0)
    return;
  const nf_flit *const flit = &out->tx_data[end->port];
  const bool last = out->tx_last >> end->port & 1;
  if (end->in.flits == 0) {
    const unsigned vc = nf_hdr_vc(flit);
    if ((ready >> vc & 1) == 0)
      return;
    if (pauses(n))
      end->stall[vc] = 1 + (unsigned)nf_exact_below(&n->random, 40);
  }
  if (end->in.flits < NF_MAX_PACKET_FLITS)
    end->in.flit[end->in.flits] = *flit;
  end->in.flits++;
  if ((out->tx_err >> end->port & 1) != 0 ||
      last != (end->in.flits == 1 + nf_hdr_payload_flits(&end->in.flit[0])))
    net_break(n, "endpoint %u: a damaged packet, or not as long as its header says", e);
  n->moved = n->cycle;
  if (last && !n->broken)
    n->owner.arrived(n->owner.ctx, e, &end->in);
  if (last)
    end->in.flits = 0;
}

// From port q of switch t to port p of switch s.
static void link_moves(net *n, unsigned t, unsigned q, unsigned s, unsigned p) {
  net_switch *const from = &n->sw[t], *const to = &n->sw[s];
  const unsigned ready = to->out->rx_ready >> 2 * p & 3;
  from->in.tx_ready |= ready << 2 * q;
  if ((from->out->tx_valid >> q & 1) == 0)
    return;
  const nf_flit *const flit = &from->out->tx_data[q];
  const bool last = from->out->tx_last >> q & 1, header = (to->open >> p & 1) == 0;
  put(&to->in, p, flit, last);
  to->in.rx_err |= (uint16_t)((from->out->tx_err >> q & 1u) << p);
  if (header && (ready >> nf_hdr_vc(flit) & 1) == 0)
    return;
  if (header)
    n->owner.passed(n->owner.ctx, t, flit);
  to->open = (uint8_t)(last ? to->open & ~(1u << p) : to->open | 1u << p);
  n->moved = n->cycle;
}

static void csr_moves(net *n) {
  net_switch *const s = &n->sw[n->csr_at];
  s->in.csr_rready = 1;
  if (!n->csr_open)
    return;
  if (s->out->csr_rvalid) {
    if (s->out->csr_err)
      net_break(n, "switch %u refuses register %03x, value %x", n->csr_at, n->csr_addr,
                n->csr_data);
    n->csr_data = s->out->csr_rdata;
    n->csr_open = false;
  } else if (!n->csr_offered) {
    s->in.csr_valid = 1;
    s->in.csr_write = n->csr_write;
    s->in.csr_addr = n->csr_addr;
    s->in.csr_wdata = n->csr_data;
    n->csr_offered = s->out->csr_ready;
  }
}

void net_step(net *n) {
  for (unsigned s = 0; s < n->switches; s++) {
    net_switch *const sw = &n->sw[s];
    if (n->dut != NULL)
      n->dut->peek(sw->rtl, &sw->copy);
    sw->out = n->dut != NULL ? &sw->copy : nf_switch_peek(sw->model);
    memset(&sw->in, 0, sizeof sw->in);
  }
  for (unsigned e = 0; e < n->ends; e++) {
    endpoint_receives(n, e);
    endpoint_sends(n, e);
  }
  for (unsigned s = 0; s < n->switches; s++)
    for (unsigned p = 0; p < NET_PORTS; p++) {
      const unsigned peer = peer_of(n, s, p);
      if (peer >= LINK)
        link_moves(n, (peer - LINK) / 4, peer % 4, s, p);
    }
  csr_moves(n);
  for (unsigned s = 0; s < n->switches; s++)
    if (n->dut != NULL)
      n->dut->step(n->sw[s].rtl, &n->sw[s].in);
    else
      nf_switch_step(n->sw[s].model, &n->sw[s].in);
  n->cycle++;
}

// -------------------------------------------------------------------------------------------------
// Registers
// -------------------------------------------------------------------------------------------------
static uint32_t access_register(net *n, unsigned s, bool write, unsigned addr, uint32_t data) {
  n->csr_at = s;
  n->csr_write = write;
  n->csr_addr = (uint16_t)addr;
  n->csr_data = data;
  n->csr_open = true;
  n->csr_offered = false;
  for (unsigned left = PATIENCE; n->csr_open && !n->broken; left--) {
    net_step(n);
    if (left == 0)
      net_break(n, "switch %u does not answer the access of register %03x", s, addr);
  }
  return n->csr_data;
}

void net_write(net *n, unsigned s, unsigned addr, uint32_t data) {
  access_register(n, s, true, addr, data);
}

uint32_t net_read(net *n, unsigned s, unsigned addr) {
  return access_register(n, s, false, addr, 0);
}

void net_drain(net *n) {
  const uint64_t begun = n->cycle;
  for (unsigned s = 0; s < n->switches && !n->broken; s++) {
    while (net_read(n, s, NF_CSR_STATUS) != 0 && !n->broken)
      if (n->cycle - begun > PATIENCE)
        net_break(n, "switch %u is still busy after all has arrived", s);
    // A switch that is idle now may get traffic from the next one; in the end none may.
    if (n->moved > begun)
      return net_drain(n);
    if (net_read(n, s, NF_CSR_ERRORS) != 0)
      net_break(n, "switch %u dropped something: ERRORS %08x", s, net_read(n, s, NF_CSR_ERRORS));
    for (unsigned p = 0; p < NET_PORTS && !n->broken; p++) {
      net_write(n, s, NF_CSR_PORT_SELECT, p);
      if (net_read(n, s, NF_CSR_TABLE_USED) != 0)
        net_break(n, "switch %u, port %u: %u entries left in the table", s, p,
                  net_read(n, s, NF_CSR_TABLE_USED));
    }
  }
}

// -------------------------------------------------------------------------------------------------
// Opening
// -------------------------------------------------------------------------------------------------
static unsigned port_towards(const net *n, unsigned s, unsigned end) {
  const net_end *const e = &n->end[end];
  if (e->at == s)
    return e->port;
  return s != 0 ? UPLINK : 1 + e->at;
}

unsigned net_towards(const net *n, unsigned s, unsigned end) {
  const unsigned peer = peer_of(n, s, port_towards(n, s, end));
  return peer >= LINK ? (peer - LINK) / 4 : s;
}

void net_open(net *n, const nf_dut *dut, bool tree, uint64_t seed, net_owner owner) {
  static const nf_switch_cfg cfg = {.Ports = NET_PORTS,
                                    .Entries = NET_ENTRIES,
                                    .Regions = 2,
                                    .Nodes = 32,
                                    .HomeSlots = 4,
                                    .Window = 8,
                                    .XpDepth = 32,
                                    .Halves = 1,
                                    .Wide = 1,
                                    .Ghosts = NET_GHOSTS,
                                    .AluStages = 2};
  memset(n, 0, sizeof *n);
  n->dut = dut;
  n->owner = owner;
  n->switches = tree ? NET_SWITCHES : 1;
  n->random = seed;
  for (unsigned s = 0; s < n->switches; s++) {
    if (dut != NULL) {
      n->sw[s].rtl = dut->create(0);
      dut->reset(n->sw[s].rtl);
    } else {
      const nf_status status = nf_switch_init(&n->sw[s].model, &cfg);
      if (status != NF_OK) {
        printf("Bail out! %s\n", status);
        exit(2);
      }
    }
    for (unsigned p = 0; p < NET_PORTS; p++)
      if (peer_of(n, s, p) < LINK) {
        n->end[n->ends].at = s;
        n->end[n->ends++].port = p;
      }
  }
  for (unsigned s = 0; s < n->switches; s++) {
    unsigned first_hop = 0;
    net_write(n, s, NF_CSR_SWITCH_ID, NET_SWITCH_ID + s);
    for (unsigned p = 0; p < NET_PORTS; p++)
      first_hop |= (unsigned)(peer_of(n, s, p) < LINK) << p;
    net_write(n, s, NF_CSR_FIRST_HOP, first_hop);
    net_write(n, s, NF_CSR_UPLINKS, s != 0 ? 1u << UPLINK : 0);
    for (unsigned e = 0; e < n->ends; e++)
      net_write(n, s, MCR + NF_MCR_REG_ROUTE_BASE + 4 * e, 1u << 31 | port_towards(n, s, e));
    for (unsigned slot = 0; slot < cfg.HomeSlots; slot++)
      net_write(n, s, MCR + NF_MCR_REG_HOME_BASE + 4 * slot, 3u << 30 | slot);
  }
}

void net_close(net *n) {
  for (unsigned s = 0; s < n->switches; s++)
    if (n->dut != NULL)
      n->dut->destroy(n->sw[s].rtl);
    else
      nf_switch_free(n->sw[s].model);
}
