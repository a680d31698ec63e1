// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which worker of a team runs which node of a network, where they do not run planes.
#ifndef NF_FAST_PARTS_H
#define NF_FAST_PARTS_H

#include "sim/topology/graph.h"

// owner[node]: 0..workers-1. Endpoints in their order, as many to each worker; a switch goes where
// most of its neighbours are. An endpoint is with one worker in all planes, as they meet in its
// memory.
int nf_fast_parts(const nf_graph *g, unsigned workers, uint16_t *owner, nf_err *e);

#endif
