// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/stall_diagnosis.h"

#include "sim/common/note.h"

enum { MASKS = NF_TOPOLOGY_GPUS / 32, MOST = 4 };
// Accesses per port: select, address, count, then the arrival mask in groups of 32 nodes. The lower
// word of the address notes the other words down, once for each group. Behind all ports: the
// switch's errors.
enum { ADDR_LO = 1, ADDR_HI, COUNT, MASK, PER_GROUP = 3, PER_PORT = MASK + PER_GROUP * MASKS };
enum { ERRORS = NF_MAX_PORTS * PER_PORT, ACCESSES };

static void add_links(nf_note *t, const nf_network *net) {
  unsigned down = 0;
  for (unsigned c = 0; c < net->t->cables; c++) {
    if (!net->end[2 * c].out->down && !net->end[2 * c + 1].out->down)
      continue;
    char a[NF_PLUG_TEXT], b[NF_PLUG_TEXT];
    nf_topology_plug_name(net->t, &net->t->cable[c].end[0], a);
    nf_topology_plug_name(net->t, &net->t->cable[c].end[1], b);
    if (down++ < MOST)
      nf_note_add(t, "; the link between %s and %s is down", a, b);
  }
}

// ------------------------------------------------------------------------------- table entries
static int read_tables(nf_network *net, nf_err *e) {
  const unsigned masks = (net->cfg.manager->cfg.Nodes + 31) / 32;
  nf_csr_op op[ACCESSES];
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    nf_csr_op *o = &op[p * PER_PORT];
    o[0] = (nf_csr_op){NF_CSR_PORT_SELECT, false, p};
    o[ADDR_LO] = (nf_csr_op){NF_CSR_OLDEST_ADDR_LO, true, 0};
    o[ADDR_HI] = (nf_csr_op){NF_CSR_OLDEST_ADDR_HI, true, 0};
    o[COUNT] = (nf_csr_op){NF_CSR_OLDEST_COUNT, true, 0};
    for (unsigned k = 0; k < MASKS; k++) {
      nf_csr_op *const group = &o[MASK + PER_GROUP * k];
      group[0] = (nf_csr_op){NF_CSR_MASK_SELECT, false, k < masks ? k : 0};
      group[1] = (nf_csr_op){NF_CSR_OLDEST_ADDR_LO, true, 0};
      group[2] = (nf_csr_op){NF_CSR_OLDEST_MASK, true, 0};
    }
  }
  op[ERRORS] = (nf_csr_op){NF_CSR_ERRORS, true, 0};
  return nf_network_inspect(net, op, ACCESSES, e);
}

// The switch of a rank in the plane of switch s.
static unsigned leaf_of(const nf_network *net, unsigned s, unsigned rank) {
  const nf_topology *t = net->t;
  const nf_cable *c = &t->cable[t->gpu_cable[rank][t->sw[s].plane]];
  return c->end[c->end[0].gpu].node;
}

// The arrival mask shows who sent a contribution: of a push every rank, of a pull the ranks at this
// switch but the one that asks; what comes from behind other switches may be reduced already.
static bool told_apart(const nf_network *net, const nf_collective_cfg *cfg, unsigned s, unsigned p,
                       unsigned rank) {
  if (cfg->hierarchical) {
    const unsigned leaf = leaf_of(net, s, rank);
    return leaf == s || !net->cfg.manager->site[leaf].reduces_first;
  }
  if (!cfg->pull)
    return true;
  const unsigned port = nf_routing_to_gpu(net->cfg.manager->routing, s, rank, 0);
  const nf_plug *peer = nf_topology_peer(net->t, s, port);
  return peer->gpu && port != p;
}

static void add_entry(nf_note *t, const nf_network *net, const nf_collective_cfg *cfg, unsigned s,
                      unsigned p) {
  const nf_csr_op *o = &net->sw[s].op[p * PER_PORT];
  const uint64_t addr = (uint64_t)(o[ADDR_HI].value & 0xffff) << 32 | o[ADDR_LO].value;
  nf_note_add(t, "; switch %s, port %u, entry 0x%llx: %u of %u contributions", net->t->sw[s].name,
              p, (unsigned long long)addr, o[COUNT].value & 0xffff, o[COUNT].value >> 16);
  unsigned missing = 0;
  for (unsigned r = 0; r < cfg->ranks; r++)
    if (told_apart(net, cfg, s, p, r) &&
        !(o[MASK + PER_GROUP * (r / 32) + 2].value >> r % 32 & 1)) {
      if (missing++ == 0)
        nf_note_add(t, ", missing rank");
      if (missing <= MOST)
        nf_note_add(t, " %u", r);
    }
  if (missing > MOST)
    nf_note_add(t, " and %u more", missing - MOST);
  for (unsigned k = 0; k < net->t->switches; k++) {
    const nf_site_tables *leaf = &net->cfg.manager->site[k];
    if (leaf->reduces_first && !net->cfg.manager->site[s].reduces_first &&
        net->t->sw[k].plane == net->t->sw[s].plane &&
        !(o[MASK + PER_GROUP * (leaf->id / 32) + 2].value >> leaf->id % 32 & 1))
      nf_note_add(t, ", missing %s", net->t->sw[k].name);
  }
}

// Switches that dropped packets.
static void add_drops(nf_note *t, const nf_network *net) {
  for (unsigned s = 0; s < net->t->switches; s++)
    if (net->sw[s].op[ERRORS].value & 0xfff)
      nf_note_add(t, "; switch %s dropped packets, ERRORS is 0x%x (docs/packet.md)",
                  net->t->sw[s].name, net->sw[s].op[ERRORS].value);
}

static void add_entries(nf_note *t, const nf_network *net, const nf_collective_cfg *cfg) {
  unsigned entries = 0;
  for (unsigned s = 0; s < net->t->switches; s++)
    for (unsigned p = 0; p < NF_MAX_PORTS; p++)
      if (net->sw[s].op[p * PER_PORT + ADDR_HI].value >> 31 && entries++ < MOST)
        add_entry(t, net, cfg, s, p);
  if (entries > MOST)
    nf_note_add(t, "; %u further entries wait", entries - MOST);
}

// ------------------------------------------------------------------------------- blocks
// Of what a rank pulls without itself, its own part never leaves it.
static bool adds_own(const nf_collective_cfg *cfg, const nf_interleave *d, unsigned rank,
                     uint32_t block) {
  return cfg->pull && !nf_op_wide(cfg->op, cfg->dtype) && block / d->part_blocks == rank;
}

// The first block that some rank lacks: what memories hold of it, and who has sent nothing.
static void add_block(nf_note *t, const nf_network *net, const nf_statistics *stats,
                      const nf_collective_cfg *cfg) {
  for (unsigned r = 0; r < cfg->ranks; r++)
    for (uint32_t b = 0; b < stats->interleave->blocks; b++) {
      if (nf_memory_complete(net->gpu[r].memory, b))
        continue;
      nf_note_add(t, "; rank %u lacks packet %u, address 0x%llx", r, b,
                  (unsigned long long)nf_interleave_addr(stats->interleave, b));
      for (unsigned k = 0; k < cfg->ranks; k++)
        if (nf_memory_count(net->gpu[k].memory, b))
          nf_note_add(t, ", memory of rank %u holds %u of %u contributions", k,
                      nf_memory_count(net->gpu[k].memory, b), cfg->ranks);
      unsigned silent = 0;
      for (unsigned k = 0; k < cfg->ranks; k++)
        if (!nf_statistics_gave(stats, k, b) && !adds_own(cfg, stats->interleave, k, b) &&
            silent++ < MOST)
          nf_note_add(t, "%s %u", silent == 1 ? ", nothing was sent for it by rank" : "", k);
      return;
    }
}

// Tables whose entries did not end as they should.
static int add_events(nf_note *t, nf_network *net, nf_err *e) {
  static const struct {
    uint8_t event;
    const char *what;
  } noted[] = {{NF_EV_TIMEOUT, "entries timed out"}, {NF_EV_POISON, "results were poisoned"}};
  enum { NOTED = sizeof noted / sizeof noted[0], EACH = 1 + NOTED };
  nf_csr_op op[NF_MAX_PORTS * EACH];
  unsigned found = 0;
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    op[p * EACH] = (nf_csr_op){NF_CSR_PORT_SELECT, false, p};
    for (unsigned k = 0; k < NOTED; k++)
      op[p * EACH + 1 + k] =
          (nf_csr_op){(uint16_t)(NF_CSR_EVENT_BASE + 4 * noted[k].event), true, 0};
  }
  if (nf_network_inspect(net, op, NF_MAX_PORTS * EACH, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned s = 0; s < net->t->switches; s++)
    for (unsigned p = 0; p < NF_MAX_PORTS; p++)
      for (unsigned k = 0; k < NOTED; k++) {
        const uint32_t count = net->sw[s].op[p * EACH + 1 + k].value;
        if (count && found++ < 2 * MOST)
          nf_note_add(t, "; switch %s, port %u: %u %s", net->t->sw[s].name, p, count,
                      noted[k].what);
      }
  return NF_EXIT_OK;
}

// Contributions that an endpoint has refused, whose sums will not be complete
// (docs/endpoint/nf_endpoint_count.md). Waves end in any order, so a block of a push may come that
// shares its slot of the count store with the sum of a wave long before it. To a pull a table whose
// entry has timed out with nothing in it says so by a response that counts nothing.
static void add_refusals(nf_note *t, const nf_network *net, bool pull) {
  unsigned found = 0;
  for (unsigned g = 0; g < net->t->gpus; g++)
    for (unsigned l = 0; l < net->t->links; l++) {
      const uint64_t count = net->gpu[g].events[l][NF_ENDPOINT_EV_ERR_COUNT];
      if (!count || found++ >= MOST)
        continue;
      if (pull)
        nf_note_add(t, "; gpu%u.%u got %llu responses in which nothing had come in time", g, l,
                    (unsigned long long)count);
      else
        nf_note_add(t,
                    "; gpu%u.%u refused %llu partial sums: of its %u running sums one of another "
                    "block has their slot; give a longer --timeout or fewer --waves",
                    g, l, (unsigned long long)count, net->cfg.endpoint.Acks);
    }
}

int nf_stall_diagnose(nf_network *net, const nf_statistics *stats, const nf_collective_cfg *cfg,
                      uint64_t start, nf_err *e) {
  const uint64_t cycle = net->cycle - start, quiet = net->cycle - net->last_move;
  nf_note t = {.used = 0};
  add_links(&t, net);
  if (read_tables(net, e) != NF_EXIT_OK)
    return e->status;
  add_drops(&t, net);
  add_entries(&t, net, cfg);
  add_block(&t, net, stats, cfg);
  add_refusals(&t, net, cfg->pull);
  // An entry of a push that times out leaves as a partial sum; one of a pull is lost.
  if (cfg->pull && add_events(&t, net, e) != NF_EXIT_OK)
    return e->status;
  return nf_err_set(e, NF_EXIT_STALLED, "stalled: no flit moved for %llu cycles, cycle %llu%s",
                    (unsigned long long)quiet, (unsigned long long)cycle, t.text);
}

int nf_stall_diagnose_command(nf_network *net, const nf_statistics *stats, unsigned rank,
                              int status, const char *text, nf_err *e) {
  nf_note t = {.used = 0};
  const int64_t poisoned = nf_memory_poisoned(net->gpu[rank].memory);
  if (poisoned >= 0 && poisoned < stats->interleave->blocks)
    nf_note_add(&t, "; poisoned: packet %u, address 0x%llx", (unsigned)poisoned,
                (unsigned long long)nf_interleave_addr(stats->interleave, (uint32_t)poisoned));
  add_links(&t, net);
  if (add_events(&t, net, e) != NF_EXIT_OK)
    return e->status;
  return nf_err_set(e, status, "%.400s%s", text, t.text);
}
