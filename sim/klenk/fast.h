// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// `netfold allreduce --engine fast`: the same all-reduce packet by packet, without data.
#ifndef NF_KLENK_FAST_H
#define NF_KLENK_FAST_H

#include "sim/common/outputs.h"
#include "sim/klenk/options.h"

// cfg: topology, table entries and waves of the run. Refuses options that this engine does not
// have: data, faults, registers.
int nf_allreduce_fast(const nf_allreduce_options *o, const nf_collective_cfg *cfg, nf_outputs *out,
                      nf_err *e);

#endif
