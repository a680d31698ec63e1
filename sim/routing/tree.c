// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// up*/down*: all nodes that forward are in one order; a path goes to higher ones first and to lower
// ones after that, and never up again. So channels can be numbered upward and then downward along
// every path, and no cycle of them closes, whatever the cables are. The order is that of levels and
// then of numbers, as trees have it: two switches of one level (the groups of a DGX-2) need no rule
// of their own. Where that leaves two endpoints without a path, in a file's network that is no
// tree, it is the order of distances from a root (Autonet), in which there is always one, through
// the root.
//
// Tables are of plane 0 and of targets, sets of endpoints with the same cables to switches (those
// at one leaf): a list of ports per (target, node), for packets that may still go up and for those
// that go down. Few lists of a node differ, so they are kept once.
#include "route_int.h"

#include "sim/common/grow.h"
#include <stdlib.h>
#include <string.h>

enum { FAR = 255, MOST_ENTRIES = 1 << 26 }; // 512 MB

typedef struct {
  uint32_t first, next; // in `port`; list of the same site that was made before
  uint16_t count;
} list;

typedef struct {
  uint32_t up, down; // lists: of a packet that may go up, of one that may not
} entry;

typedef struct {
  uint32_t base, sites;      // sites are the nodes from `base` on, of plane 0
  uint32_t targets, *target; // of an endpoint
  uint32_t *member;          // an endpoint of each target
  entry *table;              // [target][site]
  list *lists;
  uint16_t *port;
  uint32_t list_count, list_room, port_count, port_room;
  uint32_t *last;               // the newest list of a site
  uint32_t *divisor;            // by level: product of the up-links of a switch of each level below
  uint32_t *uppers;             // of a site: distinct nodes above it
  uint32_t *order, *rank;       // sites by rank; the rank of a site
  uint8_t *up_cost, *down_cost; // of all sites, for the target in work
} tree;

static uint32_t plane0(const nf_graph *g, uint32_t node) {
  return node < g->endpoints ? node : node - g->node[node].plane * g->plane_switches;
}

static uint32_t rank(const nf_graph *g, const tree *t, uint32_t node) {
  return t->rank[plane0(g, node) - t->base];
}

// ------------------------------------------------------------------------------- targets
// One switch of both is a path between them; an endpoint that does not forward is none.
static bool same_target(const nf_graph *g, uint32_t a, uint32_t b) {
  const uint32_t n = nf_graph_plane_ports(g, a);
  bool joined = false;
  if (n != nf_graph_plane_ports(g, b))
    return false;
  for (uint32_t p = 0; p < n; p++) {
    const uint32_t peer = nf_graph_at(g, a, p)->peer;
    if (peer != nf_graph_at(g, b, p)->peer || peer < g->endpoints)
      return false;
    joined |= peer != NF_GRAPH_NONE;
  }
  return joined;
}

// Endpoints at the same switches follow one another, or are targets of their own.
static void find_targets(const nf_graph *g, tree *t) {
  for (uint32_t n = 0; n < g->endpoints; n++) {
    const bool shared = n > 0 && t->base && same_target(g, n, n - 1);
    if (!shared)
      t->member[t->targets++] = n;
    t->target[n] = t->targets - 1;
  }
}

// ------------------------------------------------------------------------------- costs
static bool is_site(const nf_graph *g, const tree *t, uint32_t node) {
  return node != NF_GRAPH_NONE && node >= t->base && g->node[node].forwards;
}

// Sites by a number of each, at most `most`, then by their own.
static int sort_sites(tree *t, const uint32_t *key, uint32_t most, nf_err *e) {
  uint32_t *at = calloc((size_t)most + 2, sizeof *at);
  if (!at)
    return nf_err_memory(e, "the routing");
  for (uint32_t s = 0; s < t->sites; s++)
    at[key[s] + 1]++;
  for (uint32_t k = 0; k <= most; k++)
    at[k + 1] += at[k];
  for (uint32_t s = 0; s < t->sites; s++) {
    t->rank[s] = at[key[s]]++;
    t->order[t->rank[s]] = s;
  }
  free(at);
  return NF_EXIT_OK;
}

static int order_by_level(const nf_graph *g, tree *t, nf_err *e) {
  uint32_t *level = malloc((t->sites + 1) * sizeof *level);
  if (!level)
    return nf_err_memory(e, "the routing");
  for (uint32_t s = 0; s < t->sites; s++)
    level[s] = g->node[t->base + s].level;
  const int status = sort_sites(t, level, g->levels, e);
  free(level);
  return status;
}

// The root, a site with the most cables to others, is the highest; what is farther from it is
// lower. Sites that it does not reach stay below all others.
static int order_by_root(const nf_graph *g, tree *t, nf_err *e) {
  uint32_t *height = calloc(t->sites + 1, sizeof *height),
           *queue = malloc((t->sites + 1) * sizeof *queue);
  uint32_t root = 0, most = 0, tail = 0;
  for (uint32_t s = 0; height && queue && s < t->sites; s++) {
    uint32_t cables = 0;
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, t->base + s); p++)
      cables += is_site(g, t, nf_graph_at(g, t->base + s, p)->peer);
    if (is_site(g, t, t->base + s) && cables > most) {
      root = s;
      most = cables;
    }
  }
  if (height && queue && t->sites) { // a plane of cables alone has none
    height[root] = t->sites;
    queue[tail++] = root;
  }
  for (uint32_t head = 0; head < tail; head++)
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, t->base + queue[head]); p++) {
      const uint32_t peer = nf_graph_at(g, t->base + queue[head], p)->peer;
      if (!is_site(g, t, peer) || height[peer - t->base])
        continue;
      height[peer - t->base] = height[queue[head]] - 1;
      queue[tail++] = peer - t->base;
    }
  if (!height || !queue)
    nf_err_memory(e, "the routing");
  else
    sort_sites(t, height, t->sites, e);
  free(height);
  free(queue);
  return e->status;
}

// Cost to a target through the cable at a port of a site: going down there, or going up.
static uint32_t cost_by(const nf_graph *g, const tree *t, uint32_t node, const nf_graph_port *p,
                        bool up) {
  if (!is_site(g, t, p->peer) || (rank(g, t, p->peer) > rank(g, t, node)) != up)
    return FAR;
  const uint8_t beyond = (up ? t->up_cost : t->down_cost)[p->peer - t->base];
  return beyond == FAR ? FAR : beyond + 1u;
}

static uint8_t least(const nf_graph *g, const tree *t, uint32_t site, bool up) {
  const uint32_t node = t->base + site;
  uint32_t best = up ? t->down_cost[site] : FAR;
  for (uint32_t p = 0; p < nf_graph_plane_ports(g, node); p++) {
    const uint32_t cost = cost_by(g, t, node, nf_graph_at(g, node, p), up);
    best = cost < best ? cost : best;
  }
  return (uint8_t)best;
}

// Cables from every site to a target: going down only, and by the best of all legal paths. What is
// below a site is final before it is asked, and what is above it in the second pass. A target that
// is a site has a rank too: from a neighbour below it, it is reached by going up.
static void find_costs(const nf_graph *g, tree *t, uint32_t target) {
  const uint32_t dst = t->member[target];
  memset(t->down_cost, FAR, t->sites);
  memset(t->up_cost, FAR, t->sites);
  if (is_site(g, t, dst))
    t->down_cost[dst - t->base] = 0;
  for (uint32_t p = 0; !is_site(g, t, dst) && p < nf_graph_plane_ports(g, dst); p++) {
    const uint32_t peer = nf_graph_at(g, dst, p)->peer;
    if (is_site(g, t, peer))
      t->down_cost[peer - t->base] = 1;
  }
  for (uint32_t i = 0; i < t->sites; i++)
    if (t->down_cost[t->order[i]] == FAR && g->node[t->base + t->order[i]].forwards)
      t->down_cost[t->order[i]] = least(g, t, t->order[i], false);
  for (uint32_t i = t->sites; i-- > 0;)
    t->up_cost[t->order[i]] = least(g, t, t->order[i], true);
}

// ------------------------------------------------------------------------------- lists
static bool room_for(tree *t, uint32_t ports, nf_err *e) {
  return (nf_grow(&t->lists, &t->list_room, t->list_count + 1ull, sizeof *t->lists) &&
          nf_grow(&t->port, &t->port_room, t->port_count + ports + 1ull, sizeof *t->port)) ||
         nf_err_memory(e, "the routing") == NF_EXIT_OK;
}

// The list of a site with these ports, made if it is new.
static uint32_t list_of(tree *t, uint32_t site, const uint16_t *port, uint16_t n, nf_err *e) {
  for (uint32_t i = t->last[site]; i != NF_GRAPH_NONE; i = t->lists[i].next)
    if (t->lists[i].count == n && memcmp(&t->port[t->lists[i].first], port, n * sizeof *port) == 0)
      return i;
  if (!room_for(t, n, e))
    return 0;
  t->lists[t->list_count] = (list){.first = t->port_count, .count = n, .next = t->last[site]};
  memcpy(&t->port[t->port_count], port, n * sizeof *port);
  t->port_count += n;
  t->last[site] = t->list_count;
  return t->list_count++;
}

static uint32_t make_list(const nf_graph *g, tree *t, uint32_t site, bool may_go_up, nf_err *e) {
  const uint32_t node = t->base + site;
  const uint8_t best = may_go_up ? t->up_cost[site] : t->down_cost[site];
  uint16_t port[NF_ROUTE_MOST], n = 0;
  for (uint32_t p = 0; best != FAR && n < NF_ROUTE_MOST && p < nf_graph_plane_ports(g, node); p++) {
    const nf_graph_port *here = nf_graph_at(g, node, p);
    if (cost_by(g, t, node, here, false) != best &&
        (!may_go_up || cost_by(g, t, node, here, true) != best))
      continue;
    port[n++] = (uint16_t)p;
  }
  return list_of(t, site, port, n, e);
}

// ------------------------------------------------------------------------------- opening
static void find_digits(const nf_graph *g, tree *t) {
  uint32_t ups_of[NF_GRAPH_LEVELS] = {0};
  for (uint32_t s = 0; s < t->sites; s++) {
    const uint32_t node = t->base + s, level = g->node[node].level;
    uint32_t ups = 0;
    for (uint32_t p = 0; p < nf_graph_plane_ports(g, node); p++) {
      const uint32_t peer = nf_graph_at(g, node, p)->peer;
      if (!is_site(g, t, peer) || rank(g, t, peer) < rank(g, t, node))
        continue;
      ups++;
      bool seen = false;
      for (uint32_t q = 0; q < p && !seen; q++)
        seen = nf_graph_at(g, node, q)->peer == peer;
      t->uppers[s] += !seen;
    }
    t->uppers[s] += t->uppers[s] == 0;
    if (level < NF_GRAPH_LEVELS && ups > ups_of[level])
      ups_of[level] = ups;
  }
  uint32_t product = 1;
  // Endpoints that forward are on level 0, which a network without switches does not have.
  for (uint32_t l = 0; l == 0 || l < g->levels; l++) {
    t->divisor[l] = product;
    // Beyond 2^16 paths the digits begin again.
    const uint32_t ups = l < NF_GRAPH_LEVELS && ups_of[l] ? ups_of[l] : 1;
    product = product * ups > 1u << 16 ? 1 : product * ups;
  }
}

// Whether a path leads from an endpoint to the target; from one that does not forward it begins
// with a cable to the target or to a site that leads there.
static bool has_way(const nf_graph *g, const tree *t, uint32_t node, uint32_t dst) {
  if (is_site(g, t, node))
    return t->up_cost[node - t->base] != FAR;
  if (node == dst)
    return true;
  for (uint32_t p = 0; p < nf_graph_plane_ports(g, node); p++) {
    const uint32_t peer = nf_graph_at(g, node, p)->peer;
    if (peer == dst || (is_site(g, t, peer) && t->up_cost[peer - t->base] != FAR))
      return true;
  }
  return false;
}

// The tables; `lost` becomes the first pair without a path, if there is one.
static int fill(const nf_graph *g, tree *t, uint32_t lost[2], nf_err *e) {
  lost[0] = NF_GRAPH_NONE;
  t->list_count = t->port_count = 0;
  memset(t->last, 0xff, (t->sites + 1) * sizeof *t->last);
  for (uint32_t target = 0; target < t->targets && e->status == NF_EXIT_OK; target++) {
    find_costs(g, t, target);
    for (uint32_t s = 0; s < t->sites && e->status == NF_EXIT_OK; s++)
      t->table[(size_t)target * t->sites + s] =
          (entry){make_list(g, t, s, true, e), make_list(g, t, s, false, e)};
    for (uint32_t n = 0; n < g->endpoints && lost[0] == NF_GRAPH_NONE; n++)
      if ((n == 0 || t->target[n] != t->target[n - 1]) && !has_way(g, t, n, t->member[target])) {
        lost[0] = n;
        lost[1] = t->member[target];
      }
  }
  return e->status;
}

static int refuse_unreachable(const nf_graph *g, uint32_t node, uint32_t dst, nf_err *e) {
  char from[NF_GRAPH_NODE_TEXT], to[NF_GRAPH_NODE_TEXT];
  nf_graph_node_text(g, node, from);
  nf_graph_node_text(g, dst, to);
  return nf_refuse(e, "%s: no path of cables leads from %s to %s through what forwards; add cables",
                   g->name, from, to);
}

// Sites are what forwards; their lists, and the table of all targets.
static int allocate(const nf_graph *g, tree *t, nf_err *e) {
  t->base = g->endpoints;
  for (uint32_t n = 0; n < g->endpoints; n++)
    if (g->node[n].forwards)
      t->base = 0;
  t->sites = g->endpoints - t->base + g->plane_switches;
  t->target = malloc(g->endpoints * sizeof *t->target);
  t->member = malloc(g->endpoints * sizeof *t->member);
  t->last = malloc((t->sites + 1) * sizeof *t->last);
  t->uppers = calloc(t->sites + 1, sizeof *t->uppers);
  t->order = malloc((t->sites + 1) * sizeof *t->order);
  t->rank = malloc((t->sites + 1) * sizeof *t->rank);
  t->divisor = calloc((size_t)g->levels + 1, sizeof *t->divisor);
  t->up_cost = malloc(t->sites + 1);
  t->down_cost = malloc(t->sites + 1);
  if (!t->target || !t->member || !t->last || !t->uppers || !t->order || !t->rank || !t->divisor ||
      !t->up_cost || !t->down_cost)
    return nf_err_memory(e, "the routing");
  find_targets(g, t);
  const size_t entries = (size_t)t->targets * t->sites;
  if (entries > MOST_ENTRIES)
    return nf_refuse(e, "%s: routing tables of %zu entries; there may be %d, make it smaller",
                     g->name, entries, MOST_ENTRIES);
  t->table = malloc((entries + 1) * sizeof *t->table);
  return t->table ? NF_EXIT_OK : nf_err_memory(e, "the routing");
}

// By levels, and where that leaves a pair without a path, by a root.
static int open_tree(nf_route *r, nf_err *e) {
  const nf_graph *g = r->g;
  tree *t = r->own = calloc(1, sizeof *t);
  if (!t)
    return nf_err_memory(e, "the routing");
  if (allocate(g, t, e) != NF_EXIT_OK)
    return e->status;
  uint32_t lost[2];
  if (order_by_level(g, t, e) != NF_EXIT_OK)
    return e->status;
  find_digits(g, t);
  if (fill(g, t, lost, e) != NF_EXIT_OK || lost[0] == NF_GRAPH_NONE)
    return e->status;
  if (order_by_root(g, t, e) != NF_EXIT_OK || fill(g, t, lost, e) != NF_EXIT_OK)
    return e->status;
  return lost[0] == NF_GRAPH_NONE ? NF_EXIT_OK : refuse_unreachable(g, lost[0], lost[1], e);
}

static void close_tree(nf_route *r) {
  tree *t = r->own;
  if (!t)
    return;
  void *const all[] = {t->target,  t->member, t->last,    t->uppers,    t->order, t->rank,
                       t->divisor, t->table,  t->up_cost, t->down_cost, t->lists, t->port};
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
    free(all[i]);
  free(t);
}

// ------------------------------------------------------------------------------- lookup
// Ports at `node` whose cables lead to the destination itself. Where it is a site they are in the
// lists too: no packet comes down to a neighbour below it.
static unsigned direct(const nf_graph *g, uint32_t node, uint32_t dst, uint32_t plane,
                       nf_route_choice *choice) {
  const uint32_t ports = nf_graph_plane_ports(g, dst);
  unsigned n = 0;
  for (uint32_t p = plane * ports; p < (plane + 1) * ports && n < NF_ROUTE_MOST; p++)
    if (nf_graph_at(g, dst, p)->peer == node)
      choice[n++].port = (uint16_t)nf_graph_at(g, dst, p)->peer_port;
  return n;
}

static const list *list_at(const tree *t, uint32_t site, uint32_t target, bool may_go_up) {
  const entry *x = &t->table[(size_t)target * t->sites + site];
  return &t->lists[may_go_up ? x->up : x->down];
}

// The distance is not in the tables; where an endpoint has several cables, each is asked how far
// the target is beyond it, by following the tables' first ports.
static unsigned length_from(const nf_graph *g, const tree *t, uint32_t node, uint32_t dst) {
  bool may_go_up = true;
  unsigned hops = 0;
  nf_route_choice out[NF_ROUTE_MOST];
  while (node != dst && hops < FAR) {
    hops++;
    if (direct(g, node, dst, 0, out))
      return hops;
    const list *l = list_at(t, node - t->base, t->target[dst], may_go_up);
    if (l->count == 0)
      return FAR;
    const uint32_t peer = nf_graph_at(g, node, t->port[l->first])->peer;
    may_go_up = may_go_up && rank(g, t, peer) > rank(g, t, node);
    node = peer;
  }
  return hops;
}

// From an endpoint that does not forward: the ports through which the destination is nearest.
static unsigned inject(const nf_graph *g, const tree *t, uint32_t node, uint32_t dst,
                       uint32_t plane, nf_route_choice *choice) {
  const uint32_t ports = nf_graph_plane_ports(g, node);
  unsigned n = 0, best = FAR;
  for (uint32_t p = 0; p < ports && n < NF_ROUTE_MOST; p++) {
    const uint32_t peer = nf_graph_at(g, node, p)->peer; // in plane 0, like the tables
    if (!is_site(g, t, peer))
      continue;
    const unsigned hops = ports == 1 ? 1 : length_from(g, t, peer, dst);
    if (hops < best)
      n = 0;
    if (hops <= best && hops != FAR) {
      best = hops;
      choice[n++].port = (uint16_t)(plane * ports + p);
    }
  }
  return n;
}

static bool came_down(const nf_graph *g, const tree *t, uint32_t node, uint32_t in_port) {
  if (in_port == NF_GRAPH_NONE)
    return false;
  const uint32_t peer = nf_graph_at(g, node, in_port)->peer;
  return is_site(g, t, plane0(g, peer)) && rank(g, t, peer) > rank(g, t, node);
}

static unsigned tree_candidates(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                                uint32_t dst, uint32_t plane, uint32_t flow,
                                nf_route_choice choice[NF_ROUTE_MOST]) {
  (void)in_vc;
  (void)flow;
  const nf_graph *g = r->g;
  const tree *t = r->own;
  unsigned n = direct(g, node, dst, plane, choice);
  const uint32_t here = plane0(g, node);
  if (n == 0 && here < t->base) {
    n = inject(g, t, node, dst, plane, choice);
  } else if (n == 0) {
    const list *l = list_at(t, here - t->base, t->target[dst], !came_down(g, t, node, in_port));
    const uint32_t shift = node < g->endpoints ? plane * nf_graph_plane_ports(g, node) : 0;
    for (; n < l->count; n++)
      choice[n].port = (uint16_t)(t->port[l->first + n] + shift);
  }
  for (unsigned i = 0; i < n; i++)
    choice[i].vc = 0;
  return n;
}

// What a flow is divided by before it picks among the cables through `peer`. Up-links are picked by
// the flow's digits, lowest level first. The way down picks the cable that the way up would have
// taken between the same two switches: a switch's up-links lead round its upper switches.
static uint32_t divisor_of(const nf_graph *g, const tree *t, uint32_t node, uint32_t peer) {
  const bool up = rank(g, t, peer) > rank(g, t, node);
  const uint32_t below = up ? node : peer;
  const uint32_t digits = t->divisor[g->node[below].level];
  return up ? digits : digits * t->uppers[below - t->base];
}

static unsigned tree_pick(const nf_route *r, uint32_t node, uint32_t dst, uint32_t flow, unsigned n,
                          const nf_route_choice *choice) {
  const nf_graph *g = r->g;
  const tree *t = r->own;
  const uint32_t peer = nf_graph_at(g, node, choice[0].port)->peer;
  if (peer == dst || plane0(g, node) < t->base)
    return flow % n;
  return flow / divisor_of(g, t, plane0(g, node), plane0(g, peer)) % n;
}

static bool tree_turn(const nf_route *r, uint32_t node, uint32_t in_port, unsigned in_vc,
                      nf_route_choice out) {
  (void)in_vc;
  const nf_graph *g = r->g;
  const tree *t = r->own;
  const uint32_t peer = nf_graph_at(g, node, out.port)->peer;
  return !came_down(g, t, node, in_port) || !is_site(g, t, plane0(g, peer)) ||
         rank(g, t, peer) < rank(g, t, node);
}

// Of where a packet came from it matters alone whether it goes down already.
static uint32_t tree_side(const nf_route *r, uint32_t node, uint32_t in_port) {
  return came_down(r->g, r->own, node, in_port);
}

const nf_routing_kind Nf_routing_tree = {.names = "deterministic adaptive",
                                         .open = open_tree,
                                         .close = close_tree,
                                         .candidates = tree_candidates,
                                         .pick = tree_pick,
                                         .turn = tree_turn,
                                         .side = tree_side};
