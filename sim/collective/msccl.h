// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// MSCCL's XML: <algo> of <gpu>s of <tb>s (thread blocks) of <step>s. A thread block is a lane with
// at most one peer to send to and one to receive from; a step names one step of another thread
// block that comes before it. Buffers i, o and s (input, output, scratch) are one after the other
// in our chunks; in place, i and o of an all-reduce are the same. Sends are buffered.
#ifndef NF_MSCCL_H
#define NF_MSCCL_H

#include "schedule.h"

// Reads steps s, r, rrc, rcs, rrs, rrcs, cpy, re and nop. The last two of the fused ones become a
// receive and a send; rrs, which keeps nothing, gets a chunk of its own.
int nf_msccl_read(nf_schedule *s, const char *path, nf_err *e);
// Refuses what the format has no words for: joins, waits, dependencies on a start.
int nf_msccl_write(const nf_schedule *s, const char *path, nf_err *e);

#endif
