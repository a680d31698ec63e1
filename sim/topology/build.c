// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "build.h"

#include "sim/common/grow.h"
#include <stdlib.h>
#include <string.h>

static bool grow(nf_build *b, void *list, uint32_t *room, uint32_t used, size_t size) {
  if (b->e->status == NF_EXIT_OK && !nf_grow(list, room, used + 1ull, size))
    nf_err_memory(b->e, b->g->name);
  return b->e->status == NF_EXIT_OK;
}

static uint32_t add_node(nf_build *b, nf_graph_node node) {
  nf_graph *g = b->g;
  if (!grow(b, &g->node, &b->node_room, g->nodes, sizeof *g->node))
    return 0;
  node.first_port = b->ports;
  memset(node.at, -1, sizeof node.at);
  b->ports += node.ports;
  if (b->ports > NF_GRAPH_MOST_PORTS)
    nf_refuse(b->e, "%s: more than %d ports; make it smaller", g->name, NF_GRAPH_MOST_PORTS);
  g->node[g->nodes] = node;
  return g->nodes++;
}

uint32_t nf_build_endpoint(nf_build *b, uint32_t ports, bool forwards) {
  if (b->g->endpoints == NF_GRAPH_MOST_ENDPOINTS)
    nf_refuse(b->e, "%s: more than %d endpoints; make it smaller", b->g->name,
              NF_GRAPH_MOST_ENDPOINTS);
  const uint32_t n = add_node(b, (nf_graph_node){.ports = ports, .forwards = forwards});
  if (b->e->status == NF_EXIT_OK)
    b->g->endpoints++;
  return n;
}

uint32_t nf_build_switch(nf_build *b, uint32_t ports, unsigned level) {
  if (level >= b->g->levels)
    b->g->levels = (uint16_t)(level + 1);
  b->g->plane_switches++;
  return add_node(b, (nf_graph_node){.ports = ports, .level = (uint16_t)level, .forwards = true});
}

uint32_t nf_build_switches(nf_build *b, uint32_t count, uint32_t ports, unsigned level) {
  const uint32_t first = b->g->nodes;
  for (uint32_t i = 0; i < count && b->e->status == NF_EXIT_OK; i++)
    nf_build_switch(b, ports, level);
  return first;
}

void nf_build_place(nf_build *b, uint32_t node, int x, int y, int z, int w) {
  if (b->e->status == NF_EXIT_OK)
    memcpy(b->g->node[node].at, (int32_t[4]){x, y, z, w}, sizeof b->g->node[node].at);
}

uint32_t nf_build_join(nf_build *b, nf_graph_plug one, nf_graph_plug other, nf_cable_kind kind) {
  nf_graph *g = b->g;
  if (!grow(b, &g->cable, &b->cable_room, g->cables, sizeof *g->cable))
    return 0;
  g->cable[g->cables] = (nf_graph_cable){.end = {one, other},
                                         .bytes_per_ns = b->rate[kind],
                                         .latency_ps = b->latency_ps[kind],
                                         .kind = kind};
  return g->cables++;
}

void nf_build_wire(nf_build *b, uint32_t lower, uint32_t lowers, uint32_t down, uint32_t ups,
                   uint32_t upper, uint32_t uppers) {
  for (uint32_t i = 0; i < lowers * ups && b->e->status == NF_EXIT_OK; i++)
    nf_build_join(b, (nf_graph_plug){lower + i / ups, down + i % ups},
                  (nf_graph_plug){upper + i % uppers, i / uppers}, NF_CABLE_FIBRE);
}

// Where plane `plane` has what is at a plug of plane 0.
static nf_graph_plug shifted(const nf_graph *g, nf_graph_plug p, uint32_t plane) {
  if (p.node < g->endpoints)
    return (nf_graph_plug){p.node, p.port + plane * nf_graph_plane_ports(g, p.node)};
  return (nf_graph_plug){p.node + plane * g->plane_switches, p.port};
}

static int allocate(nf_build *b, uint32_t planes) {
  nf_graph *g = b->g;
  const uint64_t ports = (uint64_t)b->ports * planes, cables = (uint64_t)g->cables * planes;
  const uint64_t nodes = g->endpoints + (uint64_t)g->plane_switches * planes;
  if (ports > NF_GRAPH_MOST_PORTS)
    return nf_refuse(b->e, "%s: %llu ports in %u planes; there may be %d, make it smaller", g->name,
                     (unsigned long long)ports, planes, NF_GRAPH_MOST_PORTS);
  void *node = realloc(g->node, nodes * sizeof *g->node);
  if (node)
    g->node = node;
  void *cable = realloc(g->cable, (cables ? cables : 1) * sizeof *g->cable);
  if (cable)
    g->cable = cable;
  g->port = malloc((ports ? ports : 1) * sizeof *g->port);
  if (!node || !cable || !g->port)
    return nf_err_memory(b->e, g->name);
  memset(g->port, 0xff, ports * sizeof *g->port); // NF_GRAPH_NONE everywhere
  g->planes = (uint16_t)planes;
  g->plane_cables = g->cables;
  if (g->plane_chips == 0)
    g->plane_chips = g->plane_switches;
  g->nodes = (uint32_t)nodes;
  g->cables = (uint32_t)cables;
  g->ports = (uint32_t)ports;
  return NF_EXIT_OK;
}

static void copy_planes(nf_graph *g) {
  uint32_t ports = 0;
  for (uint32_t n = 0; n < g->endpoints; n++) {
    g->node[n].ports *= g->planes;
    g->node[n].first_port = ports;
    ports += g->node[n].ports;
  }
  for (uint32_t p = 0, n = g->endpoints; p < g->planes; p++)
    for (uint32_t i = 0; i < g->plane_switches; i++, n++) {
      g->node[n] = g->node[g->endpoints + i];
      g->node[n].plane = (uint16_t)p;
      g->node[n].first_port = ports;
      ports += g->node[n].ports;
    }
  for (uint32_t p = 1; p < g->planes; p++)
    for (uint32_t i = 0; i < g->plane_cables; i++) {
      nf_graph_cable *c = &g->cable[p * g->plane_cables + i];
      *c = g->cable[i];
      c->plane = (uint16_t)p;
      for (unsigned k = 0; k < 2; k++)
        c->end[k] = shifted(g, g->cable[i].end[k], p);
    }
}

static int plug_in(nf_build *b) {
  nf_graph *g = b->g;
  for (uint32_t c = 0; c < g->cables; c++)
    for (unsigned k = 0; k < 2; k++) {
      const nf_graph_plug here = g->cable[c].end[k], there = g->cable[c].end[1 - k];
      nf_graph_port *port = &g->port[g->node[here.node].first_port + here.port];
      if (port->peer != NF_GRAPH_NONE || (here.node == there.node && here.port == there.port)) {
        char text[NF_GRAPH_NODE_TEXT];
        nf_graph_node_text(g, here.node, text);
        return nf_refuse(b->e, "%s: port %u of %s has two cables; a port takes one", g->name,
                         here.port, text);
      }
      *port = (nf_graph_port){there.node, there.port, c};
    }
  return NF_EXIT_OK;
}

int nf_build_end(nf_build *b, uint32_t planes) {
  if (b->e->status == NF_EXIT_OK && b->g->endpoints == 0)
    nf_refuse(b->e, "%s: no endpoint is left; leave one at least (failed=)", b->g->name);
  if (b->e->status != NF_EXIT_OK || allocate(b, planes) != NF_EXIT_OK)
    return b->e->status;
  copy_planes(b->g);
  return plug_in(b);
}
