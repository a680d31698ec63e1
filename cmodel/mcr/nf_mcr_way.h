// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_way.sv: the port that takes a packet whose targets are reached by any of
// several.
#ifndef NF_MCR_WAY_H
#define NF_MCR_WAY_H

#include "common/nf_defs.h"
#include "nf_mcr_table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t HomeSlots; // 2^k or 3*2^k, 2..512
} nf_mcr_way_cfg;

typedef struct {
  uint64_t addr;                          // bits 47:0
  uint8_t links;                          // endpoints interleave blocks over 1..8
  uint8_t home[NF_MCR_MAX_HOME_SLOTS];    // NF_MCR_LANE_* by slot
  uint8_t way[NF_MCR_MAX_HOME_SLOTS / 2]; // port, 4 bits by slot
} nf_mcr_way_in;

typedef struct {
  uint16_t way; // one-hot
} nf_mcr_way_out;

// The outputs of the combinational block.
void nf_mcr_way_eval(const nf_mcr_way_cfg *cfg, const nf_mcr_way_in *in, nf_mcr_way_out *out);

// The same from the tables where they are.
uint16_t nf_mcr_way_port(const nf_mcr_view *view, uint64_t addr, unsigned home_slots,
                         unsigned links);

#ifdef __cplusplus
}
#endif

#endif
