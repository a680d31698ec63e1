// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/common/nf_axil.sv: an AXI4-Lite slave, one write and one read at a time. A channel
// whose ready is low holds an access; it is given up when the access is done.
#include "nf_axil.h"

#include <stdlib.h>

// Of the four responses the two that a register block can give.
enum { OKAY = 0, SLAVE_ERROR = 2 };

struct nf_axil {
  nf_axil_out out;
  uint32_t mask; // bits of an address
};

// NF_PARAM, then the reset values; aw_held_q, w_held_q and ar_held_q are kept as ready, their
// inverse.
nf_status nf_axil_init(nf_axil **m, const nf_axil_cfg *cfg) {
  if (cfg->AddrBits < 3 || cfg->AddrBits > 32)
    return "nf_axil: AddrBits must be 3..32";
  nf_axil *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_axil: out of memory";
  n->mask = UINT32_MAX >> (32 - cfg->AddrBits);
  n->out.aw_ready = n->out.w_ready = n->out.ar_ready = true;
  *m = n;
  return NF_OK;
}

// Registers, and write_valid_o and read_valid_o, which step works out from them once a cycle.
const nf_axil_out *nf_axil_peek(const nf_axil *m) { return &m->out; }

// aw_held_q, w_held_q and b_valid_o. An address and its data come in any order. While one is held
// its ready is low, so a write that is done never meets a take of the same channel: both may set
// ready.
static void step_write(nf_axil_out *o, const nf_axil_in *in, uint32_t mask) {
  const bool write = o->write_valid && in->write_ready;
  if (in->aw_valid && o->aw_ready) {
    o->write_addr = in->aw_addr & mask;
    o->aw_ready = false;
  }
  if (in->w_valid && o->w_ready) {
    o->write_data = in->w_data;
    o->w_ready = false;
  }
  if (write) {
    o->aw_ready = o->w_ready = o->b_valid = true;
    o->b_resp = in->write_ok ? OKAY : SLAVE_ERROR;
  } else if (in->b_ready) {
    o->b_valid = false;
  }
  // The next write is not done before the response to this one was taken.
  o->write_valid = !o->aw_ready && !o->w_ready && !o->b_valid;
}

// ar_held_q and r_valid_o, likewise. The data of a refused read are zero, so that nothing leaks.
static void step_read(nf_axil_out *o, const nf_axil_in *in, uint32_t mask) {
  const bool read = o->read_valid && in->read_ready;
  if (in->ar_valid && o->ar_ready) {
    o->read_addr = in->ar_addr & mask;
    o->ar_ready = false;
  }
  if (read) {
    o->ar_ready = o->r_valid = true;
    o->r_resp = in->read_ok ? OKAY : SLAVE_ERROR;
    o->r_data = in->read_ok ? in->read_data : 0;
  } else if (in->r_ready) {
    o->r_valid = false;
  }
  o->read_valid = !o->ar_ready && !o->r_valid;
}

// The one always_ff. A direction without anything offered, held or unanswered stays as it is: most
// cycles end here, and a simulated register block costs nothing while no host asks.
void nf_axil_step(nf_axil *m, const nf_axil_in *in) {
  nf_axil_out *const o = &m->out;
  if (in->aw_valid || in->w_valid || o->b_valid || !o->aw_ready || !o->w_ready)
    step_write(o, in, m->mask);
  if (in->ar_valid || o->r_valid || !o->ar_ready)
    step_read(o, in, m->mask);
}

void nf_axil_free(nf_axil *m) { free(m); }
