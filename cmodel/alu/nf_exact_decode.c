// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_exact_decode.h"

// The last always_comb of the RTL: hold wins over everything, so a held signaling NaN raises
// nothing.
void nf_exact_decode_eval(const nf_exact_decode_in *in, nf_exact_decode_out *out) {
  uint8_t flags = 0;
  out->addend = in->hold    ? (uint64_t)NF_EXACT_HOLD << NF_EXACT_SEGMENT_LSB
                : in->plane ? nf_exact_decode_plane(in->index & 15, in->value)
                            : nf_exact_decode_f32(in->value, &flags);
  out->invalid = flags != 0;
}
