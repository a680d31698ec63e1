// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The greedy choice of rows; what place.h is made of.
#ifndef NF_PLACE_GRID_H
#define NF_PLACE_GRID_H

#include "place.h"

// Leaves the rows in g->chosen and their columns in g->common, of which there are `columns` or
// more. False if it finds none.
bool nf_grid_choose(nf_grid *g, uint32_t rows, uint32_t columns);

#endif
