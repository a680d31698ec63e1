// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "judge.h"

#include "common/nf_defs.h"
#include "exact.h"
#include <string.h>

static int compare_ranks(nf_verdict *v, const nf_inputs *in, uint32_t *const *result, nf_err *e) {
  size_t n = in->file[0].count;
  for (unsigned r = 1; r < in->ranks; r++) {
    if (memcmp(result[r], result[0], n * 4) == 0)
      continue;
    size_t i = 0;
    while (result[r][i] == result[0][i])
      i++;
    v->same_bits = false;
    return nf_err_set(e, NF_EXIT_FAILED,
                      "ranks 0 and %u hold different results: element %zu is 0x%08x and 0x%08x", r,
                      i, result[0][i], result[r][i]);
  }
  return NF_EXIT_OK;
}

int nf_judge(nf_verdict *v, const nf_inputs *in, uint32_t *const *result, uint8_t op, nf_err *e) {
  uint8_t dtype = in->file[0].dtype;
  bool f32 = dtype == NF_DTYPE_F32, rounds = f32 && op == NF_RED_OP_ADD;
  *v = (nf_verdict){.same_bits = true, .within_bound = true};
  if (compare_ranks(v, in, result, e) != NF_EXIT_OK)
    return e->status;
  for (size_t i = 0; i < in->file[0].count; i++) {
    uint32_t part[NF_FILES_MAX_RANKS], got = result[0][i];
    for (unsigned r = 0; r < in->ranks; r++)
      part[r] = in->data[r][i];
    uint32_t want = nf_exact_reduce(op, dtype, part, in->ranks);
    if (got == want)
      continue;
    v->different++;
    uint32_t ulps = f32 ? nf_exact_ulps(got, want) : 0;
    if (ulps > v->max_ulp_error)
      v->max_ulp_error = ulps;
    if (!rounds)
      return nf_err_set(e, NF_EXIT_FAILED, "element %zu is 0x%08x, exactly it is 0x%08x", i, got,
                        want);
    if (!nf_exact_within_bound(got, part, in->ranks)) {
      v->within_bound = false;
      return nf_err_set(e, NF_EXIT_FAILED,
                        "element %zu is 0x%08x, the exact sum is 0x%08x: %u ulp apart, which "
                        "rounding does not explain",
                        i, got, want, ulps);
    }
  }
  return NF_EXIT_OK;
}
