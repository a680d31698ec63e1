// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/switch/nf_switch.sv: the switch that multicasts and reduces (KLENK IV).
// One step is one clock cycle; 16 bytes a port and cycle are 25 GB/s at 1.5625 GHz (KLENK V).
#ifndef NF_SWITCH_H
#define NF_SWITCH_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Entries;   // reduction table entries of 128 B a port, 2..32
  uint32_t Regions;   // MCR table entries, 2..32
  uint32_t Nodes;     // node ids that can be routed, 8..256, multiple of 8
  uint32_t HomeSlots; // home-port table, 2..512, see nf_mcr_hash.h
  uint32_t Window;    // packets an ingress holds per virtual channel, 4, 8 or 16
  uint32_t XpDepth;   // flits of one crosspoint queue, 16, 32 or 64
  uint32_t Halves;    // 1: the reduction tables have the types of 16-bit elements
  uint32_t Wide;      // 1: ... and the ops whose sums are wider than the type
  uint32_t Ghosts;    // entries that a table remembers after they left, 0..16
} nf_switch_cfg;

// Inputs of one cycle. Bit p of a mask is port p; of the ready masks bit 2*p+v is virtual channel
// v.
typedef struct {
  uint16_t rx_valid;             // a flit is offered
  uint16_t rx_last;              // it is the last of its packet
  uint16_t rx_err;               // with last: the packet was damaged on the way
  nf_flit rx_data[NF_MAX_PORTS]; // header or payload flit
  uint32_t tx_ready;             // room for a whole packet of that virtual channel
  uint8_t csr_valid, csr_write;  // one access to the registers of docs/registers.md
  uint16_t csr_addr;             // byte address, multiple of 4
  uint32_t csr_wdata;
  uint8_t csr_rready; // the answer is taken
} nf_switch_in;

// Outputs of one cycle, functions of the state alone.
typedef struct {
  // A header of that virtual channel is taken; falls only after one was. Payload always is.
  uint32_t rx_ready;
  uint16_t tx_valid, tx_last, tx_err;
  nf_flit tx_data[NF_MAX_PORTS];
  uint8_t csr_ready;
  uint8_t csr_rvalid, csr_err;
  uint32_t csr_rdata;
} nf_switch_out;

typedef struct nf_switch nf_switch;

// Make a switch in its reset state. Returns NULL, or a sentence on what is wrong with cfg.
nf_status nf_switch_init(nf_switch **m, const nf_switch_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_out *nf_switch_peek(const nf_switch *m);
// One rising clock edge.
void nf_switch_step(nf_switch *m, const nf_switch_in *in);
// Frees a switch and all its blocks; NULL is allowed.
void nf_switch_free(nf_switch *m);

#ifdef __cplusplus
}
#endif

#endif
