// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The fabric manager (KLENK IV-A): from a network and the multicast regions of its groups to the
// tables of every switch, and the register accesses that fill them.
//
// Node ids are those of a plane: GPU g is g, then come the switches, then a name for each port of a
// switch that leads to another switch. The last are targets of regions only (a target may be a
// switch, KLENK IV-A); no packet carries them.
#ifndef NF_SIM_MANAGER_H
#define NF_SIM_MANAGER_H

#include "sim/klenk/routing.h"
#include "switch/nf_switch.h"

enum {
  NF_MANAGER_NODES = 256,
  NF_MANAGER_NO_NODE = 1023,
  NF_MANAGER_SPREAD = 254, // of a route: one of the uplinks, the path of the address's home slot
};

// One multicast region and the group behind it.
typedef struct {
  uint64_t base, bytes;
  nf_gpu_set members; // at least two
  uint8_t mode;       // bits NF_MCR_MODE_*
  uint8_t path_class; // path between switches; a pull's requester must be of the same class
  uint16_t home;      // GPU that collects partial sums; a member
} nf_group_region;

typedef struct {
  uint16_t ports; // to targets; with spread without the uplinks, of which one more takes it
  bool spread;
  bool transit;             // of its packets only pushes come, on their way to other switches
  uint16_t expected, later; // contributions of a result; of a pull's later hop, 0: it does not wait
  bool up;                  // a leaf that reduces first: sums of `later` contributions go up
} nf_site_region;

// Tables of one switch.
typedef struct {
  uint16_t id, aliases; // node ids: its own; of its first port to a switch
  uint16_t first_hop, uplinks;
  bool takes_pushes;  // its tables are homes: all GPUs reach it, and its results reach all GPUs
  bool reduces_first; // a leaf whose tables send what its GPUs push up to the home table
  uint16_t paths_up;  // hierarchical, of a home: paths that lead up to it from all such leaves
  uint8_t path[NF_MAX_PORTS]; // with spread: port of each path; all alike: there is no choice here
  uint8_t route[NF_MANAGER_NODES]; // port, NF_NO_PORT: none, NF_MANAGER_SPREAD
  struct {
    uint8_t port; // NF_NO_PORT: none
    uint8_t path; // port of what is spread
    bool local;
  } home[NF_MAX_HOME_SLOTS];
  nf_site_region region[NF_MAX_REGIONS];
} nf_site_tables;

typedef struct {
  const nf_topology *t;
  const nf_routing *routing;
  nf_switch_cfg cfg; // of every switch; its limits are checked
  // Paths between switches. With spread the address chooses one of them, and all regions are of
  // class 0; else the region does, and GPU g is of class g mod classes.
  unsigned classes;
  bool spread;
  unsigned paths; // that the address chooses from
  unsigned regions;
  nf_group_region region[NF_MAX_REGIONS];
  // The same in all switches.
  unsigned entries;
  uint32_t timeout; // as the register TIMEOUT has it
  bool multicast_partials;
  bool result_acks; // results are acknowledged: pushes stay away from the cables that take that
  // Leaves reduce what their own GPUs push, and send one sum of it up (docs/network-leaves.md).
  bool hierarchical;
  nf_site_tables site[NF_TOPOLOGY_SWITCHES];
} nf_manager;

// Classes that a network has paths for: the most uplinks of a switch with GPUs, 1 or more.
unsigned nf_manager_paths(const nf_routing *r);
// True when the paths of a network, `paths` of them, are alike in every switch, so that the address
// may choose: each is one uplink of a switch that has uplinks, and no choice elsewhere.
bool nf_manager_can_spread(const nf_routing *r, unsigned paths);
// Node ids that a switch of this network has to route, a multiple of 8.
unsigned nf_manager_nodes(const nf_topology *t);
// Home slots with which most tables of the largest plane take part in a push, all alike.
unsigned nf_manager_slots(const nf_topology *t);

// Fills all tables from t, routing, cfg, classes, regions and region, which the caller has set.
// Refuses a group that the network or its switches cannot serve.
int nf_manager_plan(nf_manager *m, nf_err *e);

// One access of a switch's registers: a write, or a read that must give `value`.
typedef struct {
  uint16_t addr;
  bool read;
  uint32_t value;
} nf_csr_op;

// The accesses for switch s; *ops is allocated, the caller frees it.
int nf_manager_program(const nf_manager *m, unsigned s, nf_csr_op **ops, unsigned *count,
                       nf_err *e);

#endif
