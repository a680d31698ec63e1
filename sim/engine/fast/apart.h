// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sites that need no events in a window: endpoints with one port, and switches whose outputs have
// nothing to do with each other.
#ifndef NF_FAST_APART_H
#define NF_FAST_APART_H

#include "run.h"

// A direct endpoint; one of traffic with a channel by class.
void nf_fast_run_direct(nf_fast *f, nf_fast_site *s);
void nf_fast_run_traffic(nf_fast *f, nf_fast_site *s);

// Packets have one way each through a switch. Then its outputs are run one by one for as long as no
// row can be full.
bool nf_fast_has_ways(const nf_fast *f, const nf_fast_site *s);
// Gathers what comes at the ports. Returns for how many ticks of the window that is; 0: for less
// than `least`, and nothing is gathered.
uint32_t nf_fast_gather(nf_fast *f, const nf_fast_site *s, uint32_t least);
// All of a window for which it has been gathered.
void nf_fast_run_outputs(nf_fast *f, nf_fast_site *s);

#endif
