// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A step is computed in the order of the RTL's sections: what arrives, what is handed out, what is
// sent, each from the state before the edge; then the configuration, which wins.
#include "nf_ace_port.h"

#include "common/nf_rr_arb.h"
#include "nf_ace_pkg.h"

#include <stdlib.h>

enum { MAX_SLOTS = 256, MAX_OUT = 64, MAX_HELD = 2, MAX_CREDITS = 255, TICK = 16 };

typedef struct {
  uint16_t base, mask; // receive slots
  uint16_t head, sent; // next number to hand out, to send
  uint16_t owed;       // slots freed and not yet told
  uint16_t peer_node;
  uint8_t peer_qp, credit;
} pair;

typedef struct {
  uint16_t seq;
  uint8_t words, qp, epoch;
} job;

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
  bool credit_in;
  arrival rx;
} event;

struct nf_ace_port {
  nf_ace_port_out out;
  uint32_t slots, outs, owed_mask, limbs; // limbs: of a bus word
  pair pairs[NF_ACE_QPS];
  // a transfer, seen in the last cycle
  bool pop, push;
  uint8_t pop_qp, push_qp, op_words;
  // words of the packet that is handed out
  uint8_t pop_left, pop_word;
  uint16_t pop_slot;
  pair pop_pair; // the queue pair as it was
  // the word that came in the last cycle
  bool rx_valid, rx_first, rx_last, rx_open;
  uint64_t rx_hdr;
  nf_ace_word rx_data;
  arrival rx;
  look rx_look;
  // credits to send
  uint16_t owes, old, seen;
  bool pick, pick_urgent;
  bool credit_last; // what started last was a credit packet
  uint8_t tick, pick_qp, picked;
  // packets to send
  job jobs[MAX_OUT];
  uint32_t job_read, job_count, packets;
  uint32_t out_write, out_read, stored;
  uint8_t left, held;
  // slots
  bool valid[MAX_SLOTS], poison[MAX_SLOTS];
  uint8_t len[MAX_SLOTS];
  uint64_t receive[MAX_SLOTS * NF_ACE_PACKET_WORDS * NF_ACE_WORD_LIMBS];
  uint64_t send[MAX_OUT * NF_ACE_PACKET_WORDS * NF_ACE_WORD_LIMBS];
  bool send_poison[MAX_OUT * NF_ACE_PACKET_WORDS];
};

// NF_PARAMs; no queue pair is open. Headers out bear the engine's mode from the start.
nf_status nf_ace_port_init(nf_ace_port **m, const nf_ace_port_cfg *cfg) {
  if (cfg->Slots < 4 || cfg->Slots > MAX_SLOTS || (cfg->Slots & (cfg->Slots - 1)) != 0)
    return "nf_ace_port: Slots must be a power of two 4..256";
  if (cfg->Out < 2 || cfg->Out > MAX_OUT || (cfg->Out & (cfg->Out - 1)) != 0)
    return "nf_ace_port: Out must be a power of two 2..64";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_port: WordBytes must be 64, 128 or 256";
  nf_ace_port *p = calloc(1, sizeof *p);
  if (p == NULL)
    return "nf_ace_port: out of memory";
  p->slots = cfg->Slots;
  p->outs = cfg->Out;
  p->limbs = cfg->WordBytes / 8;
  p->owed_mask = 2 * cfg->Slots - 1;
  p->out.ask = true;
  p->out.space = true;
  nf_ace_hdr_set_mode(p->out.nic_hdr.w, 1);
  *m = p;
  return NF_OK;
}

// Registers, and the flags of update_flags().
const nf_ace_port_out *nf_ace_port_peek(const nf_ace_port *m) { return &m->out; }

void nf_ace_port_free(nf_ace_port *m) { free(m); }

// Slot of packet number seq: base_q + (seq & mask_q), within the memory.
static uint16_t slot_of(const nf_ace_port *m, const pair *p, uint16_t seq) {
  return (uint16_t)((p->base + (seq & p->mask)) & (m->slots - 1));
}

// A word's place in u_receive.
static uint64_t *received(nf_ace_port *m, unsigned slot, unsigned word) {
  return &m->receive[(slot * NF_ACE_PACKET_WORDS + word) * m->limbs];
}

// One queue pair's bit of a vector.
static void set_bit(uint16_t *bits, unsigned at, bool value) {
  *bits = (uint16_t)((*bits & ~(1u << at)) | (unsigned)value << at);
}

// ------------------------------------------------------------------------------ arrival
// Of a number that is handed out in the same cycle no second copy is taken.
static look look_up(const nf_ace_port *m, const uint64_t *h, bool cfg_receive, unsigned cfg_qp,
                    bool clear) {
  const unsigned qp = nf_ace_hdr_qp(h);
  const pair *p = &m->pairs[qp];
  const uint16_t ahead = (uint16_t)(nf_ace_hdr_seq(h) - p->head);
  look l = {.slot = slot_of(m, p, nf_ace_hdr_seq(h)), .mask = p->mask};
  l.open = (m->out.open >> qp & 1) && !(cfg_receive && cfg_qp == qp) && !clear;
  l.fits = l.open && (ahead & ~p->mask) == 0 && !(m->pop && m->pop_qp == qp && ahead == 0);
  return l;
}

// An engine's packet for this node, of whatever epoch.
static bool ours(const nf_ace_port *m, const nf_ace_port_in *in) {
  const uint64_t *h = &m->rx_hdr;
  return m->rx_first && nf_ace_hdr_mode(h) && nf_ace_hdr_dst(h) == in->node;
}

// rx_good: ours, of this epoch, of a possible length, for a queue pair that is open.
static bool good_header(const nf_ace_port *m, const nf_ace_port_in *in) {
  const uint64_t *h = &m->rx_hdr;
  return ours(m, in) && nf_ace_hdr_epoch(h) == in->epoch &&
         nf_ace_hdr_words(h) <= NF_ACE_PACKET_WORDS && m->rx_look.open;
}

// Section "arrival", what is combinational: of a first word by its header, of the others by what is
// kept (rx_*_q). A first word in the middle of a packet makes the rest of it bad. A token is one
// beat without a word.
static event arrives(const nf_ace_port *m, const nf_ace_port_in *in) {
  event e = {.rx = m->rx};
  if (!m->rx_valid)
    return e;
  bool good = false;
  if (!m->rx_open) {
    const uint64_t *h = &m->rx_hdr;
    good = good_header(m, in);
    e.rx = (arrival){.qp = nf_ace_hdr_qp(h),
                     .words = nf_ace_hdr_words(h) & 7,
                     .seq = nf_ace_hdr_seq(h),
                     .slot = m->rx_look.slot,
                     .mask = m->rx_look.mask};
    e.rx.poison = nf_ace_hdr_poison(h);
    const unsigned ahead = (nf_ace_hdr_epoch(h) - in->epoch) & 127u;
    // Epochs wrap: half of the numbers are behind, the other half ahead.
    e.rx.stale = ours(m, in) && ahead >= 64;
    e.rx.early = ours(m, in) && ahead < 64 && ahead != 0;
    e.rx.take =
        good && nf_ace_hdr_kind(h) == NF_ACE_KIND_DATA && m->rx_look.fits && !m->valid[e.rx.slot];
  } else {
    e.rx.take = m->rx.take && !m->rx_first;
  }
  // A packet is taken only if it is exactly as long as its header says.
  const bool whole = e.rx.words == 0 ? !m->rx_open : e.rx.count + 1 == e.rx.words;
  const pair *p = &m->pairs[e.rx.qp];
  e.complete = m->rx_last && e.rx.take && whole;
  e.is_head = ((e.rx.seq ^ p->head) & e.rx.mask) == 0;
  e.credit_in = m->rx_last && good && nf_ace_hdr_words(&m->rx_hdr) == 0 &&
                nf_ace_hdr_kind(&m->rx_hdr) == NF_ACE_KIND_CREDIT;
  return e;
}

// Section "arrival", registers and the write of u_receive; credits that came. A word beyond the
// packet's length is not written, and rx_count stops at 7, so that it never comes round to the
// right number.
static void arrive(nf_ace_port *m, const event *e) {
  const bool ends = m->rx_valid && m->rx_last;
  m->out.stale = ends && e->rx.stale;
  m->out.early = ends && e->rx.early;
  m->out.drop = ends && !e->complete && !e->credit_in && !e->rx.stale && !e->rx.early;
  if (!m->rx_valid)
    return;
  if (e->rx.take && e->rx.count < e->rx.words)
    nf_ace_word_copy(received(m, e->rx.slot, e->rx.count), m->rx_data.w, m->limbs);
  m->rx = e->rx;
  if (m->rx.count != 7)
    m->rx.count++;
  m->rx_open = !m->rx_last;
  if (e->complete) {
    m->valid[e->rx.slot] = true;
    m->len[e->rx.slot] = e->rx.words;
    m->poison[e->rx.slot] = e->rx.poison;
  }
  if (e->credit_in) {
    pair *p = &m->pairs[e->rx.qp];
    const unsigned sum = p->credit + nf_ace_hdr_credits(&m->rx_hdr);
    p->credit = (uint8_t)(sum > MAX_CREDITS ? MAX_CREDITS : sum);
  }
}

// ------------------------------------------------------------------------------ handing out
// head_valid_q and head_words_q of a queue pair.
static void set_head(nf_ace_port *m, unsigned qp, bool valid, uint8_t words) {
  set_bit(&m->out.avail, qp, valid);
  m->out.words = (m->out.words & ~(UINT64_C(15) << 4 * qp)) | (uint64_t)words << 4 * qp;
}

// Section "handing out": the packet at the head leaves; the next one is looked up, and may come
// complete in this very cycle (next_comes). It runs before arrive(), so u_receive, valid_q and
// len_q are read as they were.
static void hand_out(nf_ace_port *m, const event *e) {
  if (m->pop) {
    pair *p = &m->pairs[m->pop_qp];
    const pair *was = &m->pop_pair;
    p->head = (uint16_t)(was->head + 1);
    m->pop_slot = slot_of(m, was, was->head);
    m->pop_left = m->op_words;
    m->pop_word = 0;
    m->out.in_poison = m->poison[m->pop_slot];
    const uint16_t next = slot_of(m, was, p->head);
    // The packet behind the one that leaves may be completed in this very cycle: avail would miss
    // it for ever.
    const bool comes = e->complete && e->rx.slot == next;
    const bool valid = comes || (m->valid[next] && next != m->pop_slot);
    set_head(m, m->pop_qp, valid, comes ? e->rx.words : m->len[next]);
    m->valid[m->pop_slot] = false;
    p->owed = (uint16_t)((p->owed + 1u) & m->owed_mask);
  }
  // With a pop of the same pair the new head was looked up above.
  if (e->complete && e->is_head && !(m->pop && m->pop_qp == e->rx.qp))
    set_head(m, e->rx.qp, true, e->rx.words);
  if (m->pop_left != 0) {
    nf_ace_word_copy(m->out.in_data.w, received(m, m->pop_slot, m->pop_word++), m->limbs);
    m->pop_left--;
  }
}

// ------------------------------------------------------------------------------ sending
// hdr_q and hdr_epoch_q, what data and credit packets have in common; poison follows with the
// words.
static void make_header(nf_ace_port *m, const nf_ace_port_in *in, const pair *p, uint8_t epoch) {
  m->out.nic_hdr = (nf_flit){{0, 0}};
  uint64_t *const h = m->out.nic_hdr.w;
  nf_ace_hdr_set_mode(h, 1);
  nf_ace_hdr_set_dst(h, p->peer_node);
  nf_ace_hdr_set_qp(h, p->peer_qp);
  nf_ace_hdr_set_src(h, in->node);
  nf_ace_hdr_set_epoch(h, epoch);
}

// start_credit: what is owed goes back, 255 at most. owed is of before this step: a slot that is
// freed in it is seen the next time.
static void start_credit(nf_ace_port *m, const nf_ace_port_in *in, uint16_t owed) {
  pair *const p = &m->pairs[m->pick_qp];
  const unsigned amount = owed > MAX_CREDITS ? MAX_CREDITS : owed;
  make_header(m, in, p, in->epoch);
  nf_ace_hdr_set_kind(m->out.nic_hdr.w, NF_ACE_KIND_CREDIT);
  nf_ace_hdr_set_credits(m->out.nic_hdr.w, (uint8_t)amount);
  p->owed = (uint16_t)((p->owed - amount) & m->owed_mask);
}

// start_data: the next job leaves, with the epoch in which it was granted.
static void start_data(nf_ace_port *m, const nf_ace_port_in *in, const job *j) {
  make_header(m, in, &m->pairs[j->qp], j->epoch);
  nf_ace_hdr_set_kind(m->out.nic_hdr.w, NF_ACE_KIND_DATA);
  nf_ace_hdr_set_words(m->out.nic_hdr.w, j->words);
  nf_ace_hdr_set_seq(m->out.nic_hdr.w, j->seq);
  m->left = j->words;
  m->job_read = (m->job_read + 1) & (m->outs - 1);
  m->job_count--;
}

// Queue pairs with credits that must not wait for a pause.
static uint16_t urgent_pairs(const nf_ace_port *m) {
  unsigned urgent = m->owes & m->old;
  for (unsigned left = m->owes & ~urgent; left != 0; left &= left - 1) {
    const unsigned q = (unsigned)__builtin_ctz(left);
    if (m->pairs[q].owed > m->pairs[q].mask >> 2)
      urgent |= 1u << q;
  }
  return (uint16_t)urgent;
}

// `urgent`, and `before`, what the picked queue pair was owed: both from before this step.
static void leave(nf_ace_port *m, const nf_ace_port_in *in, bool cfg_receive, uint16_t urgent,
                  uint16_t before) {
  const job *j = &m->jobs[m->job_read];
  const bool may = m->left == 0 && m->held != 0;
  const bool here = m->job_count != 0 && (j->words == 0 || m->stored != 0);
  // Credits that are urgent take turns with packets: neither can keep the other waiting for ever.
  const bool credit = may && m->pick && (!here || (m->pick_urgent && !m->credit_last));
  const bool data = may && here && !credit;
  bool ends = false;

  if (credit)
    start_credit(m, in, before);
  if (data) {
    start_data(m, in, j);
    ends = m->left == 0;
  }
  const bool read = m->left != 0 && m->stored != 0;
  if (read) {
    nf_ace_word_copy(m->out.nic_data.w, &m->send[m->out_read * m->limbs], m->limbs);
    nf_ace_hdr_set_poison(m->out.nic_hdr.w, m->send_poison[m->out_read]);
    m->out_read = (m->out_read + 1) & (NF_ACE_PACKET_WORDS * m->outs - 1);
    m->stored--;
    ends = --m->left == 0;
  }
  m->out.nic_valid = credit || data || read;
  m->out.nic_first = credit || data;
  m->out.nic_last = credit || ends;
  if (credit || data)
    m->credit_last = credit;
  m->packets -= ends;
  // A reservation in the NIC is used up by what starts, and asked for again at once.
  m->held = (uint8_t)(m->held + in->room - (credit || data));
  m->out.ask = m->held < MAX_HELD;

  if (m->tick == TICK - 1) {
    m->old = m->owes & m->seen;
    m->seen = m->owes;
  }
  if (credit) {
    set_bit(&m->seen, m->pick_qp, false);
    set_bit(&m->old, m->pick_qp, false);
  }
  // The credits of the next cycle. What is sent or set up now does not show in `owes` yet.
  const unsigned last = m->picked;
  if (credit)
    m->picked = m->pick_qp;
  m->pick = m->owes != 0 && !credit && !cfg_receive && !in->clear;
  m->pick_urgent = urgent != 0;
  if (m->pick)
    m->pick_qp = (uint8_t)nf_rr_arb_pick(urgent != 0 ? urgent : m->owes, last);
}

// u_jobs, sent_q and the credit that the packet takes. It comes after arrive(): credits that came
// are limited to 255 first (credit_sum), then one is taken, and after leave(), which sees the jobs
// of before.
static void enqueue(nf_ace_port *m, uint8_t epoch) {
  pair *const p = &m->pairs[m->push_qp];
  const uint32_t at = (m->job_read + m->job_count) & (m->outs - 1);
  m->jobs[at] = (job){.seq = p->sent++, .words = m->op_words, .qp = m->push_qp, .epoch = epoch};
  p->credit--;
  m->job_count++;
  m->packets++;
}

// ------------------------------------------------------------------------------ configuration
// reset_receive: the receiving half begins with number 0 and empty slots (cfg_range).
static void configure_receive(nf_ace_port *m, unsigned qp, uint32_t data) {
  pair *const p = &m->pairs[qp];
  p->base = (uint16_t)(data & (m->slots - 1));
  p->mask = (uint16_t)(((1u << (data >> 8 & 15)) - 1) & (m->slots - 1));
  p->head = p->owed = 0;
  for (uint32_t i = 0; i <= p->mask; i++)
    m->valid[(p->base + i) & (m->slots - 1)] = false;
  set_bit(&m->out.open, qp, data >> 31);
  set_head(m, qp, false, 0);
  set_bit(&m->seen, qp, false);
  set_bit(&m->old, qp, false);
}

// reset_send: the peer, its free slots as credits, and number 0.
static void configure_send(nf_ace_port *m, unsigned qp, uint32_t data) {
  pair *const p = &m->pairs[qp];
  p->peer_node = data & 0x3ff;
  p->peer_qp = data >> 12 & 15;
  p->credit = (uint8_t)(data >> 16);
  p->sent = 0;
}

// The rest of a packet that was being taken is old.
static void cut(nf_ace_port *m) {
  m->rx.stale |= m->rx.take;
  m->rx.take = false;
}

// clear_i in gen_pair.
static void close_all(nf_ace_port *m) {
  for (unsigned q = 0; q < NF_ACE_QPS; q++) {
    m->pairs[q].owed = m->pairs[q].credit = 0;
    set_head(m, q, false, 0);
  }
  m->out.open = m->seen = m->old = 0;
}

// ------------------------------------------------------------------------------ step
// pop_q and push_q, and with them the registers of the transfer that was granted.
static void take_op(nf_ace_port *m, const nf_ace_port_in *in) {
  m->pop = m->push = false;
  if (!in->op_valid)
    return;
  const uint8_t qin = nf_ace_req_qin(&in->op), qout = nf_ace_req_qout(&in->op);
  m->pop = nf_ace_req_recv(&in->op) && qin >> 4 == in->id;
  m->push = nf_ace_req_send(&in->op) && qout >> 4 == in->id;
  m->pop_qp = qin & 15;
  m->push_qp = qout & 15;
  m->op_words = nf_ace_req_words(&in->op) & 7;
}

// Registers rx_*_q of the word, and look_*_q of its header.
static void take_word(nf_ace_port *m, const nf_ace_port_in *in, const look *l) {
  m->rx_valid = in->rx_valid;
  if (!in->rx_valid)
    return;
  m->rx_first = in->rx_first;
  m->rx_last = in->rx_last;
  m->rx_hdr = in->rx_hdr.w[0];
  m->rx_look = *l;
  nf_ace_word_copy(m->rx_data.w, in->rx_data.w, m->limbs);
}

// credit_o and owes, functions of the registers of the queue pairs that this step touched, and
// space_o.
static void update_flags(nf_ace_port *m, uint16_t touched) {
  for (unsigned left = touched; left != 0; left &= left - 1) {
    const unsigned q = (unsigned)__builtin_ctz(left);
    set_bit(&m->out.credit, q, m->pairs[q].credit != 0);
    set_bit(&m->owes, q, m->pairs[q].owed != 0);
  }
  m->out.space = m->packets != m->outs;
}

// One edge. The sections are in the order of the RTL and read the state before the edge;
// configuration and clear win over all of them, as the first branches of gen_pair do. The word and
// the transfer at the ports are registered last: they are looked at in the next step. Words for the
// send memory come after leave(), which must not read them in the same cycle. tick_q counts in
// every step, also in those that do nothing else.
void nf_ace_port_step(nf_ace_port *m, const nf_ace_port_in *in) {
  const bool cfg = in->cfg_valid && in->cfg_addr >> 8 == (uint32_t)(NF_ACE_CSR_QP >> 8) + in->id;
  const bool work = cfg || in->clear || m->out.stale || m->out.early || m->pop || m->push ||
                    m->pop_left != 0 || m->rx_valid || m->out.drop || m->owes != 0 ||
                    m->job_count != 0 || m->left != 0 || m->out.nic_valid || in->room;
  if (!work && !in->rx_valid && !in->op_valid && !in->out_valid) {
    m->tick = (uint8_t)((m->tick + 1) % TICK);
    return;
  }
  const unsigned qp = in->cfg_addr >> 4 & 15, reg = in->cfg_addr >> 2 & 3;
  // What is registered now sees the state before this step.
  look seen = {0};
  if (in->rx_valid)
    seen = look_up(m, in->rx_hdr.w, cfg && reg == 0, qp, in->clear);
  const pair next_pair = m->pairs[nf_ace_req_qin(&in->op) & 15];
  if (work) {
    const event e = arrives(m, in);
    const uint16_t urgent = m->owes != 0 ? urgent_pairs(m) : 0;
    const uint16_t before = m->pairs[m->pick_qp].owed;
    unsigned touched = 1u << m->pick_qp | 1u << e.rx.qp | 1u << m->pop_qp | 1u << m->push_qp;

    hand_out(m, &e);
    arrive(m, &e);
    leave(m, in, cfg && reg == 0, urgent, before);
    if (m->push)
      enqueue(m, in->epoch);
    if (in->clear)
      cut(m);
    if (cfg) {
      touched |= 1u << qp;
      if (reg == 0) {
        configure_receive(m, qp, in->cfg_wdata);
        m->rx.take &= m->rx.qp != qp;
      } else if (reg == 1) {
        configure_send(m, qp, in->cfg_wdata);
      }
    }
    if (in->clear) {
      close_all(m);
      touched = UINT16_MAX;
    }
    update_flags(m, (uint16_t)touched);
  }
  m->tick = (uint8_t)((m->tick + 1) % TICK);
  if (in->out_valid) {
    nf_ace_word_copy(&m->send[m->out_write * m->limbs], in->out_data.w, m->limbs);
    m->send_poison[m->out_write] = in->out_poison;
    m->out_write = (m->out_write + 1) & (NF_ACE_PACKET_WORDS * m->outs - 1);
    m->stored++;
  }
  take_op(m, in);
  if (m->pop)
    m->pop_pair = next_pair;
  take_word(m, in, &seen);
}
