// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_mac.sv: the accelerator between MACs (NETREDUCE 4.4, Fig. 7).
// Bit p of a mask, and element p of an array, are port p's. While tx_axis_tvalid is low, the beat
// is an old one.
#ifndef NF_NETREDUCE_MAC_H
#define NF_NETREDUCE_MAC_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_mac_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_mac nf_netreduce_mac;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_mac_init(nf_netreduce_mac **m, const nf_netreduce_mac_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_mac_out *nf_netreduce_mac_peek(const nf_netreduce_mac *m);
// One rising clock edge.
void nf_netreduce_mac_step(nf_netreduce_mac *m, const nf_netreduce_mac_in *in);
// NULL is allowed.
void nf_netreduce_mac_free(nf_netreduce_mac *m);

#ifdef __cplusplus
}
#endif

#endif
