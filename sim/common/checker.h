// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a checker says of a run's results, and the comparison with exact results that all systems
// share. Which words must be equal to what is each system's own matter: ranks of an all-reduce
// through switches are compared here, nodes of a collective in sim/ace/checker.h.
#ifndef NF_SIM_CHECKER_H
#define NF_SIM_CHECKER_H

#include "sim/common/files.h"
#include "sim/common/reference.h"

typedef struct {
  bool same_bits;           // all ranks hold the same
  uint64_t words;           // of all ranks, compared with what they must be
  uint64_t exact_words;     // results that were compared with the exact one
  uint64_t different;       // of these: bits that are not those of the exact result
  bool rounds;              // sums are rounded on the way: `error` tells; else the result is exact
  nf_reference_error error; // the one that came nearest to what additions can make
} nf_verdict;

// Nothing compared yet; reduces: the results are reductions of `terms` words, not copies.
nf_verdict nf_verdict_begin(bool reduces, uint8_t op, uint8_t dtype, unsigned terms);
// Compares one word of a result, the `word`-th of a rank, with the exact reduction of its terms.
// Refuses with NF_EXIT_FAILED when an operation that does not round is not exact, or when a sum is
// further off than rounding explains; sums that saturate on the way are counted only.
int nf_check_word(nf_verdict *v, uint8_t op, uint8_t dtype, size_t word, uint32_t got,
                  const uint32_t *term, unsigned terms, nf_err *e);

// All words of an all-reduce: refuses besides, naming the first element, when ranks differ.
int nf_check_results(nf_verdict *v, const nf_inputs *in, uint32_t *const *result, uint8_t op,
                     nf_err *e);

#endif
