// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_crc.sv, and the same check sum over bytes, by tables.
#ifndef NF_CRC_H
#define NF_CRC_H

#include "nf_crc_ports.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Generators, without the leading 1, highest power first.
#define NF_CRC_POLY_ETHERNET 0x04c11db7u   // CRC-32
#define NF_CRC_POLY_CASTAGNOLI 0x1edc6f41u // CRC-32C

// The outputs of the combinational leaf.
void nf_crc_eval(const nf_crc_cfg *cfg, const nf_crc_in *in, nf_crc_out *out);

// of[k][b]: byte b with k zero bytes behind it.
typedef struct {
  uint32_t of[8][256];
} nf_crc_table;

// Fills t for a check sum of crc_bits, 8..32, with generator poly as above.
void nf_crc_table_make(nf_crc_table *t, unsigned crc_bits, uint32_t poly);
// The table of CRC-32C, made on first use and shared.
const nf_crc_table *nf_crc_castagnoli(void);
// Check sum register `crc` after `size` bytes, lowest bit of each first.
uint32_t nf_crc_bytes(const nf_crc_table *t, uint32_t crc, const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
