// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_recovery.sv: whose packet is missing, and who misses a sum.
#ifndef NF_NETREDUCE_RECOVERY_H
#define NF_NETREDUCE_RECOVERY_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Rings;     // 1..16
  uint32_t Window;    // N: N + 1 slots, 1..7
  uint32_t MaxMsgLen; // packets of a message, 1..256
} nf_netreduce_recovery_cfg;

typedef struct {
  uint32_t again;                     // cycles, 24 bits
  bool closing;                       // a ring is being set up; the next three stay meanwhile
  uint8_t closing_ring, closing_slot; // slot of its first column
  bool closing_on;                    // it will be one whose losses are recovered here
  bool closing_leaf;                  // it has hosts at other switches too
  bool enrol_valid;                   // a member has come, or gone
  bool enrol_add;
  uint8_t enrol_ring, enrol_host, enrol_port;
  uint32_t enrol_src_ip, enrol_dst_ip, enrol_dst_qp, enrol_src_qp;
  uint8_t enrol_role; // NF_NETREDUCE_ROLE_*
  bool enrol_local;   // its destination is a host of this switch
  uint32_t ack_src_ip, ack_dst_ip,
      ack_dst_qp;    // of a packet: is it an acknowledgement of a member's?
  bool event_valid;  // a member's packet, or an acknowledgement of one
  uint8_t event_ack; // NF_NETREDUCE_ACK_*; NONE: a packet
  uint8_t event_ring, event_host;
  uint32_t event_psn;
  bool event_good;   // a packet: it was accepted, now or before
  bool event_origin; // it is the first one of the ring's first message
  bool event_last;   // the last one of its message
  bool released;     // a sum was given out
  uint8_t released_ring;
  bool released_last; // its message's last one
  bool replay_ready, nak_ready;
  bool replay_busy; // a packet that was looked up again is on its way, or its job
  bool nak_done;    // the NAK is on its way
} nf_netreduce_recovery_in;

typedef struct {
  bool ack_hit; // two cycles later: the member whose packets it acknowledges
  uint8_t ack_ring, ack_host;
  uint16_t hold;           // bit r: sums of ring r are being replayed
  bool replay_valid;       // a packet that has come is to be looked up again
  uint64_t replay_meta[4]; // record `meta`; zero unless valid
  uint8_t replay_port;
  bool replay_up; // for the sum of the hosts, else for what its receiver lacks
  bool nak_valid;
  uint64_t nak_job;                  // record `job`
  uint32_t nak_psn, nak_qp, nak_msn; // as long as nak_valid, and until nak_done
  bool naks, replays;                // one was begun in the cycle before
} nf_netreduce_recovery_out;

typedef struct nf_netreduce_recovery nf_netreduce_recovery;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_recovery_init(nf_netreduce_recovery **m,
                                     const nf_netreduce_recovery_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_recovery_out *nf_netreduce_recovery_peek(const nf_netreduce_recovery *m);
// One rising clock edge.
void nf_netreduce_recovery_step(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in);
// No sum waits to be acknowledged, nothing to be sent.
bool nf_netreduce_recovery_idle(const nf_netreduce_recovery *m);
// NULL is allowed.
void nf_netreduce_recovery_free(nf_netreduce_recovery *m);

#ifdef __cplusplus
}
#endif

#endif
