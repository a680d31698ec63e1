// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link_rx.sv: the receiving half of one end of a link. It takes flits in their
// order, each once (KLENK IV-E3: a contribution that came twice would be added twice), and hands
// packets on.
#include "nf_link_rx.h"

#include "nf_link_wire.h"

#include <stdlib.h>
#include <string.h>

struct nf_link_rx {
  nf_link_rx_out out;
  uint32_t room, vc_bit, limbs; // limbs: 64 bits each, of a flit
  nf_link_crc crc;
  // Word as it came in; the flit of the word that was checked.
  nf_link_data wire_data;
  uint64_t wire_ctrl;
  uint8_t kind;
  uint16_t seq;
  nf_link_data data;
  // Buffers, one for each channel, so that neither waits for the other (KLENK IV-E2). They cannot
  // run over while both ends hold to the credits.
  uint16_t write[2], read[2], count[2];
  bool open; // the packet being received goes on
  uint8_t vc;
  // Device's port; the flit itself is in out.rx_*.
  bool head, out_open; // the flit there is a header; its packet goes on
  uint8_t out_vc;
  uint64_t buffer[]; // channel 0, channel 1: of each flit its data, then last and err
};

// NF_PARAMs, then the reset values: flit 0 is due, nothing is held.
nf_status nf_link_rx_init(nf_link_rx **m, const nf_link_rx_cfg *cfg) {
  if (cfg->Room < NF_LINK_MIN_ROOM || cfg->Room > NF_LINK_MAX_ROOM ||
      (cfg->Room & (cfg->Room - 1)) != 0)
    return "nf_link_rx: Room must be a power of two, 16..512";
  if (!nf_link_flit_ok(cfg->Width, cfg->VcBit))
    return "nf_link_rx: Width must be a multiple of 64, 64..640, and VcBit below it";
  const size_t limbs = cfg->Width / 64;
  nf_link_rx *r = calloc(1, sizeof *r + 2 * cfg->Room * (limbs + 1) * sizeof *r->buffer);
  if (r == NULL)
    return "nf_link_rx: out of memory";
  r->room = cfg->Room;
  r->vc_bit = cfg->VcBit;
  r->limbs = (uint32_t)limbs;
  nf_link_crc_init(&r->crc, cfg->Width);
  *m = r;
  return NF_OK;
}

// good_*, ack_o, nak_o and freed_o are registers; rx_* is the output register of a channel's
// memory.
const nf_link_rx_out *nf_link_rx_peek(const nf_link_rx *m) { return &m->out; }

void nf_link_rx_free(nf_link_rx *m) { free(m); }

// One bit of event_o.
static unsigned event(unsigned bit) { return 1u << bit; }

// A flit in the buffer of a channel: its data, then what comes with it.
enum { STORED_LAST = 1, STORED_ERR = 2 };

// u_buffer of gen_vc[v], at one address. Flits are as long as Width has them, so the place is
// computed.
static uint64_t *stored(nf_link_rx *m, unsigned v, unsigned at) {
  return &m->buffer[(v * m->room + at) * (m->limbs + 1)];
}

// write[v] with `stored`: last and err lie behind the data, as in the two bits above Width.
static void store(nf_link_rx *m, unsigned v, const nf_link_data *data, bool last, bool err) {
  uint64_t *f = stored(m, v, m->write[v]);
  memcpy(f, data->w, m->limbs * sizeof *f);
  f[m->limbs] = (last ? STORED_LAST : 0) | (err ? STORED_ERR : 0);
  m->write[v] = (uint16_t)((m->write[v] + 1u) & (m->room - 1));
  m->count[v]++;
}

// The part "delivery": the device's port; it sees the buffers as they were before the edge. A
// header waits until the device has room for its packet, and the other channel may go first;
// payload is always taken.
static unsigned deliver(nf_link_rx *m, uint8_t ready) {
  nf_link_rx_out *out = &m->out;
  if (out->rx_valid && m->head && (ready >> m->out_vc & 1) == 0)
    return 0;
  // packet_q: the last flit that stood at the port leaves on this edge. A header that is not taken
  // has returned above, so nothing is counted twice.
  unsigned events = out->rx_valid && out->rx_last ? event(NF_LINK_EV_PACKET_RX) : 0;
  // Within a packet its channel goes on, since packets are contiguous; between packets the channels
  // take turns.
  bool midway = m->out_open, read;
  unsigned v = m->out_vc;
  if (midway) {
    read = m->count[v] != 0;
  } else {
    // A header that leaves now has not been answered yet.
    unsigned can = ready & ((m->count[0] != 0) | (unsigned)(m->count[1] != 0) << 1);
    if (out->rx_valid && m->head)
      can &= ~(1u << v);
    read = can != 0;
    if (read)
      v = can == 3 ? v ^ 1u : can >> 1;
  }
  out->rx_valid = read;
  if (read) {
    // fetch: the memory's output register is the port, so what comes there has left the buffer and
    // is credited now, not when the device takes it.
    const uint64_t *f = stored(m, v, m->read[v]);
    m->read[v] = (uint16_t)((m->read[v] + 1u) & (m->room - 1));
    m->count[v]--;
    m->head = !midway;
    m->out_vc = (uint8_t)v;
    memcpy(out->rx_data.w, f, m->limbs * sizeof *f);
    out->rx_last = f[m->limbs] & STORED_LAST;
    out->rx_err = f[m->limbs] & STORED_ERR;
    m->out_open = !out->rx_last;
    uint32_t lane = (uint32_t)NF_LINK_CREDIT_MASK << (16 * v);
    out->freed = (out->freed & ~lane) | ((out->freed + (1u << (16 * v))) & lane);
  } else {
    out->rx_last = out->rx_err = false;
  }
  return events;
}

// A good word: takes the flit that is due. `full`: bit v: the buffer of channel v is.
static unsigned accept(nf_link_rx *m, unsigned full) {
  nf_link_rx_out *out = &m->out;
  // How far the word's number is from the one that is due, mod 512: the upper half is behind, a
  // flit that has come already.
  unsigned ahead = (unsigned)(m->seq - out->ack) & NF_LINK_SEQ_MASK;
  if (ahead > NF_LINK_SEQ_MASK / 2)
    return m->kind != NF_LINK_KIND_IDLE ? event(NF_LINK_EV_DUPLICATE) : 0;
  // One is missing, and an idle word shows it as well as a flit. The nak stands until the one that
  // is due has come.
  if (ahead != 0) {
    unsigned events = event(NF_LINK_EV_GAP) | (out->nak ? 0 : event(NF_LINK_EV_NAK));
    out->nak = true;
    return events;
  }
  out->nak = false;
  if (m->kind == NF_LINK_KIND_IDLE)
    return 0;
  unsigned v = m->open ? m->vc : nf_link_vc(&m->data, m->vc_bit);
  // Credits broken by the other end: the flit is not acknowledged, and so not lost.
  if ((full >> v & 1) != 0)
    return event(NF_LINK_EV_NO_ROOM);
  m->open = m->kind == NF_LINK_KIND_FLIT;
  m->vc = (uint8_t)v;
  store(m, v, &m->data, !m->open, m->kind == NF_LINK_KIND_LAST_ERR);
  out->ack = (out->ack + 1) & NF_LINK_SEQ_MASK;
  return 0;
}

// The part "check": the word that came in a cycle ago. One with a wrong check sum does not exist,
// the next good one shows what is missing; a wire of zeros, without a driver, is no word and no
// damaged one either.
static unsigned check(nf_link_rx *m) {
  nf_link_rx_out *out = &m->out;
  const uint64_t ctrl = m->wire_ctrl;
  out->good = ctrl != 0 &&
              nf_link_crc_word(&m->crc, &m->wire_data, (uint32_t)ctrl) == nf_link_ctrl_crc(&ctrl);
  out->good_ack = nf_link_fields_ack(&ctrl);
  out->good_nak = nf_link_fields_nak(&ctrl);
  out->good_credit_vc = nf_link_fields_credit_vc(&ctrl);
  out->good_credit = nf_link_fields_credit(&ctrl);
  m->kind = nf_link_fields_kind(&ctrl);
  m->seq = nf_link_fields_seq(&ctrl);
  memcpy(m->data.w, m->wire_data.w, m->limbs * sizeof *m->data.w);
  return ctrl != 0 && !out->good ? event(NF_LINK_EV_CRC_ERROR) : 0;
}

// The parts of the RTL from the device back to the wire: delivery, order and buffers, check. Each
// works on what the part before it in the pipeline left on the edge before; taken the other way
// round, a word would pass all of them in one cycle. full is of before delivery: a flit that leaves
// on this edge makes room for the next one only (count_q).
void nf_link_rx_step(nf_link_rx *m, const nf_link_rx_in *in) {
  nf_link_rx_out *out = &m->out;
  unsigned events = 0;
  unsigned full = (m->count[0] == m->room) | (unsigned)(m->count[1] == m->room) << 1;
  if (out->rx_valid || m->count[0] != 0 || m->count[1] != 0)
    events |= deliver(m, in->rx_ready);
  if (!in->down && out->good) {
    events |= accept(m, full);
    // close: a packet whose rest will never come ends with err, or the device would wait for ever.
  } else if (in->down && m->open && (full >> m->vc & 1) == 0) {
    static const nf_link_data zeros = {.w = {0}};
    store(m, m->vc, &zeros, true, true);
    m->open = false;
    events |= event(NF_LINK_EV_CLOSED);
  }
  events |= check(m);
  memcpy(m->wire_data.w, in->wire_data.w, m->limbs * sizeof *in->wire_data.w);
  m->wire_ctrl = in->wire_ctrl;
  out->event = (uint16_t)events;
  out->busy = out->rx_valid || m->count[0] != 0 || m->count[1] != 0 || m->open;
}
