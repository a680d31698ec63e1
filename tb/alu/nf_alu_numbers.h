// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Numbers of the format under test, P_ExpBits and P_ManBits, as bit patterns.
#ifndef NF_ALU_NUMBERS_H
#define NF_ALU_NUMBERS_H

#include "nf_alu_stim.h"

#include <stdint.h>

static const nf_alu_format format = {.ExpBits = P_ExpBits, .ManBits = P_ManBits};

enum { BIAS = (1 << (P_ExpBits - 1)) - 1, TOP = (1 << P_ExpBits) - 1, ULP = 1 };
#define EXP(e) ((uint32_t)(e) << P_ManBits)
#define SIGN (UINT32_C(1) << (P_ExpBits + P_ManBits))
#define INF EXP(TOP)
#define QUIET (UINT32_C(1) << (P_ManBits - 1))
#define NAN_ (INF | QUIET)
#define LARGEST (INF - ULP)
#define ONE EXP(BIAS)
#define TWO EXP(BIAS + 1)
#define HALF_ULP_OF_ONE EXP(BIAS - P_ManBits - 1)
#define HALF_ULP_OF_LARGEST EXP(TOP - 1 - P_ManBits - 1)

#endif
