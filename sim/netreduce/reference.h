// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An accelerator that works on whole frames: all rules of NETREDUCE 4.3 and 4.5 as
// docs/netreduce.md has them, with times that are about right. The cycle-accurate ones are checked
// against it.
#ifndef NF_NR_REFERENCE_H
#define NF_NR_REFERENCE_H

#include "sim/netreduce/device.h"

extern const nf_nr_engine nf_nr_reference;

#endif
