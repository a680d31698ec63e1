/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * The lock-step test driver: a Verilated block and its C model get the same stimulus, and every
 * output is compared on every cycle. A test is a list of scenarios; docs/testing.md is the manual.
 *
 *   static void drive(nf_tb *tb, void *ctx, const void *out, void *in) { ... }
 *   static const nf_tb_scenario scenarios[] = {{"random traffic", 20000, NULL, drive, NULL}};
 *   int main(int argc, char **argv) {
 *     static const nf_x_cfg cfg = {.Width = P_Width};
 *     const nf_tb_bench bench = {.dut = &nf_x_dut, .model = NF_TB_MODEL(nf_x), .cfg = &cfg,
 *                                .ctx_size = sizeof(ctx), .scenarios = scenarios, .count = 1};
 *     return nf_tb_main(argc, argv, &bench);
 *   }
 */
#ifndef NF_TB_H
#define NF_TB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nf_dut.h"

typedef struct nf_tb nf_tb;

/* Random numbers of the scenario: a function of base seed and scenario name alone. */
uint64_t nf_tb_rand(nf_tb *tb);
uint64_t nf_tb_below(nf_tb *tb, uint64_t n);    /* 0 .. n-1; 0 for n = 0 */
bool nf_tb_chance(nf_tb *tb, unsigned percent); /* true in `percent` of 100 calls */
uint64_t nf_tb_cycle(const nf_tb *tb);          /* cycles since reset */

/* A directed expectation, counted; a false one fails the scenario and prints the message. */
void nf_tb_check(nf_tb *tb, bool ok, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The scenario has shown all it can: its run ends with this cycle, before its `cycles`. */
void nf_tb_end(nf_tb *tb);

/* For finish: what is only a question of time. Where it is not there yet, what this finish says is
 * put aside, and the run goes on to its next one; there is time for NF_TB_MORE times the scenario's
 * cycles (none with --cycles). */
void nf_tb_await(nf_tb *tb, bool there);
/* And checks it. */
void nf_tb_reach(nf_tb *tb, bool there, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A functional coverage point was reached. `point` is a string literal, or lives as long as tb. */
void nf_tb_cover(nf_tb *tb, const char *point);

/* Functional cross coverage (IEEE 1800 19.6): every combination of the bins of its axes is to be
 * reached by the runs of the block's builds together, but for those that tb/<room>/unreached.txt
 * names. The handshakes of a block, x_valid with x_ready, have such crosses without a word. */
enum { NF_TB_AXES = 4 };
typedef struct {
  const char *name;                    /* "op x type" */
  const char *const *axis[NF_TB_AXES]; /* names of the bins, NULL-ended; NULL: no more axes */
} nf_tb_cross;

/* One bin of each axis was met at once; `cross` is one of the bench's. */
void nf_tb_cross_hit(nf_tb *tb, const nf_tb_cross *cross, const unsigned *bin);

/* Idle and back-pressure generator, one per stream.
 * ALWAYS moves every cycle, NEVER none, RANDOM in `percent` of the cycles; BURST in runs of
 * 1..burst cycles, of which `percent` move (0 stands for 50) and the others pause. */
enum { NF_PACE_ALWAYS, NF_PACE_RANDOM, NF_PACE_BURST, NF_PACE_NEVER };
typedef struct {
  unsigned kind, percent, burst, left;
  bool on;
} nf_pace;
bool nf_pace_go(nf_tb *tb, nf_pace *pace); /* once per cycle and stream: may it move? */
nf_pace nf_pace_any(nf_tb *tb);            /* one of the kinds that move, at random */

typedef struct {
  const char *name;                    /* with the paper's section, no '#' */
  uint64_t cycles;                     /* at most; scaled by --scale, replaced by --cycles */
  void (*start)(nf_tb *tb, void *ctx); /* may be NULL; ctx is zeroed before */
  /* Every cycle: outputs of this cycle -> inputs of this cycle; `in` is zeroed before. For a
   * block without a clock `out` holds the outputs of the previous evaluation. */
  void (*drive)(nf_tb *tb, void *ctx, const void *out, void *in);
  void (*finish)(nf_tb *tb, void *ctx); /* may be NULL: checks at the end of the run */
} nf_tb_scenario;

/* The C model behind the driver. The members are erased function types: only the driver, which
 * knows the contract of the C models, calls them. */
typedef void (*nf_tb_fn)(void);
typedef struct {
  nf_tb_fn init, peek, step, free; /* clocked */
  nf_tb_fn eval;                   /* combinational */
} nf_tb_model;

/* The versions of clang-format disagree on braces in macros. */
/* clang-format off */
#define NF_TB_MODEL(block)                                                                         \
  {.init = (nf_tb_fn)block##_init, .peek = (nf_tb_fn)block##_peek,                                 \
   .step = (nf_tb_fn)block##_step, .free = (nf_tb_fn)block##_free}
#define NF_TB_MODEL_COMB(block) {.eval = (nf_tb_fn)block##_eval}
/* clang-format on */

typedef struct {
  const nf_dut *dut;
  nf_tb_model model;
  const void *cfg; /* the model's, NULL for a combinational block */
  size_t ctx_size; /* 0: no context, ctx is NULL */
  const nf_tb_scenario *scenarios;
  size_t count;
  /* Outputs that hold data without a reset, besides those that a <prefix>_valid qualifies: "ctx"
   * means nothing before the first use, "data:go" means something where its bit of go is high,
   * "ctx|go" while any bit of go is. NULL: none. */
  const char *unreset;
  const nf_tb_cross *crosses;
  size_t cross_count;
  void (*stop)(void *ctx); /* may be NULL: gives back what ctx holds, however the run has ended */
} nf_tb_bench;

/* Runs the scenarios, TAP on stdout. 0: all passed, 1: some failed, 2: wrong use. */
int nf_tb_main(int argc, char **argv, const nf_tb_bench *bench);

#endif
