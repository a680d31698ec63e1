// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Files that a command writes: all of them whole, or none. Each is written under a temporary name;
// when everything is complete, regular files get their names. What is no regular file (a device, a
// FIFO, standard output) stays what it is and is written through; of a symbolic link the target is
// replaced. An error or a signal removes what is not complete.
#ifndef NF_SIM_OUTPUTS_H
#define NF_SIM_OUTPUTS_H

#include "sim/common/err.h"
#include <stdbool.h>

enum { NF_OUTPUTS_MOST = 160, NF_PATH_SIZE = 4096 };

typedef struct {
  char *temporary; // where it is written
  char *beside;    // of a waveform: what its writer keeps there until it has closed the file
  char *final;     // what it will be called
  bool through;    // no regular file: copied there when all is complete
  volatile bool present;
} nf_output;

typedef struct {
  volatile unsigned count;
  nf_output file[NF_OUTPUTS_MOST];
  int standard; // where standard output led before a file took its place; 0: none did
} nf_outputs;

// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files of `out` and end the program
// with 128 and the signal's number. SIGBUS does too, with NF_EXIT_BAD_INPUT: waveforms are written
// through mapped memory, and a full disk is reported by that signal.
void nf_outputs_guard(nf_outputs *out);
// Makes the folder if there is none, and refuses the folder of the input (NULL: there is none).
int nf_outputs_folder(const char *dir, const char *input, nf_err *e);
// A further file: where to write it until all are complete; "-" is standard output, and what is
// printed goes to standard error from then on. NULL: see e; of a path NULL there is no file, and
// none is added after an error.
const char *nf_outputs_add(nf_outputs *out, const char *path, nf_err *e);
// The same for an FST waveform. Its writer does not say when it fails: when the file gets its name
// it must have all blocks that it announces.
const char *nf_outputs_add_wave(nf_outputs *out, const char *path, nf_err *e);
// Gives all files their names, after standard output has taken what was printed.
int nf_outputs_commit(nf_outputs *out, nf_err *e);
// Removes what was not committed.
void nf_outputs_discard(nf_outputs *out);

#endif
