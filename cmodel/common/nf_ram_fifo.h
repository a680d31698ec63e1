// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_ram_fifo.sv: a first-in first-out queue in a memory. Words are
// little-endian bit vectors; bits of in_data at and above Width are ignored.
#ifndef NF_RAM_FIFO_H
#define NF_RAM_FIFO_H

#include "nf_ram_fifo_ports.h"
#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_RAM_FIFO_MAX_DEPTH = 4096 };

typedef struct nf_ram_fifo nf_ram_fifo;

// Makes an empty queue in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_ram_fifo_init(nf_ram_fifo **m, const nf_ram_fifo_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ram_fifo_out *nf_ram_fifo_peek(const nf_ram_fifo *m);
// One rising clock edge.
void nf_ram_fifo_step(nf_ram_fifo *m, const nf_ram_fifo_in *in);
// It holds no word: a step without one changes nothing.
bool nf_ram_fifo_idle(const nf_ram_fifo *m);
// Frees m; NULL is allowed.
void nf_ram_fifo_free(nf_ram_fifo *m);

#ifdef __cplusplus
}
#endif

#endif
