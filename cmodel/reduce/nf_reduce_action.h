// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_action.sv: what an action means for the tag store, the slots of the
// payload, the flags and the statistics (KLENK IV-B, IV-C, IV-D).
#ifndef NF_REDUCE_ACTION_H
#define NF_REDUCE_ACTION_H

#include "nf_reduce_action_ports.h"
#include "nf_reduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_reduce_action_eval(const nf_reduce_action_in *in, nf_reduce_action_out *out);

#ifdef __cplusplus
}
#endif

#endif
