// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A network as a graph: nodes with numbered ports, joined by cables. Nodes 0..endpoints-1 are
// endpoints (accelerators, hosts); a node that forwards is a switch, and may be an endpoint too, as
// the accelerators of a torus or a HammingMesh board are. Planes are copies side by side: a cable
// and a switch belong to one, an endpoint has ports in all of them.
//
// The planes of a network are all alike, and numbered alike: with
//   e = plane_ports of endpoint n    its port p*e + i is port i of plane p,
//   s = plane_switches               switch endpoints + p*s + i is switch i of plane p,
//   c = plane_cables                 cable p*c + i is cable i of plane p,
// so what is true of plane 0 is true of the others, and an engine may run one plane after the
// other.
#ifndef NF_GRAPH_H
#define NF_GRAPH_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

enum {
  NF_GRAPH_NONE = 0xffffffffu,
  NF_GRAPH_NAME = 128,
  NF_GRAPH_LABEL = 32, // of a node in a file
  NF_GRAPH_NODE_TEXT = 96,
  NF_GRAPH_MOST_ENDPOINTS = 1 << 18,
  NF_GRAPH_MOST_PORTS = 1 << 25, // about 800 MB of ports and cables
  NF_GRAPH_LEVELS = 8
};

typedef struct {
  uint32_t node, port;
} nf_graph_plug;

typedef enum { NF_CABLE_TRACE, NF_CABLE_COPPER, NF_CABLE_FIBRE, NF_CABLE_KINDS } nf_cable_kind;

// Both directions alike; each direction is a link of its own.
typedef struct {
  nf_graph_plug end[2];
  double bytes_per_ns; // rate of one direction, GB/s
  uint32_t latency_ps; // of the wire alone
  uint16_t plane;
  nf_cable_kind kind;
  bool has_errors;   // bit_errors is the cable's own (of a file); else it is the run's
  double bit_errors; // chance that a bit of a direction is wrong
} nf_graph_cable;

typedef struct {
  uint32_t peer, peer_port; // NF_GRAPH_NONE: nothing is plugged in
  uint32_t cable;
} nf_graph_port;

typedef struct {
  uint32_t first_port, ports; // in nf_graph.port, of all planes
  uint16_t plane;             // of a switch
  uint16_t level;             // of a switch in a tree: 0 next to the endpoints
  bool forwards;
  int32_t at[4]; // coordinates, as the topology has them; -1: none
} nf_graph_node;

// What routing must know besides the cables. shape[] and node.at[]:
typedef enum {
  NF_FAMILY_TREE,     // NF_TREE_*; direct cables between endpoints too; also every file
  NF_FAMILY_TORUS,    // shape: nodes in x, y, z; at: x, y, z; ports x+, x-, y+, y-, z+, z-
  NF_FAMILY_PACKAGES, // shape: accelerators in a package, packages; at: place in the package,
                      // package
  NF_FAMILY_HAMMING, // hammingmesh.h; at: board x, y, place in the board x, y; north is towards y =
                     // 0
  NF_FAMILY_DRAGONFLY // dragonfly.h; at of a router: group, router
} nf_graph_family;

// shape[] of a tree: its leaves, their ports down and up, and how many leaves share their upper
// switches below the top level. A file and the DGX-1 have none.
enum { NF_TREE_LEAVES, NF_TREE_DOWN, NF_TREE_UPS, NF_TREE_POD };

typedef struct {
  char name[NF_GRAPH_NAME]; // the SPEC it was made from
  uint32_t endpoints, nodes, cables, ports;
  uint16_t planes;
  uint32_t plane_switches, plane_cables;
  uint32_t plane_chips;       // switch chips of a plane: one may be divided into several switches
                              // (hammingmesh.h)
  uint32_t switch_latency_ps; // header in to header out, without the wire
  uint16_t levels;            // of switches, in a tree
  nf_graph_family family;
  uint32_t shape[6];
  nf_graph_node *node;
  nf_graph_port *port;
  nf_graph_cable *cable;
  char (*label)[NF_GRAPH_LABEL]; // the nodes' names in a file, of one plane; NULL: built in
} nf_graph;

// SPEC: see netfold topology --list. Refuses a name that is unknown with the nearest right one, a
// parameter outside its limits, a file's error with line and field, and what memory cannot hold.
int nf_graph_open(nf_graph *g, const char *spec, nf_err *e);
void nf_graph_close(nf_graph *g);
// What has a slash or ends in .json is a file, whatever files there are.
bool nf_graph_is_file(const char *spec);

static inline const nf_graph_port *nf_graph_at(const nf_graph *g, uint32_t node, uint32_t port) {
  return &g->port[g->node[node].first_port + port];
}
// Ports of an endpoint in each plane; all ports of a switch, which is in one.
static inline uint32_t nf_graph_plane_ports(const nf_graph *g, uint32_t node) {
  return node < g->endpoints ? g->node[node].ports / g->planes : g->node[node].ports;
}
// The plane of a port.
static inline uint32_t nf_graph_plane_of(const nf_graph *g, uint32_t node, uint32_t port) {
  return node < g->endpoints ? port / nf_graph_plane_ports(g, node) : g->node[node].plane;
}
// "acc5", "acc5(1,2)", "switch3", "switch3/plane1", or the name of a file.
void nf_graph_node_text(const nf_graph *g, uint32_t node, char text[NF_GRAPH_NODE_TEXT]);

#endif
