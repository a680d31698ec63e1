// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_partitions.sv: which partitions lie in the SRAM and apart from the others
// (ACE 4.3.1).
#ifndef NF_ACE_PARTITIONS_H
#define NF_ACE_PARTITIONS_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_partitions_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_partitions nf_ace_partitions;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_partitions_init(nf_ace_partitions **m, const nf_ace_partitions_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_partitions_out *nf_ace_partitions_peek(const nf_ace_partitions *m);
// One rising clock edge.
void nf_ace_partitions_step(nf_ace_partitions *m, const nf_ace_partitions_in *in);
// NULL is allowed.
void nf_ace_partitions_free(nf_ace_partitions *m);

#ifdef __cplusplus
}
#endif

#endif
