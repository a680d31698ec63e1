// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Arrays in NumPy's .npy format, versions 1.0 to 3.0: C order, little endian, elements of 4 or 2
// bytes. Other types, Fortran order and damaged files are refused by name.
#ifndef NF_SIM_NPY_H
#define NF_SIM_NPY_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { NF_NPY_MAX_DIMS = 32 };

// What the elements are to NumPy. It has no bfloat16: their bits are kept as uint16.
typedef enum { NF_NPY_F32, NF_NPY_U32, NF_NPY_S32, NF_NPY_F16, NF_NPY_U16 } nf_npy_kind;
enum { NF_NPY_NO_DTYPE = 255 };

typedef struct {
  nf_npy_kind kind;
  unsigned dims;
  size_t shape[NF_NPY_MAX_DIMS];
  size_t count; // elements
  void *data;   // the elements' bits
} nf_npy;

// Reads `path`; on success the caller frees `a` with nf_npy_free.
int nf_npy_read(nf_npy *a, const char *path, nf_err *e);
// Writes an array of `like`'s type and shape with the elements `data`; false: errno says why.
bool nf_npy_write(FILE *f, const nf_npy *like, const void *data);
// Writes the shape as Python prints it, "(3, 4)".
void nf_npy_shape_text(const nf_npy *a, char *text, size_t size);
void nf_npy_free(nf_npy *a);

size_t nf_npy_bytes(const nf_npy *a);      // of all elements
const char *nf_npy_numpy(const nf_npy *a); // "float32", "uint32", ...
// NF_DTYPE_* that the elements are unless another is named; NF_NPY_NO_DTYPE: one must be named.
uint8_t nf_npy_plain(const nf_npy *a);
// True when the elements' bits may be taken for this type.
bool nf_npy_holds(const nf_npy *a, uint8_t dtype);

#endif
