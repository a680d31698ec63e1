// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An abort is over when nothing of it is under way: orders that the DMAs have taken, and transfers
// that were granted. It asks neither links nor the host, so it ends whatever these do.
#include "nf_ace_drain.h"

#include <stdlib.h>

// Longer than a transfer takes from its grant to its last write (localparam Quiet).
enum { QUIET = 63 };

struct nf_ace_drain {
  nf_ace_drain_out out;
  unsigned loads, stores; // orders under way
  unsigned quiet;         // cycles without a sign of life
};

// No parameters to refuse; no order is under way.
nf_status nf_ace_drain_init(nf_ace_drain **m, const nf_ace_drain_cfg *cfg) {
  (void)cfg;
  *m = calloc(1, sizeof **m);
  return *m == NULL ? "nf_ace_drain: out of memory" : NF_OK;
}

// clear_o, a register.
const nf_ace_drain_out *nf_ace_drain_peek(const nf_ace_drain *m) { return &m->out; }

// One edge. An order that is taken in this cycle is a sign of life already; one that ends in it
// still is.
void nf_ace_drain_step(nf_ace_drain *m, const nf_ace_drain_in *in) {
  const bool lives = in->txd_take || in->rxd_take || m->loads != 0 || m->stores != 0;
  const bool waits = in->abort && !lives && !m->out.clear;
  m->out.clear = waits && m->quiet == QUIET;
  m->quiet = waits ? m->quiet + (m->quiet != QUIET) : 0;
  m->loads += in->txd_take;
  m->loads -= in->txd_end;
  m->stores += in->rxd_take;
  m->stores -= in->rxd_end;
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_drain_free(nf_ace_drain *m) { free(m); }
