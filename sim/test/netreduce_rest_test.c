// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Time that is skipped while an accelerator rests is as time that is not: the same networks with
// `cycle` and with `stepped`, to the last picosecond and counter.
#include "common/nf_defs.h"
#include "sim/netreduce/checker.h"
#include "sim/netreduce/cycle.h"
#include "sim/netreduce/ethernet.h"
#include "sim/test/unit.h"

#include <stdlib.h>
#include <string.h>

// What a run comes to.
typedef struct {
  uint64_t finished; // when the last packet came in order
  nf_nr_link_counts links;
  nf_nr_host_counts hosts[NF_NR_HOSTS];
  nf_nr_counts devices[NF_NR_LEAVES + 1];
} result;

// Of this host the packet of this number is lost once, with what else is sent just before it.
typedef struct {
  int host;
  uint64_t packet;
} loss;

static bool is_next(const nf_nr_ethernet *n, const loss *lost) {
  const nf_nr_host *const h = &n->host[lost->host];
  return h->nxt == lost->packet && h->top == lost->packet;
}

// What follows of a setup is filled in here, so it is a copy.
static result run(nf_nr_setup s, const nf_nr_engine *engine, const loss *lost) {
  nf_nr_ethernet *const n = calloc(1, sizeof *n);
  uint32_t *data[NF_NR_HOSTS] = {0}, *sums[NF_NR_HOSTS] = {0};
  nf_err e = {0};
  nf_rng rng = {s.seed};
  result r = {0};
  uint64_t words = 0;
  assert_non_null(n);
  for (unsigned h = 0; h < s.hosts; h++) {
    data[h] = calloc(s.bytes / 4, 4);
    sums[h] = calloc(s.bytes / 4, 4);
    assert_true(data[h] && sums[h]);
    for (size_t i = 0; i < s.bytes / 4; i++)
      data[h][i] = (uint32_t)nf_rng_next(&rng);
  }
  assert_int_equal(nf_nr_setup_finish(&s, &e), NF_EXIT_OK);
  const uint32_t always = s.loss;
  nf_nr_ethernet_open(n, &s, engine, data, sums, &e);
  for (bool more = true; more && e.status == NF_EXIT_OK;) {
    s.loss = lost && is_next(n, lost) ? UINT32_MAX : always;
    nf_nr_ethernet_run(n, lost ? 1 : 1000, &more, &e);
  }
  if (e.status != NF_EXIT_OK || nf_nr_check_results(&s, data, sums, &words, &e) != NF_EXIT_OK)
    fail_msg("%s: %s", engine->name, e.text);
  r.finished = n->finished;
  r.links = nf_nr_ethernet_links(n);
  for (unsigned h = 0; h < s.hosts; h++)
    r.hosts[h] = n->host[h].counts;
  for (unsigned d = 0; d < nf_nr_devices(&s); d++)
    assert_int_equal(engine->count(n->device[d], &r.devices[d], &e), NF_EXIT_OK);
  nf_nr_ethernet_close(n);
  free(n);
  for (unsigned h = 0; h < s.hosts; h++) {
    free(data[h]);
    free(sums[h]);
  }
  return r;
}

static nf_nr_setup small(unsigned hosts) {
  return (nf_nr_setup){.hosts = hosts,
                       .rings = 1,
                       .bytes = 4000,
                       .dtype = NF_DTYPE_S32,
                       .mtu = 64,
                       .msglen = 4,
                       .window = 1,
                       .tag = 77,
                       .ack_every = 4,
                       .byte_time = 80,
                       .delay = 300000,
                       .through = 200000,
                       .queue = 200000000,
                       .cycle = 3103,
                       .reorder_time = 2000000,
                       .seed = 1,
                       .silent = -1,
                       .paused = -1,
                       .closed = -1};
}

static void compare(const nf_nr_setup *s, const result *a, const result *b) {
  assert_int_equal(a->finished, b->finished);
  assert_memory_equal(&a->links, &b->links, sizeof a->links);
  assert_memory_equal(a->hosts, b->hosts, s->hosts * sizeof a->hosts[0]);
  assert_memory_equal(a->devices, b->devices, sizeof a->devices);
}

// A host's last packet of a message is lost, and nothing follows, as the window is one message: the
// accelerator asks for it when AGAIN has run down, and no host waits for its time-out.
static void test_last_packet(void **state) {
  for (unsigned host = 0; host < 3; host++) {
    nf_nr_setup s = small(3);
    s.ack_every = 1; // or the accelerator would wait for acknowledgements meanwhile
    const loss last = {(int)host, nf_nr_packets_before(&s, 4) - 1};
    const result a = run(s, &nf_nr_cycle, &last), b = run(s, &nf_nr_stepped, &last);
    assert_int_equal(a.hosts[host].repeated, 1);
    assert_int_equal(a.devices[0].naks, a.links.lost);
    for (unsigned h = 0; h < s.hosts; h++)
      assert_int_equal(a.hosts[h].timeouts, 0);
    compare(&s, &a, &b);
  }
}

// The same of leaves and a spine.
static void test_leaves(void **state) {
  for (unsigned host = 0; host < 4; host++) {
    nf_nr_setup s = small(4);
    s.leaves = s.per_leaf = 2;
    s.ack_every = 1;
    const loss last = {(int)host, nf_nr_packets_before(&s, 4) - 1};
    const result a = run(s, &nf_nr_cycle, &last), b = run(s, &nf_nr_stepped, &last);
    assert_true(a.hosts[host].repeated > 0);
    compare(&s, &a, &b);
  }
}

// Any losses at one switch. (Of several accelerators `stepped` is asked at other times than
// `cycle`, and the links' random numbers come in another order.)
static void test_any_losses(void **state) {
  nf_rng rng = {7};
  uint64_t naks = 0, replays = 0;
  for (unsigned i = 0; i < 12; i++) {
    nf_nr_setup s = small(2 + nf_rng_below(&rng, 4));
    s.window = 1 + nf_rng_below(&rng, 2);
    s.msglen = 1 + nf_rng_below(&rng, 6);
    s.seed = nf_rng_next(&rng);
    s.loss = nf_rng_below(&rng, 1u << 26);
    const result a = run(s, &nf_nr_cycle, NULL), b = run(s, &nf_nr_stepped, NULL);
    compare(&s, &a, &b);
    naks += a.devices[0].naks;
    replays += a.devices[0].replays;
  }
  assert_true(naks > 5 && replays > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_last_packet),
                                     cmocka_unit_test(test_leaves),
                                     cmocka_unit_test(test_any_losses)};
  return cmocka_run_group_tests_name("netreduce_rest", tests, NULL, NULL);
}
