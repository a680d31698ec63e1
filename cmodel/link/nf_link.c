// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link.sv: one end of a link, both halves. The receiving half hears the other
// end's acknowledgements and credits for the sending half, and what it has to answer travels in the
// words that the sending half makes.
#include "nf_link.h"

#include "nf_link_rx.h"
#include "nf_link_tx.h"

#include <stdlib.h>

struct nf_link {
  nf_link_out out;
  nf_link_tx *tx;
  nf_link_rx *rx;
  // Outputs of the halves, where they are.
  const nf_link_tx_out *tx_out;
  const nf_link_rx_out *rx_out;
};

// u_tx and u_rx check the parameters. The pointers to their outputs are kept, because every step
// needs them; they stay where they are.
nf_status nf_link_init(nf_link **m, const nf_link_cfg *cfg) {
  nf_link *l = calloc(1, sizeof *l);
  if (l == NULL)
    return "nf_link: out of memory";
  nf_status s = nf_link_tx_init(&l->tx, &(nf_link_tx_cfg){.Width = cfg->Width,
                                                          .PacketFlits = cfg->PacketFlits,
                                                          .VcBit = cfg->VcBit,
                                                          .Replay = cfg->Replay,
                                                          .Room = cfg->Room});
  if (s == NF_OK)
    s = nf_link_rx_init(
        &l->rx, &(nf_link_rx_cfg){.Width = cfg->Width, .VcBit = cfg->VcBit, .Room = cfg->Room});
  if (s != NF_OK) {
    nf_link_free(l);
    return s;
  }
  l->tx_out = nf_link_tx_peek(l->tx);
  l->rx_out = nf_link_rx_peek(l->rx);
  *m = l;
  return NF_OK;
}

// Ports of u_tx and u_rx, and event_o, down_o and busy_o of both.
const nf_link_out *nf_link_peek(const nf_link *m) { return &m->out; }

// Also of a link that init gave up half-way.
void nf_link_free(nf_link *m) {
  if (m == NULL)
    return;
  nf_link_tx_free(m->tx);
  nf_link_rx_free(m->rx);
  free(m);
}

// One edge of both halves. What each gets from the other is copied before either moves: those are
// registers, and stepping one first would hand the other a value that is a cycle too young.
void nf_link_step(nf_link *m, const nf_link_in *in) {
  const nf_link_tx_out *t = m->tx_out;
  const nf_link_rx_out *r = m->rx_out;
  const nf_link_tx_in tx_in = {.cfg_timeout = in->cfg_timeout,
                               .cfg_retries = in->cfg_retries,
                               .tx_valid = in->tx_valid,
                               .tx_last = in->tx_last,
                               .tx_err = in->tx_err,
                               .tx_data = in->tx_data,
                               .good = r->good,
                               .good_ack = r->good_ack,
                               .good_nak = r->good_nak,
                               .good_credit_vc = r->good_credit_vc,
                               .good_credit = r->good_credit,
                               .ack = r->ack,
                               .nak = r->nak,
                               .freed = r->freed};
  const nf_link_rx_in rx_in = {.wire_data = in->wire_data,
                               .wire_ctrl = in->wire_ctrl,
                               .down = t->down,
                               .rx_ready = in->rx_ready};
  nf_link_tx_step(m->tx, &tx_in);
  nf_link_rx_step(m->rx, &rx_in);
  nf_link_out *out = &m->out;
  // Outputs after the edge: the halves' registers.
  out->tx_ready = t->tx_ready;
  out->wire_data = t->wire_data;
  out->wire_ctrl = t->wire_ctrl;
  out->rx_valid = r->rx_valid;
  out->rx_last = r->rx_last;
  out->rx_err = r->rx_err;
  // Without a flit rx_data keeps the one before, as rx_data_o does; a copy costs up to 80 bytes.
  if (r->rx_valid)
    out->rx_data = r->rx_data;
  // No event is both halves': each has bits of its own.
  out->event = t->event | r->event;
  out->down = t->down;
  out->busy = t->busy || r->busy;
}
