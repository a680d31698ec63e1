// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// ACE 4.4: the NIC tells packets of the engine from normal ones by a bit in their header, and the
// engine asks for room before it writes. The engine can be bypassed: normal packets never enter it,
// and the engine is not in their way. Each class has memory and a ready bit of its own, so neither
// waits for the other's room; that is why an engine packet passes a host that takes nothing.
#include "nf_ace_nic.h"

#include "nf_ace_nic_queue.h"
#include "nf_ace_pkg.h"

#include <stdlib.h>

// Numbers of the header's mode bit, and of the bits of link_*_ready
enum { NORMAL, ENGINE, CLASSES };

struct nf_ace_nic {
  nf_ace_nic_out out;
  nf_ace_nic_queue *tx[CLASSES], *host_rx;
  const nf_ace_nic_queue_out *tx_out[CLASSES], *host_out;
  uint32_t limbs;         // of a bus word
  bool host_open;         // a packet of the host has begun
  bool rx_open, rx_class; // a packet has begun on the link; its class
  bool tx_class;          // class of the packet that is or was on the link
  bool busy;              // the last step moved something
};

// u_engine_tx offers packets that have begun, since the engine does not pause within one; u_host_tx
// and u_host_rx offer whole ones: a host that pauses within a packet must not hold the link, and of
// one that is too long nobody may see a part.
nf_status nf_ace_nic_init(nf_ace_nic **m, const nf_ace_nic_cfg *cfg) {
  if (cfg->Packets < 2 || cfg->Packets > 64 || (cfg->Packets & (cfg->Packets - 1)) != 0)
    return "nf_ace_nic: Packets must be a power of two 2..64";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_nic: WordBytes must be 32, 64, 128 or 256";
  nf_ace_nic *n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_ace_nic: out of memory";
  const nf_ace_nic_queue_cfg whole = {
      .Packets = cfg->Packets, .Whole = true, .WordBytes = cfg->WordBytes};
  const nf_ace_nic_queue_cfg through = {
      .Packets = cfg->Packets, .Whole = false, .WordBytes = cfg->WordBytes};
  if (nf_ace_nic_queue_init(&n->tx[NORMAL], &whole) != NF_OK ||
      nf_ace_nic_queue_init(&n->tx[ENGINE], &through) != NF_OK ||
      nf_ace_nic_queue_init(&n->host_rx, &whole) != NF_OK) {
    nf_ace_nic_free(n);
    return "nf_ace_nic: out of memory";
  }
  n->tx_out[NORMAL] = nf_ace_nic_queue_peek(n->tx[NORMAL]);
  n->tx_out[ENGINE] = nf_ace_nic_queue_peek(n->tx[ENGINE]);
  n->host_out = nf_ace_nic_queue_peek(n->host_rx);
  n->limbs = cfg->WordBytes / 8;
  n->out.host_tx_ready = true;
  n->out.link_rx_ready = 3;
  *m = n;
  return NF_OK;
}

// Registers, and functions of the queues' outputs, by send() and receive(). link_rx_ready_o bit 1
// is constant: what comes for an engine has room there by its credit.
const nf_ace_nic_out *nf_ace_nic_peek(const nf_ace_nic *m) { return &m->out; }

// NULL is allowed, and queues that were not made.
void nf_ace_nic_free(nf_ace_nic *m) {
  if (m == NULL)
    return;
  nf_ace_nic_queue_free(m->tx[NORMAL]);
  nf_ace_nic_queue_free(m->tx[ENGINE]);
  nf_ace_nic_queue_free(m->host_rx);
  free(m);
}

// Which class, if any, puts its next word on the link: its load bit. What the link is offered it
// must keep until it is taken, so a header that waits there holds up the other class; it goes out
// only when its own bit was up.
static unsigned pick(const nf_ace_nic *m, const nf_ace_nic_in *in, bool *class) {
  const bool on_link = m->out.link_tx_valid;
  // The word on the link has not left.
  if (on_link && !(in->link_tx_ready >> m->tx_class & 1))
    return 0;
  *class = m->tx_class;
  // Packets are not interleaved: the open one goes on, or the link waits for it.
  if (m->tx_out[m->tx_class]->open)
    return m->tx_out[m->tx_class]->ready ? 1u << m->tx_class : 0;
  // A header goes out only after its class's ready was seen up; while a normal packet's own word is
  // on the link, ready stands for that word and not for the next packet.
  const bool normal =
      m->tx_out[NORMAL]->ready && (in->link_tx_ready & 1) && !(on_link && m->tx_class == NORMAL);
  const bool engine = m->tx_out[ENGINE]->ready && (in->link_tx_ready >> ENGINE & 1);
  if (!normal && !engine)
    return 0;
  // The classes take turns by packet when both can go.
  *class = m->tx_class == ENGINE ? !normal : engine;
  return 1u << *class;
}

// Sections "into the queues" and "onto the link". pick() and the rooms are of this cycle, so they
// come before the queues move; what was loaded is at the queue's output after it, and goes to the
// link's port. Whatever the host wrote, its packets leave with mode 0: they must not reach an
// engine.
static void send(nf_ace_nic *m, const nf_ace_nic_in *in) {
  nf_ace_nic_out *const out = &m->out;
  bool class = m->tx_class;
  const unsigned load = pick(m, in, &class);
  // room answers the ask of the cycle before: an ask beside it is the same one.
  // A reservation is a whole packet, so the engine's port never stops in the middle of one.
  const bool grant = in->ask && m->tx_out[ENGINE]->room && !out->room;
  // A host that stops in the middle of a packet holds nothing but its own place in u_host_tx.
  const bool host_take = in->host_tx_valid && out->host_tx_ready;

  nf_ace_nic_queue_move(m->tx[ENGINE],
                        &(nf_ace_nic_queue_in){.reserve = grant,
                                               .in_valid = in->ace_valid,
                                               .in_last = in->ace_last,
                                               .load = load >> ENGINE & 1},
                        &in->ace_hdr, &in->ace_data);
  nf_flit hdr = in->host_tx_hdr;
  nf_ace_hdr_set_mode(hdr.w, 0);
  nf_ace_nic_queue_move(m->tx[NORMAL],
                        &(nf_ace_nic_queue_in){.reserve = host_take && !m->host_open,
                                               .in_valid = host_take,
                                               .in_last = in->host_tx_last,
                                               .load = load & 1},
                        &hdr, &in->host_tx_data);
  // host_tx_ready_o falls between packets alone, for the same reason.
  if (host_take)
    m->host_open = !in->host_tx_last;
  out->host_tx_ready = m->host_open || m->tx_out[NORMAL]->room;
  out->room = grant;

  if (load != 0) {
    const nf_ace_nic_queue_out *const q = m->tx_out[class];
    m->tx_class = class;
    out->link_tx_valid = true;
    out->link_tx_first = q->out_first;
    out->link_tx_last = q->out_last;
    out->link_tx_hdr = q->out_hdr;
    nf_ace_word_copy(out->link_tx_data.w, q->out_data.w, m->limbs);
  } else if (in->link_tx_ready >> m->tx_class & 1) {
    out->link_tx_valid = false;
  }
  m->busy |= load != 0 || grant || host_take || in->ace_valid;
}

// Sections "from the link" and "to the host". Engine packets are registered and go on, normal ones
// wait in u_host_rx. The mode is that of the first word: what later words' headers say is not
// looked at, so a packet cannot change its class on the way.
static void receive(nf_ace_nic *m, const nf_ace_nic_in *in) {
  nf_ace_nic_out *const out = &m->out;
  const bool class = m->rx_open ? m->rx_class : nf_ace_hdr_mode(in->link_rx_hdr.w);
  const bool take = in->link_rx_valid && (out->link_rx_ready >> class & 1);
  const bool normal = take && class == NORMAL;
  const bool load = m->host_out->ready && (!out->host_rx_valid || in->host_rx_ready);

  nf_ace_nic_queue_move(m->host_rx,
                        &(nf_ace_nic_queue_in){.reserve = normal && !m->rx_open,
                                               .in_valid = normal,
                                               .in_last = in->link_rx_last,
                                               .load = load},
                        &in->link_rx_hdr, &in->link_rx_data);
  // The port to the host is a register of its own: what was loaded stays there until it is taken.
  if (load) {
    out->host_rx_valid = true;
    out->host_rx_first = m->host_out->out_first;
    out->host_rx_last = m->host_out->out_last;
    out->host_rx_hdr = m->host_out->out_hdr;
    nf_ace_word_copy(out->host_rx_data.w, m->host_out->out_data.w, m->limbs);
  } else if (in->host_rx_ready) {
    out->host_rx_valid = false;
  }
  out->ace_rx_valid = take && class == ENGINE;
  if (out->ace_rx_valid) {
    out->ace_rx_first = in->link_rx_first;
    out->ace_rx_last = in->link_rx_last;
    out->ace_rx_hdr = in->link_rx_hdr;
    nf_ace_word_copy(out->ace_rx_data.w, in->link_rx_data.w, m->limbs);
  }
  if (take) {
    m->rx_open = !in->link_rx_last;
    m->rx_class = class;
  }
  // Bit 0 falls only between normal packets, when the queue to the host is full.
  out->link_rx_ready = (uint8_t)(2 | (m->host_out->room || (m->rx_open && m->rx_class == NORMAL)));
  m->busy |= take || load;
}

// One edge; the two directions share nothing but the queues' drop bits. A step is left out when
// none of the ports and none of the registers that are taken back has work: `busy` lets the queues
// count what the last step did.
void nf_ace_nic_step(nf_ace_nic *m, const nf_ace_nic_in *in) {
  const bool work = m->busy || in->ask || in->ace_valid || in->host_tx_valid || in->link_rx_valid ||
                    m->out.link_tx_valid || m->out.host_rx_valid || m->tx_out[NORMAL]->ready ||
                    m->tx_out[ENGINE]->ready || m->host_out->ready || m->out.room ||
                    m->out.ace_rx_valid || m->out.drop != 0;
  if (!work)
    return;
  m->busy = false;
  send(m, in);
  receive(m, in);
  m->out.drop = (uint8_t)(m->tx_out[NORMAL]->drop | m->host_out->drop << 1);
}
