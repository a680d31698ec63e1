// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Floating-point numbers outside their format, and rounding into one: integers only, no host
// floating point. Every width, mode and flaw that a fabric may have is a member of tr_width and
// tr_rules, so that one function models them all.
#ifndef TR_NUMBER_H
#define TR_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// -------------------------------------------------------------------------------------------------
// Types of elements
// -------------------------------------------------------------------------------------------------
// TR_E4M3 and TR_E5M2 are the OCP 8-bit types: E4M3 has no infinity and one NaN a sign.
typedef enum { TR_F32, TR_BF16, TR_F16, TR_F64, TR_E4M3, TR_E5M2, TR_TYPES } tr_type;

typedef struct {
  const char *name;       // as in --dtype
  const char *descr;      // of the .npy file; bf16 and fp8 travel as unsigned integers
  unsigned bytes;         // of an element
  unsigned man_bits;      // fraction bits, without the hidden one
  unsigned exp_bits;      // exponent bits
  int emin, emax;         // exponents of the least and of the largest normal number
  uint64_t sign, largest; // bits: the sign alone; the largest finite number
  uint64_t infinity;      // bits; 0: the type has none
  uint64_t nan, quiet;    // the canonical quiet NaN; the bit that makes a NaN quiet, 0: none does
} tr_format;

const tr_format *tr_format_of(tr_type type);
// Looks a name up; false: there is no such type.
bool tr_type_parse(tr_type *type, const char *name);

uint64_t tr_load(const void *array, tr_type type, size_t index);
void tr_store(void *array, tr_type type, size_t index, uint64_t bits);

bool tr_is_nan(tr_type type, uint64_t bits);
bool tr_is_finite(tr_type type, uint64_t bits);
// The bits of (-1)^neg * man * 2^exp, which the type must hold exactly.
uint64_t tr_make(tr_type type, bool neg, uint64_t man, int exp);

// -------------------------------------------------------------------------------------------------
// Numbers
// -------------------------------------------------------------------------------------------------
typedef enum { TR_ZERO, TR_FINITE, TR_INF, TR_NAN } tr_class;

// sig * 2^(exp - 63) with the top bit of sig set, when the class is TR_FINITE.
typedef struct {
  tr_class kind;
  bool neg;
  int exp;
  uint64_t sig;
} tr_num;

// What a sum is kept in: p bits of significand (1..64), exponents of its normal numbers.
typedef struct {
  unsigned p;
  int emin, emax;
  uint64_t top; // significand of the largest number, its top bit set
  bool inf;     // an overflow has an infinity to go to; a NaN otherwise
} tr_width;

typedef enum {
  TR_EVEN,  // nearest, ties to even
  TR_AWAY,  // nearest, ties away from zero
  TR_TRUNC, // toward zero
  TR_OUT,   // away from zero
  TR_UP,
  TR_DOWN,
  TR_ODD,   // to the neighbour with an odd significand
  TR_MODES, // modes above are functions of their operands
  TR_STOCHASTIC = TR_MODES
} tr_mode;
const char *tr_mode_name(tr_mode mode);
bool tr_mode_parse(tr_mode *mode, const char *name);

typedef enum {
  TR_OVER_IEEE,     // by the mode: infinity, or the largest number where it rounds toward zero
  TR_OVER_INF,      // always infinity (NaN in a type without)
  TR_OVER_SATURATE, // always the largest number
  TR_OVERS
} tr_over;
typedef enum {
  TR_ZERO_IEEE,  // -0 only as sum of nothing but -0 (toward -infinity: of anything that cancels)
  TR_ZERO_START, // the sum begins with +0, so -0 and -0 give +0
  TR_ZERO_PLUS,  // no result is -0
  TR_ZEROS
} tr_zero;

typedef struct {
  bool flush_in;  // subnormal operands count as zeros (DAZ)
  bool flush_out; // subnormal results become zeros of their sign (FTZ)
  tr_over over;
  tr_zero zero;
} tr_rules;

// Exceptions of IEEE 754-2019, clause 7, with TestFloat's numbers. Tininess is detected after
// rounding.
enum { TR_INEXACT = 1, TR_UNDERFLOW = 2, TR_OVERFLOW = 4, TR_INVALID = 16 };

// What a computation asks for and leaves behind. Stochastic rounding asks which neighbour to take:
// bit n of `choice` for the n-th inexact rounding, or, with `draw`, chance: up with the probability
// of the remainder. Flags that it raises are ORed into `flags`. NULL instead of one: nobody asks.
typedef struct {
  uint64_t choice;
  unsigned count;
  uint64_t *draw; // state of the generator; NULL: `choice` decides
  unsigned flags;
} tr_env;

tr_width tr_width_of(tr_type type);
tr_width tr_width_bits(unsigned p); // p bits and any exponent

tr_num tr_unpack(tr_type type, uint64_t bits, bool flush);
// A number that has the type's width already.
uint64_t tr_pack(tr_type type, const tr_num *x);
// x in another width.
tr_num tr_round(const tr_num *x, const tr_width *w, tr_mode mode, const tr_rules *r, tr_env *d);
// a + b, rounded once.
tr_num tr_add(const tr_num *a, const tr_num *b, const tr_width *w, tr_mode mode, const tr_rules *r,
              tr_env *d);
// The sum of n numbers, rounded once (exact.h holds it meanwhile).
tr_num tr_sum(const tr_num *x, size_t n, const tr_width *w, tr_mode mode, const tr_rules *r,
              tr_env *d);

// The NaN of an invalid sum, whose flag it raises.
tr_num tr_invalid(tr_env *d);

// What tr_add and tr_sum end with: (-1)^neg * sig * 2^(exp - 127), the top bit of sig set, and
// whether anything but zeros stands below.
typedef struct {
  bool neg, sticky;
  int exp;
  unsigned __int128 sig;
} tr_raw;
tr_num tr_round_raw(const tr_raw *x, const tr_width *w, tr_mode mode, const tr_rules *r, tr_env *d);

// A generator of 64-bit numbers for probes and dice (Steele, Lea, Flood: SplitMix, OOPSLA 2014).
uint64_t tr_random(uint64_t *state);

#ifdef __cplusplus
}
#endif

#endif
