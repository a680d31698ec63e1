// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What lies between engines: ports and neighbours, wires, cables with a link layer, switches, and
// the hosts that send normal packets to each other.
#include "ace/nf_ace_pkg.h"
#include "sim/ace/background.h"
#include "sim/ace/cable.h"
#include "sim/ace/fabric.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = NF_ACE_WORD_BYTES };

// ------------------------------------------------------------------------------- topology
// A link has two ends, in the dimension of both.
static void test_ports(void **state) {
  static const char *const topologies[] = {"ring:5",      "torus:2x3", "torus:4x1x2", "torus:1x3",
                                           "torus:2x3x4", "ring:1",    "alltoall:3x2"};
  for (unsigned i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
    nf_topo t;
    nf_err e = {0};
    assert_int_equal(nf_topo_open(&t, topologies[i], &e), NF_EXIT_OK);
    for (unsigned node = 0; node < t.nodes; node++)
      for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
        const int dim = nf_topo_port_dim(&t, port);
        if (dim < 0 || t.dim[dim].switched)
          continue;
        const unsigned far = nf_topo_neighbour(&t, node, port);
        assert_int_not_equal(far, node);
        assert_int_equal(nf_topo_port_dim(&t, nf_topo_far_port(port)), dim);
        assert_int_equal(nf_topo_neighbour(&t, far, nf_topo_far_port(port)), node);
        for (unsigned d = 0; d < t.dims; d++)
          assert_int_equal(nf_topo_rank(&t, node, d) == nf_topo_rank(&t, far, d), (int)d != dim);
      }
  }
}

// ------------------------------------------------------------------------------- links
static nf_flit header(unsigned dst, unsigned data_words) {
  nf_flit h = {{0}};
  nf_ace_hdr_set_mode(h.w, 1);
  nf_ace_hdr_set_dst(h.w, (uint16_t)dst);
  nf_ace_hdr_set_words(h.w, (uint8_t)data_words);
  return h;
}

// Packets one behind the other: each word comes `latency` cycles later, in the time of its bytes.
static void test_wire(void **state) {
  static const uint32_t rates[] = {7, 25, 64, 200}, wide[] = {32, 64, 128, 256};
  for (unsigned i = 0; i < 16; i++) {
    const uint32_t rate = rates[i % 4], bus_word = wide[i / 4];
    nf_ace_pipe w;
    assert_true(nf_ace_pipe_open(&w, rate, 50, bus_word));
    const nf_flit h = header(0, 4);
    uint64_t sent = 0, came = 0, cycle = 0, entered[400];
    for (; came < 400; cycle++) {
      assert_true(cycle < 20000);
      const nf_ace_beat *b = nf_ace_pipe_end(&w, NF_PIPE_ANY, cycle);
      if (b) {
        assert_int_equal(b->data.w[0], came);
        assert_int_equal(b->data.w[bus_word / 8 - 1], ~came);
        assert_int_equal(cycle, entered[came]);
        came++;
        nf_ace_pipe_take(&w, b);
      }
      if (sent < 400 && nf_ace_pipe_ready(&w, cycle)) {
        nf_ace_word word = {{sent}};
        word.w[bus_word / 8 - 1] = ~sent;
        entered[sent] = cycle + 50;
        assert_true(nf_ace_pipe_put(&w, sent % 4 == 0, sent % 4 == 3, &h, word.w, cycle));
        sent++;
      }
    }
    const uint64_t bytes = 100 * (16 + 4 * bus_word), bus = 400;
    const uint64_t due = (bytes + rate - 1) / rate;
    const uint64_t took = cycle - 50;
    // The last word comes out when its time on the wire begins.
    const uint64_t whole = due > bus ? due : bus;
    assert_true(took <= whole + 1 && took + bus_word / rate + 3 >= whole);
    nf_ace_pipe_close(&w);
  }
}

// A packet of so many words at once.
static void put_packet(nf_ace_pipe *w, unsigned traffic_class, unsigned words, uint64_t number,
                       uint64_t cycle) {
  nf_flit h = header(0, words);
  nf_ace_hdr_set_mode(h.w, traffic_class == NF_PIPE_ENGINE);
  for (unsigned i = 0; i < words; i++)
    assert_true(
        nf_ace_pipe_put(w, i == 0, i + 1 == words, &h, (nf_ace_word){{number, i}}.w, cycle));
}

// An end that first does not take one of the classes: the other comes all the same, as soon as it
// is due. Then it takes them at random. Packets of a class are in order, those of both are whole.
static void test_classes(void **state) {
  enum { ROUNDS = 50, EACH = 40, LATENCY = 9 };
  for (unsigned shut = 0; shut < NF_PIPE_CLASSES; shut++)
    for (unsigned seed = 0; seed < ROUNDS; seed++) {
      nf_ace_pipe w;
      nf_rng rng = {seed};
      uint64_t number[NF_PIPE_CLASSES] = {0};
      unsigned words = 0, at = 0, last = shut;
      unsigned open = NF_PIPE_CLASSES; // class of a packet that has begun
      assert_true(nf_ace_pipe_open(&w, 64, LATENCY, WORD));
      for (unsigned i = 0; i < EACH; i++)
        for (unsigned c = 0; c < NF_PIPE_CLASSES; c++)
          put_packet(&w, c, 1 + (i + seed) % 4, i, 0);
      assert_null(nf_ace_pipe_end(&w, NF_PIPE_ANY, LATENCY - 1));
      for (uint64_t cycle = LATENCY; number[0] + number[1] < 2 * EACH; cycle++) {
        const bool held = number[!shut] < EACH / 2;
        const unsigned ready = held ? 1u << !shut : nf_rng_below(&rng, NF_PIPE_ANY + 1);
        unsigned may = ready & ((number[0] < EACH) | (unsigned)(number[1] < EACH) << 1);
        if (open < NF_PIPE_CLASSES)
          may &= 1u << open;
        const nf_ace_beat *b = nf_ace_pipe_end(&w, ready, cycle);
        assert_int_equal(b != NULL, may != 0);
        if (!b)
          continue;
        assert_true(may >> b->traffic_class & 1);
        assert_true(may != NF_PIPE_ANY || b->traffic_class != last); // they take turns
        assert_int_equal(b->first, open == NF_PIPE_CLASSES);
        at = b->first ? 0 : at + 1;
        words = b->first ? nf_ace_hdr_words(b->hdr.w) : words;
        assert_int_equal(b->last, at + 1 == words);
        assert_int_equal(b->data.w[0], number[b->traffic_class]);
        assert_int_equal(b->data.w[1], at);
        number[b->traffic_class] += b->last;
        open = b->last ? NF_PIPE_CLASSES : b->traffic_class;
        last = b->traffic_class;
        nf_ace_pipe_take(&w, b);
      }
      assert_int_equal(number[0], EACH);
      nf_ace_pipe_close(&w);
    }
}

// One direction of a cable: packets of both classes in turns, as the link takes them.
typedef struct {
  unsigned traffic_class, words, at; // the packet that goes in
  uint64_t put[NF_PIPE_CLASSES];     // packets
  uint64_t came[NF_PIPE_CLASSES];
  unsigned open, got; // class of the one that comes, its words so far
} flow;

enum { CABLE_PACKETS = 400 }; // of a class

static void put_word(flow *f, nf_ace_pipe *w, uint64_t cycle) {
  if (f->put[f->traffic_class] == CABLE_PACKETS ||
      !(nf_ace_pipe_ready(w, cycle) >> f->traffic_class & 1))
    return;
  nf_flit h = header(0, f->words);
  nf_ace_hdr_set_mode(h.w, f->traffic_class == NF_PIPE_ENGINE);
  const nf_ace_word data = {{f->put[f->traffic_class], f->at, [7] = ~f->put[f->traffic_class]}};
  assert_true(nf_ace_pipe_put(w, f->at == 0, f->at + 1 == f->words, &h, data.w, cycle));
  if (++f->at < f->words)
    return;
  f->at = 0;
  f->words = f->words % 4 + 1;
  f->put[f->traffic_class]++;
  f->traffic_class = !f->traffic_class;
}

static void get_word(flow *f, nf_ace_pipe *w, unsigned ready, uint64_t cycle) {
  const nf_ace_beat *b = nf_ace_pipe_end(w, ready, cycle);
  if (!b)
    return;
  assert_true(!b->first || ready >> b->traffic_class & 1);
  assert_int_equal(b->first, f->open == NF_PIPE_CLASSES);
  assert_true(b->first || b->traffic_class == f->open);
  assert_int_equal(b->traffic_class, nf_ace_hdr_mode(b->hdr.w) ? NF_PIPE_ENGINE : NF_PIPE_NORMAL);
  f->got = b->first ? 1 : f->got + 1;
  assert_int_equal(b->last, f->got == nf_ace_hdr_words(b->hdr.w));
  assert_int_equal(b->data.w[0], f->came[b->traffic_class]);
  assert_int_equal(b->data.w[1], f->got - 1);
  assert_int_equal(b->data.w[7], ~f->came[b->traffic_class]);
  f->open = b->last ? NF_PIPE_CLASSES : b->traffic_class;
  f->came[b->traffic_class] += b->last;
  nf_ace_pipe_take(w, b);
}

// With a link layer every packet comes once, whole and in the order of its class, whatever bits are
// turned; without errors, a word in every cycle of the link, which is one of 80 bytes.
static void test_cable(void **state) {
  static const uint32_t rates[] = {7, 25, 64, 200};
  static const double errors[] = {0, 1e-5, 3e-4};
  enum { LATENCY = 50 };
  for (unsigned i = 0; i < 4 * 3; i++) {
    const double ber = errors[i % 3];
    nf_ace_pipe w[2];
    nf_ace_cable c;
    flow f[2] = {{.words = 1, .open = NF_PIPE_CLASSES}, {.words = 4, .open = NF_PIPE_CLASSES}};
    nf_rng rng = {i};
    for (unsigned d = 0; d < 2; d++)
      assert_true(nf_ace_pipe_open(&w[d], rates[i / 3], LATENCY, WORD));
    const nf_ace_cable_cfg cfg = {.on = true, .faults = {.bit_errors = ber}, .seed = i};
    assert_true(nf_ace_cable_open(&c, &cfg, 0, &w[0], &w[1]));
    uint64_t cycle = 0, left = 1;
    for (; left; cycle++) {
      assert_true(cycle < 2000000);
      left = 0;
      for (unsigned d = 0; d < 2; d++) {
        put_word(&f[d], &w[d], cycle);
        get_word(&f[d], &w[d], ber > 0 ? nf_rng_below(&rng, NF_PIPE_ANY + 1) : NF_PIPE_ANY, cycle);
        left += 2 * CABLE_PACKETS - f[d].came[0] - f[d].came[1];
      }
      nf_ace_cable_step(&c, cycle);
    }
    const uint64_t words = 2 * CABLE_PACKETS * 10 / 4; // 1 to 4 in turns
    const uint32_t rate = rates[i / 3] < NF_CABLE_WORD ? rates[i / 3] : NF_CABLE_WORD;
    const uint64_t due = LATENCY + (words + 8) * NF_CABLE_WORD / rate;
    for (unsigned e = 0; e < 2; e++) {
      assert_int_equal(w[e].words + w[e].normal_words, words);
      assert_int_equal(c.end[e].resent != 0, ber > 0);
      assert_int_equal(c.end[e].wire.damaged != 0, ber > 0);
    }
    assert_true(ber > 0 || (cycle <= due + 2 * NF_CABLE_WORD / rate && cycle + 20 >= due));
    nf_ace_cable_close(&c);
    for (unsigned d = 0; d < 2; d++)
      nf_ace_pipe_close(&w[d]);
  }
}

// Two nodes send more normal packets to a third than its link takes. A packet of an engine that
// comes to the switch later waits for one of them, not for all.
static void test_fabric_classes(void **state) {
  enum { FLOOD = 400, LATENCY = 20, RATE = 16, PASSES = 60 };
  nf_ace_fabric f;
  nf_err e = {0};
  uint64_t put_at = 0, came_at = 0;
  nf_ace_fabric_open(&f, 3, RATE, LATENCY, WORD, &e);
  for (uint64_t cycle = 0; !came_at; cycle++) {
    assert_true(cycle < 10000);
    for (unsigned n = 1; n < 3; n++) {
      const bool engine = n == 1 && cycle >= FLOOD && !put_at;
      if (!nf_ace_pipe_ready(&f.to[n], cycle))
        continue;
      put_packet(&f.to[n], engine ? NF_PIPE_ENGINE : NF_PIPE_NORMAL, 1, cycle, cycle);
      put_at = engine ? cycle : put_at;
    }
    assert_int_equal(nf_ace_fabric_step(&f, cycle, &e), NF_EXIT_OK);
    const nf_ace_beat *b = nf_ace_pipe_end(&f.from[0], NF_PIPE_ANY, cycle);
    if (!b)
      continue;
    came_at = b->traffic_class == NF_PIPE_ENGINE ? cycle : 0;
    nf_ace_pipe_take(&f.from[0], b);
  }
  assert_true(came_at - put_at <= PASSES);
  nf_ace_fabric_close(&f);
}

// All nodes send to one and then to all: packets stay whole and in order, none is lost.
static void test_fabric(void **state) {
  enum { NODES = 5, PACKETS = 60 };
  nf_ace_fabric f;
  nf_err e = {0};
  nf_ace_fabric_open(&f, NODES, 64, 20, WORD, &e);
  unsigned sent[NODES] = {0}, came = 0, word[NODES] = {0};
  uint64_t expected[NODES][NODES] = {{0}}, number[NODES][NODES] = {{0}};
  for (uint64_t cycle = 0; came < NODES * PACKETS; cycle++) {
    assert_true(cycle < 100000);
    for (unsigned n = 0; n < NODES; n++) {
      const nf_ace_beat *b = nf_ace_pipe_end(&f.from[n], NF_PIPE_ANY, cycle);
      if (b) {
        const unsigned src = nf_ace_hdr_src(b->hdr.w);
        assert_int_equal(nf_ace_hdr_dst(b->hdr.w), n);
        assert_int_equal(b->data.w[0], expected[src][n]++);
        came += b->last;
        nf_ace_pipe_take(&f.from[n], b);
      }
      if (sent[n] == PACKETS || !nf_ace_pipe_ready(&f.to[n], cycle))
        continue;
      const unsigned length = 1 + (sent[n] + n) % 4, dst = sent[n] < 20 ? 2 : sent[n] % NODES;
      nf_flit h = header(dst, length);
      nf_ace_hdr_set_src(h.w, (uint16_t)n);
      const nf_ace_word data = {{number[n][dst]++}};
      nf_ace_pipe_put(&f.to[n], word[n] == 0, word[n] + 1 == length, &h, data.w, cycle);
      if (++word[n] == length) {
        word[n] = 0;
        sent[n]++;
      }
    }
    assert_int_equal(nf_ace_fabric_step(&f, cycle, &e), NF_EXIT_OK);
  }
  nf_ace_fabric_close(&f);
}

// ------------------------------------------------------------------------------- normal packets
enum { PACKETS = 2000, BEHIND = 3 };

typedef struct {
  nf_ace_beat beat[NF_ACE_PACKET_WORDS + 1];
  unsigned beats;
} packet;

// From a port of a host to the port at the other end, some packets later.
typedef struct {
  packet packet[PACKETS];
  unsigned put, taken, at; // whole packets put in and taken out; words taken of the next one
  uint64_t bytes;
  bool corrupted;
} lane;

typedef enum { SOUND, BIT, HEADER, LOST, TWICE, SHORT, LONG, SWAPPED, FAULTS } fault;

// What becomes of the packet that is whole now.
static void corrupt(lane *l, fault f) {
  packet *p = &l->packet[l->put];
  const packet whole = *p;
  switch (f) {
  case BIT:
    p->beat[p->beats - 1].data.w[7] ^= 1ull << 63;
    break;
  case HEADER:
    p->beat[0].hdr.w[1] ^= 1;
    break;
  case LOST:
    p->beats = 0;
    l->put--;
    break;
  case TWICE:
    l->packet[++l->put] = whole;
    break;
  case SHORT:
    p->beat[--p->beats - 1].last = true;
    break;
  case LONG:
    p->beat[p->beats] = p->beat[p->beats - 1];
    p->beat[p->beats++ - 1].last = false;
    break;
  case SWAPPED:
    *p = p[-1];
    p[-1] = whole;
    break;
  default:
    break;
  }
}

static void put_in(lane *l, const nf_ace_in *in, unsigned port, fault f) {
  packet *p = &l->packet[l->put];
  const bool first = in->host_tx_first >> port & 1, last = in->host_tx_last >> port & 1;
  assert_true(l->put + 2 < PACKETS && first == (p->beats == 0));
  nf_ace_beat *const b = &p->beat[p->beats++];
  *b = (nf_ace_beat){0, first, last, NF_PIPE_NORMAL, in->host_tx_hdr[port], {{0}}};
  nf_ace_word_copy(b->data.w, &in->host_tx_data[port * (WORD / 8)], WORD / 8);
  l->bytes += WORD + (first ? (unsigned)NF_PIPE_HEADER : 0);
  if (!last)
    return;
  assert_int_equal(nf_ace_hdr_mode(p->beat[0].hdr.w), 0);
  assert_int_equal(nf_ace_hdr_words(p->beat[0].hdr.w), p->beats);
  if (!l->corrupted && l->put >= 10 && p->beats > 1) {
    l->corrupted = true;
    corrupt(l, f);
  }
  l->put++;
}

static void show(const lane *l, unsigned port, nf_ace_out *out) {
  const nf_ace_beat *b = &l->packet[l->taken].beat[l->at];
  out->host_rx_valid |= (uint8_t)(1u << port);
  out->host_rx_first |= (uint8_t)(b->first << port);
  out->host_rx_last |= (uint8_t)(b->last << port);
  out->host_rx_hdr[port] = b->hdr;
  nf_ace_word_copy(&out->host_rx_data[port * (WORD / 8)], b->data.w, WORD / 8);
}

static void take_out(lane *l) {
  if (++l->at == l->packet[l->taken].beats) {
    l->taken++;
    l->at = 0;
  }
}

typedef struct {
  nf_ace_background host[2];
  lane lane[2][2]; // by the node and the port that send
} talk;

static void step(talk *k, unsigned n, bool on, fault f, nf_rng *rng, nf_err *e) {
  nf_ace_in in = {0};
  nf_ace_out out = {.host_tx_ready = (uint8_t)nf_rng_below(rng, 4)};
  lane *to[2] = {&k->lane[1 - n][1], &k->lane[1 - n][0]}, *from = k->lane[n];
  for (unsigned port = 0; port < 2; port++)
    if (to[port]->taken + (on ? BEHIND : 0) < to[port]->put)
      show(to[port], port, &out);
  k->host[n].on = on;
  if (nf_ace_background_step(&k->host[n], &out, &in, e) != NF_EXIT_OK)
    return;
  for (unsigned port = 0; port < 2; port++) {
    if (in.host_tx_valid & out.host_tx_ready & 1u << port)
      put_in(&from[port], &in, port, port == n ? f : SOUND);
    if (out.host_rx_valid & in.host_rx_ready & 1u << port)
      take_out(to[port]);
  }
}

// Two hosts on a ring of two. At 40 % of a link all arrive, at that rate; a packet that is not as
// it was sent is refused.
static void test_background(void **state) {
  enum { CYCLES = 10000, DRAIN = 3000, RATE = 25, PERCENT = 40 };
  const uint32_t rate[NF_TOPO_PORTS] = {RATE, RATE};
  nf_topo t;
  nf_err e = {0};
  nf_topo_open(&t, "ring:2", &e);
  for (fault f = SOUND; f < FAULTS; f++)
    for (unsigned seed = 0; seed < 20; seed++) {
      talk *k = calloc(1, sizeof *k);
      nf_rng rng = {seed};
      assert_non_null(k);
      e = (nf_err){0};
      for (unsigned n = 0; n < 2; n++) {
        nf_ace_background_open(&k->host[n], &t, n, PERCENT, rate, WORD, seed);
        k->host[n].pauses = 20;
      }
      for (unsigned cycle = 0; cycle < CYCLES + DRAIN && e.status == NF_EXIT_OK; cycle++)
        for (unsigned n = 0; n < 2 && e.status == NF_EXIT_OK; n++)
          step(k, n, cycle < CYCLES, f, &rng, &e);
      if (f != SOUND) {
        assert_int_equal(e.status, NF_EXIT_FAILED);
        assert_non_null(strstr(e.text, "a normal packet from node"));
      } else {
        assert_string_equal(e.text, "");
        for (unsigned n = 0; n < 2; n++) {
          assert_int_equal(nf_ace_background_sent(&k->host[n]),
                           nf_ace_background_got(&k->host[1 - n]));
          for (unsigned port = 0; port < 2; port++) {
            const uint64_t due = (uint64_t)CYCLES * RATE * PERCENT / 100;
            assert_true(k->lane[n][port].bytes <= due && k->lane[n][port].bytes + 300 >= due);
          }
        }
      }
      free(k);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ports),   cmocka_unit_test(test_wire),
      cmocka_unit_test(test_classes), cmocka_unit_test(test_fabric_classes),
      cmocka_unit_test(test_fabric),  cmocka_unit_test(test_background),
      cmocka_unit_test(test_cable),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("ace_links", tests, NULL, NULL);
}
