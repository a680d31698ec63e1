// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_lane.sv: what one link of an endpoint does by itself
// (KLENK IV-F, Fig. 6). One step is one clock cycle.
#ifndef NF_ENDPOINT_LANE_H
#define NF_ENDPOINT_LANE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_translate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Translations; // pieces of the network's address space that are mapped, 1..16
  uint32_t Acks; // acknowledgements of responses that can wait, and blocks that are added up
                 // at once, 16..4096, power of two
  uint32_t Skip; // see nf_endpoint_count
} nf_endpoint_lane_cfg;

// Inputs of one cycle. Bit v and lane v of what there is two of: virtual channel v.
typedef struct {
  // configuration: held while the lane is busy
  uint16_t cfg_id;                // node id of this endpoint
  uint16_t cfg_ranks;             // contributions to a complete sum
  uint8_t cfg_multicast_partials; // 1: every target adds the partial sums; 0: the home GPU does
  uint8_t cfg_exclude_source;     // 1: pull responses lack the own data, which the memory adds
  uint8_t cfg_result_acks;        // 1: results of a push are acknowledged
  uint8_t cfg_epoch;              // only what is of this epoch counts
  uint8_t abort;                  // pulse: running sums are given up
  uint16_t at_valid;              // bit t: entry t of the translation table is used
  uint64_t at_base[NF_ENDPOINT_MAX_TRANSLATIONS];   // first network address
  uint64_t at_end[NF_ENDPOINT_MAX_TRANSLATIONS];    // one past the last
  uint64_t at_source[NF_ENDPOINT_MAX_TRANSLATIONS]; // local address of what is contributed
  uint64_t at_result[NF_ENDPOINT_MAX_TRANSLATIONS]; // local address of the results

  // one packet that is to be sent
  uint8_t job_valid;
  uint8_t job_read;  // 1: its payload is read at job_addr; 0: it has none
  uint64_t job_addr; // local
  nf_flit job_hdr;   // complete
  // completions
  uint8_t done_ready;

  // link
  uint8_t rx_valid, rx_last, rx_err;
  nf_flit rx_data;
  uint8_t tx_ready;

  // memory
  uint8_t rd_ready;
  uint8_t rt_valid, rt_last;
  nf_flit rt_data[2];
  uint8_t tot_valid;
  nf_flit tot_hdr; // count: contributions that the sum now holds
} nf_endpoint_lane_in;

// Outputs of one cycle, functions of the state alone.
typedef struct {
  uint8_t job_ready;
  uint8_t done_valid;
  uint8_t done_barrier; // 1: a barrier is complete; 0: a block is
  uint8_t done_flags;   // of its header
  uint8_t done_epoch;   //
  uint64_t done_addr;   // network address
  uint8_t ack;          // pulse: an acknowledgement for this endpoint came
  uint8_t mcast;        // pulse: a multicast write was handed to the memory

  uint8_t rx_ready;
  uint8_t tx_valid, tx_last, tx_err;
  nf_flit tx_data;

  uint8_t rd_valid;
  uint64_t rd_addr[2];
  nf_flit rd_hdr[2];
  uint8_t rt_ready;
  uint8_t wr_valid, wr_last, wr_err; // err, with last: forget the packet
  uint8_t wr_op;                     // NF_ENDPOINT_MEM_*
  uint64_t wr_addr, wr_own;
  nf_flit wr_data;
  uint8_t tot_ready;

  uint16_t event; // NF_ENDPOINT_EV_*, pulses
  uint8_t busy;   // something is under way
} nf_endpoint_lane_out;

typedef struct nf_endpoint_lane nf_endpoint_lane;

// Makes a lane in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_lane_init(nf_endpoint_lane **m, const nf_endpoint_lane_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_lane_out *nf_endpoint_lane_peek(const nf_endpoint_lane *m);
// One rising clock edge.
void nf_endpoint_lane_step(nf_endpoint_lane *m, const nf_endpoint_lane_in *in);
// Frees m; NULL is allowed.
void nf_endpoint_lane_free(nf_endpoint_lane *m);

#ifdef __cplusplus
}
#endif

#endif
