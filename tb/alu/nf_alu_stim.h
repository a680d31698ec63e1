// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Operands that hurt, shared by the tests of the ALU room: a directed set for each format, and
// random pairs by class. Pure functions of their arguments: randomness is handed in.
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

#endif
