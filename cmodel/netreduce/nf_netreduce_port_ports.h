// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_port.sv; change that.
// Parameters and ports of nf_netreduce_port.
#ifndef NF_NETREDUCE_PORT_PORTS_H
#define NF_NETREDUCE_PORT_PORTS_H

#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Places;      // columns of the store, 2..65536
  // beats of the frame buffer, a power of two, 16..512; a frame of more than 512 would not be known
  // as one: the record's length ends at 65535 bytes
  uint32_t BufferBeats;
  uint32_t Frames;      // frames that the buffer holds, 2..256
  uint32_t Packets;     // sums that wait for the output, 2..16
} nf_netreduce_port_cfg;

// Inputs of one cycle.
typedef struct {
  // levels: registers
  bool enable;
  uint32_t tag;               // InetTag
  uint64_t own_mac;           // [47:0]
  uint32_t own_ip;
  uint64_t spine_mac;         // [47:0]
  uint32_t spine_ip;
  // AXI4-Stream in, from the hosts: frames
  bool s_tvalid;
  bool s_tlast;
  bool s_tuser;               // with any beat: the frame is bad
  nf_netreduce_word s_tdata;  // [511:0]
  uint64_t s_tkeep;
  // AXI4-Stream out, to the Ethernet switch
  bool m_tready;
  // lookups: requests, and answers to them
  bool req_ready;
  bool ans_valid;
  uint8_t ans_cause;
  bool ans_payload;
  bool ans_head;
  uint16_t ans_place;
  // the aggregator reads what is stored, one cycle later
  bool size_re;
  uint16_t size_place;
  bool word_re;
  uint16_t word_place;
  uint8_t word_index;         // [3:0]
  // the aggregator: sums
  // a sum will come for the header at this place: reserve, read, rewrite it
  bool start;
  uint16_t start_place;
  uint8_t start_mode;         // [1:0] NF_NETREDUCE_MODE_*
  uint8_t start_mark;         // [6:0] whose sum it is
  uint16_t start_size;        // [10:0]
  uint32_t start_psn;         // [23:0] of a REPLY: PSN of the acknowledgement
  uint32_t start_qp;          // [23:0] of a REPLY: the queue pair to which it goes
  bool sum_valid;             // words of that sum; no back-pressure
  bool sum_last;
  nf_netreduce_word sum_word; // [511:0]
} nf_netreduce_port_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Stream in, from the hosts: frames
  bool s_tready;
  // AXI4-Stream out, to the Ethernet switch
  bool m_tvalid;
  bool m_tlast;
  nf_netreduce_word m_tdata; // [511:0]
  uint64_t m_tkeep;
  // lookups: requests, and answers to them
  bool req_valid;
  uint64_t req_meta[4];      // nf_netreduce_pkg::meta_t; record meta
  bool stored;               // one cycle: a packet that was taken is in the store
  // the aggregator reads what is stored, one cycle later
  uint16_t size;             // [10:0]
  nf_netreduce_word word;    // [511:0]
  // the aggregator: sums
  bool ready;                // the combiner has room for one frame more
  bool empty;                // it holds none
  bool sent;                 // the last beat of one was taken in the cycle before
  // one event a frame
  bool event_valid;          // with the frame's verdict, for the counters
  uint8_t event_cause;       // NF_NETREDUCE_CAUSE_*
} nf_netreduce_port_out;
// clang-format on

#endif
