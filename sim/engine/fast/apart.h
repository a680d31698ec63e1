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

// Packets have one way each through a switch. Then its outputs are run one by one, unless a row
// could be full in the window: false, and what has been gathered is either run by events or
// forgotten.
bool nf_fast_has_ways(const nf_fast *f, const nf_fast_site *s);
bool nf_fast_run_outputs(nf_fast *f, nf_fast_site *s);
void nf_fast_forget(nf_fast *f, const nf_fast_site *s);

#endif
