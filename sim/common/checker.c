// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/checker.h"

#include "common/nf_defs.h"
#include <string.h>

// The element in which two words of index `word` differ first.
static size_t element_of(uint8_t dtype, size_t word, uint32_t a, uint32_t b) {
  unsigned half = nf_dtypes[dtype].half && ((a ^ b) & 0xffff) == 0;
  return word * nf_reference_per_word(dtype) + half;
}

// All ranks must hold the same bits: names the first that does not, and where.
static int compare_ranks(nf_verdict *v, const nf_inputs *in, uint32_t *const *result, size_t words,
                         nf_err *e) {
  for (unsigned r = 1; r < in->ranks; r++) {
    if (memcmp(result[r], result[0], words * 4) == 0)
      continue;
    size_t i = 0;
    while (result[r][i] == result[0][i])
      i++;
    v->same_bits = false;
    return nf_err_set(e, NF_EXIT_FAILED,
                      "ranks 0 and %u hold different results: element %zu is 0x%08x and 0x%08x", r,
                      element_of(in->dtype, i, result[0][i], result[r][i]), result[0][i],
                      result[r][i]);
  }
  return NF_EXIT_OK;
}

nf_verdict nf_verdict_begin(bool reduces, uint8_t op, uint8_t dtype, unsigned terms) {
  nf_verdict v = {.same_bits = true, .rounds = reduces && nf_reference_rounds(op, dtype)};
  v.error.bound = v.rounds ? terms - 1 : 0;
  return v;
}

int nf_check_word(nf_verdict *v, uint8_t op, uint8_t dtype, size_t word, uint32_t got,
                  const uint32_t *term, unsigned terms, nf_err *e) {
  const uint32_t want = nf_reference_reduce(op, dtype, term, terms);
  v->exact_words++;
  if (got == want)
    return e->status;
  const nf_reference_kind kind = nf_reference_compare(op, dtype, term, terms);
  const size_t element = element_of(dtype, word, got, want);
  v->different++;
  if (kind == NF_REFERENCE_EQUAL)
    return nf_err_set(e, NF_EXIT_FAILED, "element %zu is 0x%08x, exactly it is 0x%08x", element,
                      got, want);
  if (kind == NF_REFERENCE_ROUNDED && !nf_reference_measure(op, dtype, got, term, terms, &v->error))
    return nf_err_set(
        e, NF_EXIT_FAILED,
        "element %zu is 0x%08x, the exact sum is 0x%08x: %.4g eps * sum of |x| apart, "
        "where roundings make at most %.4g",
        element, got, want, v->error.units, v->error.bound);
  return e->status;
}

int nf_check_results(nf_verdict *v, const nf_inputs *in, uint32_t *const *result, uint8_t op,
                     nf_err *e) {
  const size_t words = (in->bytes + 3) / 4;
  *v = nf_verdict_begin(true, op, in->dtype, in->ranks);
  if (compare_ranks(v, in, result, words, e) != NF_EXIT_OK)
    return e->status;
  v->words = words * in->ranks;
  for (size_t i = 0; i < words && e->status == NF_EXIT_OK; i++) {
    uint32_t part[NF_FILES_MAX_RANKS];
    for (unsigned r = 0; r < in->ranks; r++)
      part[r] = in->data[r][i];
    nf_check_word(v, op, in->dtype, i, result[0][i], part, in->ranks, e);
  }
  return e->status;
}
