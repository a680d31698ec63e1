// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A beat of the accelerator's streams: 64 bytes, the first one on the wire is bits 7:0 of w[0].
#ifndef NF_NETREDUCE_WORD_H
#define NF_NETREDUCE_WORD_H

#include <stdint.h>

typedef struct {
  uint64_t w[8];
} nf_netreduce_word;

#endif
