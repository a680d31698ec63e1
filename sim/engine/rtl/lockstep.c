// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/engine/rtl/lockstep.h"

#include "sim/engine/rtl/compare.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nf_lockstep_open(nf_lockstep *t, const nf_dut *dut, nf_err *e) {
  *t = (nf_lockstep){.dut = dut};
  if (!dut)
    return NF_EXIT_OK;
  t->rtl = dut->create(0);
  t->out = calloc(1, dut->out_size);
  if (!t->rtl || !t->out)
    return nf_err_memory(e, "a Verilated block");
  dut->reset(t->rtl);
  return NF_EXIT_OK;
}

int nf_lockstep_step(nf_lockstep *t, const void *in, const void *model_out, const char *name,
                     uint64_t cycle, nf_err *e) {
  if (!t->dut)
    return NF_EXIT_OK;
  t->dut->step(t->rtl, in);
  t->dut->peek(t->rtl, t->out);
  nf_err found = {0};
  if (nf_compare_properties(cycle, &found) == NF_EXIT_OK)
    nf_compare(t->dut, t->out, model_out, cycle + 1, &found);
  if (found.status == NF_EXIT_OK)
    return NF_EXIT_OK;
  return nf_err_set(e, found.status, "%s: %.900s", name, found.text);
}

void nf_lockstep_close(nf_lockstep *t) {
  if (t->rtl)
    t->dut->destroy(t->rtl);
  free(t->out);
}
