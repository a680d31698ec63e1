// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/engine.h"

#if !defined NF_SIM_HALVES || !defined NF_SIM_WIDE
#error "the build gives NF_SIM_HALVES and NF_SIM_WIDE"
#endif

bool nf_sim_has(uint8_t op, uint8_t dtype) {
  return nf_op_built(op, dtype, NF_SIM_HALVES, NF_SIM_WIDE);
}
