// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Five sources, one link. Two rules decide (KLENK IV-E2): a header goes out only after room for its
// packet was seen, so a channel without room never blocks the other; and a packet that has begun is
// ended before anything else, so packets are never interleaved.
//
// Acknowledgements go first, up to seven in a row: a lane that cannot send them takes no multicast
// writes, and no request behind one, so switches and their links stand still for it
// (docs/endpoint/nf_endpoint_lane.md has measured that). Not more: so every eighth is another
// response, if one waits.
#include "nf_endpoint_tx.h"

#include <stdlib.h>

// A flit of a packet of the memory, beat_t.
typedef struct {
  nf_flit data;
  bool last;
} held_flit;

enum { ACK_RUN = 7 }; // acknowledgements that may go before another response that waits

struct nf_endpoint_tx {
  nf_endpoint_tx_out out; // not job_ready: a job is held; the same for ack_ready, bar_ready
  // Two-entry buffer per virtual channel, as nf_skid: the ready bit is low while the spare is in
  // use.
  held_flit head[2], spare[2];
  uint8_t held; // bit v: head[v] is full
  // job_hdr_q, ack_hdr_q, bar_hdr_q: packets of one flit, so a register each keeps up with the link
  nf_flit job, ack, bar;
  // Of the link's register: it holds a header, whose channel is vc; its packet has not ended.
  bool is_head, vc, open;
  bool job_last;   // the last request was a job
  bool bar_last;   // the last response but acknowledgements was a barrier's end
  uint8_t ack_run; // acknowledgements since then, up to ACK_RUN
};

// Both buffers and the three registers are empty. It has no parameter, so nothing is refused.
nf_status nf_endpoint_tx_init(nf_endpoint_tx **m, const nf_endpoint_tx_cfg *cfg) {
  (void)cfg;
  nf_endpoint_tx *t = calloc(1, sizeof *t);
  if (t == NULL)
    return "nf_endpoint_tx: out of memory";
  t->out.rt_ready = 3;
  t->out.job_ready = t->out.ack_ready = t->out.bar_ready = true;
  *m = t;
  return NF_OK;
}

// The link's register; ready bits of the buffers and of job_q, ack_q and bar_q. tx_err_o is
// constant: what the memory returns is whole.
const nf_endpoint_tx_out *nf_endpoint_tx_peek(const nf_endpoint_tx *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_endpoint_tx_free(nf_endpoint_tx *m) { free(m); }

// u_skid of gen_rt[v]. Its ready is a register, so that the memory's path ends here; the spare
// takes the flit that was on its way when it fell.
static void step_skid(nf_endpoint_tx *m, unsigned v, const nf_endpoint_tx_in *in, bool taken) {
  const uint8_t bit = (uint8_t)(1u << v);
  const bool ready = (m->out.rt_ready & bit) != 0;
  const bool take = (in->rt_valid & bit) != 0 && ready;
  if ((m->held & bit) == 0 || taken) {
    if (!ready)
      m->head[v] = m->spare[v];
    else if (take)
      m->head[v] = (held_flit){in->rt_data[v], (in->rt_last & bit) != 0};
    m->held = take || !ready ? m->held | bit : m->held & (uint8_t)~bit;
    m->out.rt_ready |= bit;
  } else if (take) {
    m->spare[v] = (held_flit){in->rt_data[v], (in->rt_last & bit) != 0};
    m->out.rt_ready &= (uint8_t)~bit;
  }
}

// "turns" of the RTL: what leaves next.
typedef struct {
  bool load, leaves;  // a flit enters the link's register; the one there leaves
  unsigned vc;        // of the one that enters
  unsigned taken;     // bit v: it is a flit of the memory
  bool job, ack, bar; // it is a header without payload
} choice;

// The virtual channel, while no packet is open that must be ended first. vc_q is also who was last:
// the other channel goes first if it may start.
static choice choose_channel(const nf_endpoint_tx *m, const nf_endpoint_tx_in *in) {
  const nf_endpoint_tx_out *const out = &m->out;
  choice c = {.leaves = out->tx_valid && (!m->is_head || (in->tx_ready >> m->vc & 1) != 0)};
  // A header of the same virtual channel that is on the link has not been answered yet.
  const unsigned unanswered = out->tx_valid && m->is_head ? 1u << m->vc : 0;
  // What is wanted is known before it is known whether it may go; tx_ready of this cycle decides
  // that.
  const bool response = (m->held & 2) != 0 || !out->ack_ready || !out->bar_ready;
  const unsigned wants = (m->held & 1u) | !out->job_ready | (unsigned)response << 1;
  const unsigned may_start = wants & in->tx_ready & ~unanswered;
  c.vc = m->open ? m->vc : m->vc ? !(may_start & 1) : may_start >> 1;
  // In an open packet the memory's next flit may be late: then nothing is loaded, and the link
  // waits. The memory ends what it has begun, so it does not wait for ever.
  c.load = (!out->tx_valid || c.leaves) && (m->open ? (m->held >> m->vc & 1) != 0 : may_start != 0);
  return c;
}

// A response: of the memory, an acknowledgement or the end of a barrier. The run is counted up to
// seven and begins anew with any other response, so at worst one in eight is not an
// acknowledgement.
static void choose_response(nf_endpoint_tx *m, choice *c) {
  const bool answer = (m->held & 2) != 0, ack = !m->out.ack_ready, bar = !m->out.bar_ready;
  c->ack = ack && (m->ack_run != ACK_RUN || !(answer || bar));
  c->bar = !c->ack && bar && (!answer || !m->bar_last);
  c->taken = c->ack || c->bar ? 0 : 2;
  if (!c->ack)
    m->bar_last = c->bar;
  m->ack_run = c->ack ? (uint8_t)(m->ack_run + (m->ack_run != ACK_RUN)) : 0;
}

// A request: of the memory or a job. In turns by packet: jobs without payload are pulls and
// barriers, and neither they nor contributions may wait for the end of the other.
static void choose_request(nf_endpoint_tx *m, choice *c) {
  c->job = m->job_last = !m->out.job_ready && (!(m->held & 1) || !m->job_last);
  c->taken = c->job ? 0 : 1;
}

// The link's register. Turns move only with a first flit, so a long packet counts as one.
static void load(nf_endpoint_tx *m, choice *c) {
  nf_endpoint_tx_out *const out = &m->out;
  if (m->open)
    c->taken = 1u << c->vc;
  else if (c->vc)
    choose_response(m, c);
  else
    choose_request(m, c);
  const nf_flit *const header = c->ack ? &m->ack : c->bar ? &m->bar : c->job ? &m->job : NULL;
  out->tx_valid = true;
  out->tx_data = header != NULL ? *header : m->head[c->vc].data;
  out->tx_last = header != NULL || m->head[c->vc].last;
  m->is_head = !m->open;
  m->vc = c->vc != 0;
  m->open = !out->tx_last;
  if (c->taken == 2 && out->tx_last)
    out->event = 1u << NF_ENDPOINT_EV_PULL_SERVED;
  if (c->ack)
    out->event = 1u << NF_ENDPOINT_EV_ACK_SENT;
}

// job_q, ack_q and bar_q. One that is emptied on this edge is filled on the next, as job_q ? ...
// says; headers of a channel are two cycles apart anyway. The source of an acknowledgement is put
// in here, as u_rx does not keep it: it is the same in all.
static void take_headers(nf_endpoint_tx *m, const nf_endpoint_tx_in *in, const choice *c) {
  nf_endpoint_tx_out *const out = &m->out;
  if (out->job_ready && in->job_valid)
    m->job = in->job_hdr;
  if (out->bar_ready && in->bar_valid)
    m->bar = in->bar_hdr;
  if (out->ack_ready && in->ack_valid) {
    m->ack = in->ack_hdr;
    nf_hdr_set_src(&m->ack, in->cfg_id);
  }
  out->job_ready = out->job_ready ? !in->job_valid : c->job;
  out->ack_ready = out->ack_ready ? !in->ack_valid : c->ack;
  out->bar_ready = out->bar_ready ? !in->bar_valid : c->bar;
}

// One edge: the choice from registers, then the link's register, then what was taken leaves its
// buffer and what comes enters.
void nf_endpoint_tx_step(nf_endpoint_tx *m, const nf_endpoint_tx_in *in) {
  nf_endpoint_tx_out *const out = &m->out;
  if (!out->busy && !out->event && !in->rt_valid && !in->job_valid && !in->ack_valid &&
      !in->bar_valid)
    return;
  choice c = choose_channel(m, in);
  out->event = 0;
  if (c.load)
    load(m, &c);
  else if (c.leaves)
    out->tx_valid = out->tx_last = false;
  for (unsigned v = 0; v < 2; v++)
    step_skid(m, v, in, (c.taken >> v & 1) != 0);
  take_headers(m, in, &c);
  out->busy =
      out->tx_valid || m->open || m->held || !out->job_ready || !out->ack_ready || !out->bar_ready;
}
