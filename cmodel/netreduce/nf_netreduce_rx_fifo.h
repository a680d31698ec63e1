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

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Depth; // beats that fit, a power of two, 4..4096
} nf_netreduce_rx_fifo_cfg;

typedef struct {
  bool in_valid, in_last;
  bool in_user; // the MAC says that the frame is bad
  nf_netreduce_word in_data;
  uint64_t in_keep;
  bool out_ready;
} nf_netreduce_rx_fifo_in;

typedef struct {
  bool out_valid, out_last, out_user;
  nf_netreduce_word out_data;
  uint64_t out_keep;
  uint32_t dropped; // frames that did not fit, modulo 2^32
} nf_netreduce_rx_fifo_out;

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
