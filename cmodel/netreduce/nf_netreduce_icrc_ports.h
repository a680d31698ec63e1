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
  bool first;
  bool last;
  nf_netreduce_word data; // [511:0] first byte on the wire in bits 7:0 of w[0]
  uint8_t bytes;          // of the last beat, 1..64
  uint16_t length;        // with the first beat: bytes up to the end of the field
  uint8_t tags;           // [1:0] with the first beat: VLAN tags, 0..2
} nf_netreduce_icrc_in;

// Outputs of one cycle.
typedef struct {
  // one pulse for each last beat; the others hold their value until the next one
  bool done;
  bool match;
  uint32_t crc; // first byte on the wire in bits 7:0
} nf_netreduce_icrc_out;
// clang-format on

#endif
