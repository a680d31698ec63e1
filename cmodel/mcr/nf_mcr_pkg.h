// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Sizes of the tables and their entries, as rtl/mcr/nf_mcr_pkg.sv has them.
#ifndef NF_MCR_PKG_H
#define NF_MCR_PKG_H

#include "common/nf_defs.h"

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

#endif
