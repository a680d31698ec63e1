// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_alu_lane.sv: one 32-bit lane of the reduction ALU (KLENK IV-D).
#ifndef NF_ALU_LANE_H
#define NF_ALU_LANE_H

#include "nf_alu_lane_ports.h"
#include "nf_fp_add.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ALU_MAX_STAGES = 6 };

// a op b on the element or the two elements of a word: NF_RED_OP_*, NF_DTYPE_*. The flags that the
// op raises, NF_FP_*, are ORed into *flags. A pair that no lane has, which is one that
// nf_op_built(red_op, dtype, true, false) refuses, gives a, without flags.
uint32_t nf_alu_op(uint32_t red_op, uint32_t dtype, uint32_t a, uint32_t b, uint8_t *flags);

typedef struct nf_alu_lane nf_alu_lane;

// Makes an empty lane in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_alu_lane_init(nf_alu_lane **m, const nf_alu_lane_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_alu_lane_out *nf_alu_lane_peek(const nf_alu_lane *m);
// One rising clock edge.
void nf_alu_lane_step(nf_alu_lane *m, const nf_alu_lane_in *in);
// Frees m; NULL is allowed.
void nf_alu_lane_free(nf_alu_lane *m);

#ifdef __cplusplus
}
#endif

#endif
