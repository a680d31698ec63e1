// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_axil.sv: an AXI4-Lite slave, one write and one read at a time (ACE 4.4).
#ifndef NF_AXIL_H
#define NF_AXIL_H

#include "nf_axil_ports.h"
#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_axil nf_axil;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_axil_init(nf_axil **m, const nf_axil_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_axil_out *nf_axil_peek(const nf_axil *m);
// One rising clock edge.
void nf_axil_step(nf_axil *m, const nf_axil_in *in);
// NULL is allowed.
void nf_axil_free(nf_axil *m);

#ifdef __cplusplus
}
#endif

#endif
