// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sums of elements as the processor of the test makes them, in the order of ports that the
// accelerator has: ((0+1)+(2+3))+((4+5)+(6+7)). No part of the ALU's models is in it.
#ifndef NF_HOST_SUM_H
#define NF_HOST_SUM_H

#include <stdbool.h>
#include <stdint.h>

// a + b of a type, NF_DTYPE_*; the flags of the addition, NF_FP_*, are ORed into *flags.
uint32_t nf_host_add(unsigned dtype, uint32_t a, uint32_t b, uint8_t *flags);
// What changes no sum.
uint32_t nf_host_neutral(unsigned dtype);
// The sum over ports.
uint32_t nf_host_tree(unsigned dtype, const uint32_t *value, unsigned ports, uint8_t *flags);

#endif
