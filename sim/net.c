// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "net.h"

enum { CSR_PATIENCE = 1000 }; // cycles after which a silent register port is an error

void nf_net_ask(nf_net *n, bool write, uint32_t addr, uint32_t data) {
  n->in.csr_valid = 1;
  n->in.csr_write = write;
  n->in.csr_addr = (uint16_t)addr;
  n->in.csr_wdata = data;
  n->csr = NF_CSR_ASKED;
}

// The register port's part of a cycle.
static void step_csr(nf_net *n, const nf_switch_out *out) {
  n->in.csr_valid = n->csr == NF_CSR_ASKED;
  n->in.csr_rready = n->csr == NF_CSR_TAKEN;
  if (n->csr == NF_CSR_ASKED && out->csr_ready) {
    n->csr = NF_CSR_TAKEN;
  } else if (n->csr == NF_CSR_TAKEN && out->csr_rvalid) {
    n->answer = (nf_csr_answer){out->csr_rdata, out->csr_err != 0};
    n->csr = NF_CSR_ANSWERED;
  }
}

int nf_net_step(nf_net *n, nf_err *e) {
  const nf_switch_out *out = nf_engine_peek(n->engine);
  uint64_t cycle = nf_engine_cycle(n->engine);
  nf_switch_in *in = &n->in; // data of ports that are not valid may be old
  in->rx_valid = in->rx_last = in->rx_err = 0;
  in->tx_ready = 0;
  for (unsigned r = 0; r < n->ranks; r++)
    if (n->rank[r] && nf_rank_step(n->rank[r], cycle, out, in, e) != NF_EXIT_OK)
      return e->status;
  if (in->rx_valid || out->tx_valid) {
    n->flits_in += (unsigned)__builtin_popcount(in->rx_valid);
    n->flits_out += (unsigned)__builtin_popcount(out->tx_valid);
    n->last_move = cycle;
  }
  step_csr(n, out);
  return nf_engine_step(n->engine, in, e);
}

static int wait_for_csr(nf_net *n, nf_err *e) {
  for (unsigned i = 0; n->csr == NF_CSR_ASKED || n->csr == NF_CSR_TAKEN; i++) {
    if (i == CSR_PATIENCE)
      return nf_err_set(e, NF_EXIT_FAILED,
                        "register 0x%03x of the switch did not answer in %d cycles", n->in.csr_addr,
                        CSR_PATIENCE);
    if (nf_net_step(n, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

int nf_net_access(nf_net *n, bool write, uint32_t addr, uint32_t data, nf_csr_answer *answer,
                  nf_err *e) {
  if (wait_for_csr(n, e) != NF_EXIT_OK)
    return e->status;
  nf_net_ask(n, write, addr, data);
  if (wait_for_csr(n, e) != NF_EXIT_OK)
    return e->status;
  *answer = n->answer;
  n->csr = NF_CSR_IDLE;
  return NF_EXIT_OK;
}

int nf_net_read(nf_net *n, uint32_t addr, uint32_t *data, nf_err *e) {
  nf_csr_answer a = {0, false};
  if (nf_net_access(n, false, addr, 0, &a, e) == NF_EXIT_OK && a.refused)
    nf_err_set(e, NF_EXIT_FAILED, "register 0x%03x of the switch refused a read", addr);
  *data = a.data;
  return e->status;
}

int nf_net_write(nf_net *n, uint32_t addr, uint32_t data, const char *what, nf_err *e) {
  nf_csr_answer a = {0, false};
  if (nf_net_access(n, true, addr, data, &a, e) == NF_EXIT_OK && a.refused)
    nf_err_set(e, NF_EXIT_BAD_INPUT,
               "the switch refused %s (register 0x%03x = 0x%x); see its range "
               "in docs/registers.md",
               what, addr, data);
  return e->status;
}

int nf_net_count(nf_net *n, uint32_t addr, uint64_t *sum, nf_err *e) {
  *sum = 0;
  for (unsigned p = 0; p < NF_SIM_PORTS; p++) {
    uint32_t v;
    if (nf_net_write(n, NF_CSR_PORT_SELECT, p, "a port number", e) != NF_EXIT_OK ||
        nf_net_read(n, addr, &v, e) != NF_EXIT_OK)
      return e->status;
    *sum += v;
  }
  return NF_EXIT_OK;
}

void nf_net_close(nf_net *n) {
  for (unsigned r = 0; r < n->ranks; r++)
    nf_rank_close(n->rank[r]);
  nf_engine_close(n->engine);
}
