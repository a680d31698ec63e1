// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The two halves of check.c that are apart: order within a rank, and sets in place of data.
// `order`: all steps, none before what it waits for; the receive of a message directly after its
// send, unless the schedule is buffered; the members of a join beside each other.
#ifndef NF_SCHEDULE_CHECK_INT_H
#define NF_SCHEDULE_CHECK_INT_H

#include "program.h"

int nf_check_order(const nf_program *p, const uint32_t *order, nf_err *e);
int nf_check_sets(const nf_program *p, const uint32_t *order, nf_err *e);

// What a step does with chunks of its own rank.
static inline bool nf_step_writes(uint8_t kind) {
  return kind != NF_STEP_SEND && kind != NF_STEP_WAIT;
}
static inline bool nf_step_has_source(uint8_t kind) {
  return kind == NF_STEP_COPY || kind == NF_STEP_ADD;
}

#endif
