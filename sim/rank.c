// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The link side of a rank: packets in and out flit by flit, queues, memory latency, back-pressure.
#include "rank_int.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CLOSED = 24 }; // longest pause of the back-pressure option, cycles

static bool grow(nf_jobs *q) {
  uint32_t room = q->room ? 2 * q->room : 64;
  nf_job *job = malloc(room * sizeof *job);
  if (!job)
    return false;
  for (uint32_t i = 0; i < q->used; i++)
    job[i] = q->job[(q->head + i) & (q->room - 1)];
  free(q->job);
  *q = (nf_jobs){.job = job, .used = q->used, .room = room};
  return true;
}

static bool push_last(nf_jobs *q, nf_job job) {
  if (q->used == q->room && !grow(q))
    return false;
  q->job[(q->head + q->used++) & (q->room - 1)] = job;
  return true;
}

static nf_job pop_first(nf_jobs *q) {
  nf_job job = q->job[q->head];
  q->head = (q->head + 1) & (q->room - 1);
  q->used--;
  return job;
}

// A heap with the earliest job at index 0; head stays 0.
static bool push_timed(nf_jobs *q, nf_job job) {
  if (!push_last(q, job))
    return false;
  uint32_t i = q->used - 1;
  for (; i > 0 && q->job[(i - 1) / 2].due > job.due; i = (i - 1) / 2)
    q->job[i] = q->job[(i - 1) / 2];
  q->job[i] = job;
  return true;
}

static nf_job pop_earliest(nf_jobs *q) {
  nf_job first = q->job[0], job = q->job[--q->used];
  uint32_t i = 0, child;
  while ((child = 2 * i + 1) < q->used) {
    if (child + 1 < q->used && q->job[child + 1].due < q->job[child].due)
      child++;
    if (q->job[child].due >= job.due)
      break;
    q->job[i] = q->job[child];
    i = child;
  }
  q->job[i] = job;
  return first;
}

int nf_rank_send(nf_rank *ep, nf_job job, nf_err *e) {
  bool kept = job.due ? push_timed(&ep->memory, job) : push_last(&ep->queue[job.opcode >> 3], job);
  return kept ? NF_EXIT_OK : nf_err_memory(e, "an endpoint's queue");
}

int nf_rank_open(nf_rank **ep, const nf_rank_cfg *cfg, nf_err *e) {
  nf_rank *p = calloc(1, sizeof *p);
  *ep = p;
  if (!p)
    return nf_err_memory(e, "an endpoint");
  p->cfg = *cfg;
  p->rng.state = cfg->seed;
  uint32_t blocks = nf_layout_blocks(cfg->layout);
  nf_waves_cfg waves = {.count = blocks,
                        .stride = 1,
                        .window = cfg->window,
                        .waves = cfg->waves,
                        .shuffle = cfg->shuffle,
                        .seed = nf_rng_next(&p->rng)};
  if (cfg->pull) { // block b is pulled by rank b mod ranks
    waves.first = cfg->rank;
    waves.stride = cfg->ranks;
    waves.count = (blocks + cfg->ranks - 1 - cfg->rank) / cfg->ranks;
  }
  p->result = calloc(blocks, NF_BLOCK_BYTES);
  p->have = calloc(blocks, sizeof *p->have);
  if (!p->result || !p->have || !nf_waves_open(&p->waves, &waves))
    return nf_err_memory(e, "an endpoint's result");
  return nf_collect_open(&p->partials, cfg->op, cfg->dtype, cfg->ranks, blocks, e);
}

// Chooses the packet that goes next, if its channel is ready; the two channels take turns.
static void start_packet(nf_rank *ep, unsigned ready) {
  for (unsigned k = 1; k <= VCS; k++) {
    unsigned vc = (ep->last_vc + k) % VCS;
    nf_job job;
    if (!(ready >> vc & 1))
      continue;
    if (ep->queue[vc].used)
      job = pop_first(&ep->queue[vc]);
    else if (vc != NF_VC_REQUEST || !nf_method_next(ep, &job))
      continue;
    nf_method_build(ep, &job, &ep->tx);
    ep->last_vc = vc;
    return;
  }
}

static void transmit(nf_rank *ep, const nf_switch_out *out, nf_switch_in *in) {
  unsigned port = ep->cfg.rank;
  nf_packet *p = &ep->tx;
  if (p->sent == p->used) {
    p->sent = p->used = 0;
    start_packet(ep, out->rx_ready >> (2 * port) & 3);
    if (p->used == 0)
      return;
  }
  in->rx_valid |= (uint16_t)(1u << port);
  in->rx_data[port] = p->flit[p->sent++];
  if (p->sent == p->used)
    in->rx_last |= (uint16_t)(1u << port);
}

static int receive(nf_rank *ep, uint64_t cycle, const nf_switch_out *out, unsigned open,
                   nf_err *e) {
  unsigned port = ep->cfg.rank;
  nf_packet *p = &ep->rx;
  if (!(out->tx_valid >> port & 1))
    return NF_EXIT_OK;
  const nf_flit *flit = &out->tx_data[port];
  if (p->used == 0 && !(open >> nf_hdr_vc(flit) & 1))
    return NF_EXIT_OK; // a header waits until its channel is open
  if (p->used == NF_MAX_PACKET_FLITS)
    return nf_err_set(e, NF_EXIT_FAILED, "cycle %llu: port %u sent a packet of more than %d flits",
                      (unsigned long long)cycle, port, NF_MAX_PACKET_FLITS);
  p->flit[p->used++] = *flit;
  if (!(out->tx_last >> port & 1))
    return NF_EXIT_OK;
  if (out->tx_err >> port & 1 || p->used != 1 + nf_hdr_payload_flits(&p->flit[0]))
    return nf_err_set(
        e, NF_EXIT_FAILED, "cycle %llu: port %u sent a damaged packet, address 0x%llx",
        (unsigned long long)cycle, port, (unsigned long long)nf_hdr_addr(&p->flit[0]));
  if (nf_rng_below(&ep->rng, 100) < ep->cfg.backpressure)
    ep->closed[nf_hdr_vc(&p->flit[0])] = 1 + nf_rng_below(&ep->rng, MAX_CLOSED);
  int status = nf_method_arrived(ep, cycle, e);
  p->used = 0;
  return status;
}

int nf_rank_step(nf_rank *ep, uint64_t cycle, const nf_switch_out *out, nf_switch_in *in,
                 nf_err *e) {
  unsigned open = 0;
  for (unsigned vc = 0; vc < VCS; vc++) {
    if (ep->closed[vc] == 0)
      open |= 1u << vc;
    else
      ep->closed[vc]--;
  }
  in->tx_ready |= open << (2 * ep->cfg.rank);
  while (ep->memory.used && ep->memory.job[0].due <= cycle) {
    nf_job job = pop_earliest(&ep->memory);
    job.due = 0;
    if (nf_rank_send(ep, job, e) != NF_EXIT_OK)
      return e->status;
  }
  transmit(ep, out, in);
  return receive(ep, cycle, out, open, e);
}

bool nf_rank_done(const nf_rank *ep) {
  return ep->written == nf_layout_blocks(ep->cfg.layout) && nf_waves_finished(&ep->waves) &&
         ep->acks_due == 0 && ep->queue[0].used == 0 && ep->queue[1].used == 0 &&
         ep->memory.used == 0 && ep->tx.sent == ep->tx.used && ep->rx.used == 0;
}

uint32_t nf_rank_written(const nf_rank *ep) { return ep->written; }

unsigned nf_rank_count(const nf_rank *ep, uint32_t block) { return ep->have[block]; }

bool nf_rank_missing(const nf_rank *ep, uint32_t *block) {
  for (uint32_t b = 0; b < nf_layout_blocks(ep->cfg.layout); b++)
    if (ep->have[b] < ep->cfg.ranks) {
      *block = b;
      return true;
    }
  return false;
}

const uint32_t *nf_rank_result(const nf_rank *ep) { return ep->result; }
uint8_t nf_rank_flags(const nf_rank *ep) { return ep->flags; }

void nf_rank_close(nf_rank *ep) {
  if (!ep)
    return;
  nf_waves_close(&ep->waves);
  free(ep->queue[0].job);
  free(ep->queue[1].job);
  free(ep->memory.job);
  nf_collect_close(ep->partials);
  free(ep->result);
  free(ep->have);
  free(ep);
}
