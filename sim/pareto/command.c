// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold pareto`: which reduction tables are worth building. Options and help of its own in front
// of the experiment "pareto" (sim/experiment/pareto.py), which has the designs, their synthesis and
// their runs.
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include <stdio.h>

enum { WORDS = 20, TEXT = 64 };
static const char *const Library[] = {"osu018",     "nangate45",     "sky130hd",
                                      "ihp-sg13g2", "gf180mcu7t5v0", "asap7"};
enum { LIBRARIES = sizeof Library / sizeof *Library };

typedef struct {
  const char *csv, *json, *output;
  bool fresh;
  uint32_t jobs, library;
  uint64_t bytes;
} nf_pareto_options;

#define FIELD(field) NF_FIELD(nf_pareto_options, field)
static const nf_option Table[] = {
    {NF_SHARED(BYTES), FIELD(bytes), .low = 16384, .high = 1 << 26,
     .note = "; of the message whose bandwidth it is (default 256K)"},
    {NF_SHARED(CSV), FIELD(csv), .note = "; - is standard output"},
    {NF_SHARED(FRESH), FIELD(fresh)},
    {NF_SHARED(JOBS), FIELD(jobs)},
    {NF_SHARED(JSON), FIELD(json), .note = "; - is standard output"},
    {.name = "library",
     .value = "NAME",
     .kind = NF_OPTION_CHOICE,
     .words = Library,
     .high = LIBRARIES,
     .help = "cell library of the synthesis",
     .note = "(default osu018)",
     FIELD(library)},
    {NF_SHARED(OUTPUT), FIELD(output), .note = "and runs (default build/experiments)"},
    {0}};

static const char Doc[] =
    "netfold pareto [OPTION...]\n"
    "Area and power of the reduction tables of a switch, by synthesis, against bandwidth and "
    "latency of an all-reduce on DGX-2, by simulation: over table size, ALU stages, exact sums and "
    "outstanding waves. A chart, CSV and JSON with the designs that no other beats.\v"
    "Example:\n"
    "  netfold pareto\n"
    "  netfold pareto --library asap7 --csv front.csv\n"
    "Exit status: 0 all checks hold, 1 one does not or a run failed, 2 bad input.";

static void add(char *word[WORDS], int *words, const char *name, const char *value) {
  if (!value)
    return;
  word[(*words)++] = (char *)(uintptr_t)name;
  word[(*words)++] = (char *)(uintptr_t)value;
}

int nf_pareto_main(int argc, char **argv) {
  nf_err e = {0};
  nf_pareto_options o = {.bytes = 1 << 18};
  char *word[WORDS] = {argv[0], "pareto"};
  char jobs[TEXT], library[TEXT], bytes[TEXT];
  int words = 2;
  if (nf_options_read(Table, Doc, &o, argc, argv, &e) != NF_EXIT_OK)
    return nf_end(&e);
  snprintf(jobs, sizeof jobs, "%u", o.jobs);
  snprintf(library, sizeof library, "library=%s", Library[o.library]);
  snprintf(bytes, sizeof bytes, "bytes=%llu", (unsigned long long)o.bytes);
  add(word, &words, "--set", library);
  add(word, &words, "--set", bytes);
  add(word, &words, "--jobs", o.jobs ? jobs : NULL);
  add(word, &words, "--output", o.output);
  add(word, &words, "--json", o.json);
  add(word, &words, "--csv", o.csv);
  if (o.fresh)
    word[words++] = "--fresh";
  return nf_experiment_main(words, word);
}
