// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_egress.sv: merges requests and responses onto a link (KLENK IV-E2).
// Bit v and lane v: virtual channel v.
#ifndef NF_SWITCH_EGRESS_H
#define NF_SWITCH_EGRESS_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_egress_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_egress nf_switch_egress;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_egress_init(nf_switch_egress **m, const nf_switch_egress_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_egress_out *nf_switch_egress_peek(const nf_switch_egress *m);
// One rising clock edge.
void nf_switch_egress_step(nf_switch_egress *m, const nf_switch_egress_in *in);
// NULL is allowed.
void nf_switch_egress_free(nf_switch_egress *m);

#ifdef __cplusplus
}
#endif

#endif
