// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_endpoint_total.h"

#include <stdlib.h>

struct nf_endpoint_total {
  nf_endpoint_total_out out; // not tot_ready: hdr waits
  nf_flit hdr;
};

// Nothing waits.
nf_status nf_endpoint_total_init(nf_endpoint_total **m, const nf_endpoint_total_cfg *cfg) {
  (void)cfg;
  nf_endpoint_total *t = calloc(1, sizeof *t);
  if (t == NULL)
    return "nf_endpoint_total: out of memory";
  t->out.tot_ready = true;
  // What is the same in every header stands there from the start.
  nf_hdr_set_opcode(&t->out.mc_hdr, NF_OPCODE_MCAST_WRITE);
  nf_hdr_set_dst(&t->out.mc_hdr, NF_BROADCAST_ID);
  nf_hdr_set_opcode(&t->out.bar_hdr, NF_OPCODE_BARRIER_DONE);
  nf_hdr_set_dst(&t->out.bar_hdr, NF_BROADCAST_ID);
  *m = t;
  return NF_OK;
}

// Registers; opcode and destination of the headers are constants.
const nf_endpoint_total_out *nf_endpoint_total_peek(const nf_endpoint_total *m) { return &m->out; }

void nf_endpoint_total_free(nf_endpoint_total *m) { free(m); }

// The total that waits, unless one of its three ways out is occupied (as of the cycle's start).
// Returns whether it went.
static bool act(nf_endpoint_total *m, const nf_endpoint_total_in *in,
                const nf_endpoint_total_out *was) {
  nf_endpoint_total_out *const out = &m->out;
  const unsigned opcode = nf_hdr_opcode(&m->hdr), count = nf_hdr_count(&m->hdr);
  const bool partial = opcode == NF_OPCODE_PUSH_PARTIAL, pull = opcode == NF_OPCODE_PULL_RSP;
  const bool barrier = nf_hdr_len(&m->hdr) == 0;
  const bool current = nf_hdr_epoch(&m->hdr) == in->cfg_epoch;
  const bool complete = current && count == in->cfg_ranks;
  const bool to_all = pull || (partial && !in->cfg_multicast_partials);
  const bool multicast = complete && to_all && (pull || !barrier);
  const bool want_mc = multicast && in->look_hit;
  const bool want_bar = complete && to_all && partial && barrier;
  const bool want_done = complete && ((partial && in->cfg_multicast_partials) ||
                                      (pull && in->cfg_exclude_source && in->look_hit));
  if ((want_mc && was->mc_valid) || (want_bar && was->bar_valid) || (want_done && was->done_valid))
    return false;

  nf_flit head = m->hdr;
  nf_hdr_set_opcode(&head, NF_OPCODE_MCAST_WRITE);
  nf_hdr_set_src(&head, in->cfg_id);
  nf_hdr_set_dst(&head, NF_BROADCAST_ID);
  nf_hdr_set_flags(&head, nf_hdr_flags(&head) & (uint8_t) ~(1u << NF_FLAG_PLANE));
  if (want_mc) {
    out->mc_valid = true;
    out->mc_addr = in->look_result;
    out->mc_hdr = head;
  }
  if (want_done) {
    out->done_valid = true;
    out->done_barrier = partial && barrier;
    out->done_flags = nf_hdr_flags(&head);
    out->done_epoch = nf_hdr_epoch(&head);
    out->done_addr = nf_hdr_addr(&head);
  }
  if (want_bar) {
    out->bar_valid = true;
    out->bar_hdr = head;
    nf_hdr_set_opcode(&out->bar_hdr, NF_OPCODE_BARRIER_DONE);
  }
  if (!current)
    out->event = 1u << NF_ENDPOINT_EV_STALE;
  else if (!partial && !pull)
    out->event = 1u << NF_ENDPOINT_EV_ERR_OPCODE;
  else if (count > in->cfg_ranks)
    out->event = 1u << NF_ENDPOINT_EV_ERR_COUNT;
  else if (multicast && !in->look_hit)
    out->event = 1u << NF_ENDPOINT_EV_ERR_TRANSLATE;
  return true;
}

// One edge: what was taken leaves its register, then the total that waits acts by the registers as
// they were: one that is emptied on this edge is filled on the next (mc_valid_o ? ... of the RTL).
void nf_endpoint_total_step(nf_endpoint_total *m, const nf_endpoint_total_in *in) {
  nf_endpoint_total_out *const out = &m->out;
  if (!in->tot_valid && !out->busy && !out->event)
    return;
  const nf_endpoint_total_out was = {
      .mc_valid = out->mc_valid, .bar_valid = out->bar_valid, .done_valid = out->done_valid};
  out->event = 0;
  out->mc_valid = out->mc_valid && !in->mc_ready;
  out->bar_valid = out->bar_valid && !in->bar_ready;
  out->done_valid = out->done_valid && !in->done_ready;
  if (!out->tot_ready) {
    out->tot_ready = act(m, in, &was);
  } else if (in->tot_valid) {
    m->hdr = in->tot_hdr;
    out->look_addr = nf_hdr_addr(&m->hdr);
    out->tot_ready = false;
  }
  out->look = !out->tot_ready;
  out->busy = !out->tot_ready || out->mc_valid || out->bar_valid || out->done_valid;
}
