// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_setup.sv: sets rings up, and switches all of them on and off.
#ifndef NF_NETREDUCE_SETUP_H
#define NF_NETREDUCE_SETUP_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_setup_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_setup nf_netreduce_setup;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_setup_init(nf_netreduce_setup **m, const nf_netreduce_setup_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_setup_out *nf_netreduce_setup_peek(const nf_netreduce_setup *m);
// One rising clock edge.
void nf_netreduce_setup_step(nf_netreduce_setup *m, const nf_netreduce_setup_in *in);
// NULL is allowed.
void nf_netreduce_setup_free(nf_netreduce_setup *m);

#ifdef __cplusplus
}
#endif

#endif
