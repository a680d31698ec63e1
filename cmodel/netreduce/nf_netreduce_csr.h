// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_csr.sv: the accelerator's registers behind AXI4-Lite
// (NETREDUCE 4.2).
#ifndef NF_NETREDUCE_CSR_H
#define NF_NETREDUCE_CSR_H

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
  uint32_t Connections; // for BUILD_TABLES alone
  uint32_t BufferBeats; // for BUILD_BUFFER alone
  uint32_t Halves;      // 1: the adders have the types of 16-bit elements
} nf_netreduce_csr_cfg;

typedef struct {
  bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
  uint16_t aw_addr, ar_addr;
  uint32_t w_data;
  bool cfg_ready;
  // the table of members has answered: it can be, or was, done
  bool enrol_done, enrol_ok;
  uint16_t busy; // bit r
  bool count_valid;
  uint32_t count_data;
  bool member_valid;
  uint8_t member_port, member_role, member_parts;
  // one cycle behind member_re
  uint32_t member_src, member_dst, member_qp, member_src_qp;
  bool look_ready, look_done, look_open; // done: one cycle
  uint32_t look_msgid;
  uint8_t look_arrived;
  bool straggler;      // a report is new
  bool charged;        // it charges members with their MsgLen
  uint16_t stragglers; // bit r: ring r has a report
  bool report_valid;
  // packet of the message; members, bit HostID
  uint8_t report_offset, report_missing;
  bool report_unlike;
  uint8_t report_charged;
  uint32_t report_msgid, report_cycles;
  // one cycle each, down to local; sum: one was kept
  bool sum, uneven;
  uint8_t flags; // with sum: inexact, underflow, overflow, invalid
  bool history, announce, local;
  bool dropped;                              // a repeated packet was not answered
  uint8_t given_up;                          // waits that were given up, 0..2
  uint8_t skipped;                           // bit p: a frame that port p did not get
  uint8_t away;                              // bit p, a level
  uint32_t overruns[NF_NETREDUCE_MAX_PORTS]; // levels: counts that are kept elsewhere
  bool naks, replays; // to a host whose packet is missing; to a receiver that misses sums
} nf_netreduce_csr_in;

typedef struct {
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint8_t b_resp, r_resp;
  uint32_t r_data;
  bool irq;
  bool enable;  // levels, down to again
  uint32_t tag; // InetTag
  uint64_t own_mac, spine_mac;
  uint32_t own_ip, spine_ip, local_net, local_mask;
  uint32_t threshold; // cycles; 0: no straggler is looked for
  uint16_t pause;     // never 0
  uint32_t drain;
  uint32_t again; // 24 bits
  bool cfg_valid; // set up a ring anew
  uint8_t cfg_ring, cfg_members;
  bool cfg_leaf;
  uint8_t cfg_window;
  uint32_t cfg_first;
  uint8_t cfg_slot, cfg_dtype;
  bool enrol_valid; // a question about members
  uint8_t enrol_op; // NF_NETREDUCE_ENROL_*
  uint8_t enrol_ring, enrol_host;
  uint32_t enrol_src_ip, enrol_dst_ip, enrol_dst_qp, enrol_src_qp;
  uint8_t enrol_port, enrol_role, enrol_parts, enrol_members;
  bool enrol_leaf;
  bool count_re;
  uint8_t count_port, count_index;
  bool member_re;
  uint8_t member_ring, member_host;
  bool look_valid; // until it is taken
  uint8_t look_ring, look_slot, look_offset;
  uint8_t report_ring; // whose report is shown, one cycle later
} nf_netreduce_csr_out;

typedef struct nf_netreduce_csr nf_netreduce_csr;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_csr_init(nf_netreduce_csr **m, const nf_netreduce_csr_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_csr_out *nf_netreduce_csr_peek(const nf_netreduce_csr *m);
// One rising clock edge.
void nf_netreduce_csr_step(nf_netreduce_csr *m, const nf_netreduce_csr_in *in);
// NULL is allowed.
void nf_netreduce_csr_free(nf_netreduce_csr *m);

#ifdef __cplusplus
}
#endif

#endif
