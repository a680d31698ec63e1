// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/netreduce/nf_netreduce_recovery.sv; change that.
// Parameters and ports of nf_netreduce_recovery.
#ifndef NF_NETREDUCE_RECOVERY_PORTS_H
#define NF_NETREDUCE_RECOVERY_PORTS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Rings;     // rings, 1..16
  uint32_t Hosts;     // members of a ring at most, 2..8; others never enrol
  uint32_t Window;    // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen; // packets of a message, 1..256
} nf_netreduce_recovery_cfg;

// Inputs of one cycle.
typedef struct {
  uint32_t again;        // [23:0] AGAIN, a level
  // a ring is being set up; the next three stay meanwhile
  bool closing;
  uint8_t closing_ring;  // [3:0]
  uint8_t closing_slot;  // [2:0] of its first column
  bool closing_on;       // it will be one whose losses are recovered here
  bool closing_leaf;     // it is a leaf's: it has hosts at other switches too
  // a member has come (add), or gone
  bool enrol_valid;
  bool enrol_add;
  uint8_t enrol_ring;    // [3:0]
  uint8_t enrol_host;    // [2:0]
  uint8_t enrol_port;    // [2:0]
  uint8_t enrol_role;    // [1:0] NF_NETREDUCE_ROLE_*
  bool enrol_local;      // its destination is a host of this switch
  uint32_t enrol_src_ip; // its connection, and the sender's own queue pair
  uint32_t enrol_dst_ip;
  uint32_t enrol_dst_qp; // [23:0]
  uint32_t enrol_src_qp; // [23:0]
  // a connection
  uint32_t ack_src_ip;
  uint32_t ack_dst_ip;
  uint32_t ack_dst_qp;   // [23:0]
  uint8_t ack_port;      // [2:0] by which it has come
  // as the lookup says it
  bool event_valid;      // a member's packet, or an acknowledgement of one
  uint8_t event_ack;     // [1:0] NF_NETREDUCE_ACK_*; NONE: a packet
  uint8_t event_ring;    // [3:0]
  uint8_t event_host;    // [2:0]
  uint32_t event_psn;    // [23:0]
  bool event_good;       // a packet: it was accepted, now or before
  bool event_origin;     // it is the first one of the ring's first message
  bool event_last;       // the last one of its message
  // a sum was given out
  bool released;
  uint8_t released_ring; // [3:0]
  bool released_last;    // its message's last one
  // a packet is to be looked up again, for its sum or its header
  bool replay_ready;
  bool replay_busy;      // a packet that was looked up again is on its way, or its job
  // a NAK, as job REPLY
  bool nak_ready;
  bool nak_done;         // the NAK is on its way
} nf_netreduce_recovery_in;

// Outputs of one cycle.
typedef struct {
  // a connection
  // two cycles later: as an acknowledgement it is for this member's packets
  bool ack_hit;
  bool ack_stray;          // it would be, but has come by another port than its receiver's
  uint8_t ack_ring;        // [3:0]
  uint8_t ack_host;        // [2:0]
  // rings that may give out none
  uint16_t hold;           // [Rings-1:0] bit r: sums of ring r are being replayed
  // a packet is to be looked up again, for its sum or its header
  bool replay_valid;       // a packet that has come is to be looked up again
  bool replay_up;          // for the sum of the hosts, else for what its receiver lacks
  uint64_t replay_meta[4]; // nf_netreduce_pkg::meta_t; zero unless valid
  uint8_t replay_port;     // [2:0]
  // a NAK, as job REPLY
  bool nak_valid;
  uint64_t nak_job;        // nf_netreduce_pkg::job_t; with the place of a stored header of the host
  uint32_t nak_psn;        // [23:0] this and the next two stay until it is on its way
  uint32_t nak_qp;         // [23:0]
  uint32_t nak_msn;        // [23:0]
  // in the cycle before
  bool naks;               // a NAK went
  bool replays;            // a replay began
} nf_netreduce_recovery_out;
// clang-format on

#endif
