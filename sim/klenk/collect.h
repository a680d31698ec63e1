// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Partial sums in an endpoint's memory (KLENK IV-C, eviction): what a reduction table did not
// complete is added up here, by the golden ALU functions. Sums that are wider than the type come in
// segments, are kept as wide, and are rounded when the last contribution is in.
#ifndef NF_SIM_COLLECT_H
#define NF_SIM_COLLECT_H

#include "common/nf_defs.h"
#include "sim/common/err.h"

typedef struct nf_collect nf_collect;

// For blocks 0..blocks-1 of an op and type; an average is over so many contributions.
int nf_collect_open(nf_collect **c, uint8_t op, uint8_t dtype, unsigned contributions,
                    uint32_t blocks, nf_err *e);
// Adds a partial packet: its header, then as many flits. Flags of the additions are ORed into
// *flags, at their places in a header.
int nf_collect_add(nf_collect *c, uint32_t block, const nf_flit *packet, unsigned flits,
                   uint8_t *flags, nf_err *e);
// The block is complete: its words, rounded; forgets it.
void nf_collect_take(nf_collect *c, uint32_t block, uint32_t *words, unsigned flits,
                     uint8_t *flags);
// Forgets the sum of a block.
void nf_collect_forget(nf_collect *c, uint32_t block);
void nf_collect_close(nf_collect *c);

#endif
