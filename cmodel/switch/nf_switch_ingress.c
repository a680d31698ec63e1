// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_ingress.sv: framer, lookup, dropping, and pull requests on their
// way to the reduction table (KLENK Fig. 5, marker 1).
//
// Framer and lookup are models of their own and step as they are; here are the two stages in which
// flits wait for their header's lookup, and what follows from its answer.
#include "nf_switch_ingress.h"

#include "mcr/nf_mcr_lookup.h"
#include "nf_switch_framer.h"

#include <stdlib.h>

// As many pull requests can wait as the request window has slots.
enum { MAX_WINDOW = 16 };

// A framed flit that waits for its header's lookup. marks_t: data is beside it, since the RTL does
// not reset data.
typedef struct {
  bool valid, head, last, err, length_error;
} waiting_flit;

// pull_t: what the table needs to allocate an entry (KLENK IV-B).
typedef struct {
  uint8_t region;
  nf_flit header;
} pull_request;

struct nf_switch_ingress {
  nf_switch_ingress_out out;
  nf_switch_framer *framer;
  nf_mcr_lookup *lookup;
  uint32_t window;
  // looked_up_q and found_q: as many stages as the lookup has, so that a header stands at the row's
  // port together with its answer.
  waiting_flit stage[2];
  nf_flit stage_data; // data of the first stage; the second's is out.wr_data
  bool refuse, vc;    // fate and channel of the packet in progress
  // Functions of the registers in the RTL; kept from set_row_ports to the next edge, which needs
  // them again.
  bool refused_now; // of the flit at the row's port
  uint8_t dropped;  // slots that the flit at the row's port gives back
  // u_pulls and its pointers; pending_q. The RAM's output register is out.alloc_*.
  uint32_t wptr, rptr, pending;
  pull_request pulls[MAX_WINDOW];
};

// u_framer and u_lookup check their parameters; nothing is on its way after reset. Window has the
// values for which the queue's pointers wrap by themselves.
nf_status nf_switch_ingress_init(nf_switch_ingress **m, const nf_switch_ingress_cfg *cfg) {
  if (cfg->Window != 4 && cfg->Window != 8 && cfg->Window != 16)
    return "nf_switch_ingress: Window must be 4, 8 or 16";
  nf_switch_ingress *g = calloc(1, sizeof *g);
  if (g == NULL)
    return "nf_switch_ingress: out of memory";
  nf_mcr_lookup_cfg lookup = {cfg->Ports,  cfg->Regions, cfg->Nodes,   cfg->HomeSlots,
                              cfg->Halves, cfg->Wide,    cfg->NoTables};
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

// Also of an ingress that init gave up half-way.
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

// The queue of pull requests towards the reduction table. The request itself goes to the row at the
// same time and is held there until the table has an entry (KLENK IV-B: allocated before the
// request goes on): a table that is full must not stop what comes behind on the same link.
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

// Outputs towards the row, from the state after the edge. Nothing is held here, the row holds
// packets: a flit at this port is taken in any case, because its slot was reserved when the framer
// took its header (KLENK IV-E2).
static void set_row_ports(nf_switch_ingress *m, const nf_mcr_lookup_out *found) {
  nf_switch_ingress_out *out = &m->out;
  const waiting_flit *f = &m->stage[1];
  // refuse: the header decides, and its payload shares its fate, even if a flit of it comes later.
  // So what is remembered, refuse_q and vc_q, holds for all flits that bring no answer of the
  // lookup.
  bool refused = m->refuse;
  bool vc = m->vc;
  m->dropped = 0;
  // A packet of one flit that came damaged can still be stopped. Of a longer one the header has
  // gone on before the damage is known: it ends with err, and the table poisons the sum.
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
  // Only the header's answer counts: lookup shows zeros in all other cycles. What goes to a
  // reduction table is counted out there (taken), all else of a region by the row (nf_switch_use).
  out->wr_egress = found->egress;
  out->wr_reduce = found->reduce;
  out->wr_region = found->region;
  out->wr_wait = found->alloc;
  out->wr_counted = found->by_region && found->reduce == 0;
}

// packet_o, ack_o, drop_o, length_error_o and enter_o; refuse_q and vc_q: from the flit at the
// row's port. An acknowledgement that ends here is no drop, unless it is damaged; a packet without
// error code can only be dropped for its damage, so its cause is LENGTH. What was filled up or cut
// is counted beside the flit that shows it, and not of a packet that is dropped: that one has its
// cause. From enter on the packet counts as one that relies on its region (nf_switch_use).
static void set_events(nf_switch_ingress *m, const nf_mcr_lookup_out *found) {
  nf_switch_ingress_out *out = &m->out;
  bool damaged = m->stage[1].last && m->stage[1].err;
  out->packet = found->valid;
  out->ack = found->valid && found->sink && !damaged;
  out->drop = found->valid && m->refused_now && (!found->sink || damaged);
  out->length_error = m->stage[1].length_error && !m->refused_now;
  out->enter = found->valid && found->by_region && !m->refused_now;
  out->enter_region = found->region;
  out->drop_error = found->error != NF_ERR_NONE ? found->error : NF_ERR_LENGTH;
  m->refuse = m->refused_now;
  m->vc = out->wr_vc;
}

// looked_up_q and found_q: the flits wait beside their header's lookup. The last stage moves first,
// or a flit would pass two stages in one edge. Data registers keep what they have while no flit
// comes, as the RTL's do: the row's data port shows it.
static void step_waiting(nf_switch_ingress *m, const nf_switch_framer_out *f) {
  if (m->stage[0].valid)
    m->out.wr_data = m->stage_data;
  m->stage[1] = m->stage[0];
  if (f->valid)
    m->stage_data = f->data;
  m->stage[0] = (waiting_flit){f->valid, f->head, f->last, f->err, f->length_error};
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

  // Everything moves one stage on. The lookup is given only headers: payload would cost it a walk
  // through all regions for an answer that nobody looks at.
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
  out->busy = f->busy || f->valid || m->stage[0].valid || m->stage[1].valid || out->alloc_valid ||
              m->pending != 0;
}
