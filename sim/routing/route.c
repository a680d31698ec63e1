// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "mesh.h"

#include <stdlib.h>
#include <string.h>

static const nf_routing_kind *const Kinds[] = {
    [NF_FAMILY_TREE] = &Nf_routing_tree,           [NF_FAMILY_TORUS] = &Nf_routing_torus,
    [NF_FAMILY_PACKAGES] = &Nf_routing_packages,   [NF_FAMILY_HAMMING] = &Nf_routing_hamming,
    [NF_FAMILY_DRAGONFLY] = &Nf_routing_dragonfly,
};

// The word of a list of words, as it stands there; NULL: not among them.
static const char *word_of(const char *list, const char *word) {
  static const char *const Words[] = {"deterministic", "adaptive", "valiant", "nodateline"};
  for (unsigned i = 0; i < sizeof Words / sizeof Words[0]; i++)
    if (strstr(list, Words[i]) &&
        (word ? strcmp(word, Words[i]) == 0 : strncmp(list, Words[i], strlen(Words[i])) == 0))
      return Words[i];
  return NULL;
}

int nf_route_open(nf_route **route, const nf_graph *g, const char *name, nf_err *e) {
  const nf_routing_kind *kind = Kinds[g->family];
  const char *word = word_of(kind->names, name);
  *route = NULL;
  if (!word)
    return nf_refuse(e, "routing '%s' is unknown to %s; there are: %s", name, g->name, kind->names);
  nf_route *r = calloc(1, sizeof *r);
  if (!r)
    return nf_err_memory(e, "the routing");
  *r = (nf_route){.g = g,
                  .kind = kind,
                  .name = word,
                  .adaptive = strcmp(word, "adaptive") == 0,
                  .vcs = 1,
                  .flows = 1};
  if (kind->open(r, e) != NF_EXIT_OK) {
    nf_route_close(r);
    return e->status;
  }
  *route = r;
  return NF_EXIT_OK;
}

void nf_route_close(nf_route *r) {
  if (!r)
    return;
  r->kind->close(r);
  free(r);
}

const char *nf_route_name(const nf_route *r) { return r->name; }
unsigned nf_route_vcs(const nf_route *r) { return r->vcs; }

unsigned nf_route_all(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                      uint32_t dst, uint32_t plane, uint32_t flow,
                      nf_route_choice choice[NF_ROUTE_MOST]) {
  return node == dst ? 0 : r->kind->candidates(r, node, in_port, in_vc, dst, plane, flow, choice);
}

unsigned nf_route_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow, unsigned n,
                       const nf_route_choice *choice) {
  return r->adaptive || n < 2 ? 0 : r->kind->pick(r, node, dst, flow, n, choice);
}

unsigned nf_route_next(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                       uint32_t dst, uint32_t flow, nf_route_choice choice[NF_ROUTE_MOST]) {
  const uint32_t planes = r->g->planes, within = flow / planes;
  const bool injected = in_port == NF_GRAPH_NONE;
  if (!injected || !r->adaptive || planes == 1) {
    const uint32_t plane = injected ? flow % planes : nf_graph_plane_of(r->g, node, in_port);
    const unsigned n = nf_route_all(r, node, in_port, in_vc, dst, plane, within, choice);
    if (r->adaptive || n < 2)
      return n;
    choice[0] = choice[nf_route_pick(r, node, dst, within, n, choice)];
    return 1;
  }
  // Every plane is as good as another; the one that the flow names comes first.
  unsigned n = 0;
  for (uint32_t p = 0; p < planes; p++) {
    nf_route_choice more[NF_ROUTE_MOST];
    const unsigned found =
        nf_route_all(r, node, in_port, in_vc, dst, (flow + p) % planes, within, more);
    for (unsigned i = 0; i < found && n < NF_ROUTE_MOST; i++)
      choice[n++] = more[i];
  }
  return n;
}

uint32_t nf_route_side(const nf_route *r, uint32_t node, uint32_t in_port) {
  return r->kind->side ? r->kind->side(r, node, in_port) : in_port;
}
