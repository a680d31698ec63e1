// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_csr.sv: the CSR port of the switch (docs/registers.md).
#ifndef NF_SWITCH_CSR_H
#define NF_SWITCH_CSR_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Entries;   // 2..32
  uint32_t Regions;   // 2..32
  uint32_t Nodes;     // node ids that arrival masks tell apart, 8..256
  uint32_t HomeSlots; // 2..512, see nf_mcr_hash.h
} nf_switch_csr_cfg;

// Words of nf_switch_stats: events of the reduction table at their bit, then the port's own.
enum {
  NF_SWITCH_STAT_RX = 16,
  NF_SWITCH_STAT_ACK = 17,
  NF_SWITCH_STAT_DROP = 18,
  NF_SWITCH_STAT_TX = 19,
  NF_SWITCH_STAT_DROP_BASE = 19, // + error code, which is not zero
  NF_SWITCH_STAT_CLEARED = 31,
};

// Lane p and bit p: port p.
typedef struct {
  bool csr_valid, csr_write, csr_rready; // CSR port
  uint16_t csr_addr;                     // byte address
  uint32_t csr_wdata;
  bool cfg_ready, cfg_rvalid, cfg_err; // MCR table
  uint32_t cfg_rdata;
  uint16_t stats_valid; // counters
  uint32_t stats_data[NF_MAX_PORTS];
  uint8_t used[NF_MAX_PORTS]; // reduction tables
  uint16_t oldest_valid;
  uint32_t oldest_mask[NF_MAX_PORTS]; // of the nodes that mask_select names
  uint64_t oldest_addr[NF_MAX_PORTS];
  uint16_t oldest_count[NF_MAX_PORTS], oldest_expected[NF_MAX_PORTS];
  bool dropping; // some entries are still to be dropped
  bool traffic;
  uint32_t error; // one-cycle pulses, bits of ERRORS
  uint8_t flags;  // one-cycle pulses: header flags of results
} nf_switch_csr_in;

typedef struct {
  bool csr_ready, csr_rvalid, csr_err; // CSR port; err: refused, nothing changed
  uint32_t csr_rdata;
  bool cfg_valid, cfg_write, cfg_rready;
  uint16_t cfg_addr;
  uint32_t cfg_wdata;
  uint16_t stats_read; // port whose counter is read, one-hot
  uint8_t stats_index; // of the counter that is read, NF_SWITCH_STAT_* or NF_EV_*
  uint16_t id;         // configuration
  bool multicast_partials;
  uint8_t timeout;   // in ticks
  uint8_t tick_log2; // of 64 cycles times two to that power
  uint16_t first_hop, uplinks;
  uint8_t links;
  uint8_t entries;
  uint8_t drop_epochs; // clear command for the reduction tables
  bool drop_one;
  uint8_t drop_region;
  uint8_t mask_select; // group of 32 nodes whose part of the arrival masks is shown
} nf_switch_csr_out;

typedef struct nf_switch_csr nf_switch_csr;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_csr_init(nf_switch_csr **m, const nf_switch_csr_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_csr_out *nf_switch_csr_peek(const nf_switch_csr *m);
// One rising clock edge.
void nf_switch_csr_step(nf_switch_csr *m, const nf_switch_csr_in *in);
// NULL is allowed.
void nf_switch_csr_free(nf_switch_csr *m);

#ifdef __cplusplus
}
#endif

#endif
