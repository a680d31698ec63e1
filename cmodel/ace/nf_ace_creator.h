// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_creator.sv: the plan table, and the creation of chunks (ACE 4.3.2).
#ifndef NF_ACE_CREATOR_H
#define NF_ACE_CREATOR_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_creator_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_creator nf_ace_creator;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_creator_init(nf_ace_creator **m, const nf_ace_creator_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_creator_out *nf_ace_creator_peek(const nf_ace_creator *m);
// One rising clock edge.
void nf_ace_creator_step(nf_ace_creator *m, const nf_ace_creator_in *in);
// NULL is allowed.
void nf_ace_creator_free(nf_ace_creator *m);

#ifdef __cplusplus
}
#endif

#endif
