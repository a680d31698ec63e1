// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/ace/nf_ace_nic_queue.sv; change that.
// Parameters and ports of nf_ace_nic_queue.
#ifndef NF_ACE_NIC_QUEUE_PORTS_H
#define NF_ACE_NIC_QUEUE_PORTS_H

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Packets;   // packets held, a power of two 2..64
  uint32_t Whole;     // offer packets that are complete, 1; that have begun, 0
  uint32_t WordBytes; // of a bus word: 32, 64, 128 or 256
} nf_ace_nic_queue_cfg;

// Inputs of one cycle.
typedef struct {
  // writer
  bool reserve;        // takes room for one packet; only while room
  bool in_valid;       // always taken; a packet begins only with room that was reserved
  bool in_last;
  nf_flit in_hdr;      // nf_ace_pkg::hdr_t; of the packet, beside its first word
  nf_ace_word in_data; // [WordBits-1:0]
  // reader
  bool load;           // only while ready
} nf_ace_nic_queue_in;

// Outputs of one cycle.
typedef struct {
  // writer
  bool room;            // there is room for one more packet
  bool drop;            // pulse: a packet was too long
  // reader
  bool ready;           // load may come
  bool open;            // the word that was loaded last does not end its packet
  bool out_first;       // of the word that was loaded last
  bool out_last;
  nf_flit out_hdr;      // nf_ace_pkg::hdr_t; for all words of the packet
  nf_ace_word out_data; // [WordBits-1:0]
} nf_ace_nic_queue_out;
// clang-format on

#endif
