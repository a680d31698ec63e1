// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_alu_kit.h"

#include "alu/nf_fp_add.h"
#include "common/nf_defs.h"
#include "common/nf_names.h"

#include <stdio.h>

void nf_alu_steady(nf_tb *tb, void *ctx) {
  (void)tb;
  nf_alu_traffic *t = ctx;
  t->operands.kind = t->enable.kind = NF_PACE_ALWAYS;
}

void nf_alu_uneven(nf_tb *tb, void *ctx) {
  nf_alu_traffic *t = ctx;
  t->operands = nf_pace_any(tb);
  t->enable = nf_pace_any(tb);
}

// -------------------------------------------------------------------------------------------------
// Operands
// -------------------------------------------------------------------------------------------------
// One of a kind at random: of all numbers hardly any is a zero, an infinity or a NaN.
static uint32_t any_of_kind(nf_tb *tb, nf_alu_format f) {
  const uint32_t random = (uint32_t)nf_tb_rand(tb), quiet = UINT32_C(1) << (f.ManBits - 1);
  const uint32_t man = random & ((quiet << 1) - 1), top = (UINT32_C(1) << f.ExpBits) - 1;
  const uint32_t sign = (random >> 31) << (f.ExpBits + f.ManBits);
  switch ((nf_alu_kind)nf_tb_below(tb, NF_ALU_KINDS)) {
  case NF_ALU_ZERO:
    return sign;
  case NF_ALU_SUBNORMAL_KIND:
    return sign | man | 1;
  case NF_ALU_NORMAL:
    return sign | (uint32_t)(1 + nf_tb_below(tb, top - 1)) << f.ManBits | man;
  case NF_ALU_INFINITY:
    return sign | top << f.ManBits;
  case NF_ALU_QUIET_NAN:
    return sign | top << f.ManBits | quiet | man;
  default:
    return sign | top << f.ManBits | ((man | 1) & ~quiet);
  }
}

nf_alu_kind nf_alu_kind_of(nf_alu_format f, uint32_t bits) {
  const uint32_t quiet = UINT32_C(1) << (f.ManBits - 1), top = (UINT32_C(1) << f.ExpBits) - 1;
  const uint32_t man = bits & ((quiet << 1) - 1), exp = bits >> f.ManBits & top;
  if (exp == 0)
    return man ? NF_ALU_SUBNORMAL_KIND : NF_ALU_ZERO;
  if (exp != top)
    return NF_ALU_NORMAL;
  return man == 0 ? NF_ALU_INFINITY : man & quiet ? NF_ALU_QUIET_NAN : NF_ALU_SIGNALING_NAN;
}

nf_alu_pair nf_alu_any_pair(nf_tb *tb, nf_alu_format f) {
  if (nf_tb_chance(tb, 30)) {
    const uint32_t a = any_of_kind(tb, f);
    return (nf_alu_pair){a, any_of_kind(tb, f)};
  }
  const nf_alu_class class = (nf_alu_class)nf_tb_below(tb, NF_ALU_CLASSES);
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  return nf_alu_random_pair(f, class, random0, random1);
}

nf_alu_pair nf_alu_directed_pair(nf_alu_format f, uint64_t n) {
  return (nf_alu_pair){nf_alu_operand(f, (uint32_t)(n % NF_ALU_OPERANDS)),
                       nf_alu_operand(f, (uint32_t)(n / NF_ALU_OPERANDS % NF_ALU_OPERANDS))};
}

// Numbers that hurt one 16-bit format are given to the other one too, now and then.
static nf_alu_pair any_halves(nf_tb *tb, nf_alu_format f, nf_alu_format other) {
  const nf_alu_pair low = nf_alu_any_pair(tb, nf_tb_chance(tb, 10) ? other : f);
  const nf_alu_pair high = nf_alu_any_pair(tb, nf_tb_chance(tb, 10) ? other : f);
  return nf_alu_couple((nf_alu_coupling)nf_tb_below(tb, NF_ALU_COUPLINGS), low, high);
}

nf_alu_pair nf_alu_any_words(nf_tb *tb, unsigned dtype) {
  const uint64_t random0 = nf_tb_rand(tb), random1 = nf_tb_rand(tb);
  switch (dtype) {
  case NF_DTYPE_F32:
    return nf_alu_any_pair(tb, nf_alu_f32);
  case NF_DTYPE_F16:
    return any_halves(tb, nf_alu_f16, nf_alu_bf16);
  case NF_DTYPE_BF16:
    return any_halves(tb, nf_alu_bf16, nf_alu_f16);
  default:
    return nf_alu_random_integers(random0, random1);
  }
}

// -------------------------------------------------------------------------------------------------
// Cells
// -------------------------------------------------------------------------------------------------
enum { CODES = 16 }; // of ops, and of types

size_t nf_alu_cells(bool halves, const nf_alu_cell **cells) {
  static nf_alu_cell list[2][CODES * CODES];
  static size_t count[2];
  if (count[halves] == 0)
    for (unsigned code = 0; code < CODES * CODES; ++code)
      if (nf_op_built(code % CODES, code / CODES, halves, false))
        list[halves][count[halves]++] = (nf_alu_cell){code % CODES, (uint8_t)(code / CODES)};
  *cells = list[halves];
  return count[halves];
}

nf_alu_cell nf_alu_any_cell(nf_tb *tb, bool halves) {
  if (nf_tb_chance(tb, 10))
    return (nf_alu_cell){(uint8_t)nf_tb_below(tb, CODES), (uint8_t)nf_tb_below(tb, CODES)};
  const nf_alu_cell *cells;
  const size_t count = nf_alu_cells(halves, &cells);
  return cells[nf_tb_below(tb, count)];
}

// -------------------------------------------------------------------------------------------------
// Coverage points
// -------------------------------------------------------------------------------------------------
#define OP(code, name) [NF_RED_OP_##code] = name,
#define DTYPE(code, name) [NF_DTYPE_##code] = name,

void nf_alu_cover_cell(nf_tb *tb, unsigned red_op, unsigned dtype) {
  static const char *const ops[CODES] = {NF_NAMED_LANE_OPS(OP, OP)};
  static const char *const types[CODES] = {NF_NAMED_LANE_DTYPES(DTYPE, DTYPE)};
  static char names[CODES][CODES][16]; // the driver keeps the pointer
  char *const name = names[dtype][red_op];
  if (name[0] == '\0')
    snprintf(name, sizeof names[0][0], "%s %s", types[dtype], ops[red_op]);
  nf_tb_cover(tb, name);
}

void nf_alu_cover_flags(nf_tb *tb, unsigned flags) {
  if (flags & NF_FP_INVALID)
    nf_tb_cover(tb, "invalid");
  if (flags & NF_FP_OVERFLOW)
    nf_tb_cover(tb, "overflow");
  if (flags & NF_FP_INEXACT)
    nf_tb_cover(tb, "inexact");
}
