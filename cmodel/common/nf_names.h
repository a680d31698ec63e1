// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_defs.py from rtl/common/nf_defs.toml; change that.
// Ops and types by their names on a command line: FIRST takes the first row, NEXT the others.
#ifndef NF_NAMES_H
#define NF_NAMES_H

#include "nf_defs.h"

// clang-format off
// All ops.
#define NF_NAMED_OPS(FIRST, NEXT) \
  FIRST(ADD, "sum") \
  NEXT(MIN, "min") \
  NEXT(MAX, "max") \
  NEXT(AND, "and") \
  NEXT(OR, "or") \
  NEXT(XOR, "xor") \
  NEXT(AVG, "avg")

// All types.
#define NF_NAMED_DTYPES(FIRST, NEXT) \
  FIRST(F32, "f32") \
  NEXT(U32, "u32") \
  NEXT(S32, "s32") \
  NEXT(U32SAT, "u32sat") \
  NEXT(S32SAT, "s32sat") \
  NEXT(FIX32, "fix32") \
  NEXT(F16, "f16x2") \
  NEXT(BF16, "bf16x2") \
  NEXT(F16_F32, "f16x2-f32") \
  NEXT(BF16_F32, "bf16x2-f32") \
  NEXT(F32X, "f32x") \
  NEXT(F16X, "f16x2x") \
  NEXT(BF16X, "bf16x2x")

// Ops of an ALU without wide sums.
#define NF_NAMED_LANE_OPS(FIRST, NEXT) \
  FIRST(ADD, "sum") \
  NEXT(MIN, "min") \
  NEXT(MAX, "max") \
  NEXT(AND, "and") \
  NEXT(OR, "or") \
  NEXT(XOR, "xor")

// Types that it has ops for.
#define NF_NAMED_LANE_DTYPES(FIRST, NEXT) \
  FIRST(F32, "f32") \
  NEXT(U32, "u32") \
  NEXT(S32, "s32") \
  NEXT(U32SAT, "u32sat") \
  NEXT(S32SAT, "s32sat") \
  NEXT(FIX32, "fix32") \
  NEXT(F16, "f16x2") \
  NEXT(BF16, "bf16x2")

// clang-format on

#endif
