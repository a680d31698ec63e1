// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Checks what a collective left in the memories: every bit of the results against the reference,
// everything around them untouched, and how far sums are from the exact ones.
#ifndef NF_ACE_VERIFY_H
#define NF_ACE_VERIFY_H

#include "sim/ace/memory.h"
#include "sim/ace/reference.h"
#include "sim/common/checker.h"

// Where a node's data and results lie.
typedef struct {
  uint64_t base, size; // of the memory
  uint64_t src, dst;   // first bytes of the data and of the first result
  uint64_t dst_step;   // to the result of the next command
} nf_ace_places;

// Words of a node's results that are not what they must be, of all commands.
typedef struct {
  uint64_t words, first, last; // addresses
  bool silent;                 // of a command that ended OK
} nf_ace_wrong;

// Counts instead of refusing: of each node, whose commands ended with `ends`. Everything around the
// results must be as it was.
int nf_ace_check_ends(nf_ace_wrong *wrong, const nf_ace_reference *r, const nf_ace_places *at,
                      const nf_ace_mem *const *memory, const uint8_t *const *ends,
                      unsigned commands, nf_err *e);

// Refuses with NF_EXIT_FAILED, naming node, command, element and both values.
int nf_ace_check(nf_verdict *v, const nf_ace_reference *r, const nf_ace_places *at,
                 const nf_ace_mem *const *memory, unsigned commands, nf_err *e);

#endif
