// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/plan.h"

#include "sim/common/timeout.h"
#include "sim/engine/rtl/load.h"
#include "sim/klenk/engine.h"
#include "sim/klenk/path_tree.h"
#include <stdlib.h>

enum { MAX_WINDOW = 64, RETRIES = 8, MAX_ACKS = 4096 };

// A pull adds up the others' parts in the network and one's own in memory; but a sum that is wider
// than its type is rounded when it leaves the network, and must be complete by then.
static bool others_only(const nf_collective_cfg *cfg) {
  return cfg->pull && !nf_op_wide(cfg->op, cfg->dtype);
}

// ------------------------------------------------------------------------------- sizes
static uint32_t blocks_of(const nf_collective_cfg *cfg) {
  return (uint32_t)((cfg->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES);
}

// Blocks of a wave; without waves, of what a command asks for.
static uint32_t wave_blocks_of(const nf_collective_cfg *cfg, uint32_t most) {
  const uint32_t wave = cfg->wave_bytes / NF_BLOCK_BYTES;
  return cfg->waves && wave < most ? wave : most;
}

// A push goes through the buffer wave by wave; for a pull each rank has a part of its own.
static uint32_t part_blocks_of(const nf_collective_cfg *cfg, unsigned classes) {
  const uint32_t blocks = blocks_of(cfg);
  return cfg->pull ? (blocks + cfg->ranks - 1) / cfg->ranks
                   : wave_blocks_of(cfg, cfg->waves ? blocks : (blocks + classes - 1) / classes);
}

static unsigned power_of_two(unsigned low, unsigned high, unsigned n) {
  while (low < n && low < high)
    low *= 2;
  return low;
}

// Blocks of the waves that a rank has outstanding.
static uint64_t outstanding(const nf_collective_cfg *cfg, const nf_interleave *d) {
  const uint64_t all =
      cfg->waves ? (uint64_t)cfg->waves * wave_blocks_of(cfg, d->part_blocks) : d->blocks;
  return all < d->blocks ? all : d->blocks;
}

// ... on one of its links.
static unsigned outstanding_on_link(const nf_collective_cfg *cfg, const nf_interleave *d) {
  return (unsigned)(outstanding(cfg, d) / cfg->topology->links + cfg->waves + 1);
}

// Sizes of links and endpoints: as built, larger where more is under way than those can hold.
static void plan_blocks(const nf_collective_cfg *cfg, const nf_interleave *d, nf_network_cfg *net) {
  const unsigned window = cfg->waves ? cfg->waves : d->at_once;
  net->link = (nf_link_cfg){.Width = NF_FLIT_BITS,
                            .PacketFlits = NF_MAX_PACKET_FLITS,
                            .VcBit = NF_LINK_VC_BIT,
                            .Replay = NF_PLAN_REPLAY,
                            .Room = NF_PLAN_ROOM};
  net->endpoint =
      (nf_endpoint_cfg){.Links = cfg->topology->links,
                        .Counters = window > NF_PLAN_COUNTERS ? window : NF_PLAN_COUNTERS,
                        .Commands = window > NF_PLAN_COMMANDS ? window : NF_PLAN_COMMANDS,
                        .Translations = NF_PLAN_TRANSLATIONS,
                        .Acks = power_of_two(NF_PLAN_ACKS, MAX_ACKS, outstanding_on_link(cfg, d))};
  net->link_timeout = (uint16_t)nf_timeout_of_link(nf_topology_longest_cable(cfg->topology));
  net->link_retries = RETRIES;
  net->faults = cfg->faults;
  net->backpressure = cfg->backpressure;
  net->lock_step = cfg->lock_step;
  net->watched = cfg->watched;
  net->seed = cfg->seed;
}

// The switch of the command where that is enough, else one that this network needs.
static void plan_switch(const nf_topology *t, nf_switch_cfg *sw) {
  const unsigned nodes = nf_manager_nodes(t), slots = nf_manager_slots(t);
  const bool fits = nodes <= NF_SIM_NODES && slots <= NF_SIM_HOME_SLOTS;
  *sw = (nf_switch_cfg){.Ports = NF_SIM_PORTS,
                        .Entries = NF_SIM_ENTRIES,
                        .Regions = fits ? NF_SIM_REGIONS : 2 * NF_SIM_REGIONS,
                        .Nodes = fits ? NF_SIM_NODES : nodes,
                        .HomeSlots = fits ? NF_SIM_HOME_SLOTS : slots,
                        .Window = NF_SIM_WINDOW,
                        .XpDepth = NF_SIM_XP_DEPTH,
                        .Ghosts = NF_SIM_GHOSTS,
                        .AluStages = NF_SIM_ALU_STAGES};
}

// ------------------------------------------------------------------------------- regions
// As many classes as there are paths and regions for, so that every class has as many ranks.
static unsigned classes_of(const nf_collective_cfg *cfg, unsigned paths, unsigned regions) {
  unsigned most = 1;
  for (unsigned k = 1; k <= paths && k < regions; k++)
    if (cfg->ranks % k == 0)
      most = k;
  return most;
}

// Homes are spread over the ranks. By trees, the home of a region is of its class: a switch that
// has the region needs a path to the home, and may be on no path of other classes.
static unsigned home_of(const nf_collective_cfg *cfg, const nf_interleave *d, const nf_manager *m,
                        unsigned c) {
  unsigned home = c * (cfg->ranks / d->classes);
  while (m->routing->trees && home % m->classes != c % m->classes)
    home++;
  return home;
}

// A region for each class, and one more for the barrier.
static void plan_regions(const nf_collective_cfg *cfg, const nf_interleave *d, nf_manager *m) {
  nf_gpu_set members = {{0}};
  for (unsigned r = 0; r < cfg->ranks; r++)
    nf_gpu_add(&members, r);
  const unsigned method = cfg->pull ? NF_MCR_MODE_PULL : NF_MCR_MODE_PUSH;
  const unsigned exclude = others_only(cfg) ? 1u << NF_MCR_MODE_EXCLUDE_SOURCE : 0;
  for (unsigned c = 0; c < d->classes; c++)
    m->region[m->regions++] =
        (nf_group_region){.base = d->base[c],
                          .bytes = (uint64_t)d->blocks * NF_BLOCK_BYTES,
                          .members = members,
                          .mode = (uint8_t)(1u << method | 1u << NF_MCR_MODE_MULTICAST | exclude),
                          .path_class = (uint8_t)(c % m->classes),
                          .home = (uint16_t)home_of(cfg, d, m, c)};
  if (cfg->barrier)
    m->region[m->regions++] = (nf_group_region){.base = d->base[d->classes],
                                                .bytes = NF_BLOCK_BYTES,
                                                .members = members,
                                                .mode = 1u << NF_MCR_MODE_PUSH};
}

// The Verilated blocks that this build has; it has endpoints of one and of six links.
static int choose_rtl(const nf_collective_cfg *cfg, nf_network_cfg *net, nf_err *e) {
  const nf_topology *t = cfg->topology;
  if (t->links != 1 && t->links != 6)
    return nf_refuse(e,
                     "%s: GPUs have %u links; this build's Verilated endpoints have 1 or 6; use "
                     "--engine cycle",
                     t->name, t->links);
  // The switch twice: made for speed; and with properties and waveforms, which is slower.
  if (NF_RTL_LOAD("netfold_switch", nf_switch, &net->switch_dut, e) != NF_EXIT_OK ||
      (cfg->wave.path && NF_RTL_LOAD("netfold_wave", nf_switch, &net->wave_dut, e) != NF_EXIT_OK) ||
      NF_RTL_LOAD("netfold_link", nf_link, &net->link_dut, e) != NF_EXIT_OK ||
      NF_RTL_LOAD(t->links == 6 ? "netfold_endpoint6" : "netfold_endpoint1", nf_endpoint,
                  &net->endpoint_dut, e) != NF_EXIT_OK)
    return e->status;
  return NF_EXIT_OK;
}

// Where the address chooses the path, a group has one region; else one for each path. Evicted
// partial sums go to the region's home GPU (KLENK IV-C, strategy 2): for a push there are several
// regions in any case, as the links of one GPU would limit all others.
static void plan_paths(const nf_collective_cfg *cfg, nf_interleave *interleave,
                       nf_manager *manager) {
  const nf_routing *routing = manager->routing;
  const unsigned paths = nf_manager_paths(routing),
                 at_once = classes_of(cfg, paths, manager->cfg.Regions);
  manager->paths = paths;
  manager->spread = routing->trees == 0 && nf_manager_can_spread(routing, paths);
  manager->classes = manager->spread ? 1 : at_once;
  const bool one_home = cfg->pull || cfg->multicast_partials;
  *interleave = nf_interleave_make(cfg->bytes, part_blocks_of(cfg, at_once),
                                   one_home ? manager->classes : at_once, manager->cfg.HomeSlots,
                                   cfg->topology->links);
  interleave->at_once = at_once;
}

static int plan_tables(const nf_collective_cfg *cfg, const nf_interleave *interleave,
                       nf_manager *manager, nf_err *e) {
  manager->regions = 0;
  plan_regions(cfg, interleave, manager);
  return nf_manager_plan(manager, e);
}

int nf_plan_network(const nf_collective_cfg *cfg, nf_routing *routing, nf_interleave *interleave,
                    nf_manager *manager, nf_network_cfg *net, nf_table_checker_count *checked,
                    nf_err *e) {
  nf_switch_cfg *sw = &manager->cfg;
  *net = (nf_network_cfg){.manager = manager};
  plan_switch(cfg->topology, sw);
  if (cfg->rtl && (sw->Nodes != NF_SIM_NODES || sw->HomeSlots != NF_SIM_HOME_SLOTS ||
                   !nf_sim_has(cfg->op, cfg->dtype)))
    return nf_refuse(e,
                     "%s with this op and type needs switches that this build's RTL is not made "
                     "for; use --engine cycle",
                     cfg->topology->name);
  sw->Halves = sw->Wide = nf_sim_has(cfg->op, cfg->dtype) ? 0 : 1;
  manager->t = cfg->topology;
  manager->routing = routing;
  manager->entries = cfg->table_entries;
  manager->timeout = cfg->timeout;
  manager->multicast_partials = cfg->multicast_partials;
  manager->result_acks = cfg->result_acks;
  manager->hierarchical = cfg->hierarchical;
  plan_paths(cfg, interleave, manager);
  if (wave_blocks_of(cfg, interleave->part_blocks) > UINT16_MAX)
    return nf_refuse(e,
                     "%u blocks of 128 B at once: an endpoint counts up to %d in a wave; give "
                     "--waves, or fewer bytes",
                     wave_blocks_of(cfg, interleave->part_blocks), UINT16_MAX);
  plan_blocks(cfg, interleave, net);
  // A leaf that reduces first has some of every block of its plane.
  const unsigned tables = cfg->hierarchical ? cfg->topology->links : cfg->topology->switches;
  if (!cfg->pull)
    nf_timeout_warn(cfg->timeout, outstanding(cfg, interleave), (uint64_t)tables * NF_MAX_PORTS,
                    cfg->table_entries);
  if (cfg->waves > MAX_WINDOW)
    return nf_refuse(e, "--waves %u: an endpoint counts up to %d waves", cfg->waves, MAX_WINDOW);
  if (cfg->rtl &&
      (net->endpoint.Counters != NF_PLAN_COUNTERS || net->endpoint.Acks != NF_PLAN_ACKS))
    return nf_refuse(e,
                     "the Verilated endpoint counts %d waves and %d acknowledgements on a link; "
                     "use fewer or smaller waves, or --engine cycle",
                     NF_PLAN_COUNTERS, NF_PLAN_ACKS);
  if (cfg->rtl && choose_rtl(cfg, net, e) != NF_EXIT_OK)
    return e->status;
  nf_err found = {0};
  if (plan_tables(cfg, interleave, manager, e) != NF_EXIT_OK ||
      nf_table_checker_run(manager, checked, &found) == NF_EXIT_OK)
    return e->status;
  // Switches that pick their paths one by one contradict each other here.
  if (nf_path_tree_plan(routing, manager->paths, found.text, e) != NF_EXIT_OK)
    return e->status;
  plan_paths(cfg, interleave, manager);
  if (plan_tables(cfg, interleave, manager, e) == NF_EXIT_OK)
    nf_table_checker_run(manager, checked, e);
  return e->status;
}

// ------------------------------------------------------------------------------- ranks
void nf_plan_endpoint(const nf_collective_cfg *cfg, unsigned r, nf_endpoint_in *in) {
  in->cfg_id = (uint16_t)r;
  in->cfg_ranks = (uint16_t)cfg->ranks;
  in->cfg_acks = (uint16_t)(cfg->ranks - others_only(cfg));
  in->cfg_multicast_partials = cfg->multicast_partials;
  in->cfg_exclude_source = others_only(cfg);
  in->cfg_result_acks = cfg->result_acks;
  in->cfg_retry_cycles = 64;
  in->cfg_retries = 255;
}

void nf_plan_translation(const nf_interleave *d, unsigned path_class, nf_endpoint_in *in) {
  const bool barrier = path_class == d->classes;
  const uint64_t local = barrier ? (uint64_t)d->blocks * NF_BLOCK_BYTES : 0;
  in->at_write = in->at_on = 1;
  in->at_index = (uint8_t)path_class;
  in->at_base = d->base[path_class];
  in->at_size = (barrier ? 1 : (uint64_t)d->blocks) * NF_BLOCK_BYTES;
  in->at_source = local;
  in->at_result = NF_MEMORY_RESULTS + local;
}

static void add_command(const nf_collective_cfg *cfg, nf_host *host, uint8_t kind, uint64_t addr,
                        uint32_t bytes, uint32_t wave_blocks) {
  host->command[host->count++] =
      (nf_command){.kind = kind,
                   .addr = addr,
                   .bytes = bytes,
                   .wave_blocks = (uint16_t)wave_blocks,
                   .waves = (uint8_t)(cfg->pull && cfg->waves ? cfg->waves : 1),
                   .lane = (uint8_t)(addr / NF_BLOCK_BYTES % cfg->topology->links)};
}

int nf_plan_commands(const nf_collective_cfg *cfg, const nf_interleave *d, unsigned r,
                     nf_host *host, nf_err *e) {
  const uint8_t kind = cfg->pull ? NF_ENDPOINT_KIND_PULL : NF_ENDPOINT_KIND_PUSH;
  *host =
      (nf_host){.window = cfg->waves ? cfg->waves : d->at_once, .op = cfg->op, .dtype = cfg->dtype};
  host->command = calloc((size_t)d->parts + 1, sizeof *host->command);
  host->ended = calloc((size_t)d->parts + 1, sizeof *host->ended);
  if (!host->command || !host->ended)
    return nf_err_memory(e, "a rank's commands");
  if (cfg->barrier)
    add_command(cfg, host, NF_ENDPOINT_KIND_BARRIER, d->base[d->classes], NF_FLIT_BYTES, 1);
  const uint32_t first = cfg->pull ? r : 0, last = cfg->pull ? r + 1 : d->parts;
  for (uint32_t part = first; part < last && part < d->parts; part++)
    add_command(cfg, host, kind, nf_interleave_addr(d, part * d->part_blocks),
                nf_interleave_part_bytes(d, part),
                wave_blocks_of(cfg, nf_interleave_part_blocks(d, part)));
  // What the other ranks pull comes here too.
  if (cfg->pull && r < d->parts)
    host->command[host->count - 1].landed = d->blocks - nf_interleave_part_blocks(d, r);
  return NF_EXIT_OK;
}
