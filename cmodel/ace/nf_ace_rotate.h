// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_rotate.sv: a bus word rotated right by whole bytes (ACE 4.4).
#ifndef NF_ACE_ROTATE_H
#define NF_ACE_ROTATE_H

#include <stdint.h>

#include "ace/nf_ace_word.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_rotate_cfg;

// Byte b of *out is byte (b + amount) mod `bytes` of *in; they may not overlap. amount: below
// `bytes`, which is WordBytes.
void nf_ace_rotate(nf_ace_word *out, const nf_ace_word *in, unsigned amount, uint32_t bytes);

typedef struct {
  nf_ace_word data;
  uint8_t amount; // bytes
} nf_ace_rotate_in;

typedef struct {
  nf_ace_word data;
} nf_ace_rotate_out;

// The block with all of its ports: combinational.
void nf_ace_rotate_eval(const nf_ace_rotate_cfg *cfg, const nf_ace_rotate_in *in,
                        nf_ace_rotate_out *out);

#ifdef __cplusplus
}
#endif

#endif
