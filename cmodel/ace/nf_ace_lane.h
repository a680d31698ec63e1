// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_lane.sv: the way of a word through the engine, with an ALU or without
// (ACE 4, Fig. 6). While valid is low the other inputs must keep the values of the last word, as
// the crossbar's operands do: the model does not look at them then.
#ifndef NF_ACE_LANE_H
#define NF_ACE_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_status.h"
#include "nf_ace_lane_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_lane nf_ace_lane;

// a op b on all elements of a word of so many bytes: NF_RED_OP_*, NF_DTYPE_*. Flags, NF_FP_*, are
// ORed into *flags. A pair that the ALU does not have gives a.
void nf_ace_reduce(nf_ace_word *result, const nf_ace_word *a, const nf_ace_word *b, uint32_t bytes,
                   uint32_t red_op, uint32_t dtype, bool halves, uint8_t *flags);

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_lane_init(nf_ace_lane **m, const nf_ace_lane_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_lane_out *nf_ace_lane_peek(const nf_ace_lane *m);
// One rising clock edge.
void nf_ace_lane_step(nf_ace_lane *m, const nf_ace_lane_in *in);
// The next step changes nothing unless a word comes.
bool nf_ace_lane_quiet(const nf_ace_lane *m);
// NULL is allowed.
void nf_ace_lane_free(nf_ace_lane *m);

#ifdef __cplusplus
}
#endif

#endif
