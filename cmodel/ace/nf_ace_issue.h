// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_issue.sv: which transfer goes, when all that it needs is free (ACE 4.2).
#ifndef NF_ACE_ISSUE_H
#define NF_ACE_ISSUE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_issue_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_issue nf_ace_issue;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_issue_init(nf_ace_issue **m, const nf_ace_issue_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_issue_out *nf_ace_issue_peek(const nf_ace_issue *m);
// One rising clock edge.
void nf_ace_issue_step(nf_ace_issue *m, const nf_ace_issue_in *in);
// NULL is allowed.
void nf_ace_issue_free(nf_ace_issue *m);

#ifdef __cplusplus
}
#endif

#endif
