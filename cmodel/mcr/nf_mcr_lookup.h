// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_lookup.sv: from a header to the ports its packet goes to (KLENK IV-A).
#ifndef NF_MCR_LOOKUP_H
#define NF_MCR_LOOKUP_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_mcr_table.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The sizes of the tables that are looked up, and what the reduction tables can do.
typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Regions;   // 2..32
  uint32_t Nodes;     // 8..256, multiple of 8
  uint32_t HomeSlots; // 2..512, see nf_mcr_hash.h
  uint32_t Halves;    // 1: types of 16-bit elements
  uint32_t Wide;      // 1: ops whose sums are wider than the type
} nf_mcr_lookup_cfg;

typedef struct {
  bool valid;
  nf_flit hdr;
  uint16_t cfg_id;      // node id of this switch
  uint8_t cfg_port;     // the port the header came in on
  bool cfg_first_hop;   // that port leads to an endpoint
  bool cfg_uplink;      // that port leads up: the packet may only go down
  uint16_t cfg_uplinks; // the ports that lead up
  uint8_t cfg_links;    // endpoints interleave blocks over 1..8
  union {               // the same bytes, for callers and by port name
    nf_mcr_view view;
    struct {
      NF_MCR_VIEW_FIELDS;
    };
  };
} nf_mcr_lookup_in;

// Without error exactly one of egress, reduce and sink is set; with an error none. All zero while
// valid is low.
typedef struct {
  bool valid;
  uint16_t egress; // ports to send the packet to
  uint16_t reduce; // one-hot: port whose reduction table takes it
  bool alloc;      // pull request: takes an entry here first
  bool sink;       // acknowledgement for this switch: ends here
  bool by_region;  // its way is the region's
  uint8_t region;  // region of the address; 0 for unicast
  uint8_t error;   // NF_ERR_*
} nf_mcr_lookup_out;

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

// One rising clock edge, with the tables where they are instead of a copy of them.
// hdr is the arriving header, or NULL for none.
// One rising clock edge, by pointers in place of copies; hdr NULL: valid is low.
void nf_mcr_lookup_step_view(nf_mcr_lookup *m, const nf_flit *hdr, const nf_mcr_place *place,
                             const nf_mcr_view *view);

// The same lookup without the pipeline: fills *out (valid set) from one header.
void nf_mcr_route(const nf_mcr_lookup_cfg *cfg, const nf_mcr_view *view, const nf_mcr_place *place,
                  const nf_flit *hdr, nf_mcr_lookup_out *out);

#ifdef __cplusplus
}
#endif

#endif
