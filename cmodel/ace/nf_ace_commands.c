// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Four places, a queue of those whose chunks are not all made, and the registers at the ports. A
// step uses the state as it was: what this cycle adds to a place counts in the next.
//
// A payload becomes chunks here (ACE 4.1, Table 4): chunk c takes message c of every piece.
// Commands are checked and cut in the order in which they came, since the order in which chunks are
// created must be the same on all nodes; they end in any order, each when its last chunk has.
#include "nf_ace_commands.h"

#include "ace/nf_ace_word.h"
#include "common/nf_defs.h"
#include "common/nf_rr_arb.h"
#include <stdlib.h>

enum { PLACES = NF_ACE_COMMAND_PLACES };

// src_q, dst_q, common_q, and what gen_place has of it. A command keeps its place until its
// completion has gone to the port, so a host that reads none soon finds no place for another
// command.
typedef struct {
  uint64_t src, dst;
  uint32_t src_stride, dst_stride, block, src_total, dst_total;
  uint16_t msg, tag;
  uint8_t src_pieces, dst_pieces, plan, red_op, dtype;
  bool closed;   // all chunks are made
  uint8_t count; // of them in flight
  uint8_t status;
} place;

struct nf_ace_commands {
  nf_ace_commands_out out;
  bool halves;
  uint32_t word; // bytes of a bus word
  place at[PLACES];
  // used_q and turn_q; u_order; left_q. phases_q, offset_q and index_q are ports as well, in out.
  uint8_t used, turn;                 // bit p: place p; the place that ended last
  uint8_t order[PLACES], read, waits; // places whose chunks are not all made: ring, first, how many
  enum { IDLE, PLAN, OFFER } state;
  uint32_t left; // bytes of each piece from the next chunk on
};

// `data`: without pieces on either side the command is a barrier, one chunk that moves nothing. It
// takes part in all phases all the same, so that its tokens pass behind those of the chunks before
// it.
static bool has_data(const place *c) { return (c->src_pieces | c->dst_pieces) != 0; }

// `pitch`: SRAM packets of a message, rounded up; one for a barrier, so that its slot has an
// address. A message begins at an SRAM packet, for packets are what SRAM and links know (ACE 4.1:
// packets are the unit of processing).
static unsigned pitch_of(const nf_ace_commands *m, const place *c) {
  const uint32_t packet = NF_ACE_PACKET_WORDS * m->word;
  return has_data(c) ? (c->msg + packet - 1) / packet : 1;
}

// always_comb of `verdict`. There the last assignment wins, so the checks stand here in reverse
// order: a plan that does not exist has no rooms that could be compared. No command is believed: of
// what passes here a message has 1 to 64 words, all its messages together fit into the slots at
// both ends, and the ALUs know the op.
static uint8_t verdict(const nf_ace_commands *m, const place *c, const nf_ace_commands_in *in) {
  if (!in->plan_ok)
    return NF_ACE_STATUS_BAD_PLAN;
  if (has_data(c) &&
      (c->msg == 0 || c->msg > nf_ace_longest_message(m->word) || c->msg % 4 != 0 || c->block == 0))
    return NF_ACE_STATUS_BAD_SIZE;
  if (c->src_pieces * pitch_of(m, c) > in->plan_first_room ||
      c->dst_pieces * pitch_of(m, c) > in->plan_last_room)
    return NF_ACE_STATUS_BAD_ROOM;
  if (!nf_op_built(c->red_op, c->dtype, m->halves, false))
    return NF_ACE_STATUS_BAD_OP;
  return NF_ACE_STATUS_OK;
}

// The offer follows from the command at the head and from how much of it is left. While nothing is
// offered the fields are zero, as in the RTL.
static void show(nf_ace_commands *m, unsigned head) {
  nf_ace_commands_out *const o = &m->out;
  const place *const c = &m->at[head];
  o->plan_valid = m->state == PLAN;
  o->plan = o->plan_valid ? c->plan : 0;
  o->chunk_valid = m->state == OFFER;
  if (!o->chunk_valid) {
    o->chunk_place = o->chunk_plan = o->chunk_red_op = o->chunk_dtype = 0;
    o->chunk_len = o->chunk_pitch = 0;
    return;
  }
  o->chunk_place = (uint8_t)head;
  o->chunk_plan = c->plan;
  o->chunk_red_op = c->red_op;
  o->chunk_dtype = c->dtype;
  // The last chunk may be shorter; its pitch is that of all.
  const uint32_t bytes = m->left < c->msg ? m->left : c->msg;
  const uint32_t words = has_data(c) ? (bytes + m->word - 1) / m->word : 0;
  o->chunk_len = (uint8_t)words;
  o->chunk_pitch = (uint8_t)pitch_of(m, c);
}

// True when all chunks of the head are made. In the RTL's states: one command at a time, and of
// this one chunk at a time.
static bool advance(nf_ace_commands *m, const nf_ace_commands_in *in, unsigned head) {
  nf_ace_commands_out *const o = &m->out;
  place *const c = &m->at[head];
  bool done = false;
  switch (m->state) {
  case IDLE:
    if (m->waits == 0)
      return false;
    // A chunk takes as much from each piece, so it is a piece's bytes that are counted down, not
    // the payload's.
    m->left = c->block;
    o->chunk_offset = 0;
    o->chunk_index = 0;
    m->state = PLAN;
    break;
  case PLAN:
    // phases_q follows the answer's wires in every cycle of the state; the last one is the
    // answer's.
    o->chunk_phases = in->plan_phases & 7;
    if (!in->plan_done)
      return false;
    c->status = verdict(m, c, in);
    done = c->status != NF_ACE_STATUS_OK;
    m->state = done ? IDLE : OFFER;
    break;
  case OFFER:
    if (!in->chunk_ready)
      return false;
    done = !has_data(c) || m->left <= c->msg;
    c->count++;
    // Behind the last chunk this wraps; IDLE loads it anew.
    m->left -= c->msg;
    o->chunk_offset += c->msg;
    o->chunk_index++;
    if (done)
      m->state = IDLE;
    break;
  }
  c->closed |= done;
  show(m, head);
  return done;
}

// Registers txd_* and rxd_*, loaded by load_i and store_i. A chunk's order is its command's, moved
// on by the bytes before it; a total that ends before it leaves nothing. That is how bytes past the
// total come out as zeros on the way in and are dropped on the way out: nf_ace_pieces counts down
// from here.
static void order(nf_ace_commands *m, const nf_ace_commands_in *in) {
  nf_ace_commands_out *const o = &m->out;
  const place *const c = &m->at[in->order_place & 3];
  const uint32_t before = in->order_offset;
  const uint8_t id = (uint8_t)((in->order_place & 3) << 5 | (in->order_row & 31));
  const uint64_t wrap = (1ull << 48) - 1;
  if (in->load) {
    o->txd_id = id;
    o->txd_addr = (c->src + before) & wrap;
    o->txd_stride = c->src_stride;
    o->txd_pieces = c->src_pieces;
    o->txd_block = c->block - before;
    o->txd_total = c->src_total > before ? c->src_total - before : 0;
    o->txd_msg = c->msg;
    o->txd_sram = in->order_sram;
    o->txd_pitch = in->order_pitch;
  }
  if (in->store) {
    o->rxd_id = id;
    o->rxd_addr = (c->dst + before) & wrap;
    o->rxd_stride = c->dst_stride;
    o->rxd_pieces = c->dst_pieces;
    o->rxd_block = c->block - before;
    o->rxd_total = c->dst_total > before ? c->dst_total - before : 0;
    o->rxd_msg = c->msg;
    o->rxd_sram = in->order_sram;
    o->rxd_pitch = in->order_pitch;
  }
}

// Moves one command that is over to the interface. Of several that are over each has its turn, so
// no completion waits behind others for ever.
static void complete(nf_ace_commands *m, const nf_ace_commands_in *in) {
  nf_ace_commands_out *const o = &m->out;
  if (o->cpl_valid && !in->cpl_ready)
    return;
  unsigned over = 0;
  for (unsigned p = 0; p < PLACES; p++)
    over |= (unsigned)((m->used >> p & 1) && m->at[p].closed && m->at[p].count == 0) << p;
  o->cpl_valid = over != 0;
  if (over == 0)
    return;
  const unsigned p = nf_rr_arb_pick(over, m->turn);
  o->cpl_tag = m->at[p].tag;
  o->cpl_status = m->at[p].status;
  m->turn = (uint8_t)p;
  m->used &= (uint8_t) ~(1u << p);
}

// src_q, dst_q, common_q, `begins` of gen_place, and u_order: the command gets in line for its
// chunks. It gets the lowest free place, whose number goes with all its chunks: through rows, DMAs
// and back.
static void enter(nf_ace_commands *m, const nf_ace_commands_in *in, unsigned p) {
  m->at[p] = (place){.src = in->cmd_src,
                     .dst = in->cmd_dst,
                     .src_stride = in->cmd_src_stride,
                     .dst_stride = in->cmd_dst_stride,
                     .block = in->cmd_block,
                     .src_total = in->cmd_src_total,
                     .dst_total = in->cmd_dst_total,
                     .msg = in->cmd_msg,
                     .tag = in->cmd_tag,
                     .src_pieces = in->cmd_src_pieces,
                     .dst_pieces = in->cmd_dst_pieces,
                     .plan = in->cmd_plan & 7,
                     .red_op = in->cmd_red_op & 15,
                     .dtype = in->cmd_dtype & 15};
  m->used |= (uint8_t)(1u << p);
  m->order[(m->read + m->waits++) % PLACES] = (uint8_t)p;
}

// What became of the chunks. AXI_ERROR and TIMEOUT say more than POISONED and take its place: they
// name the node at which it happened. What fails first or last does not matter, as a command has
// one status.
static void account(nf_ace_commands *m, const nf_ace_commands_in *in) {
  const uint8_t failed = in->given_up ? NF_ACE_STATUS_TIMEOUT : NF_ACE_STATUS_AXI_ERROR;
  if (in->poison && m->at[in->poison_place & 3].status == NF_ACE_STATUS_OK)
    m->at[in->poison_place & 3].status = NF_ACE_STATUS_POISONED;
  if (in->fail)
    m->at[in->fail_place & 3].status = failed;
  if (in->end) {
    place *const c = &m->at[in->end_place & 3];
    c->count--;
    if (in->end_err)
      c->status = failed;
  }
}

// Every command that is not over ends; its completion is offered when the abort is over. All nodes
// go on together from a new epoch, so a command that has been cut in part is of no use to any of
// them. What of its result has been written is not said (STATUS_ABORTED).
static void abandon(nf_ace_commands *m, const nf_ace_commands_in *in) {
  m->out.cpl_valid &= !in->cpl_ready;
  m->state = IDLE;
  m->waits = 0;
  show(m, 0);
  for (unsigned p = 0; p < PLACES; p++) {
    place *const c = &m->at[p];
    // What is over already ended by itself, and says so.
    if (!(m->used >> p & 1) || (c->closed && c->count == 0))
      continue;
    c->closed = true;
    c->count = 0;
    c->status = NF_ACE_STATUS_ABORTED;
  }
}

// One edge. The new command enters last: its place was free before, and what was given free in this
// cycle is not. complete() comes before advance() and account(), as `over` is of the counts before.
// In an abort no completion is made, only the one at the port may leave: the host reads of all
// others when the engine is at rest.
void nf_ace_commands_step(nf_ace_commands *m, const nf_ace_commands_in *in) {
  nf_ace_commands_out *const o = &m->out;
  const bool accept = in->cmd_valid && o->cmd_ready;
  const unsigned free_place = (unsigned)__builtin_ctz(~(unsigned)m->used);
  // An order that no DMA has taken is withdrawn by an abort; one that was taken is not,
  // nf_ace_drain waits for it.
  o->txd_valid = !in->abort && (in->load || (o->txd_valid && !in->txd_ready));
  o->rxd_valid = !in->abort && (in->store || (o->rxd_valid && !in->rxd_ready));
  order(m, in);
  if (in->abort) {
    abandon(m, in);
  } else {
    complete(m, in);
    if (advance(m, in, m->order[m->read])) {
      m->read = (uint8_t)((m->read + 1) % PLACES);
      m->waits--;
    }
    account(m, in);
  }
  if (accept)
    enter(m, in, free_place);
  o->cmd_ready = m->used != (1u << PLACES) - 1;
  o->free = (uint8_t)(PLACES - __builtin_popcount(m->used));
  o->busy = m->used != 0;
}

// NF_PARAM CommandsWordBytes; all places are free. Halves decides which ops pass; WordBytes what a
// packet holds.
nf_status nf_ace_commands_init(nf_ace_commands **m, const nf_ace_commands_cfg *cfg) {
  if (cfg->Halves > 1)
    return "nf_ace_commands: Halves must be 0 or 1";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_commands: WordBytes must be 32, 64, 128 or 256";
  nf_ace_commands *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->halves = cfg->Halves;
  n->word = cfg->WordBytes;
  n->out.cmd_ready = true;
  n->out.free = PLACES;
  *m = n;
  return NF_OK;
}

// Registers, and functions of them that step() and show() keep up to date. free_o and busy_o count
// places.
const nf_ace_commands_out *nf_ace_commands_peek(const nf_ace_commands *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_commands_free(nf_ace_commands *m) { free(m); }
