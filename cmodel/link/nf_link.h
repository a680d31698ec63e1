// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link.sv: one end of a link with replay (KLENK IV-E3).
#ifndef NF_LINK_H
#define NF_LINK_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_link_data.h"
#include "nf_link_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_link nf_link;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_link_init(nf_link **m, const nf_link_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_link_out *nf_link_peek(const nf_link *m);
// One rising clock edge.
void nf_link_step(nf_link *m, const nf_link_in *in);
// NULL is allowed.
void nf_link_free(nf_link *m);

#ifdef __cplusplus
}
#endif

#endif
