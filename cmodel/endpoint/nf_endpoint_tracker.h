// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_tracker.sv: outstanding commands, acknowledgements due and
// landed blocks of the DMA engine (KLENK IV-F3).
#ifndef NF_ENDPOINT_TRACKER_H
#define NF_ENDPOINT_TRACKER_H

#include "common/nf_status.h"
#include "nf_endpoint_tracker_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_MAX_COMMANDS = 64 };

typedef struct nf_endpoint_tracker nf_endpoint_tracker;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_tracker_init(nf_endpoint_tracker **m, const nf_endpoint_tracker_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_tracker_out *nf_endpoint_tracker_peek(const nf_endpoint_tracker *m);
// One rising clock edge.
void nf_endpoint_tracker_step(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in);
// NULL is allowed.
void nf_endpoint_tracker_free(nf_endpoint_tracker *m);

#ifdef __cplusplus
}
#endif

#endif
