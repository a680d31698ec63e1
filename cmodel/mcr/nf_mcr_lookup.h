// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_lookup.sv: from a header to the ports its packet goes to (KLENK IV-A).
// The sizes of the tables that are looked up, and what the reduction tables can do. Without error
// exactly one of egress, reduce and sink is set; with an error none. All zero while valid is low.
#ifndef NF_MCR_LOOKUP_H
#define NF_MCR_LOOKUP_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_mcr_lookup_ports.h"
#include "nf_mcr_table.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_mcr_lookup nf_mcr_lookup;

// Makes an empty pipeline in *m. Returns NF_OK, or why cfg is refused (*m is then unchanged).
nf_status nf_mcr_lookup_init(nf_mcr_lookup **m, const nf_mcr_lookup_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_mcr_lookup_out *nf_mcr_lookup_peek(const nf_mcr_lookup *m);
// One rising clock edge.
void nf_mcr_lookup_step(nf_mcr_lookup *m, const nf_mcr_lookup_in *in);
// Frees m; NULL is allowed.
void nf_mcr_lookup_free(nf_mcr_lookup *m);

// Where in which switch a header is looked up.
typedef struct {
  uint16_t id;      // node id of the switch
  uint8_t port;     // the port the header came in on
  bool first_hop;   // that port leads to an endpoint
  bool uplink;      // that port leads up: the packet may only go down
  uint16_t uplinks; // the ports that lead up
  uint8_t links;    // endpoints interleave blocks over 1..8
} nf_mcr_place;

// One rising clock edge, with the tables where they are instead of a copy of them. hdr is the
// arriving header; NULL: valid is low.
void nf_mcr_lookup_step_view(nf_mcr_lookup *m, const nf_flit *hdr, const nf_mcr_place *place,
                             const nf_mcr_view *view);

// The same lookup without the pipeline: fills *out (valid set) from one header.
void nf_mcr_route(const nf_mcr_lookup_cfg *cfg, const nf_mcr_view *view, const nf_mcr_place *place,
                  const nf_flit *hdr, nf_mcr_lookup_out *out);

#ifdef __cplusplus
}
#endif

#endif
