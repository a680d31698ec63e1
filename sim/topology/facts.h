// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All that `netfold topology` says of a network, and its three forms: text, JSON, Graphviz.
#ifndef NF_FACTS_H
#define NF_FACTS_H

#include "closed.h"
#include "sim/routing/route.h"
#include <stdio.h>

enum { NF_DOT_NODES = 2000 }; // Graphviz takes minutes for more

typedef struct {
  const nf_graph *g;
  nf_measured_parts parts;
  nf_measured_paths paths;
  nf_closed closed;
  const char *halves; // what the bisection parts
  double cut;         // GB/s, by maximal flow
  double cost;        // dollars; 0: no price
  // What the sum of all links, and the cut, allow each endpoint in an all-to-all; GB/s.
  double by_links, by_cut;
  const char *routing;
  unsigned vcs;
  nf_route_checked checked;
} nf_facts;

// All but the routing.
int nf_facts_measure(nf_facts *f, const nf_graph *g, nf_err *e);
void nf_facts_print(const nf_facts *f, FILE *out);
// To be freed by the caller.
struct cJSON *nf_facts_json(const nf_facts *f);
// Plane 0 for Graphviz; refuses more than NF_DOT_NODES nodes.
int nf_facts_dot(const nf_graph *g, const char *path, nf_err *e);

#endif
