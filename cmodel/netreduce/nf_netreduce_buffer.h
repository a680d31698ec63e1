// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_buffer.sv: holds the frames of a port until their verdict
// (NETREDUCE 4.3, Fig. 4).
#ifndef NF_NETREDUCE_BUFFER_H
#define NF_NETREDUCE_BUFFER_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_buffer_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_NETREDUCE_BUFFER_MAX_DEPTH = 1024, NF_NETREDUCE_BUFFER_MAX_FRAMES = 256 };

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
