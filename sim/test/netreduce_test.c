// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// NetReduce on the hosts' side: frames and their CRC, messages, lookups and arrival states, hosts
// in a network that loses, doubles and reorders.
#include "common/nf_defs.h"
#include "netreduce/nf_frame_kit.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "sim/netreduce/checker.h"
#include "sim/netreduce/ethernet.h"
#include "sim/netreduce/reference.h"
#include "sim/netreduce/tables.h"
#include "sim/netreduce/tree.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- frames
// Frames of others: the CRC is theirs.
static void test_published(void **state) {
  for (unsigned i = 0; i < NF_FRAMES_PUBLISHED; i++) {
    const nf_frame_published *f = &nf_frames_published[i];
    nf_nr_packet p;
    assert_int_equal(nf_nr_frame_head(&p, f->bytes, f->size), NF_NETREDUCE_CAUSE_NONE);
    assert_int_equal(nf_nr_frame_check(&p, f->bytes, f->size), NF_NETREDUCE_CAUSE_NONE);
  }
}

static nf_nr_packet any_packet(nf_rng *rng, uint8_t *payload) {
  nf_nr_packet p = {.dst_mac = nf_rng_next(rng) >> 16,
                    .src_mac = nf_rng_next(rng) >> 16,
                    .src_ip = (uint32_t)nf_rng_next(rng),
                    .dst_ip = (uint32_t)nf_rng_next(rng),
                    .dst_qp = nf_rng_below(rng, 1 << 24),
                    .psn = nf_rng_below(rng, 1 << 24),
                    .src_port = (uint16_t)nf_rng_next(rng),
                    .opcode = (uint8_t)nf_rng_next(rng),
                    .ack_request = nf_rng_below(rng, 2),
                    .mark = (uint8_t)nf_rng_below(rng, 128),
                    .payload = payload,
                    .size = nf_rng_below(rng, NF_NR_MOST_PAYLOAD + 1)};
  for (unsigned i = 0; i < p.size; i++)
    payload[i] = (uint8_t)nf_rng_next(rng);
  return p;
}

// What was written is read; with one bit turned it is not, but for what a router may change.
static void test_frames(void **state) {
  enum { ROUNDS = 2000, IP = 14, UDP_SUM = 40, RESERVED = 46 };
  nf_rng rng = {1};
  for (unsigned n = 0; n < ROUNDS; n++) {
    uint8_t payload[NF_NR_MOST_PAYLOAD], frame[NF_NR_FRAME_ROOM];
    const nf_nr_packet p = any_packet(&rng, payload);
    nf_nr_packet q;
    const unsigned bytes = nf_nr_frame_write(frame, &p);
    assert_true(bytes >= NF_NR_LEAST_FRAME);
    assert_int_equal(nf_nr_frame_head(&q, frame, bytes), NF_NETREDUCE_CAUSE_NONE);
    assert_int_equal(nf_nr_frame_check(&q, frame, bytes), NF_NETREDUCE_CAUSE_NONE);
    assert_int_equal(q.size, p.size);
    assert_memory_equal(q.payload, p.payload, p.size);
    assert_true(q.dst_mac == p.dst_mac && q.src_mac == p.src_mac && q.src_ip == p.src_ip &&
                q.dst_ip == p.dst_ip && q.dst_qp == p.dst_qp && q.psn == p.psn &&
                q.src_port == p.src_port && q.opcode == p.opcode &&
                q.ack_request == p.ack_request && q.mark == p.mark);
    const unsigned covered = NF_NR_HEAD + p.size + q.pad + NF_NR_CRC - IP;
    const unsigned at = IP + nf_rng_below(&rng, covered);
    frame[at] = (uint8_t)(frame[at] ^ 1u << nf_rng_below(&rng, 8));
    const bool free = at == UDP_SUM || at == UDP_SUM + 1 || at == RESERVED;
    const uint8_t cause = nf_nr_frame_head(&q, frame, bytes);
    assert_int_equal(cause == 0 && nf_nr_frame_check(&q, frame, bytes) == 0, free);
  }
}

// ------------------------------------------------------------------------------- messages
static nf_nr_setup small(unsigned hosts) {
  return (nf_nr_setup){.hosts = hosts,
                       .rings = 1,
                       .bytes = 4000,
                       .dtype = NF_DTYPE_S32,
                       .mtu = 64,
                       .msglen = 4,
                       .window = 2,
                       .tag = 77,
                       .ack_every = 4,
                       .byte_time = 80,
                       .delay = 100000,
                       .through = 100000,
                       .queue = 200000000,
                       .cycle = 3103,
                       .reorder_time = 2000000,
                       .seed = 1,
                       .silent = -1,
                       .paused = -1,
                       .closed = -1};
}

// Every byte of the elements is in one packet, in order.
static void test_messages(void **state) {
  nf_rng rng = {2};
  for (unsigned n = 0; n < 300; n++) {
    nf_nr_setup s = small(2);
    s.mtu = 16 + 4 * nf_rng_below(&rng, 100);
    s.msglen = 1 + nf_rng_below(&rng, 9);
    s.bytes = 2 + 2 * nf_rng_below(&rng, 5000);
    size_t at = 0;
    uint64_t message = 0;
    const uint64_t packets = nf_nr_packets(&s);
    for (uint64_t k = 0; k < packets; k++) {
      const nf_nr_piece p = nf_nr_piece_of(&s, k);
      assert_int_equal(p.at, at);
      assert_true(p.bytes > 0 && p.header + p.bytes <= s.mtu && p.of <= s.msglen);
      assert_int_equal(nf_nr_packet_with(&s, at), k);
      assert_int_equal(nf_nr_packet_with(&s, at + p.bytes - 1), k);
      assert_int_equal(nf_nr_messages_in(&s, k), message);
      assert_int_equal(nf_nr_packets_before(&s, p.message), k - p.offset);
      at += p.bytes;
      message += p.offset + 1 == p.of;
    }
    assert_int_equal(at, s.bytes);
    assert_int_equal(message, nf_nr_messages(&s));
    assert_int_equal(nf_nr_messages_in(&s, packets), message);
    // A second all-reduce is cut as the first; messages and packets are counted on.
    for (uint64_t k = 0; k < packets; k++) {
      const nf_nr_piece p = nf_nr_piece_of(&s, k), q = nf_nr_piece_of(&s, packets + k);
      assert_true(q.at == p.at && q.bytes == p.bytes && q.of == p.of && q.header == p.header);
      assert_int_equal(q.message, message + p.message);
      assert_int_equal(nf_nr_packets_before(&s, q.message), packets + k - q.offset);
      assert_int_equal(nf_nr_messages_in(&s, packets + k), message + nf_nr_messages_in(&s, k));
    }
  }
}

// ------------------------------------------------------------------------------- lookups
static nf_nr_arrival arrival(unsigned host, uint32_t psn, bool first, uint32_t msgid,
                             uint16_t msglen) {
  nf_nr_arrival a = {.port = host, .first = first};
  a.head.src_ip = 10 + host;
  a.head.dst_ip = 11 + host;
  a.head.psn = psn & NF_NR_PSN_MASK;
  a.tag = (nf_nr_tag){.msgid = msgid, .msglen = msglen};
  return a;
}

static void expect(nf_nr_tables *t, nf_nr_arrival a, uint8_t cause, uint8_t what) {
  const nf_nr_answer r = nf_nr_tables_arrive(t, &a);
  assert_int_equal(r.cause, cause);
  if (cause == NF_NETREDUCE_CAUSE_NONE)
    assert_int_equal(r.state, what);
  unsigned place;
  bool begins;
  while (nf_nr_tables_release(t, false, &place, &begins))
    ;
}

static nf_nr_device_cfg two_hosts(void) {
  nf_nr_device_cfg cfg = {.ports = 3, .members = 2, .window = 1, .slots = 2, .msglen = 4};
  for (unsigned h = 0; h < 2; h++)
    cfg.member[h] = (nf_nr_member){.src_ip = 10 + h, .dst_ip = 11 + h, .port = h, .parts = 1};
  return cfg;
}

// Messages before which a host sends frames that are refused, each kind of them.
static void expect_hostile(nf_nr_tables *t, unsigned host, uint32_t psn, uint32_t msgid) {
  nf_nr_arrival a = arrival(host, psn, true, msgid, 4);
  a.head.dst_qp = 5; // of a connection before this one
  expect(t, a, NF_NETREDUCE_CAUSE_UNREGISTERED, 0);
  a = arrival(host, psn, true, msgid, 4);
  a.port = 1 - host;
  expect(t, a, NF_NETREDUCE_CAUSE_MEMBER, 0);
  a = arrival(host, psn, true, msgid, 4);
  a.head.size = NF_NR_MOST_PAYLOAD + 4;
  expect(t, a, NF_NETREDUCE_CAUSE_PAYLOAD, 0);
  a = arrival(host, psn, true, msgid, 4);
  a.alone = true;
  expect(t, a, NF_NETREDUCE_CAUSE_ROLE, 0);
  a = arrival(host, psn, true, msgid, 4);
  a.head.mark = NF_NETREDUCE_RESULT | 2; // a request that says that it is a sum
  expect(t, a, NF_NETREDUCE_CAUSE_MARK, 0);
  a.head.mark = 1;
  expect(t, a, NF_NETREDUCE_CAUSE_MARK, 0);
  a = arrival(host, psn, true, msgid, 4);
  a.tag.ring = 1;
  expect(t, a, NF_NETREDUCE_CAUSE_OTHER_RING, 0);
  expect(t, arrival(host, psn, true, msgid + 5000, 4), NF_NETREDUCE_CAUSE_WINDOW, 0);
  expect(t, arrival(host, psn, true, msgid - 5000, 4), NF_NETREDUCE_CAUSE_WINDOW, 0);
  expect(t, arrival(host, psn, true, msgid, 0), NF_NETREDUCE_CAUSE_MSGLEN, 0);
  expect(t, arrival(host, psn, true, msgid, 5), NF_NETREDUCE_CAUSE_MSGLEN, 0);
}

// A frame that is refused, whatever for, leaves all tables as they were.
static void test_refused(void **state) {
  enum { NONE = NF_NETREDUCE_CAUSE_NONE };
  const nf_nr_device_cfg cfg = two_hosts();
  nf_nr_tables t, before;
  nf_nr_tables_open(&t, &cfg);
  for (uint32_t n = 0; n < 40; n++)
    for (unsigned h = 0; h < 2; h++)
      for (unsigned k = 0; k < 4; k++) {
        before = t;
        if (k == 0)
          expect_hostile(&t, h, 4 * n, n);
        if (k == 0 && h == 1) // it contradicts the member that began the message
          expect(&t, arrival(h, 4 * n, true, n, 3), NF_NETREDUCE_CAUSE_MSGLEN, 0);
        assert_memory_equal(&t, &before, sizeof t);
        expect(&t, arrival(h, 4 * n + k, k == 0, n, 4), NONE,
               h ? NF_NETREDUCE_STATE_COMPLETE : NF_NETREDUCE_STATE_STORE);
      }
}

// NETREDUCE 4.3.1 and 4.3.2 in the order of their text, with PSNs that wrap.
static void test_tables(void **state) {
  enum { NONE = NF_NETREDUCE_CAUSE_NONE, P = 0xfffffe };
  const nf_nr_device_cfg cfg = two_hosts();
  nf_nr_tables t;
  nf_nr_tables_open(&t, &cfg);
  expect(&t, arrival(2, P + 1, false, 0, 0), NF_NETREDUCE_CAUSE_UNKNOWN, 0);
  expect(&t, arrival(0, P + 1, false, 0, 0), NF_NETREDUCE_CAUSE_PSN, 0);
  expect(&t, arrival(0, P, true, 0, 5), NF_NETREDUCE_CAUSE_MSGLEN, 0);
  expect(&t, arrival(0, P, true, 0, 4), NONE, NF_NETREDUCE_STATE_STORE);
  expect(&t, arrival(0, P, true, 0, 4), NONE, NF_NETREDUCE_STATE_DISCARD);
  expect(&t, arrival(1, P, true, 0, 4), NONE, NF_NETREDUCE_STATE_COMPLETE);
  expect(&t, arrival(0, P, true, 0, 4), NONE, NF_NETREDUCE_STATE_HISTORY);
  expect(&t, arrival(2, P, true, 0, 4), NF_NETREDUCE_CAUSE_UNREGISTERED, 0);
  expect(&t, arrival(0, P + 4, false, 0, 0), NF_NETREDUCE_CAUSE_PSN, 0);
  for (unsigned k = 1; k < 4; k++) {
    expect(&t, arrival(1, P + k, false, 0, 0), NONE, NF_NETREDUCE_STATE_STORE);
    expect(&t, arrival(0, P + k, false, 0, 0), NONE, NF_NETREDUCE_STATE_COMPLETE);
  }
  // Message 1 begins; message 2 needs the slot of message 0, which a host may still ask for.
  expect(&t, arrival(0, P + 4, true, 1, 1), NONE, NF_NETREDUCE_STATE_STORE);
  expect(&t, arrival(0, P + 5, true, 2, 4), NF_NETREDUCE_CAUSE_WINDOW, 0);
  expect(&t, arrival(1, P + 3, false, 0, 0), NONE, NF_NETREDUCE_STATE_HISTORY);
  expect(&t, arrival(1, P + 4, true, 1, 1), NONE, NF_NETREDUCE_STATE_COMPLETE);
  expect(&t, arrival(0, P + 5, true, 2, 4), NONE, NF_NETREDUCE_STATE_STORE);
  expect(&t, arrival(1, P + 3, false, 0, 0), NF_NETREDUCE_CAUSE_WINDOW, 0);
  unsigned arrived = 0;
  assert_true(nf_nr_tables_look(&t, 2, 0, &arrived));
  assert_int_equal(arrived, 1);
  assert_false(nf_nr_tables_look(&t, 0, 0, &arrived));
}

// Sums go out in the order of columns; what a member has not sent shows, and when its receiver has
// acknowledged what.
static void test_order(void **state) {
  enum { P = 0xfffffe, QP = 5 };
  nf_nr_device_cfg cfg = two_hosts();
  cfg.member[0].src_qp = QP;
  nf_nr_tables t;
  unsigned place = 0;
  bool first = false;
  nf_nr_tables_open(&t, &cfg);
  nf_nr_arrival a = arrival(0, P, true, 0, 4);
  assert_int_equal(nf_nr_tables_arrive(&t, &a).ahead, 0);
  a = arrival(1, P, true, 0, 4);
  nf_nr_tables_arrive(&t, &a);
  assert_true(nf_nr_tables_release(&t, false, &place, &first) && place == 0 && first);
  // Host 0 leaves out its packets 1 and 2.
  for (unsigned k = 1; k < 4; k++) {
    a = arrival(1, P + k, false, 0, 0);
    assert_int_equal(nf_nr_tables_arrive(&t, &a).ahead, 0);
  }
  a = arrival(0, P + 3, false, 0, 0);
  nf_nr_answer r = nf_nr_tables_arrive(&t, &a);
  assert_int_equal(r.state, NF_NETREDUCE_STATE_COMPLETE);
  assert_int_equal(r.ahead, 2);
  assert_int_equal(r.member, 0);
  assert_int_equal(t.sent[0].psn, P + 1);
  assert_false(nf_nr_tables_release(&t, false, &place, &first));
  assert_int_equal(nf_nr_tables_arrive(&t, &a).state, NF_NETREDUCE_STATE_DISCARD);
  a = arrival(0, P + 2, false, 0, 0);
  assert_int_equal(nf_nr_tables_arrive(&t, &a).ahead, 1);
  a = arrival(0, P + 1, false, 0, 0);
  assert_int_equal(nf_nr_tables_arrive(&t, &a).ahead, 0);
  for (unsigned k = 1; k < 4; k++)
    assert_true(nf_nr_tables_release(&t, false, &place, &first) && place == k && !first);
  assert_false(nf_nr_tables_release(&t, false, &place, &first));
  assert_int_equal(nf_nr_tables_arrive(&t, &a).state, NF_NETREDUCE_STATE_HISTORY);
  // What is acknowledged goes on, and not beyond what has come.
  const nf_nr_packet ack = {.src_ip = 11, .dst_ip = 10, .dst_qp = QP};
  assert_int_equal(nf_nr_tables_sender(&t, &ack), 0);
  assert_int_equal(nf_nr_tables_unknown(&t, 0), 4);
  assert_true(nf_nr_tables_acknowledged(&t, 0, P + 3));
  assert_int_equal(nf_nr_tables_unknown(&t, 0), 1);
  assert_false(nf_nr_tables_acknowledged(&t, 0, P + 2));
  assert_false(nf_nr_tables_acknowledged(&t, 0, P + 5));
  assert_int_equal(nf_nr_tables_unknown(&t, 0), 1);
}

// By which ports of a switch a receiver's acknowledgement can come: of a host's packets that of the
// next host.
static void test_receivers(void **state) {
  for (unsigned leaves = 0; leaves < 4; leaves += 3)
    for (unsigned from = 0; from < 6; from++) {
      nf_nr_setup s = small(6);
      s.leaves = leaves;
      s.per_leaf = leaves ? 2 : 0;
      s = nf_nr_ring_setup(&s, 0);
      const unsigned to = (from + 1) % 6;
      const nf_nr_packet ack = {.src_ip = nf_nr_host_address(&s, to).ip,
                                .dst_ip = nf_nr_host_address(&s, from).ip,
                                .dst_qp = nf_nr_send_qp(&s, from)};
      for (unsigned d = 0; d < nf_nr_devices(&s); d++) {
        const nf_nr_device_cfg cfg = nf_nr_device_setup(&s, d);
        nf_nr_tables t;
        nf_nr_tables_open(&t, &cfg);
        const int member = nf_nr_tables_sender(&t, &ack);
        const bool sends = !leaves || from / 2 == d, receives = !leaves || to / 2 == d;
        assert_int_equal(member >= 0, sends || receives); // of the spine none
        for (unsigned p = 0; p < cfg.ports && member >= 0; p++)
          assert_int_equal(nf_nr_tables_is_receivers(&t, (unsigned)member, &ack, p),
                           p == (!receives ? 2
                                 : leaves  ? to % 2
                                           : to));
      }
    }
}

// A frame in answer to a host's packet, of its receiver: an acknowledgement that says this, or a
// request of another switch.
static unsigned answer_to(const nf_nr_setup *s, unsigned host, uint8_t opcode, uint8_t says,
                          uint8_t *frame) {
  const unsigned to = (host + 1) % s->hosts;
  const uint8_t aeth[NF_NR_AETH_BYTES] = {says, 0, 0, 1};
  const nf_nr_packet p = {.src_ip = nf_nr_host_address(s, to).ip,
                          .dst_ip = nf_nr_host_address(s, host).ip,
                          .dst_qp = opcode == NF_NR_ASK ? nf_nr_receive_qp(s, to)
                                                        : nf_nr_send_qp(s, host),
                          .psn = s->psn[host],
                          .opcode = opcode,
                          .payload = aeth,
                          .size = sizeof aeth};
  return nf_nr_frame_write(frame, &p);
}

// Frames that have left by now, as a mask of their ports.
static unsigned leaving(void *device, uint64_t now) {
  unsigned ports = 0, port = 0, bytes = 0;
  uint64_t time = 0;
  nf_err e = {0};
  assert_int_equal(nf_nr_reference.advance(device, now, &e), NF_EXIT_OK);
  while (nf_nr_reference.take(device, &time, &port, &bytes))
    ports |= 1u << port;
  return ports;
}

// The sum of the first column is lost on its way to host 1. Strangers at the other ports
// acknowledge it in that host's name, send its NAK, or ask as another switch would: all of that is
// dropped, and the host's own NAK brings the sum.
static void test_anothers_name(void **state) {
  enum { STEP = 10000000, FROM = 0, TO = 1 };
  nf_nr_setup s = small(3);
  uint8_t data[4000] = {0}, result[4000], frame[NF_NR_FRAME_ROOM];
  nf_nr_host h;
  nf_nr_counts counts;
  nf_err e = {0};
  void *device = NULL;
  uint64_t now = STEP;
  unsigned strange = 0;
  assert_int_equal(nf_nr_setup_finish(&s, &e), NF_EXIT_OK);
  s = nf_nr_ring_setup(&s, 0);
  nf_nr_device_cfg cfg = nf_nr_device_setup(&s, 0);
  cfg.again = NF_NR_NEVER / 2; // no time-out repairs anything
  assert_int_equal(nf_nr_reference.open(&device, &cfg, 1, &e), NF_EXIT_OK);
  for (unsigned i = 0; i < s.hosts; i++) {
    nf_nr_host_open(&h, &s, i, data, result);
    nf_nr_reference.offer(device, now, i, frame, nf_nr_host_send(&h, 0, frame), &e);
  }
  assert_int_equal(leaving(device, now += STEP), 7);
  for (unsigned port = 0; port < s.hosts; port++)
    for (unsigned n = 0; n < 3; n++) {
      if (port == TO)
        continue;
      const uint8_t opcode = n == 2 ? NF_NR_ASK : NF_NR_ACKNOWLEDGE;
      const uint8_t says = n == 0 ? NF_NR_ACK : NF_NR_NAK_SEQUENCE;
      nf_nr_reference.offer(device, now, port, frame, answer_to(&s, FROM, opcode, says, frame), &e);
      assert_int_equal(leaving(device, now += STEP), 0);
      nf_nr_reference.count(device, &counts, &e);
      assert_int_equal(counts.cause[NF_NETREDUCE_CAUSE_MEMBER], ++strange);
      assert_int_equal(counts.replays, 0);
    }
  nf_nr_reference.offer(device, now, TO, frame,
                        answer_to(&s, FROM, NF_NR_ACKNOWLEDGE, NF_NR_NAK_SEQUENCE, frame), &e);
  assert_int_equal(leaving(device, now += STEP), 1u << FROM); // as its packet's sum
  nf_nr_reference.offer(device, now, TO, frame,
                        answer_to(&s, FROM, NF_NR_ACKNOWLEDGE, NF_NR_ACK, frame), &e);
  assert_int_equal(leaving(device, now += STEP), 1u << TO);
  nf_nr_reference.count(device, &counts, &e);
  assert_int_equal(counts.replays, 1);
  assert_int_equal(counts.cause[NF_NETREDUCE_CAUSE_MEMBER], strange);
  assert_int_equal(e.status, NF_EXIT_OK);
  nf_nr_reference.close(device);
}

// Pairs of neighbours; a port that is no summand does not turn -0 into 0; the header of the first.
static void test_tree(void **state) {
  const uint32_t big = 0x4b800000, one = 0x3f800000, minus_zero = 0x80000000; // 2^24, 1
  const uint32_t word[3][2] = {{7, big}, {8, one}, {9, one}};
  nf_nr_operand operand[4] = {{0}};
  uint32_t sum[2];
  for (unsigned p = 0; p < 3; p++)
    operand[p] = (nf_nr_operand){(const uint8_t *)word[p], 8};
  nf_nr_tree_sum(sum, operand, 3, 2, 1, NF_DTYPE_F32);
  assert_int_equal(sum[0], 7);
  assert_int_equal(sum[1], big); // (2^24 + 1) + 1, each rounded
  operand[3] = operand[2];
  operand[2] = operand[1];
  operand[1] = (nf_nr_operand){0};
  nf_nr_tree_sum(sum, operand, 4, 2, 1, NF_DTYPE_F32);
  assert_int_equal(sum[1], big + 1); // 2^24 + (1 + 1)
  operand[0] = (nf_nr_operand){(const uint8_t *)&minus_zero, 4};
  operand[2] = operand[3] = (nf_nr_operand){0};
  nf_nr_tree_sum(sum, operand, 4, 1, 0, NF_DTYPE_F32);
  assert_int_equal(sum[0], minus_zero);
}

// ------------------------------------------------------------------------------- networks
typedef struct {
  uint32_t *data[NF_NR_HOSTS], *result[NF_NR_HOSTS];
} arrays;

static void arrays_open(arrays *a, const nf_nr_setup *s) {
  nf_rng rng = {s->seed};
  for (unsigned h = 0; h < s->hosts; h++) {
    a->data[h] = calloc(s->bytes / 4 + 1, 4);
    a->result[h] = calloc(s->bytes / 4 + 1, 4);
    assert_true(a->data[h] && a->result[h]);
    for (size_t i = 0; i < s->bytes / 4; i++)
      a->data[h][i] = (uint32_t)nf_rng_next(&rng) & 0x80ffffff;
  }
}

static void arrays_close(arrays *a, const nf_nr_setup *s) {
  for (unsigned h = 0; h < s->hosts; h++) {
    free(a->data[h]);
    free(a->result[h]);
  }
}

static int run(nf_nr_ethernet *n, arrays *a, nf_nr_setup *s, nf_err *e) {
  bool more = true;
  arrays_open(a, s);
  assert_int_equal(nf_nr_setup_finish(s, e), NF_EXIT_OK);
  nf_nr_ethernet_open(n, s, &nf_nr_reference, a->data, a->result, e);
  while (more && nf_nr_ethernet_run(n, 1000, &more, e) == NF_EXIT_OK)
    ;
  return e->status;
}

// Any network, any faults: all sums at all hosts.
static void test_networks(void **state) {
  static const uint8_t dtypes[] = {NF_DTYPE_F32, NF_DTYPE_BF16, NF_DTYPE_S32, NF_DTYPE_FIX32};
  nf_rng rng = {3};
  uint64_t repeated = 0, history = 0;
  for (unsigned i = 0; i < 60; i++) {
    nf_nr_setup s = small(2 + nf_rng_below(&rng, 7));
    nf_nr_ethernet *n = calloc(1, sizeof *n);
    nf_err e = {0};
    arrays a;
    uint64_t words = 0;
    if (i % 2) {
      s.leaves = 2 + nf_rng_below(&rng, 3);
      s.per_leaf = 1 + nf_rng_below(&rng, 3);
      s.hosts = s.leaves * s.per_leaf;
    }
    s.dtype = dtypes[i / 2 % 4];
    s.window = 1 + nf_rng_below(&rng, 4);
    s.msglen = 1 + nf_rng_below(&rng, 6);
    s.bytes = 4 + 4 * nf_rng_below(&rng, 2000);
    s.first = nf_rng_below(&rng, 1000);
    s.seed = nf_rng_next(&rng);
    s.loss = nf_rng_below(&rng, 1u << 28);
    s.doubled = nf_rng_below(&rng, 1u << 28);
    s.reordered = nf_rng_below(&rng, 1u << 28);
    for (unsigned h = 0; h < s.hosts; h++)
      s.psn[h] = NF_NR_PSN_MASK - nf_rng_below(&rng, 50);
    assert_non_null(n);
    if (run(n, &a, &s, &e) != NF_EXIT_OK || nf_nr_check_results(&s, a.data, a.result, &words, &e))
      fail_msg("network %u: %s", i, e.text);
    assert_int_equal(words, s.bytes / 4 * s.hosts);
    nf_nr_counts c;
    assert_int_equal(n->engine->count(n->device[0], &c, &e), NF_EXIT_OK);
    history += c.history;
    repeated += n->host[0].counts.repeated;
    assert_int_equal(c.uneven, 0);
    // One wrong bit at one host.
    a.result[s.hosts - 1][s.bytes / 4 - 1] ^= 1;
    assert_int_equal(nf_nr_check_results(&s, a.data, a.result, &words, &e), NF_EXIT_FAILED);
    nf_nr_ethernet_close(n);
    free(n);
    arrays_close(&a, &s);
  }
  assert_true(repeated > 100 && history > 100);
}

// A lost frame costs one exchange: a host goes back once for a packet of its own that is lost on
// the way to its switch, and for no other; a receiver asks once for a sum that is lost.
static void test_losses(void **state) {
  for (unsigned leaves = 0; leaves < 4; leaves += 3) {
    nf_nr_setup s = small(6);
    nf_nr_ethernet *n = calloc(1, sizeof *n);
    nf_err e = {0};
    arrays a;
    uint64_t words = 0, backs = 0, naks = 0, lost_up = 0, lost_down = 0;
    s.leaves = leaves;
    s.per_leaf = leaves ? 2 : 0;
    s.window = 2;
    s.msglen = 64;
    s.bytes = 400000;
    s.loss = (uint32_t)(UINT64_C(0x100000000) / 1000);
    assert_non_null(n);
    if (run(n, &a, &s, &e) != NF_EXIT_OK || nf_nr_check_results(&s, a.data, a.result, &words, &e))
      fail_msg("%u leaves: %s", leaves, e.text);
    for (unsigned h = 0; h < s.hosts; h++) {
      backs += n->host[h].counts.backs;
      naks += n->host[h].counts.naks;
      lost_up += n->from_host[h].lost;
      lost_down += n->to_host[h].lost;
    }
    assert_true(lost_up > 10 && lost_down > 10);
    assert_true(backs <= lost_up);
    assert_true(naks <= lost_down);
    nf_nr_ethernet_close(n);
    free(n);
    arrays_close(&a, &s);
  }
}

// Nothing overtakes the first packet of a connection: it is alone until its sum is there.
static void test_opening(void **state) {
  const nf_nr_setup s = small(3);
  uint8_t data[4000] = {0}, result[4000], frame[NF_NR_FRAME_ROOM];
  nf_nr_host h;
  nf_nr_host_open(&h, &s, 0, data, result);
  assert_true(nf_nr_host_wants(&h));
  nf_nr_host_send(&h, 0, frame);
  assert_false(nf_nr_host_wants(&h));
  h.expected = 1;
  assert_true(nf_nr_host_wants(&h));
}

// What the switches between hosts give out, or a host before, is no result of this host's, but what
// says that it is the sum of all; the rest is counted and changes nothing.
static void test_marks(void **state) {
  const nf_nr_setup s = small(3);
  uint8_t data[4000] = {0}, result[4000], frame[NF_NR_FRAME_ROOM];
  nf_nr_host h, before;
  nf_err e = {0};
  nf_nr_host_open(&before, &s, 0, data, result);
  nf_nr_host_open(&h, &s, 1, data, result);
  const unsigned bytes = nf_nr_host_send(&before, 0, frame), size = bytes - NF_NR_HEAD - NF_NR_CRC;
  uint8_t *mark = frame + NF_NR_HEAD - 4;
  assert_int_equal(*mark & 127, 0);
  for (unsigned m = 0; m < 128; m++) {
    if (m == (NF_NETREDUCE_RESULT | 3))
      continue;
    *mark = (uint8_t)((*mark & 0x80) | m);
    nf_nr_frame_seal(frame, size);
    assert_int_equal(nf_nr_host_receive(&h, 5, frame, bytes, &e), NF_EXIT_OK);
    assert_int_equal(h.expected, 0);
    assert_false(h.ack_due || h.nak_due);
  }
  assert_int_equal(h.counts.unmarked, 127);
  assert_int_equal(h.counts.foreign, 0);
  *mark = (uint8_t)((*mark & 0x80) | NF_NETREDUCE_RESULT | 3);
  assert_int_equal(nf_nr_host_receive(&h, 5, frame, bytes, &e),
                   NF_EXIT_OK); // its ICRC is not right
  assert_int_equal(h.counts.foreign, 1);
  nf_nr_frame_seal(frame, size);
  assert_int_equal(nf_nr_host_receive(&h, 5, frame, bytes, &e), NF_EXIT_OK);
  assert_int_equal(h.expected, 1);
  assert_int_equal(h.counts.unmarked, 127);
}

// Whose sum it is, by the switch.
static void test_whose(void **state) {
  nf_nr_setup s = small(6);
  nf_nr_device_cfg c = nf_nr_device_setup(&s, 0);
  assert_int_equal(nf_nr_tables_mark(&c, false), NF_NETREDUCE_RESULT | 6);
  s.leaves = 3;
  s.per_leaf = 2;
  for (unsigned d = 0; d < 4; d++) {
    c = nf_nr_device_setup(&s, d);
    assert_int_equal(nf_nr_tables_mark(&c, false), NF_NETREDUCE_RESULT | 6);
    if (c.leaf)
      assert_int_equal(nf_nr_tables_mark(&c, true), 2);
  }
}

// Who is waited for is named, also on another leaf.
static void test_straggler(void **state) {
  for (unsigned i = 0; i < 2; i++) {
    nf_nr_setup s = small(6);
    nf_nr_ethernet *n = calloc(1, sizeof *n);
    nf_err e = {0};
    arrays a;
    s.leaves = i ? 3 : 0;
    s.per_leaf = 2;
    s.silent = 4;
    s.first = 17;
    assert_non_null(n);
    assert_int_equal(run(n, &a, &s, &e), NF_EXIT_STALLED);
    assert_non_null(strstr(e.text, "packet 0 of message 0 (MsgID 17) of ring 0"));
    assert_non_null(strstr(e.text, "missing is that of host 4"));
    nf_nr_ethernet_close(n);
    free(n);
    arrays_close(&a, &s);
  }
}

// NETREDUCE Eq. (10): the round trip covered by messages.
static void test_equation(void **state) {
  nf_nr_setup s = small(6);
  nf_err e = {0};
  s.window = 0;
  s.mtu = 1024;
  s.msglen = 170;
  nf_nr_setup_finish(&s, &e);
  assert_int_equal(s.window, 1);
  s.window = 0;
  s.msglen = 8; // 8 * 1106 B * 80 ps = 708 ns
  nf_nr_setup_finish(&s, &e);
  const uint64_t message = 8 * 1106 * 80;
  assert_int_equal(s.window, (nf_nr_round_trip(&s) + message - 1) / message);
  assert_int_equal(s.slots, 2 * s.window);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_published), cmocka_unit_test(test_frames),
      cmocka_unit_test(test_messages),  cmocka_unit_test(test_tables),
      cmocka_unit_test(test_refused),   cmocka_unit_test(test_order),
      cmocka_unit_test(test_losses),    cmocka_unit_test(test_tree),
      cmocka_unit_test(test_networks),  cmocka_unit_test(test_opening),
      cmocka_unit_test(test_straggler), cmocka_unit_test(test_equation),
      cmocka_unit_test(test_marks),     cmocka_unit_test(test_whose),
      cmocka_unit_test(test_receivers), cmocka_unit_test(test_anothers_name)};
  return cmocka_run_group_tests_name("netreduce", tests, NULL, NULL);
}
