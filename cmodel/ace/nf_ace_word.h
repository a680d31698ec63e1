// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The 64-byte bus word of the engine (ACE 6: 64 B buses); bit 0 is bit 0 of w[0].
#ifndef NF_ACE_WORD_H
#define NF_ACE_WORD_H

#include <stdint.h>

typedef struct {
  uint64_t w[8];
} nf_ace_word;

#endif
