// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_drain.sv: tells when nothing of an aborted command is under way any more;
// ACE has no word about aborts.
#ifndef NF_ACE_DRAIN_H
#define NF_ACE_DRAIN_H

#include <stdbool.h>

#include "common/nf_status.h"
#include "nf_ace_drain_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_drain nf_ace_drain;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_drain_init(nf_ace_drain **m, const nf_ace_drain_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_drain_out *nf_ace_drain_peek(const nf_ace_drain *m);
// One rising clock edge.
void nf_ace_drain_step(nf_ace_drain *m, const nf_ace_drain_in *in);
// NULL is allowed.
void nf_ace_drain_free(nf_ace_drain *m);

#ifdef __cplusplus
}
#endif

#endif
