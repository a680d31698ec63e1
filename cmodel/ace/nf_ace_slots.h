// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_slots.sv: partitions of the SRAM, their slots, and who is in line for
// them (ACE 4.3.1).
#ifndef NF_ACE_SLOTS_H
#define NF_ACE_SLOTS_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_slots_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_slots nf_ace_slots;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_slots_init(nf_ace_slots **m, const nf_ace_slots_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_slots_out *nf_ace_slots_peek(const nf_ace_slots *m);
// With nothing asked and no write of the config bus a step changes nothing and may be left out.
void nf_ace_slots_step(nf_ace_slots *m, const nf_ace_slots_in *in);
// NULL is allowed.
void nf_ace_slots_free(nf_ace_slots *m);

#ifdef __cplusplus
}
#endif

#endif
