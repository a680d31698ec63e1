// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_egress.sv: merges the request and the response stream onto one
// link.
//
// A virtual channel whose packet has no room at the receiver never stops the other one (KLENK
// IV-E2): the choice falls per packet, and one that may not start is passed over.
#include "nf_switch_egress.h"

#include <stdlib.h>

// nf_switch_pkg::beat_t.
typedef struct {
  nf_flit data;
  bool last, err;
} held_flit;

struct nf_switch_egress {
  nf_switch_egress_out out;
  // Two-entry buffer per virtual channel, as nf_skid: the ready bit of `out` is low while the
  // spare is in use.
  held_flit head[2], spare[2];
  // The link's register: head_q, vc_q and open_q; data and marks are in `out`. open: the packet on
  // the link has not ended.
  uint8_t held; // bit v: head[v] is full
  bool is_head, vc, open;
};

// Reset values: both buffers are empty and take.
nf_status nf_switch_egress_init(nf_switch_egress **m, const nf_switch_egress_cfg *cfg) {
  (void)cfg;
  nf_switch_egress *e = calloc(1, sizeof *e);
  if (e == NULL)
    return "nf_switch_egress: out of memory";
  e->out.in_ready = 3;
  *m = e;
  return NF_OK;
}

// The link's register; in_ready are those of the two u_skid.
const nf_switch_egress_out *nf_switch_egress_peek(const nf_switch_egress *m) { return &m->out; }

void nf_switch_egress_free(nf_switch_egress *m) { free(m); }

// u_skid of gen_vc[v]. The spare register takes every flit that comes, as spare_q does. Its ready
// falls a cycle after the buffer was not emptied, so one more flit may come: that is what the spare
// is for.
static void step_skid(nf_switch_egress *m, unsigned v, const nf_switch_egress_in *in, bool taken) {
  uint8_t bit = (uint8_t)(1u << v);
  bool ready = (m->out.in_ready & bit) != 0;
  bool take = (in->in_valid & bit) != 0 && ready;
  held_flit flit = {in->in_data[v], (in->in_last & bit) != 0, (in->in_err & bit) != 0};
  if ((m->held & bit) == 0 || taken) {
    if (take || !ready)
      m->head[v] = ready ? flit : m->spare[v];
    m->held = take || !ready ? m->held | bit : m->held & (uint8_t)~bit;
    m->out.in_ready |= bit;
  } else if (take) {
    m->out.in_ready &= (uint8_t)~bit;
  }
  if (take)
    m->spare[v] = flit;
}

// One edge: leaves, may_start, vc and load from registers, then the link's register, then the
// buffers, which lose the flit that was loaded. The buffers last: a flit that comes now is seen in
// the next cycle.
void nf_switch_egress_step(nf_switch_egress *m, const nf_switch_egress_in *in) {
  nf_switch_egress_out *out = &m->out;
  // sent is a pulse: the cycle after the last flit still has to end it.
  if (in->in_valid == 0 && !out->busy && !out->sent)
    return;
  // A header stays on the link until the receiver takes it; payload is always taken.
  bool leaves = out->tx_valid && (!m->is_head || (in->tx_ready >> m->vc & 1) != 0);
  // A header of the same virtual channel that is on the link has not been answered yet: the
  // receiver's ready bit may be about to fall for it. So headers of one channel are two cycles
  // apart, and the other channel may use the cycle between.
  unsigned unanswered = out->tx_valid && m->is_head ? 1u << m->vc : 0;
  unsigned may_start = m->held & in->tx_ready & ~unanswered;
  // Within a packet its channel goes on, since packets are contiguous on a link; between packets
  // the channels take turns.
  unsigned vc = m->open ? m->vc : m->vc ? !(may_start & 1) : may_start >> 1;
  bool load =
      (!out->tx_valid || leaves) && (m->open ? (m->held >> m->vc & 1) != 0 : may_start != 0);
  // Counted when the last flit leaves, not when it is loaded: that of a packet without payload is a
  // header, which may wait.
  out->sent = leaves && out->tx_last;
  if (load) {
    const held_flit *f = &m->head[vc];
    out->tx_valid = true;
    out->tx_data = f->data;
    out->tx_last = f->last;
    out->tx_err = f->err;
    m->is_head = !m->open;
    m->vc = vc != 0;
    m->open = !f->last;
  } else if (leaves) {
    out->tx_valid = out->tx_last = out->tx_err = false;
  }
  for (unsigned v = 0; v < 2; v++)
    step_skid(m, v, in, load && vc == v);
  out->busy = out->tx_valid || m->held != 0 || m->open;
}
