// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_endpoint_tx.h"

#include <stdlib.h>

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
  nf_flit job, ack, bar;
  bool is_head, vc, open;
  bool job_last;   // the last request was a job
  bool bar_last;   // the last response but acknowledgements was a barrier's end
  uint8_t ack_run; // acknowledgements since then, up to ACK_RUN
};

// Both buffers and the three registers are empty.
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

// The link's register; ready bits of the buffers and of job_q, ack_q and bar_q.
const nf_endpoint_tx_out *nf_endpoint_tx_peek(const nf_endpoint_tx *m) { return &m->out; }

void nf_endpoint_tx_free(nf_endpoint_tx *m) { free(m); }

// u_skid of gen_rt[v].
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

// One edge: "turns" from registers, then the link's register, then what was taken leaves its buffer
// and what comes enters. A header register that is emptied on this edge is filled on the next, as
// job_q ? ... says; headers of a channel are two cycles apart anyway.
void nf_endpoint_tx_step(nf_endpoint_tx *m, const nf_endpoint_tx_in *in) {
  nf_endpoint_tx_out *const out = &m->out;
  if (!out->busy && !out->event && !in->rt_valid && !in->job_valid && !in->ack_valid &&
      !in->bar_valid)
    return;
  const bool job = !out->job_ready, ack = !out->ack_ready, bar = !out->bar_ready;
  const bool answer = (m->held & 2) != 0; // of the memory
  const bool leaves = out->tx_valid && (!m->is_head || (in->tx_ready >> m->vc & 1) != 0);
  // A header of the same virtual channel that is on the link has not been answered yet.
  const unsigned unanswered = out->tx_valid && m->is_head ? 1u << m->vc : 0;
  const unsigned wants = (m->held & 1u) | job | (unsigned)(answer || ack || bar) << 1;
  const unsigned may_start = wants & in->tx_ready & ~unanswered;
  const unsigned vc = m->open ? m->vc : m->vc ? !(may_start & 1) : may_start >> 1;
  const bool load =
      (!out->tx_valid || leaves) && (m->open ? (m->held >> m->vc & 1) != 0 : may_start != 0);
  const nf_flit *header = NULL; // of a packet without payload
  unsigned taken = 0;           // bit v: a flit of the memory
  bool job_take = false, ack_take = false, bar_take = false;
  out->event = 0;

  if (load) {
    if (m->open) {
      taken = 1u << vc;
    } else if (vc) {
      ack_take = ack && (m->ack_run != ACK_RUN || !(answer || bar));
      bar_take = !ack_take && bar && (!answer || !m->bar_last);
      taken = ack_take || bar_take ? 0 : 2;
      header = ack_take ? &m->ack : bar_take ? &m->bar : NULL;
      if (!ack_take)
        m->bar_last = bar_take;
      m->ack_run = ack_take ? (uint8_t)(m->ack_run + (m->ack_run != ACK_RUN)) : 0;
    } else {
      job_take = m->job_last = job && (!(m->held & 1) || !m->job_last);
      taken = job_take ? 0 : 1;
      header = job_take ? &m->job : NULL;
    }
    out->tx_valid = true;
    out->tx_data = header != NULL ? *header : m->head[vc].data;
    out->tx_last = header != NULL || m->head[vc].last;
    m->is_head = !m->open;
    m->vc = vc != 0;
    m->open = !out->tx_last;
    if (taken == 2 && out->tx_last)
      out->event = 1u << NF_ENDPOINT_EV_PULL_SERVED;
    if (ack_take)
      out->event = 1u << NF_ENDPOINT_EV_ACK_SENT;
  } else if (leaves) {
    out->tx_valid = out->tx_last = false;
  }

  for (unsigned v = 0; v < 2; v++)
    step_skid(m, v, in, (taken >> v & 1) != 0);
  if (out->job_ready && in->job_valid)
    m->job = in->job_hdr;
  if (out->bar_ready && in->bar_valid)
    m->bar = in->bar_hdr;
  if (out->ack_ready && in->ack_valid) {
    m->ack = in->ack_hdr;
    nf_hdr_set_src(&m->ack, in->cfg_id);
  }
  out->job_ready = out->job_ready ? !in->job_valid : job_take;
  out->ack_ready = out->ack_ready ? !in->ack_valid : ack_take;
  out->bar_ready = out->bar_ready ? !in->bar_valid : bar_take;
  out->busy =
      out->tx_valid || m->open || m->held || !out->job_ready || !out->ack_ready || !out->bar_ready;
}
