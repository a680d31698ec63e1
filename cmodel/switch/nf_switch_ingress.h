// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_ingress.sv: framing, lookup and dropping at one switch port
// (KLENK IV-A, IV-B, Fig. 5 marker 1).
#ifndef NF_SWITCH_INGRESS_H
#define NF_SWITCH_INGRESS_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "mcr/nf_mcr_table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Regions;   // 2..32
  uint32_t Nodes;     // 8..256, multiple of 8
  uint32_t HomeSlots; // 2..512, see nf_mcr_hash.h
  uint32_t Window;    // packets per virtual channel: 4, 8 or 16
  uint32_t Halves;    // 1: the reduction tables have the types of 16-bit elements
  uint32_t Wide;      // 1: ... and the ops whose sums are wider than the type
} nf_switch_ingress_cfg;

#define NF_SWITCH_INGRESS_DOORS                                                                    \
  uint16_t cfg_id;                /* node id of this switch */                                     \
  uint8_t cfg_port;               /* own port */                                                   \
  bool cfg_first_hop;             /* the port leads to an endpoint */                              \
  bool cfg_uplink;                /* the port leads up */                                          \
  uint16_t cfg_uplinks;           /* all ports that do */                                          \
  uint8_t cfg_links;              /* endpoints interleave blocks over 1..8 */                      \
  bool rx_valid, rx_last, rx_err; /* link */                                                       \
  nf_flit rx_data;                                                                                 \
  uint8_t sent;    /* bit v: the row has sent a packet of channel v */                             \
  bool alloc_ready /* the reduction table takes the request */

typedef struct {
  NF_SWITCH_INGRESS_DOORS;
} nf_switch_ingress_ports;

typedef struct {
  union { // the same bytes, for callers and by port name
    nf_switch_ingress_ports ports;
    struct {
      NF_SWITCH_INGRESS_DOORS;
    };
  };
  union {
    nf_mcr_view view;
    struct {
      NF_MCR_VIEW_FIELDS;
    };
  };
} nf_switch_ingress_in;

typedef struct {
  uint8_t rx_ready;
  bool wr_valid, wr_vc, wr_head, wr_last, wr_err, wr_wait;
  bool wr_counted; // the row reports when the packet has left
  nf_flit wr_data;
  uint16_t wr_egress, wr_reduce; // zero unless a header is written
  uint8_t wr_region;
  bool alloc_valid;
  uint8_t alloc_region;
  nf_flit alloc_data;
  bool packet, ack, drop, length_error; // events
  uint8_t drop_error;                   // NF_ERR_*; as in the RTL also without a drop
  bool enter;                           // a packet goes by a region's entry
  uint8_t enter_region;                 // this one's
  bool busy;
} nf_switch_ingress_out;

typedef struct nf_switch_ingress nf_switch_ingress;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_ingress_init(nf_switch_ingress **m, const nf_switch_ingress_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_ingress_out *nf_switch_ingress_peek(const nf_switch_ingress *m);
// One rising clock edge.
void nf_switch_ingress_step(nf_switch_ingress *m, const nf_switch_ingress_in *in);
// One rising clock edge, with the tables where they are instead of a copy of them.
// One rising clock edge, with the tables where they are: copying them costs more than the step.
void nf_switch_ingress_step_view(nf_switch_ingress *m, const nf_switch_ingress_ports *in,
                                 const nf_mcr_view *view);
// NULL is allowed.
void nf_switch_ingress_free(nf_switch_ingress *m);

#ifdef __cplusplus
}
#endif

#endif
