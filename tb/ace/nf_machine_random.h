// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Random programs for the test of the machine.
#ifndef NF_MACHINE_RANDOM_H
#define NF_MACHINE_RANDOM_H

#include "nf_tb.h"

// Writes a program that ends, at place `at`: a loop of transfers, tokens, sums and jumps ahead, in
// a chunk with rooms of 64 packets or more. It takes 8 words or more, no more than `room`; returns
// the place after it.
unsigned nf_machine_program(nf_tb *tb, uint32_t *store, unsigned at, unsigned room);
// Any word. What faults at once is rare, so that such programs go on for a while.
uint32_t nf_machine_garbage(nf_tb *tb, unsigned program_words);

#endif
