// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace.sv; change that.
// Parameters and ports of nf_ace.
#ifndef NF_ACE_PORTS_H
#define NF_ACE_PORTS_H

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Machines;     // programmable state machines, 2..16
  uint32_t Ports;        // links, 2..8
  uint32_t Banks;        // SRAM banks: 1, 2 or 4
  uint32_t BankWords;    // bus words of a bank, 64..16384 (1 MB with words of 64), a power of two
  uint32_t Alus;         // lanes that can reduce, 1..4
  uint32_t Lanes;        // all transfer lanes, Alus..8
  uint32_t Slots;        // receive buffer of a port in packets, 16..256, a power of two
  uint32_t ProgramWords; // instructions of a machine, 16..2048
  uint32_t QueueDepth;   // chunks queued at a machine, 2..16
  uint32_t Chunks;       // chunks in flight, 2..32
  uint32_t Bursts;       // bursts outstanding at memory, each way, 2..64
  uint32_t Halves;       // lanes reduce the types of 16-bit elements too, 0 or 1
  uint32_t WordBytes;    // of a bus word, at memory, SRAM and links: 64, 128 or 256
} nf_ace_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Lite: registers, tables, programs, commands
  bool csr_aw_valid;
  uint32_t csr_aw_addr;                  // [19:0]
  bool csr_w_valid;
  uint32_t csr_w_data;
  bool csr_b_ready;
  bool csr_ar_valid;
  uint32_t csr_ar_addr;                  // [19:0]
  bool csr_r_ready;
  // AXI4 to memory: one ID, INCR bursts of full words
  bool mem_ar_ready;
  bool mem_r_valid;
  nf_ace_word mem_r_data;                // [WordBits-1:0]
  uint8_t mem_r_resp;                    // [1:0]
  bool mem_r_last;
  bool mem_aw_ready;
  bool mem_w_ready;
  bool mem_b_valid;
  uint8_t mem_b_resp;                    // [1:0]
  // links; ready is {engine packets, normal packets} of each port
  uint16_t link_tx_ready;                // [Ports*2-1:0]
  uint8_t link_rx_valid;                 // [Ports-1:0]
  uint8_t link_rx_first;                 // [Ports-1:0]
  uint8_t link_rx_last;                  // [Ports-1:0]
  nf_flit link_rx_hdr[NF_ACE_MAX_PORTS]; // [Ports*HdrBits-1:0]
  uint64_t link_rx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
  // normal traffic of the host, past the engine (ACE 4.4)
  uint8_t host_tx_valid;                 // [Ports-1:0]
  uint8_t host_tx_first;                 // [Ports-1:0]
  uint8_t host_tx_last;                  // [Ports-1:0]
  nf_flit host_tx_hdr[NF_ACE_MAX_PORTS]; // [Ports*HdrBits-1:0]
  uint64_t host_tx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
  uint8_t host_rx_ready;                 // [Ports-1:0]
} nf_ace_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Lite: registers, tables, programs, commands
  bool csr_aw_ready;
  bool csr_w_ready;
  bool csr_b_valid;
  uint8_t csr_b_resp;                         // [1:0]
  bool csr_ar_ready;
  bool csr_r_valid;
  uint32_t csr_r_data;
  uint8_t csr_r_resp;                         // [1:0]
  bool irq;
  // AXI4 to memory: one ID, INCR bursts of full words
  bool mem_ar_valid;
  uint64_t mem_ar_addr;                       // [47:0]
  uint8_t mem_ar_len;
  bool mem_r_ready;
  bool mem_aw_valid;
  uint64_t mem_aw_addr;                       // [47:0]
  uint8_t mem_aw_len;
  bool mem_w_valid;
  nf_ace_word mem_w_data;                     // [WordBits-1:0]
  uint64_t mem_w_strb[NF_ACE_WORD_LIMBS / 8]; // [WordBytes-1:0]
  bool mem_w_last;
  bool mem_b_ready;
  // links; ready is {engine packets, normal packets} of each port
  uint8_t link_tx_valid;                      // [Ports-1:0]
  uint8_t link_tx_first;                      // [Ports-1:0]
  uint8_t link_tx_last;                       // [Ports-1:0]
  nf_flit link_tx_hdr[NF_ACE_MAX_PORTS];      // [Ports*HdrBits-1:0]
  uint64_t link_tx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
  uint16_t link_rx_ready;                     // [Ports*2-1:0]
  // normal traffic of the host, past the engine (ACE 4.4)
  uint8_t host_tx_ready;                      // [Ports-1:0]
  uint8_t host_rx_valid;                      // [Ports-1:0]
  uint8_t host_rx_first;                      // [Ports-1:0]
  uint8_t host_rx_last;                       // [Ports-1:0]
  nf_flit host_rx_hdr[NF_ACE_MAX_PORTS];      // [Ports*HdrBits-1:0]
  uint64_t host_rx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
} nf_ace_out;
// clang-format on

#endif
