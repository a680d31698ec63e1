// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_stream_rules.sv: the rules of one AXI4-Stream (AXI4-Stream 2.2.1, 2.7.2).
// Bits of data at and above Width are zeros.
#ifndef NF_STREAM_RULES_H
#define NF_STREAM_RULES_H

#include "nf_status.h"
#include "nf_stream_rules_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bits of `broken`.
enum { NF_STREAM_RULES_HOLDS, NF_STREAM_RULES_QUIET };

typedef struct nf_stream_rules nf_stream_rules;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_stream_rules_init(nf_stream_rules **m, const nf_stream_rules_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_stream_rules_out *nf_stream_rules_peek(const nf_stream_rules *m);
// One rising clock edge.
void nf_stream_rules_step(nf_stream_rules *m, const nf_stream_rules_in *in);
// NULL is allowed.
void nf_stream_rules_free(nf_stream_rules *m);

#ifdef __cplusplus
}
#endif

#endif
