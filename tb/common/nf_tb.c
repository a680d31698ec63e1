/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * The test driver's front: options, the list of scenarios, TAP, waveforms of failures, coverage
 * file.
 */
#define _POSIX_C_SOURCE 200809L

#include "nf_tb_int.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  const char *scenario; /* glob */
  uint64_t seed, cycles;
  double scale;
  const char *vectors; /* folder */
  const char *trace;   /* file */
  bool list, quiet, keep_going, measure, help;
} options;

static void usage(const char *program, const nf_tb_bench *bench) {
  printf("usage: %s [options]\n\n"
         "Runs %s %s against its C model, cycle by cycle. TAP on stdout.\n\n"
         "  --list             names and lengths of the scenarios\n"
         "  --scenario GLOB    only those whose name matches\n"
         "  --seed N           base seed (default 1); 'random' takes one from the clock\n"
         "  --cycles N         length of each scenario\n"
         "  --scale X          times the length of each scenario (default 1)\n"
         "  --keep-going       a failure does not end its scenario\n"
         "  --trace FILE       waveform of the first scenario run, all cycles\n"
         "  --vectors DIR      write DIR/<number>.vec: inputs and outputs of each cycle\n"
         "  --bench            cycles per second of the RTL and of the model, no TAP\n"
         "  --quiet            only what fails\n\n"
         "example: %s --scenario '*random*' --seed 7 --scale 10\n",
         program, bench->dut->name, bench->dut->params, program);
}

static bool number(const char *text, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 0);
  return *text && *text != '-' && !*end && errno == 0;
}

static bool seed_of(const char *text, uint64_t *seed) {
  if (strcmp(text, "random") != 0)
    return number(text, seed);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  *seed = ((uint64_t)t.tv_sec << 20) ^ (uint64_t)t.tv_nsec ^ ((uint64_t)getpid() << 40);
  return true;
}

/* An option with a value; false: the value is wrong. */
static bool parse_value(options *o, const char *name, const char *value, bool *known) {
  char *end;
  *known = true;
  if (strcmp(name, "--scenario") == 0) {
    o->scenario = value;
  } else if (strcmp(name, "--vectors") == 0) {
    o->vectors = value;
  } else if (strcmp(name, "--trace") == 0) {
    o->trace = value;
  } else if (strcmp(name, "--seed") == 0) {
    return seed_of(value, &o->seed);
  } else if (strcmp(name, "--cycles") == 0) {
    return number(value, &o->cycles) && o->cycles > 0;
  } else if (strcmp(name, "--scale") == 0) {
    o->scale = strtod(value, &end);
    return *value && !*end && o->scale > 0 && o->scale < 1e9;
  } else {
    *known = false;
  }
  return true;
}

static bool parse(options *o, int argc, char **argv) {
  for (int k = 1; k < argc; ++k) {
    bool known = false;
    if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
      o->help = true;
    } else if (strcmp(argv[k], "--list") == 0) {
      o->list = true;
    } else if (strcmp(argv[k], "--quiet") == 0) {
      o->quiet = true;
    } else if (strcmp(argv[k], "--keep-going") == 0) {
      o->keep_going = true;
    } else if (strcmp(argv[k], "--bench") == 0) {
      o->measure = true;
    } else if (k + 1 < argc && parse_value(o, argv[k], argv[k + 1], &known) && known) {
      ++k;
    } else {
      fprintf(stderr,
              known ? "%s: '%s' has a value that is out of range\n"
                    : "%s: '%s' is no option, or lacks its value; see --help\n",
              argv[0], argv[k]);
      return false;
    }
  }
  return true;
}

/* <folder>/<block>-<scenario>-<seed>.fst, made of characters that any shell takes. */
static void wave_path(char *path, size_t size, const nf_tb *tb, const char *scenario,
                      uint64_t seed) {
  const char *folder = getenv("NF_WAVE_DIR");
  if (!folder)
    folder = "build/waves";
  for (char *slash = strchr(folder, '/'); slash; slash = strchr(slash + 1, '/')) {
    snprintf(path, size, "%.*s", (int)(slash - folder), folder);
    if (*path)
      mkdir(path, 0777);
  }
  mkdir(folder, 0777);
  const size_t stem = strlen(folder) + 1;
  snprintf(path, size, "%s/%s-%s-%s-%" PRIx64 ".fst", folder, tb->bench->dut->name,
           tb->bench->dut->params, scenario, seed);
  for (char *c = path + (stem < size ? stem : 0); *c; ++c) {
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._", *c))
      *c = '_';
  }
}

/* Runs the failed scenario again, now with a waveform around the first failure. */
static void leave_waveform(nf_tb *tb, const nf_tb_scenario *scenario,
                           const nf_tb_run_options *first, uint64_t bad, FILE *log) {
  char path[1024];
  wave_path(path, sizeof path, tb, scenario->name, first->seed);
  nf_tb_run_options again = *first;
  again.log = NULL;
  again.vectors = NULL;
  again.keep_going = false;
  again.wave = path;
  again.wave_from = bad > NF_TB_WAVE_BEFORE ? bad - NF_TB_WAVE_BEFORE : 0;
  again.wave_to = bad + NF_TB_WAVE_AFTER;
  remove(path);
  nf_tb_run(tb, scenario, &again);
  struct stat made;
  if (stat(path, &made) == 0)
    fprintf(log, "# waveform: %s (cycles %" PRIu64 " to %" PRIu64 ")\n", path, again.wave_from,
            again.wave_to);
  else
    fprintf(log, "# no waveform: this build does not trace, the one in build/wave/ does\n");
}

/* Long enough for traffic to be under way when the second reset comes, short beside the whole run.
 */
static uint64_t dirty_cycles(uint64_t cycles) {
  const uint64_t share = cycles / 8;
  return share < 100 ? 100 : share > 1000 ? 1000 : share;
}

static bool run_one(nf_tb *tb, size_t index, size_t tap, const options *o, const char *program) {
  const nf_tb_scenario *const scenario = &tb->bench->scenarios[index];
  char *text = NULL;
  size_t length = 0;
  FILE *const log = open_memstream(&text, &length);
  nf_tb_run_options run = {.seed = o->seed, .keep_going = o->keep_going, .log = log};
  uint64_t cycles = o->cycles ? o->cycles : (uint64_t)((double)scenario->cycles * o->scale);
  cycles = cycles ? cycles : 1;
  run.cycles = cycles;
  run.more = o->cycles ? 0 : NF_TB_MORE;
  run.wave = tap == 1 ? o->trace : NULL;
  run.wave_to = UINT64_MAX;
  if (o->vectors) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%zu.vec", o->vectors, index);
    run.vectors = fopen(path, "w");
    if (!run.vectors) {
      printf("Bail out! cannot write %s: %s\n", path, strerror(errno));
      exit(2);
    }
  }
  nf_tb_result r = nf_tb_run(tb, scenario, &run);
  if (run.vectors && fclose(run.vectors) != 0) {
    printf("Bail out! cannot write the vectors: %s\n", strerror(errno));
    exit(2);
  }
  if (!r.failures && !o->vectors && tb->bench->dut->clocked) {
    run.dirty = true;
    run.wave = NULL;
    run.cycles = dirty_cycles(run.cycles);
    const nf_tb_result dirty = nf_tb_run(tb, scenario, &run);
    if (dirty.failures)
      r = dirty;
  }
  const bool empty = r.compared + r.checks == 0;
  const bool ok = r.failures == 0 && !empty;
  if (!ok || !o->quiet) {
    const char *const params = tb->bench->dut->params;
    printf("%s %zu - %s%s%s: %s  # %" PRIu64 " cycles, %" PRIu64 " fields compared, %" PRIu64
           " checks, seed 0x%" PRIx64 "\n",
           ok ? "ok" : "not ok", tap, tb->bench->dut->name, *params ? " " : "", params,
           scenario->name, r.cycles, r.compared, r.checks, o->seed);
  }
  if (empty)
    fprintf(log, "# nothing was compared: a scenario that checks nothing fails\n");
  if (r.failures)
    fprintf(log, "# %" PRIu64 " failures, the first in cycle %" PRIu64 "%s\n", r.failures,
            r.first_bad, run.dirty ? " of the run from random state with a second reset" : "");
  if (r.failures && !run.wave)
    leave_waveform(tb, scenario, &run, r.first_bad, log);
  if (!ok)
    fprintf(log, "# repeat: %s --scenario '%s' --seed 0x%" PRIx64 " --cycles %" PRIu64 "\n",
            program, scenario->name, o->seed, r.cycles > cycles ? r.cycles : cycles);
  fclose(log);
  fputs(text, stdout);
  fflush(stdout);
  free(text);
  return ok;
}

static void write_cover(const nf_tb *tb, const char *folder, const char *kind) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s-%ld.%s", folder, tb->bench->dut->name, (long)getpid(), kind);
  FILE *const f = fopen(path, "w");
  if (!f) {
    printf("# cannot write %s: %s\n", path, strerror(errno));
    return;
  }
  if (strcmp(kind, "cross") == 0)
    nf_tb_crosses_write(tb, f);
  else
    for (size_t k = 0; k < tb->cover_count; ++k)
      fprintf(f, "%s %" PRIu64 " %s\n", tb->bench->dut->name, tb->cover[k].hits,
              tb->cover[k].point);
  fclose(f);
}

int nf_tb_main(int argc, char **argv, const nf_tb_bench *bench) {
  options o = {.scenario = "*", .seed = 1, .scale = 1};
  if (!parse(&o, argc, argv))
    return 2;
  if (o.help) {
    usage(argv[0], bench);
    return 0;
  }
  size_t selected = 0;
  for (size_t k = 0; k < bench->count; ++k) {
    if (fnmatch(o.scenario, bench->scenarios[k].name, 0) != 0)
      continue;
    ++selected;
    if (o.list)
      printf("%10" PRIu64 "  %s\n", bench->scenarios[k].cycles, bench->scenarios[k].name);
  }
  if (o.list)
    return 0;
  if (!selected) {
    fprintf(stderr, "%s: no scenario matches '%s'; see --list\n", argv[0], o.scenario);
    return 2;
  }
  nf_tb *const tb = calloc(1, sizeof *tb);
  if (!tb)
    return 2;
  tb->bench = bench;
  nf_tb_crosses_open(tb);
  if (!o.measure && !o.quiet)
    printf("1..%zu\n", selected);
  size_t tap = 0;
  size_t failed = 0;
  for (size_t k = 0; k < bench->count; ++k) {
    if (fnmatch(o.scenario, bench->scenarios[k].name, 0) != 0)
      continue;
    if (o.measure) {
      nf_tb_run_options run = {.seed = o.seed, .cycles = o.cycles ? o.cycles : 20000};
      nf_tb_measure(tb, &bench->scenarios[k], &run);
    } else {
      failed += !run_one(tb, k, ++tap, &o, argv[0]);
    }
  }
  const char *const folder = getenv("NF_COVER_DIR");
  if (folder) {
    write_cover(tb, folder, "cover");
    write_cover(tb, folder, "cross");
  }
  nf_tb_crosses_close(tb);
  free(tb);
  return failed ? 1 : 0;
}
