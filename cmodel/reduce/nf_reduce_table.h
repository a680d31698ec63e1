// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/reduce/nf_reduce_table.sv: the reduction table of one switch port
// (KLENK IV-B, IV-C, IV-D, Fig. 5). One step is one clock cycle.
#ifndef NF_REDUCE_TABLE_H
#define NF_REDUCE_TABLE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Entries; // entries of 128 B, 2..32
  uint32_t Ports;   // switch ports, 1..16: bits of a port list that may be set
  uint32_t Regions; // regions of the MCR table, 1..32
  uint32_t Nodes;   // node ids that the arrival mask tells apart, 1..1024
  uint32_t Halves;  // with the types of 16-bit elements, 0 or 1
  uint32_t Wide;    // with the ops whose sums are wider than the type, 0 or 1
  uint32_t Ghosts;  // entries remembered after they left, 0..16
} nf_reduce_table_cfg;

// Inputs of one cycle. The model does not keep pointers into this struct.
typedef struct {
  // Configuration: changes only while the table is empty and idle (timeout and limit: at any time).
  uint16_t cfg_id;             // node id of this switch: source of what the table emits
  bool cfg_first_hop;          // the port leads to an endpoint (KLENK IV-B)
  bool cfg_multicast_partials; // eviction strategy 1 of KLENK IV-C; false: strategy 2, home GPU
  uint8_t cfg_timeout;         // ticks after the last touch at which an entry leaves; 0 = never
  uint8_t cfg_entries;         // entries 0..n-1 are used; more than Entries means all
  uint8_t cfg_port;            // the port that this table belongs to
  bool tick;                   // one-cycle pulse that the timeouts count
  // Clear command: entries of these epochs (bit e: epoch e), of one region or all, are dropped.
  uint8_t drop_epochs;
  bool drop_one;
  uint8_t drop_region;
  uint16_t region_expected[NF_MAX_REGIONS];   // contributions of a complete reduction
  uint16_t region_later[NF_MAX_REGIONS];      // ... that a pull waits for at a later hop; 0: none
  uint8_t region_mode[NF_MAX_REGIONS];        // bits NF_MCR_MODE_*
  uint16_t region_ports[NF_MAX_REGIONS];      // egress ports towards all targets
  uint16_t region_home[NF_MAX_REGIONS];       // node id of the home GPU, bits 9:0
  uint16_t region_home_ports[NF_MAX_REGIONS]; // egress port towards it, one-hot
  // Contributions: well-formed packets of PUSH_WRITE, BARRIER and PULL_RSP, gaps allowed.
  bool in_valid;
  bool in_last;      // last flit of its packet
  bool in_err;       // with in_last: the packet was damaged on the way
  uint8_t in_region; // region of the address, valid with the header
  nf_flit in_data;
  // Pull requests that want an entry; the header only.
  bool alloc_valid;
  uint8_t alloc_region;
  nf_flit alloc_data;
  uint16_t way; // one-hot: way of the address way_addr
  bool out_ready;
} nf_reduce_table_in;

// Outputs of one cycle, functions of the state alone.
typedef struct {
  bool in_ready;
  bool alloc_ready;
  bool alloc_done; // pulse per accepted request, in order: it may travel on
  // Result packets, payload flits first, header last (out_last): its flags and poison are known
  // only when the last payload flit has left the ALUs.
  bool out_valid;
  bool out_last;
  uint16_t out_ports; // egress ports of the packet, valid with out_last, else zero
  nf_flit out_data;
  uint64_t way_addr;    // address of the header that is sent next
  uint16_t event;       // one-cycle pulses, bit numbers NF_EV_*
  uint8_t flags;        // pulse: flags of a header that left
  uint8_t used;         // entries in use
  bool dropping;        // some are still to be dropped
  bool dropped;         // pulse: one was
  uint32_t regions;     // bit r: entries or headers refer to region r
  bool taken;           // pulse: a push or barrier was decided
  uint8_t taken_region; // of this region
  bool busy;            // a flit, a request or a result is inside; entries that wait do not count
  bool oldest_valid;    // the fields below describe the least recently touched entry, else zero
  uint64_t oldest_addr; // its address
  uint16_t oldest_count, oldest_expected;
  uint64_t oldest_mask[NF_MAX_NODES / 64]; // bit n: node n has contributed
} nf_reduce_table_out;

typedef struct nf_reduce_table nf_reduce_table;

// Makes an empty table in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_reduce_table_init(nf_reduce_table **m, const nf_reduce_table_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_reduce_table_out *nf_reduce_table_peek(const nf_reduce_table *m);
// One rising clock edge.
void nf_reduce_table_step(nf_reduce_table *m, const nf_reduce_table_in *in);
// Frees m; NULL is allowed.
void nf_reduce_table_free(nf_reduce_table *m);

#ifdef __cplusplus
}
#endif

#endif
