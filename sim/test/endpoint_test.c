// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Endpoints of collectives: closed forms of rings, LogGP and switches, conservation of bytes,
// priorities, refusals.
#include "sim/endpoint/endpoint.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

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
  (void)state;
  for (uint32_t n = 2; n <= 16; n++) {
    nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_IDEAL, n, 1, 1);
    const double message = 4096.0 * 272 / 256 / 200 + 90 + 1;
    near(alone(&c, (uint64_t)n * 4096, NF_ENDPOINT_ALL_REDUCE, NULL), 2 * (n - 1) * message);
  }
}

// LogGP: a message of a baseline's all-to-all of two goes through memory, bus, link, bus, memory.
static void loggp(void **state) {
  (void)state;
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
  (void)state;
  nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_IDEAL, 1, 5, 0);
  near(alone(&c, 5 * 4096, NF_ENDPOINT_ALL_REDUCE, NULL), 2 * (4096.0 * 272 / 256 / 25 + 200 + 1));
  c = nf_endpoint_table7(NF_ENDPOINT_IDEAL, 1, 9, 0); // two messages a link
  near(alone(&c, 9 * 4096, NF_ENDPOINT_ALL_TO_ALL, NULL), 2 * 4096.0 * 272 / 256 / 25 + 200 + 1);
}

// What goes over the links is what the algorithms send (ACE Table 5), whatever the endpoint: on all
// links of a dimension alike where chunks and strands are even.
static void bytes_on_links(void **state) {
  const uint64_t bytes = 8u << 20;
  (void)state;
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
  (void)state;
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
  (void)state;
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

static void refusals(void **state) {
  nf_endpoint_config c = nf_endpoint_table7(NF_ENDPOINT_ACE, 1, 1, 1);
  nf_endpoint *m;
  nf_err e = {0};
  uint32_t number;
  (void)state;
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
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ideal_rings),      cmocka_unit_test(loggp),
      cmocka_unit_test(direct),           cmocka_unit_test(bytes_on_links),
      cmocka_unit_test(slower_is_slower), cmocka_unit_test(priorities),
      cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
