// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_combiner.sv; change that.
// Parameters and ports of nf_netreduce_combiner.
#ifndef NF_NETREDUCE_COMBINER_PORTS_H
#define NF_NETREDUCE_COMBINER_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  // frames that have their place here, 2..16; from 4 on packets of 1 KB leave without a gap when
  // the port does not wait
  uint32_t Packets;
} nf_netreduce_combiner_cfg;

// Inputs of one cycle.
typedef struct {
  // room
  // a frame will come; only with ready, which shows it in the next cycle
  bool reserve;
  // header: one per reserved frame, in order, in a later cycle than the reservation and at least
  // one cycle before the frame's first word
  bool head_valid;
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // nf_netreduce_pkg::head_t
  // [10:0] bytes of payload and pad: 0..1024, a multiple of 4
  uint16_t size;
  // the sum, never refused: max(1, size / 64 rounded up) words; behind a last one a cycle is idle
  bool word_valid;
  bool word_last;
  nf_netreduce_word word;                // nf_netreduce_pkg::word_t
  // beats of a frame
  bool out_ready;
} nf_netreduce_combiner_in;

// Outputs of one cycle.
typedef struct {
  // room
  bool ready;                 // room for one frame more than those reserved
  bool empty;                 // no frame is reserved
  // beats of a frame
  bool out_valid;
  bool out_last;
  nf_netreduce_word out_data; // [511:0] while out_valid is low, an old one
  uint8_t out_bytes;          // of the last beat 1..64, of others 64; bytes beyond are zeros
} nf_netreduce_combiner_out;
// clang-format on

#endif
