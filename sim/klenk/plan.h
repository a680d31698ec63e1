// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an all-reduce comes to on a network: sizes of the blocks, regions, commands of each rank.
#ifndef NF_SIM_NETWORK_PLAN_H
#define NF_SIM_NETWORK_PLAN_H

#include "sim/klenk/collective.h"
#include "sim/klenk/host.h"

// Sizes that the Verilated blocks are built with; the C models are built alike as long as that is
// enough, so that both engines take the same cycles.
enum {
  NF_PLAN_REPLAY = 512,
  NF_PLAN_ROOM = 512,
  NF_PLAN_COUNTERS = 16,
  NF_PLAN_COMMANDS = 16,
  NF_PLAN_TRANSLATIONS = 16,
  NF_PLAN_ACKS = 256
};

// Deals the buffer out, plans the tables, proves them, and says how everything is built. Where
// paths that each switch picks by itself contradict each other, routing is given trees.
int nf_plan_network(const nf_collective_cfg *cfg, nf_routing *routing, nf_interleave *interleave,
                    nf_manager *manager, nf_network_cfg *net, nf_table_checker_count *checked,
                    nf_err *e);
// Configuration inputs of rank r's endpoint.
void nf_plan_endpoint(const nf_collective_cfg *cfg, unsigned r, nf_endpoint_in *in);
// Entry `class` of a rank's translation table: the class's region, or the barrier's.
void nf_plan_translation(const nf_interleave *interleave, unsigned path_class, nf_endpoint_in *in);
// Commands of rank r, in their order; host->command is allocated.
int nf_plan_commands(const nf_collective_cfg *cfg, const nf_interleave *interleave, unsigned r,
                     nf_host *host, nf_err *e);

#endif
