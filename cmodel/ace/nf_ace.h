// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/ace/nf_ace.sv: the whole collectives engine with its NIC buffers (ACE 4, Fig.
// 6). It holds the models of its blocks and joins them as the RTL does; every output is a function
// of state.
#ifndef NF_ACE_H
#define NF_ACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_scheduler.h"
#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_ace_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace nf_ace;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_init(nf_ace **m, const nf_ace_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_out *nf_ace_peek(const nf_ace *m);
// One rising clock edge.
void nf_ace_step(nf_ace *m, const nf_ace_in *in);
// NULL is allowed.
void nf_ace_free(nf_ace *m);

// What happens inside, for timelines and reports: the transfer granted in this cycle, if any
// (record req, lane, machine), the state of a machine, and where the chunks are.
typedef struct {
  bool valid;
  uint64_t req;
  uint8_t lane, machine;
} nf_ace_grant;
nf_ace_grant nf_ace_granted(const nf_ace *m);
typedef struct {
  bool busy;
  uint16_t pc;
  uint8_t wait; // NF_ACE_WAIT_*
} nf_ace_machine_state;
nf_ace_machine_state nf_ace_machine_at(const nf_ace *m, unsigned machine);
const nf_ace_chunks *nf_ace_chunks_at(const nf_ace *m);

#ifdef __cplusplus
}
#endif

#endif
