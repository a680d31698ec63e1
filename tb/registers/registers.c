// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the SystemRDL of a component says of each field, against what its register block does: the
// model is driven through its port, as software would. Of the list only names, places and rules are
// taken; how a block behaves is not in it.
#include "register_port.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
  STIRS = 64, // an input bit keeps one value through so many with a probability of 2^-63
  TRIES = 16, // random values of a register
};

typedef struct {
  const register_block *block;
  unsigned map;
  register_port *port;
} subject;

// ------------------------------------------------------------------------------ accesses
static uint32_t read_word(register_port *p, const register_word *w) {
  uint32_t value = 0;
  if (!register_port_read(p, w->address, &value))
    fail_msg("%s: read of %#x refused", w->kind->name, w->address);
  return value;
}

static void must_answer(register_port *p, const register_word *w, uint32_t value, bool accepted) {
  if (register_port_write(p, w->address, value) != accepted)
    fail_msg("%s: write of %#x to %#x %s", w->kind->name, value, w->address,
             accepted ? "refused" : "accepted");
}

static void must_read(register_port *p, const register_word *w, uint32_t value, uint32_t mask) {
  const uint32_t found = read_word(p, w);
  if ((found & mask) != (value & mask))
    fail_msg("%s: %#x reads %#x, not %#x, in the bits %#x", w->kind->name, w->address, found, value,
             mask);
}

static bool write_only(const register_kind *k) { return kind_mask(k, ACCESS_WO) == kind_bits(k); }
static uint32_t readable_bits(const register_kind *k) {
  return kind_bits(k) & ~kind_mask(k, ACCESS_WO);
}
static bool read_only(const register_kind *k) { return kind_mask(k, ACCESS_RO) == kind_bits(k); }
static bool is(const register_word *w, const char *name) {
  return name != NULL && strcmp(w->kind->name, name) == 0;
}
// Written as often as one likes, and then it has that value.
static bool plain(const register_kind *k) { return kind_mask(k, ACCESS_RW) != 0 && !k->command; }

static uint32_t random_value(register_port *p, const register_field *f) {
  const uint64_t span = (uint64_t)f->highest - f->lowest + 1;
  return f->lowest + (uint32_t)(register_noise(p) % span);
}

// A value that all writable fields take; bits of none are zero.
static uint32_t good_value(register_port *p, const register_kind *k) {
  uint32_t value = 0;
  for (unsigned f = 0; f < k->fields; f++)
    if (k->field[f].access != ACCESS_RO)
      value |= random_value(p, &k->field[f]) << k->field[f].lsb;
  return value;
}

static uint32_t writable_bits(const register_kind *k) {
  return kind_mask(k, ACCESS_RW) | kind_mask(k, ACCESS_WO);
}

// ------------------------------------------------------------------------------ after reset
static void reset_values(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned count;
  const register_word *const words = register_list_words(p->list, &count);
  assert_true(count > 40);
  for (unsigned i = 0; i < count; i++) {
    const register_kind *const k = words[i].kind;
    if (write_only(k) || is(&words[i], p->block->running))
      continue;
    uint32_t mask;
    const uint32_t value = kind_reset(k, &mask);
    // Bits that belong to no field that is read are zero.
    must_read(p, &words[i], value & readable_bits(k), mask | ~readable_bits(k));
  }
  for (unsigned i = 0; i < count; i++) {
    uint32_t value = 1;
    if (!write_only(words[i].kind))
      continue;
    const bool ok = register_port_read(p, words[i].address, &value);
    if (ok != words[i].kind->reads_zero || (ok && value != 0))
      fail_msg("%s: read of %#x %s", words[i].kind->name, words[i].address,
               ok ? "answered" : "refused");
  }
}

// ------------------------------------------------------------------------------ what is written
// The words that keep what is written, and what was.
typedef struct {
  const register_word *word;
  uint32_t value;
} kept;

static kept *keep_all(register_port *p, unsigned *n) {
  unsigned count;
  const register_word *const words = register_list_words(p->list, &count);
  kept *const all = calloc(count, sizeof *all);
  assert_non_null(all);
  *n = 0;
  for (unsigned i = 0; i < count; i++)
    if (plain(words[i].kind))
      all[(*n)++] = (kept){&words[i], read_word(p, &words[i])};
  assert_true(*n > 10);
  return all;
}

static void must_keep(register_port *p, const kept *all, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    must_read(p, all[i].word, all[i].value, kind_mask(all[i].word->kind, ACCESS_RW));
}

static void write_good(register_port *p, kept *k, uint32_t value) {
  must_answer(p, k->word, value, true);
  k->value = value;
  must_read(p, k->word, value, kind_mask(k->word->kind, ACCESS_RW));
}

// Every bit by itself, the ends of the range, and values that it does not take.
static void write_field(register_port *p, kept *k, const register_field *f) {
  const uint32_t rest = good_value(p, k->word->kind) & ~field_mask(f);
  write_good(p, k, rest | f->lowest << f->lsb);
  write_good(p, k, rest | f->highest << f->lsb);
  for (unsigned bit = 0; bit < f->width; bit++)
    if (1u << bit >= f->lowest && 1u << bit <= f->highest)
      write_good(p, k, rest | 1u << bit << f->lsb);
  if (f->lowest > 0)
    must_answer(p, k->word, rest | (f->lowest - 1) << f->lsb, false);
  if (f->highest < field_ones(f))
    must_answer(p, k->word, rest | (f->highest + 1) << f->lsb, false);
  must_read(p, k->word, k->value, kind_mask(k->word->kind, ACCESS_RW));
}

// Bits that belong to no field that is written: each is refused, or none is looked at.
static void write_outside(register_port *p, const register_word *w) {
  const uint32_t outside = ~writable_bits(w->kind);
  if (!w->kind->exact && outside != 0)
    must_answer(p, w, good_value(p, w->kind) | outside, true);
  for (unsigned bit = 0; w->kind->exact && bit < 32; bit++)
    if (outside >> bit & 1)
      must_answer(p, w, good_value(p, w->kind) | 1u << bit, false);
}

static void written_values(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned n;
  kept *const all = keep_all(p, &n);
  for (unsigned i = 0; i < n; i++) {
    const register_kind *const k = all[i].word->kind;
    for (unsigned t = 0; t < TRIES; t++)
      write_good(p, &all[i], good_value(p, k));
    for (unsigned f = 0; f < k->fields; f++)
      if (k->field[f].access == ACCESS_RW)
        write_field(p, &all[i], &k->field[f]);
    write_outside(p, all[i].word);
    if (k->exact)
      must_read(p, all[i].word, all[i].value, kind_mask(k, ACCESS_RW));
    must_read(p, all[i].word, 0, ~readable_bits(k));
    write_good(p, &all[i], good_value(p, k));
    // No other register has changed.
    must_keep(p, all, n);
  }
  free(all);
}

// The greatest value of each field is taken and the next is not, where there is one.
static void write_ends(register_port *p, const register_word *w) {
  const register_kind *const k = w->kind;
  for (unsigned f = 0; f < k->fields; f++) {
    const register_field *const one = &k->field[f];
    const uint32_t rest = good_value(p, k) & ~field_mask(one);
    if (!k->command)
      must_answer(p, w, rest | one->highest << one->lsb, true);
    if (one->highest < field_ones(one))
      must_answer(p, w, rest | (one->highest + 1) << one->lsb, false);
  }
}

// What can only be written is taken, and handed on.
static void write_only_values(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned count;
  const register_word *const words = register_list_words(p->list, &count);
  for (unsigned i = 0; i < count; i++) {
    const register_kind *const k = words[i].kind;
    if (kind_mask(k, ACCESS_WO) == 0)
      continue;
    write_ends(p, &words[i]);
    if (k->exact)
      write_outside(p, &words[i]);
    if (k->command)
      continue;
    const uint32_t value = good_value(p, k);
    must_answer(p, &words[i], value, true);
    if (p->block->handed != NULL && !p->block->handed(p, words[i].address, value))
      fail_msg("%s: write to %#x is not handed on", k->name, words[i].address);
  }
}

static void read_only_values(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned count;
  const register_word *const words = register_list_words(p->list, &count);
  for (unsigned i = 0; i < count; i++) {
    if (!read_only(words[i].kind))
      continue;
    must_answer(p, &words[i], 0, false);
    must_answer(p, &words[i], UINT32_MAX, false);
    uint32_t mask;
    const uint32_t value = kind_reset(words[i].kind, &mask);
    if (!is(&words[i], p->block->running) && !is(&words[i], p->block->refused))
      must_read(p, &words[i], value, mask);
  }
}

// ------------------------------------------------------------------------------ addresses of no
// register
static void no_register(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned n, count, next = 0;
  kept *const all = keep_all(p, &n);
  const register_word *const words = register_list_words(p->list, &count);
  for (uint32_t a = 0; a < p->block->end; a++) {
    if (next < count && a == words[next].address) {
      next++;
      continue;
    }
    uint32_t value = 0;
    if (register_port_write(p, a, register_noise(p)))
      fail_msg("write to %#x accepted, where no register is", a);
    if (register_port_read(p, a, &value))
      fail_msg("read of %#x answered, where no register is", a);
  }
  assert_int_equal(next, count);
  must_keep(p, all, n);
  if (p->block->refused != NULL)
    assert_int_equal(read_word(p, register_list_find(p->list, p->block->refused)), p->refused);
  free(all);
}

// ------------------------------------------------------------------------------ what the hardware
// sets Each bit goes by itself, when 1 is written to it.
static void cleared_bits(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned count, found = 0;
  const register_word *const words = register_list_words(p->list, &count);
  for (unsigned i = 0; i < count; i++) {
    const register_kind *const k = words[i].kind;
    uint32_t left = kind_mask(k, ACCESS_W1C);
    if (left == 0)
      continue;
    found++;
    p->block->events(p);
    must_read(p, &words[i], left, UINT32_MAX);
    must_answer(p, &words[i], ~left, true);
    must_read(p, &words[i], left, UINT32_MAX);
    for (unsigned f = 0; f < k->fields; f++) {
      must_answer(p, &words[i], field_mask(&k->field[f]), true);
      left &= ~field_mask(&k->field[f]);
      must_read(p, &words[i], left, UINT32_MAX);
    }
  }
  assert_true(found > 0);
}

static void cleared_words(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned count;
  const register_word *const words = register_list_words(p->list, &count);
  for (unsigned i = 0; i < count; i++) {
    if (kind_mask(words[i].kind, ACCESS_WC) == 0)
      continue;
    p->block->events(p);
    assert_int_not_equal(read_word(p, &words[i]), 0);
    must_answer(p, &words[i], register_noise(p), true);
    must_read(p, &words[i], 0, UINT32_MAX);
  }
}

// A field without a reset value shows an input: each of its bits is seen as 0 and as 1. No other
// bit moves.
static void shown_inputs(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned count;
  const register_word *const words = register_list_words(p->list, &count);
  uint32_t *const ones = calloc(count, 2 * sizeof *ones), *const zeros = ones + count;
  assert_non_null(ones);
  for (unsigned s = 0; s < STIRS; s++) {
    p->block->stir(p);
    for (unsigned i = 0; i < count; i++) {
      if (write_only(words[i].kind))
        continue;
      const uint32_t value = read_word(p, &words[i]);
      ones[i] |= value;
      zeros[i] |= ~value;
    }
  }
  for (unsigned i = 0; i < count; i++) {
    const register_kind *const k = words[i].kind;
    uint32_t reset;
    kind_reset(k, &reset);
    const uint32_t shown = kind_bits(k) & ~reset, moved = ones[i] & zeros[i];
    if (write_only(k) || is(&words[i], p->block->running))
      continue;
    if ((ones[i] & ~readable_bits(k)) != 0)
      fail_msg("%s: bits %#x at %#x belong to no field", k->name, ones[i] & ~readable_bits(k),
               words[i].address);
    if (moved != shown)
      fail_msg("%s: at %#x the bits %#x move, not %#x", k->name, words[i].address, moved, shown);
  }
  free(ones);
}

// ------------------------------------------------------------------------------ when a write is
// refused
static void locked_words(void **state) {
  register_port *const p = ((subject *)*state)->port;
  unsigned n, locked = 0;
  kept *const all = keep_all(p, &n);
  for (unsigned i = 0; i < n && p->block->traffic != NULL; i++) {
    p->block->traffic(p, true);
    const uint32_t value = good_value(p, all[i].word->kind);
    must_answer(p, all[i].word, value, !all[i].word->kind->locked);
    if (!all[i].word->kind->locked)
      all[i].value = value;
    locked += all[i].word->kind->locked;
    p->block->traffic(p, false);
  }
  must_keep(p, all, n);
  assert_true(p->block->traffic == NULL || locked > 0);
  free(all);
}

static void commands(void **state) {
  register_port *const p = ((subject *)*state)->port;
  p->block->commands(p);
}

// ------------------------------------------------------------------------------ all blocks
static int open_subject(void **state) {
  subject *const s = *state;
  s->port = register_port_open(s->block, s->map);
  return 0;
}

static int close_subject(void **state) {
  subject *const s = *state;
  register_port_close(s->port);
  s->port = NULL;
  return 0;
}

#define CHECKS(what)                                                                               \
  { #what, what, open_subject, close_subject, NULL }

int main(void) {
  static const struct CMUnitTest checks[] = {CHECKS(reset_values),      CHECKS(written_values),
                                             CHECKS(write_only_values), CHECKS(read_only_values),
                                             CHECKS(no_register),       CHECKS(cleared_bits),
                                             CHECKS(cleared_words),     CHECKS(shown_inputs),
                                             CHECKS(locked_words),      CHECKS(commands)};
  enum { N = sizeof checks / sizeof *checks };
  static subject subjects[] = {{&register_switch, 0, NULL},    {&register_switch, 1, NULL},
                               {&register_ace, 0, NULL},       {&register_ace, 1, NULL},
                               {&register_netreduce, 0, NULL}, {&register_netreduce, 1, NULL}};
  enum { S = sizeof subjects / sizeof *subjects };
  static struct CMUnitTest tests[S * N];
  static char names[S * N][64];
  for (unsigned t = 0; t < S * N; t++) {
    tests[t] = checks[t % N];
    tests[t].initial_state = &subjects[t / N];
    snprintf(names[t], sizeof names[t], "%s, map %u: %s", subjects[t / N].block->component,
             subjects[t / N].map, checks[t % N].name);
    tests[t].name = names[t];
  }
  return cmocka_run_group_tests_name("registers", tests, NULL, NULL);
}
