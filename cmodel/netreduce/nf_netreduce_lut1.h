// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_lut1.sv: which member of which ring a connection is
// (NETREDUCE 4.3.1, Fig. 5).
#ifndef NF_NETREDUCE_LUT1_H
#define NF_NETREDUCE_LUT1_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_lut1_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_lut1 nf_netreduce_lut1;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_lut1_init(nf_netreduce_lut1 **m, const nf_netreduce_lut1_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_lut1_out *nf_netreduce_lut1_peek(const nf_netreduce_lut1 *m);
// With no lookup, no set-up and no question in this cycle and the two before, and no answer to
// see, a step changes nothing and may be left out.
void nf_netreduce_lut1_step(nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in);
// NULL is allowed.
void nf_netreduce_lut1_free(nf_netreduce_lut1 *m);

#ifdef __cplusplus
}
#endif

#endif
