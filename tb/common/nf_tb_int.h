/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * What the parts of the test driver share; tests include nf_tb.h only.
 */
#ifndef NF_TB_INT_H
#define NF_TB_INT_H

#include <stdio.h>

#include "nf_tb.h"

enum {
  NF_TB_MORE = 3,
  NF_TB_MAX_LINES = 8,       /* mismatches printed per scenario */
  NF_TB_MAX_PROPERTIES = 64, /* different properties printed per scenario */
  NF_TB_MAX_COVER = 1024,    /* functional coverage points per program */
  NF_TB_WAVE_BEFORE = 180,   /* cycles of waveform before the first failure */
  NF_TB_WAVE_AFTER = 20      /* and after it */
};

/* What one run of one scenario is asked to do besides running. */
typedef struct {
  uint64_t seed, cycles;
  unsigned more;    /* times as long again, at most, for what finish awaits */
  bool dirty;       /* from random state, and from another reset after some cycles */
  bool keep_going;  /* to the end, whatever fails */
  FILE *log;        /* messages; NULL: none */
  FILE *vectors;    /* one line of hexadecimal fields per cycle; NULL: none */
  const char *wave; /* waveform file; NULL: none */
  uint64_t wave_from, wave_to;
} nf_tb_run_options;

typedef struct {
  uint64_t cycles, compared, checks;
  uint64_t failures;  /* mismatches + false checks + failed properties + model errors */
  uint64_t first_bad; /* clock of the first of them */
} nf_tb_result;

struct nf_tb {
  const nf_tb_bench *bench;
  const nf_tb_run_options *options;
  nf_tb_result result;
  uint64_t random;
  uint64_t cycle; /* since the last reset: what scenarios see */
  uint64_t clock; /* since power-up: what messages and waveforms say */
  bool ended;
  bool awaits;   /* finish has asked for more time */
  unsigned more; /* that is left */
  unsigned lines;
  size_t property_count;
  uint64_t properties[NF_TB_MAX_PROPERTIES]; /* what was printed already, hashed */
  struct nf_tb_crosses *crosses;
  size_t cover_count;
  struct {
    const char *point;
    uint64_t hits;
  } cover[NF_TB_MAX_COVER];
};

/* One scenario from reset to finish; a dirty run does not reach its finish. Counts coverage points
 * in tb, returns the rest. */
nf_tb_result nf_tb_run(nf_tb *tb, const nf_tb_scenario *scenario, const nf_tb_run_options *options);

/* Cycles per second of both sides on one recorded stimulus, best of five, printed as one row. */
void nf_tb_measure(nf_tb *tb, const nf_tb_scenario *scenario, const nf_tb_run_options *options);

/* Cross coverage: bins of all runs of this program, what one cycle adds, one line for each bin. */
void nf_tb_crosses_open(nf_tb *tb);
void nf_tb_crosses_close(nf_tb *tb);
void nf_tb_crosses_reset(nf_tb *tb);
void nf_tb_crosses_cycle(nf_tb *tb, const void *in, const void *out);
void nf_tb_crosses_write(const nf_tb *tb, FILE *f);

/* The scenario's own seed. */
uint64_t nf_tb_seed(uint64_t base, const char *name);

/* Counts a failure at the present cycle. */
void nf_tb_fail(nf_tb *tb);

/* Takes one of the scenario's message lines; false: there is none left. */
bool nf_tb_may_print(nf_tb *tb);

#endif
