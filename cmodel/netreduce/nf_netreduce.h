// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce.sv: the RoCE v2 reduction accelerator in front of an Ethernet
// switch (NETREDUCE 4.3, Fig. 4). Registers: docs/netreduce-registers.md. Bit p of a mask, and
// element p of an array, are port p's.
#ifndef NF_NETREDUCE_H
#define NF_NETREDUCE_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce nf_netreduce;

// Makes the accelerator in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_init(nf_netreduce **m, const nf_netreduce_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_out *nf_netreduce_peek(const nf_netreduce *m);
// One rising clock edge.
void nf_netreduce_step(nf_netreduce *m, const nf_netreduce_in *in);
// Until something comes at a port, steps do nothing but let the registers' clocks go on (the search
// for stragglers).
bool nf_netreduce_idle(const nf_netreduce *m);
// So many edges at once while it is idle and nothing comes: what leaves later leaves as if each had
// been a step. CYCLES and the search for stragglers stand still.
void nf_netreduce_skip(nf_netreduce *m, uint64_t edges);
// NULL is allowed.
void nf_netreduce_free(nf_netreduce *m);

#ifdef __cplusplus
}
#endif

#endif
