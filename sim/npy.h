// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Arrays of 4-byte elements in NumPy's .npy format, versions 1.0 to 3.0: C order, little endian,
// float32, uint32 or int32. Other types, Fortran order and damaged files are refused by name.
#ifndef NF_SIM_NPY_H
#define NF_SIM_NPY_H

#include "err.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { NF_NPY_MAX_DIMS = 32 };

typedef struct {
  uint8_t dtype; // NF_DTYPE_*
  unsigned dims;
  size_t shape[NF_NPY_MAX_DIMS];
  size_t count;   // elements
  uint32_t *data; // the elements' bits, count of them
} nf_npy;

// Reads `path`; on success the caller frees `a` with nf_npy_free.
int nf_npy_read(nf_npy *a, const char *path, nf_err *e);
// Writes an array of `like`'s type and shape with the elements `data`; returns false as errno says.
int nf_npy_write(FILE *f, const nf_npy *like, const uint32_t *data);
// Writes the shape as Python prints it, "(3, 4)".
void nf_npy_shape_text(const nf_npy *a, char *text, size_t size);
void nf_npy_free(nf_npy *a);

const char *nf_dtype_name(uint8_t dtype);  // "f32", "u32", "s32"
const char *nf_dtype_numpy(uint8_t dtype); // "float32", "uint32", "int32"

#endif
