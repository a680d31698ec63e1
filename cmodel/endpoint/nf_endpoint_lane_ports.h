// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint_lane.sv; change that.
// Parameters and ports of nf_endpoint_lane.
#ifndef NF_ENDPOINT_LANE_PORTS_H
#define NF_ENDPOINT_LANE_PORTS_H

#include "common/nf_defs.h"
#include "endpoint/nf_endpoint_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Translations; // pieces of the network's address space that are mapped, 1..16
  // acknowledgements that wait, see nf_endpoint_rx; and blocks added up at once, see
  // nf_endpoint_count
  uint32_t Acks;
  uint32_t Skip;         // see nf_endpoint_count
} nf_endpoint_lane_cfg;

// Inputs of one cycle.
typedef struct {
  // configuration: held while the lane is busy
  uint16_t cfg_id;                                // [9:0] node id of this endpoint
  uint16_t cfg_ranks;                             // contributions to a complete sum
  // 1: every target adds the partial sums; 0: the home GPU does
  bool cfg_multicast_partials;
  // 1: pull responses lack the own data, which the memory adds
  bool cfg_exclude_source;
  bool cfg_result_acks;                           // 1: results of a push are acknowledged
  uint8_t cfg_epoch;                              // [1:0] only what is of this epoch counts
  bool abort;                                     // pulse: running sums are given up
  // [Translations-1:0] bit t: entry t of the table is used
  uint16_t at_valid;
  // [Translations*64-1:0] first network address: whole blocks of 128 B
  uint64_t at_base[NF_ENDPOINT_MAX_TRANSLATIONS];
  uint64_t at_end[NF_ENDPOINT_MAX_TRANSLATIONS];  // [Translations*64-1:0] one past the last
  // [Translations*64-1:0] local address of what is contributed
  uint64_t at_source[NF_ENDPOINT_MAX_TRANSLATIONS];
  // [Translations*64-1:0] local address of the results
  uint64_t at_result[NF_ENDPOINT_MAX_TRANSLATIONS];
  // packets to be sent
  bool job_valid;                                 // holds until taken
  // 1: its payload is read at job_addr; 0: it has none
  bool job_read;
  uint64_t job_addr;                              // there, a local address
  nf_flit job_hdr;                                // nf_header_pkg::header_t; complete
  // completions
  bool done_ready;
  // link
  bool rx_valid;
  bool rx_last;
  bool rx_err;                                    // with last: damaged
  // nf_header_pkg::header_t; its fields: in the first flit
  nf_flit rx_data;
  uint8_t tx_ready;                               // [1:0]
  // memory: reads by virtual channel of the packet that they become, and these packets
  uint8_t rd_ready;                               // [1:0]
  uint8_t rt_valid;                               // [1:0]
  uint8_t rt_last;                                // [1:0]
  nf_flit rt_data[2];                             // [255:0]
  // memory: header and contributions held, for every reduction
  bool tot_valid;
  // nf_header_pkg::header_t; count: contributions that the sum now holds
  nf_flit tot_hdr;
} nf_endpoint_lane_in;

// Outputs of one cycle.
typedef struct {
  // packets to be sent
  bool job_ready;
  // completions
  bool done_valid;     // a block or a barrier is complete; holds until taken
  bool done_barrier;   // 1: a barrier is complete; 0: a block is
  uint8_t done_flags;  // of its header, without PLANE
  uint8_t done_epoch;  // [1:0] of its header
  uint64_t done_addr;  // network address
  bool ack;            // pulse: an acknowledgement for this endpoint came
  bool mcast;          // pulse: a multicast write was handed to the memory
  // link
  uint8_t rx_ready;    // [1:0]
  bool tx_valid;
  bool tx_last;
  bool tx_err;
  nf_flit tx_data;     // nf_header_pkg::header_t
  // memory: reads by virtual channel of the packet that they become, and these packets
  uint8_t rd_valid;    // [1:0]
  uint64_t rd_addr[2]; // nf_endpoint_pkg::addr_pair_t
  nf_flit rd_hdr[2];   // nf_endpoint_pkg::hdr_pair_t
  uint8_t rt_ready;    // [1:0]
  // memory: writes, always taken
  bool wr_valid;
  uint8_t wr_op;       // NF_ENDPOINT_MEM_*
  uint64_t wr_addr;
  uint64_t wr_own;
  bool wr_last;
  bool wr_err;         // with last: forget the packet
  nf_flit wr_data;     // nf_header_pkg::header_t
  // memory: header and contributions held, for every reduction
  bool tot_ready;
  // observation
  uint16_t event;      // nf_endpoint_pkg::event_t; pulses: one of a kind a cycle
  uint8_t stale;       // [1:0] packets and sums of other epochs dropped in this cycle
  bool busy;           // something is under way
} nf_endpoint_lane_out;
// clang-format on

#endif
