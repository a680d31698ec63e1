// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_skid.sv: two registers that cut every combinational path of a stream
// (KLENK IV-D). Words are little-endian bit vectors; bits of in_data at and above Width are
// ignored.
#ifndef NF_SKID_H
#define NF_SKID_H

#include "nf_skid_ports.h"
#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_skid nf_skid;

// Makes an empty buffer in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_skid_init(nf_skid **m, const nf_skid_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_skid_out *nf_skid_peek(const nf_skid *m);
// One rising clock edge.
void nf_skid_step(nf_skid *m, const nf_skid_in *in);
// Frees m; NULL is allowed.
void nf_skid_free(nf_skid *m);

#ifdef __cplusplus
}
#endif

#endif
