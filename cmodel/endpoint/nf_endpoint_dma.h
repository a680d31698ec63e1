// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_dma.sv: the request generator of the DMA engine (KLENK IV-F3,
// Fig. 6).
#ifndef NF_ENDPOINT_DMA_H
#define NF_ENDPOINT_DMA_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_translate.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Links;        // lanes, 1..8
  uint32_t Commands;     // that can wait, and that can be outstanding, 2..64
  uint32_t Translations; // entries of the translation table, 1..16
} nf_endpoint_dma_cfg;

typedef struct {
  bool abort; // all commands are given up
  // configuration
  uint16_t cfg_id;
  uint16_t cfg_acks; // acknowledgements due for one multicast write
  bool cfg_exclude_source;
  uint8_t cfg_epoch; // of all that is sent
  uint16_t cfg_retry_cycles;
  uint8_t cfg_retries;
  uint16_t at_valid;
  uint64_t at_base[NF_ENDPOINT_MAX_TRANSLATIONS];
  uint64_t at_end[NF_ENDPOINT_MAX_TRANSLATIONS];
  uint64_t at_source[NF_ENDPOINT_MAX_TRANSLATIONS];
  uint64_t at_result[NF_ENDPOINT_MAX_TRANSLATIONS];
  // commands
  bool cmd_valid;
  uint8_t cmd_kind, cmd_id;
  uint64_t cmd_addr;
  uint32_t cmd_bytes;
  uint16_t cmd_wave_blocks;
  uint8_t cmd_waves, cmd_red_op, cmd_dtype, cmd_lane;
  uint32_t cmd_landed;
  bool done_ready;
  // wave controller: answers to the allocation and to the block of the cycle before
  bool alloc_ok, alloc_overlap;
  bool count_done, hit; // a block is complete; a wave waited for it
  uint8_t hit_owner;
  bool hit_goal, poison;
  // a barrier is complete
  bool barrier_valid, barrier_poison;
  // lanes; bit l: lane l
  uint8_t job_ready;
  uint8_t ack, mcast; // one came; a multicast write was started
  uint8_t lane_busy;
} nf_endpoint_dma_in;

typedef struct {
  bool cmd_ready;
  bool done_valid;
  uint8_t done_id, done_status;
  bool alloc_valid;
  uint64_t alloc_base;
  uint16_t alloc_blocks;
  uint8_t alloc_owner; // place of the command in the books; comes back with every block of the wave
  uint8_t job_valid;   // one lane at a time
  bool job_read;
  uint64_t job_addr; // local address of the payload, with job_read
  nf_flit job_hdr;
  uint16_t event;
  uint32_t due;
  bool busy;
} nf_endpoint_dma_out;

typedef struct nf_endpoint_dma nf_endpoint_dma;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_dma_init(nf_endpoint_dma **m, const nf_endpoint_dma_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_dma_out *nf_endpoint_dma_peek(const nf_endpoint_dma *m);
// One rising clock edge.
void nf_endpoint_dma_step(nf_endpoint_dma *m, const nf_endpoint_dma_in *in);
// NULL is allowed.
void nf_endpoint_dma_free(nf_endpoint_dma *m);

#ifdef __cplusplus
}
#endif

#endif
