// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_icrc.sv; change that.
// Parameters and ports of nf_netreduce_icrc.
#ifndef NF_NETREDUCE_ICRC_PORTS_H
#define NF_NETREDUCE_ICRC_PORTS_H

#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  char none; // there are no parameters
} nf_netreduce_icrc_cfg;

// Inputs of one cycle.
typedef struct {
  // beats of a frame
  bool valid;
  bool first;             // each frame begins with a beat marked first
  bool last;
  nf_netreduce_word data; // [511:0] first byte on the wire in bits 7:0 of w[0]
  uint8_t bytes;          // of the last beat, 1..64; counts with last only
  // with first: bytes of the frame up to the end of its CRC field; what follows is Ethernet
  // padding, also whole beats of it
  uint16_t length;
  uint8_t tags;           // [1:0] with first: VLAN tags, 0..2
} nf_netreduce_icrc_in;

// Outputs of one cycle.
typedef struct {
  // the answer; match and CRC hold until the next one
  bool done;    // one pulse per frame, 7 cycles after its last beat
  bool match;   // the field is right
  // the right CRC exclusive-or the field as it came; first byte on the wire in bits 7:0,
  // little-endian, unlike all other fields
  uint32_t crc;
} nf_netreduce_icrc_out;
// clang-format on

#endif
