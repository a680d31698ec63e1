// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_switch_ingress.h"

#include "mcr/nf_mcr_lookup.h"
#include "nf_switch_framer.h"

#include <stdlib.h>

enum { MAX_WINDOW = 16 };

// A framed flit that waits for its header's lookup.
typedef struct {
  bool valid, head, last, err;
} waiting_flit;

typedef struct {
  uint8_t region;
  nf_flit header;
} pull_request;

struct nf_switch_ingress {
  nf_switch_ingress_out out;
  nf_switch_framer *framer;
  nf_mcr_lookup *lookup;
  uint32_t window;
  waiting_flit stage[2];
  nf_flit stage_data; // data of the first stage; the second's is out.wr_data
  bool refuse, vc;    // fate and channel of the packet in progress
  bool refused_now;   // of the flit at the row's port
  uint8_t dropped;    // slots that the flit at the row's port gives back
  pull_request pulls[MAX_WINDOW];
  uint32_t wptr, rptr, pending;
};

// u_framer and u_lookup check their parameters; nothing is on its way after reset.
nf_status nf_switch_ingress_init(nf_switch_ingress **m, const nf_switch_ingress_cfg *cfg) {
  if (cfg->Window != 4 && cfg->Window != 8 && cfg->Window != 16)
    return "nf_switch_ingress: Window must be 4, 8 or 16";
  nf_switch_ingress *g = calloc(1, sizeof *g);
  if (g == NULL)
    return "nf_switch_ingress: out of memory";
  nf_mcr_lookup_cfg lookup = {cfg->Ports,     cfg->Regions, cfg->Nodes,
                              cfg->HomeSlots, cfg->Halves,  cfg->Wide};
  nf_switch_framer_cfg framer = {cfg->Window};
  nf_status status = nf_mcr_lookup_init(&g->lookup, &lookup);
  if (status == NF_OK)
    status = nf_switch_framer_init(&g->framer, &framer);
  if (status != NF_OK) {
    nf_switch_ingress_free(g);
    return status;
  }
  g->window = cfg->Window;
  *m = g;
  return NF_OK;
}

// Ports of the framer, wr_* by set_row_ports(), and registers.
const nf_switch_ingress_out *nf_switch_ingress_peek(const nf_switch_ingress *m) { return &m->out; }

void nf_switch_ingress_free(nf_switch_ingress *m) {
  if (m == NULL)
    return;
  nf_mcr_lookup_free(m->lookup);
  nf_switch_framer_free(m->framer);
  free(m);
}

// The same by port names.
void nf_switch_ingress_step(nf_switch_ingress *m, const nf_switch_ingress_in *in) {
  nf_switch_ingress_step_view(m, &in->ports, &in->view);
}

// The queue of pull requests towards the reduction table.
static void step_pulls(nf_switch_ingress *m, bool push, uint8_t region, bool alloc_ready) {
  nf_switch_ingress_out *out = &m->out;
  // By the count before: what is pushed now lies in the memory only after the edge. No test for a
  // full queue: a request keeps its slot of the window until it has left the row, so Window is
  // enough.
  bool fetch = m->pending != 0 && (!out->alloc_valid || alloc_ready);
  if (fetch) {
    const pull_request *p = &m->pulls[m->rptr];
    out->alloc_region = p->region;
    out->alloc_data = p->header;
    out->alloc_valid = true;
    m->rptr = (m->rptr + 1) % m->window;
  } else if (alloc_ready) {
    out->alloc_valid = false;
  }
  if (push) {
    m->pulls[m->wptr] = (pull_request){region, out->wr_data};
    m->wptr = (m->wptr + 1) % m->window;
  }
  m->pending += (uint32_t)push - (uint32_t)fetch;
}

// Outputs towards the row, from the state after the edge.
static void set_row_ports(nf_switch_ingress *m, const nf_mcr_lookup_out *found) {
  nf_switch_ingress_out *out = &m->out;
  const waiting_flit *f = &m->stage[1];
  // refuse: the header decides, and its payload shares its fate, even if a flit of it comes later.
  bool refused = m->refuse;
  bool vc = m->vc;
  m->dropped = 0;
  if (found->valid) {
    refused = found->sink || found->error != NF_ERR_NONE || (f->last && f->err);
    vc = nf_hdr_vc(&out->wr_data) != 0;
    if (refused)
      m->dropped = (uint8_t)(1u << vc);
  }
  m->refused_now = refused;
  out->wr_valid = f->valid && !refused;
  out->wr_vc = vc;
  out->wr_head = f->head;
  out->wr_last = f->last;
  out->wr_err = f->err;
  out->wr_egress = found->egress;
  out->wr_reduce = found->reduce;
  out->wr_region = found->region;
  out->wr_wait = found->alloc;
  out->wr_counted = found->by_region && found->reduce == 0;
}

// packet_o, ack_o, drop_o and enter_o; refuse_q and vc_q: from the flit at the row's port.
static void set_events(nf_switch_ingress *m, const nf_mcr_lookup_out *found) {
  nf_switch_ingress_out *out = &m->out;
  bool damaged = m->stage[1].last && m->stage[1].err;
  out->packet = found->valid;
  out->ack = found->valid && found->sink && !damaged;
  out->drop = found->valid && m->refused_now && (!found->sink || damaged);
  out->enter = found->valid && found->by_region && !m->refused_now;
  out->enter_region = found->region;
  out->drop_error = found->error != NF_ERR_NONE ? found->error : NF_ERR_LENGTH;
  m->refuse = m->refused_now;
  m->vc = out->wr_vc;
}

// looked_up_q and found_q: the flits wait beside their header's lookup.
static void step_waiting(nf_switch_ingress *m, const nf_switch_framer_out *f) {
  if (m->stage[0].valid)
    m->out.wr_data = m->stage_data;
  m->stage[1] = m->stage[0];
  if (f->valid)
    m->stage_data = f->data;
  m->stage[0] = (waiting_flit){f->valid, f->head, f->last, f->err};
}

// One edge. Events come from the flit that stands at the row's port, so before anything moves; then
// each stage takes what the one in front of it holds, the last one first; the framer, which is in
// front of all, moves last. wr_* are functions of the registers after the edge (set_row_ports).
void nf_switch_ingress_step_view(nf_switch_ingress *m, const nf_switch_ingress_ports *in,
                                 const nf_mcr_view *view) {
  nf_switch_ingress_out *out = &m->out;
  const nf_switch_framer_out *f = nf_switch_framer_peek(m->framer);
  const nf_mcr_lookup_out *found = nf_mcr_lookup_peek(m->lookup);

  set_events(m, found);
  step_pulls(m, found->valid && found->alloc && !m->refused_now, found->region, in->alloc_ready);

  // Everything moves one stage on.
  step_waiting(m, f);
  const nf_mcr_place place = {in->cfg_id,     in->cfg_port,    in->cfg_first_hop,
                              in->cfg_uplink, in->cfg_uplinks, in->cfg_links};
  nf_mcr_lookup_step_view(m->lookup, f->valid && f->head ? &f->data : NULL, &place, view);
  nf_switch_framer_step(m->framer, &(nf_switch_framer_in){.rx_valid = in->rx_valid,
                                                          .rx_last = in->rx_last,
                                                          .rx_err = in->rx_err,
                                                          .rx_data = in->rx_data,
                                                          .sent = in->sent,
                                                          .dropped = m->dropped});
  set_row_ports(m, found);
  out->rx_ready = f->rx_ready;
  out->length_error = f->length_error;
  out->busy = f->busy || f->valid || m->stage[0].valid || m->stage[1].valid || out->alloc_valid ||
              m->pending != 0;
}
