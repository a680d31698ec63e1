/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * One scenario in lock step: drive, compare all outputs, clock both sides.
 */
#define _POSIX_C_SOURCE 200809L

#include "nf_tb_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The contract of the C models (docs/testing.md), types erased. */
typedef const char *(*init_fn)(void **model, const void *cfg);
typedef const void *(*peek_fn)(const void *model);
typedef void (*step_fn)(void *model, const void *in);
typedef void (*free_fn)(void *model);
typedef void (*eval_fn)(const void *in, void *out);

/* Both sides of the comparison, and the buffers between them. */
typedef struct {
  const nf_dut *dut;
  const nf_tb_model *model;
  void *rtl, *golden;
  void *in, *rtl_out, *golden_out, *ctx;
  struct qualifier *qualifier; /* of each output */
} sides;

/* The output that says when another means something, ALWAYS or NEVER; by its bits, or any of them.
 */
struct qualifier {
  int output;
  bool any;
};
enum { ALWAYS = -1, NEVER = -2 };

static void *zeroed(size_t size) {
  void *const p = calloc(1, size ? size : 1);
  if (!p) {
    fputs("Bail out! out of memory\n", stdout);
    exit(2);
  }
  return p;
}

static const char *open_sides(sides *s, const nf_tb_bench *bench, uint64_t start_values) {
  s->dut = bench->dut;
  s->model = &bench->model;
  s->in = zeroed(s->dut->in_size);
  s->rtl_out = zeroed(s->dut->out_size);
  s->golden_out = zeroed(s->dut->out_size);
  s->ctx = bench->ctx_size ? zeroed(bench->ctx_size) : NULL;
  s->qualifier = NULL;
  s->rtl = s->dut->create(start_values);
  s->golden = NULL;
  if (s->model->init)
    return ((init_fn)s->model->init)(&s->golden, bench->cfg);
  return NULL;
}

static void close_sides(sides *s, const nf_tb_bench *bench) {
  if (bench->stop)
    bench->stop(s->ctx);
  if (s->golden)
    ((free_fn)s->model->free)(s->golden);
  s->dut->destroy(s->rtl);
  free(s->in);
  free(s->rtl_out);
  free(s->golden_out);
  free(s->ctx);
  free(s->qualifier);
}

/* A field's image ends in the byte that holds its top bit; what is above that bit is not compared.
 */
static unsigned top_mask(unsigned bits) { return bits % 8 ? (1U << (bits % 8)) - 1 : 0xffU; }

static bool equal(const unsigned char *a, const unsigned char *b, unsigned bits) {
  const size_t last = (bits + 7) / 8 - 1;
  return memcmp(a, b, last) == 0 && ((a[last] ^ b[last]) & top_mask(bits)) == 0;
}

static void print_hex(FILE *to, const unsigned char *image, unsigned bits) {
  size_t k = (bits + 7) / 8;
  unsigned byte = image[--k] & top_mask(bits);
  if (bits % 8 && bits % 8 <= 4)
    fprintf(to, "%x", byte);
  else
    fprintf(to, "%02x", byte);
  while (k > 0)
    fprintf(to, "%02x", image[--k]);
}

static int output_of(const nf_dut *dut, const char *name, size_t length) {
  for (size_t k = 0; k < dut->out_count; ++k) {
    if (strncmp(dut->out[k].name, name, length) == 0 && dut->out[k].name[length] == '\0')
      return (int)k;
  }
  return -1;
}

/* What the shim found by name, and what the bench adds. */
static void find_qualifiers(nf_tb *tb, sides *s) {
  s->qualifier = zeroed(s->dut->out_count * sizeof *s->qualifier);
  for (size_t k = 0; k < s->dut->out_count; ++k)
    s->qualifier[k].output = s->dut->out[k].valid < 0 ? ALWAYS : s->dut->out[k].valid;
  for (const char *word = tb->bench->unreset; word && *word; word += *word == ' ') {
    const size_t length = strcspn(word, " "), name = strcspn(word, ":| ");
    const int data = output_of(s->dut, word, name);
    const int by = name < length ? output_of(s->dut, word + name + 1, length - name - 1) : NEVER;
    const bool any = word[name] == '|';
    const bool fits = data >= 0 && by != -1 &&
                      (by == NEVER || any || s->dut->out[data].bits % s->dut->out[by].bits == 0);
    nf_tb_check(tb, fits, "unreset: '%.*s' names no outputs that fit each other", (int)length,
                word);
    if (fits)
      s->qualifier[data] = (struct qualifier){by, any};
    word += length;
  }
}

static bool bit_of(const unsigned char *image, size_t k) { return image[k / 8] >> (k % 8) & 1; }

static bool any_bit(const unsigned char *image, size_t bits) {
  for (size_t k = 0; k < bits; ++k) {
    if (bit_of(image, k))
      return true;
  }
  return false;
}

/* Data that nothing qualifies now is not what the model says: registers of data have no reset. */
static void forgive_data(const sides *s, const unsigned char *golden) {
  unsigned char *const rtl = s->rtl_out;
  for (size_t k = 0; k < s->dut->out_count; ++k) {
    const nf_dut_field *const f = &s->dut->out[k];
    const struct qualifier by = s->qualifier[k];
    if (by.output == ALWAYS)
      continue;
    const nf_dut_field *const valid = by.output == NEVER ? NULL : &s->dut->out[by.output];
    const size_t share = valid && !by.any ? f->bits / valid->bits : 1;
    if (by.any && any_bit(rtl + valid->offset, valid->bits))
      continue;
    for (size_t bit = 0; bit < f->bits; ++bit) {
      if (valid && !by.any && bit_of(rtl + valid->offset, bit / share))
        continue;
      unsigned char *const byte = rtl + f->offset + bit / 8;
      const unsigned mask = 1U << (bit % 8);
      *byte = (unsigned char)((*byte & ~mask) | (golden[f->offset + bit / 8] & mask));
    }
  }
}

static void compare(nf_tb *tb, const sides *s, const unsigned char *golden) {
  const unsigned char *const rtl = s->rtl_out;
  for (size_t k = 0; k < s->dut->out_count; ++k) {
    const nf_dut_field *const f = &s->dut->out[k];
    if (equal(rtl + f->offset, golden + f->offset, f->bits))
      continue;
    nf_tb_fail(tb);
    if (!nf_tb_may_print(tb))
      continue;
    fprintf(tb->options->log, "# %8" PRIu64 "  %-24s rtl 0x", tb->clock, f->name);
    print_hex(tb->options->log, rtl + f->offset, f->bits);
    fputs("  model 0x", tb->options->log);
    print_hex(tb->options->log, golden + f->offset, f->bits);
    fputc('\n', tb->options->log);
  }
  tb->result.compared += s->dut->out_count;
}

/* A property is counted each time it fails and printed the first time. */
static void check_properties(nf_tb *tb) {
  for (const char *text = nf_dut_next_failure(); text; text = nf_dut_next_failure()) {
    const char *const colon = strrchr(text, ':');
    const uint64_t id = nf_tb_seed(0, text);
    size_t k = 0;
    while (k < tb->property_count && tb->properties[k] != id)
      ++k;
    const bool known = k < tb->property_count;
    if (!known && tb->property_count < NF_TB_MAX_PROPERTIES)
      tb->properties[tb->property_count++] = id;
    nf_tb_fail(tb);
    if (!known && tb->options->log)
      fprintf(tb->options->log, "# %8" PRIu64 "  property %s  (%s)\n", tb->clock,
              colon && colon[1] ? colon + 2 : text, text);
  }
}

/* What a scenario wrote above a port's width never reaches the RTL; nor may it reach the model. */
static void trim_inputs(const sides *s) {
  unsigned char *const in = s->in;
  for (size_t k = 0; k < s->dut->in_count; ++k) {
    const nf_dut_field *const f = &s->dut->in[k];
    const size_t used = (f->bits + 7) / 8;
    unsigned char *const image = in + f->offset;
    image[used - 1] = (unsigned char)(image[used - 1] & top_mask(f->bits));
    memset(image + used, 0, f->size - used);
  }
}

static void print_vector(FILE *to, const sides *s) {
  const unsigned char *const in = s->in;
  const unsigned char *const out = s->rtl_out;
  for (size_t k = 0; k < s->dut->in_count; ++k) {
    print_hex(to, in + s->dut->in[k].offset, s->dut->in[k].bits);
    fputc(' ', to);
  }
  for (size_t k = 0; k < s->dut->out_count; ++k) {
    print_hex(to, out + s->dut->out[k].offset, s->dut->out[k].bits);
    fputc(' ', to);
  }
  fputc('\n', to);
}

static void one_cycle(nf_tb *tb, const nf_tb_scenario *scenario, sides *s) {
  if (s->dut->clocked) {
    const void *const golden = ((peek_fn)s->model->peek)(s->golden);
    s->dut->peek(s->rtl, s->rtl_out);
    if (tb->options->dirty)
      forgive_data(s, golden);
    compare(tb, s, golden);
    memset(s->in, 0, s->dut->in_size);
    scenario->drive(tb, s->ctx, golden, s->in);
    trim_inputs(s);
    nf_tb_crosses_cycle(tb, s->in, golden);
    if (tb->options->vectors)
      print_vector(tb->options->vectors, s);
    s->dut->step(s->rtl, s->in);
    ((step_fn)s->model->step)(s->golden, s->in);
  } else {
    memset(s->in, 0, s->dut->in_size);
    scenario->drive(tb, s->ctx, s->golden_out, s->in);
    trim_inputs(s);
    s->dut->eval(s->rtl, s->in, s->rtl_out);
    memset(s->golden_out, 0, s->dut->out_size);
    ((eval_fn)s->model->eval)(s->in, s->golden_out);
    compare(tb, s, s->golden_out);
    if (tb->options->vectors)
      print_vector(tb->options->vectors, s);
  }
  check_properties(tb);
}

static void begin(nf_tb *tb, const nf_tb_scenario *scenario, const nf_tb_run_options *options) {
  tb->options = options;
  tb->result = (nf_tb_result){0};
  tb->random = nf_tb_seed(options->seed + options->dirty, scenario->name);
  tb->clock = 0;
  tb->lines = 0;
  tb->property_count = 0;
  while (nf_dut_next_failure())
    ;
}

static void reset_and_start(nf_tb *tb, const nf_tb_scenario *scenario, const sides *s) {
  s->dut->reset(s->rtl);
  tb->cycle = 0;
  tb->ended = false;
  nf_tb_crosses_reset(tb);
  if (scenario->start)
    scenario->start(tb, s->ctx);
}

/* Up to so many cycles, to the scenario's end or a little beyond the first failure. */
static void run_cycles(nf_tb *tb, const nf_tb_scenario *scenario, sides *s, uint64_t cycles) {
  const nf_tb_run_options *const options = tb->options;
  for (; tb->cycle < cycles && !tb->ended; ++tb->cycle, ++tb->clock) {
    if (options->wave && tb->clock == options->wave_from)
      s->dut->trace_open(s->rtl, options->wave);
    one_cycle(tb, scenario, s);
    if (options->wave && tb->clock == options->wave_to)
      s->dut->trace_close(s->rtl);
    if (tb->result.failures && !options->keep_going &&
        tb->clock >= tb->result.first_bad + NF_TB_WAVE_AFTER)
      break;
  }
}

/* The model and the scenario begin anew; the RTL is what the cut run has left. */
static void cut_short(sides *s, const nf_tb_bench *bench) {
  ((free_fn)s->model->free)(s->golden);
  ((init_fn)s->model->init)(&s->golden, bench->cfg);
  if (bench->stop)
    bench->stop(s->ctx);
  if (s->ctx)
    memset(s->ctx, 0, bench->ctx_size);
}

/* The end of a whole run, or where finish awaits something, of one that is longer. */
static void finish(nf_tb *tb, const nf_tb_scenario *scenario, sides *s) {
  const nf_tb_run_options *const options = tb->options;
  uint64_t cycles = options->cycles;
  for (tb->more = options->more; tb->ended || tb->cycle == cycles; --tb->more) {
    const nf_tb_result before = tb->result;
    const unsigned lines = tb->lines;
    const long said = options->log ? ftell(options->log) : 0;
    tb->awaits = false;
    scenario->finish(tb, s->ctx);
    if (!tb->awaits)
      return;
    tb->result = before;
    tb->lines = lines;
    if (options->log)
      fseek(options->log, said, SEEK_SET);
    cycles += options->cycles;
    run_cycles(tb, scenario, s, cycles);
  }
}

nf_tb_result nf_tb_run(nf_tb *tb, const nf_tb_scenario *scenario,
                       const nf_tb_run_options *options) {
  sides s;
  begin(tb, scenario, options);
  const char *const wrong = open_sides(&s, tb->bench, options->dirty ? nf_tb_rand(tb) | 1 : 0);
  if (wrong) {
    nf_tb_check(tb, false, "the model refuses the configuration: %s", wrong);
    close_sides(&s, tb->bench);
    return tb->result;
  }
  reset_and_start(tb, scenario, &s);
  if (options->dirty) {
    find_qualifiers(tb, &s);
    run_cycles(tb, scenario, &s, 1 + nf_tb_below(tb, options->cycles));
    if (tb->result.failures) {
      close_sides(&s, tb->bench);
      return tb->result;
    }
    cut_short(&s, tb->bench);
    reset_and_start(tb, scenario, &s);
  }
  run_cycles(tb, scenario, &s, options->cycles);
  /* A recording for the netlist is cut short: what a whole run must reach is not asked of it. */
  if (scenario->finish && !options->dirty && !options->vectors)
    finish(tb, scenario, &s);
  tb->result.cycles = tb->clock;
  close_sides(&s, tb->bench);
  return tb->result;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Replays recorded inputs on one side; the outputs are read as a user of the block reads them. */
static double replay(sides *s, const unsigned char *inputs, uint64_t cycles, bool rtl) {
  const size_t size = s->dut->in_size;
  const double start = now();
  for (uint64_t c = 0; c < cycles; ++c) {
    const void *const in = inputs + c * size;
    if (!s->dut->clocked && rtl) {
      s->dut->eval(s->rtl, in, s->rtl_out);
    } else if (!s->dut->clocked) {
      ((eval_fn)s->model->eval)(in, s->golden_out);
    } else if (rtl) {
      s->dut->step(s->rtl, in);
      s->dut->peek(s->rtl, s->rtl_out);
    } else {
      ((step_fn)s->model->step)(s->golden, in);
      ((peek_fn)s->model->peek)(s->golden);
    }
  }
  return now() - start;
}

void nf_tb_measure(nf_tb *tb, const nf_tb_scenario *scenario, const nf_tb_run_options *options) {
  sides s;
  begin(tb, scenario, options);
  if (open_sides(&s, tb->bench, 0)) {
    close_sides(&s, tb->bench);
    return;
  }
  reset_and_start(tb, scenario, &s);
  unsigned char *const inputs = zeroed(s.dut->in_size * options->cycles);
  for (; tb->cycle < options->cycles && !tb->ended; ++tb->cycle) {
    one_cycle(tb, scenario, &s);
    memcpy(inputs + tb->cycle * s.dut->in_size, s.in, s.dut->in_size);
  }
  const uint64_t cycles = tb->cycle;
  close_sides(&s, tb->bench);
  double best[2] = {1e30, 1e30};
  for (int round = 0; round < 5; ++round) {
    for (int side = 0; side < 2; ++side) {
      sides fresh;
      if (!open_sides(&fresh, tb->bench, 0)) {
        fresh.dut->reset(fresh.rtl);
        const double t = replay(&fresh, inputs, cycles, side == 0);
        best[side] = t < best[side] ? t : best[side];
      }
      close_sides(&fresh, tb->bench);
    }
  }
  const double n = (double)cycles;
  printf("%-24s %-32s %-40s %10.1f kHz %10.1f kHz %8.2fx\n", tb->bench->dut->name,
         tb->bench->dut->params, scenario->name, 1e-3 * n / best[0], 1e-3 * n / best[1],
         best[0] / best[1]);
  free(inputs);
}
