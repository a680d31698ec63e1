// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/setup.h"

#include "sim/common/grow.h"
#include <stdlib.h>

enum { PARTITION_BYTES = 16, PHASE_BYTES = 8, PAIR_BYTES = 16, PROGRAM_BYTES = 8192 };

static const uint32_t Irqs = 1u << NF_ACE_IRQ_COMMAND | 1u << NF_ACE_IRQ_FAULT;

static int put(nf_ace_writes *w, uint32_t addr, uint32_t value, nf_err *e) {
  if (!nf_grow(&w->write, &w->room, w->count + 1, sizeof *w->write))
    return nf_err_memory(e, "register writes");
  w->write[w->count++] = (nf_ace_write){addr, value};
  return NF_EXIT_OK;
}

void nf_ace_writes_free(nf_ace_writes *w) {
  free(w->write);
  *w = (nf_ace_writes){0};
}

static unsigned log2_of(unsigned n) {
  unsigned k = 0;
  while (1u << (k + 1) <= n)
    k++;
  return k;
}

int nf_ace_setup_pairs(nf_ace_writes *w, const nf_ace_plan *p, unsigned node, nf_err *e) {
  for (unsigned i = 0; i < p->pairs; i++) {
    const nf_ace_pair *q = &p->pair[i];
    const uint32_t at = NF_ACE_CSR_QP + (uint32_t)q->number * PAIR_BYTES;
    // The peer first: a pair is whole when it is set up.
    put(w, at + 4,
        nf_ace_plan_peer(p, q, node) | (uint32_t)q->far % NF_ACE_QPS << 12 |
            (uint32_t)q->far_slots << 16,
        e);
    put(w, at, 1u << 31 | q->first | log2_of(q->slots) << 8, e);
  }
  return e->status;
}

static void put_phases(nf_ace_writes *w, const nf_ace_plan *p, nf_err *e) {
  for (unsigned k = 0; k <= p->phases; k++) {
    const uint32_t at = NF_ACE_CSR_PARTITION + k * PARTITION_BYTES;
    put(w, at, p->partition[k].base, e);
    put(w, at + 4, p->partition[k].packets, e);
    put(w, at + 8, p->partition[k].slots, e);
  }
  for (unsigned i = 0; i < p->phases; i++) {
    const nf_ace_phase *f = &p->phase[i];
    const uint32_t at = NF_ACE_CSR_PLAN + i * PHASE_BYTES;
    put(w, at, f->machine | f->machines << 8 | (uint32_t)(i + 1 < p->phases) << 31, e);
    put(w, at + 4, 0, e); // all programs begin at 0
  }
}

int nf_ace_setup_program(nf_as_program *words, const nf_ace_plan *p, unsigned phase,
                         unsigned machine, unsigned node, const nf_ace_source *source, nf_err *e) {
  nf_as_symbol symbol[NF_PLAN_SYMBOLS];
  const char *name = p->phase[phase].program;
  const bool own = !source[phase].text;
  const nf_as_source s = {.file = own ? name : source[phase].file,
                          .text = own ? nf_as_library(name) : source[phase].text,
                          .given = symbol,
                          .givens = nf_ace_plan_symbols(p, phase, machine, node, symbol),
                          .extra = true,
                          .store = p->cfg.engine.ProgramWords,
                          .ports = p->cfg.engine.Ports,
                          .slots = nf_ace_plan_slots(p, phase, machine),
                          .built_in = own};
  *words = (nf_as_program){0};
  if (!s.text)
    return nf_refuse(e, "there is no program %s", name);
  if (nf_as_assemble(words, &s, e) != NF_EXIT_OK)
    e->status = NF_EXIT_BAD_INPUT;
  return e->status;
}

static int put_programs(nf_ace_writes *w, const nf_ace_plan *p, unsigned node,
                        const nf_ace_source *source, nf_err *e) {
  for (unsigned i = 0; i < p->phases; i++)
    for (unsigned k = 0; k < p->phase[i].machines; k++) {
      const unsigned machine = p->phase[i].machine + k;
      nf_as_program words;
      nf_ace_setup_program(&words, p, i, machine, node, source, e);
      for (unsigned n = 0; n < words.words && e->status == NF_EXIT_OK; n++)
        put(w, NF_ACE_CSR_PROGRAM + machine * PROGRAM_BYTES + 4 * n, words.word[n], e);
      nf_as_free(&words);
      if (e->status != NF_EXIT_OK)
        return e->status;
    }
  return e->status;
}

int nf_ace_setup_node(nf_ace_writes *w, const nf_ace_plan *p, unsigned node,
                      const nf_ace_source *source, uint32_t watchdog, uint32_t dma_watchdog,
                      nf_err *e) {
  put(w, NF_ACE_CSR_NODE, node, e);
  put(w, NF_ACE_CSR_WATCHDOG, watchdog, e);
  if (dma_watchdog != NF_ACE_DMA_WATCHDOG_CYCLES) // what is there after reset
    put(w, NF_ACE_CSR_DMA_WATCHDOG, dma_watchdog, e);
  put(w, NF_ACE_CSR_IRQ_ENABLE, Irqs, e);
  nf_ace_setup_pairs(w, p, node, e);
  put_phases(w, p, e);
  if (e->status == NF_EXIT_OK && put_programs(w, p, node, source, e) == NF_EXIT_OK)
    put(w, NF_ACE_CSR_CONTROL, 1, e);
  return e->status;
}

int nf_ace_setup_command(nf_ace_writes *w, const nf_ace_plan *p, const nf_ace_order *o,
                         uint16_t tag, nf_err *e) {
  const uint32_t src_pieces = o->gives ? p->src_pieces : 0;
  const nf_ace_write all[] = {
      {NF_ACE_CSR_CMD_SRC_LO, (uint32_t)o->src},
      {NF_ACE_CSR_CMD_SRC_HI, (uint32_t)(o->src >> 32)},
      {NF_ACE_CSR_CMD_DST_LO, (uint32_t)o->dst},
      {NF_ACE_CSR_CMD_DST_HI, (uint32_t)(o->dst >> 32)},
      {NF_ACE_CSR_CMD_SRC_STRIDE, p->block},
      {NF_ACE_CSR_CMD_DST_STRIDE, p->block},
      {NF_ACE_CSR_CMD_BLOCK, p->block},
      {NF_ACE_CSR_CMD_SRC_TOTAL, (uint32_t)p->src_bytes},
      {NF_ACE_CSR_CMD_DST_TOTAL, (uint32_t)p->dst_bytes},
      {NF_ACE_CSR_CMD_SHAPE, p->message | src_pieces << 16 | (uint32_t)p->dst_pieces << 24},
      {NF_ACE_CSR_CMD_GO, (uint32_t)o->op << 4 | (uint32_t)o->dtype << 8 | (uint32_t)tag << 16}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    put(w, all[i].addr, all[i].value, e);
  return e->status;
}
