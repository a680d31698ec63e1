// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_port.sv: one port of the accelerator, all that is its own
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_PORT_H
#define NF_NETREDUCE_PORT_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_port_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_port nf_netreduce_port;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_port_init(nf_netreduce_port **m, const nf_netreduce_port_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_port_out *nf_netreduce_port_peek(const nf_netreduce_port *m);
// One rising clock edge. Data are looked at only when their valid says so.
void nf_netreduce_port_step(nf_netreduce_port *m, const nf_netreduce_port_in *in);
// Steps change nothing while nothing comes: no beat, answer, read, start or sum.
bool nf_netreduce_port_idle(const nf_netreduce_port *m);
// NULL is allowed.
void nf_netreduce_port_free(nf_netreduce_port *m);

#ifdef __cplusplus
}
#endif

#endif
