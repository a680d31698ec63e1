// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The parts of the accelerator, wired as in the RTL. A part in which nothing moves is not stepped.
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

enum { PORTS = NF_NETREDUCE_MAX_PORTS, FRAMES = 16, PACKETS = 4, JOB_DEPTH = 8, JOB_AGAIN = 8 };
enum { SETTLED = 24 }; // cycles; more than the lookups' pipeline has stages

struct nf_netreduce {
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
  // Inputs of the parts; data are filled in when they are looked at.
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
    s = nf_netreduce_recovery_init(&n->recovery,
                                   &(nf_netreduce_recovery_cfg){c->Rings, c->Window, c->MaxMsgLen});
  if (s == NF_OK)
    s = nf_netreduce_jobs_init(&n->jobs, &(nf_netreduce_jobs_cfg){c->Ports, JOB_DEPTH, JOB_AGAIN});
  if (s == NF_OK)
    s = nf_netreduce_away_init(&n->away, &(nf_netreduce_away_cfg){c->Ports});
  if (s == NF_OK)
    s = nf_netreduce_aggregator_init(
        &n->aggregator, &(nf_netreduce_aggregator_cfg){c->Ports, places, c->Stages, c->Halves});
  for (unsigned p = 0; p < c->Ports && s == NF_OK; p++) {
    s = nf_netreduce_port_init(&n->port[p],
                               &(nf_netreduce_port_cfg){places, c->BufferBeats, FRAMES, PACKETS});
    if (s == NF_OK)
      s = nf_netreduce_counters_init(&n->counters[p], &(nf_netreduce_counters_cfg){0});
  }
  return s;
}

// Ports of the register bus and irq_o: those of u_csr.
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

// Ports s_tready_o and m_* of gen_port[p].u_port.
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
// Inputs of u_csr. count_data is an OR over the ports, of which one answers.
static void feed_csr(nf_netreduce *m, const nf_netreduce_in *in) {
  nf_netreduce_csr_in *const c = &m->to_csr;
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_straggler_out *const s = nf_netreduce_straggler_peek(m->straggler);
  const nf_netreduce_aggregator_out *const a = nf_netreduce_aggregator_peek(m->aggregator);
  c->aw_valid = in->aw_valid;
  c->w_valid = in->w_valid;
  c->b_ready = in->b_ready;
  c->ar_valid = in->ar_valid;
  c->r_ready = in->r_ready;
  c->aw_addr = in->aw_addr;
  c->ar_addr = in->ar_addr;
  c->w_data = in->w_data;
  c->cfg_ready = l->cfg_ready;
  c->enrol_done = l->enrol_done;
  c->enrol_ok = l->enrol_ok;
  c->busy = l->busy;
  c->count_valid = false;
  c->count_data = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    const nf_netreduce_counters_out *const n = nf_netreduce_counters_peek(m->counters[p]);
    if (!n->valid)
      continue;
    c->count_valid = true;
    c->count_data |= n->count;
  }
  c->member_valid = l->member_valid;
  c->member_port = l->member_port;
  c->member_role = l->member_role;
  c->member_parts = l->member_parts;
  c->member_src = l->member_src;
  c->member_dst = l->member_dst;
  c->member_qp = l->member_qp;
  c->member_src_qp = l->member_src_qp;
  c->look_ready = s->req_ready;
  c->look_done = s->ans_valid;
  c->look_open = s->ans_open;
  c->look_msgid = s->ans_msgid;
  c->look_arrived = s->ans_arrived;
  c->straggler = s->straggler;
  c->charged = s->charged;
  c->stragglers = s->stragglers;
  c->report_valid = s->report_valid;
  c->report_offset = s->report_offset;
  c->report_missing = s->report_missing;
  c->report_unlike = s->report_unlike;
  c->report_charged = s->report_charged;
  c->report_msgid = s->report_msgid;
  c->report_cycles = s->report_cycles;
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
  memcpy(c->overruns, in->overruns, sizeof c->overruns);
}

// Inputs of u_lookup.
static void feed_lookup(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_straggler_out *const s = nf_netreduce_straggler_peek(m->straggler);
  nf_netreduce_lookup_in *const l = &m->to_lookup;
  l->enable = c->enable;
  l->cfg_valid = c->cfg_valid;
  l->cfg_ring = c->cfg_ring;
  l->cfg_members = c->cfg_members;
  l->cfg_leaf = c->cfg_leaf;
  l->cfg_window = c->cfg_window;
  l->cfg_first = c->cfg_first;
  l->cfg_slot = c->cfg_slot;
  l->cfg_dtype = c->cfg_dtype;
  l->enrol_valid = c->enrol_valid;
  l->enrol_op = c->enrol_op;
  l->enrol_ring = c->enrol_ring;
  l->enrol_host = c->enrol_host;
  l->enrol_src_ip = c->enrol_src_ip;
  l->enrol_dst_ip = c->enrol_dst_ip;
  l->enrol_dst_qp = c->enrol_dst_qp;
  l->enrol_src_qp = c->enrol_src_qp;
  l->enrol_port = c->enrol_port;
  l->enrol_role = c->enrol_role;
  l->enrol_parts = c->enrol_parts;
  l->enrol_members = c->enrol_members;
  l->enrol_leaf = c->enrol_leaf;
  l->own_ip = c->own_ip;
  l->local_net = c->local_net;
  l->local_mask = c->local_mask;
  l->req_valid = l->sent = 0;
  for (unsigned p = 0; p < m->ports; p++) {
    const nf_netreduce_port_out *const o = nf_netreduce_port_peek(m->port[p]);
    l->sent |= (uint8_t)((unsigned)o->sent << p);
    if (!o->req_valid)
      continue;
    l->req_valid |= (uint8_t)(1u << p);
    memcpy(l->req_meta[p], o->req_meta, sizeof l->req_meta[p]);
  }
  l->drain = c->drain;
  l->reserve = nf_netreduce_aggregator_peek(m->aggregator)->start;
  const nf_netreduce_release_out *const r = nf_netreduce_release_peek(m->release);
  const nf_netreduce_recovery_out *const a = nf_netreduce_recovery_peek(m->recovery);
  l->replay_valid = a->replay_valid;
  memcpy(l->replay_meta, a->replay_meta, sizeof l->replay_meta);
  l->replay_port = a->replay_port;
  l->replay_up = a->replay_up;
  l->ack_hit = a->ack_hit;
  l->ack_ring = a->ack_ring;
  l->ack_host = a->ack_host;
  l->swept = r->swept;
  l->job_ready = r->in_ready;
  l->ended_valid = nf_netreduce_aggregator_peek(m->aggregator)->ended_valid;
  l->ended_slot = nf_netreduce_aggregator_peek(m->aggregator)->ended_slot;
  // Never both: one of the two has a job in a cycle.
  const nf_netreduce_jobs_out *const j = nf_netreduce_jobs_peek(m->jobs);
  l->dropped = r->dropped ? r->dropped : j->dropped;
  l->dropped_slot = r->dropped ? r->dropped_slot : j->dropped_slot;
  l->look_valid = s->look_valid;
  l->look_ring = s->look_ring;
  l->look_slot = s->look_slot;
  l->look_offset = s->look_offset;
  l->member_re = c->member_re;
  l->member_ring = c->member_ring;
  l->member_host = c->member_host;
}

// Inputs of u_straggler: it hears of events for the refusals of a MsgLen alone.
static void feed_straggler(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  nf_netreduce_straggler_in *const s = &m->to_straggler;
  s->threshold = c->threshold;
  s->cfg_valid = c->cfg_valid;
  s->cfg_ring = c->cfg_ring;
  s->cfg_members = c->cfg_members;
  s->cfg_leaf = c->cfg_leaf;
  s->busy = l->busy;
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
  s->req_valid = c->look_valid;
  s->req_ring = c->look_ring;
  s->req_slot = c->look_slot;
  s->req_offset = c->look_offset;
  s->report_ring = c->report_ring;
}

// The ring that is being set up, as both need it.
static bool in_order(const nf_netreduce *m) {
  return nf_netreduce_lookup_peek(m->lookup)->closing_hosts &&
         nf_netreduce_csr_peek(m->csr)->again != 0;
}

// Inputs of u_release, with closing_on.
static void feed_release(nf_netreduce *m) {
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  nf_netreduce_release_in *const r = &m->to_release;
  r->closing = l->closing;
  r->closing_ring = l->closing_ring;
  r->closing_slot = l->closing_slot;
  r->closing_on = in_order(m);
  r->hold = nf_netreduce_recovery_peek(m->recovery)->hold;
  r->in_valid = l->job_valid;
  r->in_job = l->job;
  r->out_ready = nf_netreduce_jobs_peek(m->jobs)->job_ready;
}

// Inputs of u_recovery. A NAK goes only when no sum stands at u_release's output (nak_ready): both
// use the one input of u_jobs.
static void feed_recovery(nf_netreduce *m) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_release_out *const o = nf_netreduce_release_peek(m->release);
  const nf_netreduce_aggregator_out *const a = nf_netreduce_aggregator_peek(m->aggregator);
  nf_netreduce_recovery_in *const r = &m->to_recovery;
  r->again = c->again;
  r->closing = l->closing;
  r->closing_ring = l->closing_ring;
  r->closing_slot = l->closing_slot;
  r->closing_on = in_order(m);
  r->closing_leaf = l->closing_leaf;
  r->enrol_valid = l->enrol_done && l->enrol_ok && c->enrol_op != NF_NETREDUCE_ENROL_CHECK;
  r->enrol_add = c->enrol_op == NF_NETREDUCE_ENROL_ADD;
  r->enrol_ring = c->enrol_ring;
  r->enrol_host = c->enrol_host;
  r->enrol_port = c->enrol_port;
  r->enrol_src_ip = c->enrol_src_ip;
  r->enrol_dst_ip = c->enrol_dst_ip;
  r->enrol_dst_qp = c->enrol_dst_qp;
  r->enrol_src_qp = c->enrol_src_qp;
  r->enrol_role = c->enrol_role;
  r->enrol_local = (c->enrol_dst_ip & c->local_mask) == c->local_net;
  r->ack_src_ip = l->ack_src_ip;
  r->ack_dst_ip = l->ack_dst_ip;
  r->ack_dst_qp = l->ack_dst_qp;
  r->event_valid = l->event_valid;
  r->event_ack = l->event_ack;
  r->event_ring = l->event_ring;
  r->event_host = l->event_host;
  r->event_psn = l->event_psn;
  r->event_good = l->event_good;
  r->event_origin = l->event_origin;
  r->event_last = l->event_last;
  r->released = o->released;
  r->released_ring = o->released_ring;
  r->released_last = o->released_last;
  r->replay_ready = l->replay_ready;
  r->replay_busy = l->replay_busy;
  r->nak_ready = !o->out_valid && nf_netreduce_jobs_peek(m->jobs)->job_ready;
  r->nak_done = (a->start | a->skipped) != 0 && a->start_mode == NF_NETREDUCE_MODE_REPLY;
}

// Inputs of u_jobs and u_aggregator. A port's word is there one cycle after it was asked for, so
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
  a->msn = n->nak_msn;
  q->take = l->take;
  q->stored = 0;
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

// After feed_sums, which looks at the ports.
static void feed_away(nf_netreduce *m) {
  const nf_netreduce_aggregator_out *const o = nf_netreduce_aggregator_peek(m->aggregator);
  nf_netreduce_away_in *const a = &m->to_away;
  a->pause = nf_netreduce_csr_peek(m->csr)->pause;
  a->room = m->to_aggregator.ready;
  a->wait = o->wait;
  a->other = nf_netreduce_jobs_peek(m->jobs)->other;
  m->to_jobs.away = m->to_aggregator.away;
  m->to_jobs.room = (uint8_t)((a->room & ~o->start) | m->to_jobs.away);
  m->to_jobs.wait_ring = o->wait_ring;
}

// job_go_history_q, job_go_announce_q, job_go_local_q: what the aggregator has begun, to be
// counted.
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
// are brought to rest their packets must still be taken.
static void feed_port(nf_netreduce *m, unsigned p, const nf_netreduce_in *in) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_lookup_out *const l = nf_netreduce_lookup_peek(m->lookup);
  const nf_netreduce_aggregator_out *const a = nf_netreduce_aggregator_peek(m->aggregator);
  nf_netreduce_port_in *const o = &m->to_port[p];
  o->enable = l->on;
  o->tag = c->tag;
  o->own_mac = c->own_mac;
  o->own_ip = c->own_ip;
  o->spine_mac = c->spine_mac;
  o->spine_ip = c->spine_ip;
  o->s_tvalid = bit(in->s_tvalid, p);
  if (o->s_tvalid) {
    o->s_tlast = bit(in->s_tlast, p);
    o->s_tuser = bit(in->s_tuser, p);
    o->s_tdata = in->s_tdata[p];
    o->s_tkeep = in->s_tkeep[p];
  }
  o->m_tready = bit(in->m_tready, p);
  o->req_ready = bit(l->req_ready, p);
  o->ans_valid = bit(l->ans_valid, p);
  o->ans_cause = l->ans_cause;
  o->ans_payload = l->ans_payload;
  o->ans_head = l->ans_head;
  o->ans_place = l->ans_place;
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
  o->start_psn = nf_netreduce_recovery_peek(m->recovery)->nak_psn;
  o->start_qp = nf_netreduce_recovery_peek(m->recovery)->nak_qp;
  o->sum_valid = a->out_valid && bit(a->out_ports, p);
  if (o->sum_valid) {
    o->sum_last = a->out_last;
    o->sum_word = a->out_word;
  }
}

// Inputs of gen_port[p].u_counters, which is stepped only until its pipeline has come to rest.
static void feed_counters(nf_netreduce *m, unsigned p) {
  const nf_netreduce_csr_out *const c = nf_netreduce_csr_peek(m->csr);
  const nf_netreduce_port_out *const o = nf_netreduce_port_peek(m->port[p]);
  nf_netreduce_counters_in *const n = &m->to_counters[p];
  n->event_valid = o->event_valid;
  n->event_cause = o->event_cause;
  n->re = c->count_re && c->count_port == p;
  n->index = c->count_index;
  if (n->event_valid || n->re)
    m->counting[p] = 4;
}

// One edge. All feeds read the parts' outputs of this cycle; then every part takes its edge, and
// their order does not matter. A part without work is left out, but what counts cycles (u_csr,
// u_straggler, u_recovery) never is.
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
    if (!nf_netreduce_port_idle(m->port[p]))
      show_port(m, p);
    if (m->counting[p] > 0) {
      m->counting[p]--;
      nf_netreduce_counters_step(m->counters[p], &m->to_counters[p]);
    }
  }
  show(m);
}

// The model's own: all parts are at rest, and the lookups for longer than a packet takes through
// them.
bool nf_netreduce_idle(const nf_netreduce *m) {
  bool idle = m->quiet >= SETTLED && nf_netreduce_aggregator_idle(m->aggregator) &&
              nf_netreduce_away_idle(m->away) && nf_netreduce_release_idle(m->release) &&
              nf_netreduce_recovery_idle(m->recovery) &&
              !nf_netreduce_jobs_peek(m->jobs)->out_valid;
  for (unsigned p = 0; p < m->ports; p++)
    idle = idle && nf_netreduce_port_idle(m->port[p]);
  return idle;
}

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
