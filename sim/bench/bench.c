// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Measures R1..R4: how fast the Verilated switch and its C model run, and what share of the line
// rate the reduction path and the switch carry. Prints a table, writes build/bench.json.
#define _POSIX_C_SOURCE 200809L
#include "sim/bench/bench.h"

#include "sim/bench/crossbar.h"
#include "sim/bench/load.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Linked in, as the table is: nothing lies between the modules that are measured and the clock.
extern const nf_dut netfold_switch_dut, netfold_plain_dut;

enum { ROUNDS = 5, SPEED_CYCLES = 4000 };

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
  double khz;
  uint64_t digest;
} speed;

// push: percent of the packets that are reductions.
static int one_speed(const nf_dut *rtl, unsigned push, speed *s, nf_err *e) {
  const nf_load_cfg cfg = {.load = 0.5, .push = push, .responses = 50, .len = 8, .seed = 1};
  nf_load load;
  if (nf_load_open(&load, rtl, &cfg, e) == NF_EXIT_OK) {
    double start = cpu_seconds();
    nf_load_run(&load, SPEED_CYCLES);
    double rate = SPEED_CYCLES / (cpu_seconds() - start) / 1000;
    s->khz = rate > s->khz ? rate : s->khz;
    s->digest = load.digest;
  }
  nf_load_close(&load);
  return e->status;
}

// The open crossbar, if there is one in the program.
static int crossbar_speed(speed *s, nf_err *e) {
  double start = cpu_seconds();
  const int64_t words = nf_crossbar_run(SPEED_CYCLES, 1);
  double rate = SPEED_CYCLES / (cpu_seconds() - start) / 1000;
  if (words < 0)
    return nf_err_set(e, NF_EXIT_FAILED, "the crossbar lost a packet or sent it to another port");
  if (words > 0 && rate > s->khz)
    s->khz = rate;
  return e->status;
}

enum { PUSHES = 25 };
typedef struct {
  speed rtl, model, unicast, plain; // with pushes; without, and without reduction tables, too
  speed crossbar;                   // 0 kHz: none
} speeds;

// In turn, best of five: whatever else the machine does meets all alike.
static int measure_speed(speeds *s, nf_err *e) {
  *s = (speeds){0};
  for (int i = 0; i < ROUNDS; i++)
    if (one_speed(&netfold_switch_dut, PUSHES, &s->rtl, e) != NF_EXIT_OK ||
        one_speed(NULL, PUSHES, &s->model, e) != NF_EXIT_OK ||
        one_speed(&netfold_switch_dut, 0, &s->unicast, e) != NF_EXIT_OK ||
        one_speed(&netfold_plain_dut, 0, &s->plain, e) != NF_EXIT_OK ||
        crossbar_speed(&s->crossbar, e) != NF_EXIT_OK)
      return e->status;
  if (s->rtl.digest != s->model.digest)
    return nf_err_set(e, NF_EXIT_FAILED, "RTL and model did not send the same packets");
  if (s->unicast.digest != s->plain.digest)
    return nf_err_set(e, NF_EXIT_FAILED,
                      "without reduction tables the switch did not send the same packets");
  return NF_EXIT_OK;
}

// Of the saturated switch.
static int measure_share(unsigned len, unsigned responses, double *share, nf_err *e) {
  const nf_load_cfg cfg = {.load = 1, .responses = responses, .len = len, .seed = 1};
  return nf_load_share(&cfg, share, e);
}

static cJSON *report;

static void row(const char *key, const char *what, double value, double must, const char *unit) {
  cJSON_AddNumberToObject(report, key, value);
  printf("%-26s %-58s %9.3f %-10s", key, what, value, unit);
  if (must > 0)
    printf(" %9.3g %s", must, value >= must ? "met" : "missed");
  putchar('\n');
}

static int write_report(const char *path, nf_err *e) {
  char *text = cJSON_Print(report);
  FILE *f = text ? fopen(path, "w") : NULL;
  if (!f || fprintf(f, "%s\n", text) < 0)
    nf_refuse(e, "%s: cannot be written", path);
  if (f)
    fclose(f);
  free(text);
  return e->status;
}

int main(int argc, char **argv) {
  nf_err e = {0};
  speeds s;
  double full = 0, full_one = 0, single = 0, table = 0, table_short = 0;
  report = cJSON_CreateObject();
  printf("%-26s %-58s %9s %-10s %9s\n", "key", "what", "value", "unit", "must");
  if (measure_speed(&s, &e) == NF_EXIT_OK &&
      nf_bench_table(NF_MAX_PAYLOAD_FLITS, &table, &e) == NF_EXIT_OK &&
      nf_bench_table(1, &table_short, &e) == NF_EXIT_OK &&
      measure_share(NF_MAX_PAYLOAD_FLITS, 50, &full, &e) == NF_EXIT_OK &&
      measure_share(NF_MAX_PAYLOAD_FLITS, 0, &full_one, &e) == NF_EXIT_OK &&
      measure_share(0, 50, &single, &e) == NF_EXIT_OK) {
    row("R1_kHz", "Verilated switch, load 0.5, a quarter of it reductions", s.rtl.khz, 0, "kHz");
    row("R1_plain_kHz", "the same without reduction tables and reductions", s.plain.khz, 0, "kHz");
    row("R1_ratio", "the first to the second", s.rtl.khz / s.plain.khz, 0.6, "times");
    row("R1_unicast_ratio", "both without reductions", s.unicast.khz / s.plain.khz, 0, "times");
    if (s.crossbar.khz > 0) {
      row("R1_crossbar_kHz", "open crossbar with FIFOs, load 0.5", s.crossbar.khz, 0, "kHz");
      row("R1_crossbar_ratio", "the switch with reductions to it", s.rtl.khz / s.crossbar.khz, 0.7,
          "times");
    }
    row("R2_ratio", "C model, the same stimulus as the first", s.model.khz / s.rtl.khz, 10,
        "times");
    row("R2_model_kHz", "C model", s.model.khz, 0, "kHz");
    row("R3_flits_per_cycle", "reduction table, 128 B packets, hits on one entry", table, 1,
        "flits/cyc");
    row("R3_short_flits_per_cycle", "reduction table, 16 B packets, hits on one entry", table_short,
        0, "flits/cyc");
    row("R4_share", "uniform random, 9-flit packets, both channels", full, 0.95, "line rate");
    row("R4_share_one_channel", "uniform random, 9-flit packets, requests only", full_one, 0,
        "line rate");
    row("R4_share_single_flit", "uniform random, single flits, both channels", single, 0,
        "line rate");
    write_report(argc > 1 ? argv[1] : "build/bench.json", &e);
  }
  cJSON_Delete(report);
  return nf_end(&e);
}
