// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_rotate.sv: a bus word rotated right by whole bytes (ACE 4.4).
#ifndef NF_ACE_ROTATE_H
#define NF_ACE_ROTATE_H

#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "nf_ace_rotate_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// Byte b of *out is byte (b + amount) mod `bytes` of *in; they may not overlap. amount: below
// `bytes`, which is WordBytes.
void nf_ace_rotate(nf_ace_word *out, const nf_ace_word *in, unsigned amount, uint32_t bytes);

// The block with all of its ports: combinational.
void nf_ace_rotate_eval(const nf_ace_rotate_cfg *cfg, const nf_ace_rotate_in *in,
                        nf_ace_rotate_out *out);

#ifdef __cplusplus
}
#endif

#endif
