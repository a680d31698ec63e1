// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_window.sv: the packets of one virtual channel in a row, the oldest
// first.
//
// Two orders: places in the window are the packets' order and close up; slots are where packets lie
// in the row's memory, which nothing moves. A packet leaves its place when it is chosen for its
// last sinks and its slot when its last flit has been read.
#include "nf_switch_window.h"

#include <stdlib.h>
#include <string.h>

struct nf_switch_window {
  nf_switch_window_out out;
  nf_switch_window_cfg cfg;
  // sinks_q, hold_q, len_o and slot_o. Places above the last packet keep what moved through them,
  // as the RTL's registers do: their lanes are compared, too.
  nf_switch_packet packet[NF_SWITCH_MAX_WINDOW]; // oldest first
  unsigned count;
  uint32_t wanted; // sinks of all that are not held
  // free_q and final_q.
  uint32_t free; // bit s: slot s holds nothing
  bool final;    // the packet that is sent goes to its last sinks
};

// NF_PARAMs; after reset all slots are free, which vacant says a cycle later.
nf_status nf_switch_window_init(nf_switch_window **m, const nf_switch_window_cfg *cfg) {
  if (cfg->Sinks < 2 || cfg->Sinks > 2 * NF_MAX_PORTS)
    return "nf_switch_window: Sinks must be 2..32";
  if (cfg->Window != 4 && cfg->Window != 8 && cfg->Window != NF_SWITCH_MAX_WINDOW)
    return "nf_switch_window: Window must be 4, 8 or 16";
  nf_switch_window *w = calloc(1, sizeof *w);
  if (w == NULL)
    return "nf_switch_window: out of memory";
  w->cfg = *cfg;
  w->free = (1u << cfg->Window) - 1;
  *m = w;
  return NF_OK;
}

// sent_o, vacant_o, and what follows from the registers of the packets and slots.
const nf_switch_window_out *nf_switch_window_peek(const nf_switch_window *m) { return &m->out; }

void nf_switch_window_free(nf_switch_window *m) { free(m); }

// The row's model chooses from these, so that the RTL's vectors need not be made in every cycle
// only to be taken apart again.
unsigned nf_switch_window_packets(const nf_switch_window *m, const nf_switch_packet **packets) {
  *packets = m->packet;
  return m->count;
}

// Follows from sinks_q and hold_q; kept, since most cycles change neither.
uint32_t nf_switch_window_wanted(const nf_switch_window *m) { return m->wanted; }

static uint32_t wanted(const nf_switch_window *m) {
  uint32_t sinks = 0;
  for (unsigned e = 0; e < m->count; e++)
    sinks |= m->packet[e].held ? 0 : m->packet[e].sinks;
  return sinks;
}

// The place of the packet that is being sent: it may have moved up since it was chosen, so it is
// known by its slot, which no other packet of the window has (RowSlotsDiffer). It is there: fresh
// comes in the cycle after the choice, and only the choice removes packets. The lowest place is
// right: above the window a stale one may show the slot, too.
static unsigned place_of(const nf_switch_window *m, unsigned slot) {
  unsigned e = 0;
  while (m->packet[e].slot != slot)
    e++;
  return e;
}

// Entries come in the order in which they were asked for, so the oldest that waits has one now and
// no number has to come with it. It is no packet that is still being written: that one is the
// youngest.
static void release_oldest(nf_switch_window *m) {
  for (unsigned e = 0; e < m->count; e++) {
    if (m->packet[e].held) {
      m->packet[e].held = false;
      return;
    }
  }
}

// A packet gives up the sinks that it is sent to; with the last one the window closes up over it.
// Places move with all that they show, above the last packet what was there before; the last place
// shows the first one's, since that is the RTL's index behind it. Sinks that had no room stay, and
// the packet keeps its place in the order: it asks for them in the next cycle (KLENK IV-A).
static void give_up(nf_switch_window *m, unsigned at, uint32_t sinks) {
  m->packet[at].sinks &= ~sinks;
  if (m->packet[at].sinks != 0)
    return;
  const unsigned top = m->cfg.Window - 1;
  nf_switch_packet behind = m->packet[0];
  behind.sinks = 0;
  behind.held = false;
  memmove(&m->packet[at], &m->packet[at + 1], (top - at) * sizeof *m->packet);
  m->packet[top] = behind;
  m->count--;
}

// A new packet enters behind those that stay (place), so after give_up. A slot is taken from those
// that were free before this edge. final_q first, from the list as it was; then what may start,
// which moves up with its packet (hold_d in the RTL); then places.
void nf_switch_window_advance(nf_switch_window *m, const nf_switch_window_in *in) {
  const bool moves = in->entry || in->whole || in->fresh || in->enter;
  m->out.sent = false;
  // In most cycles nothing moves; vacant rises a cycle after reset.
  if (!moves && !in->last && !in->take && m->out.vacant == (m->free != 0))
    return;
  const unsigned at = in->fresh ? place_of(m, in->sent_slot) : 0;
  if (in->fresh)
    m->final = m->packet[at].sinks == in->sent_sinks;
  if (in->entry)
    release_oldest(m);
  // The packet that is being written is the youngest: what began is written to its end.
  if (in->whole)
    m->packet[m->count - 1].held = false;
  if (in->fresh)
    give_up(m, at, in->sent_sinks);
  if (in->enter)
    m->packet[m->count++] = (nf_switch_packet){.sinks = in->enter_sinks,
                                               .held = in->enter_hold,
                                               .len = in->enter_len,
                                               .slot = in->enter_slot};
  if (moves)
    m->wanted = wanted(m);
  // Not with fresh: words of the slot are read up to here, a new packet would overwrite them.
  if (in->last && m->final)
    m->free |= 1u << in->sent_slot;
  if (in->take)
    m->free &= ~(1u << m->out.next);
  // sent is a pulse for the framer's count, vacant for a row behind a table. next is the lowest
  // free slot; without one it shows 0, as the RTL's OR over no bits.
  m->out.sent = in->last && m->final;
  m->out.here = (uint16_t)((1u << m->count) - 1);
  m->out.vacant = m->free != 0;
  m->out.next = m->free != 0 ? (uint8_t)__builtin_ctz(m->free) : 0;
}

// The lanes as the RTL's vectors hold them, for lock step with the RTL; the row's model does
// without (nf_switch_window_advance).
void nf_switch_window_step(nf_switch_window *m, const nf_switch_window_in *in) {
  nf_switch_window_advance(m, in);
  nf_switch_window_out *out = &m->out;
  const unsigned sink_bits = m->cfg.Sinks, slot_bits = (unsigned)__builtin_ctz(m->cfg.Window);
  out->hold = 0;
  out->len = out->slot = 0;
  memset(out->sinks, 0, sizeof out->sinks);
  for (unsigned e = 0; e < m->cfg.Window; e++) {
    const nf_switch_packet *p = &m->packet[e];
    out->hold |= (uint16_t)(p->held << e);
    out->len |= (uint64_t)p->len << 4 * e;
    out->slot |= (uint64_t)p->slot << slot_bits * e;
    // Lanes of Sinks bits lie next to each other without regard to bytes.
    for (unsigned s = 0; s < sink_bits; s++) {
      const unsigned bit = e * sink_bits + s;
      out->sinks[bit / 8] |= (uint8_t)((p->sinks >> s & 1) << bit % 8);
    }
  }
}
