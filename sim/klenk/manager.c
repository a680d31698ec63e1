// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/manager.h"

#include "mcr/nf_mcr_hash.h"
#include "mcr/nf_mcr_pkg.h"
#include "sim/common/grow.h"

#include <stdlib.h>
#include <string.h>

enum { MCR = NF_CSR_MCR_BASE };

static unsigned ordinal_in_plane(const nf_topology *t, unsigned s) {
  unsigned n = 0;
  for (unsigned i = 0; i < s; i++)
    n += t->sw[i].plane == t->sw[s].plane;
  return n;
}

// Most switches of a plane, most ports of a switch that lead to another one.
static void largest(const nf_topology *t, unsigned *switches, unsigned *ports) {
  *switches = *ports = 0;
  for (unsigned s = 0; s < t->switches; s++) {
    const unsigned n = ordinal_in_plane(t, s) + 1;
    unsigned k = 0;
    for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
      const nf_plug *peer = nf_topology_peer(t, s, p);
      k += peer && !peer->gpu;
    }
    *switches = n > *switches ? n : *switches;
    *ports = k > *ports ? k : *ports;
  }
}

unsigned nf_manager_nodes(const nf_topology *t) {
  unsigned switches, ports;
  largest(t, &switches, &ports);
  return (t->gpus + switches + ports + 7) / 8 * 8;
}

unsigned nf_manager_slots(const nf_topology *t) {
  unsigned switches, ports;
  largest(t, &switches, &ports);
  unsigned slots = NF_MAX_HOME_SLOTS;
  while (slots > switches * NF_MAX_PORTS || !nf_mcr_hash_slots_ok(slots))
    slots--;
  return slots;
}

unsigned nf_manager_paths(const nf_routing *r) {
  unsigned most = 1;
  for (unsigned s = 0; s < r->t->switches; s++) {
    const unsigned n = (unsigned)__builtin_popcount(r->site[s].uplinks);
    if (r->site[s].endpoints && n > most)
      most = n;
  }
  return most;
}

// Ports of the paths out of switch s: NF_NO_PORT where there is no choice. False: the choice of a
// GPU is not that of one uplink for each way, the same for all GPUs.
static bool find_paths(const nf_routing *r, unsigned s, unsigned paths,
                       uint8_t port[NF_MAX_PORTS]) {
  memset(port, NF_NO_PORT, NF_MAX_PORTS);
  for (unsigned g = 0; g < r->t->gpus; g++) {
    uint8_t to[NF_MAX_PORTS];
    bool choice = false;
    for (unsigned k = 0; k < paths; k++) {
      to[k] = (uint8_t)nf_routing_to_gpu(r, s, g, k);
      choice = choice || to[k] != to[0];
    }
    for (unsigned k = 0; choice && k < paths; k++) {
      if (!(r->site[s].uplinks >> to[k] & 1) || (port[k] != NF_NO_PORT && port[k] != to[k]))
        return false;
      port[k] = to[k];
    }
  }
  return true;
}

bool nf_manager_can_spread(const nf_routing *r, unsigned paths) {
  nf_gpu_set all = {{0}};
  for (unsigned g = 0; g < r->t->gpus; g++)
    nf_gpu_add(&all, g);
  for (unsigned s = 0; s < r->t->switches; s++) {
    uint8_t port[NF_MAX_PORTS];
    if (!find_paths(r, s, paths, port))
      return false;
    // A multicast goes up by that port alone, and everywhere else as it does by every other way.
    const unsigned up = r->site[s].uplinks, first = nf_routing_multicast(r, s, &all, 0);
    unsigned taken = 0;
    for (unsigned k = 0; k < paths; k++) {
      const unsigned ports = nf_routing_multicast(r, s, &all, k),
                     path = port[k] == NF_NO_PORT ? 0 : 1u << port[k];
      if (path ? (ports & up) != path || (taken & path) != 0 || ((ports ^ first) & ~up) != 0
               : ports != first)
        return false;
      taken |= path;
    }
  }
  return paths > 1;
}

// ------------------------------------------------------------------------------- routes, homes
static bool has_choice(const nf_site_tables *site) { return site->path[0] != NF_NO_PORT; }

static void plan_ways(nf_manager *m, unsigned s) {
  memset(m->site[s].path, NF_NO_PORT, sizeof m->site[s].path);
  if (m->spread)
    find_paths(m->routing, s, m->paths, m->site[s].path);
}

static uint8_t route_to(const nf_manager *m, unsigned s, unsigned g) {
  const unsigned port = nf_routing_to_gpu(m->routing, s, g, g % m->classes);
  return m->spread && has_choice(&m->site[s]) && m->site[s].path[0] == port ? NF_MANAGER_SPREAD
                                                                            : (uint8_t)port;
}

// One switch's routing table: GPUs, then switches by their ids, then a name for each port to a
// switch.
static void plan_routes(nf_manager *m, unsigned s) {
  const nf_topology *t = m->t;
  nf_site_tables *site = &m->site[s];
  unsigned switches, ports;
  largest(t, &switches, &ports);
  memset(site->route, NF_NO_PORT, sizeof site->route);
  site->id = (uint16_t)(t->gpus + ordinal_in_plane(t, s));
  site->aliases = (uint16_t)(t->gpus + switches);
  site->first_hop = m->routing->site[s].endpoints;
  site->uplinks = m->routing->site[s].uplinks;
  for (unsigned g = 0; g < t->gpus; g++)
    site->route[g] = route_to(m, s, g);
  // Acknowledgements for switches: counted from the last path down, results use the first ones.
  for (unsigned to = 0; to < t->switches; to++)
    if (to != s && t->sw[to].plane == t->sw[s].plane)
      site->route[t->gpus + ordinal_in_plane(t, to)] = (uint8_t)nf_routing_to_switch(
          m->routing, s, to, NF_MANAGER_NO_NODE - ordinal_in_plane(t, to));
  unsigned alias = site->aliases;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    const nf_plug *peer = nf_topology_peer(t, s, p);
    if (peer && !peer->gpu)
      site->route[alias++] =
          has_choice(site) && site->uplinks >> p & 1 ? NF_MANAGER_SPREAD : (uint8_t)p;
  }
}

// One of the ports of switch s that lead to switch `to`, in turn. If results are acknowledged, not
// the one that acknowledgements to it take, where there are others: these alone fill almost half of
// a cable of DGX-2 in a push at full rate.
static unsigned way_home(const nf_manager *m, unsigned s, unsigned to, unsigned turn) {
  const unsigned acks = m->site[s].route[m->t->gpus + ordinal_in_plane(m->t, to)];
  unsigned port[NF_MAX_PORTS], n = 0;
  for (unsigned path_class = 0; path_class < NF_MAX_PORTS; path_class++) {
    const unsigned p = nf_routing_to_switch(m->routing, s, to, path_class);
    unsigned i = 0;
    while (i < n && port[i] != p)
      i++;
    if (i == n && (p != acks || !m->result_acks))
      port[n++] = p;
  }
  return n ? port[turn % n] : acks;
}

// Pushes come up and down from every leaf, results and partial sums go out by every class. Leaves
// are such switches in every network.
static bool can_take_pushes(const nf_manager *m, unsigned s) {
  const nf_topology *t = m->t;
  for (unsigned leaf = 0; leaf < t->switches; leaf++)
    if (t->sw[leaf].plane == t->sw[s].plane && m->routing->site[leaf].endpoints && leaf != s &&
        nf_routing_to_switch(m->routing, leaf, s, 0) == NF_NO_PORT)
      return false;
  for (unsigned g = 0; g < t->gpus; g++)
    for (unsigned c = 0; c < m->classes; c++)
      if (nf_routing_to_gpu(m->routing, s, g, c) == NF_NO_PORT)
        return false;
  return true;
}

// Leaves reduce first: homes are the roots alone. Were a switch with uplinks a home, what it sends
// up could wait for sums that come down to others like it, and these for what it takes.
static bool is_root(const nf_manager *m, unsigned s) {
  const nf_site_ways *w = &m->routing->site[s];
  for (unsigned g = 0; g < m->t->gpus; g++)
    if (!nf_gpu_has(&w->below, g))
      return false;
  return w->level > 0 && w->uplinks == 0;
}

static unsigned members_at(const nf_manager *m, unsigned s, const nf_gpu_set *members) {
  unsigned n = 0;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    const nf_plug *peer = nf_topology_peer(m->t, s, p);
    n += peer && peer->gpu && nf_gpu_has(members, peer->node);
  }
  return n;
}

static bool leads_to(const nf_manager *m, unsigned s, unsigned to, unsigned port) {
  for (unsigned path_class = 0; path_class < NF_MAX_PORTS; path_class++)
    if (nf_routing_to_switch(m->routing, s, to, path_class) == port)
      return true;
  return false;
}

// Of a home, the paths by which all leaves of its plane that reduce first reach it.
static uint16_t paths_up(const nf_manager *m, unsigned home) {
  unsigned fit = (1u << m->paths) - 1;
  for (unsigned s = 0; s < m->t->switches; s++)
    for (unsigned k = 0; k < m->paths; k++)
      if (m->t->sw[s].plane == m->t->sw[home].plane && m->site[s].reduces_first &&
          has_choice(&m->site[s]) && !leads_to(m, s, home, m->site[s].path[k]))
        fit &= ~(1u << k);
  return (uint16_t)fit;
}

// The switches of the plane of switch s that take pushes.
static unsigned homes_of(const nf_manager *m, unsigned s, unsigned sites[NF_TOPOLOGY_SWITCHES]) {
  const nf_topology *t = m->t;
  unsigned n = 0;
  for (unsigned k = 0; k < t->switches; k++)
    if (t->sw[k].plane == t->sw[s].plane && m->site[k].takes_pushes)
      sites[n++] = k;
  return n;
}

// Which switches reduce first, and which are homes. A leaf with one member has nothing to reduce.
static int plan_leaves(nf_manager *m, nf_err *e) {
  const nf_topology *t = m->t;
  const nf_gpu_set *members = &m->region[0].members;
  const unsigned all = nf_gpu_count(members);
  unsigned first = 0, sites[NF_TOPOLOGY_SWITCHES];
  for (unsigned r = 0; r < m->regions; r++)
    if (m->region[r].mode >> NF_MCR_MODE_PULL & 1 ||
        memcmp(&m->region[r].members, members, sizeof *members) != 0)
      return nf_refuse(e, "--hierarchical: is for pushes of one group");
  for (unsigned s = 0; s < t->switches; s++) {
    const unsigned n = members_at(m, s, members);
    m->site[s].reduces_first = n > 1 && n < all;
    m->site[s].takes_pushes = m->site[s].takes_pushes && is_root(m, s);
    first += m->site[s].reduces_first;
  }
  bool rooted = first > 0;
  for (unsigned s = 0; s < t->switches; s++)
    rooted = rooted && homes_of(m, s, sites) > 0;
  if (!rooted)
    return nf_refuse(
        e,
        "--hierarchical: %s has no switches that lead down to all GPUs above leaves that two ranks "
        "or more are at; take a tree, e.g. fattree128 or leaf:4x4,rate=25,spines=2",
        t->name);
  for (unsigned s = 0; s < t->switches; s++) {
    m->site[s].paths_up = m->spread && m->site[s].takes_pushes ? paths_up(m, s) : 0;
    if (m->spread && m->site[s].takes_pushes && !m->site[s].paths_up)
      return nf_refuse(e, "--hierarchical: %s: no path of all leaves leads up to switch %s",
                       t->name, t->sw[s].name);
  }
  return NF_EXIT_OK;
}

// Number of the path that what a home makes takes, of its turn-th block: where leaves reduce first,
// their sums go up by it, too.
static unsigned path_number(const nf_manager *m, unsigned home, unsigned turn) {
  const unsigned fit = m->site[home].paths_up;
  unsigned k = turn % m->paths;
  while (m->hierarchical && m->spread && !(fit >> k & 1))
    k = (k + 1) % m->paths;
  return k;
}

// The tables take turns: the k-th block of a plane is for table k mod tables, table i at switch i
// mod n, port i / n. A slot stands for every slots-th block, so as many tables take part as divide
// the slots.
static void plan_homes(nf_manager *m, unsigned s) {
  const nf_topology *t = m->t;
  const unsigned slots = m->cfg.HomeSlots;
  unsigned sites[NF_TOPOLOGY_SWITCHES];
  const unsigned n = homes_of(m, s, sites);
  unsigned tables = n * NF_MAX_PORTS < slots ? n * NF_MAX_PORTS : slots;
  while (slots % tables != 0)
    tables--;
  for (unsigned k = 0; k < slots; k++) {
    const uint64_t block = (uint64_t)k * t->links + t->sw[s].plane;
    const unsigned slot = nf_mcr_hash(block * NF_BLOCK_BYTES, slots, t->links);
    const unsigned i = k % tables, at = sites[i % n], port = i / n, turn = k / n + k % n;
    m->site[s].home[slot].local = at == s || m->site[s].reduces_first;
    // The blocks of one switch go round all paths, and those of the next switch one path further.
    m->site[s].home[slot].path =
        has_choice(&m->site[s]) ? m->site[s].path[path_number(m, at, turn)] : (uint8_t)0;
    m->site[s].home[slot].port = (uint8_t)(at == s ? port : way_home(m, s, at, turn));
    // A leaf's own tables take turns, too, and send their sums by the path; where there is no
    // choice, that is the port home.
    if (m->site[s].reduces_first) {
      if (!has_choice(&m->site[s]))
        m->site[s].home[slot].path = m->site[s].home[slot].port;
      m->site[s].home[slot].port = (uint8_t)(k % NF_MAX_PORTS);
    }
    // Where no path leads up and down to the table, as between the middle switches of one pod, no
    // push of the slot comes. Pulls, multicasts and unicasts do, and a switch drops what needs the
    // path of a slot that is not programmed.
    if (m->site[s].home[slot].port == NF_NO_PORT && has_choice(&m->site[s]))
      m->site[s].home[slot].port = m->site[s].home[slot].path;
  }
}

// ------------------------------------------------------------------------------- regions
// Members that a multicast reaches from switch s when it came in at port `from` (NF_NO_PORT: it
// began here).
static unsigned reached(const nf_manager *m, unsigned region, unsigned s, unsigned from) {
  const nf_site_tables *site = &m->site[s];
  uint16_t ports = site->region[region].ports;
  unsigned n = 0;
  if (site->region[region].spread)
    ports |= (uint16_t)(1u << site->path[0]);
  if (from != NF_NO_PORT) {
    ports &= (uint16_t) ~(1u << from);
    if (site->uplinks >> from & 1)
      ports &= (uint16_t)~site->uplinks;
  }
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    if (!(ports >> p & 1))
      continue;
    const nf_plug *peer = nf_topology_peer(m->t, s, p);
    n += peer->gpu ? 1 : reached(m, region, peer->node, peer->port);
  }
  return n;
}

// Contributions that a pull waits for at a later hop: alike for all ports where its request may
// come in, or it does not wait.
static uint16_t later_of(const nf_manager *m, unsigned region, unsigned s) {
  const nf_site_tables *site = &m->site[s];
  unsigned want = 0;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    const nf_plug *peer = nf_topology_peer(m->t, s, p);
    const unsigned ports =
        site->region[region].ports | (site->region[region].spread ? site->uplinks : 0u);
    if (!peer || peer->gpu || !(ports >> p & 1))
      continue;
    const unsigned n = reached(m, region, s, p);
    if (want && n != want)
      return 0;
    want = n;
  }
  return (uint16_t)want;
}

// A switch that a class does not lead from to all members is on none of its paths.
static bool takes_part(const nf_manager *m, unsigned s, const nf_group_region *g) {
  for (unsigned k = 0; k < m->t->gpus; k++)
    if (nf_gpu_has(&g->members, k) &&
        nf_routing_to_gpu(m->routing, s, k, g->path_class) == NF_NO_PORT)
      return false;
  return true;
}

// Checks a region and gives every switch its targets and how many contributions complete a result.
static int plan_region(nf_manager *m, unsigned region, nf_err *e) {
  const nf_group_region *g = &m->region[region];
  const unsigned n = nf_gpu_count(&g->members);
  const bool others = g->mode >> NF_MCR_MODE_EXCLUDE_SOURCE & 1;
  if (n < 2)
    return nf_refuse(e, "region %u: its group has %u member; a collective needs two", region, n);
  if (!nf_gpu_has(&g->members, g->home))
    return nf_refuse(e, "region %u: its home gpu%u is no member of the group", region, g->home);
  for (unsigned k = 0; k < region; k++)
    if (g->base < m->region[k].base + m->region[k].bytes && m->region[k].base < g->base + g->bytes)
      return nf_refuse(e, "region %u (0x%llx, %llu bytes) overlaps region %u (0x%llx, %llu bytes)",
                       region, (unsigned long long)g->base, (unsigned long long)g->bytes, k,
                       (unsigned long long)m->region[k].base,
                       (unsigned long long)m->region[k].bytes);
  for (unsigned s = 0; s < m->t->switches; s++) {
    const unsigned ports = takes_part(m, s, g)
                               ? nf_routing_multicast(m->routing, s, &g->members, g->path_class)
                               : 0,
                   up = has_choice(&m->site[s]) ? ports & m->site[s].uplinks : 0;
    m->site[s].region[region] = (nf_site_region){
        .ports = (uint16_t)(ports & ~up),
        .spread = up != 0,
        .transit = ports == 0 && g->mode >> NF_MCR_MODE_PUSH & 1,
        .expected = (uint16_t)(others ? n - 1 : n),
    };
  }
  for (unsigned s = 0; s < m->t->switches; s++) {
    nf_site_region *here = &m->site[s].region[region];
    here->up = m->hierarchical && m->site[s].reduces_first;
    here->later = here->up                          ? (uint16_t)members_at(m, s, &g->members)
                  : g->mode >> NF_MCR_MODE_PULL & 1 ? later_of(m, region, s)
                                                    : 0;
  }
  return NF_EXIT_OK;
}

int nf_manager_plan(nf_manager *m, nf_err *e) {
  const unsigned nodes = nf_manager_nodes(m->t);
  if (nodes > m->cfg.Nodes)
    return nf_refuse(e,
                     "%s: %u node ids are needed, the switches route %u; build them with a "
                     "larger Nodes (up to %d)",
                     m->t->name, nodes, m->cfg.Nodes, NF_MANAGER_NODES);
  if (m->regions > m->cfg.Regions)
    return nf_refuse(e, "%s: %u regions are needed, the switches hold %u", m->t->name, m->regions,
                     m->cfg.Regions);
  for (unsigned s = 0; s < m->t->switches; s++)
    m->site[s].takes_pushes = can_take_pushes(m, s), m->site[s].reduces_first = false;
  for (unsigned s = 0; s < m->t->switches; s++)
    plan_ways(m, s);
  if (m->hierarchical && plan_leaves(m, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned s = 0; s < m->t->switches; s++) {
    plan_routes(m, s);
    plan_homes(m, s);
  }
  for (unsigned r = 0; r < m->regions; r++)
    if (plan_region(m, r, e) != NF_EXIT_OK)
      return e->status;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- registers
typedef struct {
  nf_csr_op *op;
  unsigned count, room;
  bool failed;
} program;

static void add(program *p, bool read, uint32_t addr, uint32_t value) {
  if (nf_grow(&p->op, &p->room, p->count + 1ull, sizeof *p->op))
    p->op[p->count++] = (nf_csr_op){(uint16_t)addr, read, value};
  else
    p->failed = true;
}

static void add_route(program *p, unsigned node, uint8_t port) {
  uint64_t word = 0;
  nf_mcr_route_word_set_valid(&word, 1);
  if (port == NF_MANAGER_SPREAD)
    nf_mcr_route_word_set_spread(&word, 1);
  else
    nf_mcr_route_word_set_port(&word, port);
  add(p, false, MCR + NF_MCR_REG_ROUTE_BASE + 4 * node, (uint32_t)word);
}

static void add_home(program *p, unsigned slot, const nf_site_tables *site) {
  uint64_t word = 0;
  nf_mcr_home_word_set_valid(&word, 1);
  nf_mcr_home_word_set_here(&word, site->home[slot].local);
  nf_mcr_home_word_set_way(&word, site->home[slot].path);
  nf_mcr_home_word_set_port(&word, site->home[slot].port);
  add(p, false, MCR + NF_MCR_REG_HOME_BASE + 4 * slot, (uint32_t)word);
}

static void add_region_home(program *p, unsigned node, bool up) {
  uint64_t word = 0;
  nf_mcr_region_home_word_set_node(&word, node);
  nf_mcr_region_home_word_set_up(&word, up);
  add(p, false, MCR + NF_MCR_REG_REGION_HOME, (uint32_t)word);
}

// Only GPUs of its own are targets of the region here: the list names all members, and none by the
// alias of a switch.
static bool all_here(const nf_manager *m, unsigned s, const nf_site_region *here) {
  for (unsigned port = 0; port < NF_MAX_PORTS; port++) {
    const nf_plug *peer = nf_topology_peer(m->t, s, port);
    if (here->ports >> port & 1 && !(peer && peer->gpu))
      return false;
  }
  return !here->spread && !here->transit;
}

// A region as register writes; the commit checks it, and the status must say that it was taken.
static void program_region(const nf_manager *m, unsigned s, unsigned region, program *p) {
  const nf_group_region *g = &m->region[region];
  const nf_site_tables *site = &m->site[s];
  const nf_site_region *here = &site->region[region];
  if (here->ports == 0 && !here->spread && !here->transit)
    return;
  add(p, false, MCR + NF_MCR_REG_REGION_INDEX, region);
  add(p, false, MCR + NF_MCR_REG_REGION_BASE_LO, (uint32_t)g->base);
  add(p, false, MCR + NF_MCR_REG_REGION_BASE_HI, (uint32_t)(g->base >> 32));
  add(p, false, MCR + NF_MCR_REG_REGION_SIZE, (uint32_t)g->bytes);
  add(p, false, MCR + NF_MCR_REG_REGION_EXPECTED, here->expected | (uint32_t)here->later << 16);
  add(p, false, MCR + NF_MCR_REG_REGION_MODE,
      g->mode | (uint32_t)all_here(m, s, here) << NF_MCR_MODE_MEMBERS);
  // The commit wants a target and a home that have routes, also where nothing is sent to them.
  add_region_home(p, here->transit ? site->aliases : g->home, !here->transit && here->up);
  add(p, false, MCR + NF_MCR_REG_REGION_TARGET_CLEAR, 1);
  if (here->transit)
    add(p, false, MCR + NF_MCR_REG_REGION_TARGET_SET, site->aliases);
  unsigned alias = site->aliases;
  for (unsigned port = 0; port < NF_MAX_PORTS; port++) {
    const nf_plug *peer = nf_topology_peer(m->t, s, port);
    const unsigned target = peer && peer->gpu ? peer->node : alias;
    alias += peer && !peer->gpu;
    // One name of an uplink stands for all of them.
    const bool up = here->spread && port == site->path[0];
    if (up || here->ports >> port & 1)
      add(p, false, MCR + NF_MCR_REG_REGION_TARGET_SET, target);
  }
  add(p, false, MCR + NF_MCR_REG_REGION_COMMIT, 1);
  add(p, true, MCR + NF_MCR_REG_REGION_STATUS, NF_MCR_STATUS_OK);
}

int nf_manager_program(const nf_manager *m, unsigned s, nf_csr_op **ops, unsigned *count,
                       nf_err *e) {
  const nf_site_tables *site = &m->site[s];
  program p = {0};
  add(&p, true, NF_CSR_PARAMS,
      m->cfg.Ports | m->cfg.Entries << 8 | m->cfg.Regions << 16 |
          nf_mcr_hash_params(m->cfg.HomeSlots) << 24);
  add(&p, false, NF_CSR_SWITCH_ID, site->id);
  // Sums for a home table are for no GPU, so they do not go to all.
  add(&p, false, NF_CSR_CONTROL, m->multicast_partials && !site->reduces_first);
  add(&p, false, NF_CSR_TIMEOUT, m->timeout);
  add(&p, false, NF_CSR_FIRST_HOP, site->first_hop);
  add(&p, false, NF_CSR_UPLINKS, site->uplinks);
  add(&p, false, NF_CSR_LINKS, m->t->links);
  add(&p, false, NF_CSR_TABLE_LIMIT, m->entries);
  for (unsigned n = 0; n < m->cfg.Nodes && n < NF_MANAGER_NODES; n++)
    if (site->route[n] != NF_NO_PORT)
      add_route(&p, n, site->route[n]);
  for (unsigned i = 0; i < m->cfg.HomeSlots; i++)
    if (site->home[i].port != NF_NO_PORT)
      add_home(&p, i, site);
  for (unsigned r = 0; r < m->regions; r++)
    program_region(m, s, r, &p);
  *ops = p.op;
  *count = p.count;
  return p.failed ? nf_err_memory(e, "a switch's register accesses") : NF_EXIT_OK;
}
