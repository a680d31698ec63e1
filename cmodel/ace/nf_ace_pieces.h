// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_pieces.sv: cuts a DMA command into runs, and runs into bursts (ACE 4.4).
// A run: pieces that touch in memory, or one that does not.
#ifndef NF_ACE_PIECES_H
#define NF_ACE_PIECES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "nf_ace_pieces_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_pieces nf_ace_pieces;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_pieces_init(nf_ace_pieces **m, const nf_ace_pieces_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_pieces_out *nf_ace_pieces_peek(const nf_ace_pieces *m);
// One rising clock edge.
void nf_ace_pieces_step(nf_ace_pieces *m, const nf_ace_pieces_in *in);
// NULL is allowed.
void nf_ace_pieces_free(nf_ace_pieces *m);

#ifdef __cplusplus
}
#endif

#endif
