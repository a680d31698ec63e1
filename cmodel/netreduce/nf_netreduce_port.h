// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_port.sv: one port of the accelerator, all that is its own
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_PORT_H
#define NF_NETREDUCE_PORT_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Places;      // columns of the store, 2..65536
  uint32_t BufferBeats; // a power of two, 16..512
  uint32_t Frames;      // that the buffer holds, 2..256
  uint32_t Packets;     // sums that wait for the output, 2..16
} nf_netreduce_port_cfg;

typedef struct {
  // Levels.
  bool enable;
  uint32_t tag; // InetTag
  uint64_t own_mac;
  uint32_t own_ip;
  uint64_t spine_mac;
  uint32_t spine_ip;
  // AXI4-Stream in; first byte on the wire is bits 7:0.
  bool s_tvalid, s_tlast;
  bool s_tuser; // with any beat: the frame is bad
  nf_netreduce_word s_tdata;
  uint64_t s_tkeep;
  bool m_tready;
  // Lookups.
  bool req_ready, ans_valid;
  uint8_t ans_cause;
  bool ans_payload, ans_head;
  uint16_t ans_place;
  // Aggregator.
  bool size_re;
  uint16_t size_place;
  bool word_re;
  uint16_t word_place;
  uint8_t word_index;
  bool start; // a sum will come for the header at this place
  uint16_t start_place;
  uint8_t start_mode; // NF_NETREDUCE_MODE_*
  uint8_t start_mark; // whose sum it is
  uint16_t start_size;
  uint32_t start_psn, start_qp; // REPLY
  bool sum_valid, sum_last;
  nf_netreduce_word sum_word;
} nf_netreduce_port_in;

typedef struct {
  bool s_tready;
  bool m_tvalid, m_tlast;
  nf_netreduce_word m_tdata;
  uint64_t m_tkeep;
  bool req_valid;
  uint64_t req_meta[4]; // record meta
  bool stored;          // one cycle: a packet that was taken is in the store
  uint16_t size;
  nf_netreduce_word word;
  bool ready, empty; // the combiner: room for one more, none is held
  bool sent;         // a cycle later: the last beat of a sum was taken
  bool event_valid;
  uint8_t event_cause; // NF_NETREDUCE_CAUSE_*
} nf_netreduce_port_out;

typedef struct nf_netreduce_port nf_netreduce_port;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_port_init(nf_netreduce_port **m, const nf_netreduce_port_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_port_out *nf_netreduce_port_peek(const nf_netreduce_port *m);
// One rising clock edge. Data are looked at only when their valid says so.
void nf_netreduce_port_step(nf_netreduce_port *m, const nf_netreduce_port_in *in);
// Steps change nothing while nothing comes: no beat, answer, read, start or sum.
bool nf_netreduce_port_idle(const nf_netreduce_port *m);
// NULL is allowed.
void nf_netreduce_port_free(nf_netreduce_port *m);

#ifdef __cplusplus
}
#endif

#endif
