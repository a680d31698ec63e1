// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_way.sv: the port that takes a packet whose targets are reached by any of
// several.
#ifndef NF_MCR_WAY_H
#define NF_MCR_WAY_H

#include "common/nf_defs.h"
#include "nf_mcr_table.h"
#include "nf_mcr_way_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The outputs of the combinational block.
void nf_mcr_way_eval(const nf_mcr_way_cfg *cfg, const nf_mcr_way_in *in, nf_mcr_way_out *out);

// The same from the tables where they are.
uint16_t nf_mcr_way_port(const nf_mcr_view *view, uint64_t addr, unsigned home_slots,
                         unsigned links);

#ifdef __cplusplus
}
#endif

#endif
