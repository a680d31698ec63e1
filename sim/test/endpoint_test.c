// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Endpoints of collectives: closed forms of rings, LogGP and switches, conservation of bytes,
// priorities, a GPU's pushes, a host's window, refusals.
#include "sim/endpoint/dma.h"
#include "sim/endpoint/endpoint.h"
#include "sim/endpoint/roce.h"
#include "sim/test/unit.h"

#include <math.h>
#include <stdio.h>

static void good(const nf_err *e) {
  if (e->status != NF_EXIT_OK)
    fail_msg("%s", e->text);
}

// The time of one collective alone.
static double alone(const nf_endpoint_config *c, uint64_t bytes, nf_endpoint_collective what,
                    nf_endpoint_account *account) {
  nf_err e = {0};
  nf_endpoint *m;
  uint32_t number;
  double at = 0;
  nf_endpoint_open(&m, c, &e);
  good(&e);
  nf_endpoint_submit(m, 0, bytes, what, 0, &number, &e);
  nf_endpoint_finish(m, number, &at, &e);
  good(&e);
  if (account)
    *account = *nf_endpoint_account_of(m);
  nf_endpoint_close(m);
  return at;
}

static void near(double ours, double wanted) {
  if (fabs(ours - wanted) > 1e-6 * wanted)
    fail_msg("%.9g, not %.9g", ours, wanted);
}

// 2 (n - 1) steps of a message, a latency and the endpoint's cycle: one chunk, one strand.
static void ideal_rings(void **state) {
  for (uint32_t n = 2; n <= 16; n++) {
    nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_IDEAL, n, 1, 1);
    const double message = 4096.0 * 272 / 256 / 200 + 90 + 1;
    near(alone(&c, (uint64_t)n * 4096, NF_ENDPOINT_ALL_REDUCE, NULL), 2 * (n - 1) * message);
  }
}

// LogGP: a message of a baseline's all-to-all of two goes through memory, bus, link, bus, memory.
static void loggp(void **state) {
  for (uint32_t bytes = 512; bytes <= 4096; bytes *= 2) {
    nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_BASELINE, 2, 1, 1);
    const double memory = bytes / 900.0 + 20 + 2 * 20 + 50, bus = bytes / 500.0 + 20 + 2 * 20 + 50;
    near(alone(&c, 2 * bytes, NF_ENDPOINT_ALL_TO_ALL, NULL),
         2 * memory + 2 * bus + bytes * 272.0 / 256 / 200 + 90);
    // An all-reduce adds once, three passes through memory, and sends twice.
    near(alone(&c, 2 * bytes, NF_ENDPOINT_ALL_REDUCE, NULL),
         2 * (2 * memory + 2 * bus + bytes * 272.0 / 256 / 200 + 90) + 3 * bytes / 900.0 + 20 +
             2 * 20 + 50);
  }
}

// Over switches: all messages at once over four links; a round to add, a round back.
static void direct(void **state) {
  nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_IDEAL, 1, 5, 0);
  near(alone(&c, 5 * 4096, NF_ENDPOINT_ALL_REDUCE, NULL), 2 * (4096.0 * 272 / 256 / 25 + 200 + 1));
  c = nf_endpoint_table7(NF_ENDPOINT_IDEAL, 1, 9, 0); // two messages a link
  near(alone(&c, 9 * 4096, NF_ENDPOINT_ALL_TO_ALL, NULL), 2 * 4096.0 * 272 / 256 / 25 + 200 + 1);
}

// What goes over the links is what the algorithms send (ACE Table 5), whatever the endpoint: on all
// links of a dimension alike where chunks and strands are even.
static void bytes_on_links(void **state) {
  const uint64_t bytes = 8u << 20;
  for (int system = 0; system < NF_ENDPOINTS; system++) {
    nf_endpoint_config c = nf_endpoint_table7((nf_system)system, 4, 4, 4);
    c.port_rate = 1000; // no slower than the links
    nf_endpoint_account a;
    const double end = alone(&c, bytes, NF_ENDPOINT_ALL_REDUCE, &a), wire = 272.0 / 256;
    near(a.link_busy[0], 2 * 0.75 * (double)bytes * wire / 200 / 2);
    near(a.link_busy[1], 2 * 0.75 * (double)bytes / 4 * wire / 25 / 2);
    near(a.link_busy[2], a.link_busy[1]);
    assert_true(end > a.link_busy[1]);
    alone(&c, bytes, NF_ENDPOINT_ALL_TO_ALL, &a); // 1, 2, 1 hops to the three others
    near(a.link_busy[1], (double)bytes / 4 * (1 + 2 + 1) * wire / 25 / 2);
  }
}

// An engine never beats an ideal endpoint, nor memory twice as slow one that is faster.
static void slower_is_slower(void **state) {
  for (uint64_t bytes = 1u << 16; bytes <= 1u << 24; bytes *= 16)
    for (int what = 0; what < 2; what++) {
      const nf_endpoint_collective k = (nf_endpoint_collective)what;
      nf_endpoint_config ideal = nf_endpoint_table7(NF_ENDPOINT_IDEAL, 4, 2, 2);
      nf_endpoint_config ace = nf_endpoint_table7(NF_ENDPOINT_ACE, 4, 2, 2);
      nf_endpoint_config base = nf_endpoint_table7(NF_ENDPOINT_BASELINE, 4, 2, 2);
      const double least = alone(&ideal, bytes, k, NULL), engine = alone(&ace, bytes, k, NULL),
                   plain = alone(&base, bytes, k, NULL);
      assert_true(least < engine && least < plain);
      ace.memory_rate = base.memory_rate = 45;
      assert_true(alone(&ace, bytes, k, NULL) > engine);
      assert_true(alone(&base, bytes, k, NULL) > plain);
    }
}

// A later collective of greater priority ends first; of the same priority it does not.
static void priorities(void **state) {
  for (int system = 0; system < NF_ENDPOINTS; system++)
    for (uint32_t priority = 0; priority < 2; priority++) {
      const nf_endpoint_config c = nf_endpoint_table7((nf_system)system, 2, 2, 2);
      nf_err e = {0};
      nf_endpoint *m;
      uint32_t first, second;
      double one, two;
      nf_endpoint_open(&m, &c, &e);
      nf_endpoint_submit(m, 0, 16u << 20, NF_ENDPOINT_ALL_REDUCE, 0, &first, &e);
      nf_endpoint_submit(m, 1000, 1u << 20, NF_ENDPOINT_ALL_REDUCE, priority, &second, &e);
      nf_endpoint_finish(m, first, &one, &e);
      nf_endpoint_finish(m, second, &two, &e);
      good(&e);
      assert_true(priority ? two < one : two > one);
      nf_endpoint_close(m);
    }
}

// ------------------------------------------------------------------------------- KLENK
static nf_dma_result pushed(const nf_dma_config *c, uint64_t bytes) {
  nf_err e = {0};
  nf_dma_result r;
  nf_dma_push(c, bytes, &r, &e);
  good(&e);
  return r;
}

// Memory that answers at once: a block waits for nothing but its links and the way; many blocks
// take what a link takes for each.
static void pushes(void **state) {
  for (uint32_t acks = 0; acks < 2; acks++)
    for (uint32_t hops = 1; hops <= 5; hops++) {
      nf_dma_config c = nf_dma_dgx2(16);
      c.memory = 0;
      c.hops = hops;
      c.acks = acks;
      // The first block goes to a nearer table.
      near(pushed(&c, 128).cycles, c.launch + 9 + acks + (hops - 1) * c.hop + 9);
      c.waves = 0;
      c.launch = 0;
      const uint64_t each = 10000; // blocks of a link; all is sent, and the last one comes
      near(pushed(&c, 128 * 6 * each).cycles,
           5 + (double)each * (9 + acks) + (hops - (each % 2 ? 1 : 0)) * c.hop + 9);
    }
}

// Memory takes 180 + U[0, 180): 269.5 on the average; one of 16 is later than one alone.
static void memories(void **state) {
  nf_dma_config c = nf_dma_dgx2(16);
  const double mean = pushed(&c, 1u << 22).memory_mean;
  assert_true(mean > 268.5 && mean < 270.5);
  double alone = 0, many = 0;
  for (c.seed = 1; c.seed <= 200; c.seed++) {
    c.ranks = 2;
    alone += pushed(&c, 128).cycles / 200;
    c.ranks = 16;
    many += pushed(&c, 128).cycles / 200;
  }
  // The expected greatest of n is 180 n / (n + 1) behind the 180.
  assert_true(fabs(many - alone - 180 * (16.0 / 17 - 2.0 / 3)) < 10);
}

// With few waves the engine waits a round trip for each; with enough for none.
static void waves(void **state) {
  nf_dma_config c = nf_dma_dgx2(16);
  c.memory = 0;
  double before = INFINITY;
  for (c.waves = 1; c.waves <= 64; c.waves *= 2) {
    const nf_dma_result r = pushed(&c, 1u << 20);
    assert_true(r.cycles <= before);
    before = r.cycles;
    if (c.waves == 1) // of 11 blocks of a link, of whom the last may go to a nearer table
      assert_true(fabs(r.cycles - c.launch - 128 * (11 * 10 + 3 * c.hop + 9)) < 128);
  }
  c.waves = 0;
  near(pushed(&c, 1u << 20).cycles, before);
  assert_true(pushed(&c, 1u << 20).stalled == 0);
}

// 2 (p - 1) steps of data, fence and flag.
static void software_ring(void **state) {
  for (uint32_t ranks = 2; ranks <= 16; ranks++) {
    nf_dma_config c = nf_dma_dgx2(ranks);
    nf_err e = {0};
    nf_dma_result r;
    c.memory = 0;
    c.hops = 1;
    nf_dma_ring(&c, 128 * ranks, &r, &e);
    good(&e);
    near(r.cycles, c.launch + 2 * (ranks - 1) * (10 + 3 * c.hop));
    assert_int_equal(r.blocks, 2 * (ranks - 1));
  }
}

// ------------------------------------------------------------------------------- NETREDUCE
static nf_roce_result sent(const nf_roce_config *c, uint64_t messages) {
  nf_err e = {0};
  nf_roce_result r;
  nf_roce_run(c, messages * c->packets * c->payload, &r, &e);
  good(&e);
  assert_int_equal(r.messages, messages);
  return r;
}

// Alone in its window a message takes alpha or a round trip, and its packets (Eq. 2 with a window
// of one); with the window of Eq. 10 and one the port never waits, with one less it does.
static void windows(void **state) {
  for (uint32_t packets = 1; packets <= 256; packets *= 2) {
    nf_roce_config c = nf_roce_host();
    c.packets = packets;
    c.alpha = 0;
    const double took = packets * c.wire / c.rate;
    c.window = 1;
    near(sent(&c, 100).ns, 100 * (took + c.round_trip));
    c.window = 0;
    const nf_roce_result full = sent(&c, 100);
    near(full.ns, 100 * took + c.round_trip);
    assert_true(full.waits == 0 && full.window >= nf_roce_window(&c));
    c.window = full.window - 1;
    assert_true(sent(&c, 100).waits > 0);
    // A host that is slower than its port.
    c.window = 0;
    c.alpha = took + 100;
    near(sent(&c, 100).ns, 100 * c.alpha + took + c.round_trip);
  }
}

static void refusals_of_hosts(void **state) {
  nf_dma_config gpu = nf_dma_dgx2(1);
  nf_roce_config host = nf_roce_host();
  nf_dma_result r;
  nf_roce_result n;
  nf_err e = {0};
  assert_int_equal(nf_dma_push(&gpu, 128, &r, &e), NF_EXIT_BAD_INPUT);
  e = (nf_err){0};
  gpu.ranks = 2;
  assert_int_equal(nf_dma_push(&gpu, 0, &r, &e), NF_EXIT_BAD_INPUT);
  e = (nf_err){0};
  assert_int_equal(nf_dma_ring(&gpu, 0, &r, &e), NF_EXIT_BAD_INPUT);
  e = (nf_err){0};
  assert_int_equal(nf_roce_run(&host, 0, &n, &e), NF_EXIT_BAD_INPUT);
  e = (nf_err){0};
  host.wire = host.payload - 1;
  assert_int_equal(nf_roce_run(&host, 1, &n, &e), NF_EXIT_BAD_INPUT);
}

static void refusals(void **state) {
  nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_ACE, 1, 1, 1);
  nf_endpoint *m;
  nf_err e = {0};
  uint32_t number;
  assert_int_equal(nf_endpoint_open(&m, &c, &e), NF_EXIT_BAD_INPUT);
  assert_null(m);
  e = (nf_err){0};
  c = nf_endpoint_table7(NF_ENDPOINT_ACE, 4, 1, 1);
  c.chunk = 0;
  assert_int_equal(nf_endpoint_open(&m, &c, &e), NF_EXIT_BAD_INPUT);
  e = (nf_err){0};
  c.chunk = 4096;
  nf_endpoint_open(&m, &c, &e);
  good(&e);
  assert_int_equal(nf_endpoint_submit(m, 0, 0, NF_ENDPOINT_ALL_REDUCE, 0, &number, &e),
                   NF_EXIT_BAD_INPUT);
  nf_endpoint_close(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ideal_rings),
                                     cmocka_unit_test(loggp),
                                     cmocka_unit_test(direct),
                                     cmocka_unit_test(bytes_on_links),
                                     cmocka_unit_test(slower_is_slower),
                                     cmocka_unit_test(priorities),
                                     cmocka_unit_test(pushes),
                                     cmocka_unit_test(memories),
                                     cmocka_unit_test(waves),
                                     cmocka_unit_test(software_ring),
                                     cmocka_unit_test(windows),
                                     cmocka_unit_test(refusals_of_hosts),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
