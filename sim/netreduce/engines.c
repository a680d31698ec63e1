// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/device.h"

#include "sim/netreduce/cycle.h"
#include "sim/netreduce/reference.h"
#include <string.h>

const nf_nr_engine *const nf_nr_engines[] = {&nf_nr_cycle, &nf_nr_rtl, &nf_nr_reference};
const unsigned nf_nr_engine_count = sizeof nf_nr_engines / sizeof nf_nr_engines[0];

const nf_nr_engine *nf_nr_engine_find(const char *name, nf_err *e) {
  char list[64] = "";
  for (unsigned i = 0; i < nf_nr_engine_count; i++) {
    if (strcmp(name, nf_nr_engines[i]->name) == 0)
      return nf_nr_engines[i];
    strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
    strncat(list, nf_nr_engines[i]->name, sizeof list - strlen(list) - 1);
  }
  const bool old = strcmp(name, "ideal") == 0;
  nf_refuse(e, "--engine %s: %s %s", name, old ? "is now called" : "this build has",
            old ? nf_nr_reference.name : list);
  return NULL;
}
