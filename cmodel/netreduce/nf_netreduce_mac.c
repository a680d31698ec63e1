// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The accelerator's model with the models of the FIFOs at its ports (NETREDUCE 4.4, Fig. 7: the
// board beside the switch). A MAC cannot be held, so a receive FIFO drops whole frames; and it must
// get a beat in every cycle once it has begun, so a transmit FIFO gives out only frames that are
// whole.
#include "nf_netreduce_mac.h"

#include "common/nf_ram_fifo.h"
#include "netreduce/nf_netreduce.h"
#include "netreduce/nf_netreduce_rx_fifo.h"
#include <stdlib.h>
#include <string.h>

enum { PORTS = NF_NETREDUCE_MAX_PORTS, BEAT_BITS = 512 + 64 + 1 };
// A limb has 64 bits: a beat is eight of data, then tkeep, then tlast.
enum { KEEP = 8, LAST = 9 }; // limbs of a beat in the transmit FIFO, behind the data

struct nf_netreduce_mac {
  nf_netreduce_mac_out out;
  unsigned ports;
  nf_netreduce *netreduce;
  nf_netreduce_in to_netreduce;
  nf_netreduce_rx_fifo *rx[PORTS];
  nf_ram_fifo *tx[PORTS];
  // whole_q. A frame has BufferBeats beats at most (LONG is dropped), and TxBeats are no fewer: a
  // full FIFO has the end of a frame in it, so waiting for one cannot last for ever.
  uint32_t whole[PORTS]; // frames in the transmit FIFO with their last beat
};

// u_rx and u_tx of each port. Depths that they cannot have they refuse themselves.
static nf_status init_ports(nf_netreduce_mac *n, const nf_netreduce_mac_cfg *cfg) {
  nf_status s = NF_OK;
  n->ports = cfg->Ports;
  for (unsigned p = 0; p < n->ports && s == NF_OK; p++) {
    s = nf_netreduce_rx_fifo_init(&n->rx[p], &(nf_netreduce_rx_fifo_cfg){cfg->RxBeats});
    if (s == NF_OK)
      s = nf_ram_fifo_init(&n->tx[p], &(nf_ram_fifo_cfg){BEAT_BITS, cfg->TxBeats});
  }
  return s;
}

// Ports to the MACs and of the registers. Not before a frame is whole: a MAC that has begun one
// must get all of it.
static void show(nf_netreduce_mac *m) {
  const nf_netreduce_out *const a = nf_netreduce_peek(m->netreduce);
  nf_netreduce_mac_out *const o = &m->out;
  // tx_axis_tuser stays 0: a frame that the MAC has called bad is dropped (DAMAGED), so none
  // leaves.
  o->tx_axis_tvalid = o->tx_axis_tlast = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    const nf_ram_fifo_out *const tx = nf_ram_fifo_peek(m->tx[p]);
    o->tx_axis_tvalid |= (uint8_t)((tx->out_valid && m->whole[p] != 0) << p);
    o->tx_axis_tlast |= (uint8_t)((tx->out_data[LAST] & 1) << p);
    o->tx_axis_tkeep[p] = tx->out_data[KEEP];
    memcpy(&o->tx_axis_tdata[p], tx->out_data, sizeof o->tx_axis_tdata[p]);
  }
  o->aw_ready = a->aw_ready;
  o->w_ready = a->w_ready;
  o->b_valid = a->b_valid;
  o->b_resp = a->b_resp;
  o->ar_ready = a->ar_ready;
  o->r_valid = a->r_valid;
  o->r_resp = a->r_resp;
  o->r_data = a->r_data;
  o->irq = a->irq;
}

// NF_PARAM MacRxHoldsAPacket and MacTxHoldsAFrame, u_netreduce and the FIFOs.
nf_status nf_netreduce_mac_init(nf_netreduce_mac **m, const nf_netreduce_mac_cfg *cfg) {
  const nf_netreduce_cfg inner = {cfg->Ports,       cfg->Rings,       cfg->Window, cfg->MaxMsgLen,
                                  cfg->Connections, cfg->BufferBeats, cfg->Stages, cfg->Halves};
  // A packet of 1 kB has 17 beats, and one that never fits is dropped each time that it comes.
  if (cfg->RxBeats < 32)
    return "nf_netreduce_mac: RxBeats must be 32..4096";
  // The longest frame that passes has to become whole, or the output would wait for ever.
  if (cfg->TxBeats < cfg->BufferBeats)
    return "nf_netreduce_mac: TxBeats must be at least BufferBeats";
  nf_netreduce_mac *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_mac: out of memory";
  // Its parameters are those of the accelerator and two depths; what that refuses is refused here.
  nf_status s = nf_netreduce_init(&n->netreduce, &inner);
  if (s == NF_OK)
    s = init_ports(n, cfg);
  if (s != NF_OK) {
    nf_netreduce_mac_free(n);
    return s;
  }
  show(n);
  *m = n;
  return NF_OK;
}

// Functions of u_tx's outputs and of whole_q, and u_netreduce's ports.
const nf_netreduce_mac_out *nf_netreduce_mac_peek(const nf_netreduce_mac *m) { return &m->out; }

// u_rx: from the MAC to the accelerator's input. Its count of dropped frames is OVERRUN: such a
// frame is like one that the wire has lost, so nothing else has to know of it (NETREDUCE 4.3.1: the
// recovery works in a lossy network).
static void receive(nf_netreduce_mac *m, unsigned p, const nf_netreduce_mac_in *in) {
  const nf_netreduce_rx_fifo_out *const rx = nf_netreduce_rx_fifo_peek(m->rx[p]);
  nf_netreduce_in *const to = &m->to_netreduce;
  nf_netreduce_rx_fifo_in from = {.in_valid = in->rx_axis_tvalid >> p & 1,
                                  .in_last = in->rx_axis_tlast >> p & 1,
                                  .in_user = in->rx_axis_tuser >> p & 1,
                                  .in_keep = in->rx_axis_tkeep[p]};
  from.out_ready = nf_netreduce_peek(m->netreduce)->s_tready >> p & 1;
  if (from.in_valid)
    from.in_data = in->rx_axis_tdata[p];
  to->s_tvalid |= (uint8_t)(rx->out_valid << p);
  to->s_tlast |= (uint8_t)(rx->out_last << p);
  to->s_tuser |= (uint8_t)(rx->out_user << p);
  to->s_tkeep[p] = rx->out_keep;
  to->overruns[p] = rx->dropped;
  // Data are copied only when there are any: it is 64 bytes a port.
  if (rx->out_valid)
    to->s_tdata[p] = rx->out_data;
  nf_netreduce_rx_fifo_step(m->rx[p], &from);
}

// u_tx and whole_q: from its output to the MAC. The FIFO is read only while a whole frame is in it;
// what a MAC that is paused leaves there holds up this port alone.
static void transmit(nf_netreduce_mac *m, unsigned p, const nf_netreduce_mac_in *in) {
  const nf_netreduce_out *const a = nf_netreduce_peek(m->netreduce);
  const nf_ram_fifo_out *const tx = nf_ram_fifo_peek(m->tx[p]);
  const bool taken = (m->out.tx_axis_tvalid & in->tx_axis_tready) >> p & 1;
  nf_ram_fifo_in beat = {.in_valid = a->m_tvalid >> p & 1,
                         .out_ready = (in->tx_axis_tready >> p & 1) != 0 && m->whole[p] != 0};
  m->to_netreduce.m_tready |= (uint8_t)(tx->in_ready << p);
  // A frame that becomes whole in this cycle is seen in the next one: m->out is of the count
  // before.
  m->whole[p] -= taken && m->out.tx_axis_tlast >> p & 1;
  if (beat.in_valid) {
    memcpy(beat.in_data, &a->m_tdata[p], sizeof a->m_tdata[p]);
    beat.in_data[KEEP] = a->m_tkeep[p];
    beat.in_data[LAST] = a->m_tlast >> p & 1;
    m->whole[p] += tx->in_ready && beat.in_data[LAST];
  }
  if (beat.in_valid || !nf_ram_fifo_idle(m->tx[p]))
    nf_ram_fifo_step(m->tx[p], &beat);
}

// One edge. Both FIFOs of a port are stepped with what the accelerator shows in this cycle, and
// leave what it sees of them in to_netreduce before they step; then it steps. The vectors are put
// together bit by bit, so they begin as zeros.
void nf_netreduce_mac_step(nf_netreduce_mac *m, const nf_netreduce_mac_in *in) {
  nf_netreduce_in *const to = &m->to_netreduce;
  to->s_tvalid = to->s_tlast = to->s_tuser = to->m_tready = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    receive(m, p, in);
    transmit(m, p, in);
  }
  // The register bus goes by the FIFOs: it has nothing to do with them.
  to->aw_valid = in->aw_valid;
  to->aw_addr = in->aw_addr;
  to->w_valid = in->w_valid;
  to->w_data = in->w_data;
  to->b_ready = in->b_ready;
  to->ar_valid = in->ar_valid;
  to->ar_addr = in->ar_addr;
  to->r_ready = in->r_ready;
  nf_netreduce_step(m->netreduce, to);
  show(m);
}

// Also of a model that init has made only a part of.
void nf_netreduce_mac_free(nf_netreduce_mac *m) {
  if (m == NULL)
    return;
  nf_netreduce_free(m->netreduce);
  for (unsigned p = 0; p < m->ports; p++) {
    nf_netreduce_rx_fifo_free(m->rx[p]);
    nf_ram_fifo_free(m->tx[p]);
  }
  free(m);
}
