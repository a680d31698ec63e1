// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port.sv: port buffers of one link and its queue pairs (ACE 4, Fig. 6 #5).
#ifndef NF_ACE_PORT_H
#define NF_ACE_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Slots;     // packets of the receive memory, a power of two 4..256
  uint32_t Out;       // packets of the send memory, a power of two 2..64
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_port_cfg;

typedef struct {
  uint8_t id;    // number of this port
  uint16_t node; // of this node
  uint8_t epoch; // changes after clear alone
  bool clear;    // all queue pairs are closed; no transfer is under way
  // room, one cycle: the NIC has reserved it for one packet
  bool cfg_valid, op_valid, out_valid, room, rx_valid, rx_first, rx_last;
  uint32_t cfg_addr, cfg_wdata;
  uint64_t op; // record req
  nf_ace_word out_data;
  bool out_poison; // the same for all words of a packet
  nf_flit rx_hdr;
  nf_ace_word rx_data;
} nf_ace_port_in;

typedef struct {
  uint16_t avail, credit, open; // by queue pair
  uint64_t words;               // 4 bits a queue pair
  // space: the send memory has room for one packet more; ask: room in the NIC is wanted
  bool space, ask, nic_valid, nic_first, nic_last;
  bool drop, stale, early; // a packet was dropped: bad; of an older epoch; of a newer one
  nf_flit nic_hdr;
  nf_ace_word in_data, nic_data;
  bool in_poison; // beside in_data
} nf_ace_port_out;

typedef struct nf_ace_port nf_ace_port;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_init(nf_ace_port **m, const nf_ace_port_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_out *nf_ace_port_peek(const nf_ace_port *m);
// One rising clock edge.
void nf_ace_port_step(nf_ace_port *m, const nf_ace_port_in *in);
// NULL is allowed.
void nf_ace_port_free(nf_ace_port *m);

#ifdef __cplusplus
}
#endif

#endif
