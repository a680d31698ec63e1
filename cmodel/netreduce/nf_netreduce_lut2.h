// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_lut2.sv: which message of its connection a packet belongs to,
// and where in it (NETREDUCE 4.3.1, Fig. 5).
#ifndef NF_NETREDUCE_LUT2_H
#define NF_NETREDUCE_LUT2_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_lut2_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_lut2 nf_netreduce_lut2;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_lut2_init(nf_netreduce_lut2 **m, const nf_netreduce_lut2_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_lut2_out *nf_netreduce_lut2_peek(const nf_netreduce_lut2 *m);
// With nothing to forget, no lookup in this cycle and the three before, and no answer to see, a
// step changes nothing and may be left out.
void nf_netreduce_lut2_step(nf_netreduce_lut2 *m, const nf_netreduce_lut2_in *in);
// NULL is allowed.
void nf_netreduce_lut2_free(nf_netreduce_lut2 *m);

#ifdef __cplusplus
}
#endif

#endif
