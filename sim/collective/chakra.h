// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Execution traces of MLCommons Chakra: one file a rank, PREFIX.0.et, PREFIX.1.et, ..., as many as
// there are. A file is a row of protobuf messages, each with its length before it: metadata, then
// nodes. Sends and receives are messages of comm_size bytes; a collective of comm_size bytes is a
// join of all ranks (who takes part, in what order, with how much: not by which algorithm);
// everything else takes duration_micros. It is a trace (NF_TRACE); sends are buffered.
#ifndef NF_CHAKRA_H
#define NF_CHAKRA_H

#include "schedule.h"

// Needs protobuf-c at build time; without it, refuses and says so.
int nf_chakra_read(nf_schedule *s, const char *prefix, nf_err *e);

#endif
