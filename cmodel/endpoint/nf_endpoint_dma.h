// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_dma.sv: the request generator of the DMA engine (KLENK IV-F3,
// Fig. 6).
#ifndef NF_ENDPOINT_DMA_H
#define NF_ENDPOINT_DMA_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_dma_ports.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_translate.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_endpoint_dma nf_endpoint_dma;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_dma_init(nf_endpoint_dma **m, const nf_endpoint_dma_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_dma_out *nf_endpoint_dma_peek(const nf_endpoint_dma *m);
// One rising clock edge.
void nf_endpoint_dma_step(nf_endpoint_dma *m, const nf_endpoint_dma_in *in);
// NULL is allowed.
void nf_endpoint_dma_free(nf_endpoint_dma *m);

#ifdef __cplusplus
}
#endif

#endif
