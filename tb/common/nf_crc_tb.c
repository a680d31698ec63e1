// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference is polynomial division, bit by bit and highest power first.
#include "common/nf_crc.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_crc_dut;

#ifndef P_Behind
#define P_Behind 0
#endif

static const nf_crc_cfg cfg = {P_DataBits, P_Behind, P_CrcBits, P_Poly};

static void eval(const nf_crc_in *in, nf_crc_out *out) { nf_crc_eval(&cfg, in, out); }

enum { TEXT_BYTES = 9, TABLE_BYTES = 64 };

typedef struct {
  bool asked;     // the output answers `in`
  nf_crc_in in;   // of the cycle before
  unsigned done;  // bytes of the text
  uint32_t check; // register after them
} context;

static uint32_t reversed(uint32_t v) {
  uint32_t r = 0;
  for (unsigned i = 0; i < P_CrcBits; i++)
    r |= (v >> i & 1) << (P_CrcBits - 1 - i);
  return r;
}

static uint32_t divide(const nf_crc_in *in) {
  uint32_t top = 1u << (P_CrcBits - 1), rest = reversed(in->crc);
  for (unsigned i = 0; i < P_DataBits + P_Behind; i++) {
    bool bit = i < P_DataBits && (in->data[i / 64] >> i % 64 & 1) != 0;
    bool one = ((rest & top) != 0) != bit;
    rest = ((rest & ~top) << 1) ^ (one ? P_Poly : 0);
  }
  return reversed(rest);
}

static void drive(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_crc_out *out = out_ptr;
  if (c->asked)
    nf_tb_check(tb, out->crc == divide(&c->in), "the remainder of the division");
  for (unsigned i = 0; i < (P_DataBits + 63) / 64; i++) {
    c->in.data[i] = nf_tb_chance(tb, 10) ? 0 : nf_tb_rand(tb);
    if (nf_tb_chance(tb, 20))
      c->in.data[i] = 1ull << nf_tb_below(tb, 64);
  }
  c->in.crc = nf_tb_chance(tb, 20) ? 0 : (uint32_t)nf_tb_rand(tb) & UINT32_MAX >> (32 - P_CrcBits);
  memcpy(in_ptr, &c->in, sizeof c->in);
  c->asked = true;
}

// Published check sums of this text; 0: none for this build.
static const char text[] = "123456789";

static uint32_t published(uint32_t poly, unsigned crc_bits) {
  if (crc_bits == 32)
    return poly == NF_CRC_POLY_ETHERNET ? 0xcbf43926u : 0xe3069283u;
  return crc_bits == 16 ? 0x2189u : 0;
}

// Bytes one after the other through the leaf, where it takes bytes.
static void drive_text(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_crc_out *out = out_ptr;
  nf_crc_in *in = in_ptr;
  uint32_t ones = P_CrcBits == 32 ? UINT32_MAX : 0;
  c->check = c->asked ? out->crc : ones;
  if (c->done == TEXT_BYTES && P_DataBits == 8 && P_Behind == 0) {
    nf_tb_cover(tb, "published check sum");
    nf_tb_check(tb, (c->check ^ ones) == published(P_Poly, P_CrcBits), "check sum 0x%x of the text",
                c->check ^ ones);
  }
  if (c->done == TEXT_BYTES) {
    c->done = 0;
    c->check = ones;
  }
  in->crc = c->check;
  in->data[0] = (uint8_t)text[c->done++];
  c->asked = true;
}

// The tables: published check sums, and pieces of any length against the bits.
static void finish_tables(nf_tb *tb, void *ctx) {
  (void)ctx;
  nf_crc_table t;
  nf_crc_table_make(&t, P_CrcBits, P_Poly);
  uint32_t ones = P_CrcBits == 32 ? UINT32_MAX : 0;
  if (published(P_Poly, P_CrcBits) != 0)
    nf_tb_check(tb, (nf_crc_bytes(&t, ones, text, 9) ^ ones) == published(P_Poly, P_CrcBits),
                "the table's check sum of the text");
  nf_tb_check(tb, ~nf_crc_bytes(nf_crc_castagnoli(), UINT32_MAX, text, 9) == 0xe3069283u,
              "CRC-32C of the text");
  for (unsigned n = 0; n < TABLE_BYTES; n++) {
    uint8_t bytes[TABLE_BYTES];
    uint32_t crc = 0;
    for (unsigned i = 0; i < n; i++) {
      bytes[i] = (uint8_t)nf_tb_rand(tb);
      nf_crc_in in = {.crc = crc, .data = {bytes[i]}};
      nf_crc_out out;
      nf_crc_eval(&(nf_crc_cfg){.DataBits = 8, .CrcBits = P_CrcBits, .Poly = P_Poly}, &in, &out);
      crc = out.crc;
    }
    nf_tb_check(tb, nf_crc_bytes(&t, 0, bytes, n) == crc, "%u bytes by table", n);
  }
}

int main(int argc, char **argv) {
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-E3 any data, any register", 5000, NULL, drive, NULL},
      {"KLENK IV-E3 published check sums", 100, NULL, drive_text, finish_tables},
  };
  const nf_tb_bench bench = {
      .dut = &nf_crc_dut,
      .model = {.eval = (nf_tb_fn)eval},
      .cfg = NULL,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
