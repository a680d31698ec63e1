// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "graph.h"

#include "kinds.h"
#include <stdlib.h>
#include <string.h>

static int make(nf_graph *g, const char *text, nf_err *e) {
  nf_spec s;
  const nf_kind *k = nf_spec_parse(text, &s, e);
  if (!k)
    return e->status;
  nf_build b = {.g = g, .e = e};
  for (unsigned i = 0; i < NF_CABLE_KINDS; i++) {
    const bool inside = i == NF_CABLE_TRACE && k->trace_rate > 0;
    b.rate[i] = s.given[NF_KEY_RATE] ? s.value[NF_KEY_RATE] : inside ? k->trace_rate : k->rate;
    b.latency_ps[i] = s.given[NF_KEY_WIRE] ? (uint32_t)(s.value[NF_KEY_WIRE] * 1000 + 0.5)
                      : inside             ? k->trace_ps
                                           : k->wire_ps;
  }
  g->switch_latency_ps =
      s.given[NF_KEY_SWITCH] ? (uint32_t)(s.value[NF_KEY_SWITCH] * 1000 + 0.5) : k->switch_ps;
  if (k->make(&b, &s) != NF_EXIT_OK || e->status != NF_EXIT_OK)
    return e->status;
  return nf_build_end(&b, nf_spec_value(&s, NF_KEY_PLANES, k->planes));
}

bool nf_graph_is_file(const char *spec) {
  const size_t n = strlen(spec);
  return strchr(spec, '/') || (n > 5 && strcmp(spec + n - 5, ".json") == 0);
}

int nf_graph_open(nf_graph *g, const char *spec, nf_err *e) {
  memset(g, 0, sizeof *g);
  if (strlen(spec) >= NF_GRAPH_NAME)
    return nf_refuse(e, "--topology: more than %d characters", NF_GRAPH_NAME - 1);
  memcpy(g->name, spec, strlen(spec) + 1);
  const int status = nf_graph_is_file(spec) ? nf_make_file(g, spec, e) : make(g, spec, e);
  if (status != NF_EXIT_OK)
    nf_graph_close(g);
  return status;
}

void nf_graph_close(nf_graph *g) {
  free(g->node);
  free(g->port);
  free(g->cable);
  free(g->label);
  memset(g, 0, sizeof *g);
}

void nf_graph_node_text(const nf_graph *g, uint32_t node, char text[NF_GRAPH_NODE_TEXT]) {
  const nf_graph_node *n = &g->node[node];
  const bool endpoint = node < g->endpoints;
  const uint32_t index = endpoint ? node : (node - g->endpoints) % g->plane_switches;
  int used;
  if (g->label)
    used =
        snprintf(text, NF_GRAPH_NODE_TEXT, "%s", g->label[endpoint ? node : g->endpoints + index]);
  else
    used = snprintf(text, NF_GRAPH_NODE_TEXT, "%s%u", endpoint ? "acc" : "switch", index);
  if (!g->label && n->at[0] >= 0) {
    for (unsigned i = 0; i < 4 && n->at[i] >= 0; i++)
      used +=
          snprintf(text + used, NF_GRAPH_NODE_TEXT - (size_t)used, "%c%d", i ? ',' : '(', n->at[i]);
    used += snprintf(text + used, NF_GRAPH_NODE_TEXT - (size_t)used, ")");
  }
  if (!endpoint && g->planes > 1)
    snprintf(text + used, NF_GRAPH_NODE_TEXT - (size_t)used, "/plane%u", n->plane);
}
