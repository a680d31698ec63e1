// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The programs of rtl/ace/programs on the untimed interpreter: what ends up where, in which order
// it was added, for all sizes of groups, in whatever order the members go; and what they need of
// their queue pairs.
#include "ace/nf_ace_pkg.h"
#include "sim/test/ace_group.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run(const subject *b, const setting *s, nf_err *e) {
  group *g = open_group(b, s);
  if (nf_play_run(&g->play, e) == NF_EXIT_OK && wrong(g, b, s))
    nf_err_set(e, NF_EXIT_FAILED, "a word of the result is wrong");
  close_group(g);
  return e->status;
}

// --- tests

static void check_program(const subject *b) {
  static const unsigned sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 16};
  static const unsigned lengths[] = {1, 4, 5, 16, 23, 61, 64};
  unsigned runs = 0;
  for (unsigned z = 0; z < sizeof sizes / sizeof sizes[0]; z++)
    for (unsigned variant = 0; variant < 18 && fits(b, sizes[z]); variant += z < 4 ? 1 : 2) {
      const uint64_t seed = 1 + runs * 7919u;
      setting s = {.size = sizes[z],
                   .outer = 1 + variant % 3,
                   .inner = 1 + variant / 3 % 3,
                   .len = b->data ? lengths[(runs * 5 + variant) % 7] : 0,
                   .dir = variant < 9 ? 1 : -1,
                   .root = (unsigned)(seed % sizes[z]),
                   .seed = seed};
      const unsigned least = least_depth(b, s.len);
      const unsigned depths[] = {least, least + 1, 2 * least};
      for (unsigned d = 0; d < 3; d++) {
        if ((s.size > 4 && d == 1) || (s.size > 8 && s.outer * s.inner > 4))
          continue; // for the sake of time
        nf_err e = {0};
        s.depth = depths[d];
        s.seed = seed + d;
        if (run(b, &s, &e) != NF_EXIT_OK)
          fail_msg("%s size %u outer %u inner %u len %u depth %u dir %d: %s", b->name, s.size,
                   s.outer, s.inner, s.len, s.depth, s.dir, e.text);
        runs++;
      }
    }
  print_message("# %s: %u runs\n", b->name, runs);
}

static void test_rings(void **state) {
  for (unsigned k = 0; k < SUBJECTS; k++)
    if (subjects[k].ring)
      check_program(&subjects[k]);
}

static void test_direct(void **state) {
  for (unsigned k = 0; k < SUBJECTS; k++)
    if (!subjects[k].ring)
      check_program(&subjects[k]);
}

// All orders of going first that 300 seeds give, with as little room as is allowed.
static void test_seeds(void **state) {
  for (unsigned k = 0; k < SUBJECTS; k++)
    for (uint64_t seed = 1; seed <= 300; seed++) {
      const subject *b = &subjects[k];
      setting s = {
          .size = b == find_subject("halving_doubling_all_reduce") ? 4 : 3 + (unsigned)(seed % 3),
          .outer = 2,
          .inner = 1,
          .len = b->data ? 9 : 0,
          .dir = seed % 2 ? 1 : -1,
          .seed = seed};
      nf_err e = {0};
      s.depth = least_depth(b, s.len);
      run(b, &s, &e);
      assert_string_equal(e.text, "");
    }
}

// One slot less than the programs say that they need: members that wait for each other are all
// named.
static void test_deadlock(void **state) {
  for (unsigned k = 0; k < SUBJECTS; k++) {
    const subject *b = &subjects[k];
    unsigned stalls = 0;
    for (uint64_t seed = 1; seed <= 80 && !b->least; seed++) {
      const setting s = {.size = seed % 2 ? 2 : 4,
                         .outer = 2,
                         .inner = 1,
                         .len = 12,
                         .depth = 2 + b->spare,
                         .dir = 1,
                         .seed = seed};
      nf_err e = {0};
      stalls += run(b, &s, &e) == NF_EXIT_STALLED;
    }
    print_message("# %s: %u of 80\n", b->name, stalls);
    if (b->spare)
      assert_true(stalls > 0);
  }
  const setting s = {.size = 4, .outer = 1, .inner = 1, .len = 8, .depth = 2, .dir = 1, .seed = 5};
  nf_err e = {0};
  for (unsigned seed = 1; e.status == NF_EXIT_OK && seed < 100; seed++) {
    setting now = s;
    now.seed = seed;
    run(find_subject("ring_all_reduce"), &now, &e);
  }
  assert_int_equal(e.status, NF_EXIT_STALLED);
  for (unsigned r = 0; r < 4; r++) {
    char text[64];
    snprintf(text, sizeof text, "member %u at pc ", r);
    assert_non_null(strstr(e.text, text));
  }
  assert_non_null(
      strstr(e.text, "(rrs 0x25, src[r1], 0x13, r0) waits for room on queue pair 0x13"));
}

// Programs that go step by step over batches of groups: any size of groups and of batches, with the
// least slots that a batch takes, in many orders of going first.
static const char *const Batched[] = {"ring_all_reduce", "ring_reduce_scatter", "ring_all_gather"};
enum { BATCHED = sizeof Batched / sizeof Batched[0] };

static void test_batches(void **state) {
  unsigned runs = 0;
  for (unsigned k = 0; k < BATCHED; k++)
    for (unsigned size = 2; size <= 5; size++)
      for (unsigned outer = 1; outer <= 5; outer++)
        for (unsigned inner = 1; inner <= 5; inner++)
          for (unsigned batch = 1; batch <= 6; batch++, runs++) {
            setting s = {.size = size,
                         .outer = outer,
                         .inner = inner,
                         .len = 5 + runs % 4,
                         .dir = runs % 2 ? 1 : -1,
                         .seed = 2 * runs + 2}; // even: a message's pitch is its packets
            nf_err e = {0};
            s.depth = batch * 2 + 1;
            if (run(find_subject(Batched[k]), &s, &e) != NF_EXIT_OK)
              fail_msg("%s size %u outer %u inner %u batch %u dir %d: %s", Batched[k], size, outer,
                       inner, batch, s.dir, e.text);
          }
  print_message("# %u runs\n", runs);
}

// A batch is as large as it may be: with one slot less than the programs are told they stall, which
// with a smaller batch they would not.
static void test_batch_slots(void **state) {
  for (unsigned k = 0; k < BATCHED; k++)
    for (unsigned batch = 1; batch <= 4; batch++)
      for (unsigned along_o = 0; along_o < 2; along_o++) {
        unsigned stalls = 0, runs = 0;
        for (uint64_t seed = 2; seed <= 160; seed += 2, runs++) {
          setting s = {.size = 3,
                       .outer = along_o ? 4 : 1,
                       .inner = along_o ? 1 : 4,
                       .len = 8,
                       .dir = 1,
                       .seed = seed};
          nf_err e = {0};
          s.slots = batch * 2 + 1;
          s.depth = s.slots - 1;
          stalls += run(find_subject(Batched[k]), &s, &e) == NF_EXIT_STALLED;
        }
        print_message("# %s, batches of %u along %c: %u of %u\n", Batched[k], batch,
                      along_o ? 'o' : 'i', stalls, runs);
        if (4 % batch == 0) // else the batches are evened out, and 3 are two of 2
          assert_true(stalls > 0);
      }
}

// A chunk whose pitch is not what the program was assembled for stops it.
static void test_pitch(void **state) {
  for (unsigned k = 0; k < BATCHED; k++)
    for (unsigned pitch = 1; pitch <= 16; pitch++) {
      const setting s = {.size = 3,
                         .outer = 1,
                         .inner = 1,
                         .len = 20,
                         .depth = 17,
                         .pitch = pitch,
                         .dir = 1,
                         .seed = 2};
      nf_err e = {0};
      run(find_subject(Batched[k]), &s, &e);
      if (pitch == 5)
        assert_string_equal(e.text, "");
      else
        assert_non_null(strstr(e.text, "the program's own trap"));
    }
}

// Instructions and messages of a phase, as docs/ace-collectives.md lists them.
static void test_counts(void **state) {
  unsigned longest = 0;
  for (unsigned k = 0; k < SUBJECTS; k++) {
    const subject *b = &subjects[k];
    const setting s = {.size = 16,
                       .outer = 1,
                       .inner = 1,
                       .len = b->data ? 64 : 0,
                       .depth = 32,
                       .dir = 1,
                       .seed = 1};
    const setting four = {
        .size = 4, .outer = 1, .inner = 1, .len = s.len, .depth = 32, .dir = 1, .seed = 1};
    nf_err e = {0};
    group *g = open_group(b, &s), *h = open_group(b, &four);
    assert_int_equal(nf_play_run(&g->play, &e), NF_EXIT_OK);
    assert_int_equal(nf_play_run(&h->play, &e), NF_EXIT_OK);
    const nf_play_member *m = &g->member[0], *n = &h->member[0];
    print_message("# %-28s 4: %3u words, %4llu executed, %3llu messages, %4llu packets sent; "
                  "16: %3u words, %4llu executed, %3llu messages, %4llu packets sent\n",
                  b->name, n->words, (unsigned long long)n->instructions,
                  (unsigned long long)n->transfers, (unsigned long long)n->sent, m->words,
                  (unsigned long long)m->instructions, (unsigned long long)m->transfers,
                  (unsigned long long)m->sent);
    for (unsigned r = 0; r < 16; r++)
      longest = g->member[r].words > longest ? g->member[r].words : longest;
    if (b == find_subject("ring_all_reduce")) { // Fig. 7: a member sends 2 * (SIZE - 1) messages
      assert_int_equal(n->sent, 6 * 16);
      assert_int_equal(n->transfers, 7);
    }
    close_group(g);
    close_group(h);
  }
  assert_in_range(longest, 1, STORE);
}

// Each word of each program is there for something: without it the result is wrong, or there is
// none.
static unsigned check_words(const subject *b, const setting *s) {
  const uint32_t nop = 0x20000000; // addi r0, r0, 0
  unsigned words = 0;
  for (unsigned r = 0; r < s->size; r++)
    for (unsigned w = 0;; w++) {
      group *g = open_group(b, s);
      const bool more = w < g->program[r].words;
      if (more) {
        nf_err e = {0};
        const unsigned op = g->program[r].word[w] >> 27;
        const bool closes = op == NF_ACE_OP_DJNZ || op == NF_ACE_OP_TRAP; // trap: test_pitch
        g->program[r].word[w] = nop;
        if (nf_play_run(&g->play, &e) == NF_EXIT_OK && !wrong(g, b, s) && !closes)
          fail_msg("%s: member %u does as well without its word %u", b->name, r, w);
        words++;
      }
      close_group(g);
      if (!more)
        break;
    }
  return words;
}

static void test_each_word(void **state) {
  unsigned words = 0;
  for (unsigned k = 0; k < SUBJECTS; k++) {
    const subject *b = &subjects[k];
    setting s = {
        .size = 4, .outer = 2, .inner = 3, .len = b->data ? 6 : 0, .dir = 1, .root = 1, .seed = 8};
    s.depth = 2 * least_depth(b, s.len); // batches of two groups and of one, along i
    words += check_words(b, &s);
  }
  for (unsigned k = 0; k < BATCHED; k++) // batches of three and of two, along o
    words += check_words(
        find_subject(Batched[k]),
        &(setting){.size = 3, .outer = 5, .inner = 2, .len = 6, .depth = 7, .dir = 1, .seed = 8});
  print_message("# %u words\n", words);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rings),     cmocka_unit_test(test_direct),
      cmocka_unit_test(test_seeds),     cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_batches),   cmocka_unit_test(test_batch_slots),
      cmocka_unit_test(test_pitch),     cmocka_unit_test(test_counts),
      cmocka_unit_test(test_each_word),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("ace programs", tests, NULL, NULL);
}
