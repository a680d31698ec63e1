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
  uint32_t Machines;     // programmable state machines, 2..16 (ACE 6: 16)
  uint32_t Ports;        // links, 2..8
  uint32_t Banks;        // SRAM banks: 1, 2 or 4 (ACE 6: 4)
  // bus words of a bank, 64..16384, a power of two: 16384 are 1 MB with words of 64 B (ACE 6: 1 MB)
  uint32_t BankWords;
  uint32_t Alus;         // lanes that can reduce, 1..4 (ACE 6: 4)
  uint32_t Lanes;        // all transfer lanes, Alus..8
  uint32_t Slots;        // packets that the receive memory of a port holds, 16..256, a power of two
  uint32_t ProgramWords; // instructions of a machine, 16..2048 (ACE 6: 8 KB, which is 2048)
  uint32_t QueueDepth;   // chunks queued at a machine, 2..16
  uint32_t Chunks;       // chunks in flight, 2..32
  // bursts outstanding at memory, each way, and orders in flight of each DMA, 2..64
  uint32_t Bursts;
  // lanes reduce pairs of 16-bit elements too, f16 and bf16, each sum rounded to the type, 0 or 1
  uint32_t Halves;
  // bytes of a bus word: of the memory's port, SRAM, lanes and links, 32, 64, 128 or 256 (ACE 6:
  // 64)
  uint32_t WordBytes;
} nf_ace_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Lite: registers, tables, programs, commands; byte addresses, no byte enables
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
  // links: a bit or lane of each port
  // [Ports*2-1:0] bit 2p+1: engine packets, bit 2p: normal packets
  uint16_t link_tx_ready;
  uint8_t link_rx_valid;                 // [Ports-1:0] from the link: as those to it
  uint8_t link_rx_first;                 // [Ports-1:0]
  uint8_t link_rx_last;                  // [Ports-1:0]
  nf_flit link_rx_hdr[NF_ACE_MAX_PORTS]; // [Ports*HdrBits-1:0]
  uint64_t link_rx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
  // normal packets of the host, past the engine (ACE 4.4): as those of links
  uint8_t host_tx_valid;                 // [Ports-1:0]
  uint8_t host_tx_first;                 // [Ports-1:0]
  uint8_t host_tx_last;                  // [Ports-1:0]
  nf_flit host_tx_hdr[NF_ACE_MAX_PORTS]; // [Ports*HdrBits-1:0]
  uint64_t host_tx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
  uint8_t host_rx_ready;                 // [Ports-1:0]
} nf_ace_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Lite: registers, tables, programs, commands; byte addresses, no byte enables
  bool csr_aw_ready;
  bool csr_w_ready;
  bool csr_b_valid;
  uint8_t csr_b_resp;                         // [1:0]
  bool csr_ar_ready;
  bool csr_r_valid;
  uint32_t csr_r_data;
  uint8_t csr_r_resp;                         // [1:0]
  // level: a bit is set in both IRQ_STATUS and IRQ_ENABLE
  bool irq;
  // AXI4 to memory: one ID, INCR bursts of full words
  bool mem_ar_valid;
  uint64_t mem_ar_addr;                       // [47:0] a multiple of a word
  uint8_t mem_ar_len;                         // beats, less one
  bool mem_r_ready;
  bool mem_aw_valid;
  uint64_t mem_aw_addr;                       // [47:0] a multiple of a word
  uint8_t mem_aw_len;                         // beats, less one
  bool mem_w_valid;
  nf_ace_word mem_w_data;                     // [WordBits-1:0]
  uint64_t mem_w_strb[NF_ACE_WORD_LIMBS / 8]; // [WordBytes-1:0]
  bool mem_w_last;
  bool mem_b_ready;
  // links: a bit or lane of each port
  uint8_t link_tx_valid;                      // [Ports-1:0] a word for the link
  uint8_t link_tx_first;                      // [Ports-1:0] it is the first of its packet
  uint8_t link_tx_last;                       // [Ports-1:0] it is the last one
  // [Ports*HdrBits-1:0] header, record hdr, beside every word of its packet
  nf_flit link_tx_hdr[NF_ACE_MAX_PORTS];
  uint64_t link_tx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0] the word
  uint16_t link_rx_ready;                     // [Ports*2-1:0]
  // normal packets of the host, past the engine (ACE 4.4): as those of links
  uint8_t host_tx_ready;                      // [Ports-1:0]
  uint8_t host_rx_valid;                      // [Ports-1:0]
  uint8_t host_rx_first;                      // [Ports-1:0]
  uint8_t host_rx_last;                       // [Ports-1:0]
  nf_flit host_rx_hdr[NF_ACE_MAX_PORTS];      // [Ports*HdrBits-1:0]
  uint64_t host_rx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS]; // [Ports*WordBits-1:0]
} nf_ace_out;
// clang-format on

#endif
