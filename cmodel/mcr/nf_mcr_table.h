// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_table.sv: MCR, routing and home-port tables of one switch (KLENK IV-A).
#ifndef NF_MCR_TABLE_H
#define NF_MCR_TABLE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_mcr_pkg.h"
#include "nf_mcr_table_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_mcr_table nf_mcr_table;

// Makes empty tables in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_mcr_table_init(nf_mcr_table **m, const nf_mcr_table_cfg *cfg);
// Outputs of this cycle; the pointer stays the same for the life of m.
const nf_mcr_table_out *nf_mcr_table_peek(const nf_mcr_table *m);
// One rising clock edge.
void nf_mcr_table_step(nf_mcr_table *m, const nf_mcr_table_in *in);
// Frees m; NULL is allowed.
void nf_mcr_table_free(nf_mcr_table *m);

// NF_OK when cfg's sizes are in range.
nf_status nf_mcr_table_check(const nf_mcr_table_cfg *cfg);

// Port that a route with SPREAD stands for, of a home slot.
static inline unsigned nf_mcr_way(const nf_mcr_view *view, unsigned slot) {
  return (unsigned)view->way[slot / 2] >> 4 * (slot % 2) & 15u;
}

// True when node is a target of the region; nodes is the tables' size.
static inline bool nf_mcr_is_target(const nf_mcr_view *view, unsigned nodes, unsigned region,
                                    unsigned node) {
  unsigned bit = region * nodes + node;
  return node < nodes && (view->region_targets[bit / 8] >> bit % 8 & 1) != 0;
}

#ifdef __cplusplus
}
#endif

#endif
