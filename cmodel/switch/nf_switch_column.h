// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_column.sv: one sink of the crossbar (KLENK IV-D, Fig. 5). Lanes of
// rows whose bit of in_valid is clear are not looked at.
#ifndef NF_SWITCH_COLUMN_H
#define NF_SWITCH_COLUMN_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_column_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_column nf_switch_column;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_column_init(nf_switch_column **m, const nf_switch_column_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_column_out *nf_switch_column_peek(const nf_switch_column *m);
// One rising clock edge.
void nf_switch_column_step(nf_switch_column *m, const nf_switch_column_in *in);
// NULL is allowed.
void nf_switch_column_free(nf_switch_column *m);

#ifdef __cplusplus
}
#endif

#endif
