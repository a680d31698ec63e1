// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_hash.sv: home slot of an address (KLENK IV-C).
#ifndef NF_MCR_HASH_H
#define NF_MCR_HASH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t HomeSlots; // power of two, 2..512
} nf_mcr_hash_cfg;

typedef struct {
  uint64_t addr; // bits 47:0
} nf_mcr_hash_in;

typedef struct {
  uint16_t slot; // below HomeSlots
} nf_mcr_hash_out;

// Home slot of addr; home_slots is a power of two, 2..512. HomeSlots consecutive 128-byte blocks
// that start at a multiple of HomeSlots blocks have HomeSlots different slots.
unsigned nf_mcr_hash(uint64_t addr, unsigned home_slots);

// The outputs of the combinational leaf.
void nf_mcr_hash_eval(const nf_mcr_hash_cfg *cfg, const nf_mcr_hash_in *in, nf_mcr_hash_out *out);

#ifdef __cplusplus
}
#endif

#endif
