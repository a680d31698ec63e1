// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/alu/nf_exact_decode.sv: a term of an exact sum, made ready for nf_exact_add (KLENK
// IV-D).
#ifndef NF_EXACT_DECODE_H
#define NF_EXACT_DECODE_H

#include "nf_exact.h"
#include "nf_exact_decode_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational leaf.
void nf_exact_decode_eval(const nf_exact_decode_in *in, nf_exact_decode_out *out);

#ifdef __cplusplus
}
#endif

#endif
