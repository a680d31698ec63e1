// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_table.sv: regions, routes and home slots of one switch (KLENK IV-A, Fig.
// 2, markers 3 and 6), as the fabric manager programs them.
//
// The register bus and the commit walk, cycle by cycle as in the RTL. An access is taken in the
// idle state only, so the two never touch the tables in the same cycle. The published tables are
// `out` itself: every lookup reads them there.
#include "nf_mcr_table.h"

#include "nf_mcr_hash.h"

#include <stdlib.h>
#include <string.h>

// state_e. Each leg of the walk looks at one node or one region a cycle, so that one comparator and
// one read port are enough for it.
typedef enum { IDLE, SUM, CHECK, TARGETS, HOME, REGIONS } walk_state;

struct nf_mcr_table {
  nf_mcr_table_out out;
  nf_mcr_table_cfg cfg;

  // Staged region: written word by word, in any order, and seen by no lookup until a commit has
  // checked all of it.
  uint32_t index;
  uint64_t base;
  uint32_t size;
  uint16_t expected, later;
  uint8_t mode;
  uint16_t home_node;
  bool home_up; // partial sums go to the home table above
  uint8_t targets[NF_MCR_MAX_NODES / 8];
  bool activate; // the commit under way makes valid
  bool close;    // ... or closes to new requests

  // Commit under way. ports and multi are worked out here, once, and not for every packet: targets
  // behind one port become one bit, so that a tree of switches copies a packet only where the paths
  // part (KLENK IV-A).
  walk_state state;
  uint32_t walk; // node or region the walk has come to
  uint64_t end;
  uint16_t ports, multi, home_ports;
  bool spread, home_spread;
  uint8_t status; // result of the last commit
};

// NF_PARAMs of the table, and those of nf_mcr_hash. The lookup has the same sizes and asks here,
// too.
nf_status nf_mcr_table_check(const nf_mcr_table_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_MAX_PORTS)
    return "nf_mcr: Ports must be 2..16";
  if (cfg->Regions < 2 || cfg->Regions > NF_MAX_REGIONS)
    return "nf_mcr: Regions must be 2..32";
  if (cfg->Nodes < 8 || cfg->Nodes > NF_MCR_MAX_NODES || cfg->Nodes % 8 != 0) {
    return "nf_mcr: Nodes must be a multiple of 8, 8..256";
  }
  if (!nf_mcr_hash_slots_ok(cfg->HomeSlots))
    return "nf_mcr: HomeSlots must be 2^k or 3*2^k, k 1 or more, 2..512";
  return NF_OK;
}

// Reset values: nothing valid, ready_q high.
nf_status nf_mcr_table_init(nf_mcr_table **m, const nf_mcr_table_cfg *cfg) {
  nf_status status = nf_mcr_table_check(cfg);
  if (status != NF_OK)
    return status;
  nf_mcr_table *table = calloc(1, sizeof *table);
  if (table == NULL)
    return "nf_mcr_table: out of memory";
  table->cfg = *cfg;
  table->out.cfg_ready = true;
  *m = table;
  return NF_OK;
}

// The tables as published, and the response of the register bus: registers all.
const nf_mcr_table_out *nf_mcr_table_peek(const nf_mcr_table *m) { return &m->out; }

void nf_mcr_table_free(nf_mcr_table *m) { free(m); }

// A value with a bit that its register does not have is refused, not cut: what is read back is what
// was written. "limit" is the first value that the register does not hold.
static bool out_of_range(const nf_mcr_table_in *in, uint64_t limit) {
  return in->cfg_write && in->cfg_wdata >= limit;
}

// valid_q[r] and the PUSH bit of its mode; the RTL has it inside node_relied and slot_relied.
static bool takes_pushes(const nf_mcr_view *view, uint32_t r) {
  return (view->region_valid >> r & 1) != 0 && (view->region_mode[r] >> NF_MCR_MODE_PUSH & 1) != 0;
}

// A valid region's port list was made from the routes of its targets and its home GPU, and is not
// made anew when a route changes: the manager makes the region invalid first. So a multicast always
// takes the paths of unicast packets, which is what keeps it free of deadlock (KLENK IV-E2).
static bool node_relied(const nf_mcr_table *m, uint32_t node) {
  const nf_mcr_view *view = &m->out.view;
  for (uint32_t left = view->region_valid; left != 0; left &= left - 1) {
    const uint32_t r = (uint32_t)__builtin_ctz(left);
    if (nf_mcr_is_target(view, m->cfg.Nodes, r, node) ||
        (takes_pushes(view, r) && view->region_home[r] == node))
      return true;
  }
  return false;
}

// Pushes to one block must meet at one table, whatever came before (KLENK IV-C); what is spread
// must come back where it went. Without traffic nothing is under way, and a slot that was not valid
// has had nothing relied on it.
static bool slot_relied(const nf_mcr_table *m, const nf_mcr_table_in *in, uint32_t slot) {
  const nf_mcr_view *view = &m->out.view;
  const uint64_t lane = view->home[slot];
  bool relied = false;
  for (uint32_t r = 0; r < m->cfg.Regions; r++)
    relied = relied || takes_pushes(view, r) ||
             ((view->region_valid >> r & 1) != 0 &&
              (view->region_mode[r] >> NF_MCR_MODE_SPREAD & 1) != 0);
  return relied && in->lock && nf_mcr_home_valid(&lane) != 0;
}

// The in_route branches of rdata, refuse and the write. The whole access is judged before the lane
// changes: a refused one changes nothing.
static bool access_route(nf_mcr_table *m, const nf_mcr_table_in *in, uint32_t *rdata) {
  uint32_t node = (in->cfg_addr - (uint32_t)NF_MCR_REG_ROUTE_BASE) / 4;
  if (node >= m->cfg.Nodes)
    return false;
  uint64_t lane = m->out.view.route[node], word = 0;
  nf_mcr_route_word_set_valid(&word, nf_mcr_route_valid(&lane));
  nf_mcr_route_word_set_spread(&word, nf_mcr_route_spread(&lane));
  nf_mcr_route_word_set_port(&word, nf_mcr_route_port(&lane));
  *rdata = (uint32_t)word;
  if (!in->cfg_write)
    return true;
  word = in->cfg_wdata;
  if (nf_mcr_route_word_zero(&word) != 0 || nf_mcr_route_word_port(&word) >= m->cfg.Ports ||
      node_relied(m, node))
    return false;
  nf_mcr_route_set_valid(&lane, nf_mcr_route_word_valid(&word));
  nf_mcr_route_set_spread(&lane, nf_mcr_route_word_spread(&word));
  nf_mcr_route_set_port(&lane, nf_mcr_route_word_port(&word));
  m->out.view.route[node] = (uint8_t)lane;
  return true;
}

// The in_home branches, likewise; port and way of a slot are written together, or a packet between
// would be sent where neither the old nor the new entry says.
static bool access_home(nf_mcr_table *m, const nf_mcr_table_in *in, uint32_t *rdata) {
  uint32_t slot = (in->cfg_addr - (uint32_t)NF_MCR_REG_HOME_BASE) / 4;
  if (slot >= m->cfg.HomeSlots)
    return false;
  uint64_t lane = m->out.view.home[slot], word = 0;
  nf_mcr_home_word_set_valid(&word, nf_mcr_home_valid(&lane));
  nf_mcr_home_word_set_here(&word, nf_mcr_home_here(&lane));
  nf_mcr_home_word_set_way(&word, (uint8_t)nf_mcr_way(&m->out.view, slot));
  nf_mcr_home_word_set_port(&word, nf_mcr_home_port(&lane));
  *rdata = (uint32_t)word;
  if (!in->cfg_write)
    return true;
  // A slot names the port of the home table and, for spread routes, the way through the network.
  word = in->cfg_wdata;
  const unsigned way = nf_mcr_home_word_way(&word);
  if (nf_mcr_home_word_zero(&word) != 0 || nf_mcr_home_word_port(&word) >= m->cfg.Ports ||
      way >= m->cfg.Ports || slot_relied(m, in, slot))
    return false;
  nf_mcr_home_set_valid(&lane, nf_mcr_home_word_valid(&word));
  nf_mcr_home_set_here(&lane, nf_mcr_home_word_here(&word));
  nf_mcr_home_set_port(&lane, nf_mcr_home_word_port(&word));
  m->out.view.home[slot] = (uint8_t)lane;
  uint8_t *ways = &m->out.view.way[slot / 2];
  *ways = (uint8_t)((*ways & ~(15u << 4 * (slot % 2))) | way << 4 * (slot % 2));
  return true;
}

// Registers of the region that the next commit takes. They can be written at any time, traffic or
// not, because nothing looks at them but the commit. False: it is none of them.
static bool access_region(nf_mcr_table *m, const nf_mcr_table_in *in, uint32_t *rdata) {
  const uint32_t wdata = in->cfg_wdata;
  const bool write = in->cfg_write;
  switch (in->cfg_addr) {
  case NF_MCR_REG_REGION_INDEX:
    *rdata = m->index;
    if (write)
      m->index = wdata;
    return true;
  case NF_MCR_REG_REGION_BASE_LO:
    *rdata = (uint32_t)m->base;
    if (write)
      m->base = (m->base & ~(uint64_t)UINT32_MAX) | wdata;
    return true;
  case NF_MCR_REG_REGION_BASE_HI:
    *rdata = (uint32_t)(m->base >> 32);
    if (write)
      m->base = (uint64_t)wdata << 32 | (uint32_t)m->base;
    return true;
  case NF_MCR_REG_REGION_SIZE:
    *rdata = m->size;
    if (write)
      m->size = wdata;
    return true;
  case NF_MCR_REG_REGION_EXPECTED:
    *rdata = (uint32_t)m->later << 16 | m->expected;
    if (write) {
      m->expected = (uint16_t)wdata;
      m->later = (uint16_t)(wdata >> 16);
    }
    return true;
  case NF_MCR_REG_REGION_MODE:
    *rdata = m->mode;
    if (write)
      m->mode = (uint8_t)wdata;
    return true;
  case NF_MCR_REG_REGION_HOME:
    *rdata = (uint32_t)m->home_up << 31 | m->home_node;
    if (write) {
      const uint64_t word = wdata;
      m->home_node = (uint16_t)nf_mcr_region_home_word_node(&word);
      m->home_up = nf_mcr_region_home_word_up(&word);
    }
    return true;
  default:
    return false;
  }
}

// REGION_TARGET_* and REGION_COMMIT, which read as 0. False: it is none of them.
static bool access_command(nf_mcr_table *m, const nf_mcr_table_in *in) {
  const uint32_t wdata = in->cfg_wdata;
  const bool write = in->cfg_write;
  switch (in->cfg_addr) {
  case NF_MCR_REG_REGION_TARGET_SET:
    if (write)
      m->targets[wdata / 8] = (uint8_t)(m->targets[wdata / 8] | 1u << wdata % 8);
    return true;
  case NF_MCR_REG_REGION_TARGET_CLEAR:
    if (write)
      memset(m->targets, 0, sizeof m->targets);
    return true;
  case NF_MCR_REG_REGION_COMMIT:
    if (write) {
      // The response leaves at once; the next access waits for the end of the walk, so that a read
      // of STATUS needs no polling.
      m->activate = wdata == 1;
      m->close = wdata == 2;
      m->state = SUM;
    }
    return true;
  default:
    return false;
  }
}

// What can be read alone; a write is refused. False: it is written, or is none of them.
static bool access_status(const nf_mcr_table *m, const nf_mcr_table_in *in, uint32_t *rdata) {
  switch (in->cfg_addr) {
  case NF_MCR_REG_REGION_STATUS:
    *rdata = m->status;
    return !in->cfg_write;
  case NF_MCR_REG_REGION_VALID:
    *rdata = m->out.view.region_valid;
    return !in->cfg_write;
  case NF_MCR_REG_REGION_IN_USE:
    *rdata = in->in_use;
    return !in->cfg_write;
  default:
    return false;
  }
}

static bool home_unknown(const nf_mcr_table *m, const nf_mcr_table_in *in) {
  const uint64_t word = in->cfg_wdata;
  return in->cfg_write && nf_mcr_region_home_word_node(&word) >= m->cfg.Nodes;
}

// A value that its register does not take. Before the access, so that a refused one changes
// nothing.
static bool refused(const nf_mcr_table *m, const nf_mcr_table_in *in) {
  switch (in->cfg_addr) {
  case NF_MCR_REG_REGION_INDEX:
    return out_of_range(in, 1u << 8);
  case NF_MCR_REG_REGION_BASE_HI:
    return out_of_range(in, 1u << 16);
  case NF_MCR_REG_REGION_MODE:
    // The bits above are the table's own: SPREAD and HOME_SPREAD by the walk, CLOSED by COMMIT 2.
    return out_of_range(in, 2u << NF_MCR_MODE_MEMBERS);
  case NF_MCR_REG_REGION_HOME:
    return home_unknown(m, in);
  case NF_MCR_REG_REGION_TARGET_SET:
    return out_of_range(in, m->cfg.Nodes);
  case NF_MCR_REG_REGION_COMMIT:
    return out_of_range(in, 3);
  default:
    return false;
  }
}

// Carries out one access. False: refused, nothing changed. Routes and home slots have lanes of
// their own above the registers; what is past the last lane is refused there.
static bool access_register(nf_mcr_table *m, const nf_mcr_table_in *in, uint32_t *rdata) {
  if (in->cfg_addr % 4 != 0)
    return false;
  if (in->cfg_addr >= NF_MCR_REG_HOME_BASE)
    return access_home(m, in, rdata);
  if (in->cfg_addr >= NF_MCR_REG_ROUTE_BASE)
    return access_route(m, in, rdata);
  if (refused(m, in))
    return false;
  return access_region(m, in, rdata) || access_command(m, in) || access_status(m, in, rdata);
}

// ----------------------------------------------------------------------------- commit
// The next state StIdle with its status; ready_q then rises by itself (end of step).
static void finish(nf_mcr_table *m, uint8_t status) {
  m->status = status;
  m->state = IDLE;
}

// state_d, and walk_d that starts at zero in each leg.
static void enter(nf_mcr_table *m, walk_state state) {
  m->state = state;
  m->walk = 0;
}

// targets_q[node]. A target is a GPU or a neighbour switch (KLENK IV-A), for the table it is a node
// with a route.
static bool staged_target(const nf_mcr_table *m, uint32_t node) {
  return (m->targets[node / 8] >> node % 8 & 1) != 0;
}

// StSum, and what the RTL clears in it. The sum has a cycle of its own so that no check waits for
// it.
static void step_sum(nf_mcr_table *m) {
  m->end = m->base + m->size;
  m->ports = 0;
  m->multi = 0;
  m->spread = false;
  m->state = CHECK;
}

// StCheck: what the staged values alone give away, the first cause first, and commits that need no
// walk. Size and base in whole blocks: lookups compare block numbers, and an entry of a reduction
// table is a block.
static void step_check(nf_mcr_table *m, uint32_t in_use) {
  static const uint8_t none[NF_MCR_MAX_NODES / 8];
  bool reduces = (m->mode & (1u << NF_MCR_MODE_PULL | 1u << NF_MCR_MODE_PUSH)) != 0;
  if (m->index >= m->cfg.Regions) {
    finish(m, NF_MCR_STATUS_BAD_INDEX);
  } else if (m->close) {
    // Under traffic, too: a closed region refuses, so no header is led astray by it.
    if ((m->out.view.region_valid >> m->index & 1) != 0)
      m->out.view.region_mode[m->index] |= 1u << NF_MCR_MODE_CLOSED;
    finish(m, NF_MCR_STATUS_OK);
  } else if (!m->activate) {
    // Packets and entries of tables that are under way still need what it says.
    const bool used = (in_use >> m->index & 1) != 0;
    if (!used)
      m->out.view.region_valid &= ~(1u << m->index);
    finish(m, used ? NF_MCR_STATUS_BUSY : NF_MCR_STATUS_OK);
  } else if (m->size == 0 || m->size % NF_BLOCK_BYTES != 0 || m->base % NF_BLOCK_BYTES != 0 ||
             m->end > 1ull << 48) {
    finish(m, NF_MCR_STATUS_BAD_SIZE);
  } else if ((reduces && m->expected == 0) || (m->home_up && m->later == 0)) {
    finish(m, NF_MCR_STATUS_NO_EXPECTED);
  } else if (memcmp(m->targets, none, sizeof none) == 0) {
    finish(m, NF_MCR_STATUS_NO_TARGET);
  } else {
    enter(m, TARGETS);
    m->status = NF_MCR_STATUS_OK;
  }
}

// One node of the target list: its port joins the port list, a second target of the port is noted:
// such a port stays when the source behind it is excluded. A spread target has no port here, its
// way is that of each address.
static void step_target(nf_mcr_table *m) {
  if (staged_target(m, m->walk)) {
    const uint64_t lane = m->out.view.route[m->walk];
    if (nf_mcr_route_valid(&lane) == 0) {
      finish(m, NF_MCR_STATUS_NO_ROUTE);
      return;
    }
    const bool spread = nf_mcr_route_spread(&lane);
    uint16_t port = (uint16_t)(spread ? 0 : 1u << nf_mcr_route_port(&lane));
    // Before the port joins: one that is there already has a second target behind it.
    m->multi |= m->ports & port;
    m->ports |= port;
    m->spread = m->spread || spread;
  }
  if (++m->walk == m->cfg.Nodes)
    enter(m, HOME);
}

// StHome: the route to the home GPU is looked at in a cycle of its own, because bus and walk share
// one read port of the routing table. A push needs the home GPU, to which partials go (KLENK IV-C,
// strategy 2); other regions may have none.
static void step_home(nf_mcr_table *m) {
  const uint64_t lane = m->out.view.route[m->home_node];
  const bool routed = nf_mcr_route_valid(&lane);
  // What goes up to the home table takes the way of its home slot.
  m->home_spread = m->home_up || (routed && nf_mcr_route_spread(&lane));
  m->home_ports = (uint16_t)((unsigned)(routed && !m->home_spread) << nf_mcr_route_port(&lane));
  if ((m->mode & 1u << NF_MCR_MODE_PUSH) != 0 && !routed) {
    finish(m, NF_MCR_STATUS_NO_HOME);
  } else {
    enter(m, REGIONS);
  }
}

// `store`: all of an entry in one cycle, so that no lookup ever sees half a region.
static void store(nf_mcr_table *m) {
  nf_mcr_view *view = &m->out.view;
  uint32_t r = m->index;
  view->region_valid |= 1u << r;
  view->region_base[r] = m->base;
  view->region_end[r] = m->end;
  view->region_expected[r] = m->expected;
  view->region_later[r] = m->later;
  view->region_mode[r] = (uint8_t)(m->mode | m->spread << NF_MCR_MODE_SPREAD |
                                   m->home_spread << NF_MCR_MODE_HOME_SPREAD);
  view->region_ports[r] = m->ports;
  view->region_multi[r] = m->multi;
  view->region_home[r] =
      m->home_up ? (uint16_t)(1u << NF_HOME_UP_BIT | NF_HOME_TABLE_ID) : m->home_node;
  view->region_home_ports[r] = m->home_ports;
  memcpy(view->region_targets + r * m->cfg.Nodes / 8, m->targets, m->cfg.Nodes / 8);
}

// StRegions. One region of the table: it must not share a byte with the staged one, or an address
// would hit two, and their lists would be ORed. After the last one the entry is written, unless
// somebody relies on what it is now.
static void step_region(nf_mcr_table *m, const nf_mcr_table_in *in) {
  const nf_mcr_view *view = &m->out.view;
  uint32_t r = m->walk, held = view->region_valid | in->in_use;
  // held: what a region that is no longer valid left in the tables still has its addresses. The
  // entry itself may overlap with what replaces it.
  if ((held >> r & 1) != 0 && r != m->index && m->base < view->region_end[r] &&
      view->region_base[r] < m->end) {
    finish(m, NF_MCR_STATUS_OVERLAP);
  } else if (++m->walk == m->cfg.Regions) {
    // A header between the two stages of a lookup may have hit a valid region, and in_use does not
    // show it yet. One that is not valid was left by the last header long ago: the walk is longer
    // than the way from lookup to in_use.
    const uint32_t locked = in->in_use | (in->lock ? view->region_valid : 0);
    const bool busy = (locked >> m->index & 1) != 0;
    if (!busy)
      store(m);
    finish(m, busy ? NF_MCR_STATUS_BUSY : NF_MCR_STATUS_OK);
  }
}

// The response of the register bus, the access or the walk, ready_q. ready_q is judged by rvalid_q
// as it was: an access sets it, and would otherwise be ready again while its response waits.
void nf_mcr_table_step(nf_mcr_table *m, const nf_mcr_table_in *in) {
  bool access = in->cfg_valid && m->out.cfg_ready;
  if (m->out.cfg_ready && !access)
    return; // idle, and nothing to say

  // One access at a time: the next one is taken when the answer has gone and no walk is under way.
  bool free_after = !access && (!m->out.cfg_rvalid || in->cfg_rready);
  if (access) {
    uint32_t rdata = 0;
    m->out.cfg_err = !access_register(m, in, &rdata);
    m->out.cfg_rdata = m->out.cfg_err || in->cfg_write ? 0 : rdata;
    m->out.cfg_rvalid = true;
  } else {
    if (in->cfg_rready)
      m->out.cfg_rvalid = false;
    switch (m->state) {
    case IDLE:
      break;
    case SUM:
      step_sum(m);
      break;
    case CHECK:
      step_check(m, in->in_use);
      break;
    case TARGETS:
      step_target(m);
      break;
    case HOME:
      step_home(m);
      break;
    case REGIONS:
      step_region(m, in);
      break;
    }
  }
  m->out.cfg_ready = free_after && m->state == IDLE;
}
