// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The registers between the blocks are the inputs of the models of the three parts: what is granted
// or arrives in one step is what they get in the next.
//
// ACE Fig. 6, #5: buffers of one link. What is here concerns more than one of the parts: a write of
// the configuration, a granted transfer, the header of what arrives, and the turn of credits
// against packets.
//
// Why nothing that arrives is without room: a queue pair has as many credits as its peer has free
// slots, a packet takes one with its grant, and a slot that is free again sends one back. So a slow
// machine never holds up the link, on which all others' packets come.
#include "nf_ace_port.h"

#include "nf_ace_pkg.h"
#include "nf_ace_port_credits.h"
#include "nf_ace_port_rx.h"
#include "nf_ace_port_tx.h"
#include "nf_ace_regs.h"

#include <stdlib.h>

struct nf_ace_port {
  nf_ace_port_out out;
  uint32_t limbs; // of a bus word
  nf_ace_port_rx *rx;
  nf_ace_port_credits *credits;
  nf_ace_port_tx *tx;
  const nf_ace_port_rx_out *r;
  const nf_ace_port_credits_out *c;
  const nf_ace_port_tx_out *t;
  // their inputs, which keep pop_q, push_q, op_words_q and rx_*_q
  nf_ace_port_rx_in rx_in;
  nf_ace_port_credits_in credits_in;
  nf_ace_port_tx_in tx_in;
};

// Ports that are outputs of the parts. issue looks at those of all ports in every cycle.
static void copy_flags(nf_ace_port *m) {
  nf_ace_port_out *const o = &m->out;
  o->avail = m->r->avail;
  o->open = m->r->open;
  o->words = m->r->words;
  o->drop = m->r->drop;
  o->stale = m->r->stale;
  o->early = m->r->early;
  o->in_poison = m->r->in_poison;
  o->credit = m->t->credit;
  o->space = m->t->space;
  o->ask = m->t->ask;
  o->nic_valid = m->t->nic_valid;
  o->nic_first = m->t->nic_first;
  o->nic_last = m->t->nic_last;
  o->nic_hdr = m->t->nic_hdr;
}

// The words; they change only while one moves. Words are wide, flags are not, so they are apart.
static void copy_words(nf_ace_port *m) {
  nf_ace_word_copy(m->out.in_data.w, m->r->in_data.w, m->limbs);
  nf_ace_word_copy(m->out.nic_data.w, m->t->nic_data.w, m->limbs);
}

// u_rx, u_credits, u_tx; they refuse the parameters. No part has a parameter that another does not
// know, so each judges its own.
nf_status nf_ace_port_init(nf_ace_port **m, const nf_ace_port_cfg *cfg) {
  nf_ace_port *const p = calloc(1, sizeof *p);
  if (p == NULL)
    return "nf_ace_port: out of memory";
  const nf_ace_port_rx_cfg rx = {.Slots = cfg->Slots, .WordBytes = cfg->WordBytes};
  const nf_ace_port_credits_cfg credits = {.Slots = cfg->Slots};
  const nf_ace_port_tx_cfg tx = {.Out = cfg->Out, .WordBytes = cfg->WordBytes};
  nf_status status = nf_ace_port_rx_init(&p->rx, &rx);
  if (status == NF_OK)
    status = nf_ace_port_credits_init(&p->credits, &credits);
  if (status == NF_OK)
    status = nf_ace_port_tx_init(&p->tx, &tx);
  if (status != NF_OK) {
    nf_ace_port_free(p);
    return status;
  }
  p->limbs = cfg->WordBytes / 8;
  p->r = nf_ace_port_rx_peek(p->rx);
  p->c = nf_ace_port_credits_peek(p->credits);
  p->t = nf_ace_port_tx_peek(p->tx);
  copy_flags(p);
  *m = p;
  return NF_OK;
}

// Outputs of the parts. All of them registers.
const nf_ace_port_out *nf_ace_port_peek(const nf_ace_port *m) { return &m->out; }

// Parts that were not made are NULL.
void nf_ace_port_free(nf_ace_port *m) {
  if (m == NULL)
    return;
  nf_ace_port_rx_free(m->rx);
  nf_ace_port_credits_free(m->credits);
  nf_ace_port_tx_free(m->tx);
  free(m);
}

// ------------------------------------------------------------------------------ configuration
// cfg_receive and cfg_send. Two registers of a pair, one for each half, which may be written apart:
// software sets up all receiving halves before anybody sends.
static void configure(nf_ace_port *m, const nf_ace_port_in *in) {
  // 256 bytes a port, 16 a pair.
  const bool here = in->cfg_valid && in->cfg_addr >> 8 == (uint32_t)(NF_ACE_CSR_QP >> 8) + in->id;
  const uint8_t qp = in->cfg_addr >> 4 & 15, reg = in->cfg_addr >> 2 & 3;
  nf_ace_port_rx_in *const rx = &m->rx_in;
  nf_ace_port_tx_in *const tx = &m->tx_in;
  rx->set = m->credits_in.set = here && reg == 0;
  tx->set = here && reg == 1;
  if (!here)
    return;
  rx->set_qp = m->credits_in.set_qp = tx->set_qp = qp;
  const nf_ace_regs_qp_pair_receive receive = nf_ace_regs_qp_pair_receive_of(in->cfg_wdata);
  const nf_ace_regs_qp_pair_send send = nf_ace_regs_qp_pair_send_of(in->cfg_wdata);
  rx->set_open = receive.open;
  rx->set_log = receive.slots_log2;
  rx->set_base = receive.first;
  tx->set_node = send.peer;
  tx->set_peer_qp = send.peer_qp;
  tx->set_credits = send.credits;
}

// ------------------------------------------------------------------------------ arrival
// What the header of a first word says: rx_data, rx_stale and rx_early; credit_in. Epochs wrap:
// half of the numbers are behind, the other half ahead. Seven bits: 64 aborts behind and 63 ahead
// can be distinguished, more would look like the other. An older packet is how an abort looks from
// here; a newer one says that this node is late (IRQ_EPOCH). Both are dropped, so nothing of one
// attempt is taken in another.
static void read_header(nf_ace_port *m, const nf_ace_port_in *in) {
  nf_ace_port_rx_in *const rx = &m->rx_in;
  nf_ace_port_tx_in *const tx = &m->tx_in;
  rx->word_take = rx->word_stale = rx->word_early = rx->word_credit = tx->gain = false;
  if (!rx->word_valid)
    return;
  const uint64_t *const h = rx->word_hdr.w;
  const unsigned words = nf_ace_hdr_words(h), kind = nf_ace_hdr_kind(h);
  // Of another node, or of the host's class: the network or the NIC is wrong, and the packet is
  // dropped (BAD_PACKET).
  const bool ours = rx->word_first && nf_ace_hdr_mode(h) && nf_ace_hdr_dst(h) == in->node;
  const unsigned ahead = (nf_ace_hdr_epoch(h) - in->epoch) & 127u;
  const bool now = ours && ahead == 0;
  rx->word_take = now && words <= NF_ACE_PACKET_WORDS && kind == NF_ACE_KIND_DATA;
  rx->word_stale = ours && ahead >= 64;
  rx->word_early = ours && ahead < 64 && ahead != 0;
  // A credit packet is one beat: begins, last, no words. One of a pair that is not open is dropped
  // like any other.
  rx->word_credit =
      rx->word_last && m->r->begins && now && words == 0 && kind == NF_ACE_KIND_CREDIT;
  tx->gain = rx->word_credit;
  // The receiving and the sending half of a pair have the same number, so credits come to the pair
  // that data goes out of.
  tx->gain_qp = nf_ace_hdr_qp(h);
  tx->gain_credits = nf_ace_hdr_credits(h);
}

// Registers rx_*_q. Only the half of the header that is the engine's is kept; of a token the word
// is not looked at.
static void take_word(nf_ace_port *m, const nf_ace_port_in *in) {
  nf_ace_port_rx_in *const rx = &m->rx_in;
  rx->word_valid = in->rx_valid;
  if (!in->rx_valid)
    return;
  rx->word_first = in->rx_first;
  rx->word_last = in->rx_last;
  rx->word_hdr.w[0] = in->rx_hdr.w[0];
  nf_ace_word_copy(rx->word_data.w, in->rx_data.w, m->limbs);
}

// ------------------------------------------------------------------------------ transfers
// pop_q and push_q, and with them the registers of the transfer that was granted. All ports see all
// grants and look for their own number, which is cheaper than to steer them.
static void take_op(nf_ace_port *m, const nf_ace_port_in *in) {
  nf_ace_port_rx_in *const rx = &m->rx_in;
  nf_ace_port_tx_in *const tx = &m->tx_in;
  rx->pop = tx->push = m->credits_in.pop = false;
  if (!in->op_valid)
    return;
  const uint8_t qin = nf_ace_req_qin(&in->op), qout = nf_ace_req_qout(&in->op);
  rx->pop = m->credits_in.pop = nf_ace_req_recv(&in->op) && qin >> 4 == in->id;
  tx->push = nf_ace_req_send(&in->op) && qout >> 4 == in->id;
  rx->pop_qp = m->credits_in.pop_qp = qin & 15;
  tx->push_qp = qout & 15;
  rx->pop_words = tx->push_words = nf_ace_req_words(&in->op) & 7;
}

// ------------------------------------------------------------------------------ sending
// start_credit: credits wait for a pause; those that must not wait take turns with packets. Were
// credits always first, packets would wait for them; were they always last, a link that is full
// would starve the peer, and in the end itself.
static void give(nf_ace_port *m) {
  nf_ace_port_tx_in *const tx = &m->tx_in;
  tx->give = m->c->owed_valid && (m->t->pause || (m->c->owed_urgent && m->t->turn));
  tx->give_qp = m->c->owed_qp;
  tx->give_credits = m->c->owed_credits;
  m->credits_in.sent = tx->give;
}

// ------------------------------------------------------------------------------ step
// One edge. The parts get what was registered in the step before and what is at the ports now; the
// word and the transfer at the ports are registered last.
void nf_ace_port_step(nf_ace_port *m, const nf_ace_port_in *in) {
  nf_ace_port_rx_in *const rx = &m->rx_in;
  nf_ace_port_tx_in *const tx = &m->tx_in;
  configure(m, in);
  read_header(m, in);
  give(m);
  rx->clear = m->credits_in.clear = tx->clear = in->clear;
  rx->op_valid = in->op_valid;
  rx->op_qp = nf_ace_req_qin(&in->op) & 15;
  rx->look_valid = in->rx_valid;
  rx->look_qp = nf_ace_hdr_qp(in->rx_hdr.w);
  rx->look_seq = nf_ace_hdr_seq(in->rx_hdr.w);
  tx->node = in->node;
  tx->epoch = in->epoch;
  tx->room = in->room;
  tx->out_valid = in->out_valid;
  tx->out_poison = in->out_poison;
  if (in->out_valid)
    nf_ace_word_copy(tx->out_data.w, in->out_data.w, m->limbs);
  // How many slots a pair has decides what a quarter of them is.
  memcpy(m->credits_in.mask, m->r->mask, sizeof m->credits_in.mask);
  nf_ace_port_rx_step(m->rx, rx);
  nf_ace_port_credits_step(m->credits, &m->credits_in);
  nf_ace_port_tx_step(m->tx, tx);
  take_word(m, in);
  take_op(m, in);
  copy_flags(m);
  copy_words(m);
}
