// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_use.sv: which regions packets and table entries refer to.
#ifndef NF_SWITCH_USE_H
#define NF_SWITCH_USE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_use_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_use nf_switch_use;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_use_init(nf_switch_use **m, const nf_switch_use_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_use_out *nf_switch_use_peek(const nf_switch_use *m);
// One rising clock edge.
void nf_switch_use_step(nf_switch_use *m, const nf_switch_use_in *in);
// One rising clock edge, with the regions that any of the tables refers to in place of in->held.
// One rising clock edge; held: bit r, a reduction table refers to region r.
void nf_switch_use_step_held(nf_switch_use *m, const nf_switch_use_in *in, uint32_t held);
// NULL is allowed.
void nf_switch_use_free(nf_switch_use *m);

#ifdef __cplusplus
}
#endif

#endif
