// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_alu_stim.h"

const char *const nf_alu_class_name[NF_ALU_CLASSES] = {
    "uniform", "near exponents", "distance", "subnormal", "cancellation",
    "tie",     "overflow edge",  "special",
};

static uint32_t ones(uint32_t bits) { return (uint32_t)((UINT64_C(1) << bits) - 1); }

static uint32_t join(nf_alu_format f, uint32_t sign, uint32_t exp, uint32_t frac) {
  return sign << (f.ExpBits + f.ManBits) | (exp & ones(f.ExpBits)) << f.ManBits |
         (frac & ones(f.ManBits));
}

uint32_t nf_alu_operand(nf_alu_format f, uint32_t index) {
  const uint32_t m = f.ManBits, top = ones(f.ExpBits), bias = top >> 1;
  const uint32_t half = UINT32_C(1) << (m - 1);
  const uint32_t exps[15] = {0,        1,       2,        m,        m + 1,        m + 2,
                             bias - 1, bias,    bias + 1, bias + m, bias + m + 1, bias + m + 2,
                             top - 2,  top - 1, top};
  const uint32_t fracs[7] = {0, 1, half - 1, half, half + 1, ones(m) - 1, ones(m)};
  return join(f, index % 2, exps[index / 2 % 15], fracs[index / 30 % 7]);
}

nf_alu_pair nf_alu_random_pair(nf_alu_format f, nf_alu_class class, uint64_t random0,
                               uint64_t random1) {
  const uint32_t bits = 1 + f.ExpBits + f.ManBits, top = ones(f.ExpBits);
  const uint32_t sign_bit = UINT32_C(1) << (bits - 1);
  // The operands take the low halves, the choices the high ones.
  const uint32_t a = (uint32_t)random0 & ones(bits), b = (uint32_t)random1 & ones(bits);
  const uint32_t pick0 = (uint32_t)(random0 >> 32), pick1 = (uint32_t)(random1 >> 32);
  const uint32_t exp_a = a >> f.ManBits & top, sign_b = b >> (bits - 1);

  switch (class) {
  case NF_ALU_NEAR:
    return (nf_alu_pair){a, join(f, sign_b, exp_a + pick0 % 5 - 2, b)};
  case NF_ALU_DISTANCE:
    return (nf_alu_pair){a, join(f, sign_b, exp_a - pick0 % (f.ManBits + 6), b)};
  case NF_ALU_SUBNORMAL:
    return (nf_alu_pair){join(f, a >> (bits - 1), pick0 % 4, a), join(f, sign_b, pick1 % 4, b)};
  case NF_ALU_CANCELLATION:
    return (nf_alu_pair){a, ((a ^ sign_bit) + pick0 % 33 - 16) & ones(bits)};
  case NF_ALU_TIE: {
    // Half a unit exactly, or its neighbours; the distance may be one more or one less.
    const uint32_t fracs[4] = {0, 0, 1, ones(f.ManBits)};
    return (nf_alu_pair){a, join(f, sign_b, exp_a - f.ManBits - pick0 % 3, fracs[pick1 % 4])};
  }
  case NF_ALU_OVERFLOW:
    return (nf_alu_pair){join(f, sign_b, top - 1 - pick0 % 2, a),
                         join(f, sign_b, top - 1 - pick1 % (f.ManBits + 3), b)};
  case NF_ALU_SPECIAL: {
    const uint32_t operand = nf_alu_operand(f, pick1 % NF_ALU_OPERANDS);
    return pick0 & 1 ? (nf_alu_pair){a, operand} : (nf_alu_pair){operand, b};
  }
  default:
    return (nf_alu_pair){a, b};
  }
}

nf_alu_pair nf_alu_couple(nf_alu_coupling coupling, nf_alu_pair low, nf_alu_pair high) {
  static const nf_alu_pair zeros = {0, 0};
  if (coupling == NF_ALU_TWINS)
    high = low;
  else if (coupling == NF_ALU_CROSSED)
    high = (nf_alu_pair){low.b, low.a};
  else if (coupling == NF_ALU_LOW_ALONE)
    high = zeros;
  else if (coupling == NF_ALU_HIGH_ALONE)
    low = zeros;
  return (nf_alu_pair){high.a << 16 | low.a, high.b << 16 | low.b};
}

nf_alu_pair nf_alu_random_integers(uint64_t random0, uint64_t random1) {
  static const uint32_t ends[] = {0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
  enum { ENDS = sizeof ends / sizeof ends[0] };
  const uint32_t a = (uint32_t)random0, b = (uint32_t)random1;
  const uint32_t pick = (uint32_t)(random0 >> 32), few = (uint32_t)(random1 >> 32) % 5 - 2;
  switch (pick % 8) {
  case 0:
    return (nf_alu_pair){a, b};
  case 1:
    return (nf_alu_pair){a, a};
  case 2:
    return (nf_alu_pair){a, a + few};
  case 3:
    return (nf_alu_pair){ends[a % ENDS], ends[b % ENDS]};
  case 4:
    return pick & 8 ? (nf_alu_pair){ends[a % ENDS], b} : (nf_alu_pair){a, ends[b % ENDS]};
  case 5:
    return (nf_alu_pair){a, UINT32_MAX - a + few};
  case 6: // of two positive numbers; of any sign where a is negative
    return (nf_alu_pair){a, INT32_MAX - a + few};
  default:
    return (nf_alu_pair){a, UINT32_C(0x80000000) - a + few};
  }
}
