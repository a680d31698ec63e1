// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const nf_switch_cfg nf_sim_switch = {.Ports = NF_SIM_PORTS,
                                     .Entries = NF_SIM_ENTRIES,
                                     .Regions = NF_SIM_REGIONS,
                                     .Nodes = NF_SIM_NODES,
                                     .HomeSlots = NF_SIM_HOME_SLOTS,
                                     .Window = NF_SIM_WINDOW,
                                     .XpDepth = NF_SIM_XP_DEPTH};

struct nf_engine {
  nf_switch *model;
  const nf_dut *rtl; // NULL: the C model alone
  void *dut;
  uint64_t cycle, compared;
  nf_switch_out out; // outputs of the RTL in this cycle
  const char *trace_path;
  uint64_t trace_from, trace_to, inject;
};

int nf_engine_open(nf_engine **eng, const nf_dut *rtl, bool model, nf_err *e) {
  nf_engine *g = calloc(1, sizeof *g);
  *eng = g;
  if (!g)
    return nf_err_memory(e, "the engine");
  g->inject = UINT64_MAX;
  if (model) {
    nf_status status = nf_switch_init(&g->model, &nf_sim_switch);
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

// A value as hex digits, most significant first, without leading zero bytes.
static void hex(char *text, size_t size, const unsigned char *v, size_t bytes) {
  while (bytes > 1 && v[bytes - 1] == 0)
    bytes--;
  size_t n = 0;
  for (size_t i = bytes; i-- > 0 && n + 3 < size;)
    n += (size_t)snprintf(text + n, size - n, "%02x", v[i]);
}

static int compare(nf_engine *g, const nf_switch_out *model, nf_err *e) {
  const unsigned char *a = (const unsigned char *)&g->out, *b = (const unsigned char *)model;
  for (size_t i = 0; i < g->rtl->out_count; i++) {
    const nf_dut_field *f = &g->rtl->out[i];
    const unsigned char *x = a + f->offset, *y = b + f->offset;
    if (memcmp(x, y, f->size) == 0)
      continue;
    // A door of many flits: name the one that differs and show only that.
    size_t lane = 0, width = f->size;
    char name[64];
    if (f->size > sizeof(nf_flit)) {
      width = sizeof(nf_flit);
      while (memcmp(x + lane * width, y + lane * width, width) == 0)
        lane++;
      snprintf(name, sizeof name, "%s[%zu]", f->name, lane);
    } else {
      snprintf(name, sizeof name, "%s", f->name);
    }
    char rtl[40], mod[40];
    hex(rtl, sizeof rtl, x + lane * width, width);
    hex(mod, sizeof mod, y + lane * width, width);
    return nf_err_set(e, NF_EXIT_FAILED,
                      "RTL and model differ in cycle %llu: %s is 0x%s in the RTL and 0x%s in the "
                      "model",
                      (unsigned long long)g->cycle, name, rtl, mod);
  }
  g->compared++;
  return NF_EXIT_OK;
}

static int step_rtl(nf_engine *g, const nf_switch_in *in, nf_err *e) {
  if (g->trace_path && g->cycle == g->trace_from && !g->rtl->trace_open(g->dut, g->trace_path))
    return nf_err_set(e, NF_EXIT_FAILED, "%s: the waveform cannot be written", g->trace_path);
  g->rtl->step(g->dut, in);
  if (g->trace_path && g->cycle + 1 == g->trace_to)
    g->rtl->trace_close(g->dut);
  g->rtl->peek(g->dut, &g->out);
  const char *failure = nf_dut_next_failure();
  if (failure)
    return nf_err_set(e, NF_EXIT_FAILED, "a property of the RTL failed in cycle %llu: %s",
                      (unsigned long long)g->cycle, failure);
  return NF_EXIT_OK;
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
