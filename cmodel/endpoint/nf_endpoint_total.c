// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The GPU's memory answers each reduction with the packet's header and with how many contributions
// the sum now holds. What follows when all are in is KLENK IV-C: with strategy 2 the home GPU
// multicasts the result, with strategy 1 every GPU has added for itself and is done; a pull's sum
// is multicast by who pulled it (IV-B, IV-F3).
//
// Each total that does not go one of three ways gives an event or is simply not complete yet, so
// nothing is lost silently.
#include "nf_endpoint_total.h"

#include <stdlib.h>

// One register for the total, one for each way out: a total that waits for the memory's read port
// holds up those behind it, which the memory keeps (docs/endpoint-protocol.md).
struct nf_endpoint_total {
  nf_endpoint_total_out out; // not tot_ready: hdr waits
  nf_flit hdr;
};

// Nothing waits. There is nothing to configure: the block has no parameter.
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

// Registers; opcode and destination of the headers are constants. look_addr_o is the total's own
// address, and the answer to it belongs to the same cycle.
const nf_endpoint_total_out *nf_endpoint_total_peek(const nf_endpoint_total *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_endpoint_total_free(nf_endpoint_total *m) { free(m); }

// What the total that waits is, and which of its three ways out it wants. A pull with the source
// excluded goes two ways at once: its multicast does not come back here, so it is complete with the
// sum.
typedef struct {
  bool partial, pull, barrier, current, multicast; // multicast: it is for all
  bool mc, bar, done;
} wants;

// want_mc, want_bar and want_done. The epoch is compared now, not when the reduction went out: a
// sum of an attempt that was given up meanwhile must not be multicast into the next one.
static wants work_out(const nf_flit *hdr, const nf_endpoint_total_in *in) {
  const unsigned opcode = nf_hdr_opcode(hdr);
  wants w = {.partial = opcode == NF_OPCODE_PUSH_PARTIAL,
             .pull = opcode == NF_OPCODE_PULL_RSP,
             .barrier = nf_hdr_len(hdr) == 0,
             .current = nf_hdr_epoch(hdr) == in->cfg_epoch};
  // Equal, not at least: a count past it means that some rank contributed twice, and such a sum is
  // not a result (ERR_COUNT).
  const bool complete = w.current && nf_hdr_count(hdr) == in->cfg_ranks;
  const bool to_all = w.pull || (w.partial && !in->cfg_multicast_partials);
  w.multicast = complete && to_all && (w.pull || !w.barrier);
  // Without a mapping it is not known where the sum lies; it is dropped, and the ranks' waves stay
  // outstanding, which oldest_*_o shows.
  w.mc = w.multicast && in->look_hit;
  w.bar = complete && to_all && w.partial && w.barrier;
  w.done = complete && ((w.partial && in->cfg_multicast_partials) ||
                        (w.pull && in->cfg_exclude_source && in->look_hit));
  return w;
}

// event_o: why a total goes no way, first cause first. Totals that are not complete yet give none:
// most are such.
static uint16_t event_of(const nf_flit *hdr, const nf_endpoint_total_in *in, const wants *w) {
  if (!w->current)
    return 1u << NF_ENDPOINT_EV_STALE;
  if (!w->partial && !w->pull)
    return 1u << NF_ENDPOINT_EV_ERR_OPCODE;
  if (nf_hdr_count(hdr) > in->cfg_ranks)
    return 1u << NF_ENDPOINT_EV_ERR_COUNT;
  if (w->multicast && !in->look_hit)
    return 1u << NF_ENDPOINT_EV_ERR_TRANSLATE;
  return 0;
}

// The registers of the ways out. The header is that of the contribution that completed the sum, so
// op, type, length and epoch are right; source and destination are new. PLANE says how a partial
// sum travelled and is nothing of the result.
static void send(nf_endpoint_total *m, const nf_endpoint_total_in *in, const wants *w) {
  nf_endpoint_total_out *const out = &m->out;
  nf_flit head = m->hdr;
  nf_hdr_set_opcode(&head, NF_OPCODE_MCAST_WRITE);
  nf_hdr_set_src(&head, in->cfg_id);
  nf_hdr_set_dst(&head, NF_BROADCAST_ID);
  nf_hdr_set_flags(&head, nf_hdr_flags(&head) & (uint8_t) ~(1u << NF_FLAG_PLANE));
  if (w->mc) {
    out->mc_valid = true;
    out->mc_addr = in->look_result;
    out->mc_hdr = head;
  }
  if (w->done) {
    out->done_valid = true;
    out->done_barrier = w->partial && w->barrier;
    out->done_flags = nf_hdr_flags(&head);
    out->done_epoch = nf_hdr_epoch(&head);
    out->done_addr = nf_hdr_addr(&head);
  }
  if (w->bar) {
    out->bar_valid = true;
    out->bar_hdr = head;
    nf_hdr_set_opcode(&out->bar_hdr, NF_OPCODE_BARRIER_DONE);
  }
}

// The total that waits, unless one of its three ways out is occupied (as of the cycle's start).
// Returns whether it went. All that it wants must be free at once: of a pull with the source
// excluded it would have to be remembered otherwise which of its two ways is done.
static bool act(nf_endpoint_total *m, const nf_endpoint_total_in *in,
                const nf_endpoint_total_out *was) {
  const wants w = work_out(&m->hdr, in);
  if ((w.mc && was->mc_valid) || (w.bar && was->bar_valid) || (w.done && was->done_valid))
    return false;
  send(m, in, &w);
  m->out.event = event_of(&m->hdr, in, &w);
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
