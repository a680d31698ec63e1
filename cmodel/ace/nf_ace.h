// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/ace/nf_ace.sv: the whole collectives engine with its NIC buffers (ACE 4, Fig.
// 6). It holds the models of its blocks and joins them as the RTL does; every output is a function
// of state.
#ifndef NF_ACE_H
#define NF_ACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_scheduler.h"
#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Machines;     // programmable state machines, 2..16
  uint32_t Ports;        // links, 2..8
  uint32_t Banks;        // SRAM banks, 1, 2 or 4
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

typedef struct {
  // AXI4-Lite, 20-bit byte addresses
  bool csr_aw_valid, csr_w_valid, csr_b_ready, csr_ar_valid, csr_r_ready;
  uint32_t csr_aw_addr, csr_w_data, csr_ar_addr;
  // AXI4 memory port, 512 bit, 48-bit addresses
  bool mem_ar_ready, mem_r_valid, mem_r_last, mem_aw_ready, mem_w_ready, mem_b_valid;
  uint8_t mem_r_resp, mem_b_resp;
  nf_ace_word mem_r_data;
  // links: ready is two bits a port, {engine, normal}
  uint16_t link_tx_ready;
  uint8_t link_rx_valid, link_rx_first, link_rx_last;
  nf_flit link_rx_hdr[NF_ACE_MAX_PORTS];
  uint64_t link_rx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS];
  // normal traffic of the host, past the engine (ACE 4.4)
  uint8_t host_tx_valid, host_tx_first, host_tx_last, host_rx_ready;
  nf_flit host_tx_hdr[NF_ACE_MAX_PORTS];
  uint64_t host_tx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS];
} nf_ace_in;

typedef struct {
  bool csr_aw_ready, csr_w_ready, csr_b_valid, csr_ar_ready, csr_r_valid;
  uint8_t csr_b_resp, csr_r_resp;
  uint32_t csr_r_data;
  bool irq;
  bool mem_ar_valid, mem_r_ready, mem_aw_valid, mem_w_valid, mem_w_last, mem_b_ready;
  uint64_t mem_ar_addr, mem_aw_addr;
  uint8_t mem_ar_len, mem_aw_len;
  uint64_t mem_w_strb[NF_ACE_WORD_LIMBS / 8];
  nf_ace_word mem_w_data;
  uint8_t link_tx_valid, link_tx_first, link_tx_last;
  nf_flit link_tx_hdr[NF_ACE_MAX_PORTS];
  uint64_t link_tx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS];
  uint16_t link_rx_ready;
  uint8_t host_tx_ready, host_rx_valid, host_rx_first, host_rx_last;
  nf_flit host_rx_hdr[NF_ACE_MAX_PORTS];
  uint64_t host_rx_data[NF_ACE_MAX_PORTS * NF_ACE_WORD_LIMBS];
} nf_ace_out;

typedef struct nf_ace nf_ace;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_init(nf_ace **m, const nf_ace_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_out *nf_ace_peek(const nf_ace *m);
// One rising clock edge.
void nf_ace_step(nf_ace *m, const nf_ace_in *in);
// NULL is allowed.
void nf_ace_free(nf_ace *m);

// What happens inside, for timelines and reports: the transfer granted in this cycle, if any
// (record req, lane, machine), the state of a machine, and where the chunks are.
typedef struct {
  bool valid;
  uint64_t req;
  uint8_t lane, machine;
} nf_ace_grant;
nf_ace_grant nf_ace_granted(const nf_ace *m);
typedef struct {
  bool busy;
  uint16_t pc;
  uint8_t wait; // NF_ACE_WAIT_*
} nf_ace_machine_state;
nf_ace_machine_state nf_ace_machine_at(const nf_ace *m, unsigned machine);
const nf_ace_chunks *nf_ace_chunks_at(const nf_ace *m);

#ifdef __cplusplus
}
#endif

#endif
