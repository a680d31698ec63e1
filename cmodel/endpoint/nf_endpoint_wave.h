// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_wave.sv: the counter array of the wave controller (KLENK
// IV-F3, Fig. 6).
#ifndef NF_ENDPOINT_WAVE_H
#define NF_ENDPOINT_WAVE_H

#include "common/nf_status.h"
#include "nf_endpoint_wave_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_WAVE_MAX = 64 };

typedef struct nf_endpoint_wave nf_endpoint_wave;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_wave_init(nf_endpoint_wave **m, const nf_endpoint_wave_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_wave_out *nf_endpoint_wave_peek(const nf_endpoint_wave *m);
// One rising clock edge.
void nf_endpoint_wave_step(nf_endpoint_wave *m, const nf_endpoint_wave_in *in);
// NULL is allowed.
void nf_endpoint_wave_free(nf_endpoint_wave *m);

#ifdef __cplusplus
}
#endif

#endif
