// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Words of a program store back to text that assembles to the same words.
#ifndef NF_ACE_DISASSEMBLE_H
#define NF_ACE_DISASSEMBLE_H

#include <stddef.h>
#include <stdint.h>

enum { NF_AS_LINE = 80 }; // characters that any instruction takes, with the end

// One instruction, jump targets as numbers: "rrcs 0x13, src[r1], dst[r1], 0x02, r0". A word that is
// no instruction becomes ".word 0x........". Returns text.
const char *nf_as_text(char text[NF_AS_LINE], uint32_t word);

// A whole program with labels at its jump targets; to be freed, NULL without memory.
char *nf_as_disassemble(const uint32_t *word, unsigned words, unsigned base);

#endif
