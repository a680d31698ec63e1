// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A Verilated block beside its C model in a network: fed with the model's inputs, every output
// compared in every cycle.
#ifndef NF_SIM_LOCKSTEP_H
#define NF_SIM_LOCKSTEP_H

#include "common/nf_dut.h"
#include "sim/common/err.h"
#include <stdint.h>

typedef struct {
  const nf_dut *dut; // NULL: there is none, all calls do nothing
  void *rtl, *out;
} nf_lockstep;

int nf_lockstep_open(nf_lockstep *t, const nf_dut *dut, nf_err *e);
// One clock edge of the RTL, then its outputs against the model's. `name` says which block it is.
int nf_lockstep_step(nf_lockstep *t, const void *in, const void *model_out, const char *name,
                     uint64_t cycle, nf_err *e);
void nf_lockstep_close(nf_lockstep *t);

#endif
