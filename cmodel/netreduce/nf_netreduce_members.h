// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_members.sv: who is a member, to be looked at by HostID
// (NETREDUCE 4.2).
#ifndef NF_NETREDUCE_MEMBERS_H
#define NF_NETREDUCE_MEMBERS_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Rings; // 1..16
} nf_netreduce_members_cfg;

typedef struct {
  bool enrol_valid; // a member comes, or goes
  bool enrol_add;
  uint8_t enrol_ring, enrol_host; // ring: below Rings
  uint8_t enrol_port, enrol_role; // NF_NETREDUCE_ROLE_*
  uint8_t enrol_parts;            // contributors that it stands for
  uint32_t enrol_src_ip, enrol_dst_ip, enrol_dst_qp, enrol_src_qp;
  bool enrol_self; // it sends to this switch itself
  bool look;       // at a member
  uint8_t look_ring, look_host;
} nf_netreduce_members_in;

typedef struct {
  uint16_t spines;   // bit r: the hosts of ring r send to this switch itself
  bool member_valid; // it is there; else the others are zero. They hold until the next look
  uint8_t member_port, member_role, member_parts;
  uint32_t member_src, member_dst, member_qp, member_src_qp;
} nf_netreduce_members_out;

typedef struct nf_netreduce_members nf_netreduce_members;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_members_init(nf_netreduce_members **m, const nf_netreduce_members_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_members_out *nf_netreduce_members_peek(const nf_netreduce_members *m);
// One rising clock edge. Without a member that comes or goes and without a look it changes nothing.
void nf_netreduce_members_step(nf_netreduce_members *m, const nf_netreduce_members_in *in);
// NULL is allowed.
void nf_netreduce_members_free(nf_netreduce_members *m);

#ifdef __cplusplus
}
#endif

#endif
