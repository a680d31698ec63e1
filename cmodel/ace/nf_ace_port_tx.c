// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Packets leave in the order of their grants: their words come through the crossbar in that order,
// so the send memory is a fifo and a packet's words need no address. A packet leaves with the epoch
// in which it was granted, whatever epoch it is by then, so that its receiver drops it after an
// abort.
#include "nf_ace_port_tx.h"

#include <stdlib.h>

#include "ace/nf_ace_pkg.h"

enum { MAX_OUT = 64, MAX_HELD = 2, MAX_CREDITS = 255 };

// credit_q, sent_q and peer_q: written before the pair has a credit, so two of them have no reset
typedef struct {
  uint16_t sent; // next number to send
  uint16_t peer_node;
  uint8_t peer_qp, credit;
} pair;

// An entry of u_jobs: made with the grant, before the words are there.
typedef struct {
  uint16_t seq;
  uint8_t words, qp, epoch;
} job;

struct nf_ace_port_tx {
  nf_ace_port_tx_out out;
  uint32_t outs, limbs; // limbs: of a bus word
  pair pairs[NF_ACE_QPS];
  job jobs[MAX_OUT];
  // packets: granted and not yet left, which is what space_o counts: memory is reserved by the
  // grant
  uint32_t job_read, job_count, packets;
  uint32_t out_write, out_read, stored;
  // words of the packet that is leaving; packets that the NIC has reserved room for
  uint8_t left, held;
  bool credit_last; // what started last was a credit packet
  uint64_t send[MAX_OUT * NF_ACE_PACKET_WORDS * NF_ACE_WORD_LIMBS];
  bool send_poison[MAX_OUT * NF_ACE_PACKET_WORDS];
};

// NF_PARAMs; no credit, nothing to send. Headers out bear the engine's mode from the start. It asks
// the NIC for room at once: the engine consults NIC control before it writes (ACE 4.4), and does so
// ahead of time.
nf_status nf_ace_port_tx_init(nf_ace_port_tx **m, const nf_ace_port_tx_cfg *cfg) {
  if (cfg->Out < 2 || cfg->Out > MAX_OUT || (cfg->Out & (cfg->Out - 1)) != 0)
    return "nf_ace_port_tx: Out must be a power of two 2..64";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_port_tx: WordBytes must be 32, 64, 128 or 256";
  nf_ace_port_tx *const p = calloc(1, sizeof *p);
  if (p == NULL)
    return "nf_ace_port_tx: out of memory";
  p->outs = cfg->Out;
  p->limbs = cfg->WordBytes / 8;
  p->out.ask = true;
  p->out.space = true;
  nf_ace_hdr_set_mode(p->out.nic_hdr.w, 1);
  *m = p;
  return NF_OK;
}

// Registers, and the functions of them in show(). nic_* hold no back-pressure: room for a packet
// was reserved before its first word.
const nf_ace_port_tx_out *nf_ace_port_tx_peek(const nf_ace_port_tx *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_port_tx_free(nf_ace_port_tx *m) { free(m); }

// ------------------------------------------------------------------------------ queue pairs
// credit_q and credit_o of a queue pair.
static void set_credit(nf_ace_port_tx *m, unsigned qp, unsigned credit) {
  m->pairs[qp].credit = (uint8_t)credit;
  m->out.credit = (uint16_t)((m->out.credit & ~(1u << qp)) | (unsigned)(credit != 0) << qp);
}

// credit_sum: more credits than there can be are not counted. A peer that gives more than it has
// would otherwise wrap the count to few; what it does to its own slots is its own matter.
static void gain(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  const unsigned sum = m->pairs[in->gain_qp].credit + (unsigned)in->gain_credits;
  set_credit(m, in->gain_qp, sum > MAX_CREDITS ? MAX_CREDITS : sum);
}

// u_jobs, sent_q and the credit that the packet takes. The number goes on with the grant, so
// packets of a pair are numbered as they leave.
static void enqueue(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  pair *const p = &m->pairs[in->push_qp];
  const uint32_t at = (m->job_read + m->job_count) & (m->outs - 1);
  m->jobs[at] =
      (job){.seq = p->sent++, .words = in->push_words, .qp = in->push_qp, .epoch = in->epoch};
  set_credit(m, in->push_qp, p->credit - 1u);
  m->job_count++;
  m->packets++;
}

// The sending half of a queue pair: the peer, its free slots as credits, and number 0. Credits
// begin as the peer's slots, and come back one by one.
static void set_up(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  pair *const p = &m->pairs[in->set_qp];
  p->peer_node = in->set_node;
  p->peer_qp = in->set_peer_qp;
  p->sent = 0;
  set_credit(m, in->set_qp, in->set_credits);
}

// ------------------------------------------------------------------------------ header
// hdr_q, what data and credit packets have in common; poison follows with the words.
static void make_header(nf_ace_port_tx *m, const nf_ace_port_tx_in *in, unsigned qp,
                        uint8_t epoch) {
  const pair *const p = &m->pairs[qp];
  m->out.nic_hdr = (nf_flit){{0, 0}};
  uint64_t *const h = m->out.nic_hdr.w;
  nf_ace_hdr_set_mode(h, 1);
  nf_ace_hdr_set_dst(h, p->peer_node);
  nf_ace_hdr_set_qp(h, p->peer_qp);
  nf_ace_hdr_set_src(h, in->node);
  nf_ace_hdr_set_epoch(h, epoch);
}

// give_i: a credit packet. Credits bear no number: a link that repeated one would make credits of
// nothing (ACE 4.4 leaves that to the link).
static void start_credit(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  make_header(m, in, in->give_qp, in->epoch);
  nf_ace_hdr_set_kind(m->out.nic_hdr.w, NF_ACE_KIND_CREDIT);
  nf_ace_hdr_set_credits(m->out.nic_hdr.w, in->give_credits);
}

// start_data: the next job leaves, with the epoch in which it was granted.
static void start_data(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  const job *const j = &m->jobs[m->job_read];
  make_header(m, in, j->qp, j->epoch);
  nf_ace_hdr_set_kind(m->out.nic_hdr.w, NF_ACE_KIND_DATA);
  nf_ace_hdr_set_words(m->out.nic_hdr.w, j->words);
  nf_ace_hdr_set_seq(m->out.nic_hdr.w, j->seq);
  m->left = j->words;
  m->job_read = (m->job_read + 1) & (m->outs - 1);
  m->job_count--;
}

// ------------------------------------------------------------------------------ leaving
// job_here: the next packet is ready to leave.
static bool job_here(const nf_ace_port_tx *m) {
  return m->job_count != 0 && (m->jobs[m->job_read].words == 0 || m->stored != 0);
}

// `read`: a word of u_send goes to the NIC. Whether it is its packet's last.
static bool read_word(nf_ace_port_tx *m) {
  nf_ace_word_copy(m->out.nic_data.w, &m->send[m->out_read * m->limbs], m->limbs);
  nf_ace_hdr_set_poison(m->out.nic_hdr.w, m->send_poison[m->out_read]);
  m->out_read = (m->out_read + 1) & (NF_ACE_PACKET_WORDS * m->outs - 1);
  m->stored--;
  return --m->left == 0;
}

// Section "leaving". A packet that has begun is ended first; whether its next word is there does
// not matter to the NIC, which takes it when it comes.
static void leave(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  const bool data = m->left == 0 && m->held != 0 && job_here(m) && !in->give;
  const bool starts = in->give || data;
  bool ends = false;
  if (in->give)
    start_credit(m, in);
  if (data) {
    start_data(m, in);
    ends = m->left == 0;
  }
  const bool read = m->left != 0 && m->stored != 0;
  if (read)
    ends = read_word(m);
  m->out.nic_valid = starts || read;
  m->out.nic_first = starts;
  m->out.nic_last = in->give || ends;
  if (starts)
    m->credit_last = in->give;
  m->packets -= ends;
  // A reservation in the NIC is used up by what starts, and asked for again at once.
  m->held = (uint8_t)(m->held + in->room - starts);
}

// The write of u_send. The grant has reserved its place (space_o), so it is always taken.
static void store(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  nf_ace_word_copy(&m->send[m->out_write * m->limbs], in->out_data.w, m->limbs);
  m->send_poison[m->out_write] = in->out_poison;
  m->out_write = (m->out_write + 1) & (NF_ACE_PACKET_WORDS * m->outs - 1);
  m->stored++;
}

// Outputs that are functions of the new state.
static void show(nf_ace_port_tx *m) {
  const bool may_start = m->left == 0 && m->held != 0;
  m->out.ask = m->held < MAX_HELD;
  m->out.space = m->packets != m->outs;
  m->out.pause = may_start && !job_here(m);
  m->out.turn = may_start && !m->credit_last;
}

// One edge. leave() sees the jobs and words of before, and the peers: a set-up comes behind it.
// Credits that came are limited to 255 first, then the packet that is granted takes one.
void nf_ace_port_tx_step(nf_ace_port_tx *m, const nf_ace_port_tx_in *in) {
  const bool leaves = m->job_count != 0 || m->left != 0 || m->out.nic_valid || in->give || in->room;
  if (!leaves && !in->clear && !in->set && !in->gain && !in->push && !in->out_valid)
    return;
  leave(m, in);
  if (in->gain)
    gain(m, in);
  if (in->push)
    enqueue(m, in);
  if (in->set)
    set_up(m, in);
  for (unsigned q = 0; in->clear && q < NF_ACE_QPS; q++)
    set_credit(m, q, 0);
  if (in->out_valid)
    store(m, in);
  show(m);
}
