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

// What a switch is addressed by. Bit-fields at the places of nf_netreduce_pkg::address_t.
typedef struct __attribute__((packed)) {
  uint64_t mac : 48; // MAC address
  uint32_t ip : 32;  // IP address
} nf_netreduce_address_bits;

// A ring that is set up: the registers RING_*. Bit-fields at the places of nf_netreduce_pkg::cfg_t.
typedef struct __attribute__((packed)) {
  uint32_t ring : 4;    // its number
  uint32_t members : 4; // hosts at this switch
  bool leaf : 1;        // it has hosts at other switches too
  uint32_t window : 3;  // messages of the hosts' window
  uint32_t first : 32;  // MsgID of the first message
  uint32_t slot : 3;    // its slot
  uint32_t dtype : 4;   // data type, NF_DTYPE_*
} nf_netreduce_cfg_bits;

// What is asked of the table of members: the registers MEMBER_*. Bit-fields at the places of nf_netreduce_pkg::enrol_t.
typedef struct __attribute__((packed)) {
  uint32_t op : 2;      // NF_NETREDUCE_ENROL_*
  uint32_t ring : 4;    // RingID
  uint32_t host : 3;    // HostID
  uint32_t src_ip : 32; // source IP address of its packets
  uint32_t dst_ip : 32; // destination IP address
  uint32_t dst_qp : 24; // destination queue pair
  uint32_t src_qp : 24; // the sender's own queue pair
  uint32_t port : 3;    // by which its packets come
  uint32_t role : 2;    // NF_NETREDUCE_ROLE_*
  uint32_t parts : 7;   // contributors that it stands for
  uint32_t members : 4; // CHECK: hosts of the ring at this switch
  bool leaf : 1;        // CHECK: it has hosts at other switches too
} nf_netreduce_enrol_bits;

// A member, as the registers show it. Bit-fields at the places of nf_netreduce_pkg::member_t.
typedef struct __attribute__((packed)) {
  bool valid : 1;       // there is one
  uint32_t port : 3;    // by which its packets come
  uint32_t role : 2;    // NF_NETREDUCE_ROLE_*
  uint32_t parts : 7;   // contributors that it stands for
  uint32_t src_ip : 32; // source IP address of its packets
  uint32_t dst_ip : 32; // destination IP address
  uint32_t dst_qp : 24; // destination queue pair
  uint32_t src_qp : 24; // the sender's own queue pair
} nf_netreduce_member_bits;

// A column: the packets of all members of a ring that are added to each other. Bit-fields at the places of nf_netreduce_pkg::column_t.
typedef struct __attribute__((packed)) {
  uint32_t ring : 4;   // of a number below Rings
  uint32_t slot : 3;   // of its message
  uint32_t offset : 8; // packet of the message
} nf_netreduce_column_bits;

// What is there of a column. Bit-fields at the places of nf_netreduce_pkg::seen_t.
typedef struct __attribute__((packed)) {
  bool open : 1;        // a message is there and has this packet
  uint32_t msgid : 32;  // the message
  uint32_t arrived : 8; // members that have arrived
} nf_netreduce_seen_bits;

// What is reported of a ring: a column that has waited too long. Bit-fields at the places of nf_netreduce_pkg::report_t.
typedef struct __attribute__((packed)) {
  bool valid : 1;       // there is one
  uint32_t offset : 8;  // packet of the message
  uint32_t missing : 8; // members that are missing
  bool unlike : 1;      // members have sent another MsgLen than the one that began it
  uint32_t charged : 8; // members that are charged with that
  uint32_t msgid : 32;  // the message
  uint32_t cycles : 32; // for how long it has been waiting
} nf_netreduce_report_bits;

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
  nf_netreduce_member_bits member;           // nf_netreduce_pkg::member_t; unless valid zero
  // a look at a column, by way of nf_netreduce_straggler
  bool look_ready;
  bool look_done;                            // one cycle
  nf_netreduce_seen_bits seen;               // nf_netreduce_pkg::seen_t; then
  // stragglers
  bool straggler;                            // one cycle: a report is new
  bool charged;                              // one cycle: it charges members with their MsgLen
  uint16_t stragglers;                       // [Rings-1:0] rings that have a report
  nf_netreduce_report_bits report;           // nf_netreduce_pkg::report_t; its report
  // what is counted: one cycle each
  bool sum;                                  // a sum was kept
  bool uneven;                               // with sum
  uint8_t flags;                             // nf_netreduce_pkg::flags_t; with sum
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
  uint8_t b_resp;                  // [1:0]
  bool ar_ready;
  bool r_valid;
  uint32_t r_data;
  uint8_t r_resp;                  // [1:0]
  bool irq;                        // a bit of IRQ_STATUS that IRQ_ENABLE has too
  // levels: registers
  bool enable;                     // ENABLE
  uint32_t tag;                    // InetTag
  nf_netreduce_address_bits own;   // nf_netreduce_pkg::address_t
  nf_netreduce_address_bits spine; // nf_netreduce_pkg::address_t
  uint32_t local_net;
  uint32_t local_mask;
  uint32_t threshold;              // cycles; 0: no straggler is looked for
  uint16_t pause;                  // PAUSE, 1..65535
  uint32_t drain;                  // DRAIN
  uint32_t again;                  // [23:0] AGAIN; 0: nothing is recovered
  // set up a ring anew: one cycle, always within the ranges, and only when ready; the members are
  // all there
  bool cfg_valid;
  nf_netreduce_cfg_bits cfg;       // nf_netreduce_pkg::cfg_t
  // the table of members: one question at a time, answered any number of cycles later; what it is
  // about stays until then
  bool enrol_valid;                // a question about members
  nf_netreduce_enrol_bits enrol;   // nf_netreduce_pkg::enrol_t
  // counts by cause: one question at a time, answered any number of cycles later
  bool count_re;
  uint8_t count_port;              // [2:0]
  uint8_t count_index;             // [4:0]
  // members: the answer is there one cycle later
  bool member_re;
  uint8_t member_ring;             // [3:0]
  uint8_t member_host;             // [2:0]
  // a look at a column, by way of nf_netreduce_straggler
  bool look_valid;                 // until it is taken
  nf_netreduce_column_bits look;   // nf_netreduce_pkg::column_t
  // stragglers
  uint8_t report_ring;             // [3:0] whose report is shown, one cycle later
} nf_netreduce_csr_out;
// clang-format on

#endif
