// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_nic.sv: NIC buffers of one link, and the bypass of the engine (ACE 4.4).
#ifndef NF_ACE_NIC_H
#define NF_ACE_NIC_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Packets;   // packets held in each of the three queues, a power of two 2..64
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_nic_cfg;

typedef struct {
  bool ask, ace_valid, ace_first, ace_last; // ask: the engine wants room for a packet
  bool host_tx_valid, host_tx_first, host_tx_last, host_rx_ready;
  bool link_rx_valid, link_rx_first, link_rx_last;
  uint8_t link_tx_ready; // bit 1 engine, bit 0 normal
  nf_flit ace_hdr, host_tx_hdr, link_rx_hdr;
  nf_ace_word ace_data, host_tx_data, link_rx_data;
} nf_ace_nic_in;

typedef struct {
  bool room, ace_rx_valid, ace_rx_first, ace_rx_last; // room: one cycle, it is reserved
  // host_tx_ready falls only between packets
  bool host_tx_ready, host_rx_valid, host_rx_first, host_rx_last;
  bool link_tx_valid, link_tx_first, link_tx_last;
  uint8_t link_rx_ready; // bit 1 engine, bit 0 normal
  uint8_t drop;          // a normal packet was too long: bit 0 the host's, bit 1 the link's
  nf_flit ace_rx_hdr, host_rx_hdr, link_tx_hdr;
  nf_ace_word ace_rx_data, host_rx_data, link_tx_data;
} nf_ace_nic_out;

typedef struct nf_ace_nic nf_ace_nic;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_nic_init(nf_ace_nic **m, const nf_ace_nic_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_nic_out *nf_ace_nic_peek(const nf_ace_nic *m);
// One rising clock edge.
void nf_ace_nic_step(nf_ace_nic *m, const nf_ace_nic_in *in);
// NULL is allowed.
void nf_ace_nic_free(nf_ace_nic *m);

#ifdef __cplusplus
}
#endif

#endif
