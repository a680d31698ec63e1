// SPDX-License-Identifier: Apache-2.0 Copyright 2026 The netfold authors Model of
// rtl/common/nf_axi_rules.sv: the rules of an AXI4 port with one ID (AXI4 A3.1 to A3.4).
#ifndef NF_AXI_RULES_H
#define NF_AXI_RULES_H

#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_AXI_RULES_MAX_DATA = 2048, NF_AXI_RULES_MAX_OUTSTANDING = 256 };

// Bits of `broken`, as the RTL names them.
enum {
  NF_AXI_RULES_AW_HOLDS, // what is offered stays, unchanged, until it is taken
  NF_AXI_RULES_W_HOLDS,
  NF_AXI_RULES_B_HOLDS,
  NF_AXI_RULES_AR_HOLDS,
  NF_AXI_RULES_R_HOLDS,
  NF_AXI_RULES_QUIET,   // nothing is offered before the first edge outside reset
  NF_AXI_RULES_AW_PAGE, // a burst lies in one page of 4 kB
  NF_AXI_RULES_AR_PAGE,
  NF_AXI_RULES_W_LAST, // the mark of the last beat is where the length says
  NF_AXI_RULES_R_LAST,
  NF_AXI_RULES_B_ASKED, // responses are for what was taken, data to the last beat
  NF_AXI_RULES_R_ASKED,
  NF_AXI_RULES_CODES,    // no response is EXOKAY
  NF_AXI_RULES_FOLLOWED, // no more is outstanding than can be followed
  NF_AXI_RULES
};

typedef struct {
  uint32_t AddrBits;    // 12..64
  uint32_t DataBits;    // 32..2048, a power of two
  uint32_t Outstanding; // bursts each way that are followed, 2..256, a power of two
  uint32_t Report;      // the RTL alone: a broken rule is a failed property, too
} nf_axi_rules_cfg;

// Bits above the widths are zeros.
typedef struct {
  bool aw_valid, aw_ready, w_valid, w_ready, w_last, b_valid, b_ready;
  bool ar_valid, ar_ready, r_valid, r_ready, r_last;
  uint8_t aw_len, ar_len, b_resp, r_resp; // lengths in beats, less one
  uint64_t aw_addr, ar_addr;              // in bytes
  uint64_t w_data[NF_AXI_RULES_MAX_DATA / 64], r_data[NF_AXI_RULES_MAX_DATA / 64];
  uint64_t w_strb[NF_AXI_RULES_MAX_DATA / 8 / 64];
} nf_axi_rules_in;

typedef struct {
  // Bit by number; they stay for one cycle.
  uint16_t broken; // in the cycle before
} nf_axi_rules_out;

typedef struct nf_axi_rules nf_axi_rules;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_axi_rules_init(nf_axi_rules **m, const nf_axi_rules_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_axi_rules_out *nf_axi_rules_peek(const nf_axi_rules *m);
// One rising clock edge.
void nf_axi_rules_step(nf_axi_rules *m, const nf_axi_rules_in *in);
// NULL is allowed.
void nf_axi_rules_free(nf_axi_rules *m);

#ifdef __cplusplus
}
#endif

#endif
