// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_rx_fifo.sv: frames from a MAC that cannot be held (NETREDUCE
// 4.4, Fig. 7).
#ifndef NF_NETREDUCE_RX_FIFO_H
#define NF_NETREDUCE_RX_FIFO_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_rx_fifo_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_rx_fifo nf_netreduce_rx_fifo;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_rx_fifo_init(nf_netreduce_rx_fifo **m, const nf_netreduce_rx_fifo_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_rx_fifo_out *nf_netreduce_rx_fifo_peek(const nf_netreduce_rx_fifo *m);
// One rising clock edge.
void nf_netreduce_rx_fifo_step(nf_netreduce_rx_fifo *m, const nf_netreduce_rx_fifo_in *in);
// NULL is allowed.
void nf_netreduce_rx_fifo_free(nf_netreduce_rx_fifo *m);

#ifdef __cplusplus
}
#endif

#endif
