// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_ram_1r1w.sv: one write port, one synchronous read port; a read of the
// address that is written in the same cycle returns the old word (KLENK IV-D, Fig. 5). Words are
// little-endian bit vectors; bits at and above Width are ignored.
#ifndef NF_RAM_1R1W_H
#define NF_RAM_1R1W_H

#include "nf_ram_1r1w_ports.h"
#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_RAM_1R1W_MAX_DEPTH = 1048576 };

typedef struct nf_ram_1r1w nf_ram_1r1w;

// Makes a RAM of zeros in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_ram_1r1w_init(nf_ram_1r1w **m, const nf_ram_1r1w_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ram_1r1w_out *nf_ram_1r1w_peek(const nf_ram_1r1w *m);
// One rising clock edge.
void nf_ram_1r1w_step(nf_ram_1r1w *m, const nf_ram_1r1w_in *in);
// Frees m; NULL is allowed.
void nf_ram_1r1w_free(nf_ram_1r1w *m);

#ifdef __cplusplus
}
#endif

#endif
