// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_csr.sv; change that.
// Parameters and ports of nf_netreduce_csr.
#ifndef NF_NETREDUCE_CSR_PORTS_H
#define NF_NETREDUCE_CSR_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;       // ports, 2..8
  uint32_t Rings;       // rings, 1..16
  uint32_t Window;      // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen;   // packets of a message, 1..256
  uint32_t Connections; // for BUILD_TABLES alone
  uint32_t BufferBeats; // for BUILD_BUFFER alone
  uint32_t Halves;      // the adders have the types of 16-bit elements, F16 and BF16
} nf_netreduce_csr_cfg;

// Inputs of one cycle.
typedef struct {
  // AXI4-Lite, byte addresses, no byte enables
  bool aw_valid;
  uint16_t aw_addr;
  bool w_valid;
  uint32_t w_data;
  bool b_ready;
  bool ar_valid;
  uint16_t ar_addr;
  bool r_ready;
  // set up a ring anew: one cycle, always within the ranges, and only when ready; the members are
  // all there
  bool cfg_ready;
  uint16_t busy;                             // [Rings-1:0] BUSY: the ring is being set up or swept
  // the table of members: one question at a time, answered any number of cycles later; what it is
  // about stays until then
  bool enrol_done;
  bool enrol_ok;
  // counts by cause: one question at a time, answered any number of cycles later
  bool count_valid;
  uint32_t count_data;
  // members: the answer is there one cycle later
  bool member_valid;                         // it is there; else the others are zero
  uint8_t member_port;                       // [2:0]
  uint8_t member_role;                       // [1:0]
  uint8_t member_parts;                      // [6:0]
  uint32_t member_src;
  uint32_t member_dst;
  uint32_t member_qp;                        // [23:0]
  uint32_t member_src_qp;                    // [23:0]
  // a look at a column, by way of nf_netreduce_straggler
  bool look_ready;
  bool look_done;                            // one cycle
  bool look_open;
  uint32_t look_msgid;
  uint8_t look_arrived;
  // stragglers
  bool straggler;                            // one cycle: a report is new
  bool charged;                              // one cycle: it charges members with their MsgLen
  uint16_t stragglers;                       // [Rings-1:0] rings that have a report
  bool report_valid;                         // its report
  uint8_t report_offset;
  uint8_t report_missing;
  bool report_unlike;
  uint8_t report_charged;
  uint32_t report_msgid;
  uint32_t report_cycles;
  // what is counted: one cycle each
  bool sum;                                  // a sum was kept
  bool uneven;                               // with sum
  // [3:0] with sum: inexact, underflow, overflow, invalid
  uint8_t flags;
  bool history;                              // an answer from the history buffer
  bool announce;                             // an announcement
  bool local;                                // a sum of hosts here
  bool dropped;                              // a repeated packet was not answered
  uint8_t given_up;                          // [1:0] waits that were given up, 0..2
  bool naks;                                 // a NAK to a host whose packet is missing
  bool replays;                              // a replay to a receiver that misses sums
  uint8_t skipped;                           // [Ports-1:0] bit p: a frame that port p did not get
  uint8_t away;                              // [Ports-1:0] bit p, a level: port p is away
  // [Ports*32-1:0] OVERRUN: levels, counts that are kept elsewhere
  uint32_t overruns[NF_NETREDUCE_MAX_PORTS];
} nf_netreduce_csr_in;

// Outputs of one cycle.
typedef struct {
  // AXI4-Lite, byte addresses, no byte enables
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_resp;        // [1:0]
  bool ar_ready;
  bool r_valid;
  uint32_t r_data;
  uint8_t r_resp;        // [1:0]
  bool irq;              // a bit of IRQ_STATUS that IRQ_ENABLE has too
  // levels: registers
  bool enable;           // ENABLE
  uint32_t tag;          // InetTag
  uint64_t own_mac;      // [47:0]
  uint32_t own_ip;
  uint64_t spine_mac;    // [47:0]
  uint32_t spine_ip;
  uint32_t local_net;
  uint32_t local_mask;
  uint32_t threshold;    // cycles; 0: no straggler is looked for
  uint16_t pause;        // PAUSE, 1..65535
  uint32_t drain;        // DRAIN
  uint32_t again;        // [23:0] AGAIN; 0: nothing is recovered
  // set up a ring anew: one cycle, always within the ranges, and only when ready; the members are
  // all there
  bool cfg_valid;
  uint8_t cfg_ring;      // [3:0]
  uint8_t cfg_members;   // [3:0]
  bool cfg_leaf;
  uint8_t cfg_window;    // [2:0]
  uint32_t cfg_first;
  uint8_t cfg_slot;      // [2:0]
  uint8_t cfg_dtype;     // [3:0]
  // the table of members: one question at a time, answered any number of cycles later; what it is
  // about stays until then
  bool enrol_valid;      // a question about members
  uint8_t enrol_op;      // [1:0] NF_NETREDUCE_ENROL_*
  uint8_t enrol_ring;    // [3:0]
  uint8_t enrol_host;    // [2:0]
  uint32_t enrol_src_ip;
  uint32_t enrol_dst_ip;
  uint32_t enrol_dst_qp; // [23:0]
  uint32_t enrol_src_qp; // [23:0]
  uint8_t enrol_port;    // [2:0]
  uint8_t enrol_role;    // [1:0]
  uint8_t enrol_parts;   // [6:0]
  uint8_t enrol_members; // [3:0]
  bool enrol_leaf;
  // counts by cause: one question at a time, answered any number of cycles later
  bool count_re;
  uint8_t count_port;    // [2:0]
  uint8_t count_index;   // [4:0]
  // members: the answer is there one cycle later
  bool member_re;
  uint8_t member_ring;   // [3:0]
  uint8_t member_host;   // [2:0]
  // a look at a column, by way of nf_netreduce_straggler
  bool look_valid;       // until it is taken
  uint8_t look_ring;     // [3:0]
  uint8_t look_slot;     // [2:0]
  uint8_t look_offset;
  // stragglers
  uint8_t report_ring;   // [3:0] whose report is shown, one cycle later
} nf_netreduce_csr_out;
// clang-format on

#endif
