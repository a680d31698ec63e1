// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The memory of the world around an endpoint, and what all ranks' memories hold.
#ifndef NF_WORLD_MEMORY_H
#define NF_WORLD_MEMORY_H

#include "nf_world.h"

// A word that a rank contributes; the sum over all ranks.
uint32_t nf_world_word(unsigned rank, unsigned block, unsigned word);
uint32_t nf_world_sum(const nf_world *w, unsigned block, unsigned word);
// Network address of a block, and back; -1: not mapped.
uint64_t nf_world_addr(unsigned block);
int nf_world_find(uint64_t addr);
// One cycle at the ports rd, rt, wr and tot.
void nf_world_memory(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in);

#endif
