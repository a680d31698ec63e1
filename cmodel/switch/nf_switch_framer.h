// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_framer.sv: makes the packets of a link well formed (KLENK IV-E2).
#ifndef NF_SWITCH_FRAMER_H
#define NF_SWITCH_FRAMER_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Window; // packets held per virtual channel, 4..16
} nf_switch_framer_cfg;

typedef struct {
  bool rx_valid, rx_last, rx_err; // err, with last: damaged on the way
  nf_flit rx_data;
  uint8_t sent;    // bit v: the row has sent a packet of virtual channel v
  uint8_t dropped; // bit v: the ingress has dropped one
} nf_switch_framer_in;

typedef struct {
  uint8_t rx_ready; // bit v: a header of virtual channel v is taken
  bool valid, head, last, err;
  nf_flit data;
  bool length_error; // a packet was filled up or cut
  bool busy;         // a packet is open or holds a slot
} nf_switch_framer_out;

typedef struct nf_switch_framer nf_switch_framer;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_framer_init(nf_switch_framer **m, const nf_switch_framer_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_framer_out *nf_switch_framer_peek(const nf_switch_framer *m);
// One rising clock edge.
void nf_switch_framer_step(nf_switch_framer *m, const nf_switch_framer_in *in);
// NULL is allowed.
void nf_switch_framer_free(nf_switch_framer *m);

#ifdef __cplusplus
}
#endif

#endif
