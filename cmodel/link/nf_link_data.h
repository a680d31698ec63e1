// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A flit as the models of the link hold it.
#ifndef NF_LINK_DATA_H
#define NF_LINK_DATA_H

#include "common/nf_defs.h"
#include "nf_link_pkg.h"

// The bit of a header of nf_defs.h that is its virtual channel: the highest of the opcode.
enum { NF_LINK_VC_BIT = 3 };

// A flit: a header of nf_defs.h, or all that Width has room for.
enum { NF_LINK_LIMBS = NF_LINK_MAX_WIDTH / 64 };
typedef union {
  nf_flit flit;
  uint64_t w[NF_LINK_LIMBS];
} nf_link_data;

#endif
