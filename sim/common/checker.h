// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Compares what the ranks hold with each other and with the exact result.
#ifndef NF_SIM_CHECKER_H
#define NF_SIM_CHECKER_H

#include "sim/common/files.h"
#include "sim/common/reference.h"

typedef struct {
  bool same_bits;           // all ranks hold the same
  uint64_t different;       // words whose bits are not those of the exact result
  bool rounds;              // sums are rounded on the way: `error` tells; else the result is exact
  nf_reference_error error; // the one that came nearest to what additions can make
} nf_verdict;

// Refuses with NF_EXIT_FAILED, naming the first element, when ranks differ, when an operation that
// does not round is not exact, or when a sum is further off than rounding explains.
int nf_check_results(nf_verdict *v, const nf_inputs *in, uint32_t *const *result, uint8_t op,
                     nf_err *e);

#endif
