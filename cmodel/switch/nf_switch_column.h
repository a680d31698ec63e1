// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_column.sv: one sink of the crossbar (KLENK IV-D, Fig. 5).
#ifndef NF_SWITCH_COLUMN_H
#define NF_SWITCH_COLUMN_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_SWITCH_COLUMN_MAX_ROWS = 2 * NF_MAX_PORTS };

typedef struct {
  uint32_t Rows;      // sources, 2..32
  uint32_t XpDepth;   // flits of one crosspoint queue: 16, 32 or 64
  uint32_t HasRegion; // 1: the region index travels with the flit
} nf_switch_column_cfg;

// Lanes of rows whose bit of in_valid is clear are not looked at.
typedef struct {
  uint32_t in_valid, in_last, in_err; // bit r: row r
  uint8_t in_region[NF_SWITCH_COLUMN_MAX_ROWS];
  nf_flit in_data[NF_SWITCH_COLUMN_MAX_ROWS];
  bool out_ready;
} nf_switch_column_in;

typedef struct {
  uint32_t credit; // bit r: a flit left the queue of row r
  bool out_valid, out_last, out_err;
  uint8_t out_region;
  nf_flit out_data;
  bool busy;
} nf_switch_column_out;

typedef struct nf_switch_column nf_switch_column;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_column_init(nf_switch_column **m, const nf_switch_column_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_column_out *nf_switch_column_peek(const nf_switch_column *m);
// One rising clock edge.
void nf_switch_column_step(nf_switch_column *m, const nf_switch_column_in *in);
// NULL is allowed.
void nf_switch_column_free(nf_switch_column *m);

#ifdef __cplusplus
}
#endif

#endif
