// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_translate.sv: network address to local addresses
// (KLENK Fig. 6, ATS).
#ifndef NF_ENDPOINT_TRANSLATE_H
#define NF_ENDPOINT_TRANSLATE_H

#include "nf_endpoint_translate_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_endpoint_translate_eval(const nf_endpoint_translate_cfg *cfg,
                                const nf_endpoint_translate_in *in, nf_endpoint_translate_out *out);

// The entry that holds addr, the lowest of several; -1: none. valid has no bit at or above the size
// of the table.
static inline int nf_endpoint_translate_find(uint32_t valid, const uint64_t *base,
                                             const uint64_t *end, uint64_t addr) {
  for (uint32_t left = valid; left != 0; left &= left - 1) {
    const int t = __builtin_ctz(left);
    if (base[t] <= addr && addr < end[t])
      return t;
  }
  return -1;
}

#ifdef __cplusplus
}
#endif

#endif
