// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sets of numbers whose sum depends on the order when each addition rounds, with the correctly
// rounded exact sum of each set. The sums are made in long integers, one term after the other and
// rounded once at the end; no line is shared with the sums under test.
#ifndef NF_ORDER_SETS_H
#define NF_ORDER_SETS_H

#include "alu/nf_exact_stim.h"

enum {
  ORDER_TERMS = 16, // of the largest set
  ORDER_LANES = 64, // numbers in the longest packet
  ORDER_KINDS = 9,
  ORDER_POOL = 64 * ORDER_KINDS
};

// Set i of a pool is of kind i % ORDER_KINDS.
typedef enum {
  ORDER_CANCEL,      // huge ones that cancel, and small ones
  ORDER_INTEGERS,    // small whole numbers: no sum is rounded
  ORDER_SUBNORMAL,   // subnormal numbers, and the least normal ones
  ORDER_TIES,        // half a unit of the last place, with next to nothing beside it
  ORDER_SPECIALS,    // infinities and NaNs
  ORDER_MINUS_ZEROS, // -0 alone; in some sets one +0
  ORDER_EXPONENTS,   // all exponents
  ORDER_NEAR,        // exponents near each other
  ORDER_LARGEST      // sums that overflow, in some orders or in all
} order_kind;

typedef struct {
  uint32_t term[ORDER_TERMS]; // in the low bits
  uint32_t sum;
  uint8_t flags; // header flags of the sum
} order_set;

typedef struct {
  unsigned dtype, terms;
  order_set set[ORDER_POOL];
} order_pool;

// Numbers of a type in a packet of 8 flits.
unsigned order_lanes(unsigned dtype);
void order_pool_make(order_pool *pool, unsigned dtype, unsigned terms, uint64_t *random);
// A number of the type as binary32, exactly.
uint32_t order_widened(unsigned dtype, uint32_t bits);
// The sums in a packet, made by nf_exact, in the format of the pool.
uint32_t order_round(unsigned dtype, const nf_exact *sum, uint8_t *flags);

// How many orders n terms have; the order with this number; an order at random.
unsigned order_count(unsigned n);
void order_numbered(uint8_t order[ORDER_TERMS], unsigned n, unsigned number);
void order_random(uint8_t order[ORDER_TERMS], unsigned n, uint64_t *random);

#endif
