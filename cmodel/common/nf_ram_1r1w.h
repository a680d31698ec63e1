// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_ram_1r1w.sv: one write port, one synchronous read port; a read of the
// address that is written in the same cycle returns the old word (KLENK IV-D, Fig. 5).
#ifndef NF_RAM_1R1W_H
#define NF_RAM_1R1W_H

#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_RAM_1R1W_MAX_WIDTH = 4096, NF_RAM_1R1W_MAX_DEPTH = 1048576 };

typedef struct {
  uint32_t Width; // bits per word, 1..4096
  uint32_t Depth; // words, 2..1048576
} nf_ram_1r1w_cfg;

// Words are little-endian bit vectors; bits at and above Width are ignored.
typedef struct {
  bool we;
  uint32_t waddr; // below Depth; a write elsewhere is lost
  uint64_t wdata[NF_RAM_1R1W_MAX_WIDTH / 64];
  bool re;
  uint32_t raddr; // below Depth; a read elsewhere leaves rdata as it is
} nf_ram_1r1w_in;

typedef struct {
  uint64_t rdata[NF_RAM_1R1W_MAX_WIDTH / 64]; // of the last read; zero before the first
} nf_ram_1r1w_out;

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
