// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_tx_store.sv: words that wait until the SRAM takes them packet by packet,
// and commands that end with their last packet (ACE 4, Fig. 6; 4.2).
#ifndef NF_ACE_TX_STORE_H
#define NF_ACE_TX_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_status.h"
#include "nf_ace_tx_store_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_tx_store nf_ace_tx_store;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_tx_store_init(nf_ace_tx_store **m, const nf_ace_tx_store_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_tx_store_out *nf_ace_tx_store_peek(const nf_ace_tx_store *m);
// One rising clock edge.
void nf_ace_tx_store_step(nf_ace_tx_store *m, const nf_ace_tx_store_in *in);
// NULL is allowed.
void nf_ace_tx_store_free(nf_ace_tx_store *m);

#ifdef __cplusplus
}
#endif

#endif
