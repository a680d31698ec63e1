// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Files of an all-reduce: one array per rank in, one per rank out.
#ifndef NF_SIM_FILES_H
#define NF_SIM_FILES_H

#include "sim/common/npy.h"
#include "sim/common/outputs.h"
#include "sim/common/types.h"
#include <stdbool.h>

enum { NF_FILES_MAX_RANKS = 128 };

typedef struct {
  unsigned ranks;
  uint8_t dtype;                      // what the elements are
  size_t bytes;                       // of one rank
  nf_npy file[NF_FILES_MAX_RANKS];    // all of one type and shape
  uint32_t *data[NF_FILES_MAX_RANKS]; // their elements, zeros up to the end of the last block
} nf_inputs;

// Reads dir/rank00.npy ...; ranks 0: as many as there are, of which there may be `most`. dtype
// NF_DTYPE_OF_FILES: the plain one of the files.
int nf_inputs_read(nf_inputs *in, const char *dir, unsigned ranks, unsigned most, uint8_t dtype,
                   nf_err *e);
// Makes up one-dimensional arrays: floating point of magnitudes 2^-10 to 1, integers of all bits.
int nf_inputs_make(nf_inputs *in, unsigned ranks, size_t bytes, uint8_t dtype, uint64_t seed,
                   nf_err *e);
void nf_inputs_free(nf_inputs *in);

// Writes one rank's result into dir, as one of the files of `out`.
int nf_outputs_rank(nf_outputs *out, const char *dir, unsigned rank, const nf_npy *like,
                    const uint32_t *data, nf_err *e);

#endif
