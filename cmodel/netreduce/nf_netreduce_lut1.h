// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_lut1.sv: which member of which ring a connection is
// (NETREDUCE 4.3.1, Fig. 5).
#ifndef NF_NETREDUCE_LUT1_H
#define NF_NETREDUCE_LUT1_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Connections; // members of all rings, 2..128
  uint32_t Rings;       // 1..16
} nf_netreduce_lut1_cfg;

typedef struct {
  bool cfg_valid; // ring cfg_ring is opened or closed
  uint8_t cfg_ring;
  bool cfg_open;
  bool enrol_valid; // the controller
  uint8_t enrol_op; // NF_NETREDUCE_ENROL_*
  uint8_t enrol_ring, enrol_host;
  uint32_t enrol_src_ip, enrol_dst_ip, enrol_dst_qp; // ADD
  uint8_t enrol_port, enrol_role;
  bool enrol_local, enrol_self; // the destination is a host of this switch; this switch itself
  uint8_t enrol_parts;          // contributors
  uint8_t enrol_members;        // CHECK
  bool enrol_leaf;              // CHECK: HEADER and GLOBAL, too
  bool lookup_valid;
  bool first;    // tagged: it names its ring
  uint16_t ring; // RingID, when first
  uint32_t src_ip, dst_ip, dst_qp;
  uint8_t port; // by which it came
  bool alone;   // a header alone
  uint8_t mark; // of its BTH
} nf_netreduce_lut1_in;

typedef struct {
  bool enrol_done, enrol_ok; // ok: it could be; else nothing changed
  bool valid;
  uint8_t cause; // NF_NETREDUCE_CAUSE_*
  bool member;   // the connection is a member's
  uint8_t connection, ring, host;
  uint8_t role; // NF_NETREDUCE_ROLE_*
  bool local;
  uint8_t hosts, globals, here; // ports of its ring
  // Contributors, by ring: of its hosts here; of all, as of when it was opened or closed.
  uint8_t local_parts[NF_NETREDUCE_MAX_RINGS], whole_parts[NF_NETREDUCE_MAX_RINGS];
  uint64_t forget[2]; // connections of a ring that was opened in the cycle before
} nf_netreduce_lut1_out;

typedef struct nf_netreduce_lut1 nf_netreduce_lut1;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_lut1_init(nf_netreduce_lut1 **m, const nf_netreduce_lut1_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_lut1_out *nf_netreduce_lut1_peek(const nf_netreduce_lut1 *m);
// With no lookup, no set-up and no question in this cycle and the one before, and no answer to
// see, a step changes nothing and may be left out.
void nf_netreduce_lut1_step(nf_netreduce_lut1 *m, const nf_netreduce_lut1_in *in);
// NULL is allowed.
void nf_netreduce_lut1_free(nf_netreduce_lut1 *m);

#ifdef __cplusplus
}
#endif

#endif
