// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/endpoint/nf_endpoint.sv; change that.
// Parameters and ports of nf_endpoint.
#ifndef NF_ENDPOINT_PORTS_H
#define NF_ENDPOINT_PORTS_H

#include "common/nf_defs.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Links;        // links, each with a lane of its own, 1..8
  uint32_t Counters;     // waves that can be outstanding, all commands together, 1..64
  uint32_t Commands;     // commands that can wait, and that can be outstanding, 2..64
  // entries of the translation table: pieces of the network's address space that are mapped, 1..16
  uint32_t Translations;
  // acknowledgements of responses that can wait in a lane, 16..4096, power of two; more than enough
  // when it is at least the blocks that can be outstanding on a lane; as many sums can be added up
  // in memory at once
  uint32_t Acks;
} nf_endpoint_cfg;

// Inputs of one cycle.
typedef struct {
  // configuration: held while the endpoint is busy
  uint16_t cfg_id;                   // [9:0] node id of this endpoint
  uint16_t cfg_ranks;                // contributions to a complete sum
  // acknowledgements due for one multicast write: ranks, or ranks - 1 where the source is excluded
  uint16_t cfg_acks;
  // 1: eviction strategy 1, every target adds partial sums; 0: strategy 2, the home GPU (KLENK
  // IV-C)
  bool cfg_multicast_partials;
  // pull requests and multicasts do not come back to their source; memory adds the own data
  bool cfg_exclude_source;
  // 1: results of a push are acknowledged to the switch that sent them
  bool cfg_result_acks;
  // [1:0] epoch of all that is sent; what comes with another one is dropped
  uint8_t cfg_epoch;
  // pulse: all commands are given up, none of them completes; the epoch changes in the same cycle
  bool abort;
  uint16_t cfg_retry_cycles;         // cycles between two tries to get a wave counter
  uint8_t cfg_retries;               // tries after the first one
  // translation table: one entry is written
  bool at_write;
  uint8_t at_index;                  // an index past the table is ignored
  bool at_on;                        // 0: the entry matches nothing
  uint64_t at_base;                  // first network address, multiple of 128
  uint64_t at_size;                  // bytes; the last block of 128 is mapped as a whole
  uint64_t at_source;                // local address of the data that is contributed
  uint64_t at_result;                // local address of the results
  // commands
  bool cmd_valid;                    // holds until taken
  uint8_t cmd_kind;                  // NF_ENDPOINT_KIND_*
  uint8_t cmd_id;                    // comes back with the completion
  uint64_t cmd_addr;                 // network address, multiple of 128
  uint32_t cmd_bytes;                // multiple of 16
  uint16_t cmd_wave_blocks;          // blocks of one wave
  uint8_t cmd_waves;                 // waves of this command that may be outstanding
  uint8_t cmd_red_op;                // NF_RED_OP_*
  uint8_t cmd_dtype;                 // NF_DTYPE_*
  uint8_t cmd_lane;                  // lane of the first block; of a barrier
  // pull: blocks that other ranks' pulls deliver here until this command is complete
  uint32_t cmd_landed;
  // completions
  bool done_ready;
  // links
  uint8_t rx_valid;                  // [Links-1:0]
  uint8_t rx_last;                   // [Links-1:0]
  uint8_t rx_err;                    // [Links-1:0]
  nf_flit rx_data[NF_MAX_LINKS];     // [Links*128-1:0]
  uint16_t tx_ready;                 // [Links*2-1:0]
  // memory: reads, bit and lane 2l+v
  uint16_t rd_ready;                 // [Links*2-1:0]
  // [Links*2-1:0] that packet: header and flits, contiguous, gaps allowed; packets in any order
  uint16_t rt_valid;
  uint16_t rt_last;                  // [Links*2-1:0]
  nf_flit rt_data[2 * NF_MAX_LINKS]; // [Links*256-1:0]
  // memory: contributions held after a reduction
  uint8_t tot_valid;                 // [Links-1:0]
  // [Links*128-1:0] header of the reduction; count: contributions held now, flags: those of the sum
  nf_flit tot_hdr[NF_MAX_LINKS];
} nf_endpoint_in;

// Outputs of one cycle.
typedef struct {
  // commands
  bool cmd_ready;
  // completions
  bool done_valid;                    // a command is complete; holds until taken
  uint8_t done_id;                    // which
  uint8_t done_status;                // NF_ENDPOINT_STATUS_*
  // links
  uint16_t rx_ready;                  // [Links*2-1:0] bit 2l+v: lane l takes a header of v
  uint8_t tx_valid;                   // [Links-1:0]
  uint8_t tx_last;                    // [Links-1:0]
  uint8_t tx_err;                     // [Links-1:0]
  nf_flit tx_data[NF_MAX_LINKS];      // [Links*128-1:0]
  // memory: reads, bit and lane 2l+v
  // [Links*2-1:0] read `len` flits and return them as a packet of channel v
  uint16_t rd_valid;
  uint64_t rd_addr[NF_MAX_LINKS * 2]; // [Links*2*64-1:0] local address
  nf_flit rd_hdr[2 * NF_MAX_LINKS];   // [Links*256-1:0] header of the packet
  uint16_t rt_ready;                  // [Links*2-1:0]
  // memory: writes
  uint8_t wr_valid;                   // [Links-1:0] a flit for memory, always taken
  uint8_t wr_op[NF_MAX_LINKS];        // [Links*8-1:0] with the header: NF_ENDPOINT_MEM_*
  uint64_t wr_addr[NF_MAX_LINKS];     // [Links*64-1:0] with the header: address of the result
  uint64_t wr_own[NF_MAX_LINKS];      // [Links*64-1:0] with the header: address of the own data
  uint8_t wr_last;                    // [Links-1:0]
  uint8_t wr_err;                     // [Links-1:0] with last: forget the whole packet
  nf_flit wr_data[NF_MAX_LINKS];      // [Links*128-1:0] header, then payload
  // memory: contributions held after a reduction
  uint8_t tot_ready;                  // [Links-1:0]
  // status
  // [Links*16+15:0] pulses: nf_endpoint_pkg::event_t of each lane, then of the core
  uint16_t event[NF_MAX_LINKS + 1];
  uint8_t waves;                      // wave counters in use
  bool oldest_valid;                  // the wave that waits longest
  uint64_t oldest_addr;               // its address
  uint16_t oldest_count;              // blocks done
  uint16_t oldest_goal;               // blocks in all
  uint32_t due;                       // acknowledgements due
  // packets, sums and completions of other epochs that were dropped; wraps
  uint32_t stale;
  bool busy;                          // something is under way
} nf_endpoint_out;
// clang-format on

#endif
