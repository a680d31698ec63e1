// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "table.h"

#include "reduce/nf_reduce_decide.h"
#include <stdlib.h>

// From the slot of a packet's last flit to the header of what it made, both as they would leave the
// switch by a port: 7 cycles in the table, then the result row, which the payload has entered by
// then (docs/reduce.md, docs/switch.md). So pushes through an empty network take as many cycles as
// in the cycle engine.
enum {
  RESULT_TICKS = 13 * NF_FAST_CYCLE,
  // A table takes a pull request's question in one cycle of three: waits, is looked up, is decided.
  ASK_TICKS = 3 * NF_FAST_CYCLE
};

static uint64_t key_of(const nf_fast_packet *p, unsigned mode, unsigned requester) {
  return p->tag | (uint64_t)mode << 32 | (uint64_t)requester << 40;
}

static int find(const nf_fast_table *t, uint64_t key) {
  for (uint32_t m = t->valid; m; m &= m - 1)
    if (t->entry[__builtin_ctz(m)].key == key)
      return __builtin_ctz(m);
  return -1;
}

static uint32_t usable(const nf_fast *f) {
  return f->tables->entries < 32 ? (1u << f->tables->entries) - 1 : ~0u;
}

void nf_fast_table_watch(nf_fast *f, nf_fast_site *s, unsigned port) {
  const uint32_t next = nf_fast_table_next(&s->table[port]);
  if (next != s->due[port])
    nf_fast_wake_table(f, s, port, next);
}

static unsigned oldest_push(const nf_fast_table *t) {
  unsigned oldest = NF_MAX_ENTRIES;
  for (uint32_t m = t->valid & t->push; m; m &= m - 1) {
    const unsigned e = (unsigned)__builtin_ctz(m);
    if (oldest == NF_MAX_ENTRIES || t->entry[e].touched < t->entry[oldest].touched)
      oldest = e;
  }
  return oldest;
}

// ------------------------------------------------------------------------------- ages
static uint32_t dies(const nf_fast_tables *c, const nf_fast_table_entry *e) {
  return c->timeout ? (e->born + c->timeout) * c->period.by : NF_FAST_NEVER;
}

static void touch(nf_fast *f, nf_fast_table *t, unsigned e, uint32_t now) {
  const nf_fast_tables *c = f->tables;
  t->entry[e].touched = t->touches++;
  t->entry[e].born = c->timeout ? nf_fast_quotient(now, &c->period) : 0;
  const uint32_t end = dies(c, &t->entry[e]);
  t->deadline = end < t->deadline ? end : t->deadline;
}

// The first entry that is too old, -1: none; and when one may be next.
static int too_old(nf_fast *f, nf_fast_table *t, uint32_t now) {
  int found = -1;
  t->deadline = NF_FAST_NEVER;
  for (uint32_t m = t->valid; m; m &= m - 1) {
    const int e = __builtin_ctz(m);
    const uint32_t end = dies(f->tables, &t->entry[e]);
    if (end <= now && found < 0)
      found = e;
    else if (end < t->deadline)
      t->deadline = end;
  }
  return found;
}

uint32_t nf_fast_table_deadline(nf_fast *f, nf_fast_site *s, unsigned port) {
  nf_fast_table *t = &s->table[port];
  uint32_t first = NF_FAST_NEVER;
  for (uint32_t m = t->valid; m; m &= m - 1) {
    const uint32_t end = dies(f->tables, &t->entry[__builtin_ctz(m)]);
    first = end < first ? end : first;
  }
  if (first > t->deadline) // else one is too old and waits for a packet's border
    t->deadline = first;
  s->due[port] = nf_fast_table_next(t);
  return t->deadline;
}

// ------------------------------------------------------------------------------- payload
// Out of the way of runs that have none.
#define RARE static __attribute__((noinline, cold))

RARE uint32_t *entry_term(const nf_fast *f, const nf_fast_site *s, unsigned port, unsigned e) {
  return nf_fast_payload_entry(f->payload, (uint32_t)(s - f->fabric->site), port, e);
}

// What a packet brings to entry `hit`, for which the table has decided; barriers bring nothing. The
// entry's sum with it, as the ALUs of the port reduce them, where that is what stays or leaves.
RARE uint32_t bring(nf_fast *f, const nf_fast_site *s, unsigned port, int hit, unsigned act,
                    const nf_fast_packet *p) {
  if (p->flits == 1)
    return 0;
  uint32_t term = nf_fast_payload_of(f->payload, s->plane, f->fabric->planes, p, f->err);
  uint32_t *entry = hit < 0 ? NULL : entry_term(f, s, port, (unsigned)hit);
  if (act == NF_REDUCE_ACT_REDUCE || act == NF_REDUCE_ACT_FINISH || act == NF_REDUCE_ACT_REST)
    term = nf_fast_payload_add(f->payload, *entry, term, f->err);
  if (act == NF_REDUCE_ACT_REDUCE || act == NF_REDUCE_ACT_FIRST)
    *entry = term;
  return term;
}

RARE void send_term(nf_fast *f, const nf_fast_site *s, const nf_fast_packet *p, uint32_t term) {
  nf_fast_payload_send(f->payload, s->plane, p, term, f->err);
}

// ------------------------------------------------------------------------------- what leaves
// A leaf's table that reduces before the uplink.
static bool reduces_first(const nf_fast_site *s, uint64_t key) {
  return s->local && (key >> 32 & 3) == NF_REDUCE_MODE_PUSH;
}

// Contributions of a whole sum of a push.
static unsigned members_of(const nf_fast *f, const nf_fast_site *s, uint64_t key) {
  return reduces_first(s, key) ? s->local : f->tables->members;
}

static unsigned home_of(const nf_fast *f, const nf_fast_site *s, uint32_t tag) {
  const nf_fast_tables *c = f->tables;
  const uint32_t block = tag * f->fabric->planes + s->plane;
  return c->home[block / c->part_blocks % c->classes];
}

// term: its payload, if the run has any.
static void leave(nf_fast *f, nf_fast_site *s, unsigned port, nf_fast_packet p, uint32_t term,
                  uint32_t when) {
  nf_fast_table *t = &s->table[port];
  p.time = when;
  t->result[(t->first + t->pending++) % NF_FAST_PENDING] = p;
  f->made++;
  if (term)
    send_term(f, s, &p, term);
}

// Part of a sum leaves for the block's home GPU; of a leaf that reduces first for the home table.
static void leave_part(nf_fast *f, nf_fast_site *s, unsigned port, const nf_fast_packet *like,
                       uint64_t key, unsigned count, uint32_t term, uint32_t when) {
  nf_fast_packet p = *like;
  const bool barrier = (key >> 32 & 3) == NF_REDUCE_MODE_BARRIER;
  p.tag = (uint32_t)key;
  p.kind = NF_OPCODE_PUSH_PARTIAL;
  p.from = (uint16_t)s->node;
  p.to = reduces_first(s, key) ? NF_FAST_HOME_TABLE : (uint16_t)home_of(f, s, p.tag);
  p.count = (uint16_t)count;
  p.flits = barrier ? 1 : NF_MAX_PACKET_FLITS;
  f->tables->partials += p.to != NF_FAST_HOME_TABLE;
  leave(f, s, port, p, barrier ? 0 : term, when);
}

// An entry is no more, with so many contributions.
static void show_end(nf_fast *f, const nf_fast_site *s, unsigned port, unsigned e, unsigned count,
                     uint32_t now) {
  const nf_fast_table_entry *old = &s->table[port].entry[e];
  if (f->trace)
    nf_fast_trace_leaves(f->trace, s, port, e, (uint32_t)old->key * f->fabric->planes + s->plane,
                         count, old->expected, now);
}

// Entry e leaves before its sum is complete; pulls stay until they are.
static void leave_early(nf_fast *f, nf_fast_site *s, unsigned port, unsigned e,
                        const nf_fast_packet *like, uint32_t when, uint32_t now) {
  nf_fast_table *t = &s->table[port];
  const nf_fast_table_entry *old = &t->entry[e];
  show_end(f, s, port, e, old->count, now);
  leave_part(f, s, port, like, old->key, old->count, f->payload ? *entry_term(f, s, port, e) : 0,
             when);
  nf_reduce_ghosts_remember(&t->ghosts, (nf_reduce_a_ghost){old->key, old->expected, old->count});
}

// ------------------------------------------------------------------------------- packets
static void insert(nf_fast *f, const nf_fast_site *s, nf_fast_table *t, unsigned e, uint64_t key,
                   unsigned count, unsigned expected, uint32_t now) {
  const bool pull = (key >> 32 & 3) == NF_REDUCE_MODE_PULL;
  t->valid |= 1u << e;
  t->data = count ? t->data | 1u << e : t->data & ~(1u << e);
  t->push = pull ? t->push & ~(1u << e) : t->push | 1u << e;
  t->entry[e] =
      (nf_fast_table_entry){.key = key, .count = (uint16_t)count, .expected = (uint16_t)expected};
  touch(f, t, e, now);
  if (f->trace)
    nf_fast_trace_entry(f->trace, s, (unsigned)(t - s->table), e, now);
}

// What is still to come for a key that gets an entry. Asked before another entry leaves for it,
// whose ghost may push out the one of this key.
static unsigned to_come(const nf_fast *f, const nf_fast_site *s, nf_fast_table *t, uint64_t key) {
  const nf_reduce_a_ghost *g = nf_reduce_ghosts_find(&t->ghosts, key);
  const unsigned expected = g ? (unsigned)(g->expected - g->count) : members_of(f, s, key);
  nf_reduce_ghosts_forget(&t->ghosts, key);
  return expected;
}

// Has the table a place for the request whose turn it is? At a later hop it goes on without one.
static bool may_ask(const nf_fast *f, const nf_fast_table *t) {
  return !t->first_hop || usable(f) & ~t->valid;
}

// A request has its turn, and an entry if there is one and the switch waits for the responses.
static void answer(nf_fast *f, nf_fast_site *s, unsigned port, const nf_fast_packet *p,
                   uint32_t now) {
  nf_fast_table *t = &s->table[port];
  const nf_fast_plan_plane *plane = &f->plan->plane[s->plane];
  const uint32_t vacant = usable(f) & ~t->valid;
  const uint32_t tree =
      nf_fast_plan_tree(f->plan, s, plane->leaf[p->from], p->tag, p->tag % plane->slots);
  const unsigned expected = t->first_hop ? f->tables->members - 1u : s->below[tree];
  t->ask_next = now + ASK_TICKS;
  if (vacant && expected)
    insert(f, s, t, (unsigned)__builtin_ctz(vacant), key_of(p, NF_REDUCE_MODE_PULL, p->from), 0,
           expected, now);
}

// The oldest request that waits has its turn, if it is time and there is a place.
static void serve_requests(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now) {
  nf_fast_table *t = &s->table[port];
  if (t->ask_head && t->ask_next <= now && may_ask(f, t)) {
    const uint32_t i = t->ask_head;
    const nf_fast_packet p = f->pool->entry[i].packet;
    t->ask_head = nf_fast_next(&f->pool->entry[i]);
    answer(f, s, port, &p, now);
    nf_fast_go_on(f, s, port, i, now);
  }
  if (t->ask_head && may_ask(f, t) && t->ask_next < t->deadline)
    t->deadline = t->ask_next;
}

static void finish(nf_fast *f, nf_fast_site *s, unsigned port, int hit, const nf_fast_packet *p,
                   unsigned count, unsigned mode, uint32_t term, uint32_t when, uint32_t now) {
  nf_fast_table *t = &s->table[port];
  nf_fast_packet r = *p;
  r.count = (uint16_t)count;
  r.from = (uint16_t)s->node;
  const bool goes_up = reduces_first(s, key_of(p, mode, 0));
  if (goes_up)
    r.to = NF_FAST_HOME_TABLE;
  if (mode != NF_REDUCE_MODE_PULL)
    r.kind = mode == NF_REDUCE_MODE_BARRIER ? NF_OPCODE_BARRIER_DONE
             : goes_up                      ? NF_OPCODE_PUSH_PARTIAL
                                            : NF_OPCODE_PUSH_RESULT;
  leave(f, s, port, r, term, when);
  if (hit < 0) {
    nf_reduce_ghosts_forget(&t->ghosts, key_of(p, mode, 0));
    return;
  }
  show_end(f, s, port, (unsigned)hit, count, now);
  t->valid &= ~(1u << hit);
  serve_requests(f, s, port, now);
}

static nf_reduce_decide_out decide(const nf_fast *f, const nf_fast_site *s, const nf_fast_table *t,
                                   const nf_fast_packet *p, unsigned mode, uint64_t key, int hit) {
  const bool pull = mode == NF_REDUCE_MODE_PULL;
  const nf_reduce_a_ghost *g =
      pull || t->ghosts.used == 0 ? NULL : nf_reduce_ghosts_find(&t->ghosts, key);
  nf_reduce_decide_in in = {.mode = (uint8_t)mode,
                            .count = p->count,
                            .expected = (uint16_t)(members_of(f, s, key) - pull),
                            .first_hop = t->first_hop,
                            .usable = true,
                            .hit = hit >= 0,
                            .free = (usable(f) & ~t->valid) != 0,
                            .victim = (t->valid & t->push) != 0,
                            .ghost = g ? NF_REDUCE_GHOST(g->expected, g->count) : 0};
  if (hit >= 0) {
    in.hit_data = t->data >> hit & 1;
    in.hit_count = t->entry[hit].count;
    in.hit_expected = t->entry[hit].expected;
  }
  nf_reduce_decide_out out;
  nf_reduce_decide_eval(&in, &out);
  return out;
}

static unsigned mode_of(const nf_fast_packet *p) {
  const unsigned opcode = nf_fast_opcode(p);
  return opcode == NF_OPCODE_PULL_RSP  ? NF_REDUCE_MODE_PULL
         : opcode == NF_OPCODE_BARRIER ? NF_REDUCE_MODE_BARRIER
                                       : NF_REDUCE_MODE_PUSH;
}

// An entry has so many contributions now.
static void add(nf_fast *f, nf_fast_table *t, unsigned e, unsigned count, uint32_t now) {
  t->entry[e].count = (uint16_t)count;
  t->data |= 1u << e;
  touch(f, t, e, now);
}

void nf_fast_table_take(nf_fast *f, nf_fast_site *s, unsigned port, const nf_fast_packet *p,
                        uint32_t now) {
  nf_fast_table *t = &s->table[port];
  const unsigned mode = mode_of(p);
  const uint64_t key = key_of(p, mode, mode == NF_REDUCE_MODE_PULL ? p->to : 0);
  const int hit = find(t, key);
  if (hit >= 0 && !f->payload && t->entry[hit].count + p->count < t->entry[hit].expected) {
    // By far the most packets, so decided here: it is added, and more is to come.
    f->made--;
    add(f, t, (unsigned)hit, t->entry[hit].count + p->count, now);
    nf_fast_table_watch(f, s, port);
    return;
  }
  const nf_reduce_decide_out d = decide(f, s, t, p, mode, key, hit);
  const uint32_t when = s->out[s->ports + port].free - s->out[s->ports + port].flit + RESULT_TICKS,
                 term = f->payload ? bring(f, s, port, hit, d.act, p) : 0;
  f->made--;
  switch (d.act) {
  case NF_REDUCE_ACT_EVICT:
  case NF_REDUCE_ACT_INSERT: {
    const bool full = d.act == NF_REDUCE_ACT_EVICT;
    const unsigned e = full ? oldest_push(t) : (unsigned)__builtin_ctz(usable(f) & ~t->valid),
                   expected = to_come(f, s, t, key);
    if (full)
      leave_early(f, s, port, e, p, when, now);
    f->tables->evictions += full;
    insert(f, s, t, e, key, p->count, expected, now);
    if (term)
      *entry_term(f, s, port, e) = term;
    break;
  }
  case NF_REDUCE_ACT_FIRST:
  case NF_REDUCE_ACT_REDUCE:
    add(f, t, (unsigned)hit, d.sum, now);
    break;
  case NF_REDUCE_ACT_FINISH:
  case NF_REDUCE_ACT_ONLY:
  case NF_REDUCE_ACT_PASS:
    finish(f, s, port, hit, p, hit >= 0 ? d.sum : p->count, mode, term, when, now);
    break;
  case NF_REDUCE_ACT_REST:
    f->tables->rests++;
    leave_part(f, s, port, p, key, d.sum, term, when);
    show_end(f, s, port, (unsigned)hit, d.sum, now);
    t->valid &= ~(1u << hit);
    serve_requests(f, s, port, now);
    break;
  case NF_REDUCE_ACT_BYPASS:
    f->tables->rests += d.rest;
    if (mode == NF_REDUCE_MODE_PULL)
      leave(f, s, port, *p, term, when);
    else
      leave_part(f, s, port, p, key, p->count, term, when);
    nf_reduce_ghosts_forget(&t->ghosts, key);
    break;
  default: // dropped
    if (f->tables->timeouts)
      nf_err_set(f->err, NF_EXIT_STALLED,
                 "stalled: --timeout has ended the wait for block %u of plane %u before all of it "
                 "had come, so its sum cannot be complete; give a longer one, or 0",
                 p->tag, s->plane);
    else // a bug of the plan
      nf_err_set(f->err, NF_EXIT_FAILED,
                 "node %u, port %u: the table drops a packet for block %u of plane %u", s->node,
                 port, p->tag, s->plane);
  }
  nf_fast_table_watch(f, s, port);
}

bool nf_fast_table_ask(nf_fast *f, nf_fast_site *s, const nf_fast_packet *p, unsigned port,
                       uint32_t now) {
  nf_fast_table *t = &s->table[port];
  const bool waits = t->ask_head || t->ask_next > now || !may_ask(f, t);
  if (waits) {
    nf_fast_keep(f, s, port, p, &t->ask_head, &t->ask_tail);
    serve_requests(f, s, port, now);
  } else
    answer(f, s, port, p, now);
  nf_fast_table_watch(f, s, port);
  return !waits;
}

// ------------------------------------------------------------------------------- time
static void expire(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now) {
  nf_fast_table *t = &s->table[port];
  nf_fast_out *in = &s->out[s->ports + port];
  const int e = too_old(f, t, now);
  if (e < 0)
    return;
  if (in->free > now || !nf_fast_table_ready(s, port)) { // at the next packet's border
    t->deadline = in->free > now ? in->free : now + in->flit;
    return;
  }
  f->tables->timeouts++;
  t->valid &= ~(1u << e);
  in->free = now + NF_MAX_PACKET_FLITS * in->flit;
  if (t->deadline <= now) // another one is too old: at the border that follows
    t->deadline = in->free;
  leave_early(f, s, port, (unsigned)e, &(nf_fast_packet){.time = 0},
              in->free - in->flit + RESULT_TICKS, now);
}

void nf_fast_table_tick(nf_fast *f, nf_fast_site *s, unsigned port, uint32_t now) {
  nf_fast_table *t = &s->table[port];
  if (t->pending && t->result[t->first].time == now) {
    const nf_fast_packet p = *nf_fast_table_pop(t);
    nf_fast_result(f, s, port, &p, now);
  }
  if (t->deadline <= now) {
    expire(f, s, port, now);
    serve_requests(f, s, port, now);
  }
  nf_fast_table_watch(f, s, port);
}

int nf_fast_tables_open(nf_fast *f, nf_fast_tables *c, nf_err *e) {
  nf_fast_fabric *net = f->fabric;
  f->tables = c;
  for (uint32_t i = 0; i < net->sites; i++) {
    nf_fast_site *s = &net->site[i];
    if (s->endpoint || !s->mine)
      continue;
    nf_fast_table_entry *entry = calloc((size_t)s->tables * c->entries, sizeof *entry);
    s->table = calloc(s->tables, sizeof *s->table);
    if (!s->table || !entry) {
      free(entry);
      return nf_err_memory(e, "reduction tables");
    }
    net->bytes += s->tables * (sizeof *s->table + c->entries * sizeof *entry);
    for (unsigned p = 0; p < s->tables; p++) {
      nf_fast_table *t = &s->table[p];
      const nf_graph_node *n = &net->graph->node[s->node];
      t->first_hop = p < s->ports && net->graph->port[n->first_port + s->graph_port[p]].peer <
                                         net->graph->endpoints;
      t->deadline = NF_FAST_NEVER;
      t->ghosts.room = 4; // as the switches of netfold allreduce (sim/klenk/engine.h)
      t->entry = entry + p * c->entries;
    }
  }
  return NF_EXIT_OK;
}

void nf_fast_tables_close(nf_fast *f) {
  for (uint32_t i = 0; i < f->fabric->sites; i++) {
    if (f->fabric->site[i].table)
      free(f->fabric->site[i].table[0].entry);
    free(f->fabric->site[i].table);
    f->fabric->site[i].table = NULL;
  }
}
