// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two cycles through all nodes of a torus of rows x columns that have no edge in common, for the
// rings of HXMESH V-A2 and App. D (a HammingMesh of a x b boards, x by y of them, contains the
// torus of a y rows and b x columns). Node number: row * columns + column.
#ifndef NF_HAMILTON_H
#define NF_HAMILTON_H

#include "sim/common/err.h"
#include <stdint.h>

typedef struct {
  uint32_t rows, columns;
  uint32_t *order[2]; // [rows * columns]: the nodes of each cycle, in turn
} nf_cycles;

// Any rows and columns of 3 or more. Where one is a multiple k c of the other, c, and coprime to c
// - 1 (the condition of HXMESH App. D) the cycles are those of Bae, AlBdaiwi and Bose (2004);
// elsewhere they are found by exchanging edges, and NF_EXIT_FAILED says that none were found.
int nf_cycles_open(nf_cycles *h, uint32_t rows, uint32_t columns, nf_err *e);
void nf_cycles_close(nf_cycles *h);

#endif
