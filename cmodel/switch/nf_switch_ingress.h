// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_ingress.sv: framing, lookup and dropping at one switch port
// (KLENK IV-A, IV-B, Fig. 5 marker 1).
#ifndef NF_SWITCH_INGRESS_H
#define NF_SWITCH_INGRESS_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "mcr/nf_mcr_table.h"
#include "nf_switch_ingress_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_ingress nf_switch_ingress;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_ingress_init(nf_switch_ingress **m, const nf_switch_ingress_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_ingress_out *nf_switch_ingress_peek(const nf_switch_ingress *m);
// One rising clock edge.
void nf_switch_ingress_step(nf_switch_ingress *m, const nf_switch_ingress_in *in);
// One rising clock edge, with the tables where they are: copying them costs more than the step.
void nf_switch_ingress_step_view(nf_switch_ingress *m, const nf_switch_ingress_ports *in,
                                 const nf_mcr_view *view);
// NULL is allowed.
void nf_switch_ingress_free(nf_switch_ingress *m);

#ifdef __cplusplus
}
#endif

#endif
