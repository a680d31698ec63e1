// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A network as it is cabled: GPUs with some links each, switches of 16 ports, cables with a
// latency. Link l of every GPU leads into plane l, a network of its own (KLENK V).
#ifndef NF_SIM_TOPOLOGY_H
#define NF_SIM_TOPOLOGY_H

#include "common/nf_defs.h"
#include "sim/common/err.h"
#include "sim/topology/graph.h"
#include <stdbool.h>
#include <stdint.h>

enum {
  NF_TOPOLOGY_GPUS = 128,
  NF_TOPOLOGY_LINKS = 8,
  NF_TOPOLOGY_SWITCHES = 256,
  NF_TOPOLOGY_CABLES = 2 * NF_TOPOLOGY_SWITCHES * NF_MAX_PORTS,
  NF_TOPOLOGY_NAME = 24,
  NF_TOPOLOGY_LATENCY = 100000 // longest cable, cycles
};

// One end of a cable: a GPU's link or a switch's port.
typedef struct {
  bool gpu;
  uint16_t node; // number of the GPU or of the switch
  uint8_t port;
} nf_plug;

typedef struct {
  nf_plug end[2];
  uint32_t latency; // cycles of the wire alone, 1 or more
} nf_cable;

typedef struct {
  char name[NF_TOPOLOGY_NAME];
  uint8_t plane;
  int32_t cable[NF_MAX_PORTS]; // index of the cable at each port, -1: none
} nf_switch_site;

typedef struct {
  char name[NF_GRAPH_NAME]; // the SPEC, or the name of the file
  unsigned gpus, links, switches, cables;
  int32_t gpu_cable[NF_TOPOLOGY_GPUS][NF_TOPOLOGY_LINKS];
  nf_switch_site sw[NF_TOPOLOGY_SWITCHES];
  nf_cable cable[NF_TOPOLOGY_CABLES];
} nf_topology;

// SPEC: a kind of `netfold topology --list` whose endpoints are joined by switches, or a JSON file
// (docs/network.md). hop_cycles: what a switch with its cable takes, link logic and switch
// included, whatever the kind has; 0: as the kind has it. A cable to a GPU has half the wire then,
// so that a path through n switches takes n hops. Refuses what this network cannot be.
int nf_topology_open(nf_topology *t, const char *spec, unsigned hop_cycles, nf_err *e);
// The same from the text of such a file; `name` stands in errors.
int nf_topology_parse(nf_topology *t, const char *name, const char *json, nf_err *e);

enum { NF_PLUG_TEXT = 48 };
// "gpu3.0" or "<switch>.<port>".
void nf_topology_plug_name(const nf_topology *t, const nf_plug *p, char text[NF_PLUG_TEXT]);

// Cycles of the longest cable.
uint32_t nf_topology_longest_cable(const nf_topology *t);

// The other end of the cable at a port of a switch; NULL: nothing is plugged in.
const nf_plug *nf_topology_peer(const nf_topology *t, unsigned sw, unsigned port);

#endif
