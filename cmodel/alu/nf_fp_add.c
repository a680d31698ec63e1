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

// nf_fp_add_path without registers. UNDERFLOW never rises: a subnormal sum is exact, as nothing of
// two numbers of this format lies below its least one (part 5 of the RTL says why).
static inline __attribute__((always_inline)) uint32_t add(uint32_t exp_bits, uint32_t man_bits,
                                                          uint32_t a, uint32_t b, uint8_t *flags) {
  const uint32_t sign_bit = UINT32_C(1) << (exp_bits + man_bits);
  const uint32_t hidden = UINT32_C(1) << man_bits;
  const uint32_t inf = sign_bit - hidden;
  const uint32_t quiet = hidden >> 1;
  const uint32_t nan = inf | quiet;

  // Order: a gets the larger magnitude.
  uint32_t size_a = a & (sign_bit - 1), size_b = b & (sign_bit - 1);
  const bool subtract = ((a ^ b) & sign_bit) != 0;
  if (size_a < size_b) {
    const uint32_t t = a;
    a = b;
    b = t;
    size_a = a & (sign_bit - 1);
    size_b = b & (sign_bit - 1);
  }
  const uint32_t sign = a & sign_bit;

  if (size_a >= inf) {
    const bool signaling =
        (size_a > inf && !(size_a & quiet)) || (size_b > inf && !(size_b & quiet));
    const bool opposite_inf = size_b == inf && size_a == inf && subtract;
    if (signaling || opposite_inf)
      *flags |= NF_FP_INVALID;
    return size_a > inf || opposite_inf ? nan : a;
  }

  // Align. Subnormal numbers have the scale of exponent 1 and no hidden bit.
  uint32_t exp = size_a >> man_bits, exp_b = size_b >> man_bits;
  uint32_t sig = ((size_a & (hidden - 1)) | (exp ? hidden : 0)) << EXTRA;
  uint32_t sig_b = ((size_b & (hidden - 1)) | (exp_b ? hidden : 0)) << EXTRA;
  exp += !exp;
  exp_b += !exp_b;
  const uint32_t distance = exp - exp_b;
  // What falls off stays in the sticky bit: without it a tie would be seen where there is none.
  if (distance < 32)
    sig_b = sig_b >> distance | ((sig_b & ((UINT32_C(1) << distance) - 1)) != 0);
  else
    sig_b = sig_b != 0;

  // Sum.
  sig = subtract ? sig - sig_b : sig + sig_b;
  if (sig == 0)
    return subtract ? 0 : sign;

  // Normalise: down by one after a carry, else up, but not below exponent 1.
  const uint32_t top = hidden << EXTRA;
  if (sig >= 2 * top) {
    sig = sig >> 1 | (sig & 1);
    ++exp;
  } else if (sig < top) {
    const uint32_t zeros = (uint32_t)__builtin_clz(sig) - (uint32_t)__builtin_clz(top);
    const uint32_t shift = zeros < exp - 1 ? zeros : exp - 1;
    sig <<= shift;
    exp -= shift;
  }

  // Round and pack: the hidden bit, if there is one, adds the one that is missing in the exponent.
  const uint32_t extra = sig & EXTRA_MASK;
  uint32_t size = ((exp - 1) << man_bits) + (sig >> EXTRA);
  size += extra > HALF || (extra == HALF && (size & 1));
  if (size >= inf) {
    *flags |= NF_FP_OVERFLOW | NF_FP_INEXACT;
    return sign | inf;
  }
  if (extra)
    *flags |= NF_FP_INEXACT;
  return sign | size;
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
