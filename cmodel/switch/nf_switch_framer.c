// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_framer.sv: makes packets well formed and accounts for their slots
// in the row.
//
// What leaves is one header and exactly the payload that it announces, whatever the link brings, so
// that no block behind counts flits or waits for the end of a packet that has none.
#include "nf_switch_framer.h"

#include <stdlib.h>

// state_e: the next flit is a header; payload is to come; zero flits are made up; everything up to
// the last flit is swallowed.
typedef enum { IDLE, PAYLOAD, PAD, SKIP } framer_state;

struct nf_switch_framer {
  nf_switch_framer_out out;
  uint32_t window;
  // used_q: a slot is taken with the header and comes back when the row has sent the packet to all
  // of its sinks, or the ingress has dropped it.
  uint32_t used[2]; // slots taken per virtual channel
  framer_state state;
  unsigned left; // payload flits still to come, or to make
};

// Reset values: all slots are free; rx_ready is low until the first edge has counted them.
nf_status nf_switch_framer_init(nf_switch_framer **m, const nf_switch_framer_cfg *cfg) {
  if (cfg->Window < 4 || cfg->Window > 16)
    return "nf_switch_framer: Window must be 4..16";
  nf_switch_framer *f = calloc(1, sizeof *f);
  if (f == NULL)
    return "nf_switch_framer: out of memory";
  f->window = cfg->Window;
  *m = f;
  return NF_OK;
}

// Registers, and busy_o of them.
const nf_switch_framer_out *nf_switch_framer_peek(const nf_switch_framer *m) { return &m->out; }

void nf_switch_framer_free(nf_switch_framer *m) { free(m); }

// Idle, with a header that is taken: how the packet will go on. An undefined opcode or a length
// past 8 says nothing about what follows, so such a header leaves alone and the ingress drops it by
// its code.
static void take_header(nf_switch_framer *m, const nf_switch_framer_in *in) {
  nf_switch_framer_out *out = &m->out;
  unsigned len = nf_hdr_len(&in->rx_data), opcode = nf_hdr_opcode(&in->rx_data);
  bool ok = nf_opcode_defined(opcode) && len <= NF_MAX_PAYLOAD_FLITS;
  m->left = ok ? nf_payload_flits(opcode, len) : 0;
  out->valid = out->head = true;
  out->data = in->rx_data;
  out->last = m->left == 0;
  // Nothing is announced. What follows all the same is swallowed and the header marked: its own
  // flit shows already that it is not the last on the link.
  if (m->left == 0) {
    out->err = in->rx_last ? in->rx_err : true;
    m->state = in->rx_last ? IDLE : SKIP;
  } else {
    out->length_error = in->rx_last;
    m->state = in->rx_last ? PAD : PAYLOAD;
  }
}

// State Payload. A packet that goes on behind its announced length is cut (Skip), one that ends
// before is filled up (Pad): what is behind relies on the length in the header. length_error counts
// a packet once, with the flit where the lengths part.
static void take_payload(nf_switch_framer *m, const nf_switch_framer_in *in) {
  nf_switch_framer_out *out = &m->out;
  out->valid = true;
  out->data = in->rx_data;
  m->left--;
  if (m->left == 0) {
    out->last = true;
    out->err = in->rx_err || !in->rx_last;
    out->length_error = !in->rx_last;
    m->state = in->rx_last ? IDLE : SKIP;
  } else if (in->rx_last) {
    out->length_error = true;
    m->state = PAD;
  }
}

// state_d and used_d, then ready_q from both: it falls in the cycle after the header that took the
// last slot, and while Pad makes flits the link must wait, since payload cannot be refused.
void nf_switch_framer_step(nf_switch_framer *m, const nf_switch_framer_in *in) {
  nf_switch_framer_out *out = &m->out;
  out->valid = out->head = out->last = out->err = out->length_error = false;
  unsigned taken = 0;
  switch (m->state) {
  // rx_ready is what the sender saw in this cycle: a header without room stays on the link.
  case IDLE:
    if (in->rx_valid && (out->rx_ready >> nf_hdr_vc(&in->rx_data) & 1) != 0) {
      taken = 1u << nf_hdr_vc(&in->rx_data);
      take_header(m, in);
    }
    break;
  // Payload is always taken: its room came with the header's slot (KLENK IV-E2).
  case PAYLOAD:
    if (in->rx_valid)
      take_payload(m, in);
    break;
  // A flit in every cycle, without the link.
  case PAD:
    out->valid = true;
    out->data = (nf_flit){{0, 0}};
    m->left--;
    if (m->left == 0) {
      out->last = out->err = true;
      m->state = IDLE;
    }
    break;
  // Nothing leaves until the packet has ended on the link.
  case SKIP:
    if (in->rx_valid && in->rx_last)
      m->state = IDLE;
    break;
  }
  // A slot that becomes free with this edge counts; in Pad no channel is ready, since a header that
  // came would have to wait, and payload behind it cannot.
  out->rx_ready = 0;
  for (unsigned v = 0; v < 2; v++) {
    m->used[v] += (taken >> v & 1) - (in->sent >> v & 1u) - (in->dropped >> v & 1u);
    if (m->used[v] < m->window && m->state != PAD)
      out->rx_ready |= (uint8_t)(1u << v);
  }
  out->busy = m->used[0] != 0 || m->used[1] != 0 || m->state != IDLE;
}
