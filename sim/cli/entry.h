// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One reduction table with one entry in use: words go in one by one, their reduction comes out.
// The golden model, or the Verilated table with the model beside it, every output compared in every
// cycle. The table stands at the port of an endpoint, or between two switches.
#ifndef NF_SIM_ENTRY_H
#define NF_SIM_ENTRY_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nf_entry nf_entry;

enum { NF_ENTRY_MAX_WORDS = 65535 }; // counts are 16 bits wide

typedef struct {
  uint32_t word;
  uint8_t flags; // bit numbers NF_FLAG_*
} nf_entry_result;

int nf_entry_open(nf_entry **t, bool rtl, nf_err *e);
// Reduces the n words in this order, 1 <= n <= NF_ENTRY_MAX_WORDS: reduction writes of one flit.
int nf_entry_reduce(nf_entry *t, uint8_t op, uint8_t dtype, const uint32_t *words, size_t n,
                    nf_entry_result *result, nf_err *e);
// Cycles in which RTL and model were compared.
uint64_t nf_entry_compared(const nf_entry *t);
void nf_entry_close(nf_entry *t);

// The same by a tree of tables, as a pull reduction does it (KLENK IV-B): the words are cut into
// `groups` parts of nearly the same length, a table between two switches reduces each of them, and
// what leaves those tables is reduced by one more, at the port of the endpoint that asked.
// 1 <= groups <= n. Adds to *compared.
int nf_entry_tree(bool rtl, uint8_t op, uint8_t dtype, const uint32_t *words, size_t n,
                  size_t groups, nf_entry_result *result, uint64_t *compared, nf_err *e);

#endif
