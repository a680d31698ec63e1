// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_rr_arb.sv. The pick itself is in the header, for models that choose in
// every cycle.
#include "nf_rr_arb.h"

// The whole leaf: grant_valid_o, grant_index_o, grant_onehot_o.
void nf_rr_arb_eval(const nf_rr_arb_cfg *cfg, const nf_rr_arb_in *in, nf_rr_arb_out *out) {
  uint64_t req = in->req & UINT64_MAX >> (NF_RR_ARB_MAX_REQUESTS - cfg->Requests);
  out->grant_valid = req != 0;
  out->grant_index = req == 0 ? 0 : (uint8_t)nf_rr_arb_pick(req, in->last & 63u);
  out->grant_onehot = req == 0 ? 0 : 1ull << out->grant_index;
}
