// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_done_arb.sv: takes what machines and RX DMA have done, one at a time.
#ifndef NF_ACE_DONE_ARB_H
#define NF_ACE_DONE_ARB_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_done_arb_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_done_arb nf_ace_done_arb;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_done_arb_init(nf_ace_done_arb **m, const nf_ace_done_arb_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_done_arb_out *nf_ace_done_arb_peek(const nf_ace_done_arb *m);
// One rising clock edge.
void nf_ace_done_arb_step(nf_ace_done_arb *m, const nf_ace_done_arb_in *in);
// NULL is allowed.
void nf_ace_done_arb_free(nf_ace_done_arb *m);

#ifdef __cplusplus
}
#endif

#endif
