// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Operands and sums pass through volatile objects: no addition is made by the compiler, and none is
// fused with another.
#include "nf_host_sum.h"

#include "alu/nf_fp_add.h"
#include "common/nf_defs.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static float as_float(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

static uint32_t add_f32(uint32_t a, uint32_t b, uint8_t *flags) {
  volatile float x = as_float(a), y = as_float(b), sum;
  feclearexcept(FE_ALL_EXCEPT);
  sum = x + y;
  const int raised = fetestexcept(FE_ALL_EXCEPT);
  *flags |= (uint8_t)((raised & FE_INVALID ? NF_FP_INVALID : 0) |
                      (raised & FE_OVERFLOW ? NF_FP_OVERFLOW : 0) |
                      (raised & FE_INEXACT ? NF_FP_INEXACT : 0));
  const float f = sum;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}

// A bfloat16 is the upper half of a binary32. Its sum is rounded to binary32 and then to bfloat16,
// which is the same as once: 24 digits are more than twice 8, and 2.
static uint32_t add_bf16(uint32_t a, uint32_t b, uint8_t *flags) {
  const uint32_t sum = add_f32(a << 16, b << 16, flags), rest = sum & 0xffff;
  uint32_t bits = sum >> 16;
  if (rest == 0)
    return bits;
  bits += rest > 0x8000 || (rest == 0x8000 && bits % 2 == 1);
  *flags |= NF_FP_INEXACT;
  if ((bits & 0x7fff) == 0x7f80)
    *flags |= NF_FP_OVERFLOW;
  return bits;
}

static bool is_signaling(uint32_t h) { return (h & 0x7fff) > 0x7c00 && !(h & 0x200); }

static double half_value(uint32_t h) {
  const int exp = (int)(h >> 10 & 31), man = (int)(h & 1023);
  const double size =
      exp == 31 ? (man ? NAN : INFINITY) : ldexp(exp ? man + 1024 : man, (exp ? exp : 1) - 25);
  return h >> 15 ? -size : size;
}

// The sum of two binary16 is exact in binary64; it is rounded here, to the even one of two.
static uint32_t add_f16(uint32_t a, uint32_t b, uint8_t *flags) {
  volatile double x = half_value(a), y = half_value(b), sum = x + y;
  if (is_signaling(a) || is_signaling(b) || (isinf(x) && isinf(y) && x != y))
    *flags |= NF_FP_INVALID;
  if (isnan(sum))
    return 0x7e00;
  const uint32_t sign = signbit(sum) ? 0x8000 : 0;
  const double size = fabs(sum);
  if (isinf(size))
    return sign | 0x7c00;
  if (size == 0)
    return sign;
  const int exp = ilogb(size) < -14 ? -14 : ilogb(size);
  const double digits = ldexp(size, 10 - exp), rounded = nearbyint(digits);
  if (rounded != digits)
    *flags |= NF_FP_INEXACT;
  const uint32_t bits = ((uint32_t)(exp + 14) << 10) + (uint32_t)rounded;
  if (bits < 0x7c00)
    return sign | bits;
  *flags |= NF_FP_OVERFLOW | NF_FP_INEXACT;
  return sign | 0x7c00;
}

static uint32_t add_integers(unsigned dtype, uint32_t a, uint32_t b, uint8_t *flags) {
  const bool is_signed = dtype == NF_DTYPE_S32SAT || dtype == NF_DTYPE_FIX32;
  const long long sum = is_signed ? (long long)(int32_t)a + (int32_t)b : (long long)a + b;
  const long long most = is_signed ? INT32_MAX : UINT32_MAX, least = is_signed ? INT32_MIN : 0;
  if (dtype == NF_DTYPE_U32 || dtype == NF_DTYPE_S32)
    return a + b;
  if (sum < least || sum > most)
    *flags |= NF_FP_OVERFLOW;
  return (uint32_t)(sum < least ? least : sum > most ? most : sum);
}

uint32_t nf_host_add(unsigned dtype, uint32_t a, uint32_t b, uint8_t *flags) {
  if (dtype == NF_DTYPE_F32)
    return add_f32(a, b, flags);
  if (dtype == NF_DTYPE_F16)
    return add_f16(a & 0xffff, b & 0xffff, flags) | add_f16(a >> 16, b >> 16, flags) << 16;
  if (dtype == NF_DTYPE_BF16)
    return add_bf16(a & 0xffff, b & 0xffff, flags) | add_bf16(a >> 16, b >> 16, flags) << 16;
  return add_integers(dtype, a, b, flags);
}

uint32_t nf_host_neutral(unsigned dtype) {
  return dtype == NF_DTYPE_F32                             ? UINT32_C(0x80000000)
         : dtype == NF_DTYPE_F16 || dtype == NF_DTYPE_BF16 ? UINT32_C(0x80008000)
                                                           : 0;
}

uint32_t nf_host_tree(unsigned dtype, const uint32_t *value, unsigned ports, uint8_t *flags) {
  if (ports == 1)
    return value[0];
  unsigned left = 1; // the largest power of two that leaves something
  while (2 * left < ports)
    left *= 2;
  const uint32_t a = nf_host_tree(dtype, value, left, flags);
  const uint32_t b = nf_host_tree(dtype, value + left, ports - left, flags);
  return nf_host_add(dtype, a, b, flags);
}
