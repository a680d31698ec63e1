// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/run.h"

#include "sim/ace/explain.h"
#include "sim/ace/timeline.h"
#include "sim/cli/progress.h"
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, SHOW_EVERY = 256 };

// High enough that the upper address registers count.
static const uint64_t MemoryBase = 0x7f1234560000ull;

typedef struct {
  const nf_ace_run_cfg *cfg;
  nf_ace_run *run;
  nf_ace_system net;
  nf_ace_places at;
  nf_ace_timeline timeline;
  nf_ace_account account;
  uint64_t start, begins[NF_TOPO_NODES]; // begins: cycle in which a node gives its command
  bool aborted[NF_TOPO_NODES], again;    // again: all nodes are ready after an abort
} job;

static const nf_ace_plan *plan_of(const job *j) { return j->cfg->net.plan; }
static unsigned nodes_of(const job *j) { return plan_of(j)->cfg.topology->nodes; }
static uint32_t word_of(const job *j) { return plan_of(j)->cfg.engine.WordBytes; }
static bool silent(const job *j, unsigned node) { return !j->again && j->cfg->silent == (int)node; }

// ------------------------------------------------------------------------------- opening
static uint64_t page_up(uint64_t v) { return (v + PAGE - 1) / PAGE * PAGE; }

// Guard, data, guard, results with guards between them.
static void place(job *j) {
  const nf_ace_plan *p = plan_of(j);
  nf_ace_places *at = &j->at;
  at->base = MemoryBase;
  at->src = at->base + NF_MEM_GUARD + j->cfg->src_offset;
  at->dst_step = page_up(p->dst_bytes + NF_MEM_GUARD);
  at->dst = page_up(at->src + p->src_bytes + NF_MEM_GUARD) + j->cfg->dst_offset;
  at->size = page_up(at->dst + j->cfg->commands * at->dst_step + NF_MEM_GUARD) - at->base;
}

static void set_error(nf_ace_mem_error *to, const nf_ace_bad_memory *bad, unsigned node,
                      uint64_t at, uint8_t response) {
  if (bad->node == (int)node)
    *to = (nf_ace_mem_error){at + bad->from, at + bad->from + bad->bytes, response};
}

// Memory with the data and its faults, background traffic, and the software that gives the
// commands.
static int open_node(job *j, unsigned n, nf_err *e) {
  const nf_ace_run_cfg *c = j->cfg;
  const nf_ace_plan *p = plan_of(j);
  nf_ace_node *node = &j->net.node[n];
  if (nf_ace_mem_open(&node->memory, j->at.base, j->at.size, word_of(j), e) != NF_EXIT_OK)
    return e->status;
  node->memory.latency = c->memory_latency;
  node->memory.spread = c->memory_spread;
  nf_ace_mem_set_order(&node->memory, c->memory_order);
  node->memory.pauses = c->pauses;
  node->memory.rng.state = c->seed + n;
  set_error(&node->memory.read_error, &c->read_error, n, j->at.src, c->error_response);
  set_error(&node->memory.write_error, &c->write_error, n, j->at.dst, c->error_response);
  node->memory.still =
      (nf_ace_mem_still){c->still.node == (int)n, c->still.channel, c->still.after};
  if (p->src_bytes)
    memcpy(nf_ace_mem_at(&node->memory, j->at.src), c->data[n], p->src_bytes);
  if (c->background) {
    uint32_t rate[NF_TOPO_PORTS];
    for (unsigned port = 0; port < NF_TOPO_PORTS; port++)
      rate[port] = node->tx[port] ? nf_ace_least_rate(node->tx[port]->rate, word_of(j)) : 0;
    nf_ace_background_open(&node->background, p->cfg.topology, n, c->background, rate, word_of(j),
                           c->seed);
    node->background.pauses = c->pauses;
  }
  const nf_ace_order order = {.src = j->at.src,
                              .dst = j->at.dst,
                              .op = c->op,
                              .dtype = c->dtype,
                              .gives = p->cfg.collective != NF_COLL_BROADCAST || n == p->cfg.root};
  return nf_ace_driver_open(&node->driver, p, n, c->source, c->watchdog, c->dma_watchdog, &order,
                            c->commands, j->at.dst_step, e);
}

// The system, each node's start, and what watches it.
static int open_job(job *j, nf_err *e) {
  const nf_ace_run_cfg *c = j->cfg;
  nf_rng rng = {c->seed};
  place(j);
  if (nf_ace_system_open(&j->net, &c->net, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    if (open_node(j, n, e) != NF_EXIT_OK)
      return e->status;
    j->begins[n] = c->skew ? nf_rng_below(&rng, c->skew + 1) : 0;
  }
  if (nf_ace_account_open(&j->account, &j->net, e) != NF_EXIT_OK)
    return e->status;
  if (c->timeline)
    nf_ace_timeline_open(&j->timeline, c->timeline, plan_of(j), c->timeline_node, c->source, e);
  return e->status;
}

static void close_job(job *j, nf_err *e) {
  if (j->cfg->timeline)
    nf_ace_timeline_close(&j->timeline, j->cfg->timeline, e);
  nf_ace_account_close(&j->account);
  nf_ace_system_close(&j->net);
}

// ------------------------------------------------------------------------------- running
static bool all_at(const job *j, nf_driver_stage stage) {
  for (unsigned n = 0; n < nodes_of(j); n++)
    if (j->net.node[n].driver.stage != stage && !silent(j, n))
      return false;
  return true;
}

// Names the first node that has a fault, or whose command ended badly.
static int look_for_faults(const job *j, nf_err *e) {
  const nf_ace_plan *p = plan_of(j);
  unsigned stopped = 0, first = 0;
  for (unsigned n = nodes_of(j); n-- > 0;)
    if (j->net.node[n].driver.stage == NF_DRIVER_IDLE && j->net.node[n].driver.fault.any) {
      stopped++;
      first = n;
    }
  const nf_ace_driver *d = &j->net.node[first].driver;
  if (stopped) {
    nf_note note = {.used = 0};
    nf_ace_explain_fault(&note, p, first, &d->fault, j->cfg->source);
    if (stopped > 1)
      nf_note_add(&note, "; %u more nodes have stopped", stopped - 1);
    return nf_err_set(e, d->fault.cause == NF_ACE_FAULT_WATCHDOG ? NF_EXIT_STALLED : NF_EXIT_FAILED,
                      "%s", note.text);
  }
  for (unsigned n = 0; n < nodes_of(j); n++) {
    d = &j->net.node[n].driver;
    if (d->status != NF_ACE_STATUS_OK && !nf_ace_status_of_data(d->status))
      return nf_err_set(e, NF_EXIT_FAILED, "node %u: command %u ended with %s", n, d->failed_tag,
                        nf_ace_explain_status(d->status));
  }
  return NF_EXIT_OK;
}

static bool failed(const job *j) {
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const nf_ace_driver *d = &j->net.node[n].driver;
    if (d->stage == NF_DRIVER_IDLE &&
        (d->fault.any || (d->status != NF_ACE_STATUS_OK && !nf_ace_status_of_data(d->status))))
      return true;
  }
  return false;
}

// Nodes abort as far apart as they began. None goes on before all are ready: a packet of the new
// epoch would be dropped where it is not known yet.
static void abort_nodes(job *j) {
  for (unsigned n = 0; n < nodes_of(j); n++)
    if (!j->aborted[n] && j->net.cycle - j->start >= j->cfg->abort_at + j->begins[n]) {
      nf_ace_driver_abort(&j->net.node[n].driver);
      j->aborted[n] = true;
    }
  bool ready = true;
  for (unsigned n = 0; n < nodes_of(j); n++)
    ready = ready && j->aborted[n] && j->net.node[n].driver.stage == NF_DRIVER_READY;
  j->again = ready;
}

// An abort is to come, or not over at all nodes.
static bool aborts(const job *j) { return j->cfg->abort_at != 0 && !j->again; }

static bool may_start(const job *j) {
  return !aborts(j) || j->net.cycle - j->start < j->cfg->abort_at;
}

static void start_nodes(job *j) {
  for (unsigned n = 0; n < nodes_of(j) && may_start(j); n++)
    if (j->net.node[n].driver.stage == NF_DRIVER_READY && !silent(j, n) &&
        j->net.cycle - j->start >= j->begins[n])
      nf_ace_driver_go(&j->net.node[n].driver);
}

// Bytes that have been stored; what there will be is known.
static void show(const job *j, nf_progress *bar) {
  uint64_t words = 0;
  for (unsigned n = 0; n < nodes_of(j); n++)
    words += j->net.node[n].memory.written_words;
  const uint64_t total = plan_of(j)->dst_bytes * j->cfg->commands * nodes_of(j);
  const uint64_t done = words * word_of(j);
  nf_progress_show(bar, done < total ? done : total, total, j->net.cycle - j->start);
}

// When something moved last, or was to begin by the clock: before that nothing has to move.
static uint64_t quiet_since(const job *j) {
  uint64_t since = j->net.last_move;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const uint64_t due =
        j->start + j->begins[n] + (aborts(j) && !j->aborted[n] ? j->cfg->abort_at : 0);
    since = due > since ? due : since;
  }
  return since;
}

static bool any_aborted(const job *j) {
  for (unsigned n = 0; n < nodes_of(j); n++)
    if (j->aborted[n])
      return true;
  return false;
}

static int stalled(const job *j, nf_err *e) {
  nf_note note = {.used = 0};
  for (unsigned n = 0; n < nodes_of(j); n++)
    if (j->net.node[n].driver.stage == NF_DRIVER_RUN)
      nf_note_add(&note, "%s%u", note.used ? ", " : "", n);
  return nf_err_set(e, NF_EXIT_STALLED, "nothing has moved for %llu cycles; nodes not done: %s",
                    (unsigned long long)j->cfg->stall, note.text);
}

// Steps until all nodes have come to a stage.
static int step_until(job *j, nf_driver_stage stage, nf_progress *bar, nf_err *e) {
  while ((!all_at(j, stage) || (stage == NF_DRIVER_IDLE && aborts(j))) && e->status == NF_EXIT_OK) {
    if (stage == NF_DRIVER_IDLE) {
      // Nodes that wait for one that is silent, or that have stopped, are not done.
      if (aborts(j) && all_at(j, stage) && !any_aborted(j) && !failed(j) &&
          j->cfg->silent == NF_ACE_NO_NODE)
        return nf_refuse(e, "--abort-at %llu: all was complete after %llu cycles",
                         (unsigned long long)j->cfg->abort_at,
                         (unsigned long long)(j->net.cycle - j->start));
      if (aborts(j))
        abort_nodes(j);
      start_nodes(j);
      nf_ace_timeline_show(&j->timeline, &j->net);
      if (failed(j) && !aborts(j))
        return look_for_faults(j, e);
    }
    if (nf_ace_system_step(&j->net, e) != NF_EXIT_OK)
      break;
    if (stage == NF_DRIVER_IDLE)
      nf_ace_account_step(&j->account);
    if (bar && j->net.cycle % SHOW_EVERY == 0)
      show(j, bar);
    if (j->net.cycle > j->net.last_move + j->cfg->stall &&
        j->net.cycle > quiet_since(j) + j->cfg->stall)
      stalled(j, e);
  }
  return e->status;
}

static void count_background(job *j) {
  j->run->normal_sent = j->run->normal_got = 0;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    j->run->normal_sent += nf_ace_background_sent(&j->net.node[n].background);
    j->run->normal_got += nf_ace_background_got(&j->net.node[n].background);
  }
}

// Normal packets begin with the first node and end with the last one.
static void switch_background(job *j, bool on) {
  for (unsigned n = 0; n < nodes_of(j); n++)
    j->net.node[n].background.on = on;
}

// What is under way arrives.
static int drain_background(job *j, nf_err *e) {
  const nf_topo *t = plan_of(j)->cfg.topology;
  uint64_t got = 0, since = j->net.cycle; // since: the last one has come
  j->run->normal_cycles = j->net.cycle - j->start;
  for (unsigned n = 0; n < t->nodes; n++)
    for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
      const nf_ace_pipe *w = nf_ace_system_wire(&j->net, n, port);
      if (!w)
        continue;
      nf_ace_use *u = &j->run->use[nf_topo_port_dim(t, port)];
      u->normal_packets += w->normal_packets;
      u->normal_words += w->normal_words;
    }
  switch_background(j, false);
  for (count_background(j); j->run->normal_got != j->run->normal_sent; count_background(j)) {
    if (j->run->normal_got != got) {
      got = j->run->normal_got;
      since = j->net.cycle;
    }
    if (j->net.cycle - since > j->cfg->stall)
      return nf_err_set(e, NF_EXIT_STALLED, "%llu of %llu normal packets have not come",
                        (unsigned long long)(j->run->normal_sent - j->run->normal_got),
                        (unsigned long long)j->run->normal_sent);
    if (nf_ace_system_step(&j->net, e) != NF_EXIT_OK)
      break;
  }
  return e->status;
}

// Set-up, the commands, the packets still under way, and last the counters; the set-up is not
// timed.
static int run_job(job *j, nf_err *e) {
  if (step_until(j, NF_DRIVER_READY, NULL, e) != NF_EXIT_OK)
    return e->status;
  switch_background(j, true);
  j->run->setup_cycles = j->start = j->net.cycle;
  nf_progress bar = nf_progress_start(nf_ace_collective_names[plan_of(j)->cfg.collective]);
  step_until(j, NF_DRIVER_IDLE, &bar, e);
  nf_progress_end(&bar);
  if (e->status != NF_EXIT_OK || look_for_faults(j, e) != NF_EXIT_OK ||
      drain_background(j, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned n = 0; n < nodes_of(j); n++)
    nf_ace_driver_count(&j->net.node[n].driver);
  return step_until(j, NF_DRIVER_END, NULL, e);
}

// ------------------------------------------------------------------------------- results
static void count_times(job *j) {
  uint64_t go = UINT64_MAX, end = 0;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const nf_ace_driver *d = &j->net.node[n].driver;
    go = d->go < go ? d->go : go;
    end = d->end > end ? d->end : end;
  }
  j->run->cycles = end - go;
  j->run->account = j->account.end;
  j->start = go;
}

static void count_cables(job *j) {
  for (unsigned i = 0; i < 2 * j->net.cables; i++) {
    const nf_ace_cable_end *end = &j->net.cable[i / 2].end[i % 2];
    j->run->turned += end->wire.turned;
    j->run->damaged += end->wire.damaged;
    j->run->replays += end->replays;
    j->run->resent += end->resent;
  }
}

// Sums over the links of a dimension, relative to the start; then rates of payload per link.
static void count_links(job *j) {
  const nf_topo *t = plan_of(j)->cfg.topology;
  for (unsigned n = 0; n < t->nodes; n++)
    for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
      const nf_ace_pipe *w = nf_ace_system_wire(&j->net, n, port);
      if (!w)
        continue;
      nf_ace_use *u = &j->run->use[nf_topo_port_dim(t, port)];
      u->links++;
      u->rate = w->rate;
      u->word = w->word;
      u->layered = w->sender;
      if (!w->packets)
        continue;
      const bool first = u->packets == 0;
      u->packets += w->packets;
      u->words += w->words;
      u->empty += w->tokens;
      u->first =
          first || w->first_cycle - j->start < u->first ? w->first_cycle - j->start : u->first;
      u->last = w->last_cycle - j->start > u->last ? w->last_cycle - j->start : u->last;
    }
  for (unsigned d = 0; d < t->dims; d++) {
    nf_ace_use *u = &j->run->use[d];
    const double bytes = (double)u->words * u->word;
    if (u->normal_packets)
      u->normal = (double)u->normal_words * u->word / u->links / (double)j->run->normal_cycles;
    if (!u->packets)
      continue;
    u->whole = bytes / u->links / (double)j->run->cycles;
    u->busy = bytes / u->links / (double)(u->last - u->first + 1);
  }
}

// Sums over the nodes' counters, as the drivers have read them.
static void count_engines(job *j) {
  nf_ace_counters *sum = &j->run->counters;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const nf_ace_counters *c = &j->net.node[n].driver.counters;
    sum->tx_beats += c->tx_beats;
    sum->rx_beats += c->rx_beats;
    sum->grants += c->grants;
    sum->reductions += c->reductions;
    sum->chunks += c->chunks - j->net.node[n].driver.chunks_before;
    sum->bad_packets += c->bad_packets;
    sum->bad_accesses += c->bad_accesses;
    sum->flags |= c->flags;
    sum->old += c->old;
    sum->newer += c->newer;
    j->run->aborted += j->net.node[n].driver.aborted;
    for (unsigned w = 0; w < NF_ACE_WAITS; w++)
      sum->wait[w] += c->wait[w];
  }
}

// What the engines counted must fit what was done: nothing dropped, no chunk left over.
static int check_counters(const job *j, nf_err *e) {
  const nf_ace_counters *c = &j->run->counters;
  const uint64_t chunks = (uint64_t)plan_of(j)->chunks * j->cfg->commands * nodes_of(j);
  uint64_t dropped = c->bad_packets + c->newer + (j->cfg->abort_at ? 0 : c->old);
  for (unsigned s = 0; s < j->net.fabrics; s++)
    dropped += j->net.fabric[s].wrong;
  if (dropped || c->bad_accesses)
    return nf_err_set(e, NF_EXIT_FAILED,
                      "%llu packets were dropped and %u register accesses refused; none should be",
                      (unsigned long long)dropped, c->bad_accesses);
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const nf_ace_chunks none = {0};
    if (memcmp(nf_ace_chunks_at(j->net.node[n].model), &none, sizeof none))
      return nf_err_set(e, NF_EXIT_FAILED, "node %u: all commands have ended, its chunks have not",
                        n);
  }
  if (c->chunks != chunks)
    return nf_err_set(e, NF_EXIT_FAILED, "the engines count %u chunks; there are %llu", c->chunks,
                      (unsigned long long)chunks);
  return NF_EXIT_OK;
}

// A memory has failed. Each node whose result is wrong must know it; the run has failed in any
// case.
static int tell_ends(job *j, const nf_ace_reference *r, const nf_ace_mem *const *memory,
                     nf_err *e) {
  nf_ace_wrong wrong[NF_TOPO_NODES];
  const uint8_t *ends[NF_TOPO_NODES];
  unsigned bad = 0, first = 0;
  for (unsigned n = nodes_of(j); n-- > 0;) {
    const nf_ace_driver *d = &j->net.node[n].driver;
    ends[n] = d->ends;
    if (d->status != NF_ACE_STATUS_OK) {
      bad++;
      first = n;
    }
  }
  if (nf_ace_check_ends(wrong, r, &j->at, memory, ends, j->cfg->commands, e) != NF_EXIT_OK)
    return e->status;
  j->run->memory_failed = true;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const nf_ace_driver *d = &j->net.node[n].driver;
    const nf_ace_counters *c = &d->counters;
    j->run->end[n] = (nf_ace_end){.status = d->status,
                                  .dma_fault = c->dma_fault,
                                  .poisoned = c->poisoned,
                                  .first = c->poison[0] | (uint64_t)c->poison[1] << 32,
                                  .last = c->poison[2] | (uint64_t)c->poison[3] << 32,
                                  .wrong = wrong[n]};
  }
  for (unsigned n = 0; n < nodes_of(j); n++) {
    const nf_ace_end *end = &j->run->end[n];
    if (wrong[n].silent)
      return nf_err_set(e, NF_EXIT_FAILED,
                        "node %u: the result is wrong at 0x%llx, and its command ended well", n,
                        (unsigned long long)wrong[n].first);
    if (end->status == NF_ACE_STATUS_POISONED && wrong[n].words &&
        (wrong[n].first < end->first || wrong[n].last >= end->last + word_of(j)))
      return nf_err_set(e, NF_EXIT_FAILED,
                        "node %u: the result is wrong from 0x%llx to 0x%llx, where the engine "
                        "knows of 0x%llx to 0x%llx",
                        n, (unsigned long long)wrong[n].first, (unsigned long long)wrong[n].last,
                        (unsigned long long)end->first, (unsigned long long)end->last);
  }
  return nf_err_set(e, NF_EXIT_FAILED,
                    "the commands of %u of %u nodes ended with an error; node %u: %s", bad,
                    nodes_of(j), first, nf_ace_explain_status(j->net.node[first].driver.status));
}

static bool memory_failed(const job *j) {
  for (unsigned n = 0; n < nodes_of(j); n++)
    if (j->net.node[n].driver.status != NF_ACE_STATUS_OK)
      return true;
  return false;
}

static int collect(job *j, nf_err *e) {
  const nf_ace_run_cfg *c = j->cfg;
  const nf_ace_plan *p = plan_of(j);
  const nf_ace_mem *memory[NF_TOPO_NODES];
  const nf_ace_reference reference = {p, c->op, c->dtype, c->data, 0};
  count_times(j);
  count_links(j);
  count_cables(j);
  count_engines(j);
  j->run->compared = j->net.compared;
  for (unsigned n = 0; n < nodes_of(j); n++) {
    memory[n] = &j->net.node[n].memory;
    j->run->result[n] = malloc(p->dst_bytes + 1);
    if (!j->run->result[n])
      return nf_err_memory(e, "a result");
    memcpy(j->run->result[n],
           nf_ace_mem_at(memory[n], j->at.dst + (c->commands - 1) * j->at.dst_step), p->dst_bytes);
  }
  if (check_counters(j, e) != NF_EXIT_OK)
    return e->status;
  if (memory_failed(j))
    return tell_ends(j, &reference, memory, e);
  return nf_ace_check(&j->run->verdict, &reference, &j->at, memory, c->commands, e);
}

int nf_ace_run_all(nf_ace_run *run, const nf_ace_run_cfg *cfg, nf_err *e) {
  job *j = calloc(1, sizeof *j);
  *run = (nf_ace_run){0};
  if (!j)
    return nf_err_memory(e, "the system");
  j->cfg = cfg;
  j->run = run;
  if (open_job(j, e) == NF_EXIT_OK && run_job(j, e) == NF_EXIT_OK)
    collect(j, e);
  close_job(j, e);
  free(j);
  return e->status;
}

void nf_ace_run_free(nf_ace_run *run) {
  for (unsigned n = 0; n < NF_TOPO_NODES; n++)
    free(run->result[n]);
}
