// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_address.sv: destination and egress ports of a leaving header
// (KLENK IV-B, IV-C).
#ifndef NF_REDUCE_ADDRESS_H
#define NF_REDUCE_ADDRESS_H

#include "common/nf_defs.h"
#include "nf_reduce_address_ports.h"
#include "nf_reduce_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_reduce_address_eval(const nf_reduce_address_cfg *cfg, const nf_reduce_address_in *in,
                            nf_reduce_address_out *out);

#ifdef __cplusplus
}
#endif

#endif
