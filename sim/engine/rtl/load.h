// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Verilated blocks are shared objects, build/engines/NAME.so, opened when a run asks for RTL: a
// command that runs C models alone is built in seconds and needs no Verilator, and a run needs none
// but its own blocks.
//
// Looked for in the folder that the environment names in NETFOLD_ENGINES; without it in engines/,
// ../engines/ and
// ../lib/netfold/engines/ beside the program.
#ifndef NF_SIM_LOAD_H
#define NF_SIM_LOAD_H

#include "common/nf_dut.h"
#include "sim/common/err.h"

// The block of build/engines/<name>.so in *dut; it stays until the program ends. The sizes are
// those of the model's structs of ports here: a block that was built from other sources is refused.
// NF_EXIT_BAD_INPUT, with what to make, when there is none.
int nf_rtl_load(const char *name, size_t in_size, size_t out_size, const nf_dut **dut, nf_err *e);

// The same for the model nf_<model>.
#define NF_RTL_LOAD(name, model, dut, e)                                                           \
  nf_rtl_load(name, sizeof(model##_in), sizeof(model##_out), dut, e)

#endif
