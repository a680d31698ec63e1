// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_lut2.sv; change that.
// Parameters and ports of nf_netreduce_lut2.
#ifndef NF_NETREDUCE_LUT2_PORTS_H
#define NF_NETREDUCE_LUT2_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// The largest parameters.
enum {
  NF_NETREDUCE_LUT2_MAX_CONNECTIONS = 128,
};

// Parameters.
typedef struct {
  uint32_t Connections; // those of LUT#1, 2..128
  uint32_t Window;      // N of Algorithm 1, 1..7: a connection has N + 1 entries; see the limits
  uint32_t MaxMsgLen;   // packets of a message, 1..256
} nf_netreduce_lut2_cfg;

// Inputs of one cycle.
typedef struct {
  // forgetting
  // [Connections-1:0] of LUT#1: the messages of these connections are forgotten; none of their
  // lookups is under way
  uint64_t forget[NF_NETREDUCE_LUT2_MAX_CONNECTIONS / 64];
  // lookup
  bool lookup_valid;  // it is never refused
  uint8_t connection; // [6:0] below Connections
  bool first;         // a message's first packet; it says its length and MsgID
  uint32_t psn;       // [23:0] of the packet
  uint16_t msglen;    // when first
  uint32_t msgid;     // when first
  // the cycle behind an answer
  // the packet that was answered in the cycle before was accepted by the state manager
  bool took;
} nf_netreduce_lut2_in;

// Outputs of one cycle.
typedef struct {
  // answer; zero unless valid, and but for the cause zero unless that is NONE
  bool valid;
  uint8_t cause;   // NF_NETREDUCE_CAUSE_*
  uint32_t msgid;
  uint8_t slot;    // [2:0] MsgID modulo Window + 1
  uint8_t offset;  // PSN - PSN0 modulo 2^24
  uint16_t msglen; // [8:0]
  bool last;       // the message's last packet
} nf_netreduce_lut2_out;
// clang-format on

#endif
