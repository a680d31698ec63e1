/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * Test of the test driver: a wrong model, a failed property, a false check and an empty scenario
 * must each turn a run red, and a right one must stay green. The device under test is a counter in
 * C, so that the driver is judged without Verilator.
 */
#define _POSIX_C_SOURCE 200809L

#include "nf_tb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct {
  uint16_t add;
} counter_in;

typedef struct {
  uint16_t sum;    /* 12 bits */
  uint8_t wide[6]; /* 36 bits: three copies of the sum */
} counter_out;

typedef struct {
  unsigned wrong_from; /* step from which the sum is one too large; 0: never */
} counter_cfg;

typedef struct {
  counter_out out;
  unsigned steps, wrong_from;
} counter;

/* ------------------------------------------------------------------ the model */

static void counter_add(counter *c, uint16_t add) {
  ++c->steps;
  unsigned sum = c->out.sum + add;
  if (c->wrong_from && c->steps == c->wrong_from)
    ++sum;
  sum &= 0xfff;
  c->out.sum = (uint16_t)sum;
  const uint64_t wide = sum | (uint64_t)sum << 12 | (uint64_t)sum << 24;
  for (int k = 0; k < 5; ++k)
    c->out.wide[k] = (uint8_t)(wide >> (8 * k));
}

static const char *counter_init(counter **m, const counter_cfg *cfg) {
  if (cfg->wrong_from > 1000)
    return "wrong_from must be 0..1000";
  *m = calloc(1, sizeof **m);
  (*m)->wrong_from = cfg->wrong_from;
  return NULL;
}

static const counter_out *counter_peek(const counter *m) { return &m->out; }

static void counter_step(counter *m, const counter_in *in) { counter_add(m, in->add); }

static void counter_free(counter *m) { free(m); }

/* ------------------------------------------------------------------ the device */

static uint64_t property_fails_at; /* step in which the device's property fails; 0: never */
static const char *pending;

const char *nf_dut_next_failure(void) {
  const char *const text = pending;
  pending = NULL;
  return text;
}

static bool sum_has_no_reset;

static void *dut_create(uint64_t seed) {
  counter *const c = calloc(1, sizeof *c);
  if (seed)
    counter_add(c, 0x800 | (seed & 0x7ff));
  return c;
}

static void dut_reset(void *dut) {
  const counter before = *(const counter *)dut;
  memset(dut, 0, sizeof(counter));
  if (sum_has_no_reset)
    ((counter *)dut)->out = before.out;
}

/* The device leaves rubbish above the ports' widths, which the driver must not look at. */
static void dut_peek(void *dut, void *out) {
  const counter *const c = dut;
  counter_out *const o = out;
  *o = c->out;
  o->sum |= 0xf000;
  o->wide[4] |= 0xf0;
}

static void dut_step(void *dut, const void *in) {
  counter *const c = dut;
  counter_add(c, ((const counter_in *)in)->add);
  if (property_fails_at && c->steps == property_fails_at)
    pending = "%Error: counter.sv:1: Assertion failed: SumInRange";
}

static bool dut_trace_open(void *dut, const char *path) {
  (void)dut;
  FILE *const f = fopen(path, "w");
  return f && fclose(f) == 0;
}

static void dut_trace_close(void *dut) { (void)dut; }

static const nf_dut_field in_fields[] = {{"add", offsetof(counter_in, add), 8, 2, -1}};
static const nf_dut_field out_fields[] = {{"sum", offsetof(counter_out, sum), 12, 2, -1},
                                          {"wide", offsetof(counter_out, wide), 36, 6, -1}};

static nf_dut device(size_t outputs) {
  return (nf_dut){.name = "counter",
                  .params = "",
                  .clocked = true,
                  .in_size = sizeof(counter_in),
                  .out_size = sizeof(counter_out),
                  .in_count = 1,
                  .out_count = outputs,
                  .in = in_fields,
                  .out = out_fields,
                  .create = dut_create,
                  .destroy = free,
                  .reset = dut_reset,
                  .peek = dut_peek,
                  .step = dut_step,
                  .trace_open = dut_trace_open,
                  .trace_close = dut_trace_close};
}

/* ------------------------------------------------------------------ scenarios */

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  ((counter_in *)in)->add = (uint16_t)nf_tb_rand(tb); /* more bits than the port has */
}

static void expect_small(nf_tb *tb, void *ctx) {
  (void)ctx;
  nf_tb_check(tb, false, "the sum is %d", 42);
}

static char text[1 << 16];

/* Runs the driver as a program; its stdout is kept in `text`. */
static int run(const nf_tb_bench *bench, int argc, char **argv) {
  fflush(stdout);
  const int keep = dup(STDOUT_FILENO);
  FILE *const file = tmpfile();
  dup2(fileno(file), STDOUT_FILENO);
  const int status = nf_tb_main(argc, argv, bench);
  fflush(stdout);
  dup2(keep, STDOUT_FILENO);
  close(keep);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return status;
}

static int run_counter(unsigned wrong_from, uint64_t property, bool check, size_t outputs) {
  static char *arguments[] = {"counter", NULL};
  const nf_dut dut = device(outputs);
  const counter_cfg cfg = {.wrong_from = wrong_from};
  const nf_tb_scenario scenario = {"random sums", 500, NULL, drive, check ? expect_small : NULL};
  const nf_tb_bench bench = {.dut = &dut,
                             .model = NF_TB_MODEL(counter),
                             .cfg = &cfg,
                             .ctx_size = 0,
                             .scenarios = &scenario,
                             .count = 1};
  property_fails_at = property;
  return run(&bench, 1, arguments);
}

static int run_without_reset(const char *unreset) {
  static char *arguments[] = {"counter", NULL};
  const nf_dut dut = device(2);
  const counter_cfg cfg = {0};
  const nf_tb_scenario scenario = {"random sums", 500, NULL, drive, NULL};
  const nf_tb_bench bench = {.dut = &dut,
                             .model = NF_TB_MODEL(counter),
                             .cfg = &cfg,
                             .ctx_size = 0,
                             .scenarios = &scenario,
                             .count = 1,
                             .unreset = unreset};
  sum_has_no_reset = true;
  const int status = run(&bench, 1, arguments);
  sum_has_no_reset = false;
  return status;
}

static void missing_reset_is_red(void **state) {
  (void)state;
  assert_int_equal(run_without_reset(NULL), 1);
  assert_non_null(strstr(text, "#        0  sum                      rtl 0x"));
  assert_non_null(strstr(text, "in cycle 0 of the run from random state"));
  assert_int_equal(run_without_reset("wide"), 1);
  assert_null(strstr(text, "#        0  wide"));
}

static void data_without_reset_is_green(void **state) {
  (void)state;
  assert_int_equal(run_without_reset("sum wide"), 0);
}

static void data_is_compared_where_it_is_qualified(void **state) {
  (void)state;
  assert_int_equal(run_without_reset("sum wide:sum"), 1);
  assert_non_null(strstr(text, "  wide "));
  assert_int_equal(run_without_reset("sum wide|sum"), 1);
}

static void unknown_data_is_red(void **state) {
  (void)state;
  assert_int_equal(run_without_reset("sum wide:total"), 1);
  assert_non_null(strstr(text, "unreset: 'wide:total' names no outputs"));
}

static void right_model_is_green(void **state) {
  (void)state;
  assert_int_equal(run_counter(0, 0, false, 2), 0);
  assert_non_null(strstr(text, "1..1\nok 1 - counter: random sums  # 500 cycles, 1000 fields"));
}

static void wrong_model_is_red(void **state) {
  (void)state;
  assert_int_equal(run_counter(100, 0, false, 2), 1);
  assert_non_null(strstr(text, "not ok 1 - counter: random sums"));
  assert_non_null(strstr(text, "#      100  sum                      rtl 0x"));
  assert_non_null(strstr(text, "#      100  wide                     rtl 0x"));
  assert_non_null(strstr(text, "the first in cycle 100"));
  assert_non_null(strstr(text, "# waveform: "));
  assert_non_null(strstr(text, "# repeat: counter --scenario 'random sums' --seed 0x1"));
}

static void failed_property_is_red(void **state) {
  (void)state;
  assert_int_equal(run_counter(0, 30, false, 2), 1);
  assert_non_null(strstr(text, "not ok 1"));
  assert_non_null(strstr(text, "#       29  property SumInRange  ("));
}

static void false_check_is_red(void **state) {
  (void)state;
  assert_int_equal(run_counter(0, 0, true, 2), 1);
  assert_non_null(strstr(text, "#      500  check: the sum is 42"));
}

static void empty_scenario_is_red(void **state) {
  (void)state;
  assert_int_equal(run_counter(0, 0, false, 0), 1);
  assert_non_null(strstr(text, "nothing was compared"));
}

static void refused_configuration_is_red(void **state) {
  (void)state;
  assert_int_equal(run_counter(1001, 0, false, 2), 1);
  assert_non_null(strstr(text, "wrong_from must be 0..1000"));
}

enum { LATE = 1200, NEVER = 1000000 };

static void expect(nf_tb *tb, uint64_t cycle) {
  nf_tb_reach(tb, nf_tb_cycle(tb) > cycle, "it is cycle %u", (unsigned)nf_tb_cycle(tb));
}

static void expect_late(nf_tb *tb, void *ctx) {
  (void)ctx;
  expect(tb, LATE);
}

static void expect_never(nf_tb *tb, void *ctx) {
  (void)ctx;
  expect(tb, NEVER);
}

static int run_slow(bool never, int argc, char **argv) {
  const nf_dut dut = device(2);
  const counter_cfg cfg = {0};
  const nf_tb_scenario scenario = {"slow", 500, NULL, drive, never ? expect_never : expect_late};
  const nf_tb_bench bench = {.dut = &dut,
                             .model = NF_TB_MODEL(counter),
                             .cfg = &cfg,
                             .ctx_size = 0,
                             .scenarios = &scenario,
                             .count = 1};
  return run(&bench, argc, argv);
}

static void what_is_awaited_has_more_time(void **state) {
  (void)state;
  static char *arguments[] = {"counter", "--cycles", "500", NULL};
  assert_int_equal(run_slow(false, 1, arguments), 0);
  assert_non_null(
      strstr(text, "ok 1 - counter: slow  # 1500 cycles, 3000 fields compared, 1 check"));
  assert_int_equal(run_slow(true, 1, arguments), 1);
  assert_non_null(strstr(text, "check: it is cycle 2000\n# 1 failures"));
  assert_null(strstr(text, "it is cycle 500"));
  assert_non_null(strstr(text, "--cycles 2000"));
  assert_int_equal(run_slow(false, 3, arguments), 1);
  assert_non_null(strstr(text, "check: it is cycle 500"));
}

static const char *const SIZES[] = {"none", "one", NULL};
static const char *const PARITIES[] = {"even", "odd", NULL};
static const nf_tb_cross sizes = {"added x cycle", {SIZES, PARITIES}};

/* The counter is ready when its sum is odd: cycle by cycle it is offered 1, 1, 0, 0, 1. */
static void drive_crossed(nf_tb *tb, void *ctx, const void *out, void *in) {
  (void)ctx;
  (void)out;
  const unsigned cycle = (unsigned)nf_tb_cycle(tb);
  const unsigned add = cycle < 5 ? (unsigned[]){1, 1, 0, 0, 1}[cycle] : 0;
  ((counter_in *)in)->add = (uint16_t)add;
  nf_tb_cross_hit(tb, &sizes, (unsigned[]){add, cycle % 2});
}

static void bins_are_written(void **state) {
  (void)state;
  static const nf_dut_field valid = {"x_valid", offsetof(counter_in, add), 1, 2, -1};
  static const nf_dut_field ready = {"x_ready", offsetof(counter_out, sum), 1, 2, -1};
  static const char wanted[] = "counter\truns\t\t1\n"
                               "counter\tx_ then\tidle, idle\t1\n"
                               "counter\tx_ then\tidle, waits\t2\n"
                               "counter\tx_ then\tidle, moves\t0\n"
                               "counter\tx_ then\twaits, waits\t0\n"
                               "counter\tx_ then\twaits, moves\t1\n"
                               "counter\tx_ then\tmoves, idle\t1\n"
                               "counter\tx_ then\tmoves, waits\t0\n"
                               "counter\tx_ then\tmoves, moves\t0\n"
                               "counter\tadded x cycle\tnone, even\t1\n"
                               "counter\tadded x cycle\tnone, odd\t1\n"
                               "counter\tadded x cycle\tone, even\t2\n"
                               "counter\tadded x cycle\tone, odd\t1\n";
  nf_dut dut = device(1);
  dut.in = &valid;
  dut.out = &ready;
  const counter_cfg cfg = {0};
  const nf_tb_scenario scenario = {"bins", 5, NULL, drive_crossed, NULL};
  const nf_tb_bench bench = {.dut = &dut,
                             .model = NF_TB_MODEL(counter),
                             .cfg = &cfg,
                             .ctx_size = 0,
                             .scenarios = &scenario,
                             .count = 1,
                             .crosses = &sizes,
                             .cross_count = 1};
  /* Vectors: without the second run from random state. */
  char folder[] = "/tmp/nf_tb_test_XXXXXX", path[64], found[sizeof wanted + 1] = "";
  assert_non_null(mkdtemp(folder));
  setenv("NF_COVER_DIR", folder, 1);
  char *arguments[] = {"counter", "--vectors", folder, NULL};
  assert_int_equal(run(&bench, 3, arguments), 0);
  unsetenv("NF_COVER_DIR");
  snprintf(path, sizeof path, "%s/counter-%ld.cross", folder, (long)getpid());
  FILE *const f = fopen(path, "r");
  assert_non_null(f);
  fread(found, 1, sizeof found - 1, f);
  fclose(f);
  remove(path);
  snprintf(path, sizeof path, "%s/counter-%ld.cover", folder, (long)getpid());
  remove(path);
  snprintf(path, sizeof path, "%s/0.vec", folder);
  remove(path);
  assert_int_equal(rmdir(folder), 0);
  assert_string_equal(found, wanted);
}

static void wrong_use_is_refused(void **state) {
  (void)state;
  static char *wrong[][4] = {{"counter", "--cycles", "0"},
                             {"counter", "--cycles", "x"},
                             {"counter", "--seed", "-1"},
                             {"counter", "--scale", "0"},
                             {"counter", "--seed"},
                             {"counter", "--nonsense"},
                             {"counter", "--scenario", "no such name"}};
  const nf_dut dut = device(2);
  const counter_cfg cfg = {0};
  const nf_tb_scenario scenario = {"random sums", 10, NULL, drive, NULL};
  const nf_tb_bench bench = {.dut = &dut,
                             .model = NF_TB_MODEL(counter),
                             .cfg = &cfg,
                             .ctx_size = 0,
                             .scenarios = &scenario,
                             .count = 1};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; ++k)
    assert_int_equal(run(&bench, wrong[k][2] ? 3 : 2, wrong[k]), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_model_is_green),
      cmocka_unit_test(wrong_model_is_red),
      cmocka_unit_test(failed_property_is_red),
      cmocka_unit_test(false_check_is_red),
      cmocka_unit_test(empty_scenario_is_red),
      cmocka_unit_test(refused_configuration_is_red),
      cmocka_unit_test(missing_reset_is_red),
      cmocka_unit_test(data_without_reset_is_green),
      cmocka_unit_test(unknown_data_is_red),
      cmocka_unit_test(data_is_compared_where_it_is_qualified),
      cmocka_unit_test(what_is_awaited_has_more_time),
      cmocka_unit_test(bins_are_written),
      cmocka_unit_test(wrong_use_is_refused),
  };
  setenv("NF_WAVE_DIR", "build/waves/selftest", 1);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
