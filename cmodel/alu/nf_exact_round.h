// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_round.sv: the rounding that ends an exact sum, five cycles long (KLENK
// IV-D). The function of the same name is in nf_exact.h.
#ifndef NF_EXACT_ROUND_H
#define NF_EXACT_ROUND_H

#include "common/nf_status.h"
#include "nf_exact.h"
#include "nf_exact_round_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_EXACT_ROUND_STAGES = 5 };

struct nf_exact_round;

// Makes an empty pipeline in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_exact_round_init(struct nf_exact_round **m, const nf_exact_round_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_exact_round_out *nf_exact_round_peek(const struct nf_exact_round *m);
// One rising clock edge.
void nf_exact_round_step(struct nf_exact_round *m, const nf_exact_round_in *in);
// Frees m; NULL is allowed.
void nf_exact_round_free(struct nf_exact_round *m);

#ifdef __cplusplus
}
#endif

#endif
