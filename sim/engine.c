// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "engine.h"

#include "compare.h"
#include <stdlib.h>

#if !defined NF_SIM_HALVES || !defined NF_SIM_WIDE
#error "the build gives NF_SIM_HALVES and NF_SIM_WIDE"
#endif

bool nf_sim_has(uint8_t op, uint8_t dtype) {
  return nf_op_built(op, dtype, NF_SIM_HALVES, NF_SIM_WIDE);
}

struct nf_engine {
  nf_switch *model;
  const nf_dut *rtl; // NULL: the C model alone
  void *dut;
  uint64_t cycle, compared;
  nf_switch_out out; // outputs of the RTL in this cycle
  const char *trace_path;
  uint64_t trace_from, trace_to, inject;
};

int nf_engine_open(nf_engine **eng, const nf_dut *rtl, bool model, bool all_types, nf_err *e) {
  nf_engine *g = calloc(1, sizeof *g);
  *eng = g;
  if (!g)
    return nf_err_memory(e, "the engine");
  g->inject = UINT64_MAX;
  if (model) {
    const nf_switch_cfg cfg = {.Ports = NF_SIM_PORTS,
                               .Entries = NF_SIM_ENTRIES,
                               .Regions = NF_SIM_REGIONS,
                               .Nodes = NF_SIM_NODES,
                               .HomeSlots = NF_SIM_HOME_SLOTS,
                               .Window = NF_SIM_WINDOW,
                               .XpDepth = NF_SIM_XP_DEPTH,
                               .Halves = all_types ? 1 : NF_SIM_HALVES,
                               .Wide = all_types ? 1 : NF_SIM_WIDE,
                               .Ghosts = NF_SIM_GHOSTS};
    nf_status status = nf_switch_init(&g->model, &cfg);
    if (status != NF_OK)
      return nf_err_set(e, NF_EXIT_FAILED, "the switch model was refused: %s", status);
  }
  if (rtl) {
    g->rtl = rtl;
    g->dut = g->rtl->create();
    if (!g->dut)
      return nf_err_memory(e, "the Verilated switch");
    while (nf_dut_next_failure()) {
    } // failures of an engine before this one
    g->rtl->reset(g->dut);
    g->rtl->peek(g->dut, &g->out);
  }
  return NF_EXIT_OK;
}

const nf_switch_out *nf_engine_peek(const nf_engine *eng) {
  return eng->model ? nf_switch_peek(eng->model) : &eng->out;
}

uint64_t nf_engine_cycle(const nf_engine *eng) { return eng->cycle; }
uint64_t nf_engine_compared(const nf_engine *eng) { return eng->compared; }

void nf_engine_trace(nf_engine *eng, const char *path, uint64_t from, uint64_t to) {
  eng->trace_path = path;
  eng->trace_from = from;
  eng->trace_to = to;
}

void nf_engine_inject(nf_engine *eng, uint64_t cycle) { eng->inject = cycle; }

static int compare(nf_engine *g, const nf_switch_out *model, nf_err *e) {
  if (nf_compare(g->rtl, &g->out, model, g->cycle, e) == NF_EXIT_OK)
    g->compared++;
  return e->status;
}

static int step_rtl(nf_engine *g, const nf_switch_in *in, nf_err *e) {
  if (g->trace_path && g->cycle == g->trace_from && !g->rtl->trace_open(g->dut, g->trace_path))
    return nf_err_set(e, NF_EXIT_FAILED, "%s: the waveform cannot be written", g->trace_path);
  g->rtl->step(g->dut, in);
  if (g->trace_path && g->cycle + 1 == g->trace_to)
    g->rtl->trace_close(g->dut);
  g->rtl->peek(g->dut, &g->out);
  return nf_compare_properties(g->cycle, e);
}

int nf_engine_step(nf_engine *eng, const nf_switch_in *in, nf_err *e) {
  int status = NF_EXIT_OK;
  if (eng->model)
    nf_switch_step(eng->model, in);
  if (eng->dut)
    status = step_rtl(eng, in, e);
  eng->cycle++;
  if (status == NF_EXIT_OK && eng->model && eng->dut) {
    if (eng->cycle == eng->inject) {
      nf_switch_out turned = *nf_switch_peek(eng->model);
      turned.tx_valid ^= 1;
      return compare(eng, &turned, e);
    }
    status = compare(eng, nf_switch_peek(eng->model), e);
  }
  return status;
}

void nf_engine_close(nf_engine *eng) {
  if (!eng)
    return;
  if (eng->dut) {
    if (eng->trace_path)
      eng->rtl->trace_close(eng->dut);
    eng->rtl->destroy(eng->dut);
  }
  nf_switch_free(eng->model);
  free(eng);
}
