// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A plan as register writes (rtl/ace/nf_ace_regs.rdl): everything that a node's engine is given
// before it runs, and a command. Programs are assembled here, one for each machine of each node.
#ifndef NF_ACE_SETUP_H
#define NF_ACE_SETUP_H

#include "sim/ace/plan.h"

typedef struct {
  uint32_t addr, value;
} nf_ace_write;

typedef struct {
  nf_ace_write *write;
  size_t count;
  uint32_t room;
} nf_ace_writes;

// A program of the user's in place of a phase's own.
typedef struct {
  const char *file, *text; // text NULL: the phase's own
} nf_ace_source;

typedef struct {
  uint64_t src, dst; // byte addresses
  uint8_t op, dtype;
  bool gives; // false: no data is read, as on the nodes that a broadcast goes to
} nf_ace_order;

// From reset to running, in order; the last write starts it. `source` has one entry per phase.
int nf_ace_setup_node(nf_ace_writes *w, const nf_ace_plan *p, unsigned node,
                      const nf_ace_source *source, uint32_t watchdog, uint32_t dma_watchdog,
                      nf_err *e);
// The queue pairs alone, as after an abort.
int nf_ace_setup_pairs(nf_ace_writes *w, const nf_ace_plan *p, unsigned node, nf_err *e);
// The registers of a command; the last write enters it.
int nf_ace_setup_command(nf_ace_writes *w, const nf_ace_plan *p, const nf_ace_order *o,
                         uint16_t tag, nf_err *e);
// The words of a phase's program on a machine of a node, for an explanation; to be freed with
// nf_as_free.
int nf_ace_setup_program(nf_as_program *words, const nf_ace_plan *p, unsigned phase,
                         unsigned machine, unsigned node, const nf_ace_source *source, nf_err *e);
void nf_ace_writes_free(nf_ace_writes *w);

#endif
