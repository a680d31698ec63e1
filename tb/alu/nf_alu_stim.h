// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Operands that hurt, shared by the tests of the ALU room: a directed set for each format, random
// pairs by class, pairs of words of two elements, and integers around the ends of their ranges.
// Pure functions of their arguments: randomness is handed in.
#ifndef NF_ALU_STIM_H
#define NF_ALU_STIM_H

#include <stdint.h>

// A binary format; the names of the adder's parameters.
typedef struct {
  uint32_t ExpBits, ManBits;
} nf_alu_format;

// The directed set: both signs, 15 exponents (zero, the smallest, around the distance of a whole
// significand, around one, the largest, all ones), 7 fractions (ends, middle, their neighbours).
enum { NF_ALU_OPERANDS = 2 * 15 * 7 };
uint32_t nf_alu_operand(nf_alu_format f, uint32_t index); // index 0 .. NF_ALU_OPERANDS-1

typedef enum {
  NF_ALU_UNIFORM,      // all bits
  NF_ALU_NEAR,         // exponents at most two apart
  NF_ALU_DISTANCE,     // exponents as far apart as a significand is long
  NF_ALU_SUBNORMAL,    // exponents 0 to 3
  NF_ALU_CANCELLATION, // b within a few units of -a
  NF_ALU_TIE,          // b about half a unit in the last place of a
  NF_ALU_OVERFLOW,     // same sign, largest exponents
  NF_ALU_SPECIAL,      // one operand of the directed set
  NF_ALU_CLASSES
} nf_alu_class;

extern const char *const nf_alu_class_name[NF_ALU_CLASSES];

typedef struct {
  uint32_t a, b;
} nf_alu_pair;

// The pair of a class that two random words choose.
nf_alu_pair nf_alu_random_pair(nf_alu_format f, nf_alu_class class, uint64_t random0,
                               uint64_t random1);

typedef enum {
  NF_ALU_APART,     // each half its own pair
  NF_ALU_TWINS,     // the low pair in both halves
  NF_ALU_CROSSED,   // the high half has the low pair, the other way round
  NF_ALU_LOW_ALONE, // the other half is all zeros and must stay so
  NF_ALU_HIGH_ALONE,
  NF_ALU_COUPLINGS
} nf_alu_coupling;

// Words of two 16-bit elements, made of a pair for each half.
nf_alu_pair nf_alu_couple(nf_alu_coupling coupling, nf_alu_pair low, nf_alu_pair high);

// Words that are integers: any bits, equal ones, a few units apart, the ends of the ranges, and
// sums a few units from the largest unsigned, the largest signed and the least signed number.
nf_alu_pair nf_alu_random_integers(uint64_t random0, uint64_t random1);

#endif
