// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_translate.sv: network address to local addresses
// (KLENK Fig. 6, ATS).
#ifndef NF_ENDPOINT_TRANSLATE_H
#define NF_ENDPOINT_TRANSLATE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_MAX_TRANSLATIONS = 16 };

typedef struct {
  uint32_t Translations; // entries of the table, 1..16
} nf_endpoint_translate_cfg;

typedef struct {
  uint16_t at_valid; // bit t: entry t is used; bits at and above Translations are ignored
  // First network address, one past the last; local addresses of what is contributed and of the
  // result.
  uint64_t at_base[NF_ENDPOINT_MAX_TRANSLATIONS];
  uint64_t at_end[NF_ENDPOINT_MAX_TRANSLATIONS];    // one past the last
  uint64_t at_source[NF_ENDPOINT_MAX_TRANSLATIONS]; // local address of what is contributed
  uint64_t at_result[NF_ENDPOINT_MAX_TRANSLATIONS]; // local address of the result
  uint64_t addr;                                    // network address
} nf_endpoint_translate_in;

typedef struct {
  bool hit;
  uint64_t source, result; // zero without a hit
} nf_endpoint_translate_out;

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
