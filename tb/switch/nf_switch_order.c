// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Exact sums do not depend on the order of their terms, on how they are grouped, on evictions and
// time-outs, nor on the tree of switches (KLENK IV-E4): shown on whole switches, the Verilated ones
// ("rtl") and the golden model ("cycle"). The result is the correctly rounded sum each time, bits
// and flags. Plain sums over the same network show that the test can see an order. TAP.
//
//   nf_switch_order [--engine rtl|cycle|both] [--permutations N] [--terms N] [--seed N] [--help]
#include "nf_order_play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const nf_dut nf_order_switch_dut;

static const char help[] =
    "usage: nf_switch_order [--engine rtl|cycle|both] [--permutations N] [--terms N] [--seed N]\n"
    "\n"
    "Exact sums through one switch (push) and a tree of three (pull), in all orders and "
    "groupings.\n"
    "\n"
    "  --engine        rtl: the Verilated switch; cycle: the C model; both (default)\n"
    "  --permutations  random ones for each topology and type; default 200000 on cycle, 2000 on\n"
    "                  rtl; every order of 1 to 6 terms comes besides\n"
    "  --terms         the most terms of which every order is played where sums travel as planes\n"
    "                  and take long: 1 to 6; default 6 on cycle, 4 on rtl\n"
    "  --seed          default 1\n";

static uint64_t seed = 1, failures, tests;

typedef struct {
  const char *name;
  bool tree, every, plain;
  bool slow; // see --terms
  unsigned dtype;
  unsigned share; // of the random permutations, in percent
  // The phase that comes next.
  void (*make)(play_phase *phase, unsigned number, uint64_t *random);
} scenario;

static unsigned range(uint64_t *random, unsigned lo, unsigned hi) {
  return lo + (unsigned)nf_exact_below(random, hi - lo + 1);
}

// -------------------------------------------------------------------------------------------------
// One switch, push
// -------------------------------------------------------------------------------------------------
// Every sum is complete in its table: 4 blocks a home port, as many as a table has entries.
static void whole(play_phase *phase, unsigned number, uint64_t *random) {
  phase->push = true;
  phase->terms = number % 4 == 3 ? ORDER_TERMS : 8;
  phase->slots = 4 * NET_ENTRIES;
  phase->limit[0] = NET_ENTRIES;
  phase->pause = range(random, 0, 1) * range(random, 0, 50);
}

// More sums than entries: some leave early as planes.
static void evicted(play_phase *phase, unsigned number, uint64_t *random) {
  whole(phase, number, random);
  phase->limit[0] = 1 + number / 4 % NET_ENTRIES;
  phase->slots = 4 * phase->limit[0] + range(random, 4, 8);
  phase->timeout[0] = range(random, 1, 3);
  phase->multicast_partials = range(random, 0, 3) == 0;
}

// -------------------------------------------------------------------------------------------------
// A tree of three, pull
// -------------------------------------------------------------------------------------------------
// The endpoints of A ask: B and C reduce, A adds their planes and rounds. More requests than
// entries, so that single contributions pass; answers that take so long that entries time out.
static void from_top(play_phase *phase, unsigned number, uint64_t *random) {
  static const unsigned delays[4] = {400, 150, 40, 0};
  phase->terms = 7;
  phase->slots = range(random, 2, PLAY_SLOTS / 2);
  phase->limit[0] = range(random, 1, NET_ENTRIES);
  for (unsigned s = 1; s < NET_SWITCHES; s++) {
    phase->limit[s] = range(random, 1, NET_ENTRIES);
    phase->timeout[s] = (number + s) % 3;
  }
  phase->delay = delays[number % 4];
  phase->pause = range(random, 0, 1) * range(random, 0, 50);
}

// The endpoints of B ask: C sends planes, A adds them to its own two and sends planes on to B.
static void from_below(play_phase *phase, unsigned number, uint64_t *random) {
  from_top(phase, number, random);
  phase->root = 1;
  phase->timeout[0] = phase->timeout[1];
  phase->timeout[1] = 0;
}

// -------------------------------------------------------------------------------------------------
// Scenarios
// -------------------------------------------------------------------------------------------------
static const scenario scenarios[] = {
    {"push F32X, every order of 1 to 6 terms", false, true, false, false, NF_DTYPE_F32X, 0, whole},
    {"push F32X, every order, evictions", false, true, false, true, NF_DTYPE_F32X, 0, evicted},
    {"push F32X, 8 and 16 terms", false, false, false, false, NF_DTYPE_F32X, 80, whole},
    {"push F32X, 8 and 16 terms, evictions", false, false, false, false, NF_DTYPE_F32X, 20,
     evicted},
    {"push BF16X, every order of 1 to 6 terms", false, true, false, false, NF_DTYPE_BF16X, 0,
     whole},
    {"push BF16X, every order, evictions", false, true, false, true, NF_DTYPE_BF16X, 0, evicted},
    {"push BF16X, 8 and 16 terms", false, false, false, false, NF_DTYPE_BF16X, 80, whole},
    {"push BF16X, 8 and 16 terms, evictions", false, false, false, false, NF_DTYPE_BF16X, 20,
     evicted},
    {"push F16X, every order of 1 to 6 terms", false, true, false, false, NF_DTYPE_F16X, 0, whole},
    {"push F16X, 8 and 16 terms", false, false, false, false, NF_DTYPE_F16X, 10, whole},
    {"push F16X, 8 and 16 terms, evictions", false, false, false, false, NF_DTYPE_F16X, 10,
     evicted},
    {"tree F32X, every order of 1 to 6 terms", true, true, false, false, NF_DTYPE_F32X, 0,
     from_top},
    {"tree F32X, 7 terms", true, false, false, false, NF_DTYPE_F32X, 80, from_top},
    {"tree F32X, 7 terms, three hops", true, false, false, false, NF_DTYPE_F32X, 20, from_below},
    {"tree BF16X, every order", true, true, false, true, NF_DTYPE_BF16X, 0, from_top},
    {"tree BF16X, 7 terms", true, false, false, false, NF_DTYPE_BF16X, 80, from_top},
    {"tree BF16X, 7 terms, three hops", true, false, false, false, NF_DTYPE_BF16X, 20, from_below},
    {"push F32, plain sums differ", false, false, true, false, NF_DTYPE_F32, 0, whole},
    {"push BF16, plain sums differ", false, false, true, false, NF_DTYPE_BF16, 0, whole},
    {"tree F32, plain sums differ", true, false, true, false, NF_DTYPE_F32, 0, from_top},
};

// Phases are short, so that there are many of them.
enum { PHASE = 96, LEAST_PHASE = 8, PLAIN = 256, EVERY_TERMS = 6 };

static void play_random(play *p, const scenario *s, uint64_t permutations, uint64_t *random) {
  const uint64_t reductions = (permutations - 1) / order_lanes(s->dtype) + 1;
  const uint64_t eighth = reductions / 8;
  for (unsigned n = 0; p->tally.reductions < reductions && p->tally.wrong == 0; n++) {
    const uint64_t left = reductions - p->tally.reductions;
    uint64_t most = eighth > PHASE ? PHASE : eighth < LEAST_PHASE ? LEAST_PHASE : eighth;
    play_phase phase = {.dtype = s->dtype};
    s->make(&phase, n, random);
    phase.reductions = (unsigned)(left < most ? left : most);
    if (!play_run(p, &phase))
      return;
  }
}

// The same sets all the time, by switches that are programmed in several ways.
static void play_every(play *p, const scenario *s, unsigned most_terms, uint64_t *random) {
  unsigned n = 0;
  for (unsigned terms = 1; terms <= most_terms; terms++)
    for (unsigned first = 0; first < order_count(terms); first += PHASE, n++) {
      const unsigned left = order_count(terms) - first;
      play_phase phase = {.dtype = s->dtype, .every = true, .first = first};
      s->make(&phase, n, random);
      phase.terms = terms;
      phase.reductions = left < PHASE ? left : PHASE;
      if (!play_run(p, &phase))
        return;
    }
}

// Complete in the tables: a partial sum would be taken for a result.
static void play_plain(play *p, const scenario *s, uint64_t *random) {
  play_phase phase = {.dtype = s->dtype, .plain = true};
  s->make(&phase, 0, random);
  phase.reductions = PLAIN;
  memset(phase.timeout, 0, sizeof phase.timeout);
  play_run(p, &phase);
}

typedef struct {
  const char *name;
  const nf_dut *dut;
  bool used;
  uint64_t permutations;
  unsigned terms;
} engine;

static void run(const scenario *s, const engine *e) {
  static play p;
  uint64_t random = seed;
  play_open(&p, e->dut, s->tree, seed * 1000 + (uint64_t)(s - scenarios));
  if (s->plain)
    play_plain(&p, s, &random);
  else if (s->every)
    play_every(&p, s, s->slow ? e->terms : EVERY_TERMS, &random);
  else
    play_random(&p, s, e->permutations * s->share / 100, &random);
  play_close(&p);
  const play_tally *const t = &p.tally;
  bool ok = !p.net.broken && t->wrong == 0 && t->reductions != 0;
  // What a scenario is there for must have come about.
  if (s->plain)
    ok &= t->varying != 0;
  else if (s->make == whole)
    ok &= t->partials == 0 && t->results == t->reductions;
  else if (t->reductions >= 8 * LEAST_PHASE)
    ok &= t->partials != 0 && t->planes > t->partials;
  failures += !ok;
  printf("%sok %" PRIu64 " - %s %s  # %" PRIu64 " permutations, %" PRIu64 " sums, %" PRIu64
         " partials, %" PRIu64 " planes, ",
         ok ? "" : "not ", ++tests, e->name, s->name, t->permutations, t->reductions, t->partials,
         t->planes);
  if (s->tree)
    printf("%" PRIu64 " passed by, ", t->passed);
  if (s->plain)
    printf("%" PRIu64 " of %d sets with several results, ", t->varying, ORDER_POOL);
  printf("%" PRIu64 " wrong, %" PRIu64 " cycles\n", t->wrong, t->cycles);
  if (!ok)
    printf("# repeat: nf_switch_order --engine %s --permutations %" PRIu64
           " --terms %u --seed %" PRIu64 "\n",
           e->name, e->permutations, e->terms, seed);
  fflush(stdout);
}

static uint64_t number(const char *option, const char *text, uint64_t most) {
  char *end = NULL;
  const uint64_t n = text != NULL ? strtoull(text, &end, 0) : 0;
  if (end == NULL || end == text || *end != '\0' || n == 0 || n > most) {
    fprintf(stderr, "nf_switch_order: a number from 1 to %" PRIu64 " must follow %s\n", most,
            option);
    exit(2);
  }
  return n;
}

int main(int argc, char **argv) {
  engine engines[2] = {{"cycle", NULL, true, 200000, EVERY_TERMS},
                       {"rtl", &nf_order_switch_dut, true, 2000, EVERY_TERMS - 2}};
  for (int i = 1; i < argc; i += 2) {
    const char *const option = argv[i], *const value = argv[i + 1];
    if (strcmp(option, "--help") == 0) {
      fputs(help, stdout);
      return 0;
    } else if (strcmp(option, "--permutations") == 0) {
      engines[0].permutations = engines[1].permutations = number(option, value, UINT64_C(1) << 40);
    } else if (strcmp(option, "--terms") == 0) {
      engines[0].terms = engines[1].terms = (unsigned)number(option, value, EVERY_TERMS);
    } else if (strcmp(option, "--seed") == 0) {
      seed = number(option, value, UINT64_MAX);
    } else if (strcmp(option, "--engine") == 0 && value != NULL &&
               (strcmp(value, "rtl") == 0 || strcmp(value, "cycle") == 0 ||
                strcmp(value, "both") == 0)) {
      for (unsigned e = 0; e < 2; e++)
        engines[e].used = strcmp(value, "both") == 0 || strcmp(value, engines[e].name) == 0;
    } else {
      fputs(help, stderr);
      return 2;
    }
  }
  for (unsigned e = 0; e < 2; e++)
    for (unsigned s = 0; engines[e].used && s < sizeof scenarios / sizeof scenarios[0]; s++)
      run(&scenarios[s], &engines[e]);
  printf("1..%" PRIu64 "\n# %" PRIu64 " of %" PRIu64 " scenarios failed, seed %" PRIu64 "\n", tests,
         failures, tests, seed);
  return failures != 0;
}
