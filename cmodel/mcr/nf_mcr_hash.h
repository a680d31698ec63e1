// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_hash.sv: home slot of an address (KLENK IV-C).
#ifndef NF_MCR_HASH_H
#define NF_MCR_HASH_H

#include "nf_mcr_hash_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// True when a home-port table can have so many slots: 2^k or 3*2^k with k >= 1, 2..512.
bool nf_mcr_hash_slots_ok(unsigned home_slots);
// Their number as bits 31:24 of PARAMS show it.
unsigned nf_mcr_hash_params(unsigned home_slots);

// Home slot of addr in a switch that sees one block of 128 bytes in `links`, 1..8. Any home_slots
// such blocks in a row have different slots, up to a border of 2^24 blocks.
unsigned nf_mcr_hash(uint64_t addr, unsigned home_slots, unsigned links);

// The outputs of the combinational leaf.
void nf_mcr_hash_eval(const nf_mcr_hash_cfg *cfg, const nf_mcr_hash_in *in, nf_mcr_hash_out *out);

#ifdef __cplusplus
}
#endif

#endif
