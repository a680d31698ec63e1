// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_credits.sv: where a row of the crossbar may send (KLENK IV-E2).
#ifndef NF_SWITCH_CREDITS_H
#define NF_SWITCH_CREDITS_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_credits_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_credits nf_switch_credits;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_credits_init(nf_switch_credits **m, const nf_switch_credits_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_credits_out *nf_switch_credits_peek(const nf_switch_credits *m);
// One rising clock edge.
void nf_switch_credits_step(nf_switch_credits *m, const nf_switch_credits_in *in);
// NULL is allowed.
void nf_switch_credits_free(nf_switch_credits *m);

#ifdef __cplusplus
}
#endif

#endif
