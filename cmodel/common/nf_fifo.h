// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_fifo.sv: a first-in first-out queue with valid/ready on both sides. Words
// are little-endian bit vectors; bits of in_data at and above Width are ignored.
#ifndef NF_FIFO_H
#define NF_FIFO_H

#include "nf_fifo_ports.h"
#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_FIFO_MAX_DEPTH = 256 };

typedef struct nf_fifo nf_fifo;

// Makes an empty queue in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_fifo_init(nf_fifo **m, const nf_fifo_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_fifo_out *nf_fifo_peek(const nf_fifo *m);
// One rising clock edge.
void nf_fifo_step(nf_fifo *m, const nf_fifo_in *in);
// Frees m; NULL is allowed.
void nf_fifo_free(nf_fifo *m);

#ifdef __cplusplus
}
#endif

#endif
