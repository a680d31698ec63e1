// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_endpoint_translate.h"

// All outputs of the leaf: match, first, and moved(), here with two additions. An entry's end is
// stored, not its size, so matching needs two comparisons and no sum (KLENK Fig. 6, ATS).
void nf_endpoint_translate_eval(const nf_endpoint_translate_cfg *cfg,
                                const nf_endpoint_translate_in *in,
                                nf_endpoint_translate_out *out) {
  const uint32_t used = in->at_valid & ((1u << cfg->Translations) - 1);
  const int t = nf_endpoint_translate_find(used, in->at_base, in->at_end, in->addr);
  out->hit = t >= 0;
  out->source = t < 0 ? 0 : in->at_source[t] + (in->addr - in->at_base[t]);
  out->result = t < 0 ? 0 : in->at_result[t] + (in->addr - in->at_base[t]);
}
