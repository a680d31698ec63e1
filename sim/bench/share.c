// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What share of the line rate the switch carries, saturated, by traffic (R4 of `make bench-sim` is
// both_channels): of parameters that are given as Name=number, the others as in networks that are
// simulated. Prints one JSON object, of each traffic the mean and the least of some seeds.
#include "sim/bench/load.h"

#include <stdio.h>
#include <string.h>

enum { SEEDS = 5 };

static int set(nf_switch_cfg *sw, const char *word, nf_err *e) {
  const struct {
    const char *name;
    uint32_t *value;
  } known[] = {{"Entries", &sw->Entries}, {"Window", &sw->Window}, {"XpDepth", &sw->XpDepth}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const size_t length = strlen(known[i].name);
    char more;
    if (strncmp(word, known[i].name, length) == 0 && word[length] == '=' &&
        sscanf(word + length + 1, "%u%c", known[i].value, &more) == 1)
      return NF_EXIT_OK;
  }
  return nf_refuse(e, "%s: give Entries=, Window= or XpDepth= and a number", word);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    nf_load_cfg load;
    bool reduces;
  } loads[] = {
      {"both_channels", {.load = 1, .responses = 50, .len = 8}, false},
      {"one_channel", {.load = 1, .len = 8}, false},
      {"single_flits", {.load = 1, .responses = 50, .len = 0}, false},
      {"apart", {.load = 1, .responses = 50, .len = 8, .apart = true}, false},
      {"apart_single_flits", {.load = 1, .responses = 50, .len = 0, .apart = true}, false},
      {"quarter_pushes", {.load = 1, .push = 25, .responses = 50, .len = 8}, true},
      {"pushes", {.load = 1, .push = 100, .len = 8}, true},
  };
  nf_err e = {0};
  nf_switch_cfg sw = nf_load_switch;
  for (int i = 1; i < argc && e.status == NF_EXIT_OK; i++)
    set(&sw, argv[i], &e);
  const char *before = "{";
  for (size_t i = 0; i < sizeof loads / sizeof *loads && e.status == NF_EXIT_OK; i++) {
    nf_load_cfg load = loads[i].load;
    load.sw = &sw;
    // No waves hold the ranks of this load together: they drift apart, and sums would time out.
    load.no_timeout = true;
    if (loads[i].reduces && sw.Entries == 0)
      continue;
    double sum = 0, least = 1, share = 0;
    for (load.seed = 1; load.seed <= SEEDS; load.seed++) {
      if (nf_load_share(&load, &share, &e) != NF_EXIT_OK)
        return nf_end(&e);
      sum += share;
      least = share < least ? share : least;
    }
    printf("%s\"%s\": [%.3f, %.3f]", before, loads[i].name, sum / SEEDS, least);
    before = ", ";
  }
  if (e.status == NF_EXIT_OK)
    puts("}");
  return nf_end(&e);
}
