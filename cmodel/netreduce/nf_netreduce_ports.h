// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce.sv; change that.
// Parameters and ports of nf_netreduce.
#ifndef NF_NETREDUCE_PORTS_H
#define NF_NETREDUCE_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;       // ports, 2..8; the paper's board has six of 100 Gb/s (NETREDUCE 4.4)
  uint32_t Rings;       // rings, 1..16, n of NETREDUCE 4.3.1
  // N: a ring has N + 1 slots, 1..7; for hosts with a window of W messages: 2W - 1
  uint32_t Window;
  uint32_t MaxMsgLen;   // packets of a message, 1..256 (NETREDUCE 5.1: 170)
  uint32_t Connections; // members of all rings, those of a leaf that are no hosts too, 2..128
  // of a port's frame buffer, a power of two, 32..512; 256 are 16 KB, a packet of 1 kB needs 17
  uint32_t BufferBeats;
  uint32_t Stages;      // registers of a level of the adders, 1..6
  uint32_t Halves;      // the types of 16-bit elements, F16 and BF16, too
} nf_netreduce_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Stream in, per port, from the hosts: frames without preamble and FCS
  uint8_t s_tvalid;                          // [Ports-1:0]
  uint8_t s_tlast;                           // [Ports-1:0]
  // [Ports-1:0] with any beat: the MAC says that the frame is bad
  uint8_t s_tuser;
  // [Ports*512-1:0] first byte in bits 7:0; looked at with s_tvalid alone
  nf_netreduce_word s_tdata[NF_NETREDUCE_MAX_PORTS];
  // [Ports*64-1:0] contiguous from bit 0, full but in the last beat
  uint64_t s_tkeep[NF_NETREDUCE_MAX_PORTS];
  // AXI4-Stream out, per port, to the Ethernet switch: the same way
  uint8_t m_tready;                          // [Ports-1:0]
  // [Ports*32-1:0] what the FIFOs of MACs have dropped, to be read as OVERRUN; or zero
  uint32_t overruns[NF_NETREDUCE_MAX_PORTS];
  // AXI4-Lite, byte addresses, no byte enables; docs/netreduce-registers.md
  bool aw_valid;
  uint16_t aw_addr;
  bool w_valid;
  uint32_t w_data;
  bool b_ready;
  bool ar_valid;
  uint16_t ar_addr;
  bool r_ready;
} nf_netreduce_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Stream in, per port, from the hosts: frames without preamble and FCS
  uint8_t s_tready;                         // [Ports-1:0]
  // AXI4-Stream out, per port, to the Ethernet switch: the same way
  uint8_t m_tvalid;                         // [Ports-1:0]
  uint8_t m_tlast;                          // [Ports-1:0]
  nf_netreduce_word m_tdata[NF_NETREDUCE_MAX_PORTS]; // [Ports*512-1:0]
  uint64_t m_tkeep[NF_NETREDUCE_MAX_PORTS]; // [Ports*64-1:0]
  // AXI4-Lite, byte addresses, no byte enables; docs/netreduce-registers.md
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_resp;                           // [1:0]
  bool ar_ready;
  bool r_valid;
  uint32_t r_data;
  uint8_t r_resp;                           // [1:0]
  bool irq;                                 // a bit of IRQ_STATUS that IRQ_ENABLE has too
} nf_netreduce_out;
// clang-format on

#endif
