// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_alu_array.sv: the reduction ALU of one port, four lanes on a flit (KLENK
// IV-D, Fig. 5).
#ifndef NF_ALU_ARRAY_H
#define NF_ALU_ARRAY_H

#include "common/nf_defs.h"
#include "nf_alu_array_ports.h"
#include "nf_alu_lane.h"

#ifdef __cplusplus
extern "C" {
#endif

// nf_alu_op on the four words of a flit. The flags that the lanes raise are ORed into *flags, at
// their positions in the packet header.
nf_flit nf_alu_flit(uint32_t red_op, uint32_t dtype, nf_flit a, nf_flit b, uint8_t *flags);

typedef struct nf_alu_array nf_alu_array;

// Makes an empty array in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_alu_array_init(nf_alu_array **m, const nf_alu_array_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_alu_array_out *nf_alu_array_peek(const nf_alu_array *m);
// One rising clock edge.
void nf_alu_array_step(nf_alu_array *m, const nf_alu_array_in *in);
// Frees m; NULL is allowed.
void nf_alu_array_free(nf_alu_array *m);

#ifdef __cplusplus
}
#endif

#endif
