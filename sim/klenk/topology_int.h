// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// How a network is put together, by the reader of its files and from a graph.
#ifndef NF_SIM_TOPOLOGY_INT_H
#define NF_SIM_TOPOLOGY_INT_H

#include "sim/klenk/topology.h"

void nf_topology_clear(nf_topology *t, const char *name, unsigned gpus, unsigned links);
int nf_topology_add_switch(nf_topology *t, const char *name, nf_err *e);
// Refuses a port with two cables, and two GPUs joined directly.
int nf_topology_add_cable(nf_topology *t, nf_plug a, nf_plug b, uint32_t latency, nf_err *e);
// ", as in ...": the kinds whose GPUs switches join, to end a refusal with.
const char *nf_topology_remedy(void);

// From a graph of sim/topology; hop_cycles as in nf_topology_open().
int nf_topology_from_graph(nf_topology *t, const char *spec, unsigned hop_cycles, nf_err *e);

#endif
