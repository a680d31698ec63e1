// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Is a schedule right, however fast its messages are? Three things together are a proof of it:
//
//   1. it does not stand still: the execution comes to its end;
//   2. within a rank, two steps that touch the same chunk, one of them writing, and two that use
//      the same channel, have an order. Then every execution computes the same;
//   3. that execution, with sets in place of data: a chunk is the part of the buffer that it is and
//      the set of ranks whose contribution is in it. Nothing is sent that is not there, no
//      contribution is added twice or to another part, and at the end every rank has what the
//      collective demands (schedule.h).
//
// Sets are kept as runs of ranks: one or two of them in rings and trees.
#ifndef NF_SCHEDULE_CHECK_H
#define NF_SCHEDULE_CHECK_H

#include "program.h"

// Refuses with NF_EXIT_FAILED; the text names rank, step and chunk. A trace (NF_TRACE) says nothing
// of data: of it, only 1. is checked.
int nf_program_check(const nf_program *p, nf_err *e);
int nf_schedule_check(const nf_schedule *s, nf_err *e);

#endif
