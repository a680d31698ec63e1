// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_mac.sv; change that.
// Parameters and ports of nf_netreduce_mac.
#ifndef NF_NETREDUCE_MAC_PORTS_H
#define NF_NETREDUCE_MAC_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;       // those of nf_netreduce, down to Halves
  uint32_t Rings;
  uint32_t Window;
  uint32_t MaxMsgLen;
  uint32_t Connections;
  uint32_t BufferBeats;
  uint32_t Stages;
  uint32_t Halves;
  // beats of a receive FIFO, a power of two, 32..4096; a packet of 1 kB needs 17
  uint32_t RxBeats;
  // beats of a transmit FIFO, a power of two, 4..4096; BufferBeats at least: the longest frame fits
  uint32_t TxBeats;
} nf_netreduce_mac_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Stream from each MAC, without ready
  uint8_t rx_axis_tvalid;                         // [Ports-1:0]
  uint8_t rx_axis_tlast;                          // [Ports-1:0]
  uint8_t rx_axis_tuser;                          // [Ports-1:0] with any beat: the frame is bad
  // [Ports*512-1:0] first byte on the wire in bits 7:0; looked at with rx_axis_tvalid alone
  nf_netreduce_word rx_axis_tdata[NF_NETREDUCE_MAX_PORTS];
  uint64_t rx_axis_tkeep[NF_NETREDUCE_MAX_PORTS]; // [Ports*64-1:0]
  // AXI4-Stream to each MAC, the same way
  uint8_t tx_axis_tready;                         // [Ports-1:0]
  // registers of nf_netreduce: AXI4-Lite, byte addresses; docs/netreduce-registers.md
  bool aw_valid;
  uint16_t aw_addr;
  bool w_valid;
  uint32_t w_data;
  bool b_ready;
  bool ar_valid;
  uint16_t ar_addr;
  bool r_ready;
} nf_netreduce_mac_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Stream to each MAC, the same way
  uint8_t tx_axis_tvalid;                         // [Ports-1:0]
  uint8_t tx_axis_tlast;                          // [Ports-1:0]
  uint8_t tx_axis_tuser;                          // [Ports-1:0] 0: no frame is marked bad
  nf_netreduce_word tx_axis_tdata[NF_NETREDUCE_MAX_PORTS]; // [Ports*512-1:0]
  uint64_t tx_axis_tkeep[NF_NETREDUCE_MAX_PORTS]; // [Ports*64-1:0]
  // registers of nf_netreduce: AXI4-Lite, byte addresses; docs/netreduce-registers.md
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_resp;                                 // [1:0]
  bool ar_ready;
  bool r_valid;
  uint32_t r_data;
  uint8_t r_resp;                                 // [1:0]
  bool irq;
} nf_netreduce_mac_out;
// clang-format on

#endif
