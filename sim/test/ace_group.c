// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/test/ace_group.h"
#include "sim/test/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- values: an expression is known by a number that depends on its shape and its leaves

static uint32_t mix(uint64_t x) {
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15ull;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ull;
  return (uint32_t)(x >> 32) | 1; // never 0
}

static uint32_t leaf(unsigned member, unsigned message, unsigned word) {
  return mix(((uint64_t)member << 40 | (uint64_t)message << 8 | word) + 0x123456789abull);
}

uint32_t group_sum(void *ctx, uint32_t received, uint32_t local) {
  return mix((uint64_t)received << 32 | local); // the order counts
}

static unsigned wrap(const setting *s, long member) {
  const long n = (long)s->size;
  return (unsigned)((member % n + n) % n);
}

static unsigned block_of(const setting *s, unsigned message) {
  return message / s->inner % s->size;
}

// Message (o, n, i) from its number o * INNER + i of a scattered list.
static unsigned of_block(const setting *s, unsigned scattered, unsigned n) {
  return (scattered / s->inner * s->size + n) * s->inner + scattered % s->inner;
}

static uint32_t ring_sum(const setting *s, unsigned b, unsigned message, unsigned word) {
  uint32_t v = leaf(wrap(s, (long)b + s->dir), message, word);
  for (unsigned k = 2; k <= s->size; k++)
    v = group_sum(NULL, v, leaf(wrap(s, (long)b + s->dir * (long)k), message, word));
  return v;
}

static uint32_t direct_sum(const setting *s, unsigned b, unsigned message, unsigned word) {
  uint32_t v = leaf(b, message, word);
  for (unsigned k = 1; k < s->size; k++)
    v = group_sum(NULL, leaf(wrap(s, (long)(b + k)), message, word), v);
  return v;
}

static uint32_t halving_sum(unsigned bit, unsigned size, unsigned r, unsigned message,
                            unsigned word) {
  if (bit == size)
    return leaf(r, message, word);
  return group_sum(NULL, halving_sum(2 * bit, size, r ^ bit, message, word),
                   halving_sum(2 * bit, size, r, message, word));
}

static uint32_t tree_sum(unsigned size, unsigned r, unsigned message, unsigned word) {
  uint32_t v = leaf(r, message, word);
  for (unsigned d = 1; d < size && r % (2 * d) == 0; d *= 2)
    if (r + d < size)
      v = group_sum(NULL, tree_sum(size, r + d, message, word), v);
  return v;
}

static uint32_t want_ring(const setting *s, unsigned member, unsigned message, unsigned word) {
  return ring_sum(s, block_of(s, message), message, word);
}
static uint32_t want_ring_part(const setting *s, unsigned member, unsigned message, unsigned word) {
  return ring_sum(s, member, of_block(s, message, member), word);
}
static uint32_t want_direct(const setting *s, unsigned member, unsigned message, unsigned word) {
  return direct_sum(s, block_of(s, message), message, word);
}
static uint32_t want_direct_part(const setting *s, unsigned member, unsigned message,
                                 unsigned word) {
  return direct_sum(s, member, of_block(s, message, member), word);
}
static uint32_t want_halving(const setting *s, unsigned member, unsigned message, unsigned word) {
  return halving_sum(1, s->size, block_of(s, message), message, word);
}
static uint32_t want_tree(const setting *s, unsigned member, unsigned message, unsigned word) {
  return tree_sum(s->size, 0, message, word);
}
static uint32_t want_gather(const setting *s, unsigned member, unsigned message, unsigned word) {
  const unsigned o = message / s->inner / s->size;
  return leaf(block_of(s, message), o * s->inner + message % s->inner, word);
}
static uint32_t want_exchange(const setting *s, unsigned member, unsigned message, unsigned word) {
  const unsigned n = block_of(s, message); // which has put it at block `member` of its own
  return leaf(n, message + (member - n) * s->inner, word);
}
static uint32_t want_root(const setting *s, unsigned member, unsigned message, unsigned word) {
  return leaf(s->root, message, word);
}

const subject subjects[] = {
    {"ring_all_reduce", true, true, GATHERED, GATHERED, 1, 0, want_ring},
    {"ring_reduce_scatter", true, true, GATHERED, SCATTERED, 1, 0, want_ring_part},
    {"ring_all_gather", true, true, SCATTERED, GATHERED, 1, 0, want_gather},
    {"ring_all_to_all", true, true, GATHERED, GATHERED, 1, 0, want_exchange},
    {"ring_broadcast", true, true, SCATTERED, SCATTERED, 0, 1, want_root},
    {"ring_barrier", true, false, SAME, SAME, 0, 1, NULL},
    {"direct_all_reduce", false, true, GATHERED, GATHERED, 1, 0, want_direct},
    {"direct_reduce_scatter", false, true, GATHERED, SCATTERED, 0, 0, want_direct_part},
    {"direct_all_gather", false, true, SCATTERED, GATHERED, 0, 0, want_gather},
    {"direct_all_to_all", false, true, GATHERED, GATHERED, 0, 0, want_exchange},
    {"direct_broadcast", false, true, SCATTERED, SCATTERED, 0, 1, want_root},
    {"direct_barrier", false, false, SAME, SAME, 0, 1, NULL},
    {"halving_doubling_all_reduce", false, true, GATHERED, GATHERED, 1, 0, want_halving},
    {"tree_all_reduce", false, true, GATHERED, GATHERED, 0, 0, want_tree},
};
_Static_assert(sizeof subjects / sizeof subjects[0] == SUBJECTS, "all of them are counted");
const subject *find_subject(const char *name) {
  for (unsigned k = 0; k < SUBJECTS; k++)
    if (strcmp(subjects[k].name, name) == 0)
      return &subjects[k];
  fail_msg("no subject %s", name);
  return NULL;
}

bool fits(const subject *b, unsigned size) {
  return strcmp(b->name, "halving_doubling_all_reduce") != 0 || (size & (size - 1)) == 0;
}

static unsigned messages(const setting *s, amount a) {
  return a == SAME ? 0 : s->outer * s->inner * (a == GATHERED ? s->size : 1);
}

static int assemble(nf_as_program *p, const char *name, const setting *s, unsigned rank,
                    unsigned pitch, unsigned base, nf_err *e) {
  const nf_as_symbol given[] = {{"RANK", rank},      {"SIZE", s->size},
                                {"OUTER", s->outer}, {"INNER", s->inner},
                                {"DIR", s->dir},     {"ROOT", s->root},
                                {"NEXT", NEXT},      {"PREV", PREV},
                                {"PEERS", PEERS},    {"PITCH", s->pitch ? s->pitch : pitch}};
  const nf_as_source source = {.file = name,
                               .text = nf_as_library(name),
                               .built_in = true,
                               .given = given,
                               .givens = sizeof given / sizeof given[0],
                               .extra = true,
                               .slots = s->slots ? s->slots : s->depth,
                               .base = base};
  assert_non_null(source.text);
  return nf_as_assemble(p, &source, e);
}

static void wire(group *g, const subject *b, const setting *s) {
  unsigned n = 0;
  for (unsigned r = 0; r < s->size && s->size > 1; r++) {
    if (b->ring)
      g->cable[n++] = (nf_play_cable){{r, wrap(s, (long)r + s->dir)}, {NEXT, PREV}};
    for (unsigned d = 1; d < s->size && !b->ring; d++)
      if (r < (r + d) % s->size) // each once
        g->cable[n++] = (nf_play_cable){
            {r, (r + d) % s->size}, {(uint8_t)(PEERS + d - 1), (uint8_t)(PEERS + s->size - d - 1)}};
  }
  g->play = (nf_play){.player = g->member,
                      .players = s->size,
                      .cable = g->cable,
                      .cables = n,
                      .depth = s->depth,
                      .seed = s->seed,
                      .reduce = group_sum};
}

group *open_group(const subject *b, const setting *s) {
  group *g = calloc(1, sizeof *g);
  nf_err e = {0};
  assert_non_null(g);
  wire(g, b, s);
  g->in = messages(s, b->in);
  g->out = messages(s, b->out);
  const unsigned pitch = (s->len + 3) / 4 + (unsigned)(s->seed % 2);
  for (unsigned r = 0; r < s->size; r++) {
    nf_play_member *m = &g->member[r];
    assemble(&g->program[r], b->name, s, r, pitch, (unsigned)(s->seed % 5), &e);
    assert_string_equal(e.text, "");
    assert_int_equal(g->program[r].warnings, 0);
    *m = (nf_play_member){.word = g->program[r].word,
                          .words = g->program[r].words,
                          .base = g->program[r].base,
                          .pc = (unsigned)nf_as_entry(&g->program[r], b->name),
                          .src = GUARD,
                          .src_room = (uint16_t)(g->in * pitch),
                          .dst = (uint16_t)(2 * GUARD + g->in * pitch),
                          .dst_room = (uint16_t)(g->out * pitch),
                          .len = (uint16_t)s->len,
                          .pitch = (uint16_t)pitch,
                          .sram_packets = 3 * GUARD + (g->in + g->out) * pitch};
    m->sram = calloc(m->sram_packets, 4 * sizeof *m->sram);
    assert_non_null(m->sram);
    const bool has = b->want != want_root || r == s->root;
    for (unsigned k = 0; k < g->in && has; k++)
      for (unsigned w = 0; w < s->len; w++)
        m->sram[4 * (GUARD + k * pitch) + w] = leaf(r, k, w);
  }
  return g;
}

void close_group(group *g) {
  for (unsigned r = 0; r < g->play.players; r++) {
    nf_as_free(&g->program[r]);
    free(g->member[r].sram);
  }
  free(g);
}

// Every word of dst: what is wanted in a message, nothing elsewhere.
const uint32_t *wrong(const group *g, const subject *b, const setting *s) {
  for (unsigned r = 0; r < s->size; r++) {
    const nf_play_member *m = &g->member[r];
    for (unsigned k = 0; k < 4 * m->sram_packets; k++) {
      const unsigned p = k / 4;
      uint32_t want = 0;
      if (p >= m->src && p < (unsigned)m->src + m->src_room)
        continue; // the program's to corrupt
      if (p >= m->dst && p < (unsigned)m->dst + m->dst_room) {
        const unsigned at = k - 4 * m->dst, message = at / 4 / m->pitch;
        const unsigned word = at - 4 * message * m->pitch;
        if (word < s->len)
          want = b->want(s, r, message, word);
      }
      if (m->sram[k] != want)
        return &m->sram[k];
    }
  }
  return NULL;
}

unsigned least_depth(const subject *b, unsigned len) {
  return b->least ? b->least : (len + 3) / 4 + b->spare;
}
