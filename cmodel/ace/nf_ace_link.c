// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A link's end around the model of nf_link. ACE 4.4 leaves the link to the NIC, and the engine
// repeats nothing: a credit packet has no number, so one that the wire repeats would count twice,
// and one that it loses would be missing for ever. This block makes a wire with errors into a link
// that does neither (KLENK IV-E3).
#include "nf_ace_link.h"

#include <stdlib.h>
#include <string.h>

#include "ace/nf_ace_pkg.h"
#include "link/nf_link.h"

enum {
  // A flit of nf_link is all that a port passes in a cycle, header and word. The header is repeated
  // beside each word: 16 of 80 bytes on the wire, for the sake of one flit width.
  HDR_BYTES = sizeof(nf_flit),
  WORD_BYTES = NF_ACE_WORD_BYTES,
  WIDTH = 8 * HDR_BYTES + 8 * WORD_BYTES
};

struct nf_ace_link {
  nf_ace_link_out out;
  nf_link *link;
  // Outputs of u_link, at one address until it is freed.
  const nf_link_out *seen;
  // A member, not a local: its unused limbs stay zero, so that no step has to clear 640 bits and
  // more.
  nf_link_in in;
  bool tx_open, rx_open; // a packet has begun
  uint8_t tx_class;
};

// Outputs that are functions of the new state. Two notions of ready meet here. A port moves a word
// when valid and its class's ready bit are up; nf_link takes a packet as a whole once its header
// was taken, and may lower the bit behind that header. So the bit of an open packet's class is held
// up: else the port would wait within a packet for a room that it has already.
static void show(nf_ace_link *m) {
  nf_ace_link_out *const o = &m->out;
  const nf_link_out *const l = m->seen;
  o->link_tx_ready = (uint8_t)(l->tx_ready | (m->tx_open ? 1u << m->tx_class : 0));
  // A link that is given up ends its open packet with err, for which an engine's port has no wire.
  // Here the packet never ends: no part of it can be taken for a packet, and the machine that waits
  // for it ends with FAULT_WATCHDOG.
  o->link_rx_valid = l->rx_valid && !l->down;
  o->link_rx_first = !m->rx_open;
  o->link_rx_last = l->rx_last;
  memcpy(&o->link_rx_hdr, &l->rx_data, HDR_BYTES);
  memcpy(&o->link_rx_data, (const char *)&l->rx_data + HDR_BYTES, WORD_BYTES);
  o->wire_data = l->wire_data;
  o->wire_ctrl = l->wire_ctrl;
  o->event = l->event;
  o->down = l->down;
  o->busy = l->busy;
}

// u_link with the parameters that the RTL gives it; nf_link_init() checks those that are passed on.
// The header lies lowest in a flit, so its bit 0, the mode, is bit 0 of the flit: the two classes
// are two virtual channels, and normal packets that a slow host leaves on the link do not hold up
// the engine's.
nf_status nf_ace_link_init(nf_ace_link **m, const nf_ace_link_cfg *cfg) {
  nf_ace_link *const link = calloc(1, sizeof *link);
  if (link == NULL)
    return "nf_ace_link: out of memory";
  const nf_link_cfg layer = {.Width = WIDTH,
                             .PacketFlits = NF_ACE_PACKET_WORDS,
                             .VcBit = 0, // the header's mode
                             .Replay = cfg->Replay,
                             .Room = cfg->Room};
  const nf_status status = nf_link_init(&link->link, &layer);
  if (status != NF_OK) {
    free(link);
    return status;
  }
  link->seen = nf_link_peek(link->link);
  show(link);
  *m = link;
  return NF_OK;
}

// Functions of u_link's outputs and of tx_open_q, rx_open_q. All of them registers of this block or
// of nf_link.
const nf_ace_link_out *nf_ace_link_peek(const nf_ace_link *m) { return &m->out; }

// One edge. Which words move (tx_moves, rx_moves) is worked out from the outputs of this cycle,
// before u_link moves: link_tx_ready_o stays up for the class of a packet that has begun, and of
// such a packet no header is looked at.
void nf_ace_link_step(nf_ace_link *m, const nf_ace_link_in *in) {
  const nf_ace_link_out *const o = &m->out;
  nf_link_in *const l = &m->in;
  const uint8_t tx_class = in->link_tx_first ? nf_ace_hdr_mode(in->link_tx_hdr.w) : m->tx_class;
  const uint8_t rx_class = nf_ace_hdr_mode(o->link_rx_hdr.w); // of a first word
  const bool sends = in->link_tx_valid && (o->link_tx_ready >> tx_class & 1) != 0;
  // Behind the header the ready bits do not count any more, in either direction: the room for all
  // of the packet was reserved with it.
  const bool takes = o->link_rx_valid && (m->rx_open || (in->link_rx_ready >> rx_class & 1) != 0);
  l->cfg_timeout = in->cfg_timeout;
  l->cfg_retries = in->cfg_retries;
  // What has moved by the port's rule. For a header the link's is the same; behind it the link
  // takes all that is valid and asks for no ready.
  l->tx_valid = sends;
  l->tx_last = in->link_tx_last;
  memcpy(&l->tx_data, &in->link_tx_hdr, HDR_BYTES);
  memcpy((char *)&l->tx_data + HDR_BYTES, &in->link_tx_data, WORD_BYTES);
  l->rx_ready = in->link_rx_ready;
  l->wire_data = in->wire_data;
  l->wire_ctrl = in->wire_ctrl;
  if (sends) {
    // tx_class is kept for the words behind the header, which are not looked at again: what a
    // word's header says then is not checked, so it must not choose the ready bit.
    m->tx_open = !in->link_tx_last;
    m->tx_class = tx_class;
  }
  if (takes)
    m->rx_open = !o->link_rx_last;
  nf_link_step(m->link, l);
  show(m);
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_link_free(nf_ace_link *m) {
  if (m == NULL)
    return;
  nf_link_free(m->link);
  free(m);
}
