// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold experiment`: the front of sim/experiment/run.py. It reads the command line, finds the
// scripts beside the program and becomes the interpreter that runs them; run.py starts this program
// for each run. What is here is only what must be the same as in the other commands: options, help,
// refusals.
#define _POSIX_C_SOURCE 200809L
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SETTINGS = 16, WORDS = 2 * MOST_SETTINGS + 24 };

typedef struct {
  const char *id, *csv, *json, *output, *part;
  bool list, fresh;
  uint32_t jobs; // 0: as many as there are processors
  const char *setting[MOST_SETTINGS];
  uint32_t settings;
} nf_experiment_options;

static int take_setting(void *options, const char *text, nf_err *e) {
  nf_experiment_options *o = options;
  const char *sign = strchr(text, '=');
  if (!sign || sign == text || !sign[1])
    return nf_refuse(e, "--set %s: give KEY=VALUE; --list has the keys", text);
  if (o->settings == MOST_SETTINGS)
    return nf_refuse(e, "--set: more than %d are given", MOST_SETTINGS);
  o->setting[o->settings++] = text;
  return NF_EXIT_OK;
}

static int take_part(void *options, const char *text, nf_err *e) {
  unsigned k, n;
  int length = 0;
  if (sscanf(text, "%4u/%4u%n", &k, &n, &length) != 2 || text[length] || k < 1 || k > n)
    return nf_refuse(e, "--part %s: give K/N, K of 1..N, as 2/8", text);
  ((nf_experiment_options *)options)->part = text;
  return NF_EXIT_OK;
}

#define FIELD(field) NF_FIELD(nf_experiment_options, field)
static const nf_option Table[] = {
    {NF_SHARED(CSV), FIELD(csv), .note = "; - is standard output"},
    {NF_SHARED(FRESH), FIELD(fresh)},
    {NF_SHARED(JOBS), FIELD(jobs)},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {NF_SHARED(LIST), FIELD(list), .note = "experiments, their sources and settings"},
    {NF_SHARED(OUTPUT), FIELD(output), .note = "and runs (default build/experiments)"},
    {.name = "part",
     .value = "K/N",
     .kind = NF_OPTION_OTHER,
     .take = take_part,
     .help = "only every N-th run, from the K-th; tables come when it is called without"},
    {.name = "set",
     .value = "KEY=VALUE",
     .kind = NF_OPTION_OTHER,
     .take = take_setting,
     .help = "a setting of the experiment, another value than --list has; may be given again"},
    {0}};

static const char Doc[] =
    "netfold experiment ID [OPTION...]\n"
    "Run an experiment of the papers: our figures beside theirs, CSV, JSON, charts, checks. ID is "
    "one of --list, or all. What was stopped goes on where it was.\v"
    "Example:\n"
    "  netfold experiment --list\n"
    "  netfold experiment H2 --set bandwidth=off\n"
    "  netfold experiment K8 --jobs 4 --csv k8.csv\n"
    "  sbatch --array=1-8 --wrap 'netfold experiment K8 --part $SLURM_ARRAY_TASK_ID/8'\n"
    "Exit status: 0 all checks of the experiment hold, 1 one does not or a run failed, 2 bad "
    "input.";

// The program itself, and the script, beside it in the build tree or as `make install` puts it.
static int find(char program[PATH_MAX], char script[PATH_MAX], nf_err *e) {
  static const char *const beside[] = {"../sim/experiment", "../../sim/experiment",
                                       "../lib/netfold/experiment"};
  char folder[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);
  program[length > 0 ? length : 0] = '\0';
  memcpy(folder, program, sizeof folder);
  char *const slash = strrchr(folder, '/');
  if (slash)
    *slash = '\0';
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
    if (snprintf(script, PATH_MAX, "%s/%s/run.py", folder, beside[i]) < PATH_MAX &&
        access(script, R_OK) == 0)
      return NF_EXIT_OK;
  return nf_refuse(e,
                   "the scripts of the experiments are neither in sim/experiment nor installed in "
                   "lib/netfold/experiment");
}

static void add(const char *word[WORDS], size_t *words, const char *name, const char *value) {
  if (!value)
    return;
  word[(*words)++] = name;
  word[(*words)++] = value;
}

// Becomes the interpreter; returns only when there is none.
static int become(const nf_experiment_options *o, nf_err *e) {
  char program[PATH_MAX], script[PATH_MAX], jobs[16];
  if (find(program, script, e) != NF_EXIT_OK)
    return e->status;
  const char *const python = getenv("PYTHON") ? getenv("PYTHON") : "python3";
  const char *word[WORDS] = {python, "-B", script};
  size_t words = 3;
  snprintf(jobs, sizeof jobs, "%u", o->jobs);
  add(word, &words, "--netfold", program);
  add(word, &words, "--jobs", jobs);
  add(word, &words, "--out", o->output);
  add(word, &words, "--part", o->part);
  add(word, &words, "--json", o->json);
  add(word, &words, "--csv", o->csv);
  for (uint32_t i = 0; i < o->settings; i++)
    add(word, &words, "--set", o->setting[i]);
  if (o->fresh)
    word[words++] = "--fresh";
  word[words++] = o->list ? "--list" : o->id;
  execvp(python, (char *const *)(uintptr_t)word);
  return nf_refuse(e,
                   "%s cannot be started (%s); experiments need Python 3.11 or newer, or give "
                   "another one in PYTHON",
                   python, strerror(errno));
}

int nf_experiment_main(int argc, char **argv) {
  nf_err e = {0};
  nf_experiment_options o = {0};
  if (argc > 1 && argv[1][0] != '-') { // the ID stands first
    o.id = argv[1];
    argv[1] = argv[0];
    argc--;
    argv++;
  }
  if (nf_options_read(Table, Doc, &o, argc, argv, &e) == NF_EXIT_OK) {
    if (!o.id == !o.list)
      nf_refuse(&e, "give the ID of an experiment or --list, e.g. netfold "
                    "experiment H2");
    else
      become(&o, &e);
  }
  return nf_end(&e);
}
