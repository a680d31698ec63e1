// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The sum of a column: payloads of the ports in the order of the aggregator's tree, pairs of
// neighbours: ((0+1)+(2+3))+((4+5)+(6+7)).
#ifndef NF_NR_TREE_H
#define NF_NR_TREE_H

#include <stdbool.h>
#include <stdint.h>

enum { NF_NR_LANES = 256 }; // words of 4 bytes in a payload

typedef struct {
  const uint8_t *payload; // NULL: not a summand
  unsigned size;          // bytes; behind them the neutral element stands in
} nf_nr_operand;

// True for the types that lanes of the accelerator can add.
bool nf_nr_dtype_adds(uint8_t dtype);
// Adds up `words` words, by the golden functions of the ALU. The first `skip` words are those of
// the first summand.
void nf_nr_tree_sum(uint32_t *sum, const nf_nr_operand *operand, unsigned ports, unsigned words,
                    unsigned skip, uint8_t dtype);

#endif
