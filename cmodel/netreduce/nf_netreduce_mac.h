// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_mac.sv: the accelerator between MACs (NETREDUCE 4.4, Fig. 7).
#ifndef NF_NETREDUCE_MAC_H
#define NF_NETREDUCE_MAC_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  // Those of nf_netreduce.
  uint32_t Ports, Rings, Window, MaxMsgLen, Connections, BufferBeats, Stages, Halves;
  uint32_t RxBeats; // of a receive FIFO, a power of two, 4..4096
  uint32_t TxBeats; // of a transmit FIFO, a power of two, BufferBeats at least
} nf_netreduce_mac_cfg;

// Bit p of a mask, and element p of an array, are port p's.
typedef struct {
  uint8_t rx_axis_tvalid, rx_axis_tlast;
  uint8_t rx_axis_tuser; // with any beat: the frame is bad
  uint8_t tx_axis_tready;
  nf_netreduce_word rx_axis_tdata[NF_NETREDUCE_MAX_PORTS]; // looked at with rx_axis_tvalid alone
  uint64_t rx_axis_tkeep[NF_NETREDUCE_MAX_PORTS];
  // AXI4-Lite, byte addresses.
  bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
  uint16_t aw_addr, ar_addr;
  uint32_t w_data;
} nf_netreduce_mac_in;

// While tx_axis_tvalid is low, the beat is an old one.
typedef struct {
  uint8_t tx_axis_tvalid, tx_axis_tlast, tx_axis_tuser;
  nf_netreduce_word tx_axis_tdata[NF_NETREDUCE_MAX_PORTS];
  uint64_t tx_axis_tkeep[NF_NETREDUCE_MAX_PORTS];
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint8_t b_resp, r_resp;
  uint32_t r_data;
  bool irq;
} nf_netreduce_mac_out;

typedef struct nf_netreduce_mac nf_netreduce_mac;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_mac_init(nf_netreduce_mac **m, const nf_netreduce_mac_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_mac_out *nf_netreduce_mac_peek(const nf_netreduce_mac *m);
// One rising clock edge.
void nf_netreduce_mac_step(nf_netreduce_mac *m, const nf_netreduce_mac_in *in);
// NULL is allowed.
void nf_netreduce_mac_free(nf_netreduce_mac *m);

#ifdef __cplusplus
}
#endif

#endif
