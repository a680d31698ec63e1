// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The global cables of a dragonfly, as builder and routing number them. A group has A*H global
// ports; each other group is at an offset 1..G-1, and gets (A*H)/(G-1) cables. What is left over
// goes to the nearest offsets on both sides, and with an odd one to the opposite group, so that the
// groups stay alike; where even that does not come out, a port stays free. Ports are spread
// round by round over the offsets, so a router's H ports lead to as many groups as they can.
#ifndef NF_DRAGONFLY_H
#define NF_DRAGONFLY_H

#include <stdint.h>

enum {
  NF_DF_ROUTERS,
  NF_DF_GROUPS,
  NF_DF_GLOBAL,
  NF_DF_TERMINALS,
  NF_DF_LOCAL
}; // in nf_graph.shape

// Cables to the group at an offset.
static inline uint32_t nf_dragonfly_cables(uint32_t ports, uint32_t groups, uint32_t offset) {
  const uint32_t left = ports % (groups - 1),
                 near = offset < groups - offset ? offset : groups - offset;
  const uint32_t more = near <= left / 2 || (left % 2 && groups % 2 == 0 && 2 * offset == groups);
  return ports / (groups - 1) + more;
}

// The global port of a group that has cable k of an offset: those of all offsets for rounds before
// k, then those of lower offsets in this round.
static inline uint32_t nf_dragonfly_port(uint32_t ports, uint32_t groups, uint32_t offset,
                                         uint32_t k) {
  const uint32_t whole = ports / (groups - 1);
  uint32_t port = k * (groups - 1);
  if (k < whole)
    return port + offset - 1;
  for (uint32_t o = 1; o < offset; o++)
    port += nf_dragonfly_cables(ports, groups, o) > whole;
  return port;
}

#endif
