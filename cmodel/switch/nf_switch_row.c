// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_row.sv: the packets of one source of the crossbar, written, chosen
// and sent.
//
// One model for both kinds of rows: that of an ingress (two virtual channels, header first) and
// that behind a reduction table (HeaderLast: one channel, header last, because count, flags and
// poison of a sum are known only when its last flit has been added). Which packets there are is in
// nf_switch_window, where there is room in nf_switch_credits.
#include "nf_switch_row.h"

#include "nf_switch_credits.h"
#include "nf_switch_window.h"

#include <stdlib.h>

// Words of a slot: a power of two above the 9 flits of the longest packet, so that slot and word
// together are an address.
enum { SLOT_FLITS = 16 };

struct nf_switch_row {
  nf_switch_row_out out;
  nf_switch_row_cfg cfg;
  unsigned vcs;
  bool tables; // it sends to reduction tables: what comes out of one goes to no other
  nf_switch_window *window[2];
  // Outputs of the blocks inside: the pointers stay the same, so they are asked for once.
  const nf_switch_window_out *window_out[2];
  nf_switch_credits *credits;
  // What was spent in the last cycle is also masked while choosing, before the credits show it.
  nf_switch_credits_in credits_in; // of the last edge
  const nf_switch_credits_out *credits_out;
  // The packet that is being written.
  bool open;
  uint8_t open_slot, open_index;
  // The packet that is being sent; its sinks: those that it goes to now. What else it wants stays
  // in the window.
  bool active, send_vc;
  bool fresh; // chosen in the last cycle: window and credits do not know of it yet
  uint8_t send_index;
  nf_switch_packet send;
  bool ram_err, xb_counted; // at the RAM's output
  // u_packets, what goes along with a header.
  bool counted[2][NF_SWITCH_MAX_WINDOW];
  uint8_t region[2][NF_SWITCH_MAX_WINDOW];
  // u_packets: the header is at word 0. It is not cleared: of a slot only what its packet wrote is
  // read. Last in the struct, so that the rest lies together.
  nf_flit flit[2][NF_SWITCH_MAX_WINDOW][SLOT_FLITS];
  bool err[2][NF_SWITCH_MAX_WINDOW][SLOT_FLITS];
};

// Reset values: all slots free, every queue empty. wr_ready: an ingress row always takes, its
// framer has counted the slots; one behind a table says so in each cycle.
nf_status nf_switch_row_init(nf_switch_row **m, const nf_switch_row_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_switch_row: Ports must be 2..16";
  if (cfg->Window != 4 && cfg->Window != 8 && cfg->Window != NF_SWITCH_MAX_WINDOW)
    return "nf_switch_row: Window must be 4, 8 or 16";
  if (cfg->XpDepth != 16 && cfg->XpDepth != 32 && cfg->XpDepth != 64)
    return "nf_switch_row: XpDepth must be 16, 32 or 64";
  nf_switch_row *r = calloc(1, sizeof *r);
  if (r == NULL)
    return "nf_switch_row: out of memory";
  r->cfg = *cfg;
  r->vcs = cfg->HeaderLast != 0 ? 1 : 2;
  r->tables = cfg->HeaderLast == 0 && cfg->NoTables == 0;
  const nf_switch_window_cfg window = {(1u + r->tables) * cfg->Ports, cfg->Window};
  const nf_switch_credits_cfg credits = {cfg->Ports, r->vcs, cfg->XpDepth, cfg->NoTables};
  nf_status status = nf_switch_credits_init(&r->credits, &credits);
  for (unsigned v = 0; v < r->vcs && status == NF_OK; v++)
    status = nf_switch_window_init(&r->window[v], &window);
  if (status != NF_OK) {
    nf_switch_row_free(r);
    return status;
  }
  for (unsigned v = 0; v < r->vcs; v++)
    r->window_out[v] = nf_switch_window_peek(r->window[v]);
  r->credits_out = nf_switch_credits_peek(r->credits);
  r->out.wr_ready = cfg->HeaderLast == 0;
  *m = r;
  return NF_OK;
}

// The crosspoint bus, sent_o, left_o and ready.
const nf_switch_row_out *nf_switch_row_peek(const nf_switch_row *m) { return &m->out; }

// Also of a row that init gave up half-way.
void nf_switch_row_free(nf_switch_row *m) {
  if (m == NULL)
    return;
  for (unsigned v = 0; v < m->vcs; v++)
    nf_switch_window_free(m->window[v]);
  nf_switch_credits_free(m->credits);
  free(m);
}

// A packet that is sent for the last time is not among them any more, but `active` tells of it.
static bool holds_packets(const nf_switch_row *m) {
  return (m->window_out[0]->here | (m->vcs == 2 ? m->window_out[1]->here : 0)) != 0;
}

// Nothing to choose, nothing to send, nothing comes: an edge would change no register. Credits may
// still come back to a row that holds nothing, and wants_q, sent_o, left_o, xb_last_o and
// wr_ready_o each need one more edge to fall or rise.
static bool idle(const nf_switch_row *m, const nf_switch_row_in *in) {
  const nf_switch_row_out *out = &m->out;
  if (in->wr_valid || in->alloc_done || out->busy)
    return false;
  if ((in->credit_request | in->credit_response | in->credit_reduce) != 0 ||
      m->credits_in.wants != 0)
    return false;
  return out->sent == 0 && !out->left && !out->xb_last && out->wr_ready;
}

// A channel's sinks (its egress queues below, the tables above) as bits of the row's queues: egress
// queues of each channel, then the tables. Both channels share the tables' queues, and only these.
static uint64_t queues_of(const nf_switch_row *m, unsigned v, uint32_t sinks) {
  const unsigned ports = m->cfg.Ports;
  const uint32_t egress = sinks & ((1u << ports) - 1), reduce = sinks >> ports;
  return (uint64_t)egress << v * ports | (uint64_t)reduce << m->vcs * ports;
}

// The other way round: what of the queues a channel may use.
static uint32_t sinks_of(const nf_switch_row *m, unsigned v, uint64_t queues) {
  const unsigned ports = m->cfg.Ports;
  const uint32_t all = (1u << ports) - 1;
  return ((uint32_t)(queues >> v * ports) & all) | ((uint32_t)(queues >> m->vcs * ports) & all)
                                                       << ports;
}

// What the credits see of this edge: the choice of the last cycle, flits that have left, and for
// which tables each channel has a packet that may start. One that is held does not count, or its
// channel would be given a turn at a table that it cannot use.
static void set_credits_in(nf_switch_row *m, const nf_switch_row_in *in) {
  const unsigned ports = m->cfg.Ports;
  uint64_t back = in->credit_response;
  if (m->tables)
    back |= (uint64_t)in->credit_reduce << ports;
  if (m->vcs == 2)
    back = in->credit_request | back << ports;
  m->credits_in = (nf_switch_credits_in){
      .spend = m->fresh ? queues_of(m, m->send_vc, m->send.sinks) : 0,
      .len = m->send.len,
      .channel = m->send_vc,
      .back = back,
  };
  for (unsigned v = 0; v < m->vcs; v++)
    m->credits_in.wants |= nf_switch_window_wanted(m->window[v]) >> ports << v * ports;
}

// The oldest packet of a channel that may go somewhere, for all of its sinks that have room: it
// goes there without waiting for the others (KLENK IV-A), which keeps the crossbar busy and cannot
// deadlock.
//
// Order between this row and a sink needs no bookkeeping: room is the same for all packets of a
// channel, each counts only room for the longest packet, so what an older one still wants has none,
// for a younger one neither. A packet that is held is passed; it takes its place when it is
// released.
//
// The RTL finds it in a tree, the root is the oldest that goes; here a loop that ends early does,
// and none where no packet that may start has room.
static bool pick(const nf_switch_row *m, unsigned v, nf_switch_packet *chosen) {
  const uint32_t yields = m->credits_out->yields >> v * m->cfg.Ports;
  // Without the sinks of the choice in the last cycle: the credits know of it only after this edge.
  const uint32_t room =
      sinks_of(m, v, m->credits_out->room & ~m->credits_in.spend) & ~(yields << m->cfg.Ports);
  if ((nf_switch_window_wanted(m->window[v]) & room) == 0)
    return false;
  const nf_switch_packet *packet;
  const unsigned count = nf_switch_window_packets(m->window[v], &packet);
  for (unsigned e = 0; e < count; e++) {
    if (packet[e].held || (packet[e].sinks & room) == 0)
      continue;
    *chosen = packet[e];
    chosen->sinks &= room;
    return true;
  }
  return false;
}

// The channels take turns after each packet, so that neither can keep the other from the bus:
// requests would otherwise hold up responses, which must always move on (KLENK IV-E2).
static bool choose(const nf_switch_row *m, unsigned *v, nf_switch_packet *chosen) {
  *v = m->vcs == 2 ? !m->send_vc : 0;
  if (pick(m, *v, chosen))
    return true;
  *v = !*v;
  return m->vcs == 2 && pick(m, *v, chosen);
}

// The crosspoint bus, from the packet that is being sent: the RAM is read with this edge, so the
// bus is registered. One flit goes to all sinks of the packet at once; each sink's queue has room
// for all of it.
static void drive_bus(nf_switch_row *m, bool read_last) {
  nf_switch_row_out *out = &m->out;
  const unsigned ports = m->cfg.Ports;
  const uint32_t to = m->active ? m->send.sinks : 0;
  const uint16_t egress = (uint16_t)(to & ((1u << ports) - 1));
  const bool request = m->vcs == 2 && !m->send_vc;
  out->xb_request = request ? egress : 0;
  out->xb_response = request ? 0 : egress;
  out->xb_reduce = (uint16_t)(to >> ports);
  out->xb_last = read_last;
  // The RAM's output and the region hold while nothing is read.
  if (m->active) {
    out->xb_data = m->flit[m->send_vc][m->send.slot][m->send_index];
    m->ram_err = m->err[m->send_vc][m->send.slot][m->send_index];
    out->xb_region = m->region[m->send_vc][m->send.slot];
    m->xb_counted = m->counted[m->send_vc][m->send.slot];
  }
  // Damage is marked at the last flit of a packet, where the link knows of it.
  out->xb_err = read_last && m->ram_err;
}

// A flit is written, behind the header or, with HeaderLast, in front of it: payload then goes to
// words 1 and up, the header to word 0 when it comes.
//
// A packet takes its slot with the first flit that comes and enters the window with its header.
// Until its last flit is here the window holds it: if it started before, a link that stops in the
// middle of a packet for a replay would stop the row and every sink that it writes to. KLENK IV-E2
// lets packets cut through; docs/switch/nf_switch_row.md has what that costs.
static void write_flit(nf_switch_row *m, const nf_switch_row_in *in, nf_switch_window_in *to) {
  const bool header_last = m->vcs == 1;
  const unsigned v = header_last ? 0 : in->wr_vc;
  const bool first = header_last ? !m->open : in->wr_head;
  const bool header = header_last ? in->wr_last : in->wr_head;
  const unsigned slot = first ? m->window_out[v]->next : m->open_slot;
  const unsigned index = header ? 0 : header_last && first ? 1 : m->open_index;
  m->flit[v][slot][index] = in->wr_data;
  m->err[v][slot][index] = in->wr_err;
  // whole releases the packet that is held for its last flit. A packet of one flit enters with it,
  // and one with its header last is whole when it enters.
  to[v].take = first;
  to[v].whole = in->wr_last && !first && !header_last;
  if (header) {
    to[v].enter = true;
    to[v].enter_sinks = in->wr_egress;
    if (m->tables)
      to[v].enter_sinks |= (uint32_t)in->wr_reduce << m->cfg.Ports;
    to[v].enter_hold = in->wr_wait || !in->wr_last;
    // A result has no region to go along.
    m->counted[v][slot] = !header_last && in->wr_counted;
    m->region[v][slot] = header_last ? 0 : in->wr_region;
    // The length of a sum is counted, not read: payload flits have been written before the header.
    to[v].enter_len = !header_last ? (uint8_t)nf_hdr_payload_flits(&in->wr_data)
                      : first      ? 0
                                   : (uint8_t)(m->open_index - 1u);
    to[v].enter_slot = (uint8_t)slot;
  }
  m->open = !in->wr_last;
  m->open_slot = (uint8_t)slot;
  // Behind the header comes word 1; with HeaderLast the first flit has taken word 1, so the next is
  // 2.
  m->open_index = (uint8_t)((first && header_last ? 2u : index + 1u) & 15u);
}

// One edge. A choice is a register (fresh): window and credits follow from it in the next cycle. So
// the next one is chosen with the sinks of the one before masked, and all blocks move together.
// Input to each block is taken before any of them moves; the order of their steps does not matter
// then. The bus is driven before send_* change, because it is a register behind them.
void nf_switch_row_step(nf_switch_row *m, const nf_switch_row_in *in) {
  nf_switch_row_out *out = &m->out;
  if (idle(m, in))
    return;
  set_credits_in(m, in);

  // The last time that the packet is sent; earlier, it still has sinks that had no room.
  out->left = out->sent != 0 && m->xb_counted;
  out->left_region = out->xb_region;
  const bool read_last = m->active && m->send_index == m->send.len;
  unsigned v = 0;
  nf_switch_packet chosen = {0};
  // A choice falls while the last flit of the packet before is read, so packets follow each other
  // without a gap.
  const bool select = (!m->active || read_last) && choose(m, &v, &chosen);
  drive_bus(m, read_last);

  nf_switch_window_in to[2] = {{0}, {0}};
  if (in->wr_valid && out->wr_ready)
    write_flit(m, in, to);
  // Only requests wait for entries, so only channel 0 hears of them.
  to[0].entry = in->alloc_done;
  // The window that the packet is in learns of the choice a cycle late, and of the last flit when
  // the slot can be freed: its words are still read until then.
  to[m->send_vc].fresh = m->fresh;
  to[m->send_vc].last = read_last;
  to[m->send_vc].sent_slot = m->send.slot;
  to[m->send_vc].sent_sinks = m->send.sinks;
  out->sent = 0;
  for (unsigned c = 0; c < m->vcs; c++) {
    nf_switch_window_advance(m->window[c], &to[c]);
    out->sent |= (uint8_t)(m->window_out[c]->sent << c);
  }
  nf_switch_credits_step(m->credits, &m->credits_in);

  // With a packet of one flit fresh and last are the same cycle; the next choice may fall in it.
  m->fresh = select;
  if (select) {
    m->active = true;
    m->send_vc = v != 0;
    m->send_index = 0;
    m->send = chosen;
  } else if (m->active) {
    m->active = !read_last;
    m->send_index = (uint8_t)((m->send_index + 1u) & 15u);
  }

  // Behind a table a packet that has begun has its slot already; only its first flit can be
  // refused.
  if (m->vcs == 1)
    out->wr_ready = m->open || m->window_out[0]->vacant;
  out->busy = m->active || m->open || holds_packets(m) ||
              (out->xb_request | out->xb_response | out->xb_reduce) != 0;
}
