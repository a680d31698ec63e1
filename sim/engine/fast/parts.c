// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "parts.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = 0xffff };

typedef struct {
  const nf_graph *g;
  unsigned workers;
  uint16_t *owner;
  uint32_t *load;  // by worker: ports of its switches
  uint32_t *votes; // by worker: neighbours of the switch at hand
  uint16_t *found; // by node, of a round
} parts;

// The worker that most neighbours of a switch have; of several the one with the fewest ports so
// far. NOBODY: no neighbour has one yet.
static uint16_t near(parts *p, uint32_t node) {
  const nf_graph *g = p->g;
  unsigned best = NOBODY;
  memset(p->votes, 0, p->workers * sizeof *p->votes);
  for (uint32_t k = 0; k < g->node[node].ports; k++) {
    const uint32_t peer = g->port[g->node[node].first_port + k].peer;
    if (peer != NF_GRAPH_NONE && p->owner[peer] != NOBODY)
      p->votes[p->owner[peer]]++;
  }
  for (unsigned w = 0; w < p->workers; w++)
    if (p->votes[w] && (best == NOBODY || p->votes[w] > p->votes[best] ||
                        (p->votes[w] == p->votes[best] && p->load[w] < p->load[best])))
      best = w;
  return (uint16_t)best;
}

// Switches one hop further from the endpoints. What is found does not count in the round itself,
// so that the numbers of switches do not matter. Returns how many there were.
static uint32_t next_round(parts *p) {
  const nf_graph *g = p->g;
  uint32_t n = 0;
  for (uint32_t node = g->endpoints; node < g->nodes; node++) {
    p->found[node] = p->owner[node] == NOBODY ? near(p, node) : NOBODY;
    if (p->found[node] != NOBODY)
      p->load[p->found[node]] += g->node[node].ports;
  }
  for (uint32_t node = g->endpoints; node < g->nodes; node++)
    if (p->found[node] != NOBODY) {
      p->owner[node] = p->found[node];
      n++;
    }
  return n;
}

int nf_fast_parts(const nf_graph *g, unsigned workers, uint16_t *owner, nf_err *e) {
  parts p = {g,
             workers,
             owner,
             calloc(workers, sizeof *p.load),
             calloc(workers, sizeof *p.votes),
             malloc(g->nodes * sizeof *p.found)};
  for (uint32_t n = 0; n < g->nodes; n++)
    owner[n] = (uint16_t)(n < g->endpoints ? (uint64_t)n * workers / g->endpoints : NOBODY);
  if (!p.load || !p.votes || !p.found)
    nf_err_memory(e, "the parts of a network");
  else
    while (next_round(&p) > 0)
      ;
  for (uint32_t n = g->endpoints; n < g->nodes; n++)
    if (owner[n] == NOBODY) // nothing leads there
      owner[n] = 0;
  free(p.load);
  free(p.votes);
  free(p.found);
  return e->status;
}
