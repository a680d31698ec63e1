// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A switch that reduces and is output-queued: what comes is at once in the queue of its output and
// channel, or of its table. Up to 16 packets of a row and channel wait there; what comes then waits
// in the link's buffer, as with a crossbar. A packet for several outputs holds its row's place
// until the copy for the first of them has gone, a result of a table holds none. So nothing waits
// for a bus, as in a crossbar's rows (crossbar.h), nor for what has no room elsewhere while rows
// have places.
#ifndef NF_FAST_QUEUED_H
#define NF_FAST_QUEUED_H

#include "run.h"

// Ticks of the window before the first entry that grows too old.
uint32_t nf_fast_queued_ticks(nf_fast *f, nf_fast_site *s);
// All of a window of no more ticks, without events, as of switches that reduce nothing (apart.h):
// what has been gathered, then the tables, then the outputs one by one.
void nf_fast_run_queued(nf_fast *f, nf_fast_site *s);

#endif
