// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_framer.sv: makes the packets of a link well formed (KLENK IV-E2).
#ifndef NF_SWITCH_FRAMER_H
#define NF_SWITCH_FRAMER_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_framer_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_framer nf_switch_framer;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_framer_init(nf_switch_framer **m, const nf_switch_framer_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_framer_out *nf_switch_framer_peek(const nf_switch_framer *m);
// One rising clock edge.
void nf_switch_framer_step(nf_switch_framer *m, const nf_switch_framer_in *in);
// NULL is allowed.
void nf_switch_framer_free(nf_switch_framer *m);

#ifdef __cplusplus
}
#endif

#endif
