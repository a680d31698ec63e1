// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_axi_rules.sv: the rules of an AXI4 port with one ID (AXI4 A3.1 to A3.4).
// Bits above the widths are zeros.
#ifndef NF_AXI_RULES_H
#define NF_AXI_RULES_H

#include "nf_axi_rules_ports.h"
#include "nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_AXI_RULES_MAX_OUTSTANDING = 256 };

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
