// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The places of outstanding commands and the running totals. A step settles one command first, from
// the state as it was, then books what the inputs say.
//
// When a command is complete (KLENK IV-F3 counts responses; the rest is what a completion has to
// mean to software). A push is, when all its waves are. A pull's rank multicasts what it has
// pulled, so it must know besides that all have taken it (acknowledgements due) and that what the
// others pulled has arrived here (landed). Ranks do not run in step: blocks may land before the
// command that expects them, so both sides are running totals that are compared.
#include "nf_endpoint_tracker.h"

#include "common/nf_rr_arb.h"
#include "nf_endpoint_pkg.h"
#include <stdlib.h>

// A place: slot_t with used, injected, plain, poison and pull of the RTL's vectors.
typedef struct {
  bool injected, poison, pull;
  uint8_t id, status, out, turn;
  uint32_t target; // blocks that have landed when a pull is complete
} command;

struct nf_endpoint_tracker {
  nf_endpoint_tracker_out out;
  uint32_t links_mask, tail, last;
  // ready is over of the RTL, kept up to date where it can change, so that a step does not look at
  // all places
  uint64_t all, used, ready; // places: that there are; taken; whose waves are over
  uint8_t pulls, pulls_done; // pulls started, complete
  uint32_t acks, mcasts;     // of the cycle before
  uint32_t due, landed, expected;
  uint32_t drained; // lanes that were idle since the waves of the pull whose turn it is are over
  // Which of the blocks between them were poisoned is not kept: every pull that may have one of
  // them is charged.
  uint32_t poison_first, poison_last; // numbers of landed blocks
  bool landed_poison;
  command place[NF_ENDPOINT_MAX_COMMANDS];
};

// NF_PARAMs; no place is taken. A place number has six bits at the ports (owner), hence 64.
nf_status nf_endpoint_tracker_init(nf_endpoint_tracker **m, const nf_endpoint_tracker_cfg *cfg) {
  if (cfg->Links < 1 || cfg->Links > 8)
    return "nf_endpoint_tracker: Links must be 1..8";
  if (cfg->Commands < 2 || cfg->Commands > NF_ENDPOINT_MAX_COMMANDS)
    return "nf_endpoint_tracker: Commands must be 2..64";
  nf_endpoint_tracker *b = calloc(1, sizeof *b);
  if (b == NULL)
    return "nf_endpoint_tracker: out of memory";
  b->links_mask = (1u << cfg->Links) - 1;
  b->all = UINT64_MAX >> (64 - cfg->Commands);
  b->out.room = b->out.empty = true;
  *m = b;
  return NF_OK;
}

// Registers and functions of them; out_o is that of the place of the command that generates.
const nf_endpoint_tracker_out *nf_endpoint_tracker_peek(const nf_endpoint_tracker *m) {
  return &m->out;
}

// Running totals wrap: a difference tells which one is ahead. That holds while they are less than
// 2^31 blocks apart, 256 GiB.
static bool behind(uint32_t total, uint32_t target) { return (total - target) >> 31 != 0; }

// The places whose commands may complete. Of pulls it is the oldest one's turn. A pull in the
// middle could not tell which of the landed blocks are its own: totals say only how many came, so
// pulls complete in their order. One that was refused or given up waits for its turn too, but for
// nothing else.
static uint64_t complete_ones(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in,
                              uint32_t drained, bool *pull_over) {
  uint64_t complete = 0;
  for (uint64_t left = m->ready; left != 0; left &= left - 1) {
    const unsigned s = (unsigned)__builtin_ctzll(left);
    const command *const c = &m->place[s];
    // Eight bits are enough to tell: no more than 64 pulls are out.
    const bool turn = c->turn == m->pulls_done;
    // Where a multicast does not come back, a lane tells that a block is complete before the memory
    // has the multicast: there a pull waits, besides, until every lane was idle once.
    const bool settled = m->due == 0 && m->mcasts == 0 && !behind(m->landed, c->target) &&
                         (!in->cfg_exclude_source || drained == m->links_mask);
    *pull_over |= c->pull && turn;
    if (!c->pull || (turn && (c->status != NF_ENDPOINT_STATUS_OK || settled)))
      complete |= 1ull << s;
  }
  return complete;
}

// Completes one command, in turn. One a cycle: a completion that the processor does not take holds
// up the others, and nothing that the network needs.
static void settle(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in) {
  nf_endpoint_tracker_out *const out = &m->out;
  bool pull_over = false;
  const uint64_t complete = m->ready ? complete_ones(m, in, m->drained, &pull_over) : 0;
  // Behind complete_ones, which must judge by drained_q as it was.
  m->drained = pull_over ? m->drained | (m->links_mask & ~(uint32_t)in->lane_busy) : 0;
  if (out->done_valid && !in->done_ready)
    return;
  out->done_valid = complete != 0;
  if (complete == 0)
    return;
  m->last = (uint32_t)nf_rr_arb_pick(complete, m->last);
  const command *const c = &m->place[m->last];
  const bool plain = c->status == NF_ENDPOINT_STATUS_OK;
  // A poisoned block that landed belongs to the first pull whose total includes it; what came after
  // it is charged to the next pull too.
  const bool charge = plain && c->pull && m->landed_poison && behind(m->poison_first, c->target);
  if (charge) {
    m->landed_poison = !behind(m->poison_last, c->target);
    // Poison is never forgotten: which of the blocks behind this total was poisoned is not known,
    // so the first of them is.
    m->poison_first = c->target;
  }
  out->done_id = c->id;
  out->done_status = !plain                ? c->status
                     : c->poison || charge ? NF_ENDPOINT_STATUS_POISON
                                           : NF_ENDPOINT_STATUS_OK;
  if (c->pull) {
    m->pulls_done++;
    m->drained = 0;
  }
  m->used &= ~(1ull << m->last);
  m->ready &= ~(1ull << m->last);
}

// count_done_i: with hit_i one block less of a wave that somebody waits for (less, poison of
// gen_slot), else one that another rank's pull delivered here (land). Which command's it is comes
// with the block: the wave controller keeps the place of each wave.
static void book_block(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in) {
  if (in->hit) {
    const unsigned s = in->hit_owner & (NF_ENDPOINT_MAX_COMMANDS - 1);
    command *const c = &m->place[s];
    c->out = (uint8_t)(c->out - in->hit_goal);
    c->poison |= in->poison;
    if (c->injected && c->out == 0)
      m->ready |= 1ull << s & m->used;
    return;
  }
  if (in->poison) {
    // settle() went before: landed_poison is landed_poison_kept of the RTL here.
    if (!m->landed_poison)
      m->poison_first = m->landed;
    m->poison_last = m->landed;
    m->landed_poison = true;
  }
  m->landed++;
}

// free: the places as they were before one completed in this cycle. start, expect, wave and finish
// are of the command that generates, in its place, tail; two of them never come in one cycle but
// expect and finish, of a pull that is refused.
static void book_command(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in, uint64_t free) {
  if (in->start) {
    const unsigned s = (unsigned)__builtin_ctzll(free);
    command *const c = &m->place[s];
    c->injected = c->poison = false;
    c->pull = in->pull;
    c->id = in->id;
    c->turn = m->pulls;
    m->pulls = (uint8_t)(m->pulls + in->pull);
    m->used |= 1ull << s;
    m->tail = s;
    return;
  }
  command *const c = &m->place[m->tail];
  if (in->expect)
    // Also of a pull that is refused for want of a mapping: the other ranks deliver all the same.
    c->target = m->expected += in->expect_blocks;
  c->out = (uint8_t)(c->out + in->wave);
  if (in->finish) {
    c->injected = true;
    c->status = in->finish_status;
    c->poison |= in->finish_poison;
    if (c->out == 0)
      m->ready |= 1ull << m->tail;
  }
}

// due_q, acks_q and mcasts_q: pulses are added up in one cycle and booked in the next. The
// multicasts of a cycle are booked before its acknowledgements; more of those than are due is an
// error, and none are due after it. An acknowledgement that is not due may be a late one or a
// forged one; if the number fell below 0, one too many would make every later pull complete too
// early by one.
static bool book_acks(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in) {
  const uint32_t due = m->due + in->cfg_acks * m->mcasts;
  const bool err = m->acks > due;
  m->due = err ? 0 : due - m->acks;
  m->acks = (uint32_t)__builtin_popcount(in->ack & m->links_mask);
  m->mcasts = (uint32_t)__builtin_popcount(in->mcast & m->links_mask);
  return err;
}

// Totals start anew on all ranks. A completion at the interface stays until it is taken. That is
// how an abort ends all commands: without a completion, as software knows what it has given up.
static void clear(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in) {
  nf_endpoint_tracker_out *const out = &m->out;
  m->used = m->ready = 0;
  m->pulls = m->pulls_done = 0;
  m->acks = m->mcasts = m->due = m->landed = m->expected = m->drained = 0;
  m->landed_poison = false;
  for (unsigned s = 0; s < NF_ENDPOINT_MAX_COMMANDS; s++)
    m->place[s].out = 0;
  out->room = out->empty = true;
  out->done_valid = out->done_valid && !in->done_ready;
  out->out = 0;
  out->due = 0;
  out->busy = out->done_valid;
  out->event = 0;
}

// One edge. What completes is judged by the state as it was, as the RTL judges by registers; a
// place that becomes free in this cycle is not given away in it (free).
void nf_endpoint_tracker_step(nf_endpoint_tracker *m, const nf_endpoint_tracker_in *in) {
  nf_endpoint_tracker_out *const out = &m->out;
  if (in->clear) {
    clear(m, in);
    return;
  }
  // The place that a start gets must be the one that the RTL gives in this cycle, so it is looked
  // up before settle().
  const uint64_t free = ~m->used & m->all;
  settle(m, in);
  book_command(m, in, free);
  if (in->count_done)
    book_block(m, in);
  const bool err_ack = book_acks(m, in);
  const bool poison = (in->count_done && in->poison) || (in->finish && in->finish_poison);
  // Acknowledgements of the last cycle are not booked yet; multicasts are counted as due at once,
  // else a pull could complete between the two.
  const bool quiet = m->due == 0 && m->mcasts == 0;
  out->room = m->used != m->all;
  out->empty = m->used == 0 && quiet && m->acks == 0;
  out->tail = (uint8_t)m->tail;
  out->out = m->place[m->tail].out;
  out->due = m->due;
  out->busy = m->used != 0 || out->done_valid || !quiet;
  out->event = (uint16_t)((unsigned)poison << NF_ENDPOINT_EV_ERR_POISON |
                          (unsigned)err_ack << NF_ENDPOINT_EV_ERR_ACK);
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_endpoint_tracker_free(nf_endpoint_tracker *m) { free(m); }
