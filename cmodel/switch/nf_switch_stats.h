// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_stats.sv: the 32 counters of one switch port.
#ifndef NF_SWITCH_STATS_H
#define NF_SWITCH_STATS_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_switch_stats_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_switch_stats nf_switch_stats;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_stats_init(nf_switch_stats **m, const nf_switch_stats_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_stats_out *nf_switch_stats_peek(const nf_switch_stats *m);
// One rising clock edge.
void nf_switch_stats_step(nf_switch_stats *m, const nf_switch_stats_in *in);
// NULL is allowed.
void nf_switch_stats_free(nf_switch_stats *m);

#ifdef __cplusplus
}
#endif

#endif
