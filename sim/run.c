// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "run.h"

#include "fabric.h"
#include "progress.h"
#include "timeout.h"
#include "watch.h"
#include <stdlib.h>
#include <string.h>

static const uint64_t DefaultBase = 0x100000;

static int plan_layout(nf_plan *p, const nf_options *o, size_t bytes, nf_err *e) {
  nf_layout *l = &p->layout;
  *l = (nf_layout){.regions = o->regions, .bytes = bytes};
  memcpy(l->region, o->region, sizeof l->region);
  if (o->regions == 0) {
    l->regions = 1;
    l->region[0] = (nf_region){DefaultBase, (uint64_t)nf_layout_blocks(l) * NF_BLOCK_BYTES};
  }
  uint64_t room = 0;
  for (unsigned i = 0; i < l->regions; i++)
    room += l->region[i].bytes;
  uint64_t needed = (uint64_t)nf_layout_blocks(l) * NF_BLOCK_BYTES;
  if (room < needed)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "the regions hold %llu bytes, the buffer needs %llu in whole blocks of 128; "
                      "add a --region or enlarge one",
                      (unsigned long long)room, (unsigned long long)needed);
  return NF_EXIT_OK;
}

int nf_plan_make(nf_plan *p, const nf_options *o, const nf_inputs *in, nf_err *e) {
  if (plan_layout(p, o, in->bytes, e) != NF_EXIT_OK)
    return e->status;
  uint32_t blocks = nf_layout_blocks(&p->layout);
  p->entries = o->table_bytes / NF_BLOCK_BYTES;
  // A push may fill every table of the switch, a pull only that of the rank's own port.
  p->window = o->window != NF_UNSET ? (uint32_t)(o->window / NF_BLOCK_BYTES)
              : o->pull             ? p->entries
                                    : p->entries * NF_SIM_PORTS;
  uint32_t most = p->window;
  p->waves = o->waves != NF_UNSET ? (uint32_t)o->waves : !o->shuffle || most < 4 ? most : 4;
  if (p->waves > p->window)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--waves %u: the window of %u blocks has fewer; enlarge --window", p->waves,
                      p->window);
  // A pull's entry always completes; a push's may wait for a contribution that was evicted.
  p->timeout = o->timeout != NF_UNSET ? nf_timeout_register((uint64_t)o->timeout)
               : o->pull              ? 0
                                      : 16;
  if (!o->pull)
    nf_timeout_warn(p->timeout, p->window < blocks ? p->window : blocks, NF_SIM_PORTS, p->entries);
  // The rank that pulls adds its own part to the others' sum; but a wide sum is rounded when it
  // leaves the switch and must be complete by then.
  bool others = o->pull && in->ranks > 1 && !nf_op_wide(o->op, in->dtype);
  p->expected = (uint16_t)(others ? in->ranks - 1 : in->ranks);
  if (o->drops && (o->drop_rank >= in->ranks || o->drop_packet >= blocks))
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--drop %u:%llu: there are ranks 0..%u and packets 0..%u", o->drop_rank,
                      (unsigned long long)o->drop_packet, in->ranks - 1, blocks - 1);
  if (o->drops && others && o->drop_packet % in->ranks == o->drop_rank)
    return nf_err_set(e, NF_EXIT_BAD_INPUT,
                      "--drop %u:%llu: rank %u pulls this packet itself and sends nothing for it; "
                      "name another rank",
                      o->drop_rank, (unsigned long long)o->drop_packet, o->drop_rank);
  return NF_EXIT_OK;
}

static int open_ranks(nf_net *net, const nf_options *o, const nf_plan *p, const nf_inputs *in,
                      nf_err *e) {
  for (unsigned r = 0; r < in->ranks; r++) {
    nf_rank_cfg cfg = {.layout = &p->layout,
                       .data = in->data[r],
                       .rank = r,
                       .ranks = in->ranks,
                       .expected = p->expected,
                       .op = o->op,
                       .dtype = in->dtype,
                       .pull = o->pull,
                       .multicast_partials = o->eviction == 1,
                       .window = p->window,
                       .waves = p->waves,
                       .shuffle = o->shuffle,
                       .latency = o->latency,
                       .backpressure = o->backpressure,
                       .drop = o->drops && o->drop_rank == r ? (int64_t)o->drop_packet : -1,
                       .seed = o->seed * NF_FILES_MAX_RANKS + r};
    if (nf_rank_open(&net->rank[r], &cfg, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

// A register write while traffic flows, as --csr-write asks.
static int write_register(nf_net *net, const nf_csr_write *w, nf_err *e) {
  nf_csr_answer a;
  uint32_t status;
  if (nf_net_access(net, true, w->addr, w->value, &a, e) != NF_EXIT_OK || !a.refused)
    return e->status;
  if (nf_net_read(net, NF_CSR_STATUS, &status, e) != NF_EXIT_OK)
    return e->status;
  return nf_err_set(e, NF_EXIT_BAD_INPUT,
                    "--csr-write 0x%x=0x%x@%llu: the switch refused it (csr_err); %s", w->addr,
                    w->value, (unsigned long long)w->cycle,
                    status & 1 ? "configuration is locked while traffic flows, write it before"
                               : "see the register's access and range in docs/registers.md");
}

static int due_writes(nf_net *net, const nf_options *o, uint64_t cycle, unsigned *written,
                      nf_err *e) {
  for (unsigned i = 0; i < o->csr_writes; i++)
    if (!(*written >> i & 1) && o->csr_write[i].cycle <= cycle) {
      *written |= 1u << i;
      if (write_register(net, &o->csr_write[i], e) != NF_EXIT_OK)
        return e->status;
    }
  return NF_EXIT_OK;
}

static bool all_done(const nf_net *net) {
  for (unsigned r = 0; r < net->ranks; r++)
    if (!nf_rank_done(net->rank[r]))
      return false;
  return true;
}

static uint64_t written_blocks(const nf_net *net) {
  uint64_t n = 0;
  for (unsigned r = 0; r < net->ranks; r++)
    n += nf_rank_written(net->rank[r]);
  return n;
}

static int traffic(nf_net *net, const nf_options *o, const nf_plan *p, uint64_t start, nf_err *e) {
  nf_progress bar = nf_progress_start(o->pull ? "pull" : "push");
  nf_watch watch = {.patience = nf_timeout_patience(o->stall, p->timeout),
                    .layout = &p->layout,
                    .others = p->expected < net->ranks};
  uint64_t total = (uint64_t)nf_layout_blocks(&p->layout) * net->ranks;
  unsigned written = 0;
  net->last_move = start;
  while (!all_done(net) && e->status == NF_EXIT_OK) {
    uint64_t cycle = nf_engine_cycle(net->engine);
    if (nf_watch_step(&watch, net, e) != NF_EXIT_OK || nf_net_step(net, e) != NF_EXIT_OK ||
        due_writes(net, o, cycle - start, &written, e) != NF_EXIT_OK)
      break;
    if (cycle % 64 == 0)
      nf_progress_show(&bar, written_blocks(net), total, cycle - start);
  }
  nf_progress_end(&bar);
  return e->status;
}

static int collect(nf_run *run, nf_net *net, size_t bytes, nf_err *e) {
  if (nf_fabric_check_drops(net, e) != NF_EXIT_OK ||
      nf_net_count(net, NF_CSR_EVENT_BASE + 4 * NF_EV_EVICT, &run->evictions, e) != NF_EXIT_OK ||
      nf_net_count(net, NF_CSR_EVENT_BASE + 4 * NF_EV_TIMEOUT, &run->timeouts, e) != NF_EXIT_OK ||
      nf_net_count(net, NF_CSR_EVENT_BASE + 4 * NF_EV_REST, &run->rests, e) != NF_EXIT_OK ||
      nf_net_count(net, NF_CSR_EVENT_BASE + 4 * NF_EV_POISON, &run->poisoned, e) != NF_EXIT_OK)
    return e->status;
  run->compared = nf_engine_compared(net->engine);
  const size_t whole = (bytes + 3) / 4 * 4; // the last word may be half a pair
  for (unsigned r = 0; r < net->ranks; r++) {
    run->flags |= nf_rank_flags(net->rank[r]);
    run->result[r] = malloc(whole);
    if (!run->result[r])
      return nf_err_memory(e, "a result");
    memcpy(run->result[r], nf_rank_result(net->rank[r]), whole);
  }
  return NF_EXIT_OK;
}

static int run_net(nf_net *net, nf_run *run, const nf_options *o, const nf_plan *p,
                   const nf_inputs *in, nf_wave_window wave, nf_err *e) {
  nf_fabric_cfg fabric = {.layout = &p->layout,
                          .ranks = in->ranks,
                          .entries = p->entries,
                          .timeout = p->timeout,
                          .pull = o->pull,
                          .multicast_partials = o->eviction == 1,
                          .expected = p->expected};
  if (wave.path && wave.from != UINT64_MAX) // around a failure: it may lie in the set-up
    nf_engine_trace(net->engine, wave.path, wave.from, wave.to);
  if (nf_fabric_setup(net, &fabric, e) != NF_EXIT_OK || open_ranks(net, o, p, in, e) != NF_EXIT_OK)
    return e->status;
  uint64_t start = nf_engine_cycle(net->engine);
  if (wave.path && wave.from == UINT64_MAX) {
    uint64_t from = start + (o->trace_from == UINT64_MAX ? 0 : o->trace_from);
    nf_engine_trace(net->engine, wave.path, from,
                    o->trace_cycles ? from + o->trace_cycles : UINT64_MAX);
  }
  if (o->injects)
    nf_engine_inject(net->engine, start + o->inject);
  net->flits_in = net->flits_out = 0;
  if (traffic(net, o, p, start, e) != NF_EXIT_OK)
    return e->status;
  run->setup_cycles = start;
  run->cycles = nf_engine_cycle(net->engine) - start;
  run->flits_in = net->flits_in;
  run->flits_out = net->flits_out;
  return collect(run, net, in->bytes, e);
}

int nf_run_all(nf_run *run, const nf_options *o, const nf_plan *plan, const nf_inputs *in,
               nf_wave_window wave, uint64_t *failed_cycle, nf_err *e) {
  nf_net net = {.ranks = in->ranks};
  const nf_dut *rtl = !o->rtl ? NULL : wave.path ? &netfold_wave_dut : &netfold_switch_dut;
  *run = (nf_run){0};
  // With the ops of the RTL both engines take the same cycles.
  bool all_types = !nf_sim_has(o->op, in->dtype);
  if (nf_engine_open(&net.engine, rtl, true, all_types, e) == NF_EXIT_OK)
    run_net(&net, run, o, plan, in, wave, e);
  *failed_cycle = net.engine ? nf_engine_cycle(net.engine) : 0;
  nf_net_close(&net);
  return e->status;
}

void nf_run_free(nf_run *run) {
  for (unsigned r = 0; r < NF_FILES_MAX_RANKS; r++)
    free(run->result[r]);
}
