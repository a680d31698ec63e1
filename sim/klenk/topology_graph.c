// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A graph of sim/topology as a network of this engine. Switches, ports and cables keep the graph's
// order: routing and tables go by it, so the results of a run depend on it.
#include "sim/klenk/engine.h"
#include "sim/klenk/topology_int.h"
#include "sim/topology/kinds.h"

#include <stdio.h>
#include <string.h>

// What a packet's header spends between two wires: the switch, and both ends of a link.
enum { SWITCH_CYCLES = 11, LINK_CYCLES = 6, LOGIC_CYCLES = SWITCH_CYCLES + LINK_CYCLES };

static const double Rate = 16e3 / NF_CYCLE_PS; // GB/s: a flit of 16 bytes a cycle

const char *nf_topology_remedy(void) {
  static char text[300];
  char kinds[256];
  nf_kinds_of(NF_KIND_ALLREDUCE, kinds);
  snprintf(text, sizeof text, ", as in %s", kinds);
  return text;
}

// ------------------------------------------------------------------------------- names
// The switches of a single level have letters, those of a tree the names of their levels; behind
// that stands the plane.
static void built_in_name(const nf_graph *g, uint32_t node, char name[NF_GRAPH_NODE_TEXT]) {
  static const char *const levels[] = {"leaf", "spine", "core"}; // no kind has more
  const nf_graph_node *n = &g->node[node];
  const uint32_t first = g->endpoints + n->plane * g->plane_switches, index = node - first;
  uint32_t before = 0; // of the same level
  for (uint32_t i = first; i < node; i++)
    before += g->node[i].level == n->level;
  if (g->levels > 1)
    snprintf(name, NF_GRAPH_NODE_TEXT, "%s%u.%u", levels[n->level], n->plane, before);
  else if (g->plane_switches > 1 && g->plane_switches <= 26)
    snprintf(name, NF_GRAPH_NODE_TEXT, "%c%u", 'A' + (int)index, n->plane);
  else if (g->plane_switches > 1)
    snprintf(name, NF_GRAPH_NODE_TEXT, "switch%u.%u", n->plane, index);
  else if (g->planes > 1)
    snprintf(name, NF_GRAPH_NODE_TEXT, "switch%u", n->plane);
  else
    snprintf(name, NF_GRAPH_NODE_TEXT, "switch");
}

static int add_switches(nf_topology *t, const nf_graph *g, nf_err *e) {
  for (uint32_t n = g->endpoints; n < g->nodes && e->status == NF_EXIT_OK; n++) {
    char name[NF_GRAPH_NODE_TEXT];
    if (g->label)
      nf_graph_node_text(g, n, name);
    else
      built_in_name(g, n, name);
    if (g->node[n].ports > NF_MAX_PORTS)
      nf_refuse(e, "%s: %s has %u ports; a switch of this engine has %d", t->name, name,
                g->node[n].ports, NF_MAX_PORTS);
    else
      nf_topology_add_switch(t, name, e);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- cables
// Cycles of a wire. What the graph's switch takes beyond the logic here goes to its cables, half of
// it to each of the two that a packet takes.
static double cycles_of(const nf_graph *g, const nf_graph_cable *c, unsigned hop_cycles) {
  const unsigned to_gpu = c->end[0].node < g->endpoints || c->end[1].node < g->endpoints;
  if (hop_cycles) {
    const unsigned wire = hop_cycles > LOGIC_CYCLES + 2 ? hop_cycles - LOGIC_CYCLES : 2;
    return to_gpu ? wire / 2 : wire;
  }
  const int64_t more = (int64_t)g->switch_latency_ps - LOGIC_CYCLES * NF_CYCLE_PS,
                ps = (int64_t)c->latency_ps + (to_gpu ? more / 2 : more);
  return ps < NF_CYCLE_PS ? 1 : (double)(ps / NF_CYCLE_PS);
}

static nf_plug plug_of(const nf_graph *g, nf_graph_plug p) {
  const bool gpu = p.node < g->endpoints;
  return (nf_plug){gpu, (uint16_t)(gpu ? p.node : p.node - g->endpoints), (uint8_t)p.port};
}

static int add_cables(nf_topology *t, const nf_graph *g, unsigned hop_cycles, nf_err *e) {
  for (uint32_t i = 0; i < g->cables && e->status == NF_EXIT_OK; i++) {
    const nf_graph_cable *c = &g->cable[i];
    const double cycles = cycles_of(g, c, hop_cycles);
    nf_topology_add_cable(t, plug_of(g, c->end[0]), plug_of(g, c->end[1]), (uint32_t)cycles, e);
    if (e->status == NF_EXIT_OK && c->bytes_per_ns != Rate)
      nf_refuse(e,
                "%s: cable %u has %g GB/s, those of this engine %g; add ,rate=%g, to a file "
                "\"GBps\": %g",
                t->name, i, c->bytes_per_ns, Rate, Rate, Rate);
    else if (e->status == NF_EXIT_OK && cycles > NF_TOPOLOGY_LATENCY)
      nf_refuse(e, "%s: cable %u takes %.0f cycles; there may be %d", t->name, i, cycles,
                NF_TOPOLOGY_LATENCY);
    else if (e->status == NF_EXIT_OK && c->has_errors)
      nf_refuse(e,
                "%s: cable %u has a \"ber\" of its own; this engine has --links-ber, of all alike",
                t->name, i);
  }
  return e->status;
}

// ------------------------------------------------------------------------------- together
static int convert(nf_topology *t, const nf_graph *g, unsigned hop_cycles, nf_err *e) {
  const char *slash = strrchr(g->name, '/'), *name = slash ? slash + 1 : g->name;
  const uint32_t links = g->node[0].ports;
  if (g->endpoints < 2 || g->endpoints > NF_TOPOLOGY_GPUS)
    return nf_refuse(e, "%s: %u endpoints; this engine has 2..%d GPUs", name, g->endpoints,
                     NF_TOPOLOGY_GPUS);
  if (g->node[0].forwards)
    return nf_refuse(e,
                     "%s: endpoints forward packets of others, which GPUs of this engine do not; "
                     "between them there must be switches%s",
                     name, nf_topology_remedy());
  for (uint32_t n = 0; n < g->endpoints; n++)
    if (g->node[n].ports != links || links < 1 || links > NF_TOPOLOGY_LINKS)
      return nf_refuse(e,
                       "%s: endpoint %u has %u links; this engine's GPUs have 1..%d, all as many",
                       name, n, g->node[n].ports, NF_TOPOLOGY_LINKS);
  nf_topology_clear(t, name, g->endpoints, links);
  if (add_switches(t, g, e) == NF_EXIT_OK)
    add_cables(t, g, hop_cycles, e);
  return e->status;
}

int nf_topology_from_graph(nf_topology *t, const char *spec, unsigned hop_cycles, nf_err *e) {
  nf_graph g;
  if (nf_graph_open(&g, spec, e) == NF_EXIT_OK) {
    convert(t, &g, hop_cycles, e);
    nf_graph_close(&g);
  }
  return e->status;
}
