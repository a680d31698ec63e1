// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Members of rings as senders, on ports of their own; the reference follows each packet, in the
// order in which they are taken, through rules that are written here by role: what it is to be
// answered, and the job. Among them are hostile frames; what is refused leaves no trace in the
// reference. Rings are closed while packets of theirs are on the way, and set up anew with other
// members.
#include "netreduce/nf_netreduce_lookup.h"

#include "netreduce/nf_netreduce_rules.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_lookup_dut;

enum { LATENCY = 9, LINE = 32, PATIENCE = 30000 };
enum { OWN_IP = 0x0a0000fe, NET = 0x0a000000, MASK = 0xff000000, ELSEWHERE = 0x0b000000 };

typedef struct {
  ring_state rings[P_Rings];
  bool asks[P_Ports];
  question at[P_Ports];
  uint64_t meta[P_Ports][4];
  question line[LINE]; // taken, not answered
  unsigned taken, answered;
  uint64_t jobs[LINE];
  unsigned expected, done, strangers;
  nf_pace pace[P_Ports], drain;
  uint32_t wait;          // for messages of a ring that is closed, and for sums
  unsigned sums[P_Ports]; // that a port holds
  unsigned offs, given_up;
  unsigned seen[NF_NETREDUCE_CAUSES];
  unsigned step;
  uint8_t pending[4 * LINE]; // slots of jobs that are under way
  unsigned pendings;
  // The controller works at one ring at a time.
  enum { REST, CLOSING, CLOSED, REMOVING, ADDING, CHECKING, OPENING } stage;
  unsigned ring, host, later; // later: cycles until it goes on
  unsigned off;               // cycles for which the accelerator is switched off
  bool replays;               // a packet that has come is to be looked up again
  question replay;
  uint64_t replay_meta[4];
  unsigned replayed, eaten, strayed;
} context;

// ------------------------------------------------------------------------------ packets
static void make(nf_tb *tb, const ring_state *c, const question *q, uint64_t *r) {
  const member *const m = &c->m[q->member];
  const unsigned message = senders_message(&c->s, q->packet);
  const unsigned offset = q->packet - c->s.start[message], len = senders_length(&c->s, message);
  const bool other = q->kind == OTHER_QP || q->kind == OTHER_QP_NR || q->kind == OTHER_RAW;
  const bool first = q->kind == OTHER_QP_NR || q->kind == OTHER_NR || q->kind == FAR ||
                     q->kind == ENDLESS || q->kind == OTHER_LEN ||
                     (offset == 0 && q->kind != OTHER_QP);
  const bool alone = (m->role == HEADER) != (q->kind == OTHER_ROLE);
  const uint8_t opcode =
      first ? len == 1 ? NF_NETREDUCE_OPCODE_SEND_ONLY : NF_NETREDUCE_OPCODE_SEND_FIRST
      : offset + 1 == len ? NF_NETREDUCE_OPCODE_SEND_LAST
                          : NF_NETREDUCE_OPCODE_SEND_MIDDLE;
  const unsigned room = NF_NETREDUCE_MAX_PAYLOAD, some = 12 + (unsigned)nf_tb_below(tb, room - 11);
  memset(r, 0, 32);
  if (q->kind == OTHER_RAW)
    nf_netreduce_meta_set_cause(r, NF_NETREDUCE_CAUSE_UNTAGGED);
  if (q->kind == OWN_RAW)
    nf_netreduce_meta_set_cause(r, (uint8_t)(1 + nf_tb_below(tb, NF_NETREDUCE_CAUSE_UNTAGGED)));
  if (q->kind == ACK)
    nf_netreduce_meta_set_cause(r, NF_NETREDUCE_CAUSE_OPCODE);
  if (q->kind == ACK_TAGGED)
    nf_netreduce_meta_set_cause(r, NF_NETREDUCE_CAUSE_NOT_IPV4);
  if (q->kind == ACK_OPTIONS)
    nf_netreduce_meta_set_cause(r, NF_NETREDUCE_CAUSE_OPTIONS);
  nf_netreduce_meta_set_conn(r, 1);
  nf_netreduce_meta_set_first(r, first);
  nf_netreduce_meta_set_bytes(r, (uint16_t)nf_tb_rand(tb));
  nf_netreduce_meta_set_src_ip(r, m->src);
  nf_netreduce_meta_set_dst_ip(r, m->dst);
  nf_netreduce_meta_set_dst_qp(r, other ? m->qp ^ 0x800000 : m->qp);
  const uint8_t empty =
      nf_tb_chance(tb, 50) ? NF_NETREDUCE_OPCODE_ACKNOWLEDGE : NF_NETREDUCE_OPCODE_CONGESTION;
  nf_netreduce_meta_set_opcode(r, is_ack(q->kind) ? empty
                                  : alone ? (uint8_t)(0xc0 | nf_tb_below(tb, 4) << 3 | opcode)
                                          : opcode);
  if (says_it(q))
    nf_netreduce_meta_set_ack(r, q->says);
  nf_netreduce_meta_set_psn(r, (m->psn + q->packet) & 0xffffff);
  nf_netreduce_meta_set_mark(
      r, (uint8_t)(mark_of(m) ^ (q->kind == OTHER_MARK ? 1 + nf_tb_below(tb, 127) : 0)));
  nf_netreduce_meta_set_payload(r, (uint16_t)(q->kind == LARGE ? room + 1 + nf_tb_below(tb, 8000)
                                              : alone          ? first * 12u
                                                               : some));
  if (!first)
    return;
  uint16_t ring = (uint16_t)q->ring;
  if (q->kind == OTHER_QP_NR || q->kind == OTHER_NR)
    ring = (uint16_t)(nf_tb_chance(tb, 50) ? ring | 1u << (4 + nf_tb_below(tb, 12))
                                           : P_Rings + (unsigned)ring);
  nf_netreduce_meta_set_ring(r, ring);
  const unsigned more = P_MaxMsgLen + 1 + (unsigned)nf_tb_below(tb, 60000);
  nf_netreduce_meta_set_msglen(r, (uint16_t)(q->kind == OTHER_LEN   ? q->len
                                             : q->kind != ENDLESS   ? len
                                             : nf_tb_chance(tb, 50) ? 0
                                                                    : more));
  const uint32_t way = (uint32_t)(100 + nf_tb_below(tb, 5000));
  nf_netreduce_meta_set_msgid(r, c->first + message +
                                     (q->kind != FAR         ? 0
                                      : nf_tb_chance(tb, 50) ? way
                                                             : 0 - way));
}

// ------------------------------------------------------------------------------ what comes out
static void compare(nf_tb *tb, context *c, const answer *a, const nf_netreduce_lookup_out *out) {
  nf_tb_check(tb,
              out->ans_cause == a->cause && out->ans_payload == a->payload &&
                  out->ans_head == a->head && out->ans_place == a->place,
              "cause %u payload %d head %d place %u, not %u %d %d %u", out->ans_cause,
              out->ans_payload, out->ans_head, out->ans_place, a->cause, a->payload, a->head,
              a->place);
  nf_tb_check(tb, out->take == (a->payload || a->head ? out->ans_valid : 0), "take 0x%x",
              out->take);
  c->seen[a->cause]++;
  if (a->job == 0)
    return;
  nf_tb_check(tb, c->expected != c->done || c->strangers != 0 || out->job_valid,
              "a job with its answer");
  c->jobs[c->expected++ % LINE] = a->job;
}

// A job is taken; some other time it ends.
static void pend(nf_tb *tb, context *c, const nf_netreduce_lookup_out *out) {
  const unsigned parts = (nf_netreduce_job_announce(&out->job) ? 1u : 0) +
                         (nf_netreduce_job_kind(&out->job) != NF_NETREDUCE_JOB_NONE ? 1u : 0);
  nf_tb_check(tb, c->pendings + parts <= sizeof c->pending, "room of the test");
  for (unsigned i = 0; i < parts; i++)
    c->pending[c->pendings++] = nf_netreduce_job_slot(&out->job);
}

static void end_some(nf_tb *tb, context *c, nf_netreduce_lookup_in *in) {
  if (c->pendings == 0 || !nf_tb_chance(tb, c->pendings > 20 ? 100 : 40))
    return;
  const unsigned at = (unsigned)nf_tb_below(tb, c->pendings);
  if (nf_tb_chance(tb, 20)) {
    in->dropped = 1;
    in->dropped_slot = c->pending[at];
    c->pending[at] = c->pending[--c->pendings];
    return;
  }
  in->ended_valid = true;
  in->ended_slot = c->pending[at];
  c->pending[at] = c->pending[--c->pendings];
}

// What is said of a member's packet, or of what acknowledges them.
static void see_event(nf_tb *tb, const context *c, const question *q, const answer *a,
                      const nf_netreduce_lookup_out *out) {
  const ring_state *const k = &c->rings[q->ring];
  const member *const m = &k->m[q->member];
  const bool open = !q->off && !q->closed && !q->replay;
  const bool acks = open && says_it(q) && q->hit != 0 && q->says != NF_NETREDUCE_ACK_NONE;
  const bool packet =
      open && (q->kind == RIGHT || q->kind == FAR || q->kind == ENDLESS || q->kind == OTHER_LEN);
  nf_tb_check(tb, out->event_valid == (acks || packet), "event %d", out->event_valid);
  if (!out->event_valid)
    return;
  nf_tb_check(tb,
              out->event_ack == (acks ? q->says : 0) &&
                  out->event_ring * 8 + out->event_host ==
                      (acks ? q->hit - 1 : (int)(q->ring * 8 + q->member)) &&
                  out->event_psn == ((m->psn + q->packet) & 0xffffff),
              "event of ring %u, host %u", out->event_ring, out->event_host);
  if (!packet)
    return;
  const unsigned slot = (k->first + senders_message(&k->s, q->packet)) % SLOTS;
  nf_tb_check(tb,
              out->event_unlike == a->unlike &&
                  (!a->unlike || (out->event_slot == slot && out->event_msglen == q->len)),
              "unlike %d, slot %u, says %u", out->event_unlike, out->event_slot, out->event_msglen);
  if (a->unlike)
    nf_tb_cover(tb, "another MsgLen than the message has");
  const bool good = a->cause == NF_NETREDUCE_CAUSE_NONE;
  nf_tb_check(tb, out->event_good == good, "good %d", out->event_good);
  if (!good)
    return;
  const unsigned message = senders_message(&k->s, q->packet);
  nf_tb_check(tb,
              out->event_origin == (q->packet == 0) &&
                  out->event_last ==
                      (q->packet + 1 == k->s.start[message] + senders_length(&k->s, message)),
              "origin %d, last %d", out->event_origin, out->event_last);
}

// What goes with the answer of a packet that is looked up again: one of a repeated packet's jobs.
static void see_replay(nf_tb *tb, context *c, answer *a, bool up,
                       const nf_netreduce_lookup_out *out) {
  nf_tb_check(tb, !out->ans_cause && !out->ans_payload && !out->ans_head && !out->ans_place,
              "an answer");
  if (a->job == 0)
    return;
  const unsigned kind = nf_netreduce_job_kind(&a->job);
  const bool far = nf_netreduce_job_announce(&a->job);
  if (up ? kind != NF_NETREDUCE_JOB_SUM : kind != NF_NETREDUCE_JOB_HISTORY && !far)
    return;
  if (up) {
    nf_netreduce_job_set_announce(&a->job, 0);
  } else if (far) {
    nf_netreduce_job_set_kind(&a->job, NF_NETREDUCE_JOB_NONE);
    nf_netreduce_job_set_mode(&a->job, NF_NETREDUCE_MODE_KEEP);
    nf_netreduce_job_set_mark(&a->job, 0);
    nf_netreduce_job_set_read(&a->job, 0);
    nf_netreduce_job_set_deliver(&a->job, 0);
  }
  nf_netreduce_job_set_again(&a->job, 0);
  nf_netreduce_job_set_replay(&a->job, 1);
  c->jobs[c->expected++ % LINE] = a->job;
  c->replayed++;
  nf_tb_cover(tb, up ? "sum of the hosts again" : far ? "header again" : "sum again");
}

// Whose an acknowledgement is, is said three cycles behind it; to others it means nothing.
static void say_whose(nf_tb *tb, context *c, nf_netreduce_lookup_in *in) {
  in->ack_hit = nf_tb_chance(tb, 60);
  in->ack_stray = !in->ack_hit && nf_tb_chance(tb, 50);
  in->ack_ring = (uint8_t)nf_tb_below(tb, P_Rings);
  in->ack_host = (uint8_t)nf_tb_below(tb, 8);
  for (unsigned n = c->answered; n != c->taken; n++) {
    question *const q = &c->line[n % LINE];
    if (q->cycle + 3 != nf_tb_cycle(tb))
      continue;
    q->stray = in->ack_stray;
    if (in->ack_hit)
      q->hit = (uint8_t)(1 + in->ack_ring * 8 + in->ack_host);
  }
}

static void check(nf_tb *tb, context *c, const nf_netreduce_lookup_out *out, bool job_ready) {
  question *const q = &c->line[c->answered % LINE];
  const bool due = c->answered != c->taken && q->cycle + LATENCY == nf_tb_cycle(tb);
  nf_tb_check(tb, out->ans_valid == (due && !q->replay ? 1u << q->port : 0), "answers 0x%x",
              out->ans_valid);
  nf_tb_check(tb, due || !out->event_valid, "an event without a packet");
  if (due) {
    c->answered++;
    if (q->old) {
      c->strangers++;
    } else {
      answer a = expect(tb, &c->rings[q->ring], q, out->ans_cause == NF_NETREDUCE_CAUSE_WINDOW);
      see_event(tb, c, q, &a, out);
      c->eaten += says_it(q) && a.cause == NF_NETREDUCE_CAUSE_NONE && !q->off;
      c->strayed += says_it(q) && a.cause == NF_NETREDUCE_CAUSE_MEMBER;
      if (q->replay)
        see_replay(tb, c, &a, q->up, out);
      else
        compare(tb, c, &a, out);
    }
  }
  if (!out->job_valid) {
    nf_tb_check(tb, c->done == c->expected, "%u jobs are missing", c->expected - c->done);
    c->strangers = 0;
  } else if (job_ready) {
    pend(tb, c, out);
    if (c->done != c->expected && c->jobs[c->done % LINE] == out->job) {
      c->done++;
    } else {
      nf_tb_check(tb, c->strangers != 0, "a job 0x%llx, not 0x%llx", (unsigned long long)out->job,
                  (unsigned long long)c->jobs[c->done % LINE]);
      c->strangers -= c->strangers != 0;
    }
  }
}

// ------------------------------------------------------------------------------ set-up
static void new_ring(nf_tb *tb, context *c, unsigned r) {
  ring_state *const k = &c->rings[r];
  unsigned order[P_Ports] = {0};
  memset(k, 0, sizeof *k);
  k->leaf = nf_tb_chance(tb, 60);
  const unsigned by_port = P_Ports - (unsigned)k->leaf, by_ring = 8 - 2u * k->leaf;
  const unsigned most = by_port < by_ring ? by_port : by_ring;
  k->hosts = 1 + (unsigned)nf_tb_below(tb, most);
  senders_start(tb, &k->s, k->hosts + 2 * k->leaf,
                1 + (unsigned)nf_tb_below(tb, (P_Window + 1) / 2), // or LUT#2 forgets too early

                P_MaxMsgLen < 12 ? P_MaxMsgLen : 12, false);
  const bool wraps = (SLOTS & (SLOTS - 1)) == 0 && nf_tb_chance(tb, 50);
  k->first = wraps ? 0 - (uint32_t)nf_tb_below(tb, 40) : (uint32_t)nf_tb_rand(tb) >> 1;
  k->dtype = (uint8_t)nf_tb_below(tb, 16);
  k->newest = -1;
  for (unsigned p = 0; p < P_Ports; p++) {
    const unsigned at = (unsigned)nf_tb_below(tb, p + 1);
    order[p] = order[at];
    order[at] = p;
  }
  const bool spine = !k->leaf && nf_tb_chance(tb, 30);
  for (unsigned h = 0; h < k->s.hosts; h++) {
    member *const m = &k->m[h];
    m->role = h < k->hosts ? HOST : h == k->hosts ? HEADER : GLOBAL;
    const bool shared = h > k->hosts && (h >= P_Ports || nf_tb_chance(tb, 50));
    m->port = order[shared ? k->hosts : h];
    m->here = m->role == HEADER || nf_tb_chance(tb, 60);
    m->src = NET | (uint32_t)nf_tb_below(tb, 4) << 16 | r << 8 | h;
    m->dst = spine || m->role == GLOBAL ? OWN_IP : (m->here ? NET : ELSEWHERE) | r << 8 | (h + 1);
    m->here &= m->role != GLOBAL;
    m->self = m->dst == OWN_IP;
    m->parts = m->role == HEADER ? (unsigned)nf_tb_below(tb, 128)
               : m->self ? 1 + (unsigned)nf_tb_below(tb, m->role == GLOBAL ? 63 : 63 / k->hosts)
                         : 1;
    m->qp = (uint32_t)nf_tb_below(tb, 0x800000);
    m->psn = nf_tb_chance(tb, 50) ? 0xffffff - (uint32_t)nf_tb_below(tb, 40)
                                  : (uint32_t)nf_tb_rand(tb) & 0xffffff;
    m->newest = -1;
  }
}

static void configure(const ring_state *k, unsigned r, unsigned hosts, nf_netreduce_lookup_in *in) {
  in->cfg_valid = true;
  in->cfg_ring = (uint8_t)r;
  in->cfg_members = (uint8_t)hosts;
  in->cfg_leaf = k->leaf;
  in->cfg_window = (uint8_t)k->s.window;
  in->cfg_first = k->first;
  in->cfg_slot = (uint8_t)(k->first % SLOTS);
  in->cfg_dtype = k->dtype;
}

static void enrol(const context *c, unsigned op, nf_netreduce_lookup_in *in) {
  const ring_state *const k = &c->rings[c->ring];
  const member *const m = &k->m[c->host < k->s.hosts ? c->host : 0];
  in->enrol_op = (uint8_t)op;
  in->enrol_ring = (uint8_t)c->ring;
  in->enrol_host = (uint8_t)c->host;
  in->enrol_src_ip = m->src;
  in->enrol_dst_ip = m->dst;
  in->enrol_dst_qp = m->qp;
  in->enrol_src_qp = m->qp ^ 0xffffff;
  in->enrol_port = (uint8_t)m->port;
  in->enrol_role = (uint8_t)m->role;
  in->enrol_parts = (uint8_t)m->parts;
  in->enrol_members = (uint8_t)k->hosts;
  in->enrol_leaf = k->leaf;
}

// A question about members and its answer, which must be right; true when it is there.
static bool ask_members(nf_tb *tb, const context *c, unsigned op,
                        const nf_netreduce_lookup_out *out, nf_netreduce_lookup_in *in) {
  enrol(c, op, in);
  if (out->enrol_done) {
    nf_tb_check(tb, out->enrol_ok, "ring %u: question %u about member %u", c->ring, op, c->host);
    return true;
  }
  in->enrol_valid = nf_tb_cycle(tb) % 4 == 0; // the answer comes two cycles later
  return false;
}

static void control(nf_tb *tb, context *c, const nf_netreduce_lookup_out *out,
                    nf_netreduce_lookup_in *in) {
  ring_state *const k = &c->rings[c->ring];
  switch (c->stage) {
  case CLOSING:
    if (c->later-- != 0)
      return;
    c->later = 0;
    if (!out->cfg_ready)
      return;
    k->closed = k->s.hosts != 0;
    c->later = (unsigned)nf_tb_below(tb, 200);
    c->stage = CLOSED;
    return;
  case CLOSED:
    if (c->later-- != 0)
      return;
    k->closed = false;
    for (unsigned p = 0; p < P_Ports; p++)
      if (c->asks[p] && c->at[p].ring == c->ring) {
        c->later = 1;
        return;
      }
    for (unsigned n = c->answered; n != c->taken; n++)
      if (c->line[n % LINE].ring == c->ring) {
        c->later = 1;
        return;
      }
    c->host = 0;
    c->stage = REMOVING;
    return;
  case REMOVING:
    if (c->host < k->s.hosts) {
      c->host += ask_members(tb, c, NF_NETREDUCE_ENROL_REMOVE, out, in);
      return;
    }
    new_ring(tb, c, c->ring);
    c->host = 0;
    c->stage = ADDING;
    return;
  case ADDING:
    c->host += ask_members(tb, c, NF_NETREDUCE_ENROL_ADD, out, in);
    if (c->host == k->s.hosts)
      c->stage = CHECKING;
    return;
  case CHECKING:
    if (!ask_members(tb, c, NF_NETREDUCE_ENROL_CHECK, out, in))
      return;
    configure(k, c->ring, k->hosts, in);
    c->later = 1;
    c->stage = OPENING;
    return;
  case OPENING:
    if (c->later != 0) {
      c->later = 0;
      return;
    }
    if (!out->cfg_ready)
      return;
    k->running = true;
    k->moved = nf_tb_cycle(tb);
    c->stage = REST;
    return;
  default:
    return;
  }
}

// A ring of leaves is one that has hosts whose packets are for the switch itself.
static void see_closing(nf_tb *tb, const context *c, const nf_netreduce_lookup_out *out) {
  if (!out->closing)
    return;
  const ring_state *const k = &c->rings[out->closing_ring];
  const bool opens = c->stage == OPENING;
  bool leaves = false;
  for (unsigned h = 0; h < k->hosts; h++)
    leaves = leaves || k->m[h].self;
  nf_tb_check(tb, !opens || out->closing_hosts == !leaves, "hosts %d", out->closing_hosts);
  nf_tb_check(tb, !opens || out->closing_leaf == k->leaf, "leaf %d", out->closing_leaf);
  nf_tb_cover(tb, leaves ? "opened with leaves" : "opened with hosts");
}

// A packet for a port: of a member that is there, or something wrong.
static void ask(nf_tb *tb, context *c, unsigned p) {
  question q = {.ring = (unsigned)nf_tb_below(tb, P_Rings), .port = p};
  ring_state *const k = &c->rings[q.ring];
  if (!k->closed && (!k->running || k->leaving))
    return;
  q.closed = k->closed;
  q.member = (unsigned)nf_tb_below(tb, k->s.hosts);
  const member *const m = &k->m[q.member];
  if (q.closed) {
    q.packet = (unsigned)nf_tb_below(tb, k->s.start[k->s.messages]);
    if (m->port != p)
      return;
  } else if (nf_tb_chance(tb, 4)) {
    q.kind = (wrong)(1 + nf_tb_below(tb, WRONGS - 1));
    q.says = (uint8_t)nf_tb_below(tb, 3);
    q.packet = (unsigned)nf_tb_below(tb, k->s.start[k->s.messages]);
    if (q.kind == OTHER_PORT ? m->port == p : m->port != p)
      return;
    if (q.kind == LARGE && m->role == HEADER)
      return;
    if (q.kind == OTHER_LEN) { // shorter, so that it meets no other message of its sender
      const unsigned len = k->newest < 0 ? 1 : senders_length(&k->s, (unsigned)k->newest);
      if (len == 1)
        return;
      q.packet = k->s.start[k->newest];
      q.len = 1 + (unsigned)nf_tb_below(tb, len - 1);
    }
  } else if (m->port != p || !senders_arrive(tb, &k->s, q.member, &q.packet)) {
    return;
  }
  c->asks[p] = true;
  c->at[p] = q;
  make(tb, k, &q, c->meta[p]);
}

// A packet that has come; the spine's are not looked up again.
static void ask_again(nf_tb *tb, context *c) {
  question q = {.ring = (unsigned)nf_tb_below(tb, P_Rings), .replay = true};
  const ring_state *const k = &c->rings[q.ring];
  if (!k->running || k->leaving || k->newest < 0)
    return;
  q.member = (unsigned)nf_tb_below(tb, k->s.hosts);
  if (k->m[q.member].role == GLOBAL)
    return;
  q.up = k->leaf && k->m[q.member].role == HOST && nf_tb_chance(tb, 50);
  q.packet = (unsigned)nf_tb_below(tb, k->s.start[k->newest + 1]);
  q.port = k->m[q.member].port;
  const unsigned message = senders_message(&k->s, q.packet);
  const unsigned offset = q.packet - k->s.start[message];
  if (offset == 0 || (k->arrived[message][offset] >> q.member & 1) == 0)
    return; // of a replay none is a first one: its message is known
  c->replays = true;
  c->replay = q;
  make(tb, k, &q, c->replay_meta);
}

static void manage(nf_tb *tb, context *c, unsigned r, nf_netreduce_lookup_in *in) {
  ring_state *const k = &c->rings[r];
  for (unsigned h = 0; k->running && !k->leaving && h < k->s.hosts; h++)
    senders_move(tb, &k->s, h);
  if (k->running && !k->leaving) {
    nf_tb_check(tb, nf_tb_cycle(tb) - k->moved < PATIENCE, "ring %u stands still", r);
    const bool all = senders_all_have(&k->s, k->s.messages - 1);
    if (all)
      nf_tb_cover(tb, k->leaf ? "all messages of a leaf" : "all messages of one switch");
    k->leaving = all || nf_tb_below(tb, 10000) == 0;
    return;
  }
  if (c->stage != REST)
    return;
  for (unsigned p = 0; p < P_Ports; p++)
    if (c->asks[p] && c->at[p].ring == r)
      return; // it stays until it is taken
  if (c->replays && c->replay.ring == r)
    return;
  for (unsigned n = c->answered; n != c->taken; n++)
    if (c->line[n % LINE].ring == r) {
      c->line[n % LINE].old = true;
      nf_tb_cover(tb, "closed with packets on the way");
    }
  k->running = k->leaving = false;
  c->ring = r;
  c->later = 1;
  c->stage = CLOSING;
  configure(k, r, 0, in);
}

static void present(context *c, nf_tb *tb, const nf_netreduce_lookup_out *out,
                    nf_netreduce_lookup_in *in) {
  in->own_ip = OWN_IP;
  in->local_net = NET;
  in->local_mask = MASK;
  if (c->off == 0 && nf_tb_below(tb, 1000) == 0)
    c->off = (unsigned)nf_tb_below(tb, 300);
  in->enable = c->off == 0;
  c->off -= c->off != 0;
  c->offs += !out->on && in->enable;
  c->given_up += out->given_up;
  in->drain = c->wait;
  for (unsigned p = 0; p < P_Ports; p++) {
    const bool sent = c->sums[p] != 0 && nf_tb_chance(tb, 30);
    const bool reserve = c->sums[p] < 4 && nf_tb_chance(tb, 20);
    in->sent |= (uint8_t)((unsigned)sent << p);
    in->reserve |= (uint8_t)((unsigned)reserve << p);
    c->sums[p] = c->sums[p] + reserve - sent;
  }
  for (unsigned p = 0; p < P_Ports; p++) {
    if (!c->asks[p])
      continue;
    in->req_valid |= (uint8_t)(1u << p);
    memcpy(in->req_meta[p], c->meta[p], sizeof c->meta[p]);
    if ((out->req_ready >> p & 1) == 0)
      continue;
    c->asks[p] = false;
    c->at[p].cycle = nf_tb_cycle(tb);
    c->at[p].off = !out->on;
    c->line[c->taken++ % LINE] = c->at[p];
  }
  if (!c->replays)
    return;
  in->replay_valid = true;
  in->replay_port = (uint8_t)c->replay.port;
  in->replay_up = c->replay.up;
  memcpy(in->replay_meta, c->replay_meta, sizeof in->replay_meta);
  if (!out->replay_ready)
    return;
  c->replays = false;
  c->replay.cycle = nf_tb_cycle(tb);
  c->replay.off = !out->on;
  c->line[c->taken++ % LINE] = c->replay;
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  for (unsigned p = 0; p < P_Ports; p++)
    c->pace[p] = nf_pace_any(tb);
  c->drain = nf_pace_any(tb);
  c->wait = nf_tb_chance(tb, 30) ? 0 : (uint32_t)nf_tb_below(tb, 200);
}
static void start_busy(nf_tb *tb, void *ctx) {
  (void)tb;
  context *const c = ctx;
  for (unsigned p = 0; p < P_Ports; p++)
    c->pace[p].kind = NF_PACE_ALWAYS;
  c->drain.kind = NF_PACE_ALWAYS;
}

static void drive(nf_tb *tb, void *ctx, const void *out_, void *in_) {
  context *const c = ctx;
  const nf_netreduce_lookup_out *const out = out_;
  nf_netreduce_lookup_in *const in = in_;
  end_some(tb, c, in);
  in->job_ready = c->pendings < 40 && nf_pace_go(tb, &c->drain);
  check(tb, c, out, in->job_ready);
  for (unsigned p = 0; p < P_Ports; p++)
    for (unsigned n = nf_pace_go(tb, &c->pace[p]) ? 0 : 8; n < 8 && !c->asks[p]; n++)
      ask(tb, c, p);
  if (!c->replays && nf_tb_chance(tb, 5))
    ask_again(tb, c);
  present(c, tb, out, in);
  say_whose(tb, c, in);
  see_closing(tb, c, out);
  in->swept = out->closing && nf_tb_chance(tb, 20);
  control(tb, c, out, in);
  for (unsigned r = 0; r < P_Rings; r++)
    manage(tb, c, r, in);
  in->look_valid = nf_tb_chance(tb, 10);
  in->look_ring = (uint8_t)nf_tb_below(tb, P_Rings);
  in->look_slot = (uint8_t)nf_tb_below(tb, SLOTS);
  in->look_offset = (uint8_t)nf_tb_below(tb, 2);
  in->member_re = nf_tb_chance(tb, 30);
  in->member_ring = (uint8_t)nf_tb_below(tb, nf_tb_chance(tb, 10) ? 16 : P_Rings);
  in->member_host = (uint8_t)nf_tb_below(tb, 8);
}
static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  if (nf_tb_cycle(tb) % 1000 == 0)
    start(tb, ctx);
  drive(tb, ctx, out, in);
}

static void finish(nf_tb *tb, void *ctx) {
  static const uint8_t causes[] = {
      NF_NETREDUCE_CAUSE_NONE,     NF_NETREDUCE_CAUSE_UNKNOWN,      NF_NETREDUCE_CAUSE_NO_RING,
      NF_NETREDUCE_CAUSE_WINDOW,   NF_NETREDUCE_CAUSE_UNREGISTERED, NF_NETREDUCE_CAUSE_MEMBER,
      NF_NETREDUCE_CAUSE_MARK,     NF_NETREDUCE_CAUSE_RAW,          NF_NETREDUCE_CAUSE_OTHER_RING,
      NF_NETREDUCE_CAUSE_ROLE,     NF_NETREDUCE_CAUSE_PAYLOAD,      NF_NETREDUCE_CAUSE_MSGLEN,
      NF_NETREDUCE_CAUSE_OFF,      NF_NETREDUCE_CAUSE_OPCODE,       NF_NETREDUCE_CAUSE_UNTAGGED,
      NF_NETREDUCE_CAUSE_NOT_IPV4, NF_NETREDUCE_CAUSE_OPTIONS};
  const context *const c = ctx;
  for (unsigned i = 0; i < sizeof causes; i++)
    nf_tb_reach(tb, c->seen[causes[i]] != 0, "cause %u never came", causes[i]);
  nf_tb_reach(tb, c->offs != 0 && c->given_up != 0, "off %u times, %u waits given up", c->offs,
              c->given_up);
  nf_tb_reach(tb, c->replayed > 5 && c->eaten > 5 && c->strayed > 5,
              "%u replays, %u NAKs, %u acknowledgements by a wrong port", c->replayed, c->eaten,
              c->strayed);
}

// ------------------------------------------------------------------------------ directed
typedef struct {
  unsigned member, message, job_kind, mode, read, deliver;
  bool payload, head, announce, keep;
} move;

// Messages of one packet, each when the one before is answered. Host 0 is at port 0, what is next
// to it (the second host, or HEADER and GLOBAL) at port 1.
static void play(nf_tb *tb, context *c, const nf_netreduce_lookup_out *out,
                 nf_netreduce_lookup_in *in, bool leaf, const move *moves, unsigned count) {
  enum { BEGIN = 8 * SLOTS * P_MaxMsgLen * P_Rings + 40 };
  static const uint32_t dst[3] = {ELSEWHERE | 1, NET | 7, OWN_IP};
  const uint64_t cycle = nf_tb_cycle(tb);
  in->enable = true;
  in->own_ip = OWN_IP;
  in->local_net = NET;
  in->local_mask = MASK;
  in->job_ready = in->swept = true;
  end_some(tb, c, in);
  if (out->job_valid)
    pend(tb, c, out);
  // Members: HOST at port 0, what is next to it at port 1.
  const unsigned host = (unsigned)(cycle / 4), all = leaf ? 3 : 2;
  in->enrol_valid = cycle % 4 == 0 && host < all;
  in->enrol_op = NF_NETREDUCE_ENROL_ADD;
  in->enrol_host = (uint8_t)host;
  in->enrol_src_ip = NET | 0x100 | host;
  in->enrol_dst_ip = leaf ? dst[host % 3] : OWN_IP;
  in->enrol_dst_qp = 5;
  in->enrol_src_qp = 6;
  in->enrol_port = host != 0;
  in->enrol_role = (uint8_t)(leaf ? (host == 0 ? HOST : host == 1 ? HEADER : GLOBAL) : HOST);
  in->enrol_parts = leaf && host == 0 ? 1 : 9;
  in->cfg_valid = cycle == 20;
  in->cfg_leaf = leaf;
  in->cfg_members = leaf ? 1 : 2;
  in->cfg_window = P_Window;
  in->cfg_dtype = 2;
  nf_tb_check(tb, cycle <= 20 || cycle > 30 || ((out->busy & 1) != 0 && !out->cfg_ready),
              "busy behind a set-up");
  if (cycle < BEGIN || c->step >= 2 * count)
    return;
  const move *const m = &moves[c->step / 2];
  const unsigned port = m->member != 0, n = m->message;
  if (c->step % 2 == 0) {
    uint64_t *const r = in->req_meta[port];
    in->req_valid = (uint8_t)(1u << port);
    nf_netreduce_meta_set_first(r, 1);
    nf_netreduce_meta_set_src_ip(r, NET | 0x100 | m->member);
    nf_netreduce_meta_set_dst_ip(r, leaf ? dst[m->member] : OWN_IP);
    nf_netreduce_meta_set_dst_qp(r, 5);
    nf_netreduce_meta_set_opcode(r, leaf && m->member == 1 ? 0xdc : 4);
    nf_netreduce_meta_set_psn(r, n);
    nf_netreduce_meta_set_mark(r, !leaf ? 9 : m->member == 2 ? NF_NETREDUCE_RESULT | 9 : 0);
    nf_netreduce_meta_set_payload(r, 12);
    nf_netreduce_meta_set_msglen(r, 1);
    nf_netreduce_meta_set_msgid(r, n);
    c->step += out->req_ready != 0;
    return;
  }
  if (out->ans_valid == 0)
    return;
  uint64_t job = 0;
  if (m->job_kind != NF_NETREDUCE_JOB_NONE || m->announce) {
    nf_netreduce_job_set_kind(&job, (uint8_t)m->job_kind);
    nf_netreduce_job_set_announce(&job, m->announce);
    nf_netreduce_job_set_first(&job, 1);
    nf_netreduce_job_set_mode(&job, (uint8_t)m->mode);
    if (m->job_kind != NF_NETREDUCE_JOB_NONE)
      nf_netreduce_job_set_mark(
          &job, m->mode == NF_NETREDUCE_MODE_UP ? 1 : NF_NETREDUCE_RESULT | (leaf ? 9 : 18));
    nf_netreduce_job_set_keep(&job, m->keep);
    nf_netreduce_job_set_again(&job, !m->payload && !m->keep);
    nf_netreduce_job_set_dtype(&job, 2);
    nf_netreduce_job_set_port(&job, (uint8_t)port);
    nf_netreduce_job_set_read(&job, (uint8_t)m->read);
    nf_netreduce_job_set_deliver(&job, (uint8_t)m->deliver);
    nf_netreduce_job_set_place(&job, (uint16_t)(n % SLOTS * P_MaxMsgLen));
    nf_netreduce_job_set_slot(&job, (uint8_t)(n % SLOTS));
    nf_netreduce_job_set_last(&job, 1);
  }
  nf_tb_check(tb, out->ans_payload == m->payload && out->ans_head == m->head && out->ans_cause == 0,
              "move %u: payload %d head %d cause %u", c->step / 2, out->ans_payload, out->ans_head,
              out->ans_cause);
  nf_tb_check(tb, out->job == job, "move %u: job 0x%llx", c->step / 2,
              (unsigned long long)out->job);
  c->step++;
}

enum { NONE = NF_NETREDUCE_JOB_NONE, SUM = NF_NETREDUCE_JOB_SUM, AGAIN = NF_NETREDUCE_JOB_HISTORY };
enum { KEEP = NF_NETREDUCE_MODE_KEEP, UP = NF_NETREDUCE_MODE_UP };

// A host whose destination is elsewhere; one elsewhere sends to a host that is not in the ring.
static const move leaf_moves[] = {
    {0, 0, SUM, UP, 1, 1, true, true, true, false},       // LOCAL
    {0, 0, SUM, UP, 1, 1, false, false, true, false},     // RESEND
    {1, 0, NONE, KEEP, 0, 0, false, true, false, false},  // STORE
    {1, 0, SUM, UP, 1, 1, false, false, false, false},    // RESEND
    {2, 0, SUM, KEEP, 2, 2, true, false, false, true},    // COMPLETE
    {2, 0, NONE, KEEP, 0, 0, false, false, false, false}, // HISTORY, but it asks for nothing
    {0, 0, NONE, KEEP, 0, 0, false, true, true, false},   // HISTORY: its result is elsewhere
    {1, 0, AGAIN, KEEP, 0, 2, false, true, false, false}, // HISTORY
    {1, 1, NONE, KEEP, 0, 0, false, true, false, false},  // STORE
    {1, 1, NONE, KEEP, 0, 0, false, false, false, false}, // DISCARD
    {2, 1, NONE, KEEP, 0, 0, true, false, false, false},  // STORE
    {2, 1, NONE, KEEP, 0, 0, false, false, false, false}, // DISCARD
    {0, 1, SUM, KEEP, 2, 2, true, true, true, true},      // COMPLETE, the sum of another life
};
// Two members, addressed to the switch itself.
static const move spine_moves[] = {
    {1, 0, NONE, KEEP, 0, 0, true, true, false, false},   // STORE
    {1, 0, NONE, KEEP, 0, 0, false, false, false, false}, // DISCARD
    {0, 0, SUM, KEEP, 3, 3, true, true, false, true},     // COMPLETE
    {0, 0, AGAIN, KEEP, 0, 1, false, true, false, false}, // HISTORY
    {1, 0, AGAIN, KEEP, 0, 2, false, true, false, false},
};

static void drive_leaf(nf_tb *tb, void *ctx, const void *out, void *in) {
  play(tb, ctx, out, in, true, leaf_moves, sizeof leaf_moves / sizeof *leaf_moves);
  nf_netreduce_lookup_in *const i = in;
  const nf_netreduce_lookup_out *const o = out;
  context *const c = ctx;
  i->member_re = true;
  i->member_host = 2;
  if (c->step == 2 * sizeof leaf_moves / sizeof *leaf_moves)
    nf_tb_check(tb,
                o->member_valid && o->member_port == 1 && o->member_dst == OWN_IP &&
                    o->member_src == (NET | 0x102) && o->member_qp == 5 && o->member_src_qp == 6 &&
                    o->member_role == GLOBAL && o->member_parts == 9,
                "member GLOBAL");
}
static void drive_spine(nf_tb *tb, void *ctx, const void *out, void *in) {
  play(tb, ctx, out, in, false, spine_moves, sizeof spine_moves / sizeof *spine_moves);
}
static void finish_leaf(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((context *)ctx)->step == 2 * sizeof leaf_moves / sizeof *leaf_moves,
              "all moves");
}
static void finish_spine(nf_tb *tb, void *ctx) {
  nf_tb_check(tb, ((context *)ctx)->step == 2 * sizeof spine_moves / sizeof *spine_moves,
              "all moves");
}

// Set-ups out of range close the ring; its member's packets are dropped.
static void drive_closed(nf_tb *tb, void *ctx, const void *out, void *in_) {
  context *const c = ctx;
  nf_netreduce_lookup_in *const in = in_;
  const nf_netreduce_lookup_out *const o = out;
  const uint64_t at = nf_tb_cycle(tb) % 64;
  in->job_ready = in->swept = in->enable = true;
  in->own_ip = OWN_IP;
  in->enrol_parts = 1;
  if (nf_tb_cycle(tb) < 64) {
    in->enrol_valid = at % 4 == 0 && at / 4 < P_Rings;
    in->enrol_ring = (uint8_t)(at / 4);
    in->enrol_src_ip = (uint32_t)at / 4;
    return;
  }
  if (at == 0 && o->cfg_ready) {
    in->cfg_valid = true;
    in->cfg_ring = (uint8_t)nf_tb_below(tb, P_Rings);
    in->cfg_members = 1;
    in->cfg_window = 1;
    switch (nf_tb_below(tb, 4)) {
    case 0:
      in->cfg_members = (uint8_t)(P_Ports + 2 < 9 ? P_Ports + 2 : 9);
      break;
    case 1:
      in->cfg_members = (uint8_t)(P_Ports < 7 ? P_Ports : 7);
      in->cfg_leaf = true;
      break;
    case 2:
      in->cfg_window = nf_tb_chance(tb, 50) || P_Window == 7 ? 0 : P_Window + 1;
      break;
    default:
      in->cfg_members = 0;
      break;
    }
    c->step = in->cfg_ring;
    c->taken++;
  } else if (at == 20 || at == 21) {
    in->req_valid = 1;
    nf_tb_check(tb, at == 20 || o->req_ready == 1, "one request is granted at once");
    nf_netreduce_meta_set_first(in->req_meta[0], 1);
    nf_netreduce_meta_set_src_ip(in->req_meta[0], c->step);
    nf_netreduce_meta_set_ring(in->req_meta[0], (uint16_t)c->step);
    nf_netreduce_meta_set_msglen(in->req_meta[0], 1);
  }
  if (o->ans_valid != 0)
    nf_tb_check(tb, o->ans_cause == NF_NETREDUCE_CAUSE_NO_RING, "cause %u", o->ans_cause);
  c->answered += o->ans_valid != 0;
}
static void finish_closed(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->taken > 0 && c->answered > 10, "%u set-ups, %u answers", c->taken,
              c->answered);
}

// Packets of nobody on all ports: one answer in each cycle, whether jobs are taken or not.
static void drive_full(nf_tb *tb, void *ctx, const void *out, void *in_) {
  context *const c = ctx;
  nf_netreduce_lookup_in *const in = in_;
  in->enable = true;
  in->req_valid = (1u << P_Ports) - 1;
  c->answered += ((const nf_netreduce_lookup_out *)out)->ans_valid != 0;
  nf_tb_check(tb, c->answered + LATENCY + 1 >= nf_tb_cycle(tb), "%u answers", c->answered);
}

int main(int argc, char **argv) {
  enum { DIRECTED = 8 * SLOTS * P_MaxMsgLen * P_Rings + 400 };
  static const nf_netreduce_lookup_cfg cfg = {.Ports = P_Ports,
                                              .Rings = P_Rings,
                                              .Window = P_Window,
                                              .MaxMsgLen = P_MaxMsgLen,
                                              .Connections = P_Connections};
  static const nf_tb_scenario scenarios[] = {
      {"NETREDUCE 4.3.1, 4.3.2, 4.5 senders on all ports", 60000, start, drive_random, finish},
      {"NETREDUCE 4.3.1 a request in every cycle", 30000, start_busy, drive, NULL},
      {"NETREDUCE 4.3.1 a packet of nobody in every cycle", 1000, NULL, drive_full, NULL},
      {"NETREDUCE 4.5 packets of a leaf", DIRECTED, NULL, drive_leaf, finish_leaf},
      {"NETREDUCE 4.5 packets to the spine itself", DIRECTED, NULL, drive_spine, finish_spine},
      {"NETREDUCE 4.3.1 set-ups out of range", 4000, NULL, drive_closed, finish_closed},
  };
  const nf_tb_bench bench = {.dut = &nf_netreduce_lookup_dut,
                             .model = NF_TB_MODEL(nf_netreduce_lookup),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios,
                             .unreset = "ack_src_ip ack_dst_ip ack_dst_qp"};
  return nf_tb_main(argc, argv, &bench);
}
