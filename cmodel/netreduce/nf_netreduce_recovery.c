// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What is missing, and who misses a sum. NETREDUCE leaves losses to the connections' own go-back-N
// (4.3.2), which costs all hosts of a ring a round trip for each lost frame; here the one host is
// asked in its receiver's name, a lost sum comes from the history, and what is lost between
// switches is sent again alone. Packets of a member are counted from the first one of its ring, as
// the ring's columns are: so what a member has sent and what sums were given out are the same
// numbers.
#include "nf_netreduce_recovery.h"

#include <stdlib.h>
#include <string.h>

// OLD: an age that has begun between two ticks is at least TICKS whole eighths of AGAIN then. NAKS:
// what does not fit is asked for by the member's next packet, so a member that sends rubbish fills
// four places and no more.
enum {
  RINGS = NF_NETREDUCE_MAX_RINGS,
  HOSTS = NF_NETREDUCE_MAX_HOSTS,
  MEMBERS = RINGS * HOSTS,
  MASK = 0xffffff, // of PSNs
  SIGN = 0x800000,
  NAKS = 4, // that wait
  TICKS = 8,
  OLD = TICKS + 1, // of AGAIN; an age has begun somewhere between two ticks
};

// address_t: how a member's packets come, and where a reply goes. By its own queue pair an
// acknowledgement of its packets is known (MEMBER_SRC_QP).
typedef struct {
  bool used;
  uint32_t src_ip, dst_ip, dst_qp, src_qp;
  uint8_t port, role;
  bool local; // its destination is a host of this switch
} address;

// member_t and the bits beside it. All numbers are 24 bits that wrap, as PSNs do; they are compared
// by their difference, which a window keeps small.
typedef struct {
  bool known, asked, replaying;
  bool open;                      // what is missing is of a message that has begun
  uint32_t psn0;                  // PSN of its packet in the ring's first column
  uint32_t expected, newest, top; // packets: the first one that is missing; last come; farthest
  uint32_t acked, replay;         // sums: the first one that is not acknowledged; to be sent again
  uint32_t msn;                   // messages that have come
  uint32_t lost, lost_end;        // between switches: what is to be asked for, or sent again
  uint8_t asked_age, heard_age;
} member;

typedef struct {
  uint8_t who;
  uint32_t psn, msn;
} nak;

struct nf_netreduce_recovery {
  nf_netreduce_recovery_out out;
  // event_q and ev_q. The RTL keeps the number that it has made of the PSN; here the PSN stays, and
  // is numbered when it is looked at.
  nf_netreduce_recovery_in event; // that came in the cycle before, if it is one of a ring here
  nf_netreduce_recovery_cfg cfg;
  unsigned members, turns; // places of members; those that a ring can have
  address address[MEMBERS];
  member member[MEMBERS];
  bool on[RINGS], leaf[RINGS];
  // ring_t. Counted from the set-up; what was given out has come from all members, in whatever
  // order.
  uint32_t given[RINGS]; // sums
  uint32_t ended[RINGS]; // messages, of the sums
  bool within[RINGS];    // the last of these sums was not its message's last
  uint16_t place[RINGS]; // of the first column
  // match_q: whose packets the connection of a cycle before acknowledges. source_q, switch_q: bit
  // r: it came by the port of that host of ring r which it names, or by one of other switches.
  uint32_t match[MEMBERS / 32];
  uint16_t source, from_switch;
  uint32_t cycles; // of the tick
  uint32_t again;  // AGAIN, of the last edge
  // turn_q, counted without those that a ring cannot have: whose turn it is in a cycle without an
  // event. One member a cycle is enough, as all that is done so has waited for AGAIN cycles, or
  // follows a packet of its own.
  uint8_t turn, replay_ring; // replay_ring: of the packet that is looked up again
  bool replay_busy;
  nak naks[NAKS];
  unsigned first_nak, nak_count;
  bool nak_sent;
};

// NF_PARAMs; no member is known.
nf_status nf_netreduce_recovery_init(nf_netreduce_recovery **m,
                                     const nf_netreduce_recovery_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > RINGS)
    return "nf_netreduce_recovery: Rings must be 1..16";
  if (cfg->Hosts < 2 || cfg->Hosts > HOSTS)
    return "nf_netreduce_recovery: Hosts must be 2..8";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_recovery: Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "nf_netreduce_recovery: MaxMsgLen must be 1..256";
  nf_netreduce_recovery *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_recovery: out of memory";
  n->cfg = *cfg;
  n->members = cfg->Rings * HOSTS;
  n->turns = cfg->Rings * cfg->Hosts;
  *m = n;
  return NF_OK;
}

// Registers, and functions of them by show().
const nf_netreduce_recovery_out *nf_netreduce_recovery_peek(const nf_netreduce_recovery *m) {
  return &m->out;
}

// The model's own; NULL is allowed.
void nf_netreduce_recovery_free(nf_netreduce_recovery *m) { free(m); }

// ------------------------------------------------------------------------------ members
// `forgets`: what is known of a member is of its role, in its ring. Addresses stay: they are the
// controller's.
static void forget(member *k) {
  k->known = k->replaying = false;
  k->lost = k->lost_end = 0;
}

// gen_address: a member has come, or gone. What was known of its place is another's; a count that
// goes on from the old one would ask a host for packets that it never had.
static void enrol(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  const unsigned who = (unsigned)in->enrol_ring * HOSTS + in->enrol_host;
  forget(&m->member[who]);
  m->address[who] = (address){.used = in->enrol_add,
                              .src_ip = in->enrol_src_ip,
                              .dst_ip = in->enrol_dst_ip,
                              .dst_qp = in->enrol_dst_qp,
                              .src_qp = in->enrol_src_qp,
                              .port = in->enrol_port,
                              .role = in->enrol_role & 3,
                              .local = in->enrol_local};
}

// `away`: is its receiver behind another switch? That gets no sums from here, but the member's
// headers, with which its own switch sends it the sums.
static bool is_away(const nf_netreduce_recovery *m, unsigned who) {
  return m->leaf[who / HOSTS] && m->address[who].role == NF_NETREDUCE_ROLE_HOST &&
         !m->address[who].local;
}

// hit, believed and ack_*_o. An acknowledgement by any other port than its receiver's is somebody's
// who has taken the receiver's addresses, and would say of a sum that it has come which nobody has
// seen: the receiver's own NAK would be behind what is acknowledged, and passed over.
static void show_match(nf_netreduce_recovery *m) {
  unsigned who = 0;
  m->out.ack_hit = m->out.ack_stray = false;
  for (unsigned i = 0; i < m->members; i++)
    if (m->match[i / 32] >> i % 32 & 1) {
      const unsigned from = is_away(m, i) ? m->from_switch : m->source;
      const bool believed = from >> i / HOSTS & 1;
      who |= i;
      m->out.ack_hit |= believed;
      m->out.ack_stray |= !believed;
    }
  m->out.ack_ring = (uint8_t)(who / HOSTS);
  m->out.ack_host = who % HOSTS;
}

// match, is_source and is_switch: whose packets does it acknowledge, and whose port is it? It goes
// the other way, to the sender's own queue pair, so what LUT#1 finds by its connection is another
// member, or none. With show_match two cycles, as many as LUT#1 takes. Rings that are not `on` have
// no match: there NAKs pass to the senders, which go back. GLOBAL's packets go to the switch
// itself: nobody acknowledges them, and its queue pair may be any.
static void match(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  memset(m->match, 0, sizeof m->match);
  m->source = m->from_switch = 0;
  for (unsigned i = 0; i < m->members; i++) {
    const address *const a = &m->address[i];
    const bool host = a->role == NF_NETREDUCE_ROLE_HOST;
    const uint16_t ring = (uint16_t)(1u << i / HOSTS);
    if (a->used && m->on[i / HOSTS] && a->src_ip == in->ack_dst_ip && a->dst_ip == in->ack_src_ip &&
        a->src_qp == in->ack_dst_qp && a->role != NF_NETREDUCE_ROLE_GLOBAL)
      m->match[i / 32] |= UINT32_C(1) << i % 32;
    if (!a->used || a->port != in->ack_port)
      continue;
    m->source |= host && a->src_ip == in->ack_src_ip ? ring : 0;
    m->from_switch |= host ? 0 : ring;
  }
}

// ------------------------------------------------------------------------------ what has come
// is_before: the difference is negative. Numbers wrap as PSNs do.
static bool before(uint32_t a, uint32_t b) { return ((a - b) & SIGN) != 0; }

// `asks` or `tails`: a NAK for the first packet that is missing. It acknowledges all before that
// one, which has all come here; their sums are kept until every member has them
// (nf_netreduce_state), so the host may forget them. asked and its age keep a flood of packets
// behind one gap from being a flood of NAKs.
static void ask(nf_netreduce_recovery *m, unsigned who) {
  member *const k = &m->member[who];
  m->naks[(m->first_nak + m->nak_count++) % NAKS] =
      (nak){(uint8_t)who, (k->psn0 + k->expected) & MASK, k->msn};
  k->asked = true;
  k->asked_age = 0;
}

// `between`: does another switch send a member's packets? Those come in the order in which they
// were sent, so a gap is seen once and is all that is missing.
static bool is_between(const nf_netreduce_recovery *m, unsigned who) {
  return m->leaf[who / HOSTS] && m->address[who].role != NF_NETREDUCE_ROLE_HOST;
}

// `gets`: neither a member whose receiver is behind another switch nor GLOBAL, whose header goes to
// nobody.
static bool gets_sums(const nf_netreduce_recovery *m, unsigned who) {
  return !is_away(m, who) &&
         !(m->leaf[who / HOSTS] && m->address[who].role == NF_NETREDUCE_ROLE_GLOBAL);
}

// lost and lost_end. A gap that is not mended yet becomes longer and keeps its beginning; what in
// between has come is asked for in vain, which costs a frame.
static void lose(member *k, uint32_t from, uint32_t to) {
  if (k->lost == k->lost_end)
    k->lost = from;
  k->lost_end = to;
}

// `skims` and `skips`, of another switch: what is lost is all that is missing, so that the gap is
// looked at once, and expected goes on behind it. A packet that fills a gap comes from before and
// is no event here. A refused packet shows the gap as well; only it has to come again itself.
static void see_between(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in,
                        unsigned who) {
  member *const k = &m->member[who];
  if (!k->known) {
    if (!in->event_good || !in->event_origin)
      return;
    *k = (member){.known = true, .psn0 = in->event_psn};
  }
  const uint32_t at = (in->event_psn - k->psn0) & MASK;
  if (before(at, k->expected))
    return;
  if (at != k->expected)
    lose(k, k->expected, at);
  k->expected = (at + in->event_good) & MASK;
}

// `passed`: what sums were made of has come, in whatever order. Without it a packet that filled its
// gap late would be asked for again, in a NAK that its host takes for an old one.
static void pass(nf_netreduce_recovery *m, unsigned who) {
  member *const k = &m->member[who];
  if (!before(k->expected, m->given[who / HOSTS]))
    return;
  k->expected = m->given[who / HOSTS];
  k->msn = m->ended[who / HOSTS];
  k->open = m->within[who / HOSTS];
  k->asked = false;
}

// `sees`, `follows`, `ahead` and `asks`, of a host: what comes is the packet that is expected, or
// one behind it, and then what is expected is missing. `back`: the host has gone back and has still
// not sent it, so the NAK or the packet was lost again. `room` for a NAK; `old`: the last one was
// long ago. A host whose receiver is elsewhere gets no NAK before that has acknowledged something:
// the NAK would acknowledge the ring's first header, without which the other switch cannot count.
static void see_packet(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in, unsigned who,
                       bool room, bool old) {
  member *const k = &m->member[who];
  const bool known = k->known;
  if (!known) {
    if (!in->event_good || !in->event_origin)
      return;
    *k = (member){.known = true, .psn0 = in->event_psn};
  }
  const uint32_t at = (in->event_psn - k->psn0) & MASK;
  if (known)
    pass(m, who);
  if (!k->asked)
    k->asked_age = 0;
  const bool back = before(at, k->newest);
  k->newest = at;
  k->top = !known || before(k->top, at) ? at : k->top;
  if (at == k->expected) {
    if (!in->event_good)
      return;
    k->expected = (at + 1) & MASK;
    k->msn = (k->msn + in->event_last) & MASK;
    k->open = !in->event_last;
    k->asked = false;
    k->asked_age = 0;
  } else if (before(k->expected, at) && (!k->asked || back || old) && room &&
             (!is_away(m, who) || k->acked != 0)) {
    ask(m, who);
  }
}

// `reaches`, `moves` and `misses`. A receiver behind another switch has all before a packet: the
// headers, so the packets had come, in whatever order, and the host will not send them again. Or
// that switch misses a header, and says so with a NAK in its receiver's name. An acknowledgement
// beyond the farthest packet that came (top) is nobody's that has seen this ring, and moves
// nothing.
static void see_away(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in, unsigned who) {
  member *const k = &m->member[who];
  const bool gap = in->event_ack == NF_NETREDUCE_ACK_GAP;
  const uint32_t at = (in->event_psn - k->psn0 + !gap) & MASK;
  if (k->known && !gap && at != 0 && !before((k->top + 1) & MASK, at)) {
    k->acked = at;
    if (before(k->expected, at)) {
      k->expected = at;
      k->asked = k->open = false; // whether it is open nobody knows
    }
  }
  if (k->known && gap && before(at, k->expected) &&
      (k->lost == k->lost_end || !before(at, k->lost_end))) {
    lose(k, at, (at + 1) & MASK);
    m->out.replays = true;
  }
}

// `hears`: an acknowledgement of sums that were given out; one beyond them or behind what is
// acknowledged is passed over, so that nobody can make the ring repeat what was never there. A NAK,
// or an acknowledgement beyond where a replay stands, moves the replay there.
static void see_ack(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in, unsigned who) {
  member *const k = &m->member[who];
  const bool gap = in->event_ack == NF_NETREDUCE_ACK_GAP;
  const uint32_t given = m->given[who / HOSTS];
  const uint32_t at = (in->event_psn - k->psn0 + !gap) & MASK, more = (at - k->acked) & MASK;
  if (!k->known || more > ((given - k->acked) & MASK) || (more == 0 && !gap))
    return;
  if (more != 0)
    k->heard_age = 0;
  k->acked = at;
  if (gap || (k->replaying && before(k->replay, at))) {
    m->out.replays |= gap && at != given;
    k->replaying = at != given;
    k->replay = at;
  }
}

// ------------------------------------------------------------------------------ what is done
// `again` and replay_meta_o: the packet of a member is looked up again; up: for the sum of the
// hosts here. The record is one as the parser makes it of a middle packet: LUT#2 finds message and
// offset by the PSN, the state manager that it is a repeated one. It stands at the output until the
// lookup takes it. What has not come must never be offered: its look-up would count as its arrival
// (RecoveryResendsWhatCame).
static void offer(nf_netreduce_recovery *m, unsigned who, uint32_t at, bool up) {
  const address *const a = &m->address[who];
  const bool alone = is_between(m, who) && !up;
  uint64_t *const r = m->out.replay_meta;
  m->out.replay_valid = true;
  m->out.replay_up = up;
  m->out.replay_port = a->port;
  m->replay_ring = (uint8_t)(who / HOSTS);
  memset(r, 0, sizeof m->out.replay_meta);
  nf_netreduce_meta_set_conn(r, 1);
  nf_netreduce_meta_set_src_ip(r, a->src_ip);
  nf_netreduce_meta_set_dst_ip(r, a->dst_ip);
  nf_netreduce_meta_set_dst_qp(r, a->dst_qp);
  nf_netreduce_meta_set_opcode(r, (uint8_t)(alone ? NF_NETREDUCE_ALONE << 5 : 0) |
                                      NF_NETREDUCE_OPCODE_SEND_MIDDLE);
  nf_netreduce_meta_set_psn(r, (m->member[who].psn0 + at) & MASK);
}

// `offers`: the next packet of a replay, up to the last sum that was given out. Its ring gives out
// no new one meanwhile (hold), so the receiver has the old ones first.
static void replay(nf_netreduce_recovery *m, unsigned who) {
  member *const k = &m->member[who];
  offer(m, who, k->replay, false);
  k->replay = (k->replay + 1) & MASK;
  k->replaying = k->replay != m->given[who / HOSTS];
  k->heard_age = 0;
}

// `mends`, `lacks`, `fetches`, `sends_up` and `resends`: what is lost between switches, one by one:
// the hosts' sum goes up again, the spine answers it; the remote host's leaf is asked for a header,
// as if by the receiver; headers are sent again. What was given out meanwhile is not asked for. Of
// a NAK without room the turn comes again.
static void mend(nf_netreduce_recovery *m, unsigned who, bool room) {
  member *const k = &m->member[who];
  const unsigned host = who / HOSTS * HOSTS; // HostID 0
  const uint32_t at = k->lost;
  const uint8_t role = m->address[who].role;
  if (role == NF_NETREDUCE_ROLE_HEADER && !room)
    return;
  k->lost = (at + 1) & MASK;
  k->asked_age = 0;
  if (role == NF_NETREDUCE_ROLE_HOST) {
    offer(m, who, at, false);
  } else if (before(at, m->given[who / HOSTS])) {
    return;
  } else if (role == NF_NETREDUCE_ROLE_HEADER) {
    m->naks[(m->first_nak + m->nak_count++) % NAKS] =
        (nak){(uint8_t)who, (k->psn0 + at) & MASK, k->msn};
  } else if (m->member[host].known && before(at, m->member[host].expected)) {
    offer(m, host, at, true);
  }
}

// `stands`, but for its age: does the column that is due wait for what another switch sends? Only
// when HostID 0 has sent its packet: else the ring rests, and nobody owes anything. It is asked for
// as often as it takes, so any number of questions and answers may be lost.
static bool stands(const nf_netreduce_recovery *m, unsigned who) {
  const member *const host = &m->member[who / HOSTS * HOSTS];
  const bool known = m->member[who].known || m->address[who].role == NF_NETREDUCE_ROLE_GLOBAL;
  return is_between(m, who) && known && host->known &&
         before(m->given[who / HOSTS], host->expected);
}

// `tails`, but for its ages: is the column that is due without the packet of a host that is within
// a message and has sent none behind it? Then no packet will show the gap. The first packet of a
// message is never asked for: the host may not have begun it.
static bool tails(const nf_netreduce_recovery *m, unsigned who) {
  const member *const k = &m->member[who];
  const uint32_t given = m->given[who / HOSTS];
  const bool passed = before(k->expected, given);
  return k->known && !is_between(m, who) && (passed || k->expected == given) &&
         !before(given, k->top) && (passed ? m->within[who / HOSTS] : k->open && !k->asked) &&
         (!is_away(m, who) || k->acked != 0);
}

static unsigned turn(const nf_netreduce_recovery *m) {
  return m->turn / m->cfg.Hosts * HOSTS + m->turn % m->cfg.Hosts;
}

// One member in a cycle without an event, in the RTL's order: what a host is asked for, a replay
// that goes on, what is mended, what is found to be lost. `old`: nothing was heard of it for long.
// The turn stays where a loss has just been found (tails, stands, due), so that what is to be done
// of it comes next.
static void look_at(nf_netreduce_recovery *m, bool old, bool asked_old, bool room) {
  const unsigned who = turn(m);
  member *const k = &m->member[who];
  const uint32_t given = m->given[who / HOSTS];
  if (asked_old && old && room && tails(m, who)) {
    pass(m, who);
    ask(m, who);
    return;
  } else if (k->replaying) {
    replay(m, who);
  } else if (k->lost != k->lost_end) {
    mend(m, who, room);
  } else if (asked_old && stands(m, who)) {
    k->lost = given;
    k->lost_end = (given + 1) & MASK;
    return;
  } else if (k->known && gets_sums(m, who) && k->acked != given && old) {
    k->replaying = m->out.replays = true;
    k->replay = k->acked;
    k->heard_age = 0;
    return;
  }
  m->turn = (uint8_t)((m->turn + 1u) % m->turns);
}

// tick and the ages, in eighths of AGAIN: four bits a member instead of 24. At a tick the members
// of a ring that is held are as if heard of, or the replay itself would make them old.
static void tick(nf_netreduce_recovery *m, uint32_t again) {
  m->again = again;
  if (++m->cycles < again / TICKS)
    return;
  m->cycles = 0;
  for (unsigned i = 0; i < m->members; i++) {
    member *const k = &m->member[i];
    k->asked_age = (uint8_t)(k->asked_age + (k->asked_age != OLD));
    if (m->out.hold >> i / HOSTS & 1)
      k->heard_age = 0;
    else
      k->heard_age = (uint8_t)(k->heard_age + (k->heard_age != OLD));
  }
}

// gen_ring and the ring's row: the ring is another one from here on. place: a NAK needs a header of
// the host to be made from, and the first column has one of every member that has sent anything.
static void begin(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  const unsigned r = in->closing_ring;
  m->on[r] = in->closing_on;
  m->given[r] = m->ended[r] = 0;
  m->place[r] = (uint16_t)((r * (m->cfg.Window + 1) + in->closing_slot) * m->cfg.MaxMsgLen);
  m->leaf[r] = in->closing_leaf;
  for (unsigned h = 0; h < HOSTS; h++)
    forget(&m->member[r * HOSTS + h]);
}

// hold_o and the NAK at the interface, which stays until it is on its way. A ring is held until the
// last job of its replay is in front of the sums that wait (replay_busy). A NAK is a job like a
// sum, REPLY, whose header is that of a stored packet, turned round.
static void show(nf_netreduce_recovery *m) {
  nf_netreduce_recovery_out *const o = &m->out;
  o->hold = (uint16_t)((unsigned)(o->replay_valid || m->replay_busy) << m->replay_ring);
  for (unsigned i = 0; i < m->members; i++)
    o->hold |= (uint16_t)((unsigned)m->member[i].replaying << i / HOSTS);
  o->nak_valid = m->nak_count != 0 && !m->nak_sent;
  o->nak_job = 0;
  o->nak_psn = o->nak_qp = o->nak_msn = 0;
  if (m->nak_count == 0)
    return;
  const nak *const k = &m->naks[m->first_nak];
  const uint8_t port = m->address[k->who].port;
  nf_netreduce_job_set_kind(&o->nak_job, NF_NETREDUCE_JOB_REPLY);
  nf_netreduce_job_set_mode(&o->nak_job, NF_NETREDUCE_MODE_REPLY);
  nf_netreduce_job_set_port(&o->nak_job, port);
  nf_netreduce_job_set_deliver(&o->nak_job, (uint8_t)(1u << port));
  nf_netreduce_job_set_place(&o->nak_job, m->place[k->who / HOSTS]);
  nf_netreduce_job_set_slot(&o->nak_job, (uint8_t)(k->who / HOSTS << 3));
  o->nak_psn = k->psn;
  o->nak_qp = m->address[k->who].src_qp;
  o->nak_msn = k->msn;
}

// ------------------------------------------------------------------------------ the edge
// u_naks' output: the oldest NAK is offered, then on its way, then gone.
static void move_naks(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  m->out.naks = in->nak_done;
  if (in->nak_done) {
    m->first_nak = (m->first_nak + 1) % NAKS;
    m->nak_count--;
    m->nak_sent = false;
  } else if (m->out.nak_valid && in->nak_ready) {
    m->nak_sent = true;
  }
}

// The second cycle of an event: which of sees, skims, reaches or hears it can be is a matter of its
// member alone.
static void see(nf_netreduce_recovery *m, unsigned who, bool room, bool old) {
  const nf_netreduce_recovery_in *const event = &m->event;
  if (event->event_ack == NF_NETREDUCE_ACK_NONE && is_between(m, who))
    see_between(m, event, who);
  else if (event->event_ack == NF_NETREDUCE_ACK_NONE)
    see_packet(m, event, who, room, old);
  else if (is_away(m, who))
    see_away(m, event, who);
  else if (gets_sums(m, who))
    see_ack(m, event, who);
}

// The first cycle of an event, `arrives`: what comes while its ring is set up, or its member
// changes, is of neither the old one nor the new one.
static void note_event(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  m->event = *in;
  m->event.event_valid =
      in->event_valid && in->event_ring < m->cfg.Rings && m->on[in->event_ring] &&
      !(in->closing && in->closing_ring == in->event_ring) &&
      !(in->enrol_valid && in->enrol_ring == in->event_ring && in->enrol_host == in->event_host);
}

// given_here, and the ring's row: a sum was given out, so nothing of the ring is late yet.
static void give(nf_netreduce_recovery *m, unsigned ring, bool last) {
  m->given[ring] = (m->given[ring] + 1) & MASK;
  m->ended[ring] = (m->ended[ring] + last) & MASK;
  m->within[ring] = !last;
  for (unsigned h = 0; h < HOSTS; h++) {
    member *const k = &m->member[ring * HOSTS + h];
    k->heard_age = 0;
    if (is_between(m, ring * HOSTS + h))
      k->asked_age = 0;
  }
}

// One edge. The event of the cycle before is looked at, this cycle's is noted: the RTL numbers it
// in a first cycle and compares in a second. Ages that decide (asked_old, heard_old) are of before
// the tick. What was given out, enrolled or closed in this cycle comes last, as the event saw the
// state before; set-up and members win over all that the event has changed (`forgets`).
void nf_netreduce_recovery_step(nf_netreduce_recovery *m, const nf_netreduce_recovery_in *in) {
  nf_netreduce_recovery_out *const o = &m->out;
  const bool room = m->nak_count < NAKS, offered = o->replay_valid;
  const unsigned who = (unsigned)m->event.event_ring * HOSTS + m->event.event_host;
  const bool asked_old = m->member[who % m->members].asked_age == OLD;
  const bool turn_old = m->member[turn(m)].asked_age == OLD;
  const bool heard_old = m->member[turn(m)].heard_age == OLD;
  o->replays = false;
  show_match(m);
  match(m, in);
  move_naks(m, in);
  if (offered)
    o->replay_valid = !in->replay_ready;
  m->replay_busy = in->replay_busy;
  tick(m, in->again);
  if (m->event.event_valid)
    see(m, who, room, asked_old);
  else if (!offered)
    look_at(m, heard_old, turn_old, room);
  note_event(m, in);
  if (in->released)
    give(m, in->released_ring, in->released_last);
  if (in->enrol_valid)
    enrol(m, in);
  if (in->closing)
    begin(m, in);
  if (!o->replay_valid)
    memset(o->replay_meta, 0, sizeof o->replay_meta);
  show(m);
}

// The model's own: whatever comes of an age alone is waited for: a sum that is not acknowledged
// (due), what another switch lacks or owes (lost, stands), a host's last packet (tails). What was
// asked for once is not: the rest is the host's time-out. naks and replays stand for a cycle, for
// the counters.
bool nf_netreduce_recovery_idle(const nf_netreduce_recovery *m) {
  for (unsigned i = 0; i < m->members; i++)
    if ((m->member[i].known && gets_sums(m, i) && m->member[i].acked != m->given[i / HOSTS]) ||
        m->member[i].lost != m->member[i].lost_end || stands(m, i) || tails(m, i))
      return false;
  return !m->event.event_valid && m->nak_count == 0 && !m->out.replay_valid && m->out.hold == 0 &&
         !m->out.naks && !m->out.replays;
}

// The model's own, for simulators that skip time: what goes on at rest are the ages, the tick
// between two of them, and whose turn it is. Later events meet them as if time had not been
// skipped.
void nf_netreduce_recovery_skip(nf_netreduce_recovery *m, uint64_t edges) {
  const uint64_t every = m->again >= TICKS ? m->again / TICKS : 1;
  const uint64_t now = (m->cycles < every ? m->cycles : every - 1) + edges, ticks = now / every;
  m->cycles = (uint32_t)(now % every);
  m->turn = (uint8_t)((m->turn + edges) % m->turns);
  for (unsigned i = 0; i < m->members; i++) {
    member *const k = &m->member[i];
    k->asked_age = (uint8_t)(k->asked_age + ticks < OLD ? k->asked_age + ticks : OLD);
    k->heard_age = (uint8_t)(k->heard_age + ticks < OLD ? k->heard_age + ticks : OLD);
  }
}
