// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_action.sv: what is kept of a packet, and which job it leads
// to (NETREDUCE 4.3.2, Algorithm 3).
#ifndef NF_NETREDUCE_ACTION_H
#define NF_NETREDUCE_ACTION_H

#include "nf_netreduce_action_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf; cfg is not looked at.
void nf_netreduce_action_eval(const nf_netreduce_action_cfg *cfg, const nf_netreduce_action_in *in,
                              nf_netreduce_action_out *out);

#ifdef __cplusplus
}
#endif

#endif
