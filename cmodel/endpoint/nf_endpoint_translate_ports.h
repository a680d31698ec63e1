// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_translate.sv; change that.
// Parameters and ports of nf_endpoint_translate.
#ifndef NF_ENDPOINT_TRANSLATE_PORTS_H
#define NF_ENDPOINT_TRANSLATE_PORTS_H

#include "endpoint/nf_endpoint_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Translations; // entries of the table, 1..16
} nf_endpoint_translate_cfg;

// Inputs.
typedef struct {
  // [Translations-1:0] bit t: entry t is used; bits at and above Translations are ignored
  uint16_t at_valid;
  uint64_t at_base[NF_ENDPOINT_MAX_TRANSLATIONS]; // [Translations*64-1:0] first network address
  uint64_t at_end[NF_ENDPOINT_MAX_TRANSLATIONS];  // [Translations*64-1:0] one past the last
  // [Translations*64-1:0] local address of what is contributed
  uint64_t at_source[NF_ENDPOINT_MAX_TRANSLATIONS];
  // [Translations*64-1:0] local address of the result
  uint64_t at_result[NF_ENDPOINT_MAX_TRANSLATIONS];
  uint64_t addr;                                  // network address
} nf_endpoint_translate_in;

// Outputs.
typedef struct {
  bool hit;
  uint64_t source; // zero without a hit
  uint64_t result; // zero without a hit
} nf_endpoint_translate_out;
// clang-format on

#endif
