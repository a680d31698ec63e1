// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One all-reduce through the switch, from reset to the last acknowledgement.
#ifndef NF_SIM_RUN_H
#define NF_SIM_RUN_H

#include "files.h"
#include "options.h"

// What the options come to for given input: defaults filled in.
typedef struct {
  nf_layout layout;
  uint32_t window, waves; // blocks, waves
  unsigned entries;
  uint32_t timeout;  // as the register TIMEOUT has it
  uint16_t expected; // contributions that the switch adds up: of a pull mostly the others'
} nf_plan;

typedef struct {
  uint64_t setup_cycles; // before the first packet
  uint64_t cycles;       // from there to the last acknowledgement
  uint64_t compared, flits_in, flits_out;
  uint64_t evictions, timeouts, rests, poisoned;
  uint8_t flags;                        // sticky flags of all results
  uint32_t *result[NF_FILES_MAX_RANKS]; // allocated
} nf_run;

int nf_plan_make(nf_plan *plan, const nf_options *o, const nf_inputs *in, nf_err *e);

// Waveform of the cycles from..to after reset; path NULL: none. UINT64_MAX for from: as the options
// say.
typedef struct {
  const char *path;
  uint64_t from, to;
} nf_wave_window;

// Runs it. *failed_cycle is the cycle after reset at which an error was found.
int nf_run_all(nf_run *run, const nf_options *o, const nf_plan *plan, const nf_inputs *in,
               nf_wave_window wave, uint64_t *failed_cycle, nf_err *e);
void nf_run_free(nf_run *run);

#endif
