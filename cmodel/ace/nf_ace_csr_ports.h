// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_csr.sv; change that.
// Parameters and ports of nf_ace_csr.
#ifndef NF_ACE_CSR_PORTS_H
#define NF_ACE_CSR_PORTS_H

#include "ace/nf_ace_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines;  // 2..16
  uint32_t Ports;     // 2..8
  uint32_t Banks;     // for BUILD alone, as are those that follow
  uint32_t Alus;
  uint32_t Lanes;
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_csr_cfg;

// A command, as the registers hand it to the scheduler. Bit-fields at the places of nf_ace_pkg::command_t.
typedef struct __attribute__((packed)) {
  uint32_t tag : 16;        // of the completion
  uint32_t dtype : 4;       // data type
  uint32_t red_op : 4;      // reduction op
  uint32_t plan : 3;        // its plan
  uint32_t dst_pieces : 8;  // pieces of the result
  uint32_t src_pieces : 8;  // pieces of the data
  uint32_t msg : 16;        // bytes of a message
  uint32_t dst_total : 32;  // bytes of the result
  uint32_t src_total : 32;  // bytes of the data
  uint32_t block : 32;      // bytes of a piece
  uint32_t dst_stride : 32; // bytes from piece to piece of the result
  uint32_t src_stride : 32; // bytes from piece to piece of the data
  uint64_t dst : 48;        // where the result goes
  uint64_t src : 48;        // where the data is
} nf_ace_command_bits;

// How a command ended. Bit-fields at the places of nf_ace_pkg::completion_t.
typedef struct __attribute__((packed)) {
  uint32_t status : 4; // NF_ACE_STATUS_*
  uint32_t tag : 16;   // of the command
} nf_ace_completion_bits;

// Inputs of one cycle.
typedef struct {
  // AXI4-Lite, byte addresses
  bool aw_valid;
  uint32_t aw_addr;                          // [19:0]
  bool w_valid;
  uint32_t w_data;
  bool b_ready;
  bool ar_valid;
  uint32_t ar_addr;                          // [19:0]
  bool r_ready;
  // levels
  bool clear;                                // pulse: the abort is over
  // commands
  bool cmd_ready;
  uint8_t free;                              // commands that there is room for
  bool busy;
  // completions
  bool cpl_valid;
  nf_ace_completion_bits cpl;                // nf_ace_pkg::completion_t
  bool chunk_done;
  // what is counted, and faults
  uint64_t fault[NF_ACE_MAX_MACHINES];       // [Machines*64-1:0] records fault
  uint8_t dma_fault;                         // [4:0] NF_ACE_CHANNEL_*: given up; they stay
  // [nf_ace_pkg::WAITS*8-1:0] per NF_ACE_WAIT_*: selected machines
  uint8_t waiting[NF_ACE_WAITS];
  uint8_t drop;                              // [Ports-1:0]
  // [Ports-1:0] packets of an older epoch, of a newer one
  uint8_t stale;
  uint8_t early;                             // [Ports-1:0]
  uint16_t host_drop;                        // [2*Ports-1:0] normal packets that were too long
  bool tx_beat;
  bool rx_beat;
  bool poison;                               // a bus word of poisoned data was written
  uint64_t poison_addr;                      // [47:0] there
  bool op_valid;
  uint64_t op;                               // nf_ace_pkg::req_t
  uint8_t flags;                             // [3:0] IEEE 754 flags of the sums of this cycle
  // machines: what they are doing
  uint16_t machine_busy;                     // [Machines-1:0]
  uint16_t machine_pc[NF_ACE_MAX_MACHINES];  // [Machines*16-1:0]
  uint8_t machine_wait[NF_ACE_MAX_MACHINES]; // [Machines*8-1:0] NF_ACE_WAIT_*
} nf_ace_csr_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Lite, byte addresses
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_resp;          // [1:0]
  bool ar_ready;
  bool r_valid;
  uint32_t r_data;
  uint8_t r_resp;          // [1:0]
  bool irq;
  // config bus
  bool cfg_valid;
  uint32_t cfg_addr;       // [19:0]
  uint32_t cfg_wdata;
  // levels
  bool run;
  uint16_t node;           // [9:0]
  uint32_t watchdog;
  uint32_t dma_watchdog;
  uint16_t select;         // machines whose waiting is counted
  bool fault;              // a fault is held
  bool abort;              // an abort is under way
  uint8_t epoch;           // [6:0]
  // commands
  bool cmd_valid;
  nf_ace_command_bits cmd; // nf_ace_pkg::command_t
  // completions
  bool cpl_ready;
} nf_ace_csr_out;
// clang-format on

#endif
