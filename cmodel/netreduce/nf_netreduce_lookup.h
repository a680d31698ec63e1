// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_lookup.sv: what becomes of a packet of the engine
// (NETREDUCE 4.3.1, 4.3.2, 4.5).
#ifndef NF_NETREDUCE_LOOKUP_H
#define NF_NETREDUCE_LOOKUP_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;       // 2..8
  uint32_t Rings;       // 1..16
  uint32_t Window;      // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen;   // packets of a message, 1..256
  uint32_t Connections; // entries of LUT#1, 2..128
} nf_netreduce_lookup_cfg;

typedef struct {
  bool enable;    // low: switched off, when all rings are at rest
  uint32_t drain; // cycles that are waited for messages, and for sums
  bool cfg_valid; // set up a ring anew; members 0, or a value out of range: the ring is closed
  uint8_t cfg_ring;
  uint8_t cfg_members;         // of the ring; a leaf: its hosts
  bool cfg_leaf;               // there are others behind a spine
  uint8_t cfg_window;          // W of the hosts, 1..Window
  uint32_t cfg_first;          // MsgID of the first message
  uint8_t cfg_slot, cfg_dtype; // and its slot, 0..Window; NF_DTYPE_*
  // this switch's own; DstIP & mask == net: a host of it
  uint32_t own_ip, local_net, local_mask;
  bool enrol_valid; // one cycle; the others stay until it is done
  uint8_t enrol_op; // NF_NETREDUCE_ENROL_*
  uint8_t enrol_ring, enrol_host;
  uint32_t enrol_src_ip, enrol_dst_ip, enrol_dst_qp, enrol_src_qp;
  uint8_t enrol_port, enrol_role, enrol_parts; // NF_NETREDUCE_ROLE_*; contributors
  uint8_t enrol_members;
  bool enrol_leaf;
  uint8_t req_valid;                            // bit p: port p
  uint64_t req_meta[NF_NETREDUCE_MAX_PORTS][4]; // records meta
  uint8_t reserve, sent; // bit p: room for a sum is reserved at port p; one has left it
  bool replay_valid;     // a packet that has come is looked up again, for its sum
  uint64_t replay_meta[4];
  uint8_t replay_port;
  bool replay_up; // for the sum of the hosts here
  bool ack_hit;   // two cycles after the ack_ outputs: an acknowledgement of this member's packets
  uint8_t ack_ring, ack_host;
  bool swept; // nothing waits of the ring that is being set up
  bool job_ready;
  bool ended_valid;   // a job has read all that it needs
  uint8_t ended_slot; // its slot, as in the record
  uint8_t dropped;    // jobs that are dropped, 0..2
  uint8_t dropped_slot;
  bool look_valid;
  uint8_t look_ring, look_slot, look_offset;
  bool member_re;
  uint8_t member_ring, member_host;
} nf_netreduce_lookup_in;

typedef struct {
  bool on;          // it is not switched off
  uint8_t given_up; // waits that have ended too early, 0..2
  bool cfg_ready;
  uint16_t busy; // bit r: ring r is being set up or swept
  bool enrol_done, enrol_ok;
  uint8_t req_ready;          // one at most
  uint8_t ans_valid;          // one at most
  uint8_t ans_cause;          // NF_NETREDUCE_CAUSE_*; NONE: nothing to count
  bool ans_payload, ans_head; // keep it
  uint16_t ans_place;         // where; zero with a cause
  uint8_t take;               // ans_valid, with something to keep
  bool replay_ready;
  bool replay_busy;                            // such a packet is on its way, or its job waits
  uint32_t ack_src_ip, ack_dst_ip, ack_dst_qp; // of the packet that was taken
  bool closing;                                // a ring is being set up, the next three
  uint8_t closing_ring, closing_slot;
  bool closing_hosts; // its members are hosts, and no leaves
  bool closing_leaf;  // it has hosts at other switches too
  bool event_valid;   // a packet of a member's, or an acknowledgement of one
  uint8_t event_ack;  // NF_NETREDUCE_ACK_*; NONE: a packet
  uint8_t event_ring, event_host;
  uint32_t event_psn;
  // accepted, now or before; the ring's very first packet; the last of its message
  bool event_good, event_origin, event_last;
  bool event_unlike;     // refused: its MsgLen is not that of the message
  uint8_t event_slot;    // the message's
  uint16_t event_msglen; // as the packet says
  bool job_valid;
  uint64_t job; // record job; while job_valid is low, zero
  bool look_ready, look_valid, look_open;
  uint32_t look_msgid;
  uint8_t look_arrived;
  bool member_valid; // holds, as the others do, until the next look
  uint8_t member_port, member_role, member_parts;
  uint32_t member_src, member_dst, member_qp, member_src_qp;
} nf_netreduce_lookup_out;

typedef struct nf_netreduce_lookup nf_netreduce_lookup;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_lookup_init(nf_netreduce_lookup **m, const nf_netreduce_lookup_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_lookup_out *nf_netreduce_lookup_peek(const nf_netreduce_lookup *m);
// One rising clock edge.
void nf_netreduce_lookup_step(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in);
// NULL is allowed.
void nf_netreduce_lookup_free(nf_netreduce_lookup *m);

#ifdef __cplusplus
}
#endif

#endif
