// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "links.h"
#include "sim/cli/cli.h"
#include "sim/topology/graph.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NOTHING, ROUND, SINGLE, DOUBLE };

// What a GPU's ports lead to: NVLinks to each other GPU, the rate of one, and that of all to
// switches.
static int look_at(nf_links *l, const nf_graph *g, uint32_t gpu, uint32_t to[NF_LINKS_GPUS],
                   nf_err *e) {
  const nf_graph_node *n = &g->node[gpu];
  double round = 0;
  for (uint32_t k = 0; k < n->ports; k++) {
    const nf_graph_port *p = &g->port[n->first_port + k];
    if (p->peer == NF_GRAPH_NONE)
      continue;
    const double rate = g->cable[p->cable].bytes_per_ns * 1e9;
    if (p->peer >= g->endpoints) {
      round += rate;
      continue;
    }
    if (++to[p->peer] > 2)
      return nf_refuse(e, "%s: GPUs %u and %u have more than two cables; TREE knows one and two",
                       g->name, gpu, p->peer);
    l->rate[SINGLE] = (uint64_t)(rate + 0.5);
  }
  if (round > 0)
    l->rate[ROUND] = (uint64_t)(round + 0.5);
  return NF_EXIT_OK;
}

static int read_graph(nf_links *l, const nf_graph *g, nf_err *e) {
  if (g->endpoints < 2 || g->endpoints > NF_LINKS_GPUS)
    return nf_refuse(e,
                     "--topology %s: has %u endpoints; the links of one machine are those of 2..%d",
                     g->name, g->endpoints, NF_LINKS_GPUS);
  *l = (nf_links){.gpus = g->endpoints};
  snprintf(l->name, sizeof l->name, "%.60s", g->name);
  for (uint32_t a = 0; a < l->gpus; a++) {
    uint32_t to[NF_LINKS_GPUS] = {0};
    if (look_at(l, g, a, to, e) != NF_EXIT_OK)
      return e->status;
    for (uint32_t b = 0; b < l->gpus; b++)
      l->kind[a][b] = (uint8_t)(a == b ? NOTHING : to[b] ? SINGLE + to[b] - 1 : ROUND);
  }
  for (uint32_t a = 0; a < l->gpus; a++) // without switches there is no way round
    for (uint32_t b = 0; b < l->gpus && l->rate[ROUND] == 0; b++)
      l->kind[a][b] = l->kind[a][b] == ROUND ? NOTHING : l->kind[a][b];
  l->rate[DOUBLE] = 2 * l->rate[SINGLE];
  return NF_EXIT_OK;
}

int nf_links_open(nf_links *l, const char *spec, nf_err *e) {
  nf_graph g;
  if (nf_graph_open(&g, spec, e) != NF_EXIT_OK)
    return e->status;
  read_graph(l, &g, e);
  nf_graph_close(&g);
  return e->status;
}

int nf_links_take(nf_links *l, const char *list, nf_err *e) {
  uint32_t gpu[NF_LINKS_GPUS], n = 0;
  bool taken[NF_LINKS_GPUS] = {false};
  for (const char *p = list; p;) {
    uint64_t v = 0;
    p = nf_cli_number(p, &v);
    if (!p || v >= l->gpus || taken[v] || (*p && *p != ','))
      return nf_refuse(e, "--gpus %s: give GPUs 0..%u of %s, each once, as 0,3,5", list,
                       l->gpus - 1, l->name);
    taken[v] = true;
    gpu[n++] = (uint32_t)v;
    p = *p ? p + 1 : NULL;
  }
  if (n < 2)
    return nf_refuse(e, "--gpus %s: give two or more", list);
  const nf_links all = *l;
  memset(l->kind, 0, sizeof l->kind);
  l->gpus = n;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++)
      l->kind[a][b] = all.kind[gpu[a]][gpu[b]];
  return NF_EXIT_OK;
}
