// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_row.sv: one source of the crossbar (KLENK IV-A, IV-E2).
#ifndef NF_SWITCH_ROW_H
#define NF_SWITCH_ROW_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;      // 2..16
  uint32_t Window;     // packets per virtual channel: 4, 8 or 16
  uint32_t XpDepth;    // flits of a crosspoint queue: 16, 32 or 64
  uint32_t HeaderLast; // 1: behind a reduction table, one virtual channel, header after payload
} nf_switch_row_cfg;

typedef struct {
  bool wr_valid, wr_vc, wr_head, wr_last, wr_err;
  nf_flit wr_data;
  uint16_t wr_egress; // with the header: egress ports
  uint16_t wr_reduce; // with the header: reduction table, one-hot
  uint8_t wr_region;  // with the header
  bool wr_wait;       // with a lone header: hold until alloc_done
  bool wr_counted;    // with the header: report when the packet has left
  bool alloc_done;    // the oldest waiting packet may go
  uint16_t credit_request, credit_response, credit_reduce; // bit s: a flit left the queue at sink s
} nf_switch_row_in;

typedef struct {
  bool wr_ready;                               // HeaderLast only
  uint8_t sent;                                // bit v: a slot of virtual channel v became free
  bool left;                                   // a counted packet went to its last sinks
  uint8_t left_region;                         // that was of this region
  uint16_t xb_request, xb_response, xb_reduce; // bit s: the flit is for sink s
  bool xb_last, xb_err;
  uint8_t xb_region;
  nf_flit xb_data;
  bool busy;
} nf_switch_row_out;

typedef struct nf_switch_row nf_switch_row;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_row_init(nf_switch_row **m, const nf_switch_row_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_row_out *nf_switch_row_peek(const nf_switch_row *m);
// One rising clock edge.
void nf_switch_row_step(nf_switch_row *m, const nf_switch_row_in *in);
// NULL is allowed.
void nf_switch_row_free(nf_switch_row *m);

#ifdef __cplusplus
}
#endif

#endif
