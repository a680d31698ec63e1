// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "flow.h"

#include "sim/common/grow.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_HOPS = 4096 };
static const uint64_t MostParts = 1ull << 28; // 2 GB

// The channels of plane 0 and what of a message is in each, a hop at a time.
typedef struct nf_flow_spread {
  unsigned vcs;
  uint32_t *first; // channel of a node: port * vcs + channel of its outgoing links follow
  double *here, *there, *on_link;
  uint32_t *now, *next, *touched; // channels, channels, links that have something
  uint32_t *node, *port, *link;   // of a channel: where it leads to, at which port, on which link
} spread;

static uint32_t nodes_of(const nf_graph *g) { return g->endpoints + g->plane_switches; }

static void close_spread(spread *s) {
  if (!s)
    return;
  void *const all[] = {s->first, s->here,    s->there, s->on_link, s->now,
                       s->next,  s->touched, s->node,  s->port,    s->link};
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
    free(all[i]);
  free(s);
}

static int open_spread(nf_flow *f, nf_err *e) {
  const nf_graph *g = f->g;
  spread *s = f->spread = calloc(1, sizeof *s);
  if (!s || !(s->first = malloc((nodes_of(g) + 1) * sizeof *s->first)))
    return nf_err_memory(e, "the flows");
  s->vcs = nf_route_vcs(f->route);
  uint32_t channels = 0;
  for (uint32_t n = 0; n < nodes_of(g); n++) {
    s->first[n] = channels;
    channels += nf_graph_plane_ports(g, n) * s->vcs;
  }
  s->here = calloc(channels + 1, sizeof *s->here);
  s->there = calloc(channels + 1, sizeof *s->there);
  s->on_link = calloc(f->links + 1, sizeof *s->on_link);
  s->now = malloc((channels + 1) * sizeof *s->now);
  s->next = malloc((channels + 1) * sizeof *s->next);
  s->touched = malloc((f->links + 1) * sizeof *s->touched);
  s->node = malloc((channels + 1) * sizeof *s->node);
  s->port = malloc((channels + 1) * sizeof *s->port);
  s->link = malloc((channels + 1) * sizeof *s->link);
  if (!s->here || !s->there || !s->on_link || !s->now || !s->next || !s->touched || !s->node ||
      !s->port || !s->link)
    return nf_err_memory(e, "the flows");
  for (uint32_t n = 0; n < nodes_of(g); n++)
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, n); p++)
      for (unsigned v = 0; v < s->vcs; v++) {
        const nf_graph_port *port = nf_graph_at(g, n, p);
        const uint32_t c = s->first[n] + p * s->vcs + v;
        s->node[c] = port->peer;
        s->port[c] = port->peer_port;
        s->link[c] = port->peer == NF_GRAPH_NONE
                         ? 0
                         : 2 * port->cable + (g->cable[port->cable].end[0].node != n ||
                                              g->cable[port->cable].end[0].port != p);
      }
  return NF_EXIT_OK;
}

int nf_flow_open(nf_flow *f, const nf_graph *g, const nf_route *route, nf_err *e) {
  *f = (nf_flow){.g = g, .route = route, .links = 2 * g->plane_cables};
  f->capacity = malloc((f->links + 1) * sizeof *f->capacity);
  if (!f->capacity)
    return nf_err_memory(e, "the flows");
  for (uint32_t l = 0; l < f->links; l++)
    f->capacity[l] = g->cable[l / 2].bytes_per_ns * g->planes;
  return open_spread(f, e);
}

void nf_flow_close(nf_flow *f) {
  free(f->capacity);
  free(f->first);
  free(f->part);
  close_spread(f->spread);
  *f = (nf_flow){0};
}

void nf_flow_clear(nf_flow *f) { f->messages = 0, f->parts = 0; }

// ------------------------------------------------------------------------------- spreading
static void put(double *at, uint32_t *list, uint32_t *count, uint32_t i, double share) {
  if (at[i] == 0)
    list[(*count)++] = i;
  at[i] += share;
}

// What is at a node goes on in equal parts, or as a whole where the flow picks one.
static void pass(const nf_flow *f, uint32_t node, uint32_t in_port, unsigned vc, uint32_t dst,
                 uint32_t flow, double share, double *at, uint32_t *list, uint32_t *count) {
  const spread *s = f->spread;
  nf_route_choice choice[NF_ROUTE_MOST];
  unsigned n = nf_route_all(f->route, node, in_port, vc, dst, 0, flow, choice);
  if (n > 1 && strcmp(nf_route_name(f->route), "adaptive") != 0) {
    choice[0] = choice[nf_route_pick(f->route, node, dst, flow, n, choice)];
    n = 1;
  }
  for (unsigned i = 0; i < n; i++)
    put(at, list, count, s->first[node] + choice[i].port * s->vcs + choice[i].vc, share / n);
}

static int room_for(nf_flow *f, uint32_t parts, nf_err *e) {
  if (!nf_grow(&f->first, &f->message_room, f->messages + 2ull, sizeof *f->first))
    return nf_err_memory(e, "the flows");
  if (f->parts + parts > f->part_room) {
    f->part_room = 2 * f->part_room + parts + 1024;
    nf_flow_part *larger =
        f->part_room > MostParts ? NULL : realloc(f->part, f->part_room * sizeof *f->part);
    if (!larger)
      return nf_refuse(
          e,
          "%s: flows on more links than fit into memory; use --routing deterministic or a smaller "
          "network",
          f->g->name);
    f->part = larger;
  }
  return NF_EXIT_OK;
}

int nf_flow_add(nf_flow *f, uint32_t src, uint32_t dst, uint32_t flow, nf_err *e) {
  spread *s = f->spread;
  uint32_t now = 0, links = 0;
  pass(f, src, NF_GRAPH_NONE, 0, dst, flow, 1, s->here, s->now, &now);
  for (unsigned hop = 0; now > 0 && hop < MOST_HOPS; hop++) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < now; i++) {
      const uint32_t c = s->now[i];
      const double share = s->here[c];
      s->here[c] = 0;
      put(s->on_link, s->touched, &links, s->link[c], share);
      if (s->node[c] != dst)
        pass(f, s->node[c], s->port[c], c % s->vcs, dst, flow, share, s->there, s->next, &next);
    }
    double *const at = s->here;
    uint32_t *const list = s->now;
    s->here = s->there;
    s->there = at;
    s->now = s->next;
    s->next = list;
    now = next;
  }
  if (room_for(f, links, e) != NF_EXIT_OK)
    return e->status;
  f->first[f->messages++] = f->parts;
  for (uint32_t i = 0; i < links; i++) {
    f->part[f->parts++] = (nf_flow_part){s->touched[i], (float)s->on_link[s->touched[i]]};
    s->on_link[s->touched[i]] = 0;
  }
  f->first[f->messages] = f->parts;
  return NF_EXIT_OK;
}

void nf_flow_load(const nf_flow *f, double *load) {
  for (uint64_t i = 0; i < f->parts; i++)
    load[f->part[i].link] += (double)f->part[i].share;
}
