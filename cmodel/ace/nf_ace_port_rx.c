// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A step is computed in the order of the RTL's sections: what arrives, what is handed out, each
// from the state before the edge; then the set-up, which wins.
//
// A packet's number says where it lies, so packets may come in any order (ACE 4.5, footnote 8) and
// are handed out in order. Whatever is wrong with a packet costs that packet alone: it becomes
// valid with its last word, if all was right until then, and frames go by rx_last whatever a header
// says. Numbers outside of the window, second copies and pairs that are not open are dropped. The
// source is not looked at, since on a link there is one (docs/threats.md): it can fill the slots of
// the pairs that are open there, and no other memory.
#include "nf_ace_port_rx.h"

#include "nf_ace_pkg.h"

#include <stdlib.h>

enum { MAX_SLOTS = 256 };

typedef struct {
  uint16_t base, mask; // slots
  uint16_t head;       // next number to hand out
} pair;

// The packet that arrives: kept from its first word on.
typedef struct {
  bool take, poison;
  bool stale, early;        // dropped: of an older epoch, of a newer one
  uint8_t qp, words, count; // count: words so far
  uint16_t seq, slot, mask;
} arrival;

// What was found out about a word's header while it was registered.
typedef struct {
  bool open, fits;
  uint16_t slot, mask;
} look;

// What this step does, found out before anything changes.
typedef struct {
  bool complete, is_head; // a packet is complete; it is the next of its queue pair
  arrival rx;
} event;

struct nf_ace_port_rx {
  nf_ace_port_rx_out out;
  uint32_t slots, limbs; // limbs: of a bus word
  pair pairs[NF_ACE_QPS];
  // A stage before pop_i, so that the slot's address is ready with it
  pair pop_pair; // the queue pair as it was when the transfer was registered
  // words of the packet that is handed out
  uint8_t pop_left, pop_word;
  uint16_t pop_slot;
  // look_*_q and rx_*_q; the header is looked up while its word is registered
  look look;
  bool rx_open;
  arrival rx;
  // slots
  bool valid[MAX_SLOTS], poison[MAX_SLOTS];
  uint8_t len[MAX_SLOTS];
  uint64_t receive[MAX_SLOTS * NF_ACE_PACKET_WORDS * NF_ACE_WORD_LIMBS];
};

// NF_PARAMs; no queue pair is open.
nf_status nf_ace_port_rx_init(nf_ace_port_rx **m, const nf_ace_port_rx_cfg *cfg) {
  if (cfg->Slots < 4 || cfg->Slots > MAX_SLOTS || (cfg->Slots & (cfg->Slots - 1)) != 0)
    return "nf_ace_port_rx: Slots must be a power of two 4..256";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_port_rx: WordBytes must be 32, 64, 128 or 256";
  nf_ace_port_rx *const p = calloc(1, sizeof *p);
  if (p == NULL)
    return "nf_ace_port_rx: out of memory";
  p->slots = cfg->Slots;
  p->limbs = cfg->WordBytes / 8;
  *m = p;
  return NF_OK;
}

// Registers; begins_o is a function of two of them. Flags are right two cycles behind a grant, for
// which issue waits.
const nf_ace_port_rx_out *nf_ace_port_rx_peek(const nf_ace_port_rx *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_port_rx_free(nf_ace_port_rx *m) { free(m); }

// Slot of packet number seq: base_q + (seq & mask_q), within the memory. base + 2^k may pass the
// memory's end and wraps; that two pairs overlap then is the host's fault and not checked.
static uint16_t slot_of(const nf_ace_port_rx *m, const pair *p, uint16_t seq) {
  return (uint16_t)((p->base + (seq & p->mask)) & (m->slots - 1));
}

// A word's place in u_receive.
static uint64_t *received(nf_ace_port_rx *m, unsigned slot, unsigned word) {
  return &m->receive[(slot * NF_ACE_PACKET_WORDS + word) * m->limbs];
}

// One queue pair's bit of a vector.
static void set_bit(uint16_t *bits, unsigned at, bool value) {
  *bits = (uint16_t)((*bits & ~(1u << at)) | (unsigned)value << at);
}

// ------------------------------------------------------------------------------ arrival
// look_*: of a number that is handed out in the same cycle no second copy is taken. The window is
// 2^k numbers from the head on: a number behind it would name a slot that is another packet's, one
// before it was handed out already.
static look look_up(const nf_ace_port_rx *m, const nf_ace_port_rx_in *in) {
  const unsigned qp = in->look_qp;
  const pair *p = &m->pairs[qp];
  const uint16_t ahead = (uint16_t)(in->look_seq - p->head);
  look l = {.slot = slot_of(m, p, in->look_seq), .mask = p->mask};
  l.open = (m->out.open >> qp & 1) && !(in->set && in->set_qp == qp) && !in->clear;
  l.fits = l.open && (ahead & ~p->mask) == 0 && !(in->pop && in->pop_qp == qp && ahead == 0);
  return l;
}

// Section "arrival", what is combinational: of a first word by its header, of the others by what is
// kept (rx_*_q). A first word in the middle of a packet makes the rest of it bad. A token is one
// beat without a word.
static event arrives(const nf_ace_port_rx *m, const nf_ace_port_rx_in *in) {
  event e = {.rx = m->rx};
  if (!in->word_valid)
    return e;
  if (!m->rx_open) {
    const uint64_t *h = in->word_hdr.w;
    e.rx = (arrival){.qp = nf_ace_hdr_qp(h),
                     .words = nf_ace_hdr_words(h) & 7,
                     .seq = nf_ace_hdr_seq(h),
                     .slot = m->look.slot,
                     .mask = m->look.mask,
                     .poison = nf_ace_hdr_poison(h),
                     .stale = in->word_stale,
                     .early = in->word_early};
    e.rx.take = in->word_take && m->look.fits && !m->valid[e.rx.slot];
  } else {
    e.rx.take = m->rx.take && !in->word_first;
  }
  // A packet is taken only if it is exactly as long as its header says.
  const bool whole = e.rx.words == 0 ? !m->rx_open : e.rx.count + 1 == e.rx.words;
  e.complete = in->word_last && e.rx.take && whole;
  e.is_head = ((e.rx.seq ^ m->pairs[e.rx.qp].head) & e.rx.mask) == 0;
  return e;
}

// Section "arrival", registers and the write of u_receive. A word beyond the packet's length is not
// written, and rx_count stops at 7, so that it never comes round to the right number.
static void arrive(nf_ace_port_rx *m, const nf_ace_port_rx_in *in, const event *e) {
  const bool ends = in->word_valid && in->word_last;
  m->out.stale = ends && e->rx.stale;
  m->out.early = ends && e->rx.early;
  m->out.drop = ends && !e->complete && !in->word_credit && !e->rx.stale && !e->rx.early;
  if (!in->word_valid)
    return;
  if (e->rx.take && e->rx.count < e->rx.words)
    nf_ace_word_copy(received(m, e->rx.slot, e->rx.count), in->word_data.w, m->limbs);
  m->rx = e->rx;
  if (m->rx.count != 7)
    m->rx.count++;
  m->rx_open = !in->word_last;
  if (e->complete) {
    m->valid[e->rx.slot] = true;
    m->len[e->rx.slot] = e->rx.words;
    m->poison[e->rx.slot] = e->rx.poison;
  }
}

// ------------------------------------------------------------------------------ handing out
// head_valid_q and head_words_q of a queue pair. What issue sees of a pair: is a packet there, and
// of how many words.
static void set_head(nf_ace_port_rx *m, unsigned qp, bool valid, uint8_t words) {
  set_bit(&m->out.avail, qp, valid);
  m->out.words = (m->out.words & ~(UINT64_C(15) << 4 * qp)) | (uint64_t)words << 4 * qp;
}

// The packet at the head leaves; the next one is looked up, and may come complete in this very
// cycle (next_comes): avail would miss it for ever.
static void pop(nf_ace_port_rx *m, const nf_ace_port_rx_in *in, const event *e) {
  pair *const p = &m->pairs[in->pop_qp];
  const pair *const was = &m->pop_pair;
  p->head = (uint16_t)(was->head + 1);
  m->pop_slot = slot_of(m, was, was->head);
  m->pop_left = in->pop_words;
  m->pop_word = 0;
  m->out.in_poison = m->poison[m->pop_slot];
  const uint16_t next = slot_of(m, was, p->head);
  const bool comes = e->complete && e->rx.slot == next;
  const bool valid = comes || (m->valid[next] && next != m->pop_slot);
  set_head(m, in->pop_qp, valid, comes ? e->rx.words : m->len[next]);
  m->valid[m->pop_slot] = false;
}

// Section "handing out". It runs before arrive(), so u_receive, valid_q and len_q are read as they
// were.
static void hand_out(nf_ace_port_rx *m, const nf_ace_port_rx_in *in, const event *e) {
  if (in->pop)
    pop(m, in, e);
  // With a pop of the same pair the new head was looked up above.
  if (e->complete && e->is_head && !(in->pop && in->pop_qp == e->rx.qp))
    set_head(m, e->rx.qp, true, e->rx.words);
  if (m->pop_left != 0) {
    nf_ace_word_copy(m->out.in_data.w, received(m, m->pop_slot, m->pop_word++), m->limbs);
    m->pop_left--;
  }
}

// ------------------------------------------------------------------------------ set-up
// `set`: the queue pair begins with number 0 and empty slots (set_range). A packet of it that is
// being taken is not taken. Nothing of before may be left where it begins anew: numbers begin at 0
// at both ends.
static void set_up(nf_ace_port_rx *m, const nf_ace_port_rx_in *in) {
  pair *const p = &m->pairs[in->set_qp];
  p->base = (uint16_t)(in->set_base & (m->slots - 1));
  p->mask = (uint16_t)(((1u << in->set_log) - 1) & (m->slots - 1));
  p->head = 0;
  m->out.mask[in->set_qp] = (uint8_t)p->mask;
  for (uint32_t i = 0; i <= p->mask; i++)
    m->valid[(p->base + i) & (m->slots - 1)] = false;
  set_bit(&m->out.open, in->set_qp, in->set_open);
  set_head(m, in->set_qp, false, 0);
  m->rx.take &= m->rx.qp != in->set_qp;
}

// clear_i: no queue pair is open. The rest of a packet that was being taken is old. Old, not bad:
// its sender did nothing wrong, so it counts in EPOCH_OLD.
static void close_all(nf_ace_port_rx *m) {
  m->rx.stale |= m->rx.take;
  m->rx.take = false;
  m->out.open = m->out.avail = 0;
  m->out.words = 0;
}

// ------------------------------------------------------------------------------ step
// One edge. What is looked up is registered last: it sees the state before this step. A set-up and
// clear_i win over all, as the first branches of gen_pair do.
void nf_ace_port_rx_step(nf_ace_port_rx *m, const nf_ace_port_rx_in *in) {
  const bool ended = m->out.drop || m->out.stale || m->out.early;
  if (!in->clear && !in->set && !in->op_valid && !in->pop && !in->look_valid && !in->word_valid &&
      m->pop_left == 0 && !ended)
    return;
  const look seen = in->look_valid ? look_up(m, in) : m->look;
  const pair op_pair = in->op_valid ? m->pairs[in->op_qp] : m->pop_pair;
  const event e = arrives(m, in);
  hand_out(m, in, &e);
  arrive(m, in, &e);
  if (in->clear)
    close_all(m);
  if (in->set)
    set_up(m, in);
  if (in->clear)
    m->out.open = 0;
  m->look = seen;
  m->pop_pair = op_pair;
  m->out.begins = !m->rx_open && m->look.open;
}
