// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A controller that enrols members, rightly and wrongly, while packets are looked up. Here a ring
// is the list of its members; what the controller is answered and what a packet is, is read in it.
#include "netreduce/nf_netreduce_lut1.h"

#include "nf_tb.h"

extern const nf_dut nf_netreduce_lut1_dut;

enum { HOST = NF_NETREDUCE_ROLE_HOST, HEADER = NF_NETREDUCE_ROLE_HEADER };
enum { GLOBAL = NF_NETREDUCE_ROLE_GLOBAL };
enum { ADD = NF_NETREDUCE_ENROL_ADD, REMOVE = NF_NETREDUCE_ENROL_REMOVE };
enum { CHECK = NF_NETREDUCE_ENROL_CHECK };
enum { RINGS = NF_NETREDUCE_MAX_RINGS, HOSTS = NF_NETREDUCE_MAX_HOSTS, CAUSES = 32, LATENCY = 2 };

typedef struct {
  bool there, local, self;
  uint32_t src, dst, qp;
  unsigned port, role, number, parts;
  uint32_t src_qp;
} member;

typedef struct {
  bool open, leaf;       // leaf, hosts: what the controller wants it to be
  unsigned hosts, whole; // whole: contributors, as of when it was opened or closed
  member list[HOSTS];    // by HostID
} ring_state;

typedef struct {
  ring_state rings[RINGS];
  bool taken[128]; // numbers
  // A packet is recognised in the cycle of its lookup and answered by the ring of the next one.
  bool waits;
  nf_netreduce_lut1_in question;
  // The controller's: it came in the cycle before (weighs), it is answered in this one (done).
  nf_netreduce_lut1_in members;
  bool weighs, done, ok;
  member known;
  unsigned known_ring, known_host;
  nf_netreduce_lut1_out expect;
  uint64_t forget[2];
  unsigned seen[CAUSES], answers[3][2], opens;
  unsigned step, past[2]; // past: steps of the two cycles before
  nf_pace pace;
} table;

static bool is(const member *m, uint32_t src, uint32_t dst, uint32_t qp) {
  return m->there && m->src == src && m->dst == dst && m->qp == qp;
}

// ------------------------------------------------------------------------------ the controller
// Contributors: of the hosts here, or of all.
static unsigned parts_of(const ring_state *k, bool all) {
  unsigned parts = 0, others = 0;
  for (unsigned h = 0; h < HOSTS; h++) {
    parts += k->list[h].there && k->list[h].role == HOST ? k->list[h].parts : 0;
    others += k->list[h].there && k->list[h].role == GLOBAL ? k->list[h].parts : 0;
  }
  return all && others != 0 ? others : parts;
}

static bool may_contribute(const table *c, const nf_netreduce_lut1_in *in) {
  const unsigned parts = in->enrol_parts, most = NF_NETREDUCE_MOST_PARTS;
  if (in->enrol_role == HEADER)
    return true;
  if (in->enrol_role == GLOBAL)
    return parts >= 1 && parts <= most;
  return parts >= 1 && parts + parts_of(&c->rings[in->enrol_ring], false) <= most &&
         (in->enrol_self || parts == 1);
}

static uint8_t mark_of(const member *m) {
  return (uint8_t)(m->role == GLOBAL            ? NF_NETREDUCE_RESULT + m->parts
                   : m->role == HOST && m->self ? m->parts
                                                : 0);
}

// Would acknowledgements of the two be the same? A switch sends none.
static bool acked_alike(const member *m, const nf_netreduce_lut1_in *in) {
  const bool by_switch = in->enrol_role == GLOBAL || (in->enrol_role == HOST && in->enrol_self);
  return m->there && mark_of(m) == 0 && !by_switch && m->src == in->enrol_src_ip &&
         m->dst == in->enrol_dst_ip && m->src_qp == in->enrol_src_qp;
}

static bool may_add(const table *c, const nf_netreduce_lut1_in *in) {
  unsigned all = 0;
  if (in->enrol_ring >= P_Rings || c->rings[in->enrol_ring].open || !may_contribute(c, in))
    return false;
  for (unsigned r = 0; r < P_Rings; r++)
    for (unsigned h = 0; h < HOSTS; h++) {
      const member *const m = &c->rings[r].list[h];
      all += m->there;
      if (is(m, in->enrol_src_ip, in->enrol_dst_ip, in->enrol_dst_qp) || acked_alike(m, in))
        return false;
      if (r == in->enrol_ring && m->there && m->port == in->enrol_port &&
          (m->role == HOST || in->enrol_role == HOST))
        return false;
    }
  return all < P_Connections && !c->rings[in->enrol_ring].list[in->enrol_host].there;
}

static bool may_open(const table *c, unsigned r, unsigned members, bool leaf) {
  if (members == 0)
    return true;
  for (unsigned h = 0; h < HOSTS; h++) {
    const member *const m = &c->rings[r].list[h];
    const bool wanted = h < members || (leaf && h < members + 2);
    const unsigned role = h < members ? HOST : h == members ? HEADER : GLOBAL;
    if (m->there != wanted || (wanted && m->role != role))
      return false;
  }
  return members <= HOSTS && (!leaf || members + 2 <= HOSTS);
}

static bool may(const table *c, const nf_netreduce_lut1_in *in) {
  switch (in->enrol_op) {
  case ADD:
    return may_add(c, in);
  case REMOVE:
    return in->enrol_ring < P_Rings && !c->rings[in->enrol_ring].open &&
           c->rings[in->enrol_ring].list[in->enrol_host].there;
  case CHECK:
    return may_open(c, in->enrol_ring, in->enrol_members, in->enrol_leaf);
  default:
    return false;
  }
}

static void enrol(table *c, const nf_netreduce_lut1_in *in) {
  member *const m = &c->rings[in->enrol_ring].list[in->enrol_host];
  if (in->enrol_op == ADD) {
    unsigned n = 0;
    while (c->taken[n])
      n++;
    c->taken[n] = true;
    *m = (member){true,
                  in->enrol_local,
                  in->enrol_self,
                  in->enrol_src_ip,
                  in->enrol_dst_ip,
                  in->enrol_dst_qp,
                  in->enrol_port,
                  in->enrol_role,
                  n,
                  in->enrol_parts,
                  in->enrol_src_qp};
  } else if (in->enrol_op == REMOVE) {
    c->taken[m->number] = false;
    m->there = false;
  }
}

// ------------------------------------------------------------------------------ packets
static void answer(table *c, nf_netreduce_lut1_out *o) {
  const nf_netreduce_lut1_in *const q = &c->question;
  const member *const m = &c->known;
  const ring_state *const k = &c->rings[c->known_ring];
  o->member = m->there;
  if (!m->there)
    o->cause = q->first ? NF_NETREDUCE_CAUSE_UNREGISTERED : NF_NETREDUCE_CAUSE_UNKNOWN;
  else if (m->port != q->port)
    o->cause = NF_NETREDUCE_CAUSE_MEMBER;
  else if (!k->open)
    o->cause = NF_NETREDUCE_CAUSE_NO_RING;
  else if (q->first && q->ring != c->known_ring)
    o->cause = NF_NETREDUCE_CAUSE_OTHER_RING;
  else if ((m->role == HEADER) != q->alone)
    o->cause = NF_NETREDUCE_CAUSE_ROLE;
  else if (q->mark != mark_of(m))
    o->cause = NF_NETREDUCE_CAUSE_MARK;
  c->seen[o->cause]++;
  if (o->cause != NF_NETREDUCE_CAUSE_NONE)
    return;
  o->connection = (uint8_t)m->number;
  o->ring = (uint8_t)c->known_ring;
  o->host = (uint8_t)c->known_host;
  o->role = (uint8_t)m->role;
  o->local = m->local;
  for (unsigned h = 0; h < HOSTS; h++) {
    const member *const n = &k->list[h];
    const uint8_t port = (uint8_t)(n->there << n->port);
    o->hosts |= n->role == HOST ? port : 0;
    o->globals |= n->role == GLOBAL ? port : 0;
    o->here |= n->role == HEADER || (n->role == HOST && n->local) ? port : 0;
  }
}

static void recognise(table *c, const nf_netreduce_lut1_in *in) {
  c->known = (member){0};
  for (unsigned r = 0; r < P_Rings; r++)
    for (unsigned h = 0; h < HOSTS; h++)
      if (is(&c->rings[r].list[h], in->src_ip, in->dst_ip, in->dst_qp)) {
        c->known = c->rings[r].list[h];
        c->known_ring = r;
        c->known_host = h;
      }
}

static void open_or_close(table *c, const nf_netreduce_lut1_in *in) {
  if (in->cfg_ring >= P_Rings)
    return;
  ring_state *const k = &c->rings[in->cfg_ring];
  k->open = in->cfg_open;
  k->whole = parts_of(k, true);
  for (unsigned h = 0; k->open && h < HOSTS; h++)
    if (k->list[h].there)
      c->forget[k->list[h].number / 64] |= (uint64_t)1 << k->list[h].number % 64;
}

// Compares what is due and says what this cycle's inputs will bring.
static void judge(nf_tb *tb, table *c, const nf_netreduce_lut1_out *o,
                  const nf_netreduce_lut1_in *in) {
  const nf_netreduce_lut1_out *const e = &c->expect;
  nf_tb_check(tb, o->valid == e->valid && o->cause == e->cause && o->member == e->member,
              "cause %u, member %d: expected %u, %d", o->cause, o->member, e->cause, e->member);
  nf_tb_check(tb,
              o->connection == e->connection && o->ring == e->ring && o->host == e->host &&
                  o->role == e->role && o->local == e->local,
              "connection %u ring %u host %u role %u: expected %u %u %u %u", o->connection, o->ring,
              o->host, o->role, e->connection, e->ring, e->host, e->role);
  nf_tb_check(tb, o->hosts == e->hosts && o->globals == e->globals && o->here == e->here,
              "ports %x %x %x: expected %x %x %x", o->hosts, o->globals, o->here, e->hosts,
              e->globals, e->here);
  nf_tb_check(tb, o->enrol_done == c->done && o->enrol_ok == c->ok, "enrolled %d, expected %d",
              o->enrol_ok, c->ok);
  nf_tb_check(tb, o->forget[0] == c->forget[0] && o->forget[1] == c->forget[1], "forgets %llx",
              (unsigned long long)o->forget[0]);
  for (unsigned r = 0; r < P_Rings; r++)
    nf_tb_check(tb,
                o->local_parts[r] == parts_of(&c->rings[r], false) &&
                    o->whole_parts[r] == c->rings[r].whole,
                "ring %u: %u and %u contributors, not %u", r, o->local_parts[r], o->whole_parts[r],
                c->rings[r].whole);
  c->forget[0] = c->forget[1] = 0;
  c->expect = (nf_netreduce_lut1_out){.valid = c->waits};
  if (c->waits)
    answer(c, &c->expect);
  c->waits = in->lookup_valid;
  c->question = *in;
  if (in->lookup_valid)
    recognise(c, in);
  if (in->cfg_valid)
    open_or_close(c, in);
  // A lookup in the cycle of the answer does not find it yet.
  if (c->done && c->ok)
    enrol(c, &c->members);
  c->done = c->weighs;
  c->ok = c->weighs && may(c, &c->members);
  if (c->done && c->members.enrol_op < 3)
    c->answers[c->members.enrol_op][c->ok]++;
  c->weighs = in->enrol_valid;
  if (in->enrol_valid)
    c->members = *in;
}

// A question stays until it is answered; nothing else is done with the members then.
static bool is_asking(const table *c, nf_netreduce_lut1_in *in) {
  const nf_netreduce_lut1_in *const q = &c->members;
  if (!c->weighs && !c->done)
    return false;
  in->enrol_op = q->enrol_op;
  in->enrol_ring = q->enrol_ring;
  in->enrol_host = q->enrol_host;
  in->enrol_src_ip = q->enrol_src_ip;
  in->enrol_dst_ip = q->enrol_dst_ip;
  in->enrol_dst_qp = q->enrol_dst_qp;
  in->enrol_src_qp = q->enrol_src_qp;
  in->enrol_port = q->enrol_port;
  in->enrol_role = q->enrol_role;
  in->enrol_local = q->enrol_local;
  in->enrol_self = q->enrol_self;
  in->enrol_parts = q->enrol_parts;
  in->enrol_members = q->enrol_members;
  in->enrol_leaf = q->enrol_leaf;
  return true;
}

// ------------------------------------------------------------------------------------- random
static void start(nf_tb *tb, void *ctx) { ((table *)ctx)->pace = nf_pace_any(tb); }
static void start_always(nf_tb *tb, void *ctx) {
  (void)tb;
  ((table *)ctx)->pace = (nf_pace){.kind = NF_PACE_ALWAYS};
}

// The member that a ring is to have: keys differ in a few bits of one field.
static member wanted(const ring_state *k, unsigned ring, unsigned host) {
  const unsigned n = ring * 8 + host;
  return (member){.src = 0x0a000001u ^ n % 4 << 30 ^ n / 4 % 4 << 3,
                  .dst = 0x0a000001u ^ n / 16 % 2 << 31 ^ n / 32 % 4 << 12,
                  .qp = 0x000012u ^ n / 64 % 2 << 22,
                  .port = (ring + (host < k->hosts ? host : k->hosts)) % 8,
                  .role = host < k->hosts    ? HOST
                          : host == k->hosts ? HEADER
                                             : GLOBAL,
                  .src_qp = 0x000034u ^ n % 2 << 23,
                  .self = host > k->hosts || (!k->leaf && ring % 2 != 0),
                  .parts = host > k->hosts            ? 48
                           : k->leaf || ring % 2 == 0 ? 1
                                                      : 1 + n % 9};
}

static void ask(nf_tb *tb, const table *c, nf_netreduce_lut1_in *in) {
  const unsigned ring = (unsigned)nf_tb_below(tb, P_Rings);
  const ring_state *const k = &c->rings[ring];
  const unsigned host = (unsigned)nf_tb_below(tb, k->hosts + (k->leaf ? 2u : 0) + 1) % HOSTS;
  const member m = k->list[host].there ? k->list[host] : wanted(k, ring, host);
  in->lookup_valid = true;
  in->first = nf_tb_chance(tb, 50);
  in->src_ip = m.src;
  in->dst_ip = m.dst;
  in->dst_qp = m.qp;
  in->port = (uint8_t)m.port;
  in->alone = m.role == HEADER;
  in->mark = mark_of(&m);
  in->ring = (uint16_t)ring;
  switch (nf_tb_below(tb, 30)) {
  case 0:
    in->alone = !in->alone;
    break;
  case 1:
    in->port = (uint8_t)nf_tb_below(tb, 8);
    break;
  case 2:
    in->ring = (uint16_t)(ring ^ 1u << nf_tb_below(tb, 16));
    break;
  case 3:
    in->src_ip ^= 1u << nf_tb_below(tb, 32);
    break;
  case 4:
    in->dst_ip ^= 1u << nf_tb_below(tb, 32);
    break;
  case 5:
    in->dst_qp ^= 1u << nf_tb_below(tb, 24);
    break;
  case 6:
    in->mark ^= (uint8_t)(1u << nf_tb_below(tb, 7));
    break;
  default:
    break;
  }
}

static bool is_empty(const ring_state *k) {
  for (unsigned h = 0; h < HOSTS; h++)
    if (k->list[h].there)
      return false;
  return true;
}

// A second connection of a member's two hosts, by another queue pair of the sender or by the same.
static void choose_other_qp(nf_tb *tb, const table *c, nf_netreduce_lut1_in *in) {
  const ring_state *const k = &c->rings[nf_tb_below(tb, P_Rings)];
  const member *const m = &k->list[nf_tb_below(tb, HOSTS)];
  if (!m->there)
    return;
  in->enrol_src_ip = m->src;
  in->enrol_dst_ip = m->dst;
  in->enrol_dst_qp = m->qp ^ 1u << nf_tb_below(tb, 24);
  in->enrol_src_qp = m->src_qp ^ (uint32_t)nf_tb_chance(tb, 50) << nf_tb_below(tb, 24);
}

// Mostly the next member of what the ring is to be.
static void choose_member(nf_tb *tb, table *c, nf_netreduce_lut1_in *in) {
  const unsigned ring = (unsigned)nf_tb_below(tb, P_Rings), room = P_Connections / P_Rings + 2;
  ring_state *const k = &c->rings[ring];
  if (k->hosts == 0 || is_empty(k)) {
    k->leaf = room > 2 && nf_tb_chance(tb, 50);
    const unsigned most = (room < HOSTS ? room : HOSTS) - (k->leaf ? 2u : 0);
    k->hosts = 1 + (unsigned)nf_tb_below(tb, most);
  }
  const unsigned all = k->hosts + (k->leaf ? 2u : 0);
  unsigned host = 0;
  while (host + 1 < all && k->list[host].there)
    host++;
  if (nf_tb_chance(tb, 3))
    host = (unsigned)nf_tb_below(tb, HOSTS);
  const member m = wanted(k, ring, nf_tb_chance(tb, 95) ? host : (unsigned)nf_tb_below(tb, HOSTS));
  in->enrol_valid = true;
  in->enrol_op = (uint8_t)(nf_tb_chance(tb, 70) ? ADD : nf_tb_chance(tb, 50) ? REMOVE : CHECK);
  in->enrol_ring = (uint8_t)(nf_tb_chance(tb, 97) ? ring : nf_tb_below(tb, RINGS));
  in->enrol_host = (uint8_t)(in->enrol_op == REMOVE ? nf_tb_below(tb, HOSTS) : host);
  in->enrol_src_ip = m.src;
  in->enrol_dst_ip = m.dst;
  in->enrol_dst_qp = m.qp;
  in->enrol_src_qp = m.src_qp;
  in->enrol_port = (uint8_t)(nf_tb_chance(tb, 97) ? m.port : nf_tb_below(tb, 8));
  in->enrol_role = (uint8_t)(nf_tb_chance(tb, 97) ? m.role : nf_tb_below(tb, 3));
  in->enrol_local = nf_tb_chance(tb, 50);
  in->enrol_self = nf_tb_chance(tb, 97) ? m.self : !m.self;
  in->enrol_parts = (uint8_t)(nf_tb_chance(tb, 95) ? m.parts : nf_tb_below(tb, 128));
  in->enrol_members = (uint8_t)(nf_tb_chance(tb, 90) ? k->hosts : nf_tb_below(tb, 16));
  in->enrol_leaf = nf_tb_chance(tb, 5) ? !k->leaf : k->leaf;
  if (nf_tb_chance(tb, 10))
    choose_other_qp(tb, c, in);
}

// A ring that is whole is opened; an open one is closed some time.
static void manage(nf_tb *tb, table *c, nf_netreduce_lut1_in *in) {
  const unsigned r = (unsigned)nf_tb_below(tb, P_Rings);
  const ring_state *const k = &c->rings[r];
  if (!k->open && (k->hosts == 0 || !may_open(c, r, k->hosts, k->leaf)))
    return;
  in->cfg_valid = true;
  in->cfg_ring = (uint8_t)r;
  in->cfg_open = !k->open;
  c->opens += in->cfg_open;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  table *const c = ctx;
  nf_netreduce_lut1_in *const in = input;
  if (!is_asking(c, in)) {
    if (nf_tb_chance(tb, 30))
      choose_member(tb, c, in);
    else if (nf_tb_chance(tb, 8))
      manage(tb, c, in);
  }
  if (nf_pace_go(tb, &c->pace))
    ask(tb, c, in);
  judge(tb, c, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  static const uint8_t causes[] = {NF_NETREDUCE_CAUSE_NONE,    NF_NETREDUCE_CAUSE_UNKNOWN,
                                   NF_NETREDUCE_CAUSE_NO_RING, NF_NETREDUCE_CAUSE_UNREGISTERED,
                                   NF_NETREDUCE_CAUSE_MEMBER,  NF_NETREDUCE_CAUSE_OTHER_RING,
                                   NF_NETREDUCE_CAUSE_ROLE,    NF_NETREDUCE_CAUSE_MARK};
  const table *const c = ctx;
  for (unsigned i = 0; i < sizeof causes; i++)
    nf_tb_reach(tb, c->seen[causes[i]] > 2, "cause %u came %u times", causes[i],
                c->seen[causes[i]]);
  for (unsigned i = 0; i < 6; i++)
    nf_tb_reach(tb, c->answers[i / 2][i % 2] > 5, "question %u answered %u: %u times", i / 2, i % 2,
                c->answers[i / 2][i % 2]);
  nf_tb_reach(tb, c->opens > 5, "%u rings opened", c->opens);
}

// ----------------------------------------------------------------------------------- directed
// A leaf's ring of two hosts, by the register page; then who may send what. Answers of each step.
typedef struct {
  enum { E, O, L } what; // enrol, open or close, look up
  unsigned op, host, key, port, role;
  bool first;
  unsigned ring, expect; // ok, or the cause
} step;

static const step script[] = {
    {L, 0, 0, 0, 0, HOST, true, 0, NF_NETREDUCE_CAUSE_UNREGISTERED},
    {L, 0, 0, 0, 0, HOST, false, 0, NF_NETREDUCE_CAUSE_UNKNOWN},
    {E, CHECK, 0, 0, 0, 0, true, 0, false},   // nobody is there
    {E, ADD, 0, 0, 0, HOST, false, 1, false}, // two contributors, and no leaf
    {E, ADD, 0, 0, 0, HOST, false, 0, true},
    {E, ADD, 0, 1, 1, HOST, false, 0, false}, // the HostID
    {E, ADD, 1, 1, 0, HOST, false, 0, false}, // the port
    {E, ADD, 1, 0, 1, HOST, false, 0, false}, // the connection
    {E, ADD, 1, 1, 1, HOST, false, 0, true},
    {E, CHECK, 0, 0, 0, 0, true, 0, false},     // HEADER and GLOBAL are missing
    {E, ADD, 2, 2, 1, HEADER, false, 0, false}, // a host's port
    {E, ADD, 2, 2, 5, HEADER, false, 0, true},
    {E, ADD, 3, 3, 5, GLOBAL, false, 0, true},                  // shares HEADER's port
    {L, 0, 0, 0, 0, HOST, true, 0, NF_NETREDUCE_CAUSE_NO_RING}, // a member, its ring is closed
    {L, 0, 0, 0, 0, HOST, false, 0, NF_NETREDUCE_CAUSE_NO_RING},
    {E, CHECK, 0, 0, 0, 0, true, 0, true},
    {O, 0, 0, 0, 0, 0, true, 0, 0},
    {L, 0, 0, 0, 0, HOST, true, 0, NF_NETREDUCE_CAUSE_NONE},
    {L, 0, 0, 0, 1, HOST, true, 0, NF_NETREDUCE_CAUSE_MEMBER}, // by its neighbour's port
    {L, NF_NETREDUCE_RESULT | 48, 0, 0, 0, HOST, true, 0, NF_NETREDUCE_CAUSE_MARK}, // no sum
    {L, 2, 0, 0, 0, HOST, false, 0, NF_NETREDUCE_CAUSE_MARK},
    {L, 0, 0, 0, 0, HEADER, true, 0, NF_NETREDUCE_CAUSE_ROLE},
    {L, 0, 0, 0, 0, HOST, true, 1, NF_NETREDUCE_CAUSE_OTHER_RING},
    {L, 0, 2, 2, 5, HEADER, true, 0, NF_NETREDUCE_CAUSE_NONE},
    {L, 0, 2, 2, 5, HOST, true, 0, NF_NETREDUCE_CAUSE_ROLE},
    {L, 0, 3, 3, 5, GLOBAL, true, 0, NF_NETREDUCE_CAUSE_NONE},
    {L, 0, 3, 3, 0, GLOBAL, true, 0, NF_NETREDUCE_CAUSE_MEMBER},       // forged by a host
    {L, 0, 3, 4, 5, GLOBAL, true, 0, NF_NETREDUCE_CAUSE_UNREGISTERED}, // from another address
    {E, REMOVE, 0, 0, 0, 0, false, 0, false},                          // the ring is open
    {E, ADD, 4, 4, 4, HOST, false, 0, false},
    {O, 0, 0, 0, 0, 0, false, 0, 0},
    {L, 0, 0, 0, 0, HOST, false, 0, NF_NETREDUCE_CAUSE_NO_RING},
    {E, REMOVE, 0, 0, 0, 0, false, 0, true},
    {E, REMOVE, 0, 0, 0, 0, false, 0, false},
    {L, 0, 0, 0, 0, HOST, false, 0, NF_NETREDUCE_CAUSE_UNKNOWN},
    {E, CHECK, 0, 0, 0, 0, true, 0, false}, // one is missing
};
enum { STEPS = sizeof script / sizeof *script };

static void play(const step *s, nf_netreduce_lut1_in *in) {
  switch (s->what) {
  case E:
    in->enrol_valid = true;
    in->enrol_op = (uint8_t)s->op;
    in->enrol_host = (uint8_t)s->host;
    in->enrol_src_ip = 0xc0a80001u + s->key;
    in->enrol_dst_ip = 0xc0a80002u;
    in->enrol_dst_qp = 0x100;
    in->enrol_src_qp = s->key;
    in->enrol_port = (uint8_t)s->port;
    in->enrol_role = (uint8_t)s->role;
    in->enrol_self = s->role == GLOBAL;
    in->enrol_parts = s->role == GLOBAL ? 48 : s->ring == 1 ? 2 : 1;
    in->enrol_members = 2;
    in->enrol_leaf = s->first;
    break;
  case O:
    in->cfg_valid = true;
    in->cfg_open = s->first;
    break;
  default:
    in->lookup_valid = true;
    in->src_ip = 0xc0a80001u + s->key;
    in->dst_ip = 0xc0a80002u;
    in->dst_qp = 0x100;
    in->port = (uint8_t)s->port;
    in->alone = s->role == HEADER;
    in->mark = (uint8_t)(s->role == GLOBAL ? NF_NETREDUCE_RESULT | 48 : s->op);
    in->first = s->first;
    in->ring = (uint16_t)s->ring;
  }
}

// What two members may have alike of {SrcIP, DstIP, MEMBER_SRC_QP}.
typedef struct {
  unsigned op, ring, host, src, qp, src_qp, role;
  bool self, expect;
} acks_step;
static const acks_step acks_script[] = {
    {ADD, 0, 0, 1, 5, 7, HOST, false, true},
    {ADD, 0, 1, 1, 6, 7, HOST, false, false}, // another DstQP alone
    {ADD, 1, 0, 1, 6, 7, HOST, false, false}, // in another ring too
    {ADD, 0, 1, 1, 6, 8, HOST, false, true},
    {ADD, 1, 0, 2, 6, 8, HOST, false, true}, // another source
    {ADD, 1, 1, 2, 7, 8, HEADER, false, false},
    {REMOVE, 1, 0, 0, 0, 0, 0, false, true},
    {ADD, 1, 1, 2, 7, 8, HEADER, false, true}, // who has gone has none
    {REMOVE, 0, 1, 0, 0, 0, 0, false, true},
    {REMOVE, 1, 1, 0, 0, 0, 0, false, true},
    {ADD, 0, 2, 3, 5, 7, GLOBAL, true,
     true}, // a spine's sums, of two rings: nobody acknowledges them
    {ADD, 1, 2, 3, 6, 7, GLOBAL, true, true},
    {REMOVE, 0, 2, 0, 0, 0, 0, false, true},
    {REMOVE, 1, 2, 0, 0, 0, 0, false, true},
    {ADD, 0, 2, 3, 5, 7, HOST, true, true}, // a leaf at its spine
    {ADD, 1, 2, 3, 6, 7, HOST, true, true},
};
enum { ACKS_STEPS = sizeof acks_script / sizeof *acks_script };

static void ask_acks(const acks_step *s, nf_netreduce_lut1_in *in) {
  in->enrol_valid = true;
  in->enrol_op = (uint8_t)s->op;
  in->enrol_ring = (uint8_t)s->ring;
  in->enrol_host = in->enrol_port = (uint8_t)s->host;
  in->enrol_src_ip = s->src;
  in->enrol_dst_ip = 9;
  in->enrol_dst_qp = s->qp;
  in->enrol_src_qp = s->src_qp;
  in->enrol_role = (uint8_t)s->role;
  in->enrol_self = s->self;
  in->enrol_parts = 1;
}

static void drive_acks(nf_tb *tb, void *ctx, const void *out, void *input) {
  table *const c = ctx;
  const nf_netreduce_lut1_out *const o = out;
  nf_netreduce_lut1_in *const in = input;
  if (c->done)
    nf_tb_check(tb, o->enrol_done && o->enrol_ok == acks_script[c->step - 1].expect,
                "step %u: ok %d", c->step - 1, o->enrol_ok);
  if (!is_asking(c, in) && c->step < ACKS_STEPS)
    ask_acks(&acks_script[c->step++], in);
  judge(tb, c, out, in);
}

static void finish_acks(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((table *)ctx)->step == ACKS_STEPS, "all steps");
}

// A step of the script a cycle, but that the controller's take three. A packet of the next cycle
// finds what it has changed.
static void drive_leaf(nf_tb *tb, void *ctx, const void *out, void *in) {
  table *const c = ctx;
  const nf_netreduce_lut1_out *const o = out;
  if (c->done)
    nf_tb_check(tb, o->enrol_done && o->enrol_ok == script[c->step - 1].expect, "step %u: ok %d",
                c->step - 1, o->enrol_ok);
  if (o->valid) {
    const step *const s = &script[c->past[1]];
    nf_tb_check(tb, o->cause == s->expect, "step %u: cause %u", c->past[1], o->cause);
    if (s->expect == NF_NETREDUCE_CAUSE_NONE)
      nf_tb_check(tb,
                  o->host == s->host && o->role == s->role && o->hosts == 3 && o->globals == 0x20 &&
                      o->here == 0x20,
                  "step %u: host %u role %u ports %x %x %x", c->past[1], o->host, o->role, o->hosts,
                  o->globals, o->here);
  }
  c->past[1] = c->past[0];
  if (!is_asking(c, in) && c->step < STEPS) {
    c->past[0] = c->step++;
    play(&script[c->past[0]], in);
  }
  judge(tb, c, out, in);
}

static void finish_leaf(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((table *)ctx)->step == STEPS, "all steps");
}

int main(int argc, char **argv) {
  static const nf_netreduce_lut1_cfg cfg = {.Connections = P_Connections, .Rings = P_Rings};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3.1 members come and go", 40000, start, drive, finish},
      {"NETREDUCE 4.3.1 a lookup each cycle", 40000, start_always, drive, finish},
      {"NETREDUCE 4.5 members of a leaf", 3 * STEPS + 4, NULL, drive_leaf, finish_leaf},
      {"NETREDUCE 4.3.2 no two members are acknowledged alike", 3 * ACKS_STEPS + 2, NULL,
       drive_acks, finish_acks},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_lut1_dut,
                             .model = NF_TB_MODEL(nf_netreduce_lut1),
                             .cfg = &cfg,
                             .ctx_size = sizeof(table),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
