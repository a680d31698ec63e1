// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Golden model of rtl/endpoint/nf_endpoint.sv: the DMA engine of a GPU with its wave controller,
// one lane for each link (KLENK IV-F, Fig. 6). One step is one clock cycle.
#ifndef NF_ENDPOINT_H
#define NF_ENDPOINT_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "endpoint/nf_endpoint_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_MAX_LINKS = 8, NF_ENDPOINT_MAX_COUNTERS = 64 };

typedef struct {
  uint32_t Links;        // links, each with a lane of its own, 1..8
  uint32_t Counters;     // waves that can be outstanding, 1..64
  uint32_t Commands;     // commands that can wait, and that can be outstanding, 2..64
  uint32_t Translations; // pieces of the network's address space that are mapped, 1..16
  uint32_t Acks;         // acknowledgements that can wait in a lane, 16..4096, power of two
} nf_endpoint_cfg;

// Inputs of one cycle. Bit l of a mask is lane l; bit 2*l+v of the masks of two per lane is virtual
// channel v. Lanes at and above Links are ignored.
typedef struct {
  // configuration: held while the endpoint is busy
  uint16_t cfg_id;                // node id of this endpoint
  uint16_t cfg_ranks;             // contributions to a complete sum
  uint16_t cfg_acks;              // acknowledgements of one multicast write
  uint8_t cfg_multicast_partials; // 1: every target adds the partial sums; 0: the home GPU does
  uint8_t cfg_exclude_source;     // 1: pull responses lack the own data, which the memory adds
  uint8_t cfg_result_acks;        // 1: results of a push are acknowledged
  uint8_t cfg_epoch;              // of what is sent; what is of another one is dropped
  uint8_t abort;                  // pulse: all commands are given up, none completes
  uint16_t cfg_retry_cycles;      // cycles between two tries to get a wave counter
  uint8_t cfg_retries;            // tries after the first one

  // one entry of the translation table is written
  uint8_t at_write;
  uint8_t at_index;
  uint8_t at_on;      // 0: the entry matches nothing
  uint64_t at_base;   // first network address
  uint64_t at_size;   // bytes
  uint64_t at_source; // local address of the data that is contributed
  uint64_t at_result; // local address of the results

  // commands
  uint8_t cmd_valid;
  uint8_t cmd_kind; // NF_ENDPOINT_KIND_*
  uint8_t cmd_id;   // comes back with the completion
  uint64_t cmd_addr;
  uint32_t cmd_bytes;
  uint16_t cmd_wave_blocks; // blocks of one wave
  uint8_t cmd_waves;        // waves of this command that may be outstanding
  uint8_t cmd_red_op, cmd_dtype;
  uint8_t cmd_lane;    // lane of the first block
  uint32_t cmd_landed; // pull: blocks that other ranks' pulls deliver here
  // completions
  uint8_t done_ready;

  // links
  uint8_t rx_valid, rx_last, rx_err;
  nf_flit rx_data[NF_ENDPOINT_MAX_LINKS];
  uint16_t tx_ready;

  // memory
  uint16_t rd_ready;
  uint16_t rt_valid, rt_last;
  nf_flit rt_data[2 * NF_ENDPOINT_MAX_LINKS];
  uint8_t tot_valid;
  nf_flit tot_hdr[NF_ENDPOINT_MAX_LINKS];
} nf_endpoint_in;

// Outputs of one cycle, functions of the state alone.
typedef struct {
  uint8_t cmd_ready;
  uint8_t done_valid;
  uint8_t done_id;
  uint8_t done_status; // NF_ENDPOINT_STATUS_*

  uint16_t rx_ready; // bit 2l+v: lane l takes a header of v
  uint8_t tx_valid, tx_last, tx_err;
  nf_flit tx_data[NF_ENDPOINT_MAX_LINKS];

  uint16_t rd_valid;
  uint64_t rd_addr[2 * NF_ENDPOINT_MAX_LINKS];
  nf_flit rd_hdr[2 * NF_ENDPOINT_MAX_LINKS];
  uint16_t rt_ready;
  uint8_t wr_valid, wr_last, wr_err;
  uint8_t wr_op[NF_ENDPOINT_MAX_LINKS]; // NF_ENDPOINT_MEM_*
  uint64_t wr_addr[NF_ENDPOINT_MAX_LINKS];
  uint64_t wr_own[NF_ENDPOINT_MAX_LINKS];
  nf_flit wr_data[NF_ENDPOINT_MAX_LINKS];
  uint8_t tot_ready;

  // status
  uint16_t event[NF_ENDPOINT_MAX_LINKS + 1]; // one vector per lane, then the core's
  uint8_t waves;                             // wave counters in use
  uint8_t oldest_valid;                      // the wave that waits longest
  uint64_t oldest_addr;
  uint16_t oldest_count, oldest_goal; // blocks done, blocks in all
  uint32_t due;                       // acknowledgements due
  uint32_t stale;                     // packets dropped, of other epochs
  uint8_t busy;                       // something is under way
} nf_endpoint_out;

typedef struct nf_endpoint nf_endpoint;

// Makes an endpoint in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_init(nf_endpoint **m, const nf_endpoint_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_out *nf_endpoint_peek(const nf_endpoint *m);
// One rising clock edge.
void nf_endpoint_step(nf_endpoint *m, const nf_endpoint_in *in);
// Frees m; NULL is allowed.
void nf_endpoint_free(nf_endpoint *m);

#ifdef __cplusplus
}
#endif

#endif
