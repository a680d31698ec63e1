// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_aggregator.sv: sums of columns, and their history
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_AGGREGATOR_H
#define NF_NETREDUCE_AGGREGATOR_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_aggregator_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_aggregator nf_netreduce_aggregator;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_aggregator_init(nf_netreduce_aggregator **m,
                                       const nf_netreduce_aggregator_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_aggregator_out *nf_netreduce_aggregator_peek(const nf_netreduce_aggregator *m);
// One rising clock edge. in->word and in->size are looked at in the cycles named above alone, so
// that the one who calls need not fill them in others.
void nf_netreduce_aggregator_step(nf_netreduce_aggregator *m, const nf_netreduce_aggregator_in *in);
// A step without job_valid changes nothing and may be left out.
bool nf_netreduce_aggregator_idle(const nf_netreduce_aggregator *m);
// NULL is allowed.
void nf_netreduce_aggregator_free(nf_netreduce_aggregator *m);

#ifdef __cplusplus
}
#endif

#endif
