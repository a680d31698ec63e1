// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The switch with its ranks, and the way to its registers: one step is one clock cycle of all.
#ifndef NF_SIM_NET_H
#define NF_SIM_NET_H

#include "engine.h"
#include "rank.h"

typedef struct {
  uint32_t data;
  bool refused; // csr_err
} nf_csr_answer;

typedef struct {
  nf_engine *engine;
  unsigned ranks;
  nf_rank *rank[NF_MAX_PORTS]; // NULL: nothing is driven at that port
  nf_switch_in in;
  uint64_t flits_in, flits_out; // flits that went into and came out of the switch
  uint64_t last_move;           // cycle of the last flit on any link
  enum { NF_CSR_IDLE, NF_CSR_ASKED, NF_CSR_TAKEN, NF_CSR_ANSWERED } csr;
  nf_csr_answer answer; // when ANSWERED
} nf_net;

// One clock cycle.
int nf_net_step(nf_net *n, nf_err *e);

// Begins a register access; the steps that follow carry it to NF_CSR_ANSWERED. Only when no other
// is under way.
void nf_net_ask(nf_net *n, bool write, uint32_t addr, uint32_t data);
// One register access from begin to end; traffic goes on meanwhile. What was under way is lost. An
// error only when the switch does not answer.
int nf_net_access(nf_net *n, bool write, uint32_t addr, uint32_t data, nf_csr_answer *answer,
                  nf_err *e);
// A read that must succeed.
int nf_net_read(nf_net *n, uint32_t addr, uint32_t *data, nf_err *e);
// A write that must succeed; `what` names it in the error.
int nf_net_write(nf_net *n, uint32_t addr, uint32_t data, const char *what, nf_err *e);
// Sum of a counter over all ports.
int nf_net_count(nf_net *n, uint32_t addr, uint64_t *sum, nf_err *e);
void nf_net_close(nf_net *n);

#endif
