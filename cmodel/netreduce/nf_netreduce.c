// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The parts of the accelerator, wired as in the RTL (NETREDUCE 4.3, Fig. 4). All outputs of a part
// are functions of its registers, so no wire between two parts is a loop within a cycle: the inputs
// of all parts are gathered first, then the parts take their edges in any order. A part in which
// nothing moves is not stepped.
#include "nf_netreduce.h"

#include "netreduce/nf_netreduce_aggregator.h"
#include "netreduce/nf_netreduce_away.h"
#include "netreduce/nf_netreduce_counters.h"
#include "netreduce/nf_netreduce_csr.h"
#include "netreduce/nf_netreduce_jobs.h"
#include "netreduce/nf_netreduce_lookup.h"
#include "netreduce/nf_netreduce_port.h"
#include "netreduce/nf_netreduce_recovery.h"
#include "netreduce/nf_netreduce_release.h"
#include "netreduce/nf_netreduce_straggler.h"

#include <stdlib.h>
#include <string.h>

// Localparams of the RTL: frames of a port's buffer, sums that wait for a port's output (from four
// on packets of 1 KB leave without a gap), and jobs that wait for the stores. JOB_AGAIN bounds what
// a flood of repeated packets can occupy: what does not fit is dropped, and its host sends it
// again.
enum { PORTS = NF_NETREDUCE_MAX_PORTS, FRAMES = 16, PACKETS = 4, JOB_DEPTH = 8, JOB_AGAIN = 8 };
enum { SETTLED = 24 }; // cycles; more than the lookups' pipeline has stages

struct nf_netreduce {
  // As of the last edge, but s_* and m_* of a port that is idle: they have not changed.
  nf_netreduce_out out;
  unsigned ports;
  nf_netreduce_csr *csr;
  nf_netreduce_lookup *lookup;
  nf_netreduce_straggler *straggler;
  nf_netreduce_release *release;
  nf_netreduce_recovery *recovery;
  nf_netreduce_jobs *jobs;
  nf_netreduce_away *away;
  nf_netreduce_aggregator *aggregator;
  nf_netreduce_port *port[PORTS];
  nf_netreduce_counters *counters[PORTS];
  // Inputs of the parts. They stay from cycle to cycle, and data are filled in only when the part
  // looks at them: most cycles bring no beat of 64 bytes and no record of 32.
  nf_netreduce_csr_in to_csr;
  nf_netreduce_lookup_in to_lookup;
  nf_netreduce_straggler_in to_straggler;
  nf_netreduce_release_in to_release;
  nf_netreduce_recovery_in to_recovery;
  nf_netreduce_jobs_in to_jobs;
  nf_netreduce_away_in to_away;
  nf_netreduce_aggregator_in to_aggregator;
  nf_netreduce_port_in to_port[PORTS];
  nf_netreduce_counters_in to_counters[PORTS];
  uint8_t words_due;             // ports whose word the aggregator looks at now
  uint8_t counting[PORTS];       // cycles until a counter has come to rest
  bool history, announce, local; // what was begun in the cycle before
  unsigned quiet;                // cycles in which the lookups had nothing to do
};

// The parts with the parameters that the RTL gives them; u_straggler's CycleLimit is its default.
static nf_status init_parts(nf_netreduce *n, const nf_netreduce_cfg *c) {
  // A column has the same place in each port's store and in the history: (ring * (N + 1) + slot) *
  // MaxMsgLen + offset. So the members' words of a column are read in one cycle, and Algorithm 3,
  // line 9, which looks for a stored header by DstQP and PSN, needs no table of its own.
  const uint32_t places = c->Rings * (c->Window + 1) * c->MaxMsgLen;
  nf_status s =
      nf_netreduce_csr_init(&n->csr, &(nf_netreduce_csr_cfg){.Ports = c->Ports,
                                                             .Rings = c->Rings,
                                                             .Window = c->Window,
                                                             .MaxMsgLen = c->MaxMsgLen,
                                                             .Connections = c->Connections,
                                                             .BufferBeats = c->BufferBeats,
                                                             .Halves = c->Halves});
  if (s == NF_OK)
    s = nf_netreduce_lookup_init(&n->lookup,
                                 &(nf_netreduce_lookup_cfg){.Ports = c->Ports,
                                                            .Rings = c->Rings,
                                                            .Window = c->Window,
                                                            .MaxMsgLen = c->MaxMsgLen,
                                                            .Connections = c->Connections});
  if (s == NF_OK)
    s = nf_netreduce_straggler_init(
        &n->straggler,
        &(nf_netreduce_straggler_cfg){c->Rings, c->Window, c->MaxMsgLen, UINT32_MAX});
  if (s == NF_OK)
    s = nf_netreduce_release_init(&n->release,
                                  &(nf_netreduce_release_cfg){c->Rings, c->Window, c->MaxMsgLen});
  if (s == NF_OK)
    s = nf_netreduce_recovery_init(
        &n->recovery, &(nf_netreduce_recovery_cfg){.Rings = c->Rings,
                                                   .Hosts = c->Ports < NF_NETREDUCE_MAX_HOSTS
                                                                ? c->Ports + 1
                                                                : NF_NETREDUCE_MAX_HOSTS,
                                                   .Window = c->Window,
                                                   .MaxMsgLen = c->MaxMsgLen});
  if (s == NF_OK)
    s = nf_netreduce_jobs_init(&n->jobs, &(nf_netreduce_jobs_cfg){c->Ports, JOB_DEPTH, JOB_AGAIN});
  if (s == NF_OK)
    s = nf_netreduce_away_init(&n->away, &(nf_netreduce_away_cfg){c->Ports});
  if (s == NF_OK)
    s = nf_netreduce_aggregator_init(
        &n->aggregator, &(nf_netreduce_aggregator_cfg){c->Ports, places, c->Stages, c->Halves});
  for (unsigned p = 0; p < c->Ports && s == NF_OK; p++) {
    // Each port's store has all places, as a member may come by any port.
    s = nf_netreduce_port_init(&n->port[p],
                               &(nf_netreduce_port_cfg){places, c->BufferBeats, FRAMES, PACKETS});
    if (s == NF_OK)
      s = nf_netreduce_counters_init(&n->counters[p], &(nf_netreduce_counters_cfg){0});
  }
  return s;
}

// Ports of the register bus and irq_o: those of u_csr. Nothing that a host sends comes here but as
// a count or a report, so no frame can make the bus wait.
static void show(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  nf_netreduce_out *const o = &m->out;
  o->aw_ready = c->aw_ready;
  o->w_ready = c->w_ready;
  o->b_valid = c->b_valid;
  o->b_resp = c->b_resp;
  o->ar_ready = c->ar_ready;
  o->r_valid = c->r_valid;
  o->r_data = c->r_data;
  o->r_resp = c->r_resp;
  o->irq = c->irq;
}

// One port's bit of a vector; the others keep their values.
static void put(uint8_t *mask, unsigned p, bool value) {
  *mask = (uint8_t)((*mask & ~(1u << p)) | (unsigned)value << p);
}

// Ports s_tready_o and m_* of gen_port[p].u_port. There is no s_tready that depends on m_tready in
// the same cycle: a port holds the frames of its buffer, and a MAC in front of it sees a register.
static void show_port(nf_netreduce *m, unsigned p) {
  const nf_netreduce_port_out *const o = nf_netreduce_port_peek(m->port[p]);
  put(&m->out.s_tready, p, o->s_tready);
  put(&m->out.m_tvalid, p, o->m_tvalid);
  put(&m->out.m_tlast, p, o->m_tlast);
  m->out.m_tdata[p] = o->m_tdata;
  m->out.m_tkeep[p] = o->m_tkeep;
}

// NF_PARAM BufferHoldsAPacket; what is passed on to a part its init refuses.
nf_status nf_netreduce_init(nf_netreduce **m, const nf_netreduce_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > PORTS)
    return "nf_netreduce: Ports must be 2..8";
  if (cfg->BufferBeats < 32)
    return "nf_netreduce: BufferBeats must be 32..512, or no packet of 1024 bytes fits";
  nf_netreduce *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce: out of memory";
  n->ports = cfg->Ports;
  const nf_status s = init_parts(n, cfg);
  if (s != NF_OK) {
    nf_netreduce_free(n);
    return s;
  }
  show(n);
  for (unsigned p = 0; p < n->ports; p++)
    show_port(n, p);
  *m = n;
  return NF_OK;
}

// Ports of the parts, put together by show() and show_port().
const nf_netreduce_out *nf_netreduce_peek(const nf_netreduce *m) { return &m->out; }

// ------------------------------------------------------------------ what each part sees in a cycle
// Inputs of u_csr: answers to what the controller has asked of the tables, reports, and pulses that
// are counted. count_data is an OR over the ports, of which one answers.
static void feed_csr(nf_netreduce *m, const nf_netreduce_in *in) {
  nf_netreduce_csr_in *const c = &m->to_csr;
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_straggler_out *const s = nf_netreduce_straggler_peek(m->straggler);
  const nf_netreduce_aggregator_out *const a = nf_netreduce_aggregator_peek(m->aggregator);
  // AXI4-Lite, as it is: nf_axil in u_csr keeps its rules.
  c->aw_valid = in->aw_valid;
  c->w_valid = in->w_valid;
  c->b_ready = in->b_ready;
  c->ar_valid = in->ar_valid;
  c->r_ready = in->r_ready;
  c->aw_addr = in->aw_addr;
  c->ar_addr = in->ar_addr;
  c->w_data = in->w_data;
  // Whether a set-up or a member is accepted, the table of members says (LUT#1): the registers keep
  // no list of their own that could contradict it.
  c->cfg_ready = l->cfg_ready;
  c->enrol_done = l->enrol_done;
  c->enrol_ok = l->enrol_ok;
  c->busy = l->busy;
  // COUNT. A counter answers two cycles behind its question; the bus waits for it, and asks one at
  // a time.
  c->count_valid = false;
  c->count_data = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    const nf_netreduce_counters_out *const n = nf_netreduce_counters_peek(m->counters[p]);
    if (!n->valid)
      continue;
    c->count_valid = true;
    c->count_data |= n->count;
  }
  // MEMBER, one cycle after its question.
  c->member.valid = l->member_valid;
  c->member.port = l->member_port & 7u;
  c->member.role = l->member_role & 3u;
  c->member.parts = l->member_parts & 127u;
  c->member.src_ip = l->member_src;
  c->member.dst_ip = l->member_dst;
  c->member.dst_qp = l->member_qp & 0xffffff;
  c->member.src_qp = l->member_src_qp & 0xffffff;
  // LOOK. The state manager has one look port; u_straggler has it, and puts a look of the registers
  // before its own next one.
  c->look_ready = s->req_ready;
  c->look_done = s->ans_valid;
  c->seen.open = s->ans_open;
  c->seen.msgid = s->ans_msgid;
  c->seen.arrived = s->ans_arrived;
  // STRAGGLER and its interrupts; the report is that of the ring that STRAGGLER_RING names.
  c->straggler = s->straggler;
  c->charged = s->charged;
  c->stragglers = s->stragglers;
  c->report.valid = s->report_valid;
  c->report.offset = s->report_offset;
  c->report.missing = s->report_missing;
  c->report.unlike = s->report_unlike;
  c->report.charged = s->report_charged;
  c->report.msgid = s->report_msgid;
  c->report.cycles = s->report_cycles;
  // Pulses that are counted. history, announce and local are registers of this level: what kind a
  // job is shows at the aggregator's input alone. A repeated packet is dropped by u_release, as its
  // sum is not the last one, or by u_jobs, for which there was no place.
  c->sum = a->done;
  c->uneven = a->uneven;
  c->flags = a->flags;
  c->history = m->history;
  c->announce = m->announce;
  c->local = m->local;
  c->skipped = a->skipped;
  c->dropped = nf_netreduce_jobs_peek(m->jobs)->dropped != 0 ||
               nf_netreduce_release_peek(m->release)->dropped != 0;
  c->naks = nf_netreduce_recovery_peek(m->recovery)->naks;
  c->replays = nf_netreduce_recovery_peek(m->recovery)->replays;
  c->given_up = l->given_up;
  c->away = nf_netreduce_away_peek(m->away)->away;
  // Counted outside, by the FIFOs between MACs and inputs; the registers only show it, so that all
  // that a port has lost is read in one place.
  memcpy(c->overruns, in->overruns, sizeof c->overruns);
}

// Inputs of u_lookup: the controller's set-ups and members, requests of the ports, packets that
// u_recovery has looked up again, and what becomes of jobs.
static void feed_lookup(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_straggler_out *const s = nf_netreduce_straggler_peek(m->straggler);
  nf_netreduce_lookup_in *const l = &m->to_lookup;
  l->enable = c->enable;
  // A set-up and a question about members: within their ranges, as u_csr has refused all others,
  // and one at a time.
  l->cfg_valid = c->cfg_valid;
  l->cfg_ring = c->cfg.ring;
  l->cfg_members = c->cfg.members;
  l->cfg_leaf = c->cfg.leaf;
  l->cfg_window = c->cfg.window;
  l->cfg_first = c->cfg.first;
  l->cfg_slot = c->cfg.slot;
  l->cfg_dtype = c->cfg.dtype;
  l->enrol_valid = c->enrol_valid;
  l->enrol_op = c->enrol.op;
  l->enrol_ring = c->enrol.ring;
  l->enrol_host = c->enrol.host;
  l->enrol_src_ip = c->enrol.src_ip;
  l->enrol_dst_ip = c->enrol.dst_ip;
  l->enrol_dst_qp = c->enrol.dst_qp;
  l->enrol_src_qp = c->enrol.src_qp;
  l->enrol_port = c->enrol.port;
  l->enrol_role = c->enrol.role;
  l->enrol_parts = c->enrol.parts;
  l->enrol_members = c->enrol.members;
  l->enrol_leaf = c->enrol.leaf;
  // These decide, when a member is written, whether its packets end here (GLOBAL, a leaf at its
  // spine) or go to a host of this switch: lines 7 to 9 of Algorithm 3.
  l->own_ip = c->own.ip;
  l->local_net = c->local_net;
  l->local_mask = c->local_mask;
  // sent and, below, reserve are for the drain of a ring that is set up: it waits until each port
  // has sent as many sums as it held when the ring's last job was done.
  l->req_valid = l->sent = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    const nf_netreduce_port_out *const o = nf_netreduce_port_peek(m->port[p]);
    l->sent |= (uint8_t)((unsigned)o->sent << p);
    if (!o->req_valid)
      continue;
    l->req_valid |= (uint8_t)(1u << p);
    memcpy(l->req_meta[p], o->req_meta, sizeof l->req_meta[p]);
  }
  // DRAIN bounds both waits: a host that is gone must not keep its ring from being closed.
  l->drain = c->drain;
  l->reserve = nf_netreduce_aggregator_peek(m->aggregator)->start;
  const nf_netreduce_release_out *const r = nf_netreduce_release_peek(m->release);
  const nf_netreduce_recovery_out *const a = nf_netreduce_recovery_peek(m->recovery);
  // A packet that is looked up again takes the way of one that its host has repeated, since the
  // place of its sum is known to the tables alone; it has no port that waits for an answer.
  l->replay_valid = a->replay_valid;
  memcpy(l->replay_meta, a->replay_meta, sizeof l->replay_meta);
  l->replay_port = a->replay_port;
  l->replay_up = a->replay_up;
  // Whether the connection of a packet is, in the other direction, a member's: u_recovery compares
  // it while LUT#1 looks it up, and is done in the same cycle.
  l->ack_hit = a->ack_hit;
  l->ack_stray = a->ack_stray;
  l->ack_ring = a->ack_ring;
  l->ack_host = a->ack_host;
  l->swept = r->swept;
  // A slot may be given to the next message when all its jobs have ended or were dropped: a job
  // reads header and payload from the stores, where the new message would overwrite them.
  l->job_ready = r->in_ready;
  l->ended_valid = nf_netreduce_aggregator_peek(m->aggregator)->ended_valid;
  l->ended_slot = nf_netreduce_aggregator_peek(m->aggregator)->ended_slot;
  // Never both: one of the two has a job in a cycle.
  const nf_netreduce_jobs_out *const j = nf_netreduce_jobs_peek(m->jobs);
  l->dropped = r->dropped ? r->dropped : j->dropped;
  l->dropped_slot = r->dropped ? r->dropped_slot : j->dropped_slot;
  // The look port of the state manager: for a cycle without an arrival, so that a look never delays
  // a packet.
  l->look_valid = s->look_valid;
  l->look_ring = s->look_ring;
  l->look_slot = s->look_slot;
  l->look_offset = s->look_offset;
  // A memory beside LUT#1, of which packets know nothing.
  l->member_re = c->member_re;
  l->member_ring = c->member_ring;
  l->member_host = c->member_host;
}

// Inputs of u_straggler. It sees no packets: it asks the state manager who has arrived, so that
// what it reports cannot differ from what the sum waits for. Of events it gets the refusals of a
// MsgLen alone, as the columns do not show who said something else.
static void feed_straggler(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  nf_netreduce_straggler_in *const s = &m->to_straggler;
  s->threshold = c->threshold;
  // The members of a ring as RING_SETUP has them: who is missing is named by HostID, without
  // another table.
  s->cfg_valid = c->cfg_valid;
  s->cfg_ring = c->cfg.ring;
  s->cfg_members = c->cfg.members;
  s->cfg_leaf = c->cfg.leaf;
  s->busy = l->busy;
  // Of event_*, which u_recovery gets whole.
  s->unlike_valid = l->event_valid && l->event_unlike;
  s->unlike_ring = l->event_ring;
  s->unlike_host = l->event_host;
  s->unlike_slot = l->event_slot;
  s->unlike_msglen = l->event_msglen;
  s->look_ready = l->look_ready;
  s->seen_valid = l->look_valid;
  s->seen_open = l->look_open;
  s->seen_msgid = l->look_msgid;
  s->seen_arrived = l->look_arrived;
  // LOOK of the registers, and which ring's report they want.
  s->req_valid = c->look_valid;
  s->req_ring = c->look.ring;
  s->req_slot = c->look.slot;
  s->req_offset = c->look.offset;
  s->report_ring = c->report_ring;
}

// closing_on: whether losses of the ring that is being set up are repaired here. Not those of a
// spine, whose members are leaves: a NAK would mean nothing to them, and the leaves ask by
// themselves. u_release and u_recovery take the same wire, or one would hold back sums that the
// other does not replay.
static bool in_order(const nf_netreduce *m) {
  return nf_netreduce_lookup_peek(m->lookup)->closing_hosts &&
         nf_netreduce_csr_peek(m->csr)->again != 0;
}

// Inputs of u_release. Its jobs are those of the lookup; while a ring's sums are replayed (hold) it
// gives out none of that ring, so that a receiver gets the old ones first.
static void feed_release(nf_netreduce *m) {
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  nf_netreduce_release_in *const r = &m->to_release;
  r->closing = l->closing;
  r->closing_ring = l->closing_ring;
  r->closing_slot = l->closing_slot;
  r->closing_on = in_order(m);
  r->hold = nf_netreduce_recovery_peek(m->recovery)->hold;
  // Its own output goes straight to u_jobs; while a job stands there in_ready is low, and jobs wait
  // in the lookups, where each has its place.
  r->in_valid = l->job_valid;
  r->in_job = l->job;
  r->out_ready = nf_netreduce_jobs_peek(m->jobs)->job_ready;
}

// Inputs of u_recovery: members as the table has accepted them, packets and acknowledgements as the
// lookup has judged them, sums as u_release has given them out. A NAK goes only when no sum stands
// at u_release's output (nak_ready): both use the one input of u_jobs, and a sum is what the ring
// waits for.
static void feed_recovery(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_release_out *const o = nf_netreduce_release_peek(m->release);
  const nf_netreduce_aggregator_out *const a = nf_netreduce_aggregator_peek(m->aggregator);
  nf_netreduce_recovery_in *const r = &m->to_recovery;
  // AGAIN, a level: it may be changed while rings are open; whether a ring is recovered at all was
  // decided when it was set up.
  r->again = c->again;
  r->closing = l->closing;
  r->closing_ring = l->closing_ring;
  r->closing_slot = l->closing_slot;
  r->closing_on = in_order(m);
  r->closing_leaf = l->closing_leaf;
  // A member counts from when LUT#1 has accepted it; a CHECK changes nobody.
  r->enrol_valid = l->enrol_done && l->enrol_ok && c->enrol.op != NF_NETREDUCE_ENROL_CHECK;
  r->enrol_add = c->enrol.op == NF_NETREDUCE_ENROL_ADD;
  r->enrol_ring = c->enrol.ring;
  r->enrol_host = c->enrol.host;
  r->enrol_port = c->enrol.port;
  r->enrol_src_ip = c->enrol.src_ip;
  r->enrol_dst_ip = c->enrol.dst_ip;
  r->enrol_dst_qp = c->enrol.dst_qp;
  r->enrol_src_qp = c->enrol.src_qp;
  r->enrol_role = c->enrol.role;
  // As the lookup works it out: LOCAL_NET and LOCAL_MASK of the moment at which the member is
  // written.
  r->enrol_local = (c->enrol.dst_ip & c->local_mask) == c->local_net;
  // The connection of each packet that is looked up, of whatever kind: whether it is an
  // acknowledgement the lookup knows, and asks for the answer only then.
  r->ack_src_ip = l->ack_src_ip;
  r->ack_dst_ip = l->ack_dst_ip;
  r->ack_dst_qp = l->ack_dst_qp;
  r->ack_port = l->ack_port;
  r->event_valid = l->event_valid;
  r->event_ack = l->event_ack;
  r->event_ring = l->event_ring;
  r->event_host = l->event_host;
  r->event_psn = l->event_psn;
  r->event_good = l->event_good;
  r->event_origin = l->event_origin;
  r->event_last = l->event_last;
  // What was given out is counted in order, as u_release gives it; its receivers acknowledge by
  // these numbers.
  r->released = o->released;
  r->released_ring = o->released_ring;
  r->released_last = o->released_last;
  // busy until the job of a replay has left the lookups: until then the ring is held, or a new sum
  // would overtake it.
  r->replay_ready = l->replay_ready;
  r->replay_busy = l->replay_busy;
  r->nak_ready = !o->out_valid && nf_netreduce_jobs_peek(m->jobs)->job_ready;
  // A NAK whose port is away is done too: it is lost as on the wire, and what it asked for is asked
  // for again. Else the NAKs behind it would wait for a host that takes nothing.
  r->nak_done = (a->start | a->skipped) != 0 && a->start_mode == NF_NETREDUCE_MODE_REPLY;
}

// Inputs of u_jobs and u_aggregator. u_jobs has a job until the packets that it needs are stored
// (take counts them in, stored counts them out), as the verdict on a packet is given long before
// its payload is in the store. A port's word is there one cycle after it was asked for, so
// words_due, of the cycle before, says which words are looked at; the others are not copied.
static void feed_sums(nf_netreduce *m) {
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_jobs_out *const j = nf_netreduce_jobs_peek(m->jobs);
  const bool ready = nf_netreduce_aggregator_peek(m->aggregator)->job_ready;
  nf_netreduce_jobs_in *const q = &m->to_jobs;
  nf_netreduce_aggregator_in *const a = &m->to_aggregator;
  const nf_netreduce_release_out *const r = nf_netreduce_release_peek(m->release);
  const nf_netreduce_recovery_out *const n = nf_netreduce_recovery_peek(m->recovery);
  q->job_valid = r->out_valid || n->nak_valid;
  q->job = r->out_valid ? r->out_job : n->nak_job;
  // Of a REPLY alone, and looked at when it starts: u_recovery shows the NAK until then.
  a->msn = n->nak_msn;
  q->take = l->take;
  q->stored = 0;
  // The aggregator takes a job while the words of the one before are read. What u_jobs offers stays
  // until then.
  q->out_ready = ready;
  a->job_valid = j->out_valid;
  a->job_alone = j->out_alone;
  a->job = j->out_job;
  a->away = nf_netreduce_away_peek(m->away)->away;
  a->ready = 0;
  m->to_away.empty = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    const nf_netreduce_port_out *const o = nf_netreduce_port_peek(m->port[p]);
    q->stored |= (uint8_t)((unsigned)o->stored << p);
    a->ready |= (uint8_t)((unsigned)o->ready << p);
    m->to_away.empty |= (uint8_t)((unsigned)o->empty << p);
    a->size[p] = o->size;
    if (m->words_due >> p & 1)
      a->word[p] = o->word;
  }
}

// Inputs of u_away, and what u_jobs sees of the ports; after feed_sums, which looks at the ports. A
// port that has just reserved a frame (start) shows its room one cycle late, so it counts as full
// here. One that is away is not waited for: a host that stops taking frames must not hold up the
// other rings.
static void feed_away(nf_netreduce *m) {
  const nf_netreduce_aggregator_out *const o = nf_netreduce_aggregator_peek(m->aggregator);
  nf_netreduce_away_in *const a = &m->to_away;
  // room and empty are of the combiners, wait of the job that cannot start, other of those behind
  // it.
  a->pause = nf_netreduce_csr_peek(m->csr)->pause;
  a->room = m->to_aggregator.ready;
  a->wait = o->wait;
  a->other = nf_netreduce_jobs_peek(m->jobs)->other;
  m->to_jobs.away = m->to_aggregator.away;
  m->to_jobs.room = (uint8_t)((a->room & ~o->start) | m->to_jobs.away);
  m->to_jobs.wait_ring = o->wait_ring;
}

// job_go_history_q, job_go_announce_q, job_go_local_q: what the aggregator has begun, to be counted
// (HISTORIES, ANNOUNCED, LOCALS). A sum that is not kept is the hosts' sum of a leaf on its way up:
// its result comes back as GLOBAL's packet, and that one is kept.
static void note_jobs(nf_netreduce *m) {
  const nf_netreduce_jobs_out *const j = nf_netreduce_jobs_peek(m->jobs);
  const bool go = j->out_valid && nf_netreduce_aggregator_peek(m->aggregator)->job_ready;
  const unsigned kind = nf_netreduce_job_kind(&j->out_job);
  m->announce = go && j->out_alone;
  m->history = go && !j->out_alone && kind == NF_NETREDUCE_JOB_HISTORY;
  m->local =
      go && !j->out_alone && kind == NF_NETREDUCE_JOB_SUM && !nf_netreduce_job_keep(&j->out_job);
}

// One port's bit of a vector.
static bool bit(uint8_t mask, unsigned p) { return mask >> p & 1; }

// Inputs of gen_port[p].u_port. The ports see on_o, not what is written to CONTROL: while the rings
// are brought to rest their packets must still be taken, or a message that some hosts have sent
// would never get its sum.
static void feed_port(nf_netreduce *m, unsigned p, const nf_netreduce_in *in) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_aggregator_out *const a = nf_netreduce_aggregator_peek(m->aggregator);
  nf_netreduce_port_in *const o = &m->to_port[p];
  o->enable = l->on;
  o->tag = c->tag;
  o->own_mac = c->own.mac;
  o->own_ip = c->own.ip;
  o->spine_mac = c->spine.mac;
  o->spine_ip = c->spine.ip;
  o->s_tvalid = bit(in->s_tvalid, p);
  if (o->s_tvalid) {
    o->s_tlast = bit(in->s_tlast, p);
    o->s_tuser = bit(in->s_tuser, p);
    o->s_tdata = in->s_tdata[p];
    o->s_tkeep = in->s_tkeep[p];
  }
  // A MAC that is paused holds up this port alone: frames that pass fill its own queues, and sums
  // its combiner, whose port is away then.
  o->m_tready = bit(in->m_tready, p);
  o->req_ready = bit(l->req_ready, p);
  // One port has an answer in a cycle, so what is in it goes to all; the same holds for a start of
  // the aggregator, whose place, mode and size are one job's.
  o->ans_valid = bit(l->ans_valid, p);
  o->ans_cause = l->ans_cause;
  o->ans_payload = l->ans_payload;
  o->ans_head = l->ans_head;
  o->ans_place = l->ans_place;
  // All ports are asked for the size at a place; of words only those that take part in the sum.
  o->size_re = a->size_re;
  o->size_place = a->size_place;
  o->word_re = bit(a->word_re, p);
  o->word_place = a->word_place;
  o->word_index = a->word_index;
  o->start = bit(a->start, p);
  o->start_place = a->start_place;
  o->start_mode = a->start_mode;
  o->start_mark = a->start_mark;
  o->start_size = a->start_size;
  // Of the one NAK that is on its way; headers of sums do not look at them.
  o->start_psn = nf_netreduce_recovery_peek(m->recovery)->nak_psn;
  o->start_qp = nf_netreduce_recovery_peek(m->recovery)->nak_qp;
  // No ready: a combiner that was started has reserved all of the frame. So one word reaches the
  // combiners of all receivers in the same cycle, and none can hold up the others.
  o->sum_valid = a->out_valid && bit(a->out_ports, p);
  if (o->sum_valid) {
    o->sum_last = a->out_last;
    o->sum_word = a->out_word;
  }
}

// Inputs of gen_port[p].u_counters: one event per frame, with its verdict, whatever becomes of it.
// It is stepped only until its answer is out, two cycles behind the last read.
static void feed_counters(nf_netreduce *m, unsigned p) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_port_out *const o = nf_netreduce_port_peek(m->port[p]);
  nf_netreduce_counters_in *const n = &m->to_counters[p];
  n->event_valid = o->event_valid;
  n->event_cause = o->event_cause;
  // The index is one of 32 causes; of a port that is not built nobody answers, and u_csr refuses
  // its addresses.
  n->re = c->count_re && c->count_port == p;
  n->index = c->count_index;
  if (n->event_valid || n->re)
    m->counting[p] = 4;
}

// One edge. All feeds read the parts' outputs of this cycle; then every part takes its edge, and
// their order does not matter. feed_sums goes before feed_away, which takes over what it has
// gathered of the ports. A part without work is left out, but what counts cycles (u_csr,
// u_straggler, u_recovery) never is: a straggler, or a NAK that was lost, shows by time alone.
void nf_netreduce_step(nf_netreduce *m, const nf_netreduce_in *in) {
  feed_csr(m, in);
  feed_lookup(m);
  feed_straggler(m);
  feed_release(m);
  feed_recovery(m);
  feed_sums(m);
  feed_away(m);
  note_jobs(m);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  // What comes through the lookups leaves no trace at the ports while it does: nf_netreduce_idle
  // must not take that for rest.
  const bool asked = m->to_lookup.req_valid || l->ans_valid || l->job_valid || l->busy ||
                     m->to_lookup.cfg_valid || m->to_lookup.enrol_valid || m->to_lookup.look_valid;
  m->quiet = asked ? 0 : m->quiet + 1;
  m->words_due = nf_netreduce_aggregator_peek(m->aggregator)->word_re;
  for (unsigned p = 0; p < m->ports; p++) {
    feed_port(m, p, in);
    feed_counters(m, p);
  }

  nf_netreduce_csr_step(m->csr, &m->to_csr);
  nf_netreduce_lookup_step(m->lookup, &m->to_lookup);
  nf_netreduce_straggler_step(m->straggler, &m->to_straggler);
  // hold, too, is registered there: u_release is not idle until its register has fallen again.
  if (m->to_release.in_valid || m->to_release.closing || m->to_release.hold ||
      !nf_netreduce_release_idle(m->release))
    nf_netreduce_release_step(m->release, &m->to_release);
  nf_netreduce_recovery_step(m->recovery, &m->to_recovery);
  nf_netreduce_jobs_step(m->jobs, &m->to_jobs);
  nf_netreduce_away_step(m->away, &m->to_away);
  if (m->to_aggregator.job_valid || !nf_netreduce_aggregator_idle(m->aggregator))
    nf_netreduce_aggregator_step(m->aggregator, &m->to_aggregator);
  for (unsigned p = 0; p < m->ports; p++) {
    nf_netreduce_port_step(m->port[p], &m->to_port[p]);
    // A port that is idle has left its outputs as they are.
    if (!nf_netreduce_port_idle(m->port[p]))
      show_port(m, p);
    if (m->counting[p] > 0) {
      m->counting[p]--;
      nf_netreduce_counters_step(m->counters[p], &m->to_counters[p]);
    }
  }
  show(m);
}

// The model's own, for simulators that skip time: all parts are at rest, and the lookups for longer
// than a packet takes through them. What u_recovery would still send again, or u_away let go, is
// not rest.
bool nf_netreduce_idle(const nf_netreduce *m) {
  bool idle = m->quiet >= SETTLED && nf_netreduce_aggregator_idle(m->aggregator) &&
              nf_netreduce_away_idle(m->away) && nf_netreduce_release_idle(m->release) &&
              nf_netreduce_recovery_idle(m->recovery) &&
              !nf_netreduce_jobs_peek(m->jobs)->out_valid;
  for (unsigned p = 0; p < m->ports; p++)
    idle = idle && nf_netreduce_port_idle(m->port[p]);
  return idle;
}

// The model's own: of all parts u_recovery alone counts cycles at rest that decide what it does
// later.
void nf_netreduce_skip(nf_netreduce *m, uint64_t edges) {
  nf_netreduce_recovery_skip(m->recovery, edges);
}

// Also of what init has made only a part of: the free functions take NULL.
void nf_netreduce_free(nf_netreduce *m) {
  if (m == NULL)
    return;
  nf_netreduce_csr_free(m->csr);
  nf_netreduce_lookup_free(m->lookup);
  nf_netreduce_straggler_free(m->straggler);
  nf_netreduce_release_free(m->release);
  nf_netreduce_recovery_free(m->recovery);
  nf_netreduce_jobs_free(m->jobs);
  nf_netreduce_away_free(m->away);
  nf_netreduce_aggregator_free(m->aggregator);
  for (unsigned p = 0; p < m->ports; p++) {
    nf_netreduce_port_free(m->port[p]);
    nf_netreduce_counters_free(m->counters[p]);
  }
  free(m);
}
