// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The load with which the open crossbar's code is compiled, as train.c has it for the switch.
#include "sim/bench/crossbar.h"

enum { CYCLES = 4000, SEED = 2 };

int main(void) { return nf_crossbar_run(CYCLES, SEED) > 0 ? 0 : 1; }
