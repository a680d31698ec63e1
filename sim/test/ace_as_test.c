// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Assembler, disassembler and interpreter by themselves: faults, there and back, and sources that
// make no sense. What single instructions and messages look like is tested on the command
// (ace_as.py).
#define _POSIX_C_SOURCE 200809L
#include "sim/ace/assemble.h"
#include "sim/ace/disassemble.h"
#include "sim/ace/interpret.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t mix(uint64_t x) {
  x *= 0x9e3779b97f4a7c15ull;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ull;
  return (uint32_t)(x >> 32) | 1;
}

static uint32_t sum(void *ctx, uint32_t received, uint32_t local) { return received + local; }

// Programs that a machine would stop at.
static void test_faults(void **state) {
  static const struct {
    const char *text, *says;
  } cases[] = {
      {"trap", "trap"},
      {".word 0\n done", "undefined instruction"},
      {"li r0, 65\n copy src[r1], dst[r1], r0\n done", "longer than 64"},
      {"li r0, 5\n copy src[r1], dst[r1], r0\n done", "outside the chunk's room"},
      {"li r0, 4\n li r1, 1\n copy src[r1], dst[r2], r0\n done", "outside the chunk's room"},
      {"li r0, 4\n send 9, src[r1], r0\n done", "queue pair that is not set up"},
      {"sig 9\n done", "queue pair that is not set up"},
      {"li r0, 4\n copy dst[r1], src[r1], r0\n done", "what nobody wrote"},
      {"li r0, 4\n sig 1\n drop 2, r0\n done", "another length"},
      {"li r0, 4\n send 1, src[r1], r0\n wait 2\n done", "where the program waits for a token"},
      {"sig 1\n done", "leaves 1 packets on queue pair 0x02"},
      {"wait 2\n done", "waits for a packet on queue pair 0x02"},
      {"sig 1\n sig 1\n sig 1\n done", "waits for room on queue pair 0x01"},
      {"jmp 1000\n", "outside the program"},
      {"li r2, 1\n sig q[r2]\n li r2, 2\n wait q[r2]\n get r0, len\n get r1, index\n done", ""},
      {"li r1, 3\n sub r1, r1, r2\n addi r1, r1, -1\n li r2, 2\n bne r1, r2, x\n bltu r1, r2, x\n"
       " mul r1, r1, 255\n li r3, 510\n beq r1, r3, y\nx: trap\ny: li r0, 0\n send 1, src[r1], "
       "r0\n done",
       ""},
  };
  for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    uint32_t sram[8] = {1, 2, 3, 4};
    nf_as_program p;
    nf_err e = {0};
    const nf_as_source source = {.file = "test", .text = cases[k].text};
    if (nf_as_assemble(&p, &source, &e) == NF_EXIT_OK) {
      nf_play_member m = {.word = p.word,
                          .words = p.words,
                          .src = 0,
                          .src_room = 1,
                          .dst = 1,
                          .dst_room = 1,
                          .len = 4,
                          .pitch = 1,
                          .sram = sram,
                          .sram_packets = 2};
      const nf_play_cable self = {{0, 0}, {1, 2}};
      nf_play play = {.player = &m,
                      .players = 1,
                      .cable = &self,
                      .cables = 1,
                      .depth = 2,
                      .seed = k,
                      .reduce = sum};
      nf_play_run(&play, &e);
    }
    if (cases[k].says[0] ? !strstr(e.text, cases[k].says) : e.status != NF_EXIT_OK)
      fail_msg("%s\n gives: %s\n instead of: %s", cases[k].text, e.text, cases[k].says);
    nf_as_free(&p);
  }
}

static void round_trip(const nf_as_program *p) {
  nf_as_program again;
  nf_err e = {0};
  char *text = nf_as_disassemble(p->word, p->words, p->base);
  assert_non_null(text);
  const nf_as_source source = {.file = "again", .text = text, .base = p->base};
  nf_as_assemble(&again, &source, &e);
  assert_string_equal(e.text, "");
  assert_int_equal(again.words, p->words);
  assert_memory_equal(again.word, p->word, p->words * sizeof *p->word);
  nf_as_free(&again);
  free(text);
}

static void test_round_trip(void **state) {
  for (unsigned k = 0; nf_as_library_name(k); k++)
    for (unsigned size = 1; size <= 16; size++)
      for (unsigned rank = 0; rank < size; rank++) {
        const char *name = nf_as_library_name(k);
        if (strncmp(name, "halving", 7) == 0 && (size & (size - 1)))
          continue;
        const nf_as_symbol given[] = {{"RANK", rank}, {"SIZE", size}, {"NEXT", 3},
                                      {"PREV", 0x17}, {"INNER", 3},   {"DIR", rank % 2 ? 1 : -1},
                                      {"PEERS", 32}};
        const nf_as_source source = {.file = name,
                                     .text = nf_as_library(name),
                                     .built_in = true,
                                     .given = given,
                                     .givens = sizeof given / sizeof given[0],
                                     .extra = true,
                                     .base = size % 3,
                                     .slots = rank % 3 * 50};
        nf_as_program p;
        nf_err e = {0};
        nf_as_assemble(&p, &source, &e);
        assert_string_equal(e.text, "");
        round_trip(&p);
        nf_as_free(&p);
      }
}

// Every word there is has a text, and the text gives the word back.
static void test_all_words(void **state) {
  char text[4 * NF_AS_LINE + 64];
  for (uint64_t k = 1; k <= 40000; k++) {
    const uint32_t word = k % 2 ? mix(k) ^ (uint32_t)(k << 16) : mix(k) & 0xf9fc07ffu;
    char line[NF_AS_LINE];
    nf_as_program p;
    nf_err e = {0};
    nf_as_text(line, word);
    snprintf(text, sizeof text, "%s\n done\n", line);
    const nf_as_source source = {.file = "word", .text = text};
    nf_as_assemble(&p, &source, &e);
    if (e.status == NF_EXIT_OK) {
      assert_int_equal(p.word[0], word);
    } else { // a jump to nowhere
      assert_non_null(strstr(e.text, "is outside the program"));
    }
    nf_as_free(&p);
  }
}

// Sources with a few characters turned: no crash, and either words or a message.
static void test_turned_sources(void **state) {
  static const char letters[] = " \t\n.:,;#[]()+-*/%&|^~!<>=\"0129xrqsdADz_";
  uint64_t random = 12345;
  unsigned good = 0, bad = 0, programs = 0;
  while (nf_as_library_name(programs))
    programs++;
  for (unsigned k = 0; k < 3000; k++) {
    const char *name = nf_as_library_name(k % programs);
    char *text = strdup(nf_as_library(name));
    assert_non_null(text);
    const size_t n = strlen(text);
    for (unsigned turns = 1 + k % 4; turns--;) {
      random = random * 6364136223846793005ull + 1442695040888963407ull;
      text[(random >> 33) % n] = letters[(random >> 20) % (sizeof letters - 1)];
    }
    const nf_as_symbol given[] = {
        {"RANK", 1}, {"SIZE", 4}, {"NEXT", 3}, {"PREV", 0x17}, {"PEERS", 32}};
    const nf_as_source source = {
        .file = name, .text = text, .given = given, .givens = 5, .extra = true, .built_in = true};
    nf_as_program p;
    nf_err e = {0};
    nf_as_assemble(&p, &source, &e);
    assert_true((e.status == NF_EXIT_OK) == (p.errors == 0));
    assert_true((p.words > 0) == (p.errors == 0));
    assert_true(p.errors == 0 || (p.messages && strstr(p.messages, name)));
    *(p.errors ? &bad : &good) += 1;
    nf_as_free(&p);
    free(text);
  }
  print_message("# %u refused, %u not\n", bad, good);
  assert_true(good > 100 && bad > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_faults),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_all_words),
      cmocka_unit_test(test_turned_sources),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("ace-as", tests, NULL, NULL);
}
