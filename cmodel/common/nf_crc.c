// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_crc.sv, bit by bit, and beside it a CRC by tables for the models that need
// one in every cycle.
#include "nf_crc.h"

#include <string.h>
#include <threads.h>

// Bits go in lowest first, so the register runs downwards and the generator lies mirrored in it.
static uint32_t mirrored(uint32_t poly, unsigned crc_bits) {
  uint32_t r = 0;
  for (unsigned i = 0; i < crc_bits; i++)
    r |= (poly >> i & 1u) << (crc_bits - 1 - i);
  return r;
}

// One bit of nf_crc.sv; there the function mask() runs the same recurrence backwards, for a parity
// tree.
static uint32_t shift(uint32_t crc, uint32_t poly) {
  return (crc >> 1) ^ ((crc & 1u) != 0 ? poly : 0);
}

// crc_o. Bit by bit on purpose: the RTL computes each bit as one parity over mask(), and a model by
// the same masks would share their mistakes. Without data left, what remains of crc is only
// shifted.
void nf_crc_eval(const nf_crc_cfg *cfg, const nf_crc_in *in, nf_crc_out *out) {
  uint32_t poly = mirrored(cfg->Poly, cfg->CrcBits);
  uint32_t crc = in->crc & UINT32_MAX >> (32 - cfg->CrcBits);
  for (unsigned i = 0; i < cfg->DataBits; i++)
    crc = shift(crc ^ (uint32_t)(in->data[i / 64] >> i % 64 & 1), poly);
  for (unsigned i = 0; i < cfg->Behind; i++)
    crc = shift(crc, poly);
  out->crc = crc;
}

// No RTL: eight tables, so that eight bytes take eight independent look-ups (slicing by 8). Table k
// is table k-1 with one more zero byte shifted through.
void nf_crc_table_make(nf_crc_table *t, unsigned crc_bits, uint32_t poly) {
  uint32_t p = mirrored(poly, crc_bits);
  for (uint32_t b = 0; b < 256; b++) {
    uint32_t crc = b;
    for (unsigned i = 0; i < 8; i++)
      crc = shift(crc, p);
    t->of[0][b] = crc;
  }
  for (unsigned k = 1; k < 8; k++) {
    for (uint32_t b = 0; b < 256; b++) {
      uint32_t before = t->of[k - 1][b];
      t->of[k][b] = (before >> 8) ^ t->of[0][before & 0xff];
    }
  }
}

// One table for all links: it is the same, and 8 kB.
static nf_crc_table castagnoli;
static once_flag castagnoli_once = ONCE_FLAG_INIT;

// For call_once, which takes no argument.
static void make_castagnoli(void) { nf_crc_table_make(&castagnoli, 32, NF_CRC_POLY_CASTAGNOLI); }

// call_once, because simulator threads may reach here first at the same time.
const nf_crc_table *nf_crc_castagnoli(void) {
  call_once(&castagnoli_once, make_castagnoli);
  return &castagnoli;
}

// nf_crc_eval over whole bytes. Words are read as they lie in memory, so the host is little-endian;
// the 4-byte step is for the fields of a link's word, which follow its flit (nf_link_wire.h).
uint32_t nf_crc_bytes(const nf_crc_table *t, uint32_t crc, const void *data, size_t size) {
  const uint8_t *p = data;
  for (; size >= 8; size -= 8, p += 8) {
    uint64_t w;
    memcpy(&w, p, sizeof w);
    w ^= crc;
    crc = t->of[7][w & 0xff] ^ t->of[6][w >> 8 & 0xff] ^ t->of[5][w >> 16 & 0xff] ^
          t->of[4][w >> 24 & 0xff] ^ t->of[3][w >> 32 & 0xff] ^ t->of[2][w >> 40 & 0xff] ^
          t->of[1][w >> 48 & 0xff] ^ t->of[0][w >> 56];
  }
  if (size >= 4) {
    uint32_t w;
    memcpy(&w, p, sizeof w);
    w ^= crc;
    crc =
        t->of[3][w & 0xff] ^ t->of[2][w >> 8 & 0xff] ^ t->of[1][w >> 16 & 0xff] ^ t->of[0][w >> 24];
    size -= 4;
    p += 4;
  }
  for (; size != 0; size--, p++)
    crc = (crc >> 8) ^ t->of[0][(crc ^ *p) & 0xff];
  return crc;
}
