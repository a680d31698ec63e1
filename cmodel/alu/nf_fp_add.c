// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One function for all formats, expanded for each fixed one: unpack, order, align, add, normalise,
// round and pack. The hardware rounds or normalises and never both; here a sum is first normalised
// and then rounded, so that the two check each other.
#include "nf_fp_add.h"

#include <stdbool.h>

// Guard, round and sticky bit below the significand.
enum { EXTRA = 3, HALF = 4, EXTRA_MASK = 7 };

// Each part is expanded in each format.
#define PART static inline __attribute__((always_inline))

// Bits of a format, and its infinity without the sign.
typedef struct {
  uint32_t man_bits, sign_bit, hidden, inf, quiet;
} format;

// A significand with its extra bits below, and its exponent.
typedef struct {
  uint32_t exp, sig;
} scaled;

// The larger magnitude is an infinity or a NaN.
PART uint32_t special(format f, uint32_t a, uint32_t size_a, uint32_t size_b, bool subtract,
                      uint8_t *flags) {
  const bool signaling =
      (size_a > f.inf && !(size_a & f.quiet)) || (size_b > f.inf && !(size_b & f.quiet));
  const bool opposite_inf = size_b == f.inf && size_a == f.inf && subtract;
  if (signaling || opposite_inf)
    *flags |= NF_FP_INVALID;
  return size_a > f.inf || opposite_inf ? f.inf | f.quiet : a;
}

// Unpack. Subnormal numbers have the scale of exponent 1 and no hidden bit.
PART scaled unpack(format f, uint32_t size) {
  const uint32_t exp = size >> f.man_bits;
  return (scaled){.exp = exp + !exp,
                  .sig = ((size & (f.hidden - 1)) | (exp ? f.hidden : 0)) << EXTRA};
}

// Align. What falls off stays in the sticky bit: without it a tie would be seen where there is
// none.
PART uint32_t align(uint32_t sig, uint32_t distance) {
  if (distance >= 32)
    return sig != 0;
  return sig >> distance | ((sig & ((UINT32_C(1) << distance) - 1)) != 0);
}

// Normalise: down by one after a carry, else up, but not below exponent 1.
PART scaled normalise(format f, scaled s) {
  const uint32_t top = f.hidden << EXTRA;
  if (s.sig >= 2 * top)
    return (scaled){.exp = s.exp + 1, .sig = s.sig >> 1 | (s.sig & 1)};
  if (s.sig >= top)
    return s;
  const uint32_t zeros = (uint32_t)__builtin_clz(s.sig) - (uint32_t)__builtin_clz(top);
  const uint32_t shift = zeros < s.exp - 1 ? zeros : s.exp - 1;
  return (scaled){.exp = s.exp - shift, .sig = s.sig << shift};
}

// Round and pack: the hidden bit, if there is one, adds the one that is missing in the exponent.
PART uint32_t round_pack(format f, uint32_t sign, scaled s, uint8_t *flags) {
  const uint32_t extra = s.sig & EXTRA_MASK;
  uint32_t size = ((s.exp - 1) << f.man_bits) + (s.sig >> EXTRA);
  size += extra > HALF || (extra == HALF && (size & 1));
  if (size >= f.inf) {
    *flags |= NF_FP_OVERFLOW | NF_FP_INEXACT;
    return sign | f.inf;
  }
  if (extra)
    *flags |= NF_FP_INEXACT;
  return sign | size;
}

// nf_fp_add_path without registers. UNDERFLOW never rises: a subnormal sum is exact, as nothing of
// two numbers of this format lies below its least one (part 5 of the RTL says why).
PART uint32_t add(uint32_t exp_bits, uint32_t man_bits, uint32_t a, uint32_t b, uint8_t *flags) {
  format f = {.man_bits = man_bits,
              .sign_bit = UINT32_C(1) << (exp_bits + man_bits),
              .hidden = UINT32_C(1) << man_bits};
  f.inf = f.sign_bit - f.hidden;
  f.quiet = f.hidden >> 1;

  // Order: a gets the larger magnitude.
  uint32_t size_a = a & (f.sign_bit - 1), size_b = b & (f.sign_bit - 1);
  const bool subtract = ((a ^ b) & f.sign_bit) != 0;
  if (size_a < size_b) {
    const uint32_t t = a;
    a = b;
    b = t;
    size_a = a & (f.sign_bit - 1);
    size_b = b & (f.sign_bit - 1);
  }
  const uint32_t sign = a & f.sign_bit;
  if (size_a >= f.inf)
    return special(f, a, size_a, size_b, subtract, flags);

  scaled sum = unpack(f, size_a);
  const scaled small = unpack(f, size_b);
  const uint32_t aligned = align(small.sig, sum.exp - small.exp);
  sum.sig = subtract ? sum.sig - aligned : sum.sig + aligned;
  if (sum.sig == 0)
    return subtract ? 0 : sign;
  return round_pack(f, sign, normalise(f, sum), flags);
}

// The NF_PARAMs of nf_fp_add_path.
nf_status nf_fp_add_check(const nf_fp_add_cfg *cfg) {
  if (cfg->ExpBits < 4 || cfg->ExpBits > 8)
    return "nf_fp_add: ExpBits must be 4..8";
  if (cfg->ManBits < 4 || cfg->ManBits > 23)
    return "nf_fp_add: ManBits must be 4..23";
  // The RTL counts up to ManBits + 1 leading zeros in fewer bits than the exponent has.
  if (cfg->ManBits + 2 > UINT32_C(1) << (cfg->ExpBits - 1))
    return "nf_fp_add: ManBits must not exceed 2^(ExpBits-1) - 2";
  return NF_OK;
}

// u_path with Stages = 0.
void nf_fp_add_eval(const nf_fp_add_cfg *cfg, const nf_fp_add_in *in, nf_fp_add_out *out) {
  uint8_t flags = 0;
  out->result = add(cfg->ExpBits, cfg->ManBits, in->a, in->b, &flags);
  out->flags = flags;
}

// Each format with its own constants, as each u_add_* has its own parameters.
uint32_t nf_fp_add_f32(uint32_t a, uint32_t b, uint8_t *flags) { return add(8, 23, a, b, flags); }

// u_add_f16 of nf_alu_lane.
uint16_t nf_fp_add_f16(uint16_t a, uint16_t b, uint8_t *flags) {
  return (uint16_t)add(5, 10, a, b, flags);
}

// u_add_bf16 of nf_alu_lane.
uint16_t nf_fp_add_bf16(uint16_t a, uint16_t b, uint8_t *flags) {
  return (uint16_t)add(8, 7, a, b, flags);
}
