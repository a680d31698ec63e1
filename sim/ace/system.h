// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A system of ACE engines, cycle by cycle: the engines' models, their Verilated RTL beside those
// that were asked for, their memories and drivers, the links and switches between them.
#ifndef NF_ACE_NETWORK_H
#define NF_ACE_NETWORK_H

#include "sim/ace/background.h"
#include "sim/ace/cable.h"
#include "sim/ace/driver.h"
#include "sim/ace/fabric.h"
#include "sim/ace/memory.h"
#include "sim/engine/rtl/lockstep.h"

typedef struct {
  nf_ace *model;
  nf_lockstep lockstep;
  nf_ace_in in;
  const nf_ace_out *out;
  nf_ace_mem memory;
  nf_ace_driver driver;
  nf_ace_background background;
  nf_ace_pipe *tx[NF_TOPO_PORTS], *rx[NF_TOPO_PORTS]; // NULL: no link
  uint8_t driven;                                     // ports with something on link_rx_*
} nf_ace_node;

typedef struct {
  const nf_ace_plan *plan;
  const nf_dut *dut;        // NULL: models alone
  unsigned sample;          // engines that have RTL beside them, spread over the system; 0: all
  uint32_t inside, between; // bytes per cycle
  uint32_t inside_latency, between_latency; // cycles
  nf_ace_cable_cfg cable;
} nf_ace_system_cfg;

typedef struct {
  nf_ace_system_cfg cfg;
  nf_ace_node *node;
  nf_ace_pipe *wire; // of rings, by node and port
  nf_ace_fabric fabric[NF_TOPO_SWITCHES];
  unsigned fabrics;
  nf_ace_cable *cable; // with a link layer: between every two wires of a node's port
  unsigned cables;
  uint64_t cycle, last_move; // last_move: a packet of an engine went on a link, or something to or
                             // from a memory
  uint64_t compared;         // engines times cycles in which RTL and model were compared
} nf_ace_system;

// Engines, links and switches; memories and drivers are opened by the owner, and closed here.
int nf_ace_system_open(nf_ace_system *n, const nf_ace_system_cfg *cfg, nf_err *e);
// One clock cycle of everything.
int nf_ace_system_step(nf_ace_system *n, nf_err *e);
// The wire that leaves a node at a port; NULL: none.
static inline const nf_ace_pipe *nf_ace_system_wire(const nf_ace_system *n, unsigned node,
                                                    unsigned port) {
  return n->node[node].tx[port];
}
void nf_ace_system_close(nf_ace_system *n);

#endif
