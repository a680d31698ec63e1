// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_port_rx.sv: receiving side of a port, packets come into slots in any
// order and are handed out in order (ACE 4.5).
#ifndef NF_ACE_PORT_RX_H
#define NF_ACE_PORT_RX_H

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
  uint32_t WordBytes; // of a bus word: 64, 128 or 256
} nf_ace_port_rx_cfg;

typedef struct {
  bool clear; // all queue pairs are closed
  // a queue pair is set up, empty, with number 0 and 2^set_log slots
  bool set, set_open;
  uint8_t set_qp, set_log, set_base;
  // a packet is handed out; its queue pair is looked up a cycle before (op)
  bool op_valid, pop;
  uint8_t op_qp, pop_qp, pop_words;
  bool look_valid; // header of the word that comes a cycle later
  uint8_t look_qp;
  uint16_t look_seq;
  // the word; of a first one: data of this epoch, of an older one, of a newer one, credits
  bool word_valid, word_first, word_last, word_take, word_stale, word_early, word_credit;
  nf_flit word_hdr;
  nf_ace_word word_data;
} nf_ace_port_rx_in;

typedef struct {
  uint16_t open, avail;     // by queue pair: set up; a packet is at the head
  uint8_t mask[NF_ACE_QPS]; // its slots less one
  uint64_t words;           // 4 bits a queue pair
  nf_ace_word in_data;
  bool in_poison;          // beside in_data
  bool begins;             // the word begins a packet of an open queue pair
  bool drop, stale, early; // a packet was dropped: bad; of an older epoch; of a newer one
} nf_ace_port_rx_out;

typedef struct nf_ace_port_rx nf_ace_port_rx;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_port_rx_init(nf_ace_port_rx **m, const nf_ace_port_rx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_port_rx_out *nf_ace_port_rx_peek(const nf_ace_port_rx *m);
// One rising clock edge.
void nf_ace_port_rx_step(nf_ace_port_rx *m, const nf_ace_port_rx_in *in);
// NULL is allowed.
void nf_ace_port_rx_free(nf_ace_port_rx *m);

#ifdef __cplusplus
}
#endif

#endif
