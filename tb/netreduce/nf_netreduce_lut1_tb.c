// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Connections that become members of rings. Here a ring is the list of its members, in the order in
// which they came, and who a member is is counted in that list.
#include "netreduce/nf_netreduce_lut1.h"

#include "nf_tb.h"

extern const nf_dut nf_netreduce_lut1_dut;

enum { HOST = NF_NETREDUCE_ROLE_HOST, HEADER = NF_NETREDUCE_ROLE_HEADER };
enum { GLOBAL = NF_NETREDUCE_ROLE_GLOBAL };
enum { RINGS = NF_NETREDUCE_MAX_RINGS, HOSTS = NF_NETREDUCE_MAX_HOSTS, CAUSES = 32, LATENCY = 2 };

typedef struct {
  uint32_t src, dst, qp;
  unsigned port, number, role;
} member;

typedef struct {
  unsigned room, count; // room for hosts; members
  bool leaf;
  member list[HOSTS];
} circle;

typedef struct {
  circle rings[RINGS];
  bool taken[128];                        // numbers
  nf_netreduce_lut1_out expect[LATENCY];  // answers under way
  unsigned seen[CAUSES], answers, writes; // writes: in 10,000 cycles
  uint32_t last_src, last_dst, last_qp;
  unsigned step;
  nf_pace pace;
} table;

static bool is(const member *m, const nf_netreduce_lut1_in *in) {
  return m->src == in->src_ip && m->dst == in->dst_ip && m->qp == in->dst_qp;
}

static unsigned count_role(const circle *k, unsigned before, unsigned role) {
  unsigned n = 0;
  for (unsigned h = 0; h < before; h++)
    n += k->list[h].role == role;
  return n;
}

static unsigned role_in(const circle *k, unsigned role) {
  return role == GLOBAL && !k->leaf ? HOST : role;
}

static void answer(nf_netreduce_lut1_out *o, const table *c, unsigned r, unsigned at) {
  const circle *const k = &c->rings[r];
  const member *const m = &k->list[at];
  o->ring = (uint8_t)r;
  o->role = (uint8_t)m->role;
  o->host = (uint8_t)(m->role == HOST     ? count_role(k, at, HOST)
                      : m->role == HEADER ? k->room
                                          : k->room + 1);
  o->connection = (uint8_t)m->number;
}

static uint8_t join(table *c, const nf_netreduce_lut1_in *in, nf_netreduce_lut1_out *o) {
  if (in->ring >= P_Rings || c->rings[in->ring].room == 0)
    return NF_NETREDUCE_CAUSE_NO_RING;
  circle *const k = &c->rings[in->ring];
  const unsigned role = role_in(k, in->role);
  if (role == HEADER && !k->leaf)
    return NF_NETREDUCE_CAUSE_ROLE;
  if (count_role(k, k->count, role) >= (role == HOST ? k->room : 1))
    return NF_NETREDUCE_CAUSE_RING_FULL;
  for (unsigned h = 0; h < k->count; h++)
    if (k->list[h].port == in->port && (role == HOST || k->list[h].role == HOST))
      return NF_NETREDUCE_CAUSE_MEMBER;
  for (unsigned n = 0; n < P_Connections; n++) {
    if (c->taken[n])
      continue;
    c->taken[n] = true;
    k->list[k->count] = (member){in->src_ip, in->dst_ip, in->dst_qp, in->port, n, role};
    answer(o, c, in->ring, k->count++);
    o->fresh = true;
    return NF_NETREDUCE_CAUSE_NONE;
  }
  nf_tb_cover(tb, "no entry left");
  return NF_NETREDUCE_CAUSE_RING_FULL;
}

static uint8_t look(table *c, const nf_netreduce_lut1_in *in, nf_netreduce_lut1_out *o) {
  for (unsigned r = 0; r < P_Rings; r++)
    for (unsigned h = 0; h < c->rings[r].count; h++) {
      const member *const m = &c->rings[r].list[h];
      if (!is(m, in))
        continue;
      if (m->port != in->port)
        return NF_NETREDUCE_CAUSE_MEMBER;
      if (in->first && in->ring != r)
        return NF_NETREDUCE_CAUSE_OTHER_RING;
      if (role_in(&c->rings[r], in->role) != m->role)
        return NF_NETREDUCE_CAUSE_ROLE;
      answer(o, c, r, h);
      return NF_NETREDUCE_CAUSE_NONE;
    }
  return in->first ? join(c, in, o) : NF_NETREDUCE_CAUSE_UNKNOWN;
}

static void renew(table *c, const nf_netreduce_lut1_in *in) {
  if (in->cfg_ring >= P_Rings)
    return;
  circle *const k = &c->rings[in->cfg_ring];
  for (unsigned h = 0; h < k->count; h++)
    c->taken[k->list[h].number] = false;
  k->count = 0;
  k->leaf = in->cfg_leaf;
  k->room = in->cfg_members + (k->leaf ? 2u : 0) <= HOSTS ? in->cfg_members : 0;
}

// Compares what is due and says what this cycle's inputs will bring.
static void judge(nf_tb *tb, table *c, const nf_netreduce_lut1_out *o,
                  const nf_netreduce_lut1_in *in) {
  nf_netreduce_lut1_out *const e = &c->expect[nf_tb_cycle(tb) % LATENCY];
  nf_tb_check(tb, o->valid == e->valid && o->cause == e->cause && o->fresh == e->fresh,
              "cause %u, fresh %d: expected %u, %d", o->cause, o->fresh, e->cause, e->fresh);
  nf_tb_check(tb, o->connection == e->connection && o->ring == e->ring && o->host == e->host,
              "connection %u ring %u host %u: expected %u %u %u", o->connection, o->ring, o->host,
              e->connection, e->ring, e->host);
  nf_tb_check(tb, o->role == e->role, "role %u: expected %u", o->role, e->role);
  *e = (nf_netreduce_lut1_out){.valid = in->lookup_valid};
  if (in->lookup_valid) {
    e->cause = look(c, in, e);
    c->seen[e->cause]++;
    c->answers++;
  }
  if (in->cfg_valid)
    renew(c, in);
}

static void write_ring(nf_netreduce_lut1_in *in, unsigned ring, unsigned members, bool leaf) {
  in->cfg_valid = true;
  in->cfg_leaf = leaf;
  in->cfg_ring = (uint8_t)ring;
  in->cfg_members = (uint8_t)members;
}

// ------------------------------------------------------------------------------------- random
static void start(nf_tb *tb, void *ctx) {
  ((table *)ctx)->pace = nf_pace_any(tb);
  ((table *)ctx)->writes = 300;
}

static void start_rare(nf_tb *tb, void *ctx) {
  (void)tb;
  ((table *)ctx)->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  ((table *)ctx)->writes = 10 * P_Rings;
}

// Keys that differ in a few bits of one field; each connection likes one port, one ring, one role.
static void ask(nf_tb *tb, table *c, nf_netreduce_lut1_in *in) {
  if (!nf_tb_chance(tb, 30)) {
    c->last_src = (uint32_t)nf_tb_below(tb, 4);
    c->last_dst = (uint32_t)nf_tb_below(tb, 4);
    c->last_qp = (uint32_t)nf_tb_below(tb, 4);
  }
  const uint32_t s = c->last_src, d = c->last_dst, q = c->last_qp;
  in->lookup_valid = true;
  in->first = nf_tb_chance(tb, 60);
  in->src_ip = 0x0a000001u ^ s << 30 ^ s << 3;
  in->dst_ip = 0x0a000001u ^ d << 30 ^ d << 12;
  in->dst_qp = 0x000012u ^ q << 22 ^ q;
  in->port = (uint8_t)((s * 5 + d * 3 + q) % 8);
  in->ring = (uint16_t)((s * 7 + d + q * 2) % P_Rings);
  in->role = (uint8_t)((q & 1) != 0 ? 1 + s % 2 : HOST);
  if (in->role != HOST && nf_tb_chance(tb, 50))
    in->port = 0; // shared
  if (nf_tb_chance(tb, 5))
    in->role = (uint8_t)nf_tb_below(tb, 3);
  if (nf_tb_chance(tb, 5))
    in->port = (uint8_t)nf_tb_below(tb, 8);
  if (nf_tb_chance(tb, 5))
    in->ring = (uint16_t)nf_tb_below(tb, P_Rings + 2u);
  if (nf_tb_chance(tb, 2))
    in->ring = (uint16_t)(in->ring | 1u << (4 + nf_tb_below(tb, 12)));
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  table *const c = ctx;
  nf_netreduce_lut1_in *const in = input;
  if (nf_tb_cycle(tb) < RINGS)
    write_ring(in, (unsigned)nf_tb_cycle(tb), HOSTS, false); // all at once, to fill the table
  else if (nf_tb_below(tb, 10000) < c->writes)
    write_ring(in, (unsigned)nf_tb_below(tb, P_Rings < RINGS ? P_Rings + 1u : RINGS),
               (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 4 : 16), nf_tb_chance(tb, 50));
  if (nf_pace_go(tb, &c->pace))
    ask(tb, c, in);
  judge(tb, c, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  static const uint8_t causes[] = {NF_NETREDUCE_CAUSE_NONE,    NF_NETREDUCE_CAUSE_UNKNOWN,
                                   NF_NETREDUCE_CAUSE_NO_RING, NF_NETREDUCE_CAUSE_RING_FULL,
                                   NF_NETREDUCE_CAUSE_MEMBER,  NF_NETREDUCE_CAUSE_OTHER_RING,
                                   NF_NETREDUCE_CAUSE_ROLE};
  const table *const c = ctx;
  for (unsigned i = 0; i < sizeof causes; i++)
    if (P_Rings > 1 || causes[i] != NF_NETREDUCE_CAUSE_OTHER_RING)
      nf_tb_check(tb, c->seen[causes[i]] != 0, "cause %u never came", causes[i]);
}

// ----------------------------------------------------------------------------------- directed
static nf_netreduce_lut1_in packet(unsigned host, bool first, unsigned ring) {
  return (nf_netreduce_lut1_in){.lookup_valid = true,
                                .first = first,
                                .ring = (uint16_t)ring,
                                .src_ip = 0xc0a80001u + host,
                                .dst_ip = 0xc0a80002u + host,
                                .dst_qp = 0x100,
                                .port = (uint8_t)(7 - host)};
}

// Members come in the order 2, 0, 1; each cycle a packet, the write in the middle of them.
static void drive_order(nf_tb *tb, void *ctx, const void *out, void *input) {
  enum { NONE = NF_NETREDUCE_CAUSE_NONE, FULL = NF_NETREDUCE_CAUSE_RING_FULL };
  static const struct {
    unsigned host, cause, number;
    bool first, fresh, renew;
  } script[] = {
      {2, NF_NETREDUCE_CAUSE_NO_RING, 0, true, false, true}, // behind it the ring is there
      {2, NF_NETREDUCE_CAUSE_UNKNOWN, 0, false, false, false},
      {2, NONE, 0, true, true, false},   // becomes host 0
      {2, NONE, 0, false, false, false}, // found at once
      {2, NONE, 0, true, false, false},  // tagged again: still host 0
      {0, NONE, 1, true, true, false},
      {0, NONE, 1, false, false, false},
      {1, FULL, 0, true, false, false}, // a ring of two
      {1, NF_NETREDUCE_CAUSE_UNKNOWN, 0, false, false, false},
      {2, NONE, 0, false, false, true}, // behind it the ring is empty
      {2, NF_NETREDUCE_CAUSE_UNKNOWN, 0, false, false, false},
      {1, NONE, 0, true, true, false},
      {2, NONE, 1, true, true, true}, // joins and is gone
      {2, NF_NETREDUCE_CAUSE_UNKNOWN, 0, false, false, false},
  };
  enum { STEPS = sizeof script / sizeof *script };
  table *const c = ctx;
  nf_netreduce_lut1_in *const in = input;
  const nf_netreduce_lut1_out *const o = out;
  if (c->step >= LATENCY && c->step < STEPS + LATENCY) {
    const unsigned s = c->step - LATENCY;
    nf_tb_check(tb, o->cause == script[s].cause && o->fresh == script[s].fresh, "step %u: cause %u",
                s, o->cause);
    nf_tb_check(tb, o->connection == script[s].number && o->host == script[s].number,
                "step %u: connection %u, host %u", s, o->connection, o->host);
  }
  if (c->step < STEPS) {
    *in = packet(script[c->step].host, script[c->step].first, 0);
    if (script[c->step].renew)
      write_ring(in, 0, 2, false);
  }
  c->step++;
  judge(tb, c, out, in);
}

// A leaf with two hosts, on ports 0 and 1; what comes from above comes by port 5. Behind it the
// ring is one of one switch.
static void drive_leaf(nf_tb *tb, void *ctx, const void *out, void *input) {
  enum { NONE = NF_NETREDUCE_CAUSE_NONE, FULL = NF_NETREDUCE_CAUSE_RING_FULL };
  enum { MEMBER = NF_NETREDUCE_CAUSE_MEMBER, ROLE = NF_NETREDUCE_CAUSE_ROLE };
  static const struct {
    unsigned key, role, port, cause, host, has;
    bool renew, leaf;
  } script[] = {
      {0, HOST, 0, NF_NETREDUCE_CAUSE_NO_RING, 0, 0, true, true},
      {3, GLOBAL, 5, NONE, 3, GLOBAL, false, false}, // though it is the first one that comes
      {0, HOST, 5, MEMBER, 0, 0, false, false},
      {2, HEADER, 5, NONE, 2, HEADER, false, false}, // shares GLOBAL's port
      {0, HOST, 0, NONE, 0, HOST, false, false},
      {4, HEADER, 5, FULL, 0, 0, false, false},
      {5, GLOBAL, 6, FULL, 0, 0, false, false},
      {0, HEADER, 0, ROLE, 0, 0, false, false}, // a host's, and not alone before
      {0, GLOBAL, 0, ROLE, 0, 0, false, false},
      {2, HOST, 5, ROLE, 0, 0, false, false},
      {1, HOST, 1, NONE, 1, HOST, false, false},
      {6, HOST, 2, FULL, 0, 0, false, false},
      {3, GLOBAL, 5, NONE, 3, GLOBAL, true, true},
      {0, HOST, 0, NONE, 0, HOST, false, false},
      {2, HEADER, 0, MEMBER, 0, 0, true, false},   // a host's port; behind it one switch
      {3, GLOBAL, 5, NONE, 0, HOST, false, false}, // a leaf, for the spine
      {2, HEADER, 5, ROLE, 0, 0, false, false},
      {3, HEADER, 5, ROLE, 0, 0, false, false},
      {3, HOST, 5, NONE, 0, HOST, false, false},
  };
  enum { STEPS = sizeof script / sizeof *script };
  table *const c = ctx;
  nf_netreduce_lut1_in *const in = input;
  const nf_netreduce_lut1_out *const o = out;
  if (c->step >= LATENCY && c->step < STEPS + LATENCY) {
    const unsigned s = c->step - LATENCY;
    nf_tb_check(
        tb, o->cause == script[s].cause && o->host == script[s].host && o->role == script[s].has,
        "step %u: cause %u, host %u, role %u", s, o->cause, o->host, o->role);
  }
  if (c->step < STEPS) {
    *in = packet(script[c->step].key, true, 0);
    in->port = (uint8_t)script[c->step].port;
    in->role = (uint8_t)script[c->step].role;
    if (script[c->step].renew)
      write_ring(in, 0, 2, script[c->step].leaf);
  }
  c->step++;
  judge(tb, c, out, in);
}

int main(int argc, char **argv) {
  static const nf_netreduce_lut1_cfg cfg = {.Connections = P_Connections, .Rings = P_Rings};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3.1 random connections", 30000, start, drive, finish},
      {"NETREDUCE 4.3.1 a lookup each cycle", 30000, start_rare, drive, finish},
      {"NETREDUCE 4.3.1 hosts in order of arrival", 40, NULL, drive_order, NULL},
      {"NETREDUCE 4.5 members of a leaf", 40, NULL, drive_leaf, NULL},
  };
  const nf_tb_bench bench = {
      &nf_netreduce_lut1_dut, NF_TB_MODEL(nf_netreduce_lut1), &cfg, sizeof(table), scenarios, 4};
  return nf_tb_main(argc, argv, &bench);
}
