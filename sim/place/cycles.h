// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Are these two edge-disjoint Hamiltonian cycles of a torus? From the orders of the nodes alone,
// with nothing of what makes them (sim/collective/hamilton.h).
#ifndef NF_PLACE_CYCLES_H
#define NF_PLACE_CYCLES_H

#include "sim/common/err.h"
#include <stdint.h>

// order[k][i]: node row * columns + column. Refuses with NF_EXIT_FAILED, naming cycle and node.
int nf_cycles_check(uint32_t rows, uint32_t columns, uint32_t *const order[2], nf_err *e);

#endif
