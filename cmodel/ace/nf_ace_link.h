// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_link.sv: one link of an engine with its link layer (ACE 4.4).
#ifndef NF_ACE_LINK_H
#define NF_ACE_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "link/nf_link_data.h"
#include "nf_ace_link_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_link nf_ace_link;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_link_init(nf_ace_link **m, const nf_ace_link_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_link_out *nf_ace_link_peek(const nf_ace_link *m);
// One rising clock edge.
void nf_ace_link_step(nf_ace_link *m, const nf_ace_link_in *in);
// NULL is allowed.
void nf_ace_link_free(nf_ace_link *m);

#ifdef __cplusplus
}
#endif

#endif
