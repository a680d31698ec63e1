// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_nic_queue.sv: a queue of packets in the NIC's SRAM (ACE 4.4).
#ifndef NF_ACE_NIC_QUEUE_H
#define NF_ACE_NIC_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_ace_nic_queue_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_nic_queue nf_ace_nic_queue;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_nic_queue_init(nf_ace_nic_queue **m, const nf_ace_nic_queue_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_nic_queue_out *nf_ace_nic_queue_peek(const nf_ace_nic_queue *m);
// One rising clock edge.
void nf_ace_nic_queue_step(nf_ace_nic_queue *m, const nf_ace_nic_queue_in *in);
// NULL is allowed.
void nf_ace_nic_queue_free(nf_ace_nic_queue *m);

// The same step for a caller that has the words elsewhere: in_hdr and in_data of `in` are not read.
void nf_ace_nic_queue_move(nf_ace_nic_queue *m, const nf_ace_nic_queue_in *in, const nf_flit *hdr,
                           const nf_ace_word *data);

#ifdef __cplusplus
}
#endif

#endif
