// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Wires of the endpoint. A step has two halves: first every block's inputs are gathered from the
// other blocks' outputs of this cycle, then every block takes its clock edge.
//
// Each link leads into a network of its own (KLENK V), so lanes know nothing of each other: block b
// of a command goes over lane (cmd_lane + b) mod Links, on all ranks the same, or its contributions
// would never meet. What they have in common is the core: u_dma, which makes the jobs of all lanes,
// and u_wave, which counts what is complete in any of them.
//
// Completions must always find room (docs/endpoint-protocol.md: a response waits for nothing but
// its completion to be counted). Counting needs nothing but a cycle: the core takes one in each,
// whatever else it does.
#include "nf_endpoint.h"

#include "common/nf_rr_arb.h"
#include "nf_endpoint_dma.h"
#include "nf_endpoint_lane.h"
#include "nf_endpoint_wave.h"
#include <stdlib.h>
#include <string.h>

// done_t: what a lane completes. Of the flags only poison counts, and the wave controller needs no
// more of the address than the 48 bits that a packet has.
typedef struct {
  uint64_t addr;
  uint8_t epoch;
  bool barrier, poison;
} completion;

typedef struct {
  nf_endpoint_lane *block;
  const nf_endpoint_lane_out *out;
  nf_endpoint_lane_in in;
  // u_done, an nf_fifo of two: lanes may complete blocks at once, of which the core counts one a
  // cycle
  completion held[2]; // the oldest first
  unsigned used;
} lane;

struct nf_endpoint {
  nf_endpoint_out out;
  nf_endpoint_cfg cfg;
  lane lanes[NF_MAX_LINKS];
  nf_endpoint_wave *wave;
  const nf_endpoint_wave_out *wave_out;
  nf_endpoint_dma *dma;
  const nf_endpoint_dma_out *dma_out;
  // Kept, since the translation table is part of it: at_* are registers of this module.
  nf_endpoint_dma_in dma_in;
  unsigned last; // lane whose completion was chosen last
  // block_q, barrier_q and done_q: a register before the counters, which compare the address with
  // all of theirs
  bool any;        // chosen is one that is counted in this cycle
  bool done_stale; // one of another epoch was chosen and dropped
  completion chosen;
  bool still; // nothing will change but by what comes in
};

// What a lane shows; the caller has seen that it is not idle. Vectors of ports have a bit or two of
// each lane, so one lane's are replaced and the others stay. Of a lane that was left out of a step
// all outputs are what they were.
static void show_lane(nf_endpoint *m, unsigned l) {
  nf_endpoint_out *const out = &m->out;
  const nf_endpoint_lane_out *const o = m->lanes[l].out;
  const unsigned one = 1u << l, two = 3u << (2 * l);
  out->rx_ready = (uint16_t)((out->rx_ready & ~two) | (unsigned)o->rx_ready << (2 * l));
  out->tx_valid = (uint8_t)((out->tx_valid & ~one) | (unsigned)o->tx_valid << l);
  out->tx_last = (uint8_t)((out->tx_last & ~one) | (unsigned)o->tx_last << l);
  out->tx_err = (uint8_t)((out->tx_err & ~one) | (unsigned)o->tx_err << l);
  out->tx_data[l] = o->tx_data;
  out->rd_valid = (uint16_t)((out->rd_valid & ~two) | (unsigned)o->rd_valid << (2 * l));
  memcpy(&out->rd_addr[2 * l], o->rd_addr, sizeof o->rd_addr);
  memcpy(&out->rd_hdr[2 * l], o->rd_hdr, sizeof o->rd_hdr);
  out->rt_ready = (uint16_t)((out->rt_ready & ~two) | (unsigned)o->rt_ready << (2 * l));
  out->wr_valid = (uint8_t)((out->wr_valid & ~one) | (unsigned)o->wr_valid << l);
  out->wr_last = (uint8_t)((out->wr_last & ~one) | (unsigned)o->wr_last << l);
  out->wr_err = (uint8_t)((out->wr_err & ~one) | (unsigned)o->wr_err << l);
  out->wr_op[l] = o->wr_op;
  out->wr_addr[l] = o->wr_addr;
  out->wr_own[l] = o->wr_own;
  out->wr_data[l] = o->wr_data;
  out->tot_ready = (uint8_t)((out->tot_ready & ~one) | (unsigned)o->tot_ready << l);
  out->event[l] = o->event;
}

// Ports of u_dma and u_wave; busy_o of all blocks, of the two-entry queues and of block_q and
// barrier_q. The last block of event_o is the core's. busy_o has to cover every place in which
// something can wait: software takes it as the sign that an epoch's number may be used again.
static void show_core(nf_endpoint *m) {
  nf_endpoint_out *const out = &m->out;
  const nf_endpoint_dma_out *const d = m->dma_out;
  const nf_endpoint_wave_out *const w = m->wave_out;
  out->cmd_ready = d->cmd_ready;
  out->done_valid = d->done_valid;
  out->done_id = d->done_id;
  out->done_status = d->done_status;
  out->event[m->cfg.Links] = (uint16_t)(d->event | (unsigned)m->done_stale << NF_ENDPOINT_EV_STALE);
  out->due = d->due;
  out->waves = w->waves;
  out->oldest_valid = w->oldest_valid;
  out->oldest_addr = w->oldest_addr;
  out->oldest_count = w->oldest_count;
  out->oldest_goal = w->oldest_goal;
  out->busy = d->busy || w->count_done || m->any;
  for (unsigned l = 0; l < m->cfg.Links; l++)
    out->busy |= m->lanes[l].out->busy || m->lanes[l].used != 0;
}

// u_wave, u_dma and the lanes, with the parameters that the RTL gives them; nothing is held. Blocks
// and their order of making do not matter; a block that refuses its parameters says why, and all is
// given back.
nf_status nf_endpoint_init(nf_endpoint **m, const nf_endpoint_cfg *cfg) {
  if (cfg->Links < 1 || cfg->Links > NF_MAX_LINKS)
    return "nf_endpoint: Links must be 1..8";
  nf_endpoint *e = calloc(1, sizeof *e);
  if (e == NULL)
    return "nf_endpoint: out of memory";
  e->cfg = *cfg;
  const nf_endpoint_wave_cfg wave = {.Counters = cfg->Counters};
  const nf_endpoint_dma_cfg dma = {
      .Links = cfg->Links, .Commands = cfg->Commands, .Translations = cfg->Translations};
  // Blocks of a lane are Links apart.
  // So the low bits of their numbers are the same in all of them, and would leave slots of the
  // lane's count store unused.
  const uint32_t skip = cfg->Links % 8 == 0 ? 3 : cfg->Links % 4 == 0 ? 2 : cfg->Links % 2 == 0;
  const nf_endpoint_lane_cfg each = {
      .Translations = cfg->Translations, .Acks = cfg->Acks, .Skip = skip};
  nf_status status = nf_endpoint_wave_init(&e->wave, &wave);
  if (status == NF_OK)
    status = nf_endpoint_dma_init(&e->dma, &dma);
  for (unsigned l = 0; status == NF_OK && l < cfg->Links; l++)
    status = nf_endpoint_lane_init(&e->lanes[l].block, &each);
  if (status != NF_OK) {
    nf_endpoint_free(e);
    return status;
  }
  e->wave_out = nf_endpoint_wave_peek(e->wave);
  e->dma_out = nf_endpoint_dma_peek(e->dma);
  for (unsigned l = 0; l < cfg->Links; l++) {
    e->lanes[l].out = nf_endpoint_lane_peek(e->lanes[l].block);
    show_lane(e, l);
  }
  show_core(e);
  *m = e;
  return NF_OK;
}

// Ports of the blocks, and stale_o: put together by show_lane() and show_core(). No output depends
// on an input of its cycle.
const nf_endpoint_out *nf_endpoint_peek(const nf_endpoint *m) { return &m->out; }

// Also of an endpoint whose making was refused half way.
void nf_endpoint_free(nf_endpoint *m) {
  if (m == NULL)
    return;
  nf_endpoint_wave_free(m->wave);
  nf_endpoint_dma_free(m->dma);
  for (unsigned l = 0; l < NF_MAX_LINKS; l++)
    nf_endpoint_lane_free(m->lanes[l].block);
  free(m);
}

// The completion that is counted in the next cycle: lanes take turns. With one lane the RTL has no
// arbiter (gen_one); the pick is the same.
static bool take_completion(nf_endpoint *m, completion *c) {
  uint64_t held = 0;
  for (unsigned l = 0; l < m->cfg.Links; l++)
    held |= (uint64_t)(m->lanes[l].used != 0) << l;
  if (held == 0)
    return false;
  m->last = nf_rr_arb_pick(held, m->last);
  lane *const from = &m->lanes[m->last];
  // u_done of a lane, an nf_fifo of two: it is emptied here before step_lanes() fills it, and the
  // lane knows from the count before whether there is room.
  *c = from->held[0];
  from->held[0] = from->held[1];
  from->used--;
  return true;
}

// A lane without anything under way changes only by what comes in. rx_ready is a register behind
// the room that is left: 3 when all has been given back.
static bool idle(const nf_endpoint_lane_out *o) {
  return !o->busy && o->event == 0 && o->rx_ready == 3;
}

// u_lane. Everything that the lane takes is of this cycle; its answers to the core were gathered
// before. At rest nothing is copied and nothing moves: a simulated system has hundreds of lanes,
// most of them idle.
static void step_lane(nf_endpoint *m, const nf_endpoint_in *in, unsigned l, bool done_ready) {
  lane *const n = &m->lanes[l];
  const nf_endpoint_dma_out *const d = m->dma_out;
  nf_endpoint_lane_in *const i = &n->in;
  i->job_valid = d->job_valid >> l & 1;
  i->rx_valid = in->rx_valid >> l & 1;
  i->rt_valid = in->rt_valid >> (2 * l) & 3;
  i->tot_valid = in->tot_valid >> l & 1;
  i->abort = in->abort & 1;
  if (idle(n->out) && !i->abort && !i->rx_valid && !i->job_valid && !i->rt_valid && !i->tot_valid)
    return;
  // Configuration is held while the endpoint is busy, so a lane that was left out has missed
  // nothing. The epoch changes with abort_i, which wakes all lanes.
  i->cfg_id = in->cfg_id & (NF_MAX_NODES - 1);
  i->cfg_ranks = in->cfg_ranks;
  i->cfg_multicast_partials = in->cfg_multicast_partials & 1;
  i->cfg_exclude_source = in->cfg_exclude_source & 1;
  i->cfg_result_acks = in->cfg_result_acks & 1;
  i->cfg_epoch = in->cfg_epoch & 3;
  // One job register for all lanes; job_valid says whose it is.
  if (i->job_valid) {
    i->job_read = d->job_read;
    i->job_addr = d->job_addr;
    i->job_hdr = d->job_hdr;
  }
  i->done_ready = done_ready;
  if (i->rx_valid) {
    i->rx_last = in->rx_last >> l & 1;
    i->rx_err = in->rx_err >> l & 1;
    i->rx_data = in->rx_data[l];
  }
  i->tx_ready = in->tx_ready >> (2 * l) & 3;
  i->rd_ready = in->rd_ready >> (2 * l) & 3;
  i->rt_last = in->rt_last >> (2 * l) & 3;
  // The memory returns packets of the two channels side by side.
  if (i->rt_valid)
    memcpy(i->rt_data, &in->rt_data[2 * l], sizeof i->rt_data);
  if (i->tot_valid)
    i->tot_hdr = in->tot_hdr[l];
  nf_endpoint_lane_step(n->block, i);
  show_lane(m, l);
}

// u_done takes what a lane has shown, then the lane moves on: the other way round it would be
// counted a cycle early, and twice where the lane waits. A lane's word is taken only with
// done_ready of before, so held[] never has more than two.
static void step_lanes(nf_endpoint *m, const nf_endpoint_in *in, unsigned done_ready) {
  for (unsigned l = 0; l < m->cfg.Links; l++) {
    lane *const n = &m->lanes[l];
    const nf_endpoint_lane_out *const was = n->out;
    const bool ready = done_ready >> l & 1;
    if (was->done_valid && ready)
      n->held[n->used++] = (completion){.addr = was->done_addr & ((1ull << 48) - 1),
                                        .epoch = was->done_epoch,
                                        .barrier = was->done_barrier,
                                        .poison = was->done_flags >> NF_FLAG_POISON & 1};
    step_lane(m, in, l, ready);
  }
}

// u_wave and u_dma. What one says to the other is copied before either moves. Counters come back
// with every block of a wave as its command's place (hit_owner), so u_tracker need not look for the
// command (KLENK IV-F3: address-based lookup, once). A barrier's end is no block of a wave: it goes
// to the generator, which waits for it.
static void step_core(nf_endpoint *m, const nf_endpoint_in *in, const completion *c) {
  const nf_endpoint_dma_out *const d = m->dma_out;
  const nf_endpoint_wave_out *const w = m->wave_out;
  nf_endpoint_dma_in *const i = &m->dma_in;
  const nf_endpoint_wave_in wave = {.clear = in->abort & 1,
                                    .alloc_valid = d->alloc_valid,
                                    .alloc_base = d->alloc_base,
                                    .alloc_blocks = d->alloc_blocks,
                                    .alloc_owner = d->alloc_owner,
                                    .count_valid = c != NULL && !c->barrier,
                                    .count_addr = c != NULL ? c->addr : 0,
                                    .count_poison = c != NULL && c->poison};
  i->cfg_id = in->cfg_id;
  i->cfg_acks = in->cfg_acks;
  i->cfg_exclude_source = in->cfg_exclude_source & 1;
  i->cfg_epoch = in->cfg_epoch & 3;
  i->abort = in->abort & 1;
  i->cfg_retry_cycles = in->cfg_retry_cycles;
  i->cfg_retries = in->cfg_retries;
  i->cmd_valid = in->cmd_valid & 1;
  // Only with a command: its fields are looked at in the cycle in which it is taken.
  if (i->cmd_valid) {
    i->cmd_kind = in->cmd_kind;
    i->cmd_id = in->cmd_id;
    i->cmd_addr = in->cmd_addr;
    i->cmd_bytes = in->cmd_bytes;
    i->cmd_wave_blocks = in->cmd_wave_blocks;
    i->cmd_waves = in->cmd_waves;
    i->cmd_red_op = in->cmd_red_op;
    i->cmd_dtype = in->cmd_dtype;
    i->cmd_lane = in->cmd_lane;
    i->cmd_landed = in->cmd_landed;
  }
  i->done_ready = in->done_ready & 1;
  i->alloc_ok = w->alloc_ok;
  i->alloc_overlap = w->alloc_overlap;
  i->count_done = w->count_done;
  i->hit = w->hit;
  i->hit_owner = w->hit_owner;
  i->hit_goal = w->hit_goal;
  i->poison = w->poison;
  i->barrier_valid = c != NULL && c->barrier;
  i->barrier_poison = c != NULL && c->poison;
  // Both have all their inputs now, so their order is free.
  nf_endpoint_wave_step(m->wave, &wave);
  nf_endpoint_dma_step(m->dma, i);
}

// gen_entry: the registers of the translation table. It comes after all blocks have moved, since
// they read what was in the table before this edge. Each lane has a copy, so that a step copies
// nothing. Software writes it while the endpoint is at rest; an index past the table is ignored. An
// entry's end is worked out once, here, instead of in every lookup.
static void write_table(nf_endpoint *m, const nf_endpoint_in *in) {
  const unsigned t = in->at_index;
  // No entry of the table answers to it (gen_entry).
  if (t >= m->cfg.Translations)
    return;
  nf_endpoint_dma_in *const d = &m->dma_in;
  d->at_valid = (uint16_t)((d->at_valid & ~(1u << t)) | (in->at_on & 1u) << t);
  d->at_base[t] = in->at_base;
  d->at_end[t] = in->at_base + in->at_size;
  d->at_source[t] = in->at_source;
  d->at_result[t] = in->at_result;
  for (unsigned l = 0; l < m->cfg.Links; l++) {
    nf_endpoint_lane_in *const i = &m->lanes[l].in;
    i->at_valid = d->at_valid;
    i->at_base[t] = d->at_base[t];
    i->at_end[t] = d->at_end[t];
    i->at_source[t] = d->at_source[t];
    i->at_result[t] = d->at_result[t];
  }
}

// One edge. First what the blocks tell each other, then the arbiter, which empties the queues, then
// the lanes, the core, and last what is a register of this module: block_q and barrier_q (chosen),
// whose old values the core has just counted, and the table. At rest (still) only what comes in can
// change anything; then all of it is left out.
void nf_endpoint_step(nf_endpoint *m, const nf_endpoint_in *in) {
  if (m->still && !in->abort && !in->cmd_valid && !in->at_write && !in->rx_valid && !in->rt_valid &&
      !in->tot_valid)
    return;
  unsigned done_ready = 0, ready = 0, acks = 0, mcasts = 0, busy = 0;
  for (unsigned l = 0; l < m->cfg.Links; l++) {
    const nf_endpoint_lane_out *const o = m->lanes[l].out;
    // stale_o counts what was dropped, so that software sees when an old attempt has drained.
    // Events are registers of the lanes, so this is the count of a cycle later, as in the RTL.
    m->out.stale += o->stale;
    // u_done's ready is a register: not of a place that the arbiter empties in this step.
    done_ready |= (unsigned)(m->lanes[l].used != 2) << l;
    ready |= (unsigned)o->job_ready << l;
    acks |= (unsigned)o->ack << l;
    mcasts |= (unsigned)o->mcast << l;
    busy |= (unsigned)o->busy << l;
  }
  m->out.stale += m->done_stale;
  m->dma_in.job_ready = (uint8_t)ready;
  m->dma_in.ack = (uint8_t)acks;
  m->dma_in.mcast = (uint8_t)mcasts;
  m->dma_in.lane_busy = (uint8_t)busy;
  // The arbiter empties before the lanes fill: the fifo can do both in one cycle, and a word that
  // enters now is seen in the next.
  completion next;
  const bool taken = take_completion(m, &next);
  // What was complete in a lane before the epoch changed does not count any more.
  const bool any = taken && next.epoch == (in->cfg_epoch & 3);
  step_lanes(m, in, done_ready);
  step_core(m, in, m->any ? &m->chosen : NULL);
  m->any = any;
  m->done_stale = taken && !any;
  if (any)
    m->chosen = next;
  if (in->at_write & 1)
    write_table(m, in);
  show_core(m);
  // Events and answers last a cycle and must still be taken back, so those keep it awake, too.
  m->still = !m->out.busy && acks == 0 && mcasts == 0 && m->dma_out->event == 0 && !m->done_stale &&
             !m->wave_out->alloc_done;
  for (unsigned l = 0; m->still && l < m->cfg.Links; l++)
    m->still = idle(m->lanes[l].out);
}
