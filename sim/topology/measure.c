// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "measure.h"

void nf_measure_distances(const nf_graph *g, uint32_t from, uint16_t *distance, uint32_t *queue) {
  const uint32_t nodes = g->endpoints + g->plane_switches;
  for (uint32_t n = 0; n < nodes; n++)
    distance[n] = NF_FAR;
  uint32_t head = 0, tail = 0;
  distance[from] = 0;
  queue[tail++] = from;
  while (head < tail) {
    const uint32_t node = queue[head++];
    if (node != from && !g->node[node].forwards)
      continue;
    const nf_graph_port *port = nf_graph_at(g, node, 0);
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, node); p++) {
      const uint32_t peer = port[p].peer;
      if (peer == NF_GRAPH_NONE || distance[peer] != NF_FAR)
        continue;
      distance[peer] = (uint16_t)(distance[node] + 1);
      queue[tail++] = peer;
    }
  }
}
