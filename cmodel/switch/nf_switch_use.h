// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_use.sv: which regions packets and table entries refer to.
#ifndef NF_SWITCH_USE_H
#define NF_SWITCH_USE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;   // 2..16
  uint32_t Regions; // 2..32
  uint32_t Window;  // packets an ingress holds per virtual channel: 4, 8 or 16
  uint32_t XpDepth; // flits of one crosspoint queue: 16, 32 or 64
} nf_switch_use_cfg;

typedef struct {
  uint16_t enter, left, taken; // bit p: a packet at port p, and its region
  uint8_t enter_region[NF_MAX_PORTS], left_region[NF_MAX_PORTS], taken_region[NF_MAX_PORTS];
  // Bit p * Regions + r: the reduction table of port p refers to region r.
  uint8_t held[NF_MAX_PORTS * NF_MAX_REGIONS / 8];
} nf_switch_use_in;

typedef struct {
  uint32_t in_use; // bit r: region r
} nf_switch_use_out;

typedef struct nf_switch_use nf_switch_use;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_use_init(nf_switch_use **m, const nf_switch_use_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_use_out *nf_switch_use_peek(const nf_switch_use *m);
// One rising clock edge.
void nf_switch_use_step(nf_switch_use *m, const nf_switch_use_in *in);
// One rising clock edge, with the regions that any of the tables refers to in place of in->held.
// One rising clock edge; held: bit r, a reduction table refers to region r.
void nf_switch_use_step_held(nf_switch_use *m, const nf_switch_use_in *in, uint32_t held);
// NULL is allowed.
void nf_switch_use_free(nf_switch_use *m);

#ifdef __cplusplus
}
#endif

#endif
