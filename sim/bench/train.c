// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The load with which the code of a Verilated switch is compiled (scripts/vl_train.sh): with
// reductions and without, at half and at full load. NF_TRAINED: the switch.
#include "sim/bench/load.h"

extern const nf_dut NF_TRAINED;

enum { CYCLES = 1000 };

int main(void) {
  nf_err e = {0};
  static const nf_load_cfg loads[] = {
      {.load = 0.5, .push = 25, .responses = 50, .len = 8, .seed = 2},
      {.load = 0.5, .push = 0, .responses = 50, .len = 8, .seed = 3},
      {.load = 1, .push = 25, .responses = 50, .len = 1, .seed = 4},
      {.load = 1, .push = 0, .responses = 50, .len = 0, .seed = 5},
  };
  for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
    nf_load load;
    if (nf_load_open(&load, &NF_TRAINED, &loads[i], &e) == NF_EXIT_OK)
      nf_load_run(&load, CYCLES);
    nf_load_close(&load);
  }
  return nf_end(&e);
}
