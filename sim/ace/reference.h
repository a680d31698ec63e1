// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a collective must give, bit for bit: who adds up which block, in which order, and where data
// goes, by the algorithms' definitions (ACE 4.2, 5; the order of addition is written in the head of
// each program). It runs no program and shares no arithmetic with the models: a sum of two is the
// exact sum, rounded once (sim/common/reference.h).
#ifndef NF_ACE_REFERENCE_H
#define NF_ACE_REFERENCE_H

#include "sim/ace/plan.h"

typedef struct {
  const nf_ace_plan *plan;
  uint8_t op, dtype;
  const uint32_t *const *data; // by node: plan->src_bytes
  unsigned command;            // of several in a row: machines, so directions, differ
} nf_ace_reference;

// True when all nodes get the same, so that one result serves them all.
bool nf_ace_reference_same(const nf_ace_plan *p);
// The result of a node, plan->dst_bytes; `result` has room for them.
int nf_ace_reference_node(const nf_ace_reference *r, unsigned node, uint32_t *result, nf_err *e);

#endif
