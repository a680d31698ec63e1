// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_table.sv: MCR, routing and home-port tables of one switch (KLENK IV-A).
#ifndef NF_MCR_TABLE_H
#define NF_MCR_TABLE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The register map ends the tables before the header's fields do.
enum {
  NF_MCR_MAX_NODES = 256, // words between ROUTE_BASE and HOME_BASE
  NF_MCR_MAX_HOME_SLOTS = NF_MAX_HOME_SLOTS,
};

// Bits of a lane of route and of home.
enum {
  NF_MCR_LANE_PORT = 0x0f,   // egress port
  NF_MCR_LANE_LOCAL = 0x40,  // home: the reduction table of that port of this switch
  NF_MCR_LANE_SPREAD = 0x40, // route: by the way of the address's home slot
  NF_MCR_LANE_VALID = 0x80,
};

typedef struct {
  uint32_t Ports;     // 2..16
  uint32_t Regions;   // 2..32
  uint32_t Nodes;     // 8..256, multiple of 8
  uint32_t HomeSlots; // 2..512, see nf_mcr_hash.h
} nf_mcr_table_cfg;

// What the tables tell the rest of the switch; lanes past the cfg's sizes are zero.
#define NF_MCR_VIEW_FIELDS                                                                         \
  uint32_t region_valid;                      /* bit per region */                                 \
  uint64_t region_base[NF_MAX_REGIONS];       /* first byte */                                     \
  uint64_t region_end[NF_MAX_REGIONS];        /* first byte past it */                             \
  uint16_t region_expected[NF_MAX_REGIONS];   /* contributions of a complete reduction */          \
  uint16_t region_later[NF_MAX_REGIONS];      /* ... that a pull waits for at a later hop */       \
  uint8_t region_mode[NF_MAX_REGIONS];        /* bits NF_MCR_MODE_* */                             \
  uint16_t region_ports[NF_MAX_REGIONS];      /* ports that lead to a target */                    \
  uint16_t region_multi[NF_MAX_REGIONS];      /* ports that lead to two or more */                 \
  uint16_t region_home[NF_MAX_REGIONS];       /* node id of the home GPU */                        \
  uint16_t region_home_ports[NF_MAX_REGIONS]; /* one-hot: port to the home GPU */                  \
  /* bit r * Nodes + n: node n is a target of region r */                                          \
  uint8_t region_targets[NF_MAX_REGIONS * NF_MCR_MAX_NODES / 8];                                   \
  uint8_t route[NF_MCR_MAX_NODES];       /* NF_MCR_LANE_* by node */                               \
  uint8_t home[NF_MCR_MAX_HOME_SLOTS];   /* NF_MCR_LANE_* by slot */                               \
  uint8_t way[NF_MCR_MAX_HOME_SLOTS / 2] /* port that SPREAD stands for, 4 bits by slot */

typedef struct {
  NF_MCR_VIEW_FIELDS;
} nf_mcr_view;

typedef struct {
  bool lock;       // traffic in the switch
  uint32_t in_use; // bit r: packets or table entries refer to region r
  bool cfg_valid, cfg_write;
  uint16_t cfg_addr; // byte address, NF_MCR_REG_*
  uint32_t cfg_wdata;
  bool cfg_rready;
} nf_mcr_table_in;

typedef struct {
  bool cfg_ready;
  bool cfg_rvalid;
  uint32_t cfg_rdata; // zero for a write and for a refused access
  bool cfg_err;       // refused, nothing changed
  union {             // the same bytes, for callers and by port name
    nf_mcr_view view;
    struct {
      NF_MCR_VIEW_FIELDS;
    };
  };
} nf_mcr_table_out;

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
