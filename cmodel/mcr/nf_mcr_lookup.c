// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/mcr/nf_mcr_lookup.sv: from a header and the tables to ports (KLENK IV-A, Fig. 5,
// marker 1).
//
// Two stages as in the RTL: fields and compares, then lists. The RTL works everything out side by
// side and selects; here a header goes one way through the same cases, and what its result cannot
// depend on is not worked out. The order of causes is the same: the first that applies is the one
// that is counted.
#include "nf_mcr_lookup.h"

#include "nf_mcr_hash.h"

#include <stdlib.h>

// What kind of way an opcode takes: to a node, to a region's list, to the block's home table, to
// the table on the way back to a requester, or no further. UNKNOWN is zero, for opcodes that the
// table below leaves out.
typedef enum { UNKNOWN, UNICAST, LIST, HOME, REDUCE, SINK } way;

// What stage 1 hands to stage 2.
typedef struct {
  way way;
  uint8_t early_error; // what the header alone gives away
  uint8_t needs_mode;  // the region must have this mode bit
  bool pull, request;
  bool inner;          // sums of switches: partial ones, planes of unrounded ones
  bool many;           // a count other than that of one contribution
  uint32_t hit;        // regions that hold the address
  uint32_t src_target; // those that have the source as a target
  uint8_t src_port;
  bool src_spread;
  // The one port that the header names, if it goes by none of the lists.
  bool name_valid, name_here; // here: the table of that port is in this switch
  uint8_t name_port;
  bool slot_valid;
  uint8_t port_way; // of the home slot: the port in place of a route with SPREAD
} fields;

struct nf_mcr_lookup {
  nf_mcr_lookup_out out;
  nf_mcr_lookup_cfg cfg;
  // Of stage 1; stage 2's is out.valid.
  bool valid;
  fields stage;
};

// The parameters are those of the tables; after reset no stage holds a header.
nf_status nf_mcr_lookup_init(nf_mcr_lookup **m, const nf_mcr_lookup_cfg *cfg) {
  const nf_mcr_table_cfg tables = {cfg->Ports, cfg->Regions, cfg->Nodes, cfg->HomeSlots};
  nf_status status = nf_mcr_table_check(&tables);
  if (status != NF_OK)
    return status;
  nf_mcr_lookup *lookup = calloc(1, sizeof *lookup);
  if (lookup == NULL)
    return "nf_mcr_lookup: out of memory";
  lookup->cfg = *cfg;
  *m = lookup;
  return NF_OK;
}

// The registers behind stage 2.
const nf_mcr_lookup_out *nf_mcr_lookup_peek(const nf_mcr_lookup *m) { return &m->out; }

void nf_mcr_lookup_free(nf_mcr_lookup *m) { free(m); }

// What an opcode's header must satisfy. needs_mode is a bit of the region's mode: a region may be
// for multicasts, pulls and pushes in any combination.
enum { NO_LEN = 1, NEEDS_OP = 2, NEEDS_COUNT = 4, MAY_BE_PLANE = 8, MAY_BE_EMPTY = 16 };
enum {
  MULTICAST = 1 << NF_MCR_MODE_MULTICAST,
  PULL = 1 << NF_MCR_MODE_PULL,
  PUSH = 1 << NF_MCR_MODE_PUSH,
};
static const struct {
  uint8_t way, checks, needs_mode;
} opcodes[16] = {
    // What is not named is zero, UNKNOWN, as the default of the RTL's case.
    [NF_OPCODE_READ_REQ] = {UNICAST, 0, 0},
    [NF_OPCODE_WRITE] = {UNICAST, 0, 0},
    [NF_OPCODE_MCAST_WRITE] = {LIST, 0, MULTICAST},
    [NF_OPCODE_PULL_REQ] = {LIST, NEEDS_OP, PULL},
    [NF_OPCODE_PUSH_WRITE] = {HOME, NEEDS_OP | NEEDS_COUNT, PUSH},
    [NF_OPCODE_BARRIER] = {HOME, NO_LEN | NEEDS_COUNT, PUSH},
    [NF_OPCODE_READ_RSP] = {UNICAST, 0, 0},
    [NF_OPCODE_WRITE_ACK] = {UNICAST, NO_LEN, 0},
    [NF_OPCODE_PULL_RSP] = {REDUCE, NEEDS_COUNT | MAY_BE_PLANE, 0},
    [NF_OPCODE_PUSH_PARTIAL] = {UNICAST, NEEDS_COUNT | MAY_BE_PLANE | MAY_BE_EMPTY,
                                PUSH}, // or to all, or a leaf's to the home table
    [NF_OPCODE_PUSH_RESULT] = {LIST, 0, PUSH},
    [NF_OPCODE_BARRIER_DONE] = {LIST, NO_LEN, PUSH},
};

static bool is_plane(const nf_flit *hdr) { return nf_hdr_flags(hdr) >> NF_FLAG_PLANE & 1; }

// Only an unrounded sum comes in planes, and only a sum that is wider than its type is unrounded.
// Nor does a home table take planes: a leaf passes on what is of a wide sum.
static bool op_allowed(const nf_mcr_lookup_cfg *cfg, const nf_flit *hdr, unsigned checks,
                       bool plane) {
  unsigned op = nf_hdr_red_op(hdr), dtype = nf_hdr_dtype(hdr);
  if (!plane && (checks & NEEDS_OP) == 0)
    return true;
  const bool to_table =
      nf_hdr_opcode(hdr) == NF_OPCODE_PUSH_PARTIAL && nf_hdr_dst(hdr) == NF_HOME_TABLE_ID;
  if (plane && (to_table || (checks & MAY_BE_PLANE) == 0 || !nf_op_wide(op, dtype)))
    return false;
  return nf_op_built(op, dtype, cfg->Halves != 0, cfg->Wide != 0);
}

// early_error: the first cause to drop the packet that its header alone gives away. What is let
// through here need not be checked again: the row trusts the length, and the reduction table op,
// type and count.
static uint8_t check_header(const nf_mcr_lookup_cfg *cfg, const nf_flit *hdr, unsigned opcode) {
  unsigned checks = opcodes[opcode].checks;
  unsigned len = nf_hdr_len(hdr);
  uint64_t addr = nf_hdr_addr(hdr);
  bool plane = is_plane(hdr);
  if (opcodes[opcode].way == UNKNOWN)
    return NF_ERR_OPCODE;
  const bool empty = len == 0 && (checks & MAY_BE_EMPTY) == 0;
  // misaligned, in two returns: too long or wrongly empty here, a start at a wrong place below.
  if ((checks & NO_LEN) != 0 ? len != 0 : empty || len > NF_MAX_PAYLOAD_FLITS)
    return NF_ERR_ALIGN;
  // A full block must start at a block, anything shorter at a flit.
  if (addr % (len == NF_MAX_PAYLOAD_FLITS ? NF_BLOCK_BYTES : NF_FLIT_BYTES) != 0) {
    return NF_ERR_ALIGN;
  }
  // leaves_block: what a region or a mapping holds of a packet's first byte it holds of all.
  if (addr % NF_BLOCK_BYTES + len * (uint64_t)NF_FLIT_BYTES > NF_BLOCK_BYTES)
    return NF_ERR_RANGE;
  if (!op_allowed(cfg, hdr, checks, plane))
    return NF_ERR_OP;
  if ((checks & NEEDS_COUNT) != 0 && !plane && nf_hdr_count(hdr) == 0)
    return NF_ERR_COUNT;
  return NF_ERR_NONE;
}

// What the RTL registers in "stage 1: fields and compares". The RTL always fills all of them; here
// a header that is refused at once, or that no region concerns, leaves the rest unset, as stage2()
// does not read it.
static void stage1(const nf_mcr_lookup_cfg *cfg, const nf_mcr_view *view, const nf_mcr_place *place,
                   const nf_flit *hdr, fields *f) {
  unsigned opcode = nf_hdr_opcode(hdr);
  f->way = opcodes[opcode].way;
  f->early_error = check_header(cfg, hdr, opcode);
  if (f->early_error != NF_ERR_NONE)
    return;

  f->needs_mode = opcodes[opcode].needs_mode;
  f->pull = opcode == NF_OPCODE_PULL_REQ;
  f->request = nf_hdr_vc(hdr) == NF_VC_REQUEST;
  f->inner = is_plane(hdr) || opcode == NF_OPCODE_PUSH_PARTIAL;
  f->many = (opcodes[opcode].checks & NEEDS_COUNT) != 0 && nf_hdr_count(hdr) != 1;
  uint64_t addr = nf_hdr_addr(hdr);
  unsigned dst = nf_hdr_dst(hdr);
  const unsigned slot = nf_mcr_hash(addr, cfg->HomeSlots, place->links);
  // The home slot is looked up for every header: it names the home table of a push, and the way of
  // whatever is spread.
  const uint64_t home = view->home[slot];
  f->slot_valid = nf_mcr_home_valid(&home);
  f->port_way = (uint8_t)nf_mcr_way(view, slot);
  // Of pushes the home slot's own port counts, of all others the route's; a route with SPREAD is
  // valid only while the slot that it leads to is (name_valid_q).
  if (opcode == NF_OPCODE_PUSH_PARTIAL && dst == NF_HOME_TABLE_ID)
    f->way = HOME;
  f->name_here = f->way == HOME && nf_mcr_home_here(&home);
  if (f->way == HOME) {
    f->name_valid = f->slot_valid;
    f->name_port = nf_mcr_home_port(&home);
  } else {
    const uint64_t route = dst < cfg->Nodes ? view->route[dst] : 0;
    const bool spread = nf_mcr_route_spread(&route);
    f->name_valid = nf_mcr_route_valid(&route) && (!spread || f->slot_valid);
    f->name_port = spread ? f->port_way : nf_mcr_route_port(&route);
    if (opcode == NF_OPCODE_WRITE_ACK && dst == place->id)
      f->way = SINK;
    if (opcode == NF_OPCODE_PUSH_PARTIAL && dst == NF_BROADCAST_ID)
      f->way = LIST;
  }
  if (f->way != LIST && f->way != HOME)
    return;

  unsigned src = nf_hdr_src(hdr);
  uint64_t block = addr / NF_BLOCK_BYTES;
  f->hit = 0;
  f->src_target = 0;
  // The source's route says behind which port it is, to leave that port out and to know members
  // from strangers.
  const uint64_t src_route = src < cfg->Nodes ? view->route[src] : 0;
  f->src_port = nf_mcr_route_port(&src_route);
  f->src_spread = nf_mcr_route_spread(&src_route);
  for (uint32_t left = view->region_valid; left != 0; left &= left - 1) {
    unsigned r = (unsigned)__builtin_ctz(left);
    // Whole blocks, as the RTL compares them: regions are made of such, and 2^48 needs one bit
    // more.
    uint64_t past = view->region_end[r] / NF_BLOCK_BYTES;
    if (block < view->region_base[r] / NF_BLOCK_BYTES || block >= past)
      continue;
    f->hit |= 1u << r;
    if (nf_mcr_is_target(view, cfg->Nodes, r, src))
      f->src_target |= 1u << r;
  }
}

// A region of members alone: of what endpoints send, the source is a target of the region and came
// from its port, so that none contributes in another's name; of what switches send on, requests
// alone have a target as their source. Results and partial sums are the switches' own.
static bool is_stranger(const fields *f, const nf_mcr_place *place) {
  if (!place->first_hop)
    return f->request && f->src_target == 0;
  return f->src_target == 0 || f->src_spread || f->src_port != place->port;
}

// What stage 2 finds of a packet.
typedef struct {
  unsigned all_ports, named, closed; // closed: what came from above goes down
  unsigned egress, reduce, region;
} lists;

// Of the regions that were hit. Valid regions share no byte (StRegions of nf_mcr_table), so one bit
// is set at most, and an OR over all is a selection, as in the RTL.
typedef struct {
  unsigned ports, multi, mode, region;
} hits;

// hit_ports, hit_multi, hit_mode and hit_index.
static hits select_region(const nf_mcr_view *view, uint32_t hit) {
  hits h = {0};
  for (uint32_t left = hit; left != 0; left &= left - 1) {
    const unsigned r = (unsigned)__builtin_ctz(left);
    h.ports |= view->region_ports[r];
    h.multi |= view->region_multi[r];
    h.mode |= view->region_mode[r];
    h.region |= r;
  }
  return h;
}

// A bit of a region's mode.
static bool has_mode(unsigned mode, unsigned bit) { return (mode >> bit & 1) != 0; }

// mode_allows and stranger: whether the region lets the packet in. A closed region takes no new
// requests; responses, results and partials of what was begun go on.
static uint8_t admit(const fields *f, const nf_mcr_place *place, unsigned mode) {
  // The RTL carries CLOSED along in needs_mode; request says the same.
  if ((mode & f->needs_mode) == 0 || (f->request && has_mode(mode, NF_MCR_MODE_CLOSED)))
    return NF_ERR_MODE;
  if (has_mode(mode, NF_MCR_MODE_MEMBERS) && is_stranger(f, place))
    return NF_ERR_MODE;
  return NF_ERR_NONE;
}

// `list`: to all targets of the region, less those that must not have it. The list itself was
// merged by the commit, so a port is in it once however many targets it leads to.
static uint8_t to_list(const nf_mcr_place *place, const fields *f, const hits *h, lists *l) {
  const bool spread = has_mode(h->mode, NF_MCR_MODE_SPREAD);
  if (spread && !f->slot_valid)
    return NF_ERR_HOME;
  // Targets that are reached by any of several ports are reached by one: the home slot's way.
  l->egress = (h->ports | (unsigned)spread << f->port_way) & l->all_ports;
  // The source's port stays when another target lies behind it.
  if (has_mode(h->mode, NF_MCR_MODE_EXCLUDE_SOURCE) && f->src_target != 0 && !f->src_spread)
    l->egress &= ~(1u << f->src_port) | h->multi;
  // Between switches a tree must not echo; an endpoint may be a target of its own packet.
  // cfg_port_i has 8 bits: a port from 16 on has no bit in own_port.
  if (!place->first_hop && place->port < 16)
    l->egress &= ~(1u << place->port);
  // Up, then down: what came from above goes down only, so that no packet loops and none
  // comes twice.
  l->egress &= ~l->closed;
  return NF_ERR_NONE;
}

// To the home of the block: all contributions to it must meet in one table (KLENK IV-C), here or on
// the way there.
static uint8_t to_home(const nf_mcr_place *place, const fields *f, lists *l) {
  if (!f->name_valid)
    return NF_ERR_HOME;
  // A leaf's sums go up, to no table below: what waits for that could wait for itself.
  if (f->inner && place->uplink)
    return NF_ERR_ROUTE;
  // What this switch reduces itself takes no port yet, so a closed one does not matter.
  if ((l->named & l->closed) != 0 && !f->name_here)
    return NF_ERR_ROUTE;
  if (f->name_here)
    l->reduce = l->named;
  else
    l->egress = l->named;
  return NF_ERR_NONE;
}

// Ways that go by the region that the address lies in: one entry serves all of its addresses (KLENK
// IV-A).
static uint8_t by_region(const nf_mcr_view *view, const nf_mcr_place *place, const fields *f,
                         lists *l) {
  if (f->hit == 0)
    return NF_ERR_REGION;
  const hits h = select_region(view, f->hit);
  const uint8_t error = admit(f, place, h.mode);
  l->region = h.region;
  if (error != NF_ERR_NONE)
    return error;
  return f->way == LIST ? to_list(place, f, &h, l) : to_home(place, f, l);
}

// Ways that go by a node. A pull response goes to the reduction table of the port that leads to its
// requester, where the request has left an entry, or tried to (KLENK IV-B).
static uint8_t by_route(const fields *f, lists *l) {
  if (!f->name_valid || (l->named & l->closed) != 0)
    return NF_ERR_ROUTE;
  if (f->way == REDUCE)
    l->reduce = l->named;
  else
    l->egress = l->named;
  return NF_ERR_NONE;
}

// "stage 2: lists" of the RTL: the chain of `error`, first cause first, and egress, reduce and
// sink. The returns of what it calls stand in the order of the RTL's chain; a packet that is
// refused shows no ports, because good is low there and the caller cleared *out here.
static uint8_t stage2(const nf_mcr_lookup_cfg *cfg, const nf_mcr_view *view,
                      const nf_mcr_place *place, const fields *f, nf_mcr_lookup_out *out) {
  const bool regional = f->way == LIST || f->way == HOME;
  lists l = {.all_ports = (1u << cfg->Ports) - 1, .closed = place->uplink ? place->uplinks : 0};
  uint8_t error = f->early_error;
  // What was refused at once has its other fields unset.
  if (error == NF_ERR_NONE)
    l.named = 1u << f->name_port & l.all_ports;
  // An endpoint's would change a sum of a region that it is no member of: a plane counts nothing,
  // and a partial sum for the home GPU goes by no region (docs/threats.md).
  if (error == NF_ERR_NONE && place->first_hop && f->inner)
    error = NF_ERR_OP;
  // It contributes for itself alone: a reduction table believes the count, and would take a sum for
  // complete before the others have contributed to it.
  if (error == NF_ERR_NONE && place->first_hop && f->many)
    error = NF_ERR_COUNT;
  if (error == NF_ERR_NONE && regional)
    error = by_region(view, place, f, &l);
  else if (error == NF_ERR_NONE && f->way != SINK)
    error = by_route(f, &l);
  if (error != NF_ERR_NONE)
    return error;
  // Nothing is left after the exclusions: a packet without a sink would never leave its row.
  if ((l.egress | l.reduce) == 0 && f->way != SINK)
    return NF_ERR_TARGETS;
  // What needs a table: an entry of this port's, or the one that the packet goes to.
  if (cfg->NoTables && (f->pull || l.reduce != 0))
    return NF_ERR_OP;

  out->egress = (uint16_t)l.egress;
  out->reduce = (uint16_t)l.reduce;
  out->alloc = f->pull;
  out->sink = f->way == SINK;
  out->by_region = regional;
  out->region = (uint8_t)l.region;
  return NF_ERR_NONE;
}

// Outputs of a cycle without an answer.
static const nf_mcr_lookup_out nothing;

// Both registers move on one edge: stage 2 works on the header of the edge before, so it comes
// first; stage 1 would overwrite it. It reads the tables of this cycle, not those that stage 1 saw.
void nf_mcr_lookup_step_view(nf_mcr_lookup *m, const nf_flit *hdr, const nf_mcr_place *place,
                             const nf_mcr_view *view) {
  if (m->valid) {
    m->out = nothing;
    m->out.valid = true;
    m->out.error = stage2(&m->cfg, view, place, &m->stage, &m->out);
  } else if (m->out.valid) {
    m->out = nothing;
  }
  m->valid = hdr != NULL;
  if (hdr != NULL)
    stage1(&m->cfg, view, place, hdr, &m->stage);
}

// The same by port names.
void nf_mcr_lookup_step(nf_mcr_lookup *m, const nf_mcr_lookup_in *in) {
  const nf_mcr_place place = {in->cfg_id,     in->cfg_port,    in->cfg_first_hop,
                              in->cfg_uplink, in->cfg_uplinks, in->cfg_links};
  nf_mcr_lookup_step_view(m, in->valid ? &in->hdr : NULL, &place, &in->view);
}

// Both stages at once, for callers without cycles: right as long as the tables hold still.
void nf_mcr_route(const nf_mcr_lookup_cfg *cfg, const nf_mcr_view *view, const nf_mcr_place *place,
                  const nf_flit *hdr, nf_mcr_lookup_out *out) {
  fields f;
  *out = nothing;
  out->valid = true;
  stage1(cfg, view, place, hdr, &f);
  out->error = stage2(cfg, view, place, &f, out);
}
