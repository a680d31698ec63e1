// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint.sv; change that.
// Parameters and ports of nf_endpoint.
#ifndef NF_ENDPOINT_PORTS_H
#define NF_ENDPOINT_PORTS_H

#include "common/nf_defs.h"
#include "endpoint/nf_endpoint_pkg.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Links;        // links, each with a lane of its own, 1..8
  uint32_t Counters;     // waves that can be outstanding, 1..64
  uint32_t Commands;     // commands that can wait, and that can be outstanding, 2..64
  uint32_t Translations; // pieces of the network's address space that are mapped, 1..16
  uint32_t Acks;         // acknowledgements that can wait in a lane, 16..4096, power of two
} nf_endpoint_cfg;

// Inputs of one cycle.
typedef struct {
  // configuration: held while the endpoint is busy
  uint16_t cfg_id;                            // [9:0] node id of this endpoint
  uint16_t cfg_ranks;                         // contributions to a complete sum
  uint16_t cfg_acks;                          // acknowledgements of one multicast write
  // 1: every target adds the partial sums; 0: the home GPU does
  bool cfg_multicast_partials;
  // 1: pull responses lack the own data, which the memory adds
  bool cfg_exclude_source;
  bool cfg_result_acks;                       // results of a push are acknowledged
  // [1:0] of what is sent; what is of another one is dropped
  uint8_t cfg_epoch;
  // pulse: all commands are given up, none of them completes. The epoch changes in the same cycle.
  bool abort;
  uint16_t cfg_retry_cycles;                  // cycles between two tries to get a wave counter
  uint8_t cfg_retries;                        // tries after the first one
  // translation table: one entry is written
  bool at_write;
  uint8_t at_index;
  bool at_on;                                 // 0: the entry matches nothing
  uint64_t at_base;                           // first network address
  uint64_t at_size;                           // bytes
  uint64_t at_source;                         // local address of the data that is contributed
  uint64_t at_result;                         // local address of the results
  // commands
  bool cmd_valid;
  uint8_t cmd_kind;                           // NF_ENDPOINT_KIND_*
  uint8_t cmd_id;                             // comes back with the completion
  uint64_t cmd_addr;
  uint32_t cmd_bytes;
  uint16_t cmd_wave_blocks;                   // blocks of one wave
  uint8_t cmd_waves;                          // waves of this command that may be outstanding
  uint8_t cmd_red_op;
  uint8_t cmd_dtype;
  uint8_t cmd_lane;                           // lane of the first block
  uint32_t cmd_landed;                        // pull: blocks that other ranks' pulls deliver here
  // completions
  bool done_ready;
  // links
  uint8_t rx_valid;                           // [Links-1:0]
  uint8_t rx_last;                            // [Links-1:0]
  uint8_t rx_err;                             // [Links-1:0]
  nf_flit rx_data[NF_ENDPOINT_MAX_LINKS];     // [Links*128-1:0]
  uint16_t tx_ready;                          // [Links*2-1:0]
  // memory: reads, bit and lane 2l+v
  uint16_t rd_ready;                          // [Links*2-1:0]
  uint16_t rt_valid;                          // [Links*2-1:0]
  uint16_t rt_last;                           // [Links*2-1:0]
  nf_flit rt_data[2 * NF_ENDPOINT_MAX_LINKS]; // [Links*256-1:0]
  // memory: contributions held after a reduction
  uint8_t tot_valid;                          // [Links-1:0]
  nf_flit tot_hdr[NF_ENDPOINT_MAX_LINKS];     // [Links*128-1:0]
} nf_endpoint_in;

// Outputs of one cycle.
typedef struct {
  // commands
  bool cmd_ready;
  // completions
  bool done_valid;
  uint8_t done_id;
  uint8_t done_status;                         // NF_ENDPOINT_STATUS_*
  // links
  uint16_t rx_ready;                           // [Links*2-1:0] bit 2l+v: lane l takes a header of v
  uint8_t tx_valid;                            // [Links-1:0]
  uint8_t tx_last;                             // [Links-1:0]
  uint8_t tx_err;                              // [Links-1:0]
  nf_flit tx_data[NF_ENDPOINT_MAX_LINKS];      // [Links*128-1:0]
  // memory: reads, bit and lane 2l+v
  uint16_t rd_valid;                           // [Links*2-1:0]
  uint64_t rd_addr[NF_ENDPOINT_MAX_LINKS * 2]; // [Links*2*64-1:0]
  nf_flit rd_hdr[2 * NF_ENDPOINT_MAX_LINKS];   // [Links*256-1:0]
  uint16_t rt_ready;                           // [Links*2-1:0]
  // memory: writes
  uint8_t wr_valid;                            // [Links-1:0]
  uint8_t wr_op[NF_ENDPOINT_MAX_LINKS];        // [Links*8-1:0] NF_ENDPOINT_MEM_*
  uint64_t wr_addr[NF_ENDPOINT_MAX_LINKS];     // [Links*64-1:0]
  uint64_t wr_own[NF_ENDPOINT_MAX_LINKS];      // [Links*64-1:0]
  uint8_t wr_last;                             // [Links-1:0]
  uint8_t wr_err;                              // [Links-1:0]
  nf_flit wr_data[NF_ENDPOINT_MAX_LINKS];      // [Links*128-1:0]
  // memory: contributions held after a reduction
  uint8_t tot_ready;                           // [Links-1:0]
  // status
  // [Links*16+15:0] one vector per lane, then the core's
  uint16_t event[NF_ENDPOINT_MAX_LINKS + 1];
  uint8_t waves;                               // wave counters in use
  bool oldest_valid;                           // the wave that waits longest
  uint64_t oldest_addr;
  uint16_t oldest_count;                       // blocks done
  uint16_t oldest_goal;                        // blocks in all
  uint32_t due;                                // acknowledgements due
  uint32_t stale;                              // packets dropped, of other epochs
  bool busy;                                   // something is under way
} nf_endpoint_out;
// clang-format on

#endif
