// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_verdict.sv: what becomes of the frames that a port holds
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_VERDICT_H
#define NF_NETREDUCE_VERDICT_H

#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Frames;      // that the buffer holds, 2..256
  uint32_t BufferBeats; // of the longest frame that it holds, 16..512
  uint32_t PassBeats;   // of frames that pass, that wait behind the buffer, 4..256
} nf_netreduce_verdict_cfg;

typedef struct {
  bool enable; // low: the engine takes nothing, all frames pass
  bool meta_valid;
  uint64_t meta[4]; // record meta of nf_netreduce_pkg.h
  bool req_ready;
  bool ans_valid;             // to the oldest request
  uint8_t ans_cause;          // NF_NETREDUCE_CAUSE_*
  bool ans_payload, ans_head; // take it
  uint16_t ans_place;
  bool passed;  // a beat of a frame that passes has left the port
  bool entered; // last beat of the packet that enters the separator
  bool stored;  // one cycle: the oldest note's packet is in the store
} nf_netreduce_verdict_in;

typedef struct {
  bool req_valid;
  uint64_t req_meta[4];
  bool verdict_valid;
  uint8_t verdict; // NF_NETREDUCE_VERDICT_*
  uint8_t cause;   // NF_NETREDUCE_CAUSE_*; NONE: it was the engine's
  uint16_t size;   // of the packet that enters the separator
  bool store_payload, store_head;
  uint16_t store_place, store_size;
} nf_netreduce_verdict_out;

typedef struct nf_netreduce_verdict nf_netreduce_verdict;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_verdict_init(nf_netreduce_verdict **m, const nf_netreduce_verdict_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_verdict_out *nf_netreduce_verdict_peek(const nf_netreduce_verdict *m);
// One rising clock edge.
void nf_netreduce_verdict_step(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in);
// NULL is allowed.
void nf_netreduce_verdict_free(nf_netreduce_verdict *m);

#ifdef __cplusplus
}
#endif

#endif
