// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_merge.sv: one bus word out of two rotated ones (ACE 4.4).
#ifndef NF_ACE_MERGE_H
#define NF_ACE_MERGE_H

#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "nf_ace_merge_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bytes from .. to-1 of *out: those below split are low's, the others high's. All others are zeros.
// from, split, to: 0..bytes, which is WordBytes.
void nf_ace_merge(nf_ace_word *out, const nf_ace_word *low, const nf_ace_word *high, unsigned split,
                  unsigned from, unsigned to, uint32_t bytes);

// The block with all of its ports: combinational.
void nf_ace_merge_eval(const nf_ace_merge_cfg *cfg, const nf_ace_merge_in *in,
                       nf_ace_merge_out *out);

#ifdef __cplusplus
}
#endif

#endif
