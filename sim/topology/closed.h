// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is known of a topology without a search: closed forms, beside which measure.h's figures
// stand. And what it costs.
#ifndef NF_CLOSED_H
#define NF_CLOSED_H

#include "measure.h"

typedef struct {
  uint32_t diameter; // cables, those at the ends included (HXMESH III-B); 0: no closed form
  double bisection;  // GB/s of one direction in all planes, between the halves of nf_closed_halves;
                     // 0: none
} nf_closed;

nf_closed nf_closed_of(const nf_graph *g);
// Halves of the endpoints as the bisection parts them; returns what they are, in words.
const char *nf_closed_halves(const nf_graph *g, bool *side);

// HXMESH III-C, App. E: dollars.
enum { NF_PRICE_SWITCH = 14280, NF_PRICE_FIBRE = 603, NF_PRICE_COPPER = 272, NF_PRICE_RADIX = 64 };
// Of all planes; 0: a switch has more ports than the one that has a price.
double nf_cost_of(const nf_measured_parts *m);

#endif
