// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_axil.sv: an AXI4-Lite slave, one write and one read at a time (ACE 4.4).
#ifndef NF_AXIL_H
#define NF_AXIL_H

#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t AddrBits; // bits of a byte address, 3..32
} nf_axil_cfg;

typedef struct {
  bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
  uint32_t aw_addr, w_data, ar_addr;
  // From the block behind: a write is done in the cycle in which write_valid and write_ready are
  // high.
  bool write_ready, write_ok; // ok: with ready
  bool read_ready, read_ok;
  uint32_t read_data;
} nf_axil_in;

typedef struct {
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint8_t b_resp, r_resp; // 0 OKAY, 2 SLVERR
  uint32_t r_data;        // 0 when the read was refused
  bool write_valid, read_valid;
  // with write_valid and read_valid; hold while the block waits
  uint32_t write_addr, write_data, read_addr;
} nf_axil_out;

typedef struct nf_axil nf_axil;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_axil_init(nf_axil **m, const nf_axil_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_axil_out *nf_axil_peek(const nf_axil *m);
// One rising clock edge.
void nf_axil_step(nf_axil *m, const nf_axil_in *in);
// NULL is allowed.
void nf_axil_free(nf_axil *m);

#ifdef __cplusplus
}
#endif

#endif
