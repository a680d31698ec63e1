// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Exact sums of floating-point numbers: a fixed-point accumulator of 320 bits that takes every f32,
// and the rounding that ends a sum. The result does not depend on the order of the terms nor on how
// partial sums are grouped. Bit for bit what rtl/alu/nf_exact_*.sv do.
//
//   nf_exact sum = NF_EXACT_EMPTY;
//   nf_exact_add(&sum, x, &flags); ...
//   result = nf_exact_round(&sum, NF_EXACT_F32, 0, &flags);
#ifndef NF_EXACT_H
#define NF_EXACT_H

#include "common/nf_defs.h"
#include "nf_fp_add.h"
#include "nf_fp_widen.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a sum has seen that digits cannot say.
enum {
  NF_EXACT_NAN = 1,
  NF_EXACT_PLUS_INF = 2,
  NF_EXACT_MINUS_INF = 4,
  NF_EXACT_NOT_MINUS_ZERO = 8, // a term that is not -0
};

// The number is the sum over k of (seg[k] + saved carry into k) * 2^(32k), mod 2^320, in two's
// complement; its unit is 2^-149, the least f32. A sum with all members zero is empty.
typedef struct {
  uint32_t seg[NF_EXACT_SEGMENTS]; // lowest first
  uint16_t carry;                  // bit k-1: saved carry into segment k, 1..9
  uint8_t special;                 // NF_EXACT_NAN ...
} nf_exact;

#define NF_EXACT_EMPTY ((nf_exact){{0}, 0, 0})

typedef enum { NF_EXACT_F32, NF_EXACT_F16, NF_EXACT_BF16 } nf_exact_format;

// Adds an f32. Flags that it raises are ORed into *flags: only a signaling NaN raises one, INVALID.
void nf_exact_add(nf_exact *a, uint32_t f32, uint8_t *flags);

// A sum travels as NF_EXACT_PLANES words: the segments, then {special, carry}. Adding all planes of
// a sum, in any order, adds the sum. A plane past the last adds nothing.
enum { NF_EXACT_PLANES = NF_EXACT_SEGMENTS + 1 };
// Adds word `word` of plane `plane`.
void nf_exact_add_plane(nf_exact *a, unsigned plane, uint32_t word);
// Word of a plane, 0..NF_EXACT_PLANES - 1.
uint32_t nf_exact_plane(const nf_exact *a, unsigned plane);

// The sum * 2^-shift, shift 0..15, rounded once to nearest even; a binary16 or bfloat16 is in the
// low 16 bits. Flags that this raises are ORed into *flags; a NaN among the terms raises none here.
// A sum of -0 alone is -0; every other zero is +0. NaNs are canonical.
uint32_t nf_exact_round(const nf_exact *a, nf_exact_format format, unsigned shift, uint8_t *flags);

// -------------------------------------------------------------------------------------------------
// As the hardware sees it
// -------------------------------------------------------------------------------------------------
// All words of a sum: word p is plane p, so the words are the vector of the RTL's ports.
void nf_exact_to_words(const nf_exact *a, uint32_t words[NF_EXACT_PLANES]);
nf_exact nf_exact_from_words(const uint32_t words[NF_EXACT_PLANES]);

// What is to be added, packed in NF_EXACT_ADDEND_BITS: what goes into two neighbouring segments,
// and one bit for all segments above them.
enum {
  NF_EXACT_WINDOW_BITS = 55, // 54:0, a shifted significand: 24 bits moved by up to 31
  NF_EXACT_FILL_LSB = 55,    // 55, all bits above the window
  NF_EXACT_SEGMENT_LSB = 56, // 59:56, where the window begins: 0..9, or CARRIES or HOLD below
  NF_EXACT_SEGMENT_BITS = 4,
  NF_EXACT_SPECIAL_LSB = 60, // 63:60, NF_EXACT_NAN ...
  NF_EXACT_CARRIES = 10,     // as segment: the window's bits 8:0 are carries into segments 1..9
  NF_EXACT_HOLD = 15,        // as segment: the sum stays as it is, saved carries too
};
// addend_o of nf_exact_decode: of an f32, and of a plane's word. A signaling NaN ORs INVALID into
// *flags.
uint64_t nf_exact_decode_f32(uint32_t f32, uint8_t *flags);
uint64_t nf_exact_decode_plane(unsigned plane, uint32_t word);
// One addition of nf_exact_add: what one of the two above has made is added to *a.
void nf_exact_add_addend(nf_exact *a, uint64_t addend);

#ifdef __cplusplus
}
#endif

#endif
