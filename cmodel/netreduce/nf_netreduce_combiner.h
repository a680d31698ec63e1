// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_combiner.sv: makes frames of headers and sums (NETREDUCE 4.3,
// Fig. 4).
#ifndef NF_NETREDUCE_COMBINER_H
#define NF_NETREDUCE_COMBINER_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_combiner_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_combiner nf_netreduce_combiner;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_combiner_init(nf_netreduce_combiner **m,
                                     const nf_netreduce_combiner_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_combiner_out *nf_netreduce_combiner_peek(const nf_netreduce_combiner *m);
// With no reservation, header or word in this cycle, a step while idle is true changes nothing and
// may be left out.
void nf_netreduce_combiner_step(nf_netreduce_combiner *m, const nf_netreduce_combiner_in *in);
// No frame is ready to leave or will be by itself.
bool nf_netreduce_combiner_idle(const nf_netreduce_combiner *m);
// NULL is allowed.
void nf_netreduce_combiner_free(nf_netreduce_combiner *m);

#ifdef __cplusplus
}
#endif

#endif
