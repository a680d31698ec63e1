// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_csr.sv: the engine's registers behind AXI4-Lite (ACE 4.4).
#ifndef NF_ACE_CSR_H
#define NF_ACE_CSR_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Machines; // 2..16
  uint32_t Ports;    // 2..8
  uint32_t Banks;    // for BUILD alone, as are the next two
  uint32_t Alus;
  uint32_t Lanes;
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_csr_cfg;

typedef struct {
  bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
  uint32_t aw_addr, w_data, ar_addr;
  bool clear; // the abort is over
  bool cmd_ready;
  uint8_t free; // commands that there is room for
  bool busy;
  bool cpl_valid;
  uint16_t cpl_tag;
  uint8_t cpl_status; // NF_ACE_STATUS_*
  bool chunk_done;
  uint64_t fault[NF_ACE_MAX_MACHINES]; // record fault
  uint8_t dma_fault;                   // NF_ACE_CHANNEL_*: given up; they stay
  uint8_t waiting[NF_ACE_WAITS];       // selected machines that wait for it
  uint8_t drop, stale, early;          // bit p: bad packets, of an older epoch, of a newer one
  uint16_t host_drop;                  // bits 2p, 2p+1
  // one cycle each; poison: a bus word of poisoned data was written, at poison_addr
  bool tx_beat, rx_beat, poison, op_valid;
  uint64_t poison_addr;
  uint64_t op;   // record req
  uint8_t flags; // IEEE 754 flags of the sums of this cycle
  // machines: what they are doing
  uint16_t machine_busy; // bit m
  uint16_t machine_pc[NF_ACE_MAX_MACHINES];
  uint8_t machine_wait[NF_ACE_MAX_MACHINES]; // NF_ACE_WAIT_*
} nf_ace_csr_in;

typedef struct {
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint8_t b_resp, r_resp;
  uint32_t r_data;
  bool irq;
  bool cfg_valid;
  // config bus: a write to all blocks
  uint32_t cfg_addr, cfg_wdata;
  bool run;
  uint16_t node;
  uint32_t watchdog, dma_watchdog;
  uint16_t select; // machines whose waiting is counted
  bool fault;      // one is held
  bool abort;      // one is under way
  uint8_t epoch;
  bool cmd_valid;
  // a command: addresses of 48 bits; strides, block, totals and msg, of a message, in bytes
  uint64_t cmd_src, cmd_dst;
  uint32_t cmd_src_stride, cmd_dst_stride, cmd_block, cmd_src_total, cmd_dst_total;
  uint16_t cmd_msg, cmd_tag;
  uint8_t cmd_src_pieces, cmd_dst_pieces, cmd_plan, cmd_red_op, cmd_dtype;
  bool cpl_ready;
} nf_ace_csr_out;

typedef struct nf_ace_csr nf_ace_csr;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_csr_init(nf_ace_csr **m, const nf_ace_csr_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_csr_out *nf_ace_csr_peek(const nf_ace_csr *m);
// One rising clock edge.
void nf_ace_csr_step(nf_ace_csr *m, const nf_ace_csr_in *in);
// NULL is allowed.
void nf_ace_csr_free(nf_ace_csr *m);

#ifdef __cplusplus
}
#endif

#endif
