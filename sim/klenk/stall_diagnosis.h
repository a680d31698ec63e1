// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// When nothing moves any more: what is missing, and whose it is.
#ifndef NF_SIM_STALL_DIAGNOSIS_H
#define NF_SIM_STALL_DIAGNOSIS_H

#include "sim/klenk/statistics.h"

// Always an error, NF_EXIT_STALLED: names links that are down, table entries that wait (switch,
// port, address, missing ranks by the arrival mask), else the first block that some rank lacks.
int nf_stall_diagnose(nf_network *net, const nf_statistics *stats, const nf_collective_cfg *cfg,
                      uint64_t start, nf_err *e);

// A command of a rank ended with an error: says besides which of its results came poisoned, which
// tables had entries that timed out or results that were poisoned, and which links are down. `text`
// is what the host has to say, `status` its exit status.
int nf_stall_diagnose_command(nf_network *net, const nf_statistics *stats, unsigned rank,
                              int status, const char *text, nf_err *e);

#endif
