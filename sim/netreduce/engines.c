// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "device.h"

#include "cycle.h"
#include "ideal.h"
#include <string.h>

const nf_nr_engine *const nf_nr_engines[] = {&nf_nr_cycle, &nf_nr_rtl, &nf_nr_ideal};
const unsigned nf_nr_engine_count = sizeof nf_nr_engines / sizeof nf_nr_engines[0];

const nf_nr_engine *nf_nr_engine_find(const char *name, nf_err *e) {
  char list[64] = "";
  for (unsigned i = 0; i < nf_nr_engine_count; i++) {
    if (strcmp(name, nf_nr_engines[i]->name) == 0)
      return nf_nr_engines[i];
    strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
    strncat(list, nf_nr_engines[i]->name, sizeof list - strlen(list) - 1);
  }
  nf_err_set(e, NF_EXIT_BAD_INPUT, "--engine %s: this build has %s", name, list);
  return NULL;
}
