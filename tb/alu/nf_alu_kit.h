// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the block tests of the ALU room share: how a pipeline is fed and stopped, operands for every
// type, the cells of the table of ops and types, coverage points.
#ifndef NF_ALU_KIT_H
#define NF_ALU_KIT_H

#include "nf_alu_stim.h"
#include "nf_tb.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const nf_alu_format nf_alu_f32 = {.ExpBits = 8, .ManBits = 23};
static const nf_alu_format nf_alu_f16 = {.ExpBits = 5, .ManBits = 10};
static const nf_alu_format nf_alu_bf16 = {.ExpBits = 8, .ManBits = 7};

// The first member of a test's context: when operands come and when the pipeline moves.
typedef struct {
  nf_pace operands, enable;
} nf_alu_traffic;

// Starts of a scenario whose context begins with an nf_alu_traffic.
void nf_alu_steady(nf_tb *tb, void *ctx); // a pair in every cycle, never stopped
void nf_alu_uneven(nf_tb *tb, void *ctx); // gaps and stops

// What an element is; in the order of the bins of crosses.
typedef enum {
  NF_ALU_ZERO,
  NF_ALU_SUBNORMAL_KIND,
  NF_ALU_NORMAL,
  NF_ALU_INFINITY,
  NF_ALU_QUIET_NAN,
  NF_ALU_SIGNALING_NAN,
  NF_ALU_KINDS
} nf_alu_kind;
nf_alu_kind nf_alu_kind_of(nf_alu_format f, uint32_t bits);

// A pair of one element each, of a class at random.
nf_alu_pair nf_alu_any_pair(nf_tb *tb, nf_alu_format f);
// The n-th pair of all pairs of the directed set, again from the first one after the last.
enum { NF_ALU_DIRECTED = NF_ALU_OPERANDS * NF_ALU_OPERANDS };
nf_alu_pair nf_alu_directed_pair(nf_alu_format f, uint64_t n);
// A pair of words for a type, NF_DTYPE_*; for a code that is none, any bits.
nf_alu_pair nf_alu_any_words(nf_tb *tb, unsigned dtype);

// The pairs of op and type that a lane has, in the order of their codes.
typedef struct {
  uint8_t red_op, dtype;
} nf_alu_cell;
size_t nf_alu_cells(bool halves, const nf_alu_cell **cells);
// One of them; now and then any codes.
nf_alu_cell nf_alu_any_cell(nf_tb *tb, bool halves);

// Coverage points: a cell was worked on, and the flags that are set, NF_FP_*.
void nf_alu_cover_cell(nf_tb *tb, unsigned red_op, unsigned dtype);
void nf_alu_cover_flags(nf_tb *tb, unsigned flags);

#endif
