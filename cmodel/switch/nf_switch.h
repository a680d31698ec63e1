// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/switch/nf_switch.sv: the switch that multicasts and reduces (KLENK IV). One
// step is one clock cycle; 16 bytes a port and cycle are 25 GB/s at 1.5625 GHz (KLENK V). Bit p of
// a mask is port p; of the ready masks bit 2*p+v is virtual channel v.
#ifndef NF_SWITCH_H
#define NF_SWITCH_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch nf_switch;

// Make a switch in its reset state. Returns NULL, or a sentence on what is wrong with cfg.
nf_status nf_switch_init(nf_switch **m, const nf_switch_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_out *nf_switch_peek(const nf_switch *m);
// One rising clock edge.
void nf_switch_step(nf_switch *m, const nf_switch_in *in);
// Frees a switch and all its blocks; NULL is allowed.
void nf_switch_free(nf_switch *m);

#ifdef __cplusplus
}
#endif

#endif
