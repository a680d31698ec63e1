// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_switch_row.h"

#include <stdlib.h>

enum { MAX_WINDOW = 16, SLOT_FLITS = 16 };

// One packet of the window, oldest first.
typedef struct {
  uint32_t sinks; // egress ports below, reduction tables from bit 16: where it still has to go
  bool held;      // waits for an entry of the reduction table, or its last flit is not here yet
  bool counted;   // reported when it has left
  uint8_t region, len, slot;
} window_entry;

typedef struct {
  window_entry entry[MAX_WINDOW];
  uint32_t count;
  uint32_t free;                        // bit s: slot s holds nothing
  nf_flit flit[MAX_WINDOW][SLOT_FLITS]; // header at word 0
  bool err[MAX_WINDOW][SLOT_FLITS];
} window;

struct nf_switch_row {
  nf_switch_row_out out;
  nf_switch_row_cfg cfg;
  uint32_t vcs;
  window win[2];
  // Flits of room per sink: egress queues of each virtual channel, then the reduction tables.
  uint8_t credit_egress[2][NF_MAX_PORTS], credit_reduce[NF_MAX_PORTS];
  uint32_t room[2]; // sinks of each virtual channel with room for a whole packet
  // Turns at the reduction tables, which both channels want; one bit a table.
  uint16_t took;     // the response channel was the last that sent there
  uint16_t wants[2]; // a packet of the channel may start, and is for it: as of the cycle before
  // The packet that is being written.
  bool open;
  uint8_t open_slot, open_index;
  // The packet that is being sent.
  bool active, send_vc, send_final, send_counted;
  bool fresh; // chosen in the last cycle: window and credits do not know of it yet
  uint8_t send_slot, send_len, send_index, send_region;
  uint32_t send_sinks;
  bool ram_err; // err bit at the RAM's output
};

// Reset values: all slots free, every queue empty, so that room is everywhere.
nf_status nf_switch_row_init(nf_switch_row **m, const nf_switch_row_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_switch_row: Ports must be 2..16";
  if (cfg->Window != 4 && cfg->Window != 8 && cfg->Window != 16)
    return "nf_switch_row: Window must be 4, 8 or 16";
  if (cfg->XpDepth != 16 && cfg->XpDepth != 32 && cfg->XpDepth != 64)
    return "nf_switch_row: XpDepth must be 16, 32 or 64";
  nf_switch_row *r = calloc(1, sizeof *r);
  if (r == NULL)
    return "nf_switch_row: out of memory";
  r->cfg = *cfg;
  r->vcs = cfg->HeaderLast != 0 ? 1 : 2;
  uint32_t ports = (1u << cfg->Ports) - 1;
  for (unsigned v = 0; v < 2; v++) {
    r->win[v].free = (1u << cfg->Window) - 1;
    r->room[v] = ports | ports << 16;
  }
  for (unsigned p = 0; p < cfg->Ports; p++) {
    r->credit_egress[0][p] = r->credit_egress[1][p] = (uint8_t)cfg->XpDepth;
    r->credit_reduce[p] = (uint8_t)cfg->XpDepth;
  }
  r->out.wr_ready = cfg->HeaderLast == 0;
  *m = r;
  return NF_OK;
}

// The crosspoint bus, sent_q, left_o and ready_q.
const nf_switch_row_out *nf_switch_row_peek(const nf_switch_row *m) { return &m->out; }

void nf_switch_row_free(nf_switch_row *m) { free(m); }

// Sinks of channel v that the packet chosen in the last cycle takes, which have no room for another
// one before that is known.
static uint32_t just_taken(const nf_switch_row *m, unsigned v) {
  if (!m->fresh)
    return 0;
  return v == m->send_vc || m->vcs == 1 ? m->send_sinks : m->send_sinks & ~0xffffu;
}

// Tables whose room channel v leaves to the other one: that has a packet for it, and v was the
// last.
static uint32_t yields(const nf_switch_row *m, unsigned v) {
  if (m->vcs == 1)
    return 0;
  const uint16_t last = v == 1 ? m->took : (uint16_t)~m->took;
  return (uint32_t)(last & m->wants[!v]) << 16;
}

// Tables for which a channel has a packet that may start.
static uint16_t wanted(const window *w) {
  uint32_t sinks = 0;
  for (unsigned e = 0; e < w->count; e++)
    if (!w->entry[e].held)
      sinks |= w->entry[e].sinks;
  return (uint16_t)(sinks >> 16);
}

// The oldest packet that may go somewhere, to all of its sinks that have room: what an older one
// still wants has none.
static bool pick(const nf_switch_row *m, unsigned v, unsigned *index, uint32_t *sinks) {
  const window *w = &m->win[v];
  const uint32_t room = m->room[v] & ~just_taken(m, v) & ~yields(m, v);
  for (unsigned e = 0; e < w->count && room != 0; e++) {
    if (w->entry[e].held || (w->entry[e].sinks & room) == 0)
      continue;
    *index = e;
    *sinks = w->entry[e].sinks & room;
    return true;
  }
  return false;
}

// room_q beside credit_q: whether the longest packet fits, for choosing looks at no numbers.
static void set_room(uint32_t *room, unsigned bit, unsigned credit) {
  uint32_t mask = 1u << bit;
  *room = credit >= NF_MAX_PACKET_FLITS ? *room | mask : *room & ~mask;
}

// Credits of the sinks in `changed` go up by one where `back` is set and down by `spend`.
static void move_credits(nf_switch_row *m, uint8_t *credit, uint32_t changed, uint32_t back,
                         uint32_t taken, unsigned spend, unsigned first_vc, unsigned last_vc,
                         unsigned shift) {
  for (; changed != 0; changed &= changed - 1) {
    unsigned s = (unsigned)__builtin_ctz(changed);
    unsigned value = credit[s] + (back >> s & 1) - ((taken >> s & 1) != 0 ? spend : 0);
    credit[s] = (uint8_t)value;
    for (unsigned v = first_vc; v <= last_vc; v++)
      set_room(&m->room[v], s + shift, value);
  }
}

// A packet enters behind the others.
static void enter(nf_switch_row *m, const nf_switch_row_in *in, unsigned v, unsigned slot,
                  unsigned len) {
  window *w = &m->win[v];
  w->entry[w->count++] = (window_entry){.sinks = in->wr_egress | (uint32_t)in->wr_reduce << 16,
                                        .held = in->wr_wait || !in->wr_last,
                                        .counted = in->wr_counted,
                                        .region = in->wr_region,
                                        .len = (uint8_t)len,
                                        .slot = (uint8_t)slot};
}

// The place in the window of the packet that is being sent.
static unsigned place_of_sent(const nf_switch_row *m) {
  const window *w = &m->win[m->send_vc];
  unsigned e = 0;
  while (w->entry[e].slot != m->send_slot)
    e++;
  return e;
}

// The window gives up the sinks that the packet chosen in the last cycle takes, and the packet if
// these are its last ones.
static void update_window(nf_switch_row *m, unsigned at) {
  window *w = &m->win[m->send_vc];
  w->entry[at].sinks &= ~m->send_sinks;
  if (w->entry[at].sinks == 0) {
    w->count--;
    for (unsigned k = at; k < w->count; k++)
      w->entry[k] = w->entry[k + 1];
  }
}

// One edge. A choice is a register (fresh): window and credits follow from it in the next cycle. So
// what the choice before means (at_sent, taken, spend) is worked out from the old registers, then
// the next one is chosen with the sinks of the one before masked, then everything is written.
void nf_switch_row_step(nf_switch_row *m, const nf_switch_row_in *in) {
  nf_switch_row_out *out = &m->out;
  const bool header_last = m->cfg.HeaderLast != 0;
  const uint32_t back = in->credit_request | in->credit_response | in->credit_reduce;
  if (!in->wr_valid && !m->active && m->win[0].count + m->win[1].count == 0 && !in->alloc_done &&
      (m->wants[0] | m->wants[1]) == 0) {
    // Idle: nothing to choose, nothing to send; credits may still come home.
    if (back == 0 && !out->busy && out->sent == 0 && !out->xb_last)
      if (!header_last || out->wr_ready)
        return;
  }

  // Reading, from the state before the edge: all of the packet is here.
  bool read = m->active;
  bool read_last = read && m->send_index == m->send_len;
  unsigned send_vc = m->send_vc;
  // What follows from the choice of the last cycle.
  unsigned at_sent = 0, spend = 0;
  uint32_t taken = 0;
  if (m->fresh) {
    at_sent = place_of_sent(m);
    taken = m->send_sinks;
    spend = m->send_len + 1u;
    m->send_final = m->win[send_vc].entry[at_sent].sinks == taken;
  }

  // Choosing.
  unsigned index[2] = {0, 0}, v = 0;
  uint32_t sinks[2] = {0, 0};
  bool select = false;
  if (!m->active || read_last) {
    // The channels take turns.
    unsigned prefer = header_last ? 0 : !m->send_vc;
    select = pick(m, prefer, &index[prefer], &sinks[prefer]);
    v = prefer;
    if (!select && !header_last) {
      v = !prefer;
      select = pick(m, v, &index[v], &sinks[v]);
    }
  }

  // Whose turn it is at the tables: what is chosen above did not know of this.
  const uint16_t tables = (uint16_t)(taken >> 16);
  m->took = (uint16_t)(send_vc != 0 ? m->took | tables : m->took & ~tables);
  for (unsigned c = 0; c < m->vcs; c++)
    m->wants[c] = wanted(&m->win[c]);

  // The crosspoint bus.
  uint32_t to = read ? m->send_sinks : 0;
  out->xb_request = header_last || send_vc ? 0 : (uint16_t)to;
  out->xb_response = header_last || send_vc ? (uint16_t)to : 0;
  out->xb_reduce = (uint16_t)(to >> 16);
  out->xb_last = read_last;
  if (read) {
    out->xb_data = m->win[send_vc].flit[m->send_slot][m->send_index];
    m->ram_err = m->win[send_vc].err[m->send_slot][m->send_index];
    out->xb_region = out->left_region = m->send_region;
  }
  // The last time that the packet is sent; earlier, it still has sinks that had no room.
  out->left = read_last && m->send_final && m->send_counted;
  out->xb_err = read_last && m->ram_err;
  out->sent = (uint8_t)(read_last && m->send_final ? 1u << send_vc : 0u);

  // Where a new packet goes: the lowest slot that was free before this edge.
  bool wr = in->wr_valid && (!header_last || out->wr_ready);
  unsigned wr_vc = header_last ? 0 : in->wr_vc;
  bool first = header_last ? !m->open : in->wr_head;
  unsigned slot = m->open_slot;
  if (wr && first)
    slot = m->win[wr_vc].free != 0 ? (unsigned)__builtin_ctz(m->win[wr_vc].free) : 0;

  // Entries come in the order in which they were asked for, so the oldest that waits has one now.
  // It is no packet that is still being written: that one is the youngest.
  if (in->alloc_done) {
    window *w = &m->win[0];
    for (unsigned e = 0; e < w->count; e++) {
      if (w->entry[e].held) {
        w->entry[e].held = false;
        break;
      }
    }
  }
  if (read_last && m->send_final)
    m->win[send_vc].free |= 1u << m->send_slot;
  // The packet that is being written is the youngest of its channel.
  if (wr && in->wr_last && !first && !header_last)
    m->win[wr_vc].entry[m->win[wr_vc].count - 1].held = false;
  // Copied here: the window closes up below, and index is a place of before.
  window_entry chosen = m->win[v].entry[index[v]];
  if (m->fresh)
    update_window(m, at_sent);
  m->fresh = select;
  if (select) {
    m->active = true;
    m->send_vc = v != 0;
    m->send_index = 0;
    m->send_slot = chosen.slot;
    m->send_len = chosen.len;
    m->send_region = chosen.region;
    m->send_counted = chosen.counted;
    m->send_sinks = sinks[v];
  } else if (read) {
    m->active = !read_last;
    m->send_index = (uint8_t)((m->send_index + 1u) & 15u);
  }

  // Behind the update: a new packet enters behind those that stay (place).
  if (wr) {
    window *w = &m->win[wr_vc];
    unsigned at = header_last ? (in->wr_last ? 0
                                 : first     ? 1
                                             : m->open_index)
                              : (in->wr_head ? 0 : m->open_index);
    w->flit[slot][at] = in->wr_data;
    w->err[slot][at] = in->wr_err;
    if (first)
      w->free &= ~(1u << slot);
    if (header_last ? in->wr_last : in->wr_head)
      enter(m, in, wr_vc, slot,
            header_last ? (first ? 0u : m->open_index - 1u) : nf_hdr_payload_flits(&in->wr_data));
    m->open = !in->wr_last;
    m->open_slot = (uint8_t)slot;
    m->open_index = (uint8_t)((first && header_last ? 2u : at + 1u) & 15u);
  }

  // Credits: a chosen packet takes room for all of its flits at once, since nothing stops it later.
  // What comes home in this cycle counts in the next choice.
  uint32_t taken_egress = taken & 0xffffu, taken_reduce = taken >> 16;
  uint32_t taken_request = send_vc == 0 && !header_last ? taken_egress : 0;
  uint32_t taken_response = taken_egress & ~taken_request;
  unsigned response_vc = header_last ? 0 : 1;
  if (!header_last)
    move_credits(m, m->credit_egress[0], in->credit_request | taken_request, in->credit_request,
                 taken_request, spend, 0, 0, 0);
  move_credits(m, m->credit_egress[1], in->credit_response | taken_response, in->credit_response,
               taken_response, spend, response_vc, response_vc, 0);
  move_credits(m, m->credit_reduce, in->credit_reduce | taken_reduce, in->credit_reduce,
               taken_reduce, spend, 0, response_vc, 16);

  if (header_last)
    out->wr_ready = m->open || m->win[0].free != 0;
  out->busy = m->active || m->open || m->win[0].count + m->win[1].count != 0 ||
              (out->xb_request | out->xb_response | out->xb_reduce) != 0;
}
