// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The instructions as the assembler and the disassembler know them: names, and operands in written
// order.
#ifndef NF_ACE_OPCODES_H
#define NF_ACE_OPCODES_H

#include <stdint.h>

// Operands, one letter each.
//   control     d rd   s rs   t rt   i imm, 16 bit   b imm, 8 bit   j imm, an address   g imm,
//   GET_*
//               q imm, a queue pair
//   transfers   I qin   O qout   R area and register that are read   W ... written   L length
//   register
typedef struct {
  const char *name;
  uint8_t op; // NF_ACE_OP_*
  const char *operands;
} nf_as_opcode;

extern const nf_as_opcode nf_as_opcodes[]; // the last has no name
extern const char *const nf_as_get[];      // names of GET_*; the last is NULL

enum { NF_AS_QP_REGISTER = 0x80 }; // in a queue pair: taken from the register of its low bits

// Bit 31 of a word.
static inline int nf_as_is_transfer(uint8_t op) { return op >> 4; }

#endif
