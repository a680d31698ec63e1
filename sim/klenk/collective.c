// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/collective.h"

#include "sim/cli/progress.h"
#include "sim/klenk/host.h"
#include "sim/klenk/plan.h"
#include "sim/klenk/stall_diagnosis.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAUSE_STEP = 1000, LONGEST_PAUSE = 3000, ABORT_SPREAD = 200, SHOW_EVERY = 64 };

typedef struct {
  const nf_collective_cfg *cfg;
  nf_collective_run *run;
  nf_routing routing;
  nf_manager manager;
  nf_network net;
  nf_packet_trace packets; // open while net.packets says so
  nf_statistics stats;
  nf_host host[NF_TOPOLOGY_GPUS];
  nf_rng rng;
  uint64_t start, paused_until[NF_TOPOLOGY_GPUS];
  bool drains;                         // all have given up, what they sent is still on its way
  uint64_t abort_until;                // ranks give up one after the other until then; 0: not now
  uint64_t gives_up[NF_TOPOLOGY_GPUS]; // cycle, while abort_until is not 0
  bool held[NF_TOPOLOGY_GPUS];         // it has given up and waits for the others
  unsigned written;                    // register writes that were begun
  nf_err broken;                       // what a host could not go on with, first in time
  unsigned broken_rank;
  uint64_t broken_cycle;
} job;

// ------------------------------------------------------------------------------- opening
static int open_rank(job *j, unsigned r, nf_err *e) {
  const nf_collective_cfg *cfg = j->cfg;
  const nf_interleave *d = &j->run->interleave;
  const bool silent = cfg->silent_rank == (int64_t)r;
  int64_t drop = -1;
  if (silent)
    drop = cfg->silent_block < 0 ? (int64_t)NF_MEMORY_DROP_ALL : cfg->silent_block;
  const nf_memory_cfg memory = {.lanes = cfg->topology->links,
                                .ranks = (uint16_t)cfg->ranks,
                                .op = cfg->op,
                                .dtype = cfg->dtype,
                                .blocks = d->blocks,
                                .source = cfg->data[r],
                                .latency = cfg->latency,
                                .spread = cfg->spread,
                                .drop = drop,
                                .seed = nf_rng_next(&j->rng)};
  if (nf_memory_open(&j->net.gpu[r].memory, &memory, e) != NF_EXIT_OK)
    return e->status;
  nf_plan_endpoint(cfg, r, &j->net.gpu[r].in);
  return nf_plan_commands(cfg, d, r, &j->host[r], e);
}

static int open_job(job *j, nf_err *e) {
  const nf_collective_cfg *cfg = j->cfg;
  nf_network_cfg net;
  j->rng.state = cfg->seed;
  if (nf_routing_open(&j->routing, cfg->topology, e) != NF_EXIT_OK ||
      nf_plan_network(cfg, &j->routing, &j->run->interleave, &j->manager, &net, &j->run->check,
                      e) != NF_EXIT_OK ||
      nf_network_open(&j->net, &net, e) != NF_EXIT_OK ||
      nf_statistics_open(&j->stats, &j->run->interleave, cfg->ranks, &j->net, e) != NF_EXIT_OK)
    return e->status;
  if (cfg->wave_from_reset)
    j->net.wave = cfg->wave;
  for (unsigned r = 0; r < cfg->ranks; r++)
    if (open_rank(j, r, e) != NF_EXIT_OK)
      return e->status;
  return NF_EXIT_OK;
}

static void close_job(job *j) {
  for (unsigned r = 0; r < j->cfg->ranks; r++) {
    if (j->net.gpu)
      nf_memory_close(j->net.gpu[r].memory);
    free(j->host[r].command);
    free(j->host[r].ended);
  }
  nf_statistics_close(&j->stats);
  nf_network_close(&j->net);
}

// ------------------------------------------------------------------------------- running
// The translation tables, one entry per cycle and all GPUs at once, then the switches.
static int set_up(job *j, nf_err *e) {
  for (unsigned i = 0; i <= j->run->interleave.classes; i++) {
    for (unsigned r = 0; r < j->cfg->ranks; r++)
      nf_plan_translation(&j->run->interleave, i, &j->net.gpu[r].in);
    if (nf_network_run(&j->net, 1, NULL, NULL, e) != NF_EXIT_OK)
      return e->status;
  }
  for (unsigned r = 0; r < j->cfg->ranks; r++)
    j->net.gpu[r].in.at_write = 0;
  return nf_network_program(&j->net, e);
}

static bool finished(const job *j) {
  for (unsigned r = 0; r < j->cfg->ranks; r++)
    if (!nf_host_finished(&j->host[r]) || j->net.gpu[r].out->due != 0 ||
        nf_memory_completed(j->net.gpu[r].memory) != j->run->interleave.blocks)
      return false;
  return true;
}

static uint64_t completed_blocks(const job *j) {
  uint64_t n = 0;
  for (unsigned r = 0; r < j->cfg->ranks; r++)
    n += nf_memory_completed(j->net.gpu[r].memory);
  return n;
}

// What was asked to fail.
static void make_faults(job *j) {
  const nf_collective_cfg *cfg = j->cfg;
  const uint64_t now = j->net.cycle - j->start;
  if (cfg->dead_cable >= 0 && now >= cfg->dead_from)
    for (unsigned k = 0; k < 2; k++)
      j->net.end[2 * cfg->dead_cable + k].wire.dead = true;
  for (unsigned r = 0; cfg->stalls && now % PAUSE_STEP == 0 && r < cfg->ranks; r++)
    if (j->paused_until[r] <= j->net.cycle && nf_rng_below(&j->rng, 100) < cfg->stalls) {
      j->paused_until[r] = j->net.cycle + 1 + nf_rng_below(&j->rng, LONGEST_PAUSE);
      nf_memory_stall(j->net.gpu[r].memory, j->paused_until[r]);
      j->run->pauses++;
    }
}

// ------------------------------------------------------------------------------- abort
// A rank gives up: its endpoint and its host, in the next cycle its memory, for what is at the
// memory's interface in this one comes first. Its commands wait until all have done so.
static void give_up(job *j, unsigned r) {
  nf_network_gpu *gpu = &j->net.gpu[r];
  if (!j->cfg->abort_blindly)
    gpu->in.cfg_epoch = (gpu->in.cfg_epoch + 1) & 3;
  gpu->in.abort = 1;
  nf_host_restart(&j->host[r]);
  j->held[r] = true;
}

static void begin_abort(job *j) {
  j->abort_until = j->net.cycle + ABORT_SPREAD;
  for (unsigned r = 0; r < j->cfg->ranks; r++)
    j->gives_up[r] = j->net.cycle + nf_rng_below(&j->rng, ABORT_SPREAD - 1);
}

// What of the old attempt is in memory or behind a pause has moved after so many quiet cycles.
static uint64_t quiet_enough(const nf_collective_cfg *cfg) {
  const uint64_t quiet = cfg->latency + ABORT_SPREAD + (cfg->stalls ? LONGEST_PAUSE : 0);
  return quiet < cfg->stall / 2 ? quiet : cfg->stall / 2;
}

// The tables forget the old attempt, or what repeats it without an epoch.
static int clear_tables(job *j, uint32_t epochs, nf_err *e) {
  const nf_csr_op clear = {NF_CSR_CLEAR, false, epochs};
  return nf_network_inspect(&j->net, &clear, 1, e);
}

// All ranks have given up. A rank that began earlier would send what a late one drops.
static int leave_attempt(job *j, nf_err *e) {
  const uint8_t now = j->net.gpu[0].in.cfg_epoch;
  j->abort_until = 0;
  nf_statistics_restart(&j->stats);
  for (unsigned r = 0; r < j->cfg->ranks; r++)
    j->net.gpu[r].in.abort = 0;
  if (clear_tables(j, 1u << ((now - !j->cfg->abort_blindly) & 3), e) != NF_EXIT_OK)
    return e->status;
  j->drains = !j->cfg->abort_blindly && j->cfg->barrier && j->cfg->timeout == 0;
  if (!j->drains)
    memset(j->held, 0, sizeof j->held);
  return NF_EXIT_OK;
}

// With a time-out all begins anew at once. Without one, when nothing of the old attempt moves any
// more and no epoch is cleared: as long as one is, tables keep no ghosts, and a barrier that has
// left a small table would never end.
static int begin_anew(job *j, nf_err *e) {
  j->drains = false;
  memset(j->held, 0, sizeof j->held);
  return clear_tables(j, 0, e);
}

// A rank that has given up gives no command, and a completion that was at the interface is of no
// interest.
static void hold(nf_endpoint_in *in) {
  in->cmd_valid = 0;
  in->done_ready = 1;
}

// The writes are in the order of their cycles.
static int write_registers(job *j, nf_err *e) {
  const nf_collective_cfg *cfg = j->cfg;
  if (j->net.refused) {
    const nf_collective_write *w = &cfg->write[j->written - 1];
    const nf_csr_op op = {NF_CSR_STATUS, true, 0};
    if (nf_network_inspect(&j->net, &op, 1, e) != NF_EXIT_OK)
      return e->status;
    return nf_refuse(e, "--csr-write 0x%x=0x%x@%llu: the switch refused it (csr_err); %s", w->addr,
                     w->value, (unsigned long long)w->cycle,
                     j->net.sw[cfg->watched].op[0].value & 1
                         ? "configuration is locked while traffic flows, write it before"
                         : "see the register's access and range in docs/registers.md");
  }
  if (j->written < cfg->writes && cfg->write[j->written].cycle <= j->net.cycle - j->start)
    j->written += nf_network_write(&j->net, (uint16_t)cfg->write[j->written].addr,
                                   cfg->write[j->written].value);
  return NF_EXIT_OK;
}

// What a rank's host does in a cycle.
static void drive(void *ctx, unsigned r, uint64_t cycle) {
  job *j = ctx;
  nf_err e = {0};
  if (r >= j->cfg->ranks)
    return;
  nf_network_gpu *gpu = &j->net.gpu[r];
  gpu->in.abort = 0;
  if (j->abort_until != 0 && cycle == j->gives_up[r])
    give_up(j, r);
  if (j->abort_until != 0 && cycle == j->gives_up[r] + 1)
    nf_memory_abort(gpu->memory);
  if (j->held[r]) {
    hold(&gpu->in);
    return;
  }
  if (nf_host_drive(&j->host[r], gpu->out, &gpu->in, &e) == NF_EXIT_OK)
    return;
  j->held[r] = true;
  if (j->broken.status != NF_EXIT_OK && j->broken_cycle <= cycle)
    return;
  j->broken = e;
  j->broken_rank = r;
  j->broken_cycle = cycle;
}

static int report_broken(job *j, nf_err *e) {
  char text[sizeof j->broken.text + 64];
  snprintf(text, sizeof text, "cycle %llu, rank %u: %s",
           (unsigned long long)(j->broken_cycle - j->start), j->broken_rank, j->broken.text);
  return nf_stall_diagnose_command(&j->net, &j->stats, j->broken_rank, j->broken.status, text, e);
}

// ------------------------------------------------------------------------------- look-ahead
// A lane brings no block to memory in fewer cycles.
enum { BLOCK_FLITS = 1 + NF_BLOCK_BYTES / NF_FLIT_BYTES };

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// Cycles after which a rank at the earliest has all its blocks: before that nothing is finished.
static uint64_t unfinished(const job *j) {
  const unsigned lanes = j->cfg->topology->links;
  uint64_t most = 1;
  for (unsigned r = 0; r < j->cfg->ranks; r++) {
    const uint64_t missing = j->run->interleave.blocks - nf_memory_completed(j->net.gpu[r].memory);
    // A packet of each lane may be nearly there, and the last block is a short one.
    const uint64_t rounds = missing / lanes;
    if (rounds > 2 && (rounds - 2) * BLOCK_FLITS > most)
      most = (rounds - 2) * BLOCK_FLITS;
  }
  return most;
}

// Cycles that the network may go on before anything here has to be looked at.
static unsigned look_ahead(const job *j) {
  const nf_collective_cfg *cfg = j->cfg;
  const nf_network *net = &j->net;
  const nf_network_switch *watched = &net->sw[cfg->watched];
  const uint64_t now = net->cycle - j->start;
  if (net->ahead == 1 || j->abort_until != 0 || j->drains || watched->next < watched->ops)
    return 1;
  uint64_t cycles = least(net->ahead, unfinished(j));
  cycles = least(cycles, cfg->stall + 1 - (net->cycle - net->last_move));
  if (cfg->most)
    cycles = least(cycles, cfg->most + 1 - now);
  if (cfg->stalls)
    cycles = least(cycles, PAUSE_STEP - now % PAUSE_STEP);
  if (cfg->dead_cable >= 0 && cfg->dead_from > now)
    cycles = least(cycles, cfg->dead_from - now);
  if (cfg->abort_at >= 0 && (uint64_t)cfg->abort_at > now)
    cycles = least(cycles, (uint64_t)cfg->abort_at - now);
  if (j->written < cfg->writes && cfg->write[j->written].cycle > now)
    cycles = least(cycles, cfg->write[j->written].cycle - now);
  return (unsigned)cycles;
}

static int step(job *j, nf_err *e) {
  make_faults(j);
  if (j->abort_until != 0 && j->net.cycle == j->abort_until && leave_attempt(j, e) != NF_EXIT_OK)
    return e->status;
  if (j->drains && j->net.cycle - j->net.last_move > quiet_enough(j->cfg) &&
      begin_anew(j, e) != NF_EXIT_OK)
    return e->status;
  if (write_registers(j, e) != NF_EXIT_OK)
    return e->status;
  if (nf_network_run(&j->net, look_ahead(j), drive, j, e) != NF_EXIT_OK)
    return e->status;
  return j->broken.status == NF_EXIT_OK ? NF_EXIT_OK : report_broken(j, e);
}

// The run may have failed already; what it says then is not lost.
static void close_trace(job *j, nf_err *e) {
  nf_err own = {0};
  if (j->net.packets && nf_packet_trace_close(j->net.packets, &own) != NF_EXIT_OK &&
      e->status == NF_EXIT_OK)
    *e = own;
  j->net.packets = NULL;
}

static int open_trace(job *j, nf_err *e) {
  const nf_network_wave *w = &j->cfg->packets;
  if (w->path && nf_packet_trace_open(&j->packets, j->cfg->topology, w->path, j->start, w->from,
                                      w->to, e) == NF_EXIT_OK)
    j->net.packets = &j->packets;
  return e->status;
}

// Cycles of what is to be seen and to fail count from here on.
static void start_clock(job *j) {
  j->start = j->net.last_move = j->net.cycle;
  if (j->cfg->injects)
    j->net.inject = j->start + j->cfg->inject;
  if (j->cfg->wave_from_reset)
    return;
  j->net.wave = j->cfg->wave;
  j->net.wave.from += j->start;
  j->net.wave.to += j->net.wave.to == UINT64_MAX ? 0 : j->start;
}

static bool goes_on(const job *j) {
  const nf_network_switch *watched = &j->net.sw[j->cfg->watched];
  return j->abort_until != 0 || j->drains || !finished(j) || watched->next < watched->ops ||
         j->net.refused;
}

static void too_late(const char *option, uint64_t cycle, uint64_t took, nf_err *e) {
  nf_refuse(e, "--%s: all was complete after %llu cycles, before cycle %llu", option,
            (unsigned long long)took, (unsigned long long)cycle);
}

static int traffic(job *j, nf_err *e) {
  nf_progress bar = nf_progress_start(j->cfg->pull ? "pull" : "push");
  const uint64_t total = (uint64_t)j->run->interleave.blocks * j->cfg->ranks;
  start_clock(j);
  if (open_trace(j, e) != NF_EXIT_OK)
    return e->status;
  const int64_t abort_at = j->cfg->abort_at;
  while (goes_on(j) && e->status == NF_EXIT_OK) {
    if (abort_at >= 0 && j->net.cycle - j->start == (uint64_t)abort_at)
      begin_abort(j);
    const uint64_t before = j->net.cycle;
    if (step(j, e) != NF_EXIT_OK)
      break;
    if (j->net.cycle / SHOW_EVERY != before / SHOW_EVERY)
      nf_progress_show(&bar, completed_blocks(j), total, j->net.cycle - j->start);
    const uint64_t now = j->net.cycle;
    if (now - j->net.last_move > j->cfg->stall || (j->cfg->most && now - j->start > j->cfg->most))
      nf_stall_diagnose(&j->net, &j->stats, j->cfg, j->start, e);
  }
  nf_progress_end(&bar);
  close_trace(j, e);
  const uint64_t took = j->net.cycle - j->start;
  if (e->status == NF_EXIT_OK && abort_at >= (int64_t)took)
    too_late("abort-at", (uint64_t)abort_at, took, e);
  if (e->status == NF_EXIT_OK && j->written < j->cfg->writes)
    too_late("csr-write", j->cfg->write[j->written].cycle, took, e);
  if (e->status == NF_EXIT_OK && j->cfg->dead_cable >= 0 && j->cfg->dead_from >= took)
    too_late("dead-link", j->cfg->dead_from, took, e);
  if (e->status == NF_EXIT_OK && j->cfg->injects && j->cfg->inject >= took)
    too_late("inject-fault", j->cfg->inject, took, e);
  return e->status;
}

// ------------------------------------------------------------------------------- results
static int collect(job *j, nf_err *e) {
  nf_collective_run *run = j->run;
  const nf_interleave *d = &run->interleave;
  run->cycles = j->net.cycle - j->start;
  run->compared = j->net.compared;
  for (unsigned r = 0; r < j->cfg->ranks; r++) {
    const nf_memory *m = j->net.gpu[r].memory;
    run->flags |= nf_memory_flags(m);
    run->result[r] = malloc((size_t)d->blocks * NF_BLOCK_BYTES);
    if (!run->result[r])
      return nf_err_memory(e, "a result");
    memcpy(run->result[r], nf_memory_results(m), (size_t)d->blocks * NF_BLOCK_BYTES);
  }
  nf_statistics_use(&j->net, run);
  nf_statistics_latency(&j->stats, &run->mean_latency, &run->p99_latency);
  return nf_statistics_counts(&j->net, run, e);
}

int nf_collective_all_reduce(nf_collective_run *run, const nf_collective_cfg *cfg, nf_err *e) {
  job *j = calloc(1, sizeof *j);
  *run = (nf_collective_run){0};
  if (!j)
    return nf_err_memory(e, "the network");
  j->cfg = cfg;
  j->run = run;
  if (open_job(j, e) == NF_EXIT_OK && set_up(j, e) == NF_EXIT_OK) {
    run->setup_cycles = j->net.cycle;
    if (traffic(j, e) == NF_EXIT_OK)
      collect(j, e);
  }
  run->failed_cycle = j->net.cycle;
  run->failed_switch = j->net.sw ? j->net.failed : cfg->topology->switches;
  close_job(j);
  free(j);
  return e->status;
}

void nf_collective_free(nf_collective_run *run) {
  for (unsigned r = 0; r < NF_TOPOLOGY_GPUS; r++)
    free(run->result[r]);
}
