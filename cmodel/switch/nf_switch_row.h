// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_row.sv: one source of the crossbar (KLENK IV-A, IV-E2).
#ifndef NF_SWITCH_ROW_H
#define NF_SWITCH_ROW_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_row_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_row nf_switch_row;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_row_init(nf_switch_row **m, const nf_switch_row_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_row_out *nf_switch_row_peek(const nf_switch_row *m);
// One rising clock edge.
void nf_switch_row_step(nf_switch_row *m, const nf_switch_row_in *in);
// NULL is allowed.
void nf_switch_row_free(nf_switch_row *m);

#ifdef __cplusplus
}
#endif

#endif
