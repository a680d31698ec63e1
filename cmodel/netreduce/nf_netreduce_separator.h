// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_separator.sv: a frame taken apart into header and words of
// its payload (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_SEPARATOR_H
#define NF_NETREDUCE_SEPARATOR_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_separator_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_separator nf_netreduce_separator;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_separator_init(nf_netreduce_separator **m,
                                      const nf_netreduce_separator_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_separator_out *nf_netreduce_separator_peek(const nf_netreduce_separator *m);
// Without a beat in this cycle and the two before, a step changes nothing and may be left out.
void nf_netreduce_separator_step(nf_netreduce_separator *m, const nf_netreduce_separator_in *in);
// NULL is allowed.
void nf_netreduce_separator_free(nf_netreduce_separator *m);

#ifdef __cplusplus
}
#endif

#endif
