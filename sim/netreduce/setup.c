// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/setup.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "sim/common/rng.h"

enum { OVERHEAD = 24 }; // preamble, FCS and gap of a frame
static const uint64_t Microsecond = 1000000;

// ------------------------------------------------------------------------------- addresses
static nf_nr_address address(unsigned net, unsigned node) {
  const uint32_t ip = 10u << 24 | net << 8 | node;
  return (nf_nr_address){0x020000000000ull | ip, ip};
}

nf_nr_address nf_nr_host_address(const nf_nr_setup *s, unsigned host) {
  return address(nf_nr_leaf_of(s, host), s->at + (s->leaves ? host % s->per_leaf : host) + 1);
}
nf_nr_address nf_nr_leaf_address(unsigned leaf) { return address(leaf, 254); }
nf_nr_address nf_nr_spine_address(void) { return address(255, 254); }
// Queue pairs of a RingID begin at a multiple of 2^QP_BITS.
enum { QP_BITS = 12 };
uint32_t nf_nr_receive_qp(const nf_nr_setup *ring, unsigned host) {
  return (ring->ring << QP_BITS) + 0x100 + host;
}
uint32_t nf_nr_send_qp(const nf_nr_setup *ring, unsigned host) {
  return (ring->ring << QP_BITS) + 0x200 + host;
}
unsigned nf_nr_ring_of_qp(uint32_t qp) { return qp >> QP_BITS; }

// ------------------------------------------------------------------------------- rings
nf_nr_setup nf_nr_ring_setup(const nf_nr_setup *s, unsigned ring) {
  nf_nr_setup r = *s;
  const size_t words = s->bytes / 4;
  r.rings = 1;
  r.ring = s->ring + ring;
  r.ports = s->leaves ? s->per_leaf : s->hosts;
  if (s->apart) {
    r.at = ring * (r.ports / s->rings);
    r.hosts = s->hosts / s->rings;
    r.per_leaf = s->per_leaf / s->rings;
  } else {
    r.begin = 4 * (ring * words / s->rings);
    r.bytes = (ring + 1 == s->rings ? s->bytes : 4 * ((ring + 1) * words / s->rings)) - r.begin;
  }
  for (unsigned h = 0; h < r.hosts; h++)
    r.psn[h] = s->psn[nf_nr_place_of(&r, h)];
  r.silent = s->silent < 0 ? -1 : nf_nr_member_at(&r, (unsigned)s->silent);
  return r;
}

unsigned nf_nr_place_of(const nf_nr_setup *ring, unsigned host) {
  const unsigned own = ring->leaves ? ring->per_leaf : ring->hosts;
  return host / own * ring->ports + ring->at + host % own;
}

int nf_nr_member_at(const nf_nr_setup *ring, unsigned place) {
  const unsigned own = ring->leaves ? ring->per_leaf : ring->hosts;
  const unsigned in_switch = place % ring->ports;
  return in_switch < ring->at || in_switch >= ring->at + own
             ? -1
             : (int)(place / ring->ports * own + in_switch - ring->at);
}

// ------------------------------------------------------------------------------- accelerators
unsigned nf_nr_devices(const nf_nr_setup *s) { return s->leaves ? s->leaves + 1 : 1; }

// What a host sends: to the next one, by a port of its own.
static nf_nr_member host_member(const nf_nr_setup *s, unsigned host, unsigned port) {
  const unsigned to = (host + 1) % s->hosts;
  return (nf_nr_member){.src_ip = nf_nr_host_address(s, host).ip,
                        .dst_ip = nf_nr_host_address(s, to).ip,
                        .dst_qp = nf_nr_receive_qp(s, to),
                        .src_qp = nf_nr_send_qp(s, host),
                        .port = port,
                        .role = NF_NETREDUCE_ROLE_HOST,
                        .parts = 1};
}

// A sum of a leaf's hosts has the header of its first host, between other addresses.
static nf_nr_member sum_member(const nf_nr_setup *s, unsigned leaf, uint32_t from, uint32_t to) {
  nf_nr_member m = host_member(s, leaf * s->per_leaf, leaf);
  m.src_ip = from;
  m.dst_ip = to;
  m.parts = s->per_leaf;
  return m;
}

static void enrol(const nf_nr_setup *s, unsigned device, nf_nr_device_cfg *c) {
  const uint32_t spine = nf_nr_spine_address().ip;
  if (s->leaves && device == s->leaves) {
    for (unsigned l = 0; l < s->leaves; l++)
      c->member[l] = sum_member(s, l, nf_nr_leaf_address(l).ip, spine);
    return;
  }
  const unsigned first = device * s->per_leaf; // 0 of one switch
  for (unsigned i = 0; i < c->members; i++)
    c->member[i] = host_member(s, first + i, s->at + i);
  if (!c->leaf)
    return;
  nf_nr_member *header = &c->member[c->members], *global = header + 1;
  *header = host_member(s, (first + s->hosts - 1) % s->hosts, s->ports);
  header->role = NF_NETREDUCE_ROLE_HEADER;
  header->parts = 0;
  *global = sum_member(s, device, spine, nf_nr_leaf_address(device).ip);
  global->role = NF_NETREDUCE_ROLE_GLOBAL;
  global->port = s->ports;
  global->parts = s->hosts;
}

nf_nr_device_cfg nf_nr_device_setup(const nf_nr_setup *s, unsigned device) {
  const bool spine = s->leaves && device == s->leaves, leaf = s->leaves && !spine;
  const nf_nr_address own = spine ? nf_nr_spine_address() : nf_nr_leaf_address(device);
  const nf_nr_address up = nf_nr_spine_address();
  const unsigned members = spine ? s->leaves : leaf ? s->per_leaf : s->hosts;
  nf_nr_device_cfg c = {.ports = spine  ? members
                                 : leaf ? s->ports + 1
                                        : s->ports,
                        .members = members,
                        .leaf = leaf,
                        .ring = s->ring,
                        .window = s->window,
                        .slots = s->slots,
                        .msglen = s->msglen,
                        .first = s->first,
                        .tag = s->tag,
                        .dtype = s->dtype,
                        .own_ip = own.ip,
                        .own_mac = own.mac,
                        .spine_ip = up.ip,
                        .spine_mac = up.mac,
                        .local_net = own.ip & 0xffffff00u,
                        .local_mask = 0xffffff00u,
                        .cycle = s->cycle,
                        .again = 4 * nf_nr_round_trip(s)};
  enrol(s, device, &c);
  return c;
}

// ------------------------------------------------------------------------------- messages
// Elements of the first message, in bytes, and of those that follow it.
static size_t opening(const nf_nr_setup *s) { return s->mtu - NF_NR_TAG_BYTES; }
static size_t following(const nf_nr_setup *s) {
  return (size_t)s->msglen * s->mtu - NF_NR_TAG_BYTES;
}

static size_t begin(const nf_nr_setup *s, uint64_t message) {
  return message == 0 ? 0 : opening(s) + (message - 1) * following(s);
}

uint64_t nf_nr_messages(const nf_nr_setup *s) {
  if (s->bytes <= opening(s))
    return 1;
  return 1 + (s->bytes - opening(s) + following(s) - 1) / following(s);
}

static unsigned packets_of(const nf_nr_setup *s, uint64_t message) {
  const size_t most = message ? following(s) : opening(s), left = s->bytes - begin(s, message);
  const size_t bytes = left < most ? left : most;
  return (unsigned)((bytes + NF_NR_TAG_BYTES + s->mtu - 1) / s->mtu);
}

// Within one all-reduce.
static uint64_t before(const nf_nr_setup *s, uint64_t message) {
  return message == 0 ? 0 : 1 + (message - 1) * s->msglen;
}

static uint64_t message_of(const nf_nr_setup *s, uint64_t packet) {
  return packet == 0 ? 0 : 1 + (packet - 1) / s->msglen;
}

uint64_t nf_nr_packets(const nf_nr_setup *s) {
  const uint64_t last = nf_nr_messages(s) - 1;
  return before(s, last) + packets_of(s, last);
}

uint64_t nf_nr_packets_before(const nf_nr_setup *s, uint64_t message) {
  const uint64_t all = nf_nr_messages(s);
  return message / all * nf_nr_packets(s) + before(s, message % all);
}

uint64_t nf_nr_messages_in(const nf_nr_setup *s, uint64_t packets) {
  const uint64_t all = nf_nr_packets(s);
  return packets / all * nf_nr_messages(s) + message_of(s, packets % all);
}

nf_nr_piece nf_nr_piece_of(const nf_nr_setup *s, uint64_t packet) {
  const uint64_t all = nf_nr_packets(s), own = packet % all, message = message_of(s, own);
  nf_nr_piece p = {.message = packet / all * nf_nr_messages(s) + message,
                   .offset = (unsigned)(own - before(s, message)),
                   .of = packets_of(s, message)};
  p.header = p.offset == 0 ? NF_NR_TAG_BYTES : 0;
  p.at = begin(s, message) + (size_t)p.offset * s->mtu - (p.offset ? NF_NR_TAG_BYTES : 0);
  const size_t room = s->mtu - p.header, left = s->bytes - p.at;
  p.bytes = (unsigned)(left < room ? left : room);
  return p;
}

uint64_t nf_nr_packet_with(const nf_nr_setup *s, size_t at) {
  if (at < opening(s))
    return 0;
  const size_t behind = at - opening(s);
  return 1 + behind / following(s) * s->msglen + (behind % following(s) + NF_NR_TAG_BYTES) / s->mtu;
}

// ------------------------------------------------------------------------------- times
static uint64_t packet_time(const nf_nr_setup *s) {
  return (NF_NR_HEAD + s->mtu + NF_NR_CRC + OVERHEAD) * s->byte_time;
}

uint64_t nf_nr_round_trip(const nf_nr_setup *s) {
  enum { PIPELINE = 64 }; // cycles through an accelerator
  const unsigned hops = s->leaves ? 4 : 2, accelerators = s->leaves ? 3 : 1;
  return hops * (packet_time(s) + s->delay + s->through) + accelerators * PIPELINE * s->cycle;
}

// NETREDUCE Eq. (10): the window covers the round trip.
static unsigned equation(const nf_nr_setup *s) {
  const uint64_t message = s->msglen * packet_time(s);
  return (unsigned)((nf_nr_round_trip(s) + message - 1) / message);
}

static int check_ids(const nf_nr_setup *s, nf_err *e) {
  const uint64_t end = s->first + nf_nr_messages(s); // a ring that has a part has no more
  if (end > UINT64_C(1) << 32 && (s->slots & (s->slots - 1)) != 0)
    return nf_refuse(e,
                     "--first-msgid %u: MsgIDs would wrap, which %u slots (--window %u) cannot; "
                     "use --window 1, 2 or 4",
                     s->first, s->slots, s->window);
  return e->status;
}

int nf_nr_setup_finish(nf_nr_setup *s, nf_err *e) {
  s->equation = equation(s);
  if (s->window == 0)
    s->window = s->equation < NF_NR_MOST_WINDOW ? s->equation : NF_NR_MOST_WINDOW;
  s->slots = 2 * s->window; // so that no message in time finds its slot taken
  const uint64_t window = (uint64_t)s->window * s->msglen * packet_time(s);
  const uint64_t longest = nf_nr_round_trip(s) + window + s->reorder_time * (s->reordered != 0);
  if (s->rto == 0)
    s->rto = 4 * longest > 20 * Microsecond ? 4 * longest : 20 * Microsecond;
  if (s->stall == 0)
    s->stall = 10000 * s->rto;
  return check_ids(s, e);
}

void nf_nr_setup_psns(nf_nr_setup *s) {
  nf_rng rng = {s->seed ^ 0x505355};
  for (unsigned h = 0; h < s->hosts; h++)
    s->psn[h] = (uint32_t)nf_rng_next(&rng) & NF_NR_PSN_MASK;
}
