// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Why an engine stopped or refused a command, in words: machine, instruction, what it waited for,
// chunk.
#ifndef NF_ACE_EXPLAIN_H
#define NF_ACE_EXPLAIN_H

#include "sim/ace/driver.h"
#include "sim/common/note.h"

extern const char *const nf_ace_wait_names[NF_ACE_WAITS]; // "packet", "credit", ...

// The fault that a node's driver holds. `source` as it was set up with.
void nf_ace_explain_fault(nf_note *n, const nf_ace_plan *p, unsigned node, const nf_ace_fault *f,
                          const nf_ace_source *source);
// Channels of a memory's port, by NF_ACE_CHANNEL_*.
enum { NF_ACE_CHANNELS = 5 };
extern const char *const nf_ace_channel_names[NF_ACE_CHANNELS];
// A STATUS_* that is not OK.
const char *nf_ace_explain_status(uint8_t status);

#endif
