// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_exact_add.h"

// clear_i, then the ten segments.
void nf_exact_add_eval(const nf_exact_add_in *in, nf_exact_add_out *out) {
  nf_exact sum = in->clear ? NF_EXACT_EMPTY : nf_exact_from_words(in->acc);
  nf_exact_add_addend(&sum, in->addend);
  nf_exact_to_words(&sum, out->acc);
}
