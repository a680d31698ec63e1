// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link_tx.sv: the sending half of one end of a link. It keeps each flit until
// the other end has acknowledged it and sends all unacknowledged ones again when one is missing
// (go-back-N), since KLENK IV-E3 wants links that lose and repeat nothing: no endpoint can ask a
// reduction for a packet again.
#include "nf_link_tx.h"

#include "nf_link_wire.h"

#include <stdlib.h>
#include <string.h>

// state_e: the next flit is a header; a packet goes on; everything up to the last flit is
// swallowed.
typedef enum { IDLE, OPEN, SKIP } port_state;

struct nf_link_tx {
  nf_link_tx_out out;
  nf_link_tx_cfg cfg;
  uint32_t limbs; // 64 bits each, of a flit
  nf_link_crc crc;
  // device's port
  port_state state;
  uint8_t vc;   // of the open packet
  uint8_t left; // flits that are still reserved for it
  // Room: of the replay buffer and of the other end's buffers, less what is in use or promised.
  // Both are needed for a promise; the replay buffer is shared by the channels, the other end's are
  // not.
  uint32_t slack, credit[2];
  // Totals as the other end counts them, so that a word that is lost loses no credit.
  uint16_t freed_seen[2];
  uint8_t granted; // channel of the last promise
  // Sequence numbers, mod 512: ack <= send <= top <= wr. Acknowledged, next on the wire, never sent
  // yet, next from the device; while send is wr, a flit goes from the device straight to the wire.
  uint16_t ack, send, top, wr;
  // Replay: when to start one, and when to give the link up.
  bool guard; // replayed, and nothing acknowledged since
  uint16_t timer, silent;
  uint8_t replays, silences;
  // flit chosen for the next word
  uint8_t next_kind;
  uint16_t next_seq;
  nf_link_data next_data;
  // Words carry the credits of the two channels in turn.
  uint8_t credit_vc;
  uint8_t kind[NF_LINK_MAX_REPLAY];
  uint64_t data[]; // limbs of each flit
};

// For the NF_PARAMs on Replay and Room.
static bool power_of_two(uint32_t n) { return n != 0 && (n & (n - 1)) == 0; }

// NF_PARAMs, then the reset values. slack begins one below Replay: of 512 flits, sequence numbers
// could not tell a full buffer from an empty one. ready is low until the first promises are made.
nf_status nf_link_tx_init(nf_link_tx **m, const nf_link_tx_cfg *cfg) {
  if (!power_of_two(cfg->Replay) || cfg->Replay < NF_LINK_MIN_REPLAY ||
      cfg->Replay > NF_LINK_MAX_REPLAY)
    return "nf_link_tx: Replay must be a power of two, 32..512";
  if (!power_of_two(cfg->Room) || cfg->Room < NF_LINK_MIN_ROOM || cfg->Room > NF_LINK_MAX_ROOM)
    return "nf_link_tx: Room must be a power of two, 16..512";
  if (!nf_link_flit_ok(cfg->Width, cfg->VcBit))
    return "nf_link_tx: Width must be a multiple of 64, 64..640, and VcBit below it";
  if (cfg->PacketFlits < 1 || cfg->PacketFlits > NF_LINK_MAX_PACKET_FLITS ||
      2 * cfg->PacketFlits >= cfg->Replay || cfg->PacketFlits > cfg->Room)
    return "nf_link_tx: PacketFlits must be 1..64, not more than Room, and less than half of "
           "Replay";
  const size_t limbs = cfg->Width / 64;
  nf_link_tx *t = calloc(1, sizeof *t + cfg->Replay * limbs * sizeof *t->data);
  if (t == NULL)
    return "nf_link_tx: out of memory";
  t->cfg = *cfg;
  t->limbs = (uint32_t)limbs;
  t->slack = cfg->Replay - 1;
  t->credit[0] = t->credit[1] = cfg->Room;
  nf_link_crc_init(&t->crc, cfg->Width);
  *m = t;
  return NF_OK;
}

// The word, ready_q, down_q and events are registers; busy_o is a function of registers.
const nf_link_tx_out *nf_link_tx_peek(const nf_link_tx *m) { return &m->out; }

void nf_link_tx_free(nf_link_tx *m) { free(m); }

// A difference of sequence numbers, mod 512: they wrap, and only how far apart they are has a
// meaning.
static unsigned distance(unsigned from, unsigned to) { return (to - from) & NF_LINK_SEQ_MASK; }

// One bit of event_o.
static unsigned event(unsigned bit) { return 1u << bit; }

// One flit, as long as Width has it. A flit is up to 80 bytes and mostly 16, so it is not copied as
// a struct.
static void copy(const nf_link_tx *m, uint64_t *to, const uint64_t *from) {
  memcpy(to, from, m->limbs * sizeof *to);
}

// The part "word" of the RTL: chosen, fields and u_crc, into wire_data_o and wire_ctrl_o. It takes
// the flit that was chosen on the edge before (fresh_q, again_q), so it comes before choose(). An
// idle word carries acknowledgement, nak and credits as well, so that none of them needs a word of
// its own.
static void make_word(nf_link_tx *m, const nf_link_tx_in *in) {
  nf_link_tx_out *out = &m->out;
  unsigned credit = in->freed >> (16 * m->credit_vc) & NF_LINK_CREDIT_MASK;
  uint32_t fields =
      nf_link_fields(m->next_kind, m->next_seq, in->ack, in->nak, m->credit_vc, credit);
  static const nf_link_data zeros = {.w = {0}};
  copy(m, out->wire_data.w, m->next_kind != NF_LINK_KIND_IDLE ? m->next_data.w : zeros.w);
  out->wire_ctrl = fields;
  nf_link_ctrl_set_crc(&out->wire_ctrl, nf_link_crc_word(&m->crc, &out->wire_data, fields));
  m->credit_vc ^= 1;
}

// The device's flits while the link is down: swallowed, one event a packet, so that nothing in
// front of the link hangs. Of a packet that was under way when the link went down the rest is
// swallowed.
static unsigned sink(nf_link_tx *m, const nf_link_tx_in *in) {
  bool drop = m->state == OPEN || (m->state == IDLE && in->tx_valid);
  if (in->tx_valid)
    m->state = in->tx_last ? IDLE : SKIP;
  else if (m->state == OPEN)
    m->state = SKIP;
  return drop ? event(NF_LINK_EV_DROP) : 0;
}

// What the device's port does with the flit of this cycle.
typedef struct {
  uint8_t kind;      // stored as this, IDLE: nothing
  bool head;         // it is a header
  unsigned returned; // reserved flits that the packet did not need
  unsigned events;
} taken;

// The part "device's port": state_d, head, store, cut, ends and kind. A header is judged by ready_q
// as the device saw it; a flit within a packet is always taken, as the promise was for a whole
// packet.
static taken take(nf_link_tx *m, const nf_link_tx_in *in) {
  taken t = {NF_LINK_KIND_IDLE, false, 0, 0};
  if (!in->tx_valid)
    return t;
  if (m->state == SKIP) {
    m->state = in->tx_last ? IDLE : SKIP;
    return t;
  }
  if (m->state == IDLE) {
    m->vc = (uint8_t)nf_link_vc(&in->tx_data, m->cfg.VcBit);
    if ((m->out.tx_ready >> m->vc & 1) == 0)
      return t;
    t.head = true;
    m->left = (uint8_t)m->cfg.PacketFlits;
  }
  // PacketFlits have been set aside for each packet; one that is longer is cut, or it would take
  // room that nobody promised.
  m->left--;
  bool cut = m->left == 0 && !in->tx_last;
  t.kind = cut || (in->tx_last && in->tx_err) ? NF_LINK_KIND_LAST_ERR
           : in->tx_last                      ? NF_LINK_KIND_LAST
                                              : NF_LINK_KIND_FLIT;
  if (cut)
    t.events |= event(NF_LINK_EV_LENGTH);
  m->state = in->tx_last ? IDLE : cut ? SKIP : OPEN;
  // With the last flit the rest of the reservation comes back.
  if (t.kind != NF_LINK_KIND_FLIT) {
    t.returned = m->left;
    t.events |= event(NF_LINK_EV_PACKET_TX);
  }
  return t;
}

// The part "promises": room for the longest packet to a channel that has no promise. Ready is such
// a promise (KLENK IV-E2: room for the whole packet is known before it moves). Each channel has its
// own, so that neither waits for the other; for the last room they take turns.
static void promise(nf_link_tx *m, const taken *t, unsigned acked, const unsigned freed[2]) {
  const uint32_t packet = m->cfg.PacketFlits;
  unsigned want = 3u & ~(unsigned)m->out.tx_ready;
  if (t->head)
    want |= 1u << m->vc;
  m->out.tx_ready &= (uint8_t)~want;
  // can[] by slack_q, credit0_q and credit1_q as they were: what comes back on this edge counts for
  // the next promise only, or this one would come a cycle before the RTL's.
  unsigned can = 0;
  if (want != 0 && m->slack >= packet)
    can = want & ((m->credit[0] >= packet) | (unsigned)(m->credit[1] >= packet) << 1);
  m->slack += acked + t->returned;
  m->credit[0] += freed[0];
  m->credit[1] += freed[1];
  // m->vc is the packet's even on its only flit: take() has set it.
  m->credit[m->vc] += t->returned;
  if (can != 0) {
    unsigned v = can == 3 ? m->granted ^ 1u : can >> 1;
    m->granted = (uint8_t)v;
    m->out.tx_ready |= (uint8_t)(1u << v);
    m->slack -= packet;
    m->credit[v] -= packet;
  }
}

// The part "next flit": the flit of the next word, the one that comes in or one from the buffer.
static unsigned choose(nf_link_tx *m, const taken *t, const nf_link_data *data) {
  unsigned mask = m->cfg.Replay - 1, events = 0;
  // seq_q; an idle word carries the number of the next flit, so that the other end sees a gap even
  // when the last flit before a pause was lost.
  m->next_seq = m->send;
  m->next_kind = NF_LINK_KIND_IDLE;
  // again: older flits wait, so what comes in goes to the buffer alone. The buffer is read before
  // it is written, as u_replay does.
  if (m->send != m->wr) {
    m->next_kind = m->kind[m->send & mask];
    copy(m, m->next_data.w, &m->data[(m->send & mask) * m->limbs]);
  } else if (t->kind != NF_LINK_KIND_IDLE) {
    m->next_kind = t->kind;
    copy(m, m->next_data.w, data->w);
  }
  if (t->kind != NF_LINK_KIND_IDLE) {
    m->kind[m->wr & mask] = t->kind;
    copy(m, &m->data[(m->wr & mask) * m->limbs], data->w);
    m->wr = (m->wr + 1) & NF_LINK_SEQ_MASK;
  }
  // top moves with a flit that was never sent; any other is one that is sent again.
  if (m->next_kind != NF_LINK_KIND_IDLE) {
    bool first = m->send == m->top;
    m->send = (m->send + 1) & NF_LINK_SEQ_MASK;
    if (first)
      m->top = m->send;
    else
      events |= event(NF_LINK_EV_RESENT);
  }
  return events;
}

// quiet, and silent_q and silences_q: no good word for cfg_timeout cycles, cfg_retries + 1 times in
// a row. Idle words are good words, so a link at rest is not silent. True: the link is to be given
// up.
static bool silence(nf_link_tx *m, const nf_link_tx_in *in) {
  bool up = true;
  if (in->good) {
    m->silent = 0;
    m->silences = 0;
  } else if (in->cfg_timeout != 0 && m->silent >= in->cfg_timeout) {
    up = in->cfg_retries == 0 || m->silences < in->cfg_retries;
    m->silent = 0;
    m->silences = (uint8_t)(m->silences + (m->silences != UINT8_MAX));
  } else {
    m->silent++;
  }
  return !up;
}

// The other end is lost: the wire is silent, so that the other end goes down, too, and what is sent
// is swallowed.
static void step_down(nf_link_tx *m, const nf_link_tx_in *in) {
  nf_link_tx_out *const out = &m->out;
  memset(out->wire_data.w, 0, m->limbs * sizeof *out->wire_data.w);
  out->wire_ctrl = 0;
  out->event = (uint16_t)sink(m, in);
  out->busy = m->state != IDLE;
}

// What a good word says of flits and of room: the flits that it acknowledges, the credits that it
// frees. An acknowledgement of what was never sent is one of an old word: mod 512 it looks far
// ahead.
static unsigned hear(nf_link_tx *m, const nf_link_tx_in *in, unsigned sent, unsigned freed[2]) {
  if (!in->good)
    return 0;
  const unsigned v = in->good_credit_vc;
  const unsigned more = (unsigned)(in->good_credit - m->freed_seen[v]) & NF_LINK_CREDIT_MASK;
  // More than the other end has room for is a total of an old word, which looks far ahead.
  if (more <= m->cfg.Room) {
    freed[v] = more;
    m->freed_seen[v] = in->good_credit;
  }
  const unsigned acked = distance(m->ack, in->good_ack);
  return acked > sent ? 0 : acked;
}

// ack_q, send_q, replays_q and guard_q: the replay buffer's end moves on, or is sent again from
// there. An acknowledgement passes what is to be sent again, if the other end has it already.
static void move_ack(nf_link_tx *m, const nf_link_tx_in *in, unsigned acked, bool replay) {
  if (acked != 0) {
    // passed; choose() has moved send already. Where that makes a difference both give good_ack.
    if (replay || distance(m->ack, m->send) < acked)
      m->send = in->good_ack;
    m->ack = in->good_ack;
    m->replays = replay;
    m->guard = replay;
  } else if (replay) {
    m->send = m->ack;
    m->replays = (uint8_t)(m->replays + (m->replays != UINT8_MAX));
    m->guard = true;
  }
}

// Section of acknowledgement and replay: `acked` of `sent` flits have arrived; `due`: time is up
// for the rest. Returns its events.
static unsigned settle(nf_link_tx *m, const nf_link_tx_in *in, unsigned sent, unsigned acked,
                       bool due) {
  const bool progress = acked != 0;
  const bool late = due && !progress;
  // guard: the other end goes on asking until what is sent again arrives; without it each of its
  // words would start the replay anew, and none would ever get through.
  const bool asked = in->good && in->good_nak && acked != sent && (progress || !m->guard);
  const bool replay = late || asked;
  bool down = replay && !progress && in->cfg_retries != 0 && m->replays >= in->cfg_retries;
  down |= silence(m, in);
  m->timer = sent != 0 && !progress && !replay ? (uint16_t)(m->timer + 1) : 0;
  move_ack(m, in, acked, replay);
  if (down) {
    m->out.down = true;
    // Whoever sends is let in from now on, and sink() swallows it.
    m->out.tx_ready = 3;
    return event(NF_LINK_EV_DOWN);
  }
  return replay ? event(NF_LINK_EV_REPLAY) | (late ? event(NF_LINK_EV_TIMEOUT) : 0) : 0;
}

// All always_ff of the RTL on one edge. The word goes out first, from the choice of the edge
// before. sent and due are read before choose() moves top: the acknowledgement on this edge cannot
// be of a flit that leaves on it.
void nf_link_tx_step(nf_link_tx *m, const nf_link_tx_in *in) {
  nf_link_tx_out *const out = &m->out;
  if (out->down) {
    step_down(m, in);
    return;
  }
  make_word(m, in);
  taken t = take(m, in);
  unsigned events = t.events;
  const unsigned sent = distance(m->ack, m->top);
  const bool due = sent != 0 && in->cfg_timeout != 0 && m->timer >= in->cfg_timeout;
  events |= choose(m, &t, &in->tx_data);
  unsigned freed[2] = {0, 0};
  const unsigned acked = hear(m, in, sent, freed);
  promise(m, &t, acked, freed);
  events |= settle(m, in, sent, acked, due);
  out->event = (uint16_t)events;
  out->busy = (!out->down && m->wr != m->ack) || m->state != IDLE;
}
