// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_lookup.sv; change that.
// Parameters and ports of nf_netreduce_lookup.
#ifndef NF_NETREDUCE_LOOKUP_PORTS_H
#define NF_NETREDUCE_LOOKUP_PORTS_H

#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Ports;       // ports of the accelerator, 2..8
  uint32_t Rings;       // rings, 1..16
  uint32_t Window;      // N: a ring has N + 1 slots, 1..7; the hosts' window W is up to (N + 1) / 2
  uint32_t MaxMsgLen;   // packets of a message, 1..256
  uint32_t Connections; // entries of LUT#1, 2..128
} nf_netreduce_lookup_cfg;

// Inputs of one cycle.
typedef struct {
  // low: the engine is to take nothing, when all rings are at rest
  bool enable;
  uint32_t drain;                               // cycles that are waited for messages, and for sums
  // set up a ring anew; all members are at most 8, and at most one more than ports
  // members 0, or a value out of range: the ring is closed
  bool cfg_valid;
  uint8_t cfg_ring;                             // [3:0]
  // [3:0] hosts of the ring; a leaf's: LocalSize, HEADER and GLOBAL come on top
  uint8_t cfg_members;
  bool cfg_leaf;                                // there are others behind a spine
  uint8_t cfg_window;                           // [2:0] W of the hosts, 1..Window
  uint32_t cfg_first;                           // MsgID of the first message
  // [2:0] and its slot, which is MsgID modulo N + 1, 0..Window
  uint8_t cfg_slot;
  uint8_t cfg_dtype;                            // [3:0] NF_DTYPE_*
  // levels; what a member's destination is is kept from when it was added
  uint32_t own_ip;                              // DstIP that is the switch's own
  uint32_t local_net;                           // DstIP & mask = net: a host of this switch
  uint32_t local_mask;
  // the controller's table of members, LUT#1; all stays from valid until it is done
  bool enrol_valid;                             // one cycle; the others stay until it is done
  // [1:0] NF_NETREDUCE_ENROL_*; CHECK has members and leaf
  uint8_t enrol_op;
  uint8_t enrol_ring;                           // [3:0]
  uint8_t enrol_host;                           // [2:0]
  uint32_t enrol_src_ip;
  uint32_t enrol_dst_ip;
  uint32_t enrol_dst_qp;                        // [23:0]
  uint32_t enrol_src_qp;                        // [23:0] the sender's own queue pair
  uint8_t enrol_port;                           // [2:0]
  uint8_t enrol_role;                           // [1:0] NF_NETREDUCE_ROLE_*
  uint8_t enrol_parts;                          // [6:0] contributors that it stands for
  uint8_t enrol_members;                        // [3:0]
  bool enrol_leaf;
  // requests: they stay until they are taken
  uint8_t req_valid;                            // [Ports-1:0] bit p: port p
  // [Ports*256-1:0] records meta whose connection is known
  uint64_t req_meta[NF_NETREDUCE_MAX_PORTS][4];
  // a packet that has come is looked up again, for its sum or its header; stays until ready
  bool replay_valid;
  uint64_t replay_meta[4];                      // nf_netreduce_pkg::meta_t
  uint8_t replay_port;                          // [2:0]
  bool replay_up;                               // for the sum of a leaf's hosts
  // connection of the packet, in the cycle after it was taken
  // two cycles after the ack_ outputs: an acknowledgement of this member's packets
  bool ack_hit;
  bool ack_stray;                               // it would be one, but comes by a wrong port
  uint8_t ack_ring;                             // [3:0]
  uint8_t ack_host;                             // [2:0]
  // set-up; zero unless a ring is being set up
  bool swept;                                   // nothing of it waits in release
  // sums
  // [Ports-1:0] bit p: room for a sum is reserved at port p
  uint8_t reserve;
  uint8_t sent;                                 // [Ports-1:0] bit p: a sum has left it
  // jobs, in order: in the cycle of the answer, or later when jobs wait
  bool job_ready;
  bool ended_valid;                             // a job has read all that it needs
  uint8_t ended_slot;                           // nf_netreduce_pkg::window_slot_t; its slot
  // [1:0] jobs that are dropped, 0..2, an announcement counts too
  uint8_t dropped;
  uint8_t dropped_slot;                         // nf_netreduce_pkg::window_slot_t; their slot
  // a look at a column: the state manager's
  bool look_valid;
  uint8_t look_ring;                            // [3:0]
  uint8_t look_slot;                            // [2:0]
  uint8_t look_offset;
  // a look at a member by HostID, answered one cycle later; zero unless it is there
  bool member_re;
  uint8_t member_ring;                          // [3:0]
  uint8_t member_host;                          // [2:0]
} nf_netreduce_lookup_in;

// Outputs of one cycle.
typedef struct {
  // the engine takes packets: enable, but that it falls when all rings are at rest
  bool on;
  uint8_t given_up;       // [1:0] waits that have ended too early, 0..2
  // set up a ring anew; all members are at most 8, and at most one more than ports
  bool cfg_ready;         // no ring is being set up: a set-up is taken
  // [Rings-1:0] the ring is being set up, or columns are swept; all: being switched off
  uint16_t busy;
  // the controller's table of members, LUT#1; all stays from valid until it is done
  bool enrol_done;
  bool enrol_ok;
  // requests: they stay until they are taken
  uint8_t req_ready;      // [Ports-1:0] one at most
  // a packet that has come is looked up again, for its sum or its header; stays until ready
  bool replay_ready;
  bool replay_busy;       // until the job that follows has left, or there is none
  // connection of the packet, in the cycle after it was taken
  uint32_t ack_src_ip;
  uint32_t ack_dst_ip;
  uint32_t ack_dst_qp;    // [23:0]
  uint8_t ack_port;       // [2:0] by which it has come
  // with the answer: a member's packet, or an acknowledgement of them
  bool event_valid;       // a packet of a member whose ring is open, or an acknowledgement of one
  uint8_t event_ack;      // [1:0] NF_NETREDUCE_ACK_*; NONE: a packet
  uint8_t event_ring;     // [3:0]
  uint8_t event_host;     // [2:0]
  uint32_t event_psn;     // [23:0]
  bool event_good;        // it is accepted, now or before
  bool event_origin;      // the first one of the ring's first message
  bool event_last;        // the last one of its message
  bool event_unlike;      // it is refused, since its MsgLen is not that of the message in that slot
  uint8_t event_slot;     // [2:0] the message's
  uint16_t event_msglen;  // [8:0] what the packet says
  // set-up; zero unless a ring is being set up
  bool closing;           // a ring is being set up, the next three
  uint8_t closing_ring;   // [3:0]
  uint8_t closing_slot;   // [2:0] its first slot
  // it has members, and they do not send to the switch itself, as those of a spine do
  bool closing_hosts;
  bool closing_leaf;      // it is a leaf's: it has hosts at other switches too
  // answers in the order of the requests, one port in a cycle; zero unless valid. With nothing to
  // keep the packet passes when the cause is below FIRST_DROPPED, otherwise it is dropped
  uint8_t ans_valid;      // [Ports-1:0] one at most
  uint8_t ans_cause;      // NF_NETREDUCE_CAUSE_*; NONE: nothing to count
  bool ans_payload;       // keep the payload
  bool ans_head;          // keep the header
  uint16_t ans_place;     // where; zero with a cause
  uint8_t take;           // [Ports-1:0] ans_valid, with something to keep
  // jobs, in order: in the cycle of the answer, or later when jobs wait
  bool job_valid;
  uint64_t job;           // nf_netreduce_pkg::job_t
  // a look at a column: the state manager's
  bool look_ready;
  bool look_valid;
  bool look_open;
  uint32_t look_msgid;
  uint8_t look_arrived;
  // a look at a member by HostID, answered one cycle later; zero unless it is there
  bool member_valid;      // holds, as the others do, until the next look
  uint8_t member_port;    // [2:0]
  uint8_t member_role;    // [1:0]
  uint8_t member_parts;   // [6:0]
  uint32_t member_src;
  uint32_t member_dst;
  uint32_t member_qp;     // [23:0]
  uint32_t member_src_qp; // [23:0]
} nf_netreduce_lookup_out;
// clang-format on

#endif
