// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The switch behind one door: the C model alone, or the Verilated RTL with the C model beside it,
// every output compared in every cycle.
#ifndef NF_SIM_ENGINE_H
#define NF_SIM_ENGINE_H

#include "common/nf_dut.h"
#include "err.h"
#include "switch/nf_switch.h"

// The switch that the netfold command is built with.
enum {
  NF_SIM_PORTS = 16,
  NF_SIM_ENTRIES = 32,
  NF_SIM_REGIONS = 9,
  NF_SIM_NODES = 32,
  NF_SIM_HOME_SLOTS = 96,
  NF_SIM_WINDOW = 16,
  NF_SIM_XP_DEPTH = 16,
  NF_SIM_GHOSTS = 4
};
// Picoseconds of a cycle: 16 B at 25 GB/s (KLENK V).
enum { NF_CYCLE_PS = 640 };
// True when the Verilated switch can do it: SIM_TYPES of the Makefile decides. The C model alone
// can do all that there is.
bool nf_sim_has(uint8_t op, uint8_t dtype);

// The Verilated switch: made for speed; and with properties and waveforms, which is slower.
extern const nf_dut netfold_switch_dut, netfold_wave_dut;

typedef struct nf_engine nf_engine;

// Opens a switch in its reset state: Verilated (rtl not NULL), the C model, or both in lock step.
// all_types: the model is one that has all ops and types, whose tables take some cycles more;
// else it is built like the RTL.
int nf_engine_open(nf_engine **eng, const nf_dut *rtl, bool model, bool all_types, nf_err *e);
// Outputs of this cycle; valid until the next step.
const nf_switch_out *nf_engine_peek(const nf_engine *eng);
// One clock cycle. Refuses with NF_EXIT_FAILED when outputs differ or a property of the RTL fails.
int nf_engine_step(nf_engine *eng, const nf_switch_in *in, nf_err *e);
uint64_t nf_engine_cycle(const nf_engine *eng);
// Cycles in which both sides were compared; 0 for one side alone.
uint64_t nf_engine_compared(const nf_engine *eng);
// FST waveform of the cycles from..to (exclusive); needs netfold_wave_dut.
void nf_engine_trace(nf_engine *eng, const char *path, uint64_t from, uint64_t to);
// Turns one bit of the model's outputs in `cycle`, to show that the comparison works.
void nf_engine_inject(nf_engine *eng, uint64_t cycle);
void nf_engine_close(nf_engine *eng);

#endif
