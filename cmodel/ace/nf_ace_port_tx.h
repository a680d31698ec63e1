// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port_tx.sv: sending side of a port, packets in the order of their grants
// and credit packets between them (ACE 4.4, 4.5).
#ifndef NF_ACE_PORT_TX_H
#define NF_ACE_PORT_TX_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Out;       // packets of the send memory, a power of two 2..64
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_port_tx_cfg;

typedef struct {
  uint16_t node; // of this node
  uint8_t epoch;
  bool clear; // no queue pair has a credit
  bool set;   // a queue pair gets a peer, and begins with number 0
  uint8_t set_qp, set_peer_qp, set_credits;
  uint16_t set_node;
  bool gain; // the peer has freed slots
  uint8_t gain_qp, gain_credits;
  bool push; // a packet is granted
  uint8_t push_qp, push_words;
  bool out_valid, out_poison; // out_poison: the same for all words of a packet
  nf_ace_word out_data;
  bool give; // a credit packet leaves
  uint8_t give_qp, give_credits;
  bool room; // one cycle: the NIC has reserved it for one packet
} nf_ace_port_tx_in;

typedef struct {
  uint16_t credit; // by queue pair: the peer has room
  bool space;      // the send memory has room for one packet more
  // a credit packet may leave: no packet is ready; if it must not wait, it is its turn
  bool pause, turn;
  bool ask; // room in the NIC is wanted
  bool nic_valid, nic_first, nic_last;
  nf_flit nic_hdr;
  nf_ace_word nic_data;
} nf_ace_port_tx_out;

typedef struct nf_ace_port_tx nf_ace_port_tx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_tx_init(nf_ace_port_tx **m, const nf_ace_port_tx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_tx_out *nf_ace_port_tx_peek(const nf_ace_port_tx *m);
// One rising clock edge.
void nf_ace_port_tx_step(nf_ace_port_tx *m, const nf_ace_port_tx_in *in);
// NULL is allowed.
void nf_ace_port_tx_free(nf_ace_port_tx *m);

#ifdef __cplusplus
}
#endif

#endif
