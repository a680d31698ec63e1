// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/background.h"

#include "ace/nf_ace_pkg.h"
#include "sim/ace/pipe.h"
#include <string.h>

enum { HUNDREDTHS = 100 };

// On the wire.
static uint32_t bytes_of(const nf_ace_flow *f, unsigned words) {
  return NF_PIPE_HEADER + words * f->word;
}

static bool bit(unsigned v, unsigned i) { return v >> i & 1; }

// ------------------------------------------------------------------------------- packets
static void next_word(nf_ace_flow *f) {
  for (unsigned i = 0; i < f->word / 8; i++)
    f->data.w[i] = nf_rng_next(&f->rng);
}

// Half of the packets are full. What the header does not need is free for the NIC.
static void next_packet(nf_ace_flow *f) {
  const unsigned size = nf_rng_below(&f->rng, 2 * NF_ACE_PACKET_WORDS);
  f->words = size < NF_ACE_PACKET_WORDS ? size + 1 : NF_ACE_PACKET_WORDS;
  f->at = 0;
  f->hdr.w[0] = nf_rng_next(&f->rng);
  f->hdr.w[1] = nf_rng_next(&f->rng);
  nf_ace_hdr_set_mode(f->hdr.w, 0);
  nf_ace_hdr_set_words(f->hdr.w, (uint8_t)f->words);
  nf_ace_hdr_set_src(f->hdr.w, (uint16_t)f->src);
  nf_ace_hdr_set_dst(f->hdr.w, (uint16_t)f->dst);
  next_word(f);
}

// A word is over; true: the packet is.
static bool advance(nf_ace_flow *f) {
  if (++f->at < f->words) {
    next_word(f);
    return false;
  }
  f->packets++;
  next_packet(f);
  return true;
}

static nf_ace_flow open_flow(unsigned src, unsigned port, unsigned dst, uint32_t word,
                             uint64_t seed) {
  nf_rng mix = {seed + src * NF_TOPO_PORTS + port};
  nf_ace_flow f = {.rng = {nf_rng_next(&mix)}, .src = src, .dst = dst, .word = word};
  next_packet(&f);
  return f;
}

// ------------------------------------------------------------------------------- a node
void nf_ace_background_open(nf_ace_background *b, const nf_topo *t, unsigned node, unsigned percent,
                            const uint32_t rate[NF_TOPO_PORTS], uint32_t word, uint64_t seed) {
  *b = (nf_ace_background){.percent = percent, .rng = {seed + node}};
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
    const int dim = nf_topo_port_dim(t, port);
    if (dim < 0 || rate[port] == 0)
      continue;
    const unsigned size = t->dim[dim].size, rank = nf_topo_rank(t, node, (unsigned)dim);
    unsigned to, from, from_port; // what comes on a ring's link has left the port at its other end
    if (t->dim[dim].switched) {
      const unsigned distance = 1 + (port - NF_TOPO_FIRST_SWITCH_PORT) % (size - 1);
      to = nf_topo_member(t, node, (unsigned)dim, (rank + distance) % size);
      from = nf_topo_member(t, node, (unsigned)dim, (rank + size - distance) % size);
      from_port = port;
    } else {
      to = from = nf_topo_neighbour(t, node, port);
      from_port = nf_topo_far_port(port);
    }
    b->ports |= (uint8_t)(1u << port);
    b->port[port].rate = rate[port];
    b->port[port].out = open_flow(node, port, to, word, seed);
    b->port[port].in = open_flow(from, from_port, node, word, seed);
  }
}

// Its share of the link's rate is paid in each cycle and a packet begins when it can be paid for.
// What the link has not taken is made up later for no more than two packets.
static void send(nf_ace_background *b, unsigned port, const nf_ace_out *out, nf_ace_in *in) {
  nf_ace_flow *f = &b->port[port].out;
  const uint8_t mask = (uint8_t)(1u << port);
  if (b->on && b->port[port].owed < 2 * HUNDREDTHS * bytes_of(f, NF_ACE_PACKET_WORDS))
    b->port[port].owed += b->port[port].rate * b->percent;
  const uint32_t price = HUNDREDTHS * bytes_of(f, f->words);
  if (!b->port[port].going && b->on && b->port[port].owed >= price) {
    b->port[port].going = true;
    b->port[port].owed -= price;
  }
  in->host_tx_valid &= (uint8_t)~mask;
  if (!b->port[port].going)
    return;
  in->host_tx_valid |= mask;
  in->host_tx_first = (uint8_t)((in->host_tx_first & ~mask) | (f->at == 0 ? mask : 0));
  in->host_tx_last = (uint8_t)((in->host_tx_last & ~mask) | (f->at + 1 == f->words ? mask : 0));
  in->host_tx_hdr[port] = f->hdr;
  nf_ace_word_copy(&in->host_tx_data[port * (f->word / 8)], f->data.w, f->word / 8);
  if (bit(out->host_tx_ready, port) && advance(f))
    b->port[port].going = false;
}

static int take(nf_ace_background *b, unsigned port, const nf_ace_out *out, nf_ace_in *in,
                nf_err *e) {
  nf_ace_flow *f = &b->port[port].in;
  const uint8_t mask = (uint8_t)(1u << port);
  const bool ready = !b->pauses || nf_rng_below(&b->rng, 100) >= b->pauses;
  in->host_rx_ready = (uint8_t)((in->host_rx_ready & ~mask) | (ready ? mask : 0));
  if (!ready || !bit(out->host_rx_valid, port))
    return NF_EXIT_OK;
  const bool first = bit(out->host_rx_first, port), last = bit(out->host_rx_last, port);
  const nf_flit *hdr = &out->host_rx_hdr[port];
  if (first != (f->at == 0) || last != (f->at + 1 == f->words) ||
      (first && memcmp(hdr, &f->hdr, sizeof *hdr) != 0) ||
      memcmp(&out->host_rx_data[port * (f->word / 8)], &f->data, f->word) != 0)
    return nf_err_set(e, NF_EXIT_FAILED,
                      "node %u, port %u: a normal packet from node %u has come that is not its "
                      "packet %llu as it was sent (word %u of %u)",
                      f->dst, port, nf_ace_hdr_src(hdr->w), (unsigned long long)f->packets, f->at,
                      f->words);
  advance(f);
  return NF_EXIT_OK;
}

int nf_ace_background_step(nf_ace_background *b, const nf_ace_out *out, nf_ace_in *in, nf_err *e) {
  for (unsigned port = 0; b->ports >> port; port++)
    if (bit(b->ports, port)) {
      send(b, port, out, in);
      if (take(b, port, out, in, e) != NF_EXIT_OK)
        break;
    }
  return e->status;
}

uint64_t nf_ace_background_sent(const nf_ace_background *b) {
  uint64_t sum = 0;
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++)
    sum += b->port[port].out.packets + b->port[port].going;
  return sum;
}

uint64_t nf_ace_background_got(const nf_ace_background *b) {
  uint64_t sum = 0;
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++)
    sum += b->port[port].in.packets;
  return sum;
}
