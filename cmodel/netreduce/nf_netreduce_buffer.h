// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_buffer.sv: holds the frames of a port until their verdict
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_BUFFER_H
#define NF_NETREDUCE_BUFFER_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_NETREDUCE_BUFFER_MAX_DEPTH = 1024, NF_NETREDUCE_BUFFER_MAX_FRAMES = 256 };

typedef struct {
  uint32_t Depth;  // beats, a power of two, 16..1024
  uint32_t Frames; // complete frames, 2..256
} nf_netreduce_buffer_cfg;

typedef struct {
  bool in_valid, in_last;
  nf_netreduce_word in_data;
  uint8_t in_bytes; // of the last beat, 1..64
  bool verdict_valid;
  uint8_t verdict; // NF_NETREDUCE_VERDICT_*, of the oldest complete frame without one
  bool out_ready;
} nf_netreduce_buffer_in;

typedef struct {
  bool in_ready;
  bool out_valid;
  bool out_take; // 1: TAKE, 0: PASS; all through the frame
  bool out_last;
  uint8_t out_bytes;          // 64 but for the last beat
  nf_netreduce_word out_data; // take, last, bytes and data hold while out_valid is low
} nf_netreduce_buffer_out;

typedef struct nf_netreduce_buffer nf_netreduce_buffer;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_buffer_init(nf_netreduce_buffer **m, const nf_netreduce_buffer_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_buffer_out *nf_netreduce_buffer_peek(const nf_netreduce_buffer *m);
// With no beat, no verdict, no beat offered and no frame that has its verdict, a step changes
// nothing.
void nf_netreduce_buffer_step(nf_netreduce_buffer *m, const nf_netreduce_buffer_in *in);
// NULL is allowed.
void nf_netreduce_buffer_free(nf_netreduce_buffer *m);

#ifdef __cplusplus
}
#endif

#endif
