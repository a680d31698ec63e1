// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Grants, set-ups, members, tables and the state manager are the models of their blocks. A packet
// stands in `line` at the cycle in which it was taken, and is looked at when it has come so far:
// where the RTL has a register for each stage (q1_q, with2_q to late8_q), here the record stays
// where it is and each stage adds what it knows. What is refused, whatever for, changes no table
// (NETREDUCE 4.3.1): what has a cause comes neither to LUT#2 nor to the state manager, so a frame
// that somebody makes up leaves no trace.
#include "nf_netreduce_lookup.h"

#include <stdlib.h>
#include <string.h>

#include "nf_netreduce_action.h"
#include "nf_netreduce_grant.h"
#include "nf_netreduce_lut1.h"
#include "nf_netreduce_lut2.h"
#include "nf_netreduce_members.h"
#include "nf_netreduce_pending.h"
#include "nf_netreduce_setup.h"
#include "nf_netreduce_state.h"

// LINE: a power of two, and more than the stages, so that a place is free again when its turn
// comes. JOBS: from its grant to where its job has left a packet needs 11 cycles; with 12 places a
// request can be granted in every cycle.
enum {
  LINE = 16,
  JOBS = 12,
  RINGS = NF_NETREDUCE_MAX_RINGS,
  HOSTS = NF_NETREDUCE_MAX_HOSTS,
  TO_LUT1 = 1, // cycles after a request was taken
  TO_LUT2 = 3,
  TO_STATE = 6,
  TO_ANSWER = 8
};

// What is known of a packet. big, ack, alone: the parser's record of 256 bits is not kept, only
// what the stages ask of it. replay: u_recovery's, which has come before; up: for the sum of a
// leaf's hosts.
typedef struct {
  bool valid, arrived;
  bool first, alone, big, ack, replay, up;
  uint8_t says; // of an acknowledgement of a member's: NF_NETREDUCE_ACK_*
  uint8_t port, cause, mark;
  uint32_t src, dst, qp, psn, msgid;
  uint16_t nr_ring, msglen;
  bool local; // from here on: what LUT#1 said
  uint8_t ring, host, role, hosts, globals, here;
  bool begins, leaf; // of the column, of the ring
  // of_member: it is of a member whose ring is open, so it is an event, whatever the tables behind
  // say.
  bool of_member, origin, last;
  uint8_t slot, dtype;
  uint16_t len; // of its message, as it says
} packet;

// ring_t: what a ring's set-up says, from when it was begun anew.
typedef struct {
  bool leaf;
  uint8_t dtype;
  uint32_t first; // MsgID
} ring;

struct nf_netreduce_lookup {
  nf_netreduce_lookup_out out;
  nf_netreduce_lookup_cfg cfg;
  nf_netreduce_setup *setup;
  nf_netreduce_members *members;
  nf_netreduce_grant *grant;
  nf_netreduce_lut1 *lut1;
  nf_netreduce_lut2 *lut2;
  nf_netreduce_pending *pending;
  nf_netreduce_state *state;
  // Which place of the line is whose. 64 bits never come round.
  uint64_t cycle;
  uint64_t live; // the last cycle in which a packet is on its way, or a ring set up

  packet line[LINE]; // by the cycle in which it was taken
  ring rings[RINGS];
  // u_jobs. It cannot overflow: u_grant gives out no more lookups than it has places
  // (LookupJobFits).
  uint64_t jobs[JOBS];
  unsigned first_job, job_count;
};

// NF_PARAM LookupPortsInRange, and the blocks inside; they refuse the others.
nf_status nf_netreduce_lookup_init(nf_netreduce_lookup **m, const nf_netreduce_lookup_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > NF_NETREDUCE_MAX_PORTS)
    return "nf_netreduce_lookup: Ports must be 2..8";
  nf_netreduce_lookup *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_lookup: out of memory";
  n->cfg = *cfg;
  // The state manager has one member more than there are ports at most: a leaf's HEADER and GLOBAL
  // may come by one port, all others need one each, as the aggregator reads all ports at once.
  const nf_netreduce_lut1_cfg c1 = {.Connections = cfg->Connections, .Rings = cfg->Rings};
  const nf_netreduce_lut2_cfg c2 = {
      .Connections = cfg->Connections, .Window = cfg->Window, .MaxMsgLen = cfg->MaxMsgLen};
  const nf_netreduce_state_cfg c3 = {.Rings = cfg->Rings,
                                     .Hosts = cfg->Ports + 1 < HOSTS ? cfg->Ports + 1 : HOSTS,
                                     .Window = cfg->Window,
                                     .MaxMsgLen = cfg->MaxMsgLen};
  const nf_netreduce_pending_cfg c4 = {.Rings = cfg->Rings};
  const nf_netreduce_setup_cfg c5 = {
      .Ports = cfg->Ports, .Rings = cfg->Rings, .Window = cfg->Window};
  const nf_netreduce_members_cfg c6 = {.Rings = cfg->Rings};
  const nf_netreduce_grant_cfg c7 = {.Ports = cfg->Ports, .Jobs = JOBS};
  nf_status status = nf_netreduce_lut1_init(&n->lut1, &c1);
  if (status == NF_OK)
    status = nf_netreduce_lut2_init(&n->lut2, &c2);
  if (status == NF_OK)
    status = nf_netreduce_pending_init(&n->pending, &c4);
  if (status == NF_OK)
    status = nf_netreduce_state_init(&n->state, &c3);
  if (status == NF_OK)
    status = nf_netreduce_setup_init(&n->setup, &c5);
  if (status == NF_OK)
    status = nf_netreduce_members_init(&n->members, &c6);
  if (status == NF_OK)
    status = nf_netreduce_grant_init(&n->grant, &c7);
  if (status != NF_OK) {
    nf_netreduce_lookup_free(n);
    return status;
  }
  // What the blocks show before the first edge.
  n->out.look_ready = true;
  n->out.cfg_ready = true;
  *m = n;
  return NF_OK;
}

// Registers, and outputs of the blocks inside by show().
const nf_netreduce_lookup_out *nf_netreduce_lookup_peek(const nf_netreduce_lookup *m) {
  return &m->out;
}

// Also of a model that init has made only a part of.
void nf_netreduce_lookup_free(nf_netreduce_lookup *m) {
  if (m == NULL)
    return;
  if (m->lut1 != NULL)
    nf_netreduce_lut1_free(m->lut1);
  if (m->lut2 != NULL)
    nf_netreduce_lut2_free(m->lut2);
  nf_netreduce_pending_free(m->pending);
  nf_netreduce_state_free(m->state);
  nf_netreduce_setup_free(m->setup);
  nf_netreduce_members_free(m->members);
  nf_netreduce_grant_free(m->grant);
  free(m);
}

// ------------------------------------------------------------------------------ set-up
// working: bit r: packets or jobs of ring r are under way. u_pending holds a slot from when a
// packet comes to the state manager, so there is no cycle between the two in which a ring that
// works looks as if it rested.
static uint16_t working(const nf_netreduce_lookup *m) {
  const uint64_t *const held = nf_netreduce_pending_peek(m->pending)->held;
  unsigned some = 0;
  for (unsigned r = 0; r < m->cfg.Rings; r++)
    some |= (unsigned)((held[r / 8] >> r % 8 * 8 & 0xff) != 0) << r;
  return (uint16_t)some;
}

// opens: what was begun of the old ring has ended, and what waited is gone. Without working a job
// of the old ring could still read stores in which the new one writes; without swept a column of
// the old one could be given out as the new one's.
static bool opens(const nf_netreduce_lookup *m, bool swept) {
  const nf_netreduce_setup_out *const s = nf_netreduce_setup_peek(m->setup);
  const unsigned busy = nf_netreduce_state_peek(m->state)->busy | working(m);
  return s->sweeping && swept && (busy >> s->ring & 1) == 0;
}

// A set-up that is taken or under way: what it asks of LUT#1 and of the state manager. First LUT#1
// is shut, at last opened, and in between no packet of the ring is on its way (LookupSetUpAlone);
// so the state manager begins anew where nobody looks.
static void set_up(nf_netreduce_lookup *m, bool taken, bool opened, nf_netreduce_lut1_in *q1,
                   nf_netreduce_state_in *q) {
  const nf_netreduce_setup_out *const s = nf_netreduce_setup_peek(m->setup);
  if (s->cfg_ready && !taken)
    return;
  m->live = m->cycle + LINE;
  q1->cfg_valid = s->shut || (opened && s->members != 0);
  q1->cfg_open = !s->shut;
  q1->cfg_ring = s->ring;
  if (!s->begin)
    return;
  // Read at TO_STATE. All of the ring that is on its way there was answered before: u_drain
  // settles.
  m->rings[s->ring] = (ring){.leaf = s->leaf, .dtype = s->dtype, .first = s->first};
  q->cfg_valid = true;
  q->cfg_ring = s->ring;
  q->cfg_members = s->all;
  q->cfg_local = s->members;
  q->cfg_window = s->window;
  q->cfg_first = s->first;
  q->cfg_slot = s->slot;
}

// resting: no message begins in a ring that is brought to rest, but those that have begun may end.
// It goes the way of a slot whose jobs are not done, so that the state manager has one reason to
// wait, and not two. A packet that would begin one is STALE, and its host sends it again.
static void hold(const nf_netreduce_lookup *m, bool enable, uint64_t *held) {
  const nf_netreduce_setup_out *const s = nf_netreduce_setup_peek(m->setup);
  const bool all = s->hold_all && !enable;
  for (unsigned r = 0; r < m->cfg.Rings; r++)
    if (all || (s->hold >> r & 1))
      held[r / 8] |= (uint64_t)0xff << r % 8 * 8;
}

// u_setup's inputs, with the rings' messages and jobs as they were before this edge: open says that
// a message has begun and is not complete, working that packets or jobs are under way.
static void step_setup(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in, bool opened) {
  const nf_netreduce_setup_in q = {.enable = in->enable,
                                   .drain = in->drain,
                                   .cfg_valid = in->cfg_valid,
                                   .cfg_ring = in->cfg_ring,
                                   .cfg_members = in->cfg_members,
                                   .cfg_leaf = in->cfg_leaf,
                                   .cfg_window = in->cfg_window,
                                   .cfg_first = in->cfg_first,
                                   .cfg_slot = in->cfg_slot,
                                   .cfg_dtype = in->cfg_dtype,
                                   .open = nf_netreduce_state_peek(m->state)->open,
                                   .working = working(m),
                                   .reserve = in->reserve,
                                   .sent = in->sent,
                                   .swept = opened};
  nf_netreduce_setup_step(m->setup, &q);
}

// ------------------------------------------------------------------------------ members
// u_members' inputs: a look, and what the controller's question has come to. The question stands
// until it is answered, so what it says is taken from the inputs in the cycle of the answer. A
// CHECK changes nobody.
static void step_members(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  const bool enrolled =
      m->out.enrol_done && m->out.enrol_ok && in->enrol_op != NF_NETREDUCE_ENROL_CHECK;
  if (!enrolled && !in->member_re)
    return;
  const nf_netreduce_members_in q = {.enrol_valid = enrolled,
                                     .enrol_add = in->enrol_op == NF_NETREDUCE_ENROL_ADD,
                                     .enrol_ring = in->enrol_ring,
                                     .enrol_host = in->enrol_host,
                                     .enrol_port = in->enrol_port,
                                     .enrol_role = in->enrol_role,
                                     .enrol_parts = in->enrol_parts,
                                     .enrol_src_ip = in->enrol_src_ip,
                                     .enrol_dst_ip = in->enrol_dst_ip,
                                     .enrol_dst_qp = in->enrol_dst_qp,
                                     .enrol_src_qp = in->enrol_src_qp,
                                     .enrol_self = in->enrol_dst_ip == in->own_ip,
                                     .look = in->member_re,
                                     .look_ring = in->member_ring,
                                     .look_host = in->member_host};
  nf_netreduce_members_step(m->members, &q);
}

// ------------------------------------------------------------------------------ the stages
// The packet that was taken so many cycles ago: with2_q to late8_q in the RTL. A place of the line
// in which nothing was taken has valid low.
static packet *packet_of(nf_netreduce_lookup *m, unsigned ago) {
  return &m->line[(m->cycle - ago) % LINE];
}

// `ack`: an acknowledgement or a congestion notification, behind VLAN tags and IP options too,
// where the parser names those. There is nothing in it that could be added or taken for a sum, so
// it may pass on a member's connection; a pair of hosts that send to each other over one pair of
// queue pairs needs it to. With any other cause it is not its opcode that keeps the frame from
// being the engine's.
static bool carries_nothing(const uint64_t *meta) {
  const uint8_t opcode = nf_netreduce_meta_opcode(meta), cause = nf_netreduce_meta_cause(meta);
  return (opcode == NF_NETREDUCE_OPCODE_ACKNOWLEDGE || opcode == NF_NETREDUCE_OPCODE_CONGESTION) &&
         (cause == NF_NETREDUCE_CAUSE_OPCODE || cause == NF_NETREDUCE_CAUSE_NOT_IPV4 ||
          cause == NF_NETREDUCE_CAUSE_OPTIONS);
}

// q1_q: the packet that is taken, of the port that u_grant names, or u_recovery's. The cause OFF is
// decided here, once: a packet is wholly of before the switch-off, or wholly of after it. big: the
// store has 16 words for a packet; one with more could only be stored in part.
static void take_request(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  packet *const k = &m->line[m->cycle % LINE];
  k->valid = m->out.req_ready != 0 || m->out.replay_ready;
  if (!k->valid)
    return;
  m->live = m->cycle + LINE;
  const bool replay = m->out.replay_ready;
  const uint8_t port = nf_netreduce_grant_peek(m->grant)->req_port;
  const uint64_t *const r = replay ? in->replay_meta : in->req_meta[port];
  *k = (packet){.valid = true,
                .first = nf_netreduce_meta_first(r) & 1,
                .alone = nf_netreduce_meta_opcode(r) >> 5 == NF_NETREDUCE_ALONE,
                .big = nf_netreduce_meta_payload(r) > NF_NETREDUCE_MAX_PAYLOAD,
                .ack = carries_nothing(r),
                .replay = replay,
                .up = replay && in->replay_up,
                .says = nf_netreduce_meta_ack(r) & 3,
                .port = replay ? in->replay_port : port,
                .cause = m->out.on ? nf_netreduce_meta_cause(r) : NF_NETREDUCE_CAUSE_OFF,
                .src = nf_netreduce_meta_src_ip(r),
                .dst = nf_netreduce_meta_dst_ip(r),
                .qp = nf_netreduce_meta_dst_qp(r),
                .psn = nf_netreduce_meta_psn(r),
                .mark = nf_netreduce_meta_mark(r),
                .msgid = nf_netreduce_meta_msgid(r),
                .nr_ring = nf_netreduce_meta_ring(r),
                .msglen = nf_netreduce_meta_msglen(r)};
}

// u_lut1's inputs: the packet taken in the cycle before, and the controller. All packets come here,
// also those with a cause: whether one may pass depends on whose connection it has (Algorithm 2,
// line 9). enrol_local and enrol_self are decided when the member is written and kept, so that an
// address register that changes later splits no ring.
static void to_lut1(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in,
                    nf_netreduce_lut1_in *q) {
  const packet *const k = packet_of(m, TO_LUT1);
  // A question has its answer in the next cycle, whatever packets are looked up.
  q->enrol_valid = in->enrol_valid;
  if (in->enrol_valid) {
    q->enrol_op = in->enrol_op;
    q->enrol_ring = in->enrol_ring;
    q->enrol_host = in->enrol_host;
    q->enrol_src_ip = in->enrol_src_ip;
    q->enrol_dst_ip = in->enrol_dst_ip;
    q->enrol_dst_qp = in->enrol_dst_qp;
    q->enrol_src_qp = in->enrol_src_qp;
    q->enrol_port = in->enrol_port;
    q->enrol_role = in->enrol_role;
    q->enrol_local = (in->enrol_dst_ip & in->local_mask) == in->local_net;
    q->enrol_self = in->enrol_dst_ip == in->own_ip;
    q->enrol_parts = in->enrol_parts;
    q->enrol_members = in->enrol_members;
    q->enrol_leaf = in->enrol_leaf;
  }
  q->lookup_valid = k->valid;
  if (!k->valid)
    return;
  q->first = k->first;
  q->ring = k->nr_ring;
  q->src_ip = k->src;
  q->dst_ip = k->dst;
  q->dst_qp = k->qp;
  q->port = k->port;
  q->alone = k->alone;
  q->mark = k->mark & 127;
}

// ack_*_o: u_recovery answers two cycles later whether a member's packets are acknowledged. It
// compares while LUT#1 does: an acknowledgement goes the other way, so what LUT#1 says of its
// connection is of another member, or of none.
static void show_ack(nf_netreduce_lookup *m) {
  const packet *const k = &m->line[m->cycle % LINE];
  m->out.ack_src_ip = k->valid ? k->src : 0;
  m->out.ack_dst_ip = k->valid ? k->dst : 0;
  m->out.ack_dst_qp = k->valid ? k->qp : 0;
  m->out.ack_port = k->valid ? k->port : 0;
}

// cause3: why a packet is not the engine's, when LUT#1 has answered. What the parser has refused
// passes only when its connection is nobody's: on a member's connection it is RAW, as a host's own
// numbers must not arrive between sums; so one cannot get a frame past the sum by breaking it.
// PAYLOAD comes behind LUT#1's causes, since it is for members alone, and before LUT#2, which so
// learns no message that cannot be stored.
static uint8_t cause_of(const packet *k, const nf_netreduce_lut1_out *a) {
  if (k->cause == NF_NETREDUCE_CAUSE_NONE)
    return a->cause == NF_NETREDUCE_CAUSE_NONE && k->big ? NF_NETREDUCE_CAUSE_PAYLOAD : a->cause;
  if (!a->member || k->ack)
    return k->cause;
  return k->cause == NF_NETREDUCE_CAUSE_OFF ? NF_NETREDUCE_CAUSE_NO_RING : NF_NETREDUCE_CAUSE_RAW;
}

// Stage 3: cause3 and says3, what LUT#1 has said, and u_lut2's inputs. Of an acknowledgement of a
// member's packets ring and host are those of the member, not those of the connection that it came
// by.
static void to_lut2(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in,
                    nf_netreduce_lut2_in *q) {
  packet *const k = packet_of(m, TO_LUT2);
  const nf_netreduce_lut1_out *const a = nf_netreduce_lut1_peek(m->lut1);
  // The messages of a ring's connections are forgotten when it is opened: MsgIDs begin anew.
  memcpy(q->forget, a->forget, sizeof q->forget);
  // Of the packet that LUT#2 answered in the cycle before: only what the state manager has accepted
  // is learned, so a MsgID from nowhere does not move the window of its connection.
  q->took = nf_netreduce_state_peek(m->state)->took;
  if (!k->valid)
    return;
  // Nothing is recovered while the accelerator is off: the packets that could mend a gap are
  // dropped.
  const bool off = k->cause == NF_NETREDUCE_CAUSE_OFF;
  const bool strays = in->ack_stray && !off && k->says != NF_NETREDUCE_ACK_NONE;
  if (!in->ack_hit || off)
    k->says = NF_NETREDUCE_ACK_NONE;
  // Of a port at which its receiver is not: dropped as a member's packet by a wrong port is, or the
  // sender would believe it.
  k->cause = strays ? NF_NETREDUCE_CAUSE_MEMBER : cause_of(k, a);
  k->of_member = k->cause == NF_NETREDUCE_CAUSE_NONE;
  k->ring = a->ring;
  k->host = a->host;
  k->role = a->role;
  k->local = a->local;
  k->hosts = a->hosts;
  k->globals = a->globals;
  k->here = a->here;
  q->lookup_valid = k->cause == NF_NETREDUCE_CAUSE_NONE;
  q->connection = a->connection;
  q->first = k->first;
  q->psn = k->psn;
  q->msglen = k->msglen;
  q->msgid = k->msgid;
  // From here on of an acknowledgement: it has no place in any message.
  if (k->says == NF_NETREDUCE_ACK_NONE)
    return;
  k->ring = in->ack_ring;
  k->host = in->ack_host;
  // A receiver's NAK is dropped without a cause: the sum that it lacks is here, in the history, and
  // its sender would go back for nothing, and with it the whole ring.
  if (k->says == NF_NETREDUCE_ACK_GAP) // it ends here
    k->cause = NF_NETREDUCE_CAUSE_NONE;
}

// Stage 6: u_state's and u_pending's inputs. A ring's set-up is looked up here, so it must not
// change while packets are on their way: u_drain sees to that. origin: the first packet of the
// ring's first message, from which u_recovery counts; of another message's it could not tell which
// column it has.
static void to_state(nf_netreduce_lookup *m, nf_netreduce_state_in *q) {
  packet *const k = packet_of(m, TO_STATE);
  if (!k->valid || !k->of_member)
    return;
  const nf_netreduce_lut2_out *const a = nf_netreduce_lut2_peek(m->lut2);
  k->leaf = m->rings[k->ring].leaf;
  k->dtype = m->rings[k->ring].dtype;
  k->cause = a->cause;
  k->arrived = k->cause == NF_NETREDUCE_CAUSE_NONE;
  k->begins = a->offset == 0;
  k->slot = a->slot;
  k->len = a->msglen;
  k->last = a->last;
  k->origin = a->offset == 0 && a->msgid == m->rings[k->ring].first;
  q->arrival_valid = k->arrived;
  q->ring = k->ring;
  q->host = k->host;
  q->slot = a->slot;
  q->msgid = a->msgid;
  q->offset = a->offset;
  q->msglen = a->msglen;
}

// ------------------------------------------------------------------------------ what is done
// `mark`: whose sum it is: what goes up is that of the hosts here, all else that of the whole ring.
// A request and a result have the same headers (NETREDUCE 4.3 keeps them), so nothing else tells a
// sum from one host's numbers, nor the sum of a ring that lacks a host from a whole one. 0 for a
// job without a sum.
static uint8_t mark_of(const nf_netreduce_lut1_out *parts, unsigned of,
                       const nf_netreduce_action_out *a) {
  if (a->kind == NF_NETREDUCE_JOB_NONE)
    return 0;
  return a->mode == NF_NETREDUCE_MODE_UP ? parts->local_parts[of]
                                         : NF_NETREDUCE_RESULT | parts->whole_parts[of];
}

// always_comb of `job`. `again` is for what a host has repeated: it waits behind the others in
// nf_netreduce_jobs, and may be dropped. What u_recovery looks up again is none: a receiver waits
// for it, and nobody would send it again. kind NONE with announce is a job too.
static uint64_t make_job(const packet *k, const nf_netreduce_action_out *a, uint16_t place,
                         uint8_t mark) {
  uint64_t j = 0;
  nf_netreduce_job_set_mark(&j, mark);
  nf_netreduce_job_set_kind(&j, a->kind);
  nf_netreduce_job_set_announce(&j, a->announce);
  nf_netreduce_job_set_first(&j, k->begins);
  nf_netreduce_job_set_mode(&j, a->mode);
  nf_netreduce_job_set_keep(&j, a->keep);
  nf_netreduce_job_set_again(&j, a->again && !k->replay);
  nf_netreduce_job_set_dtype(&j, k->dtype);
  nf_netreduce_job_set_port(&j, k->port);
  nf_netreduce_job_set_read(&j, a->read);
  nf_netreduce_job_set_deliver(&j, a->deliver);
  nf_netreduce_job_set_place(&j, place);
  nf_netreduce_job_set_slot(&j, (uint8_t)(k->ring << 3 | k->slot));
  nf_netreduce_job_set_last(&j, k->last);
  nf_netreduce_job_set_replay(&j, k->replay);
  return j;
}

// ans_*_o and take_o. The place is the same for all ports, so a packet's header, its payload, and
// those of its column's other members lie at one address each in its own store.
static void answer(nf_netreduce_lookup_out *out, const packet *k, const nf_netreduce_action_out *a,
                   uint16_t place) {
  out->ans_valid = (uint8_t)(1u << k->port);
  out->ans_cause = a->cause;
  out->ans_payload = a->payload;
  out->ans_head = a->head;
  out->ans_place = place;
  out->take = a->payload || a->head ? out->ans_valid : 0;
}

// event_*_o, for u_recovery and u_straggler. A packet that is looked up again is no event: that it
// came is old. A packet that was refused is one, with good low: that one behind a gap has come says
// that there is a gap.
static void report(nf_netreduce_lookup_out *out, const packet *k, bool known, uint8_t state) {
  out->event_valid = !k->replay && (k->of_member || k->says != NF_NETREDUCE_ACK_NONE);
  out->event_ack = k->says;
  out->event_ring = k->ring;
  out->event_host = k->host;
  out->event_psn = k->psn;
  out->event_good = known;
  out->event_origin = k->origin;
  out->event_last = k->last;
  out->event_unlike = k->arrived && state == NF_NETREDUCE_STATE_LENGTH;
  out->event_slot = k->slot;
  out->event_msglen = k->len;
}

// Stage 8: u_action, and the registers of answer, event and job. A packet that leads to no job
// gives its place for one back at once. One that is looked up again has no answer: no frame waits
// for it at its port. Causes that were found on the way come through u_action, which has none of
// its own for a packet that did not arrive.
static void decide(nf_netreduce_lookup *m, nf_netreduce_pending_in *jobs,
                   nf_netreduce_grant_in *g) {
  nf_netreduce_lookup_out *const out = &m->out;
  packet *const k = packet_of(m, TO_ANSWER);
  out->ans_valid = out->ans_cause = out->take = 0;
  out->ans_payload = out->ans_head = false;
  out->ans_place = 0;
  out->event_valid = false;
  if (!k->valid)
    return;
  k->valid = false; // the line may not move on
  const nf_netreduce_state_out *const s = nf_netreduce_state_peek(m->state);
  const nf_netreduce_action_in q = {.arrived = k->arrived,
                                    .state = s->state,
                                    .cause = k->cause,
                                    .role = k->role,
                                    .leaf = k->leaf,
                                    .local = k->local,
                                    .replay = k->replay,
                                    .up = k->up,
                                    .own = (uint8_t)(1u << k->port),
                                    .hosts = k->hosts,
                                    .globals = k->globals,
                                    .here = k->here};
  nf_netreduce_action_out a;
  nf_netreduce_action_eval(NULL, &q, &a);
  // A packet without a place in the window has none in the stores: nothing of it may be written,
  // not even at place 0, which is another packet's.
  const uint16_t place =
      a.known ? (uint16_t)(k->ring * (m->cfg.Window + 1) * m->cfg.MaxMsgLen + s->column) : 0;
  if (!k->replay)
    answer(out, k, &a, place);
  report(out, k, a.known, s->state);
  jobs->jobs = a.jobs;
  if (a.jobs != 0)
    m->jobs[(m->first_job + m->job_count++) % JOBS] =
        make_job(k, &a, place, mark_of(nf_netreduce_lut1_peek(m->lut1), k->ring, &a));
  g->jobless = a.jobs == 0;
  g->jobless_replay = k->replay;
}

// Outputs that are the blocks', behind the edge. BUSY is read by software until its ring can be
// used: while it is set up, while columns are swept, and of all rings while they are switched off.
static void show(nf_netreduce_lookup *m) {
  const nf_netreduce_state_out *const s = nf_netreduce_state_peek(m->state);
  const nf_netreduce_setup_out *const u = nf_netreduce_setup_peek(m->setup);
  const nf_netreduce_members_out *const e = nf_netreduce_members_peek(m->members);
  const nf_netreduce_grant_out *const g = nf_netreduce_grant_peek(m->grant);
  const nf_netreduce_lut1_out *const l = nf_netreduce_lut1_peek(m->lut1);
  nf_netreduce_lookup_out *const out = &m->out;
  out->look_ready = s->look_ready;
  out->look_valid = s->look_valid;
  out->look_open = s->look_open;
  out->look_msgid = s->look_msgid;
  out->look_arrived = s->look_arrived;
  out->on = u->on;
  out->given_up = u->given_up;
  out->cfg_ready = u->cfg_ready;
  out->busy = s->busy | u->setting;
  if (u->off_busy)
    out->busy |= (uint16_t)((1u << m->cfg.Rings) - 1);
  // Only from when the ring is at rest: u_release and u_recovery drop what they have of it, and
  // before that they are needed to bring it to rest.
  out->closing = u->begin || u->sweeping;
  out->closing_ring = out->closing ? u->ring : 0;
  out->closing_slot = out->closing ? u->slot : 0;
  out->closing_hosts = out->closing && u->members != 0 && !(e->spines >> u->ring & 1);
  out->closing_leaf = out->closing && u->leaf;
  out->member_valid = e->member_valid;
  out->member_port = e->member_port;
  out->member_role = e->member_role;
  out->member_parts = e->member_parts;
  out->member_src = e->member_src;
  out->member_dst = e->member_dst;
  out->member_qp = e->member_qp;
  out->member_src_qp = e->member_src_qp;
  // Blocks' outputs that are handed on unchanged.
  out->req_ready = g->req_ready;
  out->replay_ready = g->replay_ready;
  out->replay_busy = g->replay_busy;
  out->enrol_done = l->enrol_done;
  out->enrol_ok = l->enrol_ok;
  out->job_valid = m->job_count != 0;
  out->job = m->job_count != 0 ? m->jobs[m->first_job] : 0;
}

// A job leaves, and its place is given back. left_replay: of u_recovery's packets one is on its way
// at a time, until its job has left; so their sums stay in order.
static void hand_on(nf_netreduce_lookup *m, nf_netreduce_grant_in *g) {
  g->left = true;
  g->left_replay = nf_netreduce_job_replay(&m->jobs[m->first_job]);
  m->first_job = (m->first_job + 1) % JOBS;
  m->job_count--;
}

// One edge. All stages look at what the blocks showed in this cycle, then the blocks step; the
// order of the stages does not matter, each has its own packet in the line. u_pending's held slots
// are copied for u_state before it steps: a job that ends in this cycle frees its slot in the next
// one, as in the RTL. Tables are not stepped while no packet is on its way (live); u_state is, as
// it sweeps columns by itself, and u_setup, as it counts cycles.
void nf_netreduce_lookup_step(nf_netreduce_lookup *m, const nf_netreduce_lookup_in *in) {
  nf_netreduce_state_in s = {.look_valid = in->look_valid,
                             .look_ring = in->look_ring,
                             .look_slot = in->look_slot,
                             .look_offset = in->look_offset};
  nf_netreduce_pending_in p = {.ended_valid = in->ended_valid,
                               .ended_slot = in->ended_slot,
                               .dropped = in->dropped,
                               .dropped_slot = in->dropped_slot};
  nf_netreduce_grant_in g = {.req_valid = in->req_valid, .replay_valid = in->replay_valid};
  // Of the blocks as they were; they are stepped one after the other below.
  const bool opened = opens(m, in->swept);
  step_members(m, in);
  if (m->job_count != 0 && in->job_ready)
    hand_on(m, &g);
  // A set-up or a member changes LUT#1, also when no packet is on its way.
  if (in->enrol_valid || in->cfg_valid)
    m->live = m->cycle + LINE;
  if (m->out.req_ready != 0 || m->out.replay_ready || m->cycle < m->live) {
    nf_netreduce_lut1_in q1 = {0};
    nf_netreduce_lut2_in q2 = {0};
    take_request(m, in);
    set_up(m, in->cfg_valid, opened, &q1, &s);
    decide(m, &p, &g);
    to_state(m, &s);
    to_lut2(m, in, &q2);
    to_lut1(m, in, &q1);
    show_ack(m);
    nf_netreduce_lut1_step(m->lut1, &q1);
    nf_netreduce_lut2_step(m->lut2, &q2);
  }
  p.arrival_valid = s.arrival_valid;
  p.ring = s.ring;
  p.slot = s.slot;
  memcpy(s.held, nf_netreduce_pending_peek(m->pending)->held, sizeof s.held);
  hold(m, in->enable, s.held);
  step_setup(m, in, opened);
  // Jobs end long after their packets have left the line.
  if (m->cycle < m->live || in->ended_valid || in->dropped)
    nf_netreduce_pending_step(m->pending, &p);
  nf_netreduce_state_step(m->state, &s);
  nf_netreduce_grant_step(m->grant, &g);
  show(m);
  m->cycle++;
}
