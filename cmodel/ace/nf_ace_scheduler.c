// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The chunk table, around the models of commands, creator and slots. A step works out from the
// state as it was what each of the three gets to see, then moves them and the table.
#include "nf_ace_scheduler.h"

#include "common/nf_rr_arb.h"
#include "nf_ace_commands.h"
#include "nf_ace_creator.h"
#include "nf_ace_slots.h"
#include <stdlib.h>

enum { ROWS = NF_ACE_MAX_CHUNKS, RX = 1 << 16 }; // RX: the RX DMA beside 16 machines

typedef struct {
  uint8_t phase; // of its partition; it is there, or on its way to the next
  uint8_t place, plan, phases, red_op, dtype, len, pitch;
  uint16_t index;
  uint32_t offset;
  uint8_t machine[8];
} row;

// A queue of rows.
typedef struct {
  uint8_t at[ROWS], read, count;
} queue;

struct nf_ace_scheduler {
  nf_ace_scheduler_out out;
  uint32_t machines, mask; // of row numbers
  nf_ace_commands *commands;
  nf_ace_creator *creator;
  nf_ace_slots *slots;
  const nf_ace_commands_out *c;
  const nf_ace_creator_out *n;
  const nf_ace_slots_out *s;
  uint32_t used, arrived; // bit r: row r
  row table[ROWS];
  uint8_t go_last;
  uint32_t done_ready, done_last; // bit m, RX; number
  // the done of the cycle before
  bool ev, ev_rx, ev_err;
  uint8_t ev_place, ev_row, ev_phase;
  queue loads, stores;
  bool even, load, store;
  uint8_t order; // row of load or store
  nf_ace_chunks chunks;
};

// u_loads, u_stores: they hold a row each at most once, so they are never full.
static void push(queue *q, uint8_t r) { q->at[(q->read + q->count++) % ROWS] = r; }

// The row at the head was picked.
static void pop(queue *q) {
  q->read = (uint8_t)((q->read + 1) % ROWS);
  q->count--;
}

// Ports cmd_* of u_commands.
static void copy_command(nf_ace_commands_in *to, const nf_ace_scheduler_in *in) {
  to->cmd_valid = true;
  to->cmd_src = in->cmd_src;
  to->cmd_dst = in->cmd_dst;
  to->cmd_src_stride = in->cmd_src_stride;
  to->cmd_dst_stride = in->cmd_dst_stride;
  to->cmd_block = in->cmd_block;
  to->cmd_src_total = in->cmd_src_total;
  to->cmd_dst_total = in->cmd_dst_total;
  to->cmd_msg = in->cmd_msg;
  to->cmd_tag = in->cmd_tag;
  to->cmd_src_pieces = in->cmd_src_pieces;
  to->cmd_dst_pieces = in->cmd_dst_pieces;
  to->cmd_plan = in->cmd_plan;
  to->cmd_red_op = in->cmd_red_op;
  to->cmd_dtype = in->cmd_dtype;
}

// What the commands see in this cycle.
static void commands_in(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in,
                        nf_ace_commands_in *to) {
  to->abort = in->abort;
  if (in->cmd_valid)
    copy_command(to, in);
  to->plan_done = m->n->plan_done;
  to->plan_ok = m->n->plan_ok;
  to->plan_phases = m->n->plan_phases;
  to->plan_first_room = m->s->room[0];
  to->plan_last_room = m->s->room[m->n->plan_phases];
  to->chunk_ready = m->n->chunk_ready;
  to->load = m->load;
  to->store = m->store;
  if (m->load || m->store) {
    const row *const r = &m->table[m->order];
    to->order_row = m->order;
    to->order_place = r->place;
    to->order_pitch = r->pitch;
    to->order_offset = r->offset;
    to->order_sram = m->s->sram;
  }
  to->txd_ready = in->txd_ready;
  to->rxd_ready = in->rxd_ready;
  to->fail = in->txd_done_valid && in->txd_done_err;
  to->fail_place = in->txd_done_id >> 5 & 3;
  to->poison = in->rxd_poison;
  to->poison_place = in->rxd_poison_id >> 5 & 3;
  to->end = m->ev && m->ev_rx;
  to->end_place = m->ev_place;
  to->end_err = m->ev_err;
  to->given_up = in->given_up;
  to->cpl_ready = in->cpl_ready;
}

// What the creator sees in this cycle: of partitions those that are set up and sound.
static void creator_in(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in,
                       nf_ace_creator_in *to) {
  to->abort = in->abort;
  to->cfg_valid = in->cfg_valid;
  to->cfg_addr = in->cfg_addr;
  to->cfg_wdata = in->cfg_wdata;
  to->run = in->run;
  to->stop = in->stop;
  to->plan_valid = m->c->plan_valid;
  to->plan = m->c->plan;
  to->chunk_valid = m->c->chunk_valid;
  to->chunk_plan = m->c->chunk_plan;
  to->chunk_phases = m->c->chunk_phases;
  to->set = m->s->set & in->sound;
  to->first_free = m->s->first_free;
  to->used = m->used;
  for (unsigned k = 0; k < m->machines; k++)
    to->free[k] = in->free[k];
}

// A chunk that is where it begins its phase and holds its slot of the next partition.
static void start(nf_ace_scheduler *m, nf_ace_creator_in *creator, nf_ace_slots_in *slots) {
  nf_ace_scheduler_out *const o = &m->out;
  uint32_t can = 0;
  o->ready_valid = 0;
  for (uint32_t left = m->arrived; left != 0; left &= left - 1) {
    const unsigned r = (unsigned)__builtin_ctz(left);
    // Its own slot it has; it needs that of the partition into which the phase writes.
    can |= (uint32_t)(m->s->held[r] >> (m->table[r].phase + 1) & 1) << r;
  }
  if (can == 0)
    return;
  const unsigned r = nf_rr_arb_pick(can, m->go_last);
  const row *const k = &m->table[r];
  m->go_last = (uint8_t)r;
  m->arrived &= ~(1u << r);
  m->chunks.slot[k->phase]--;
  m->chunks.machine[k->phase]++;
  o->ready_valid = (uint16_t)(1u << k->machine[k->phase]);
  creator->look = slots->look = true;
  creator->look_plan = k->plan;
  creator->look_phase = slots->look_part = k->phase;
  slots->look_row = (uint8_t)r;
  uint64_t *const ctx = o->ready_ctx;
  nf_ace_ctx_set_id(ctx, (uint8_t)r);
  nf_ace_ctx_set_phase(ctx, k->phase);
  nf_ace_ctx_set_red_op(ctx, k->red_op);
  nf_ace_ctx_set_dtype(ctx, k->dtype);
  nf_ace_ctx_set_len(ctx, k->len);
  nf_ace_ctx_set_pitch(ctx, k->pitch);
  nf_ace_ctx_set_index(ctx, k->index);
  nf_ace_ctx_set_src_room(ctx, m->s->room[k->phase]);
  nf_ace_ctx_set_dst_room(ctx, m->s->room[k->phase + 1]);
}

// The order that the next load or store becomes.
static void pick(nf_ace_scheduler *m, nf_ace_slots_in *slots) {
  const bool load = m->even && m->loads.count != 0 && !m->load && !m->c->txd_valid;
  const bool store = !m->even && m->stores.count != 0 && !m->store && !m->c->rxd_valid;
  m->load = load;
  m->store = store;
  m->even = !m->even;
  if (!load && !store)
    return;
  queue *const q = load ? &m->loads : &m->stores;
  m->order = q->at[q->read];
  slots->pick = true;
  slots->pick_row = m->order;
  slots->pick_part = load ? 0 : m->table[m->order].phases;
  pop(q);
}

// What was done a cycle ago: the chunk leaves its slot, and goes on.
static void settle(nf_ace_scheduler *m, nf_ace_slots_in *slots) {
  row *const k = &m->table[m->ev_row];
  m->out.chunk_done = m->ev && m->ev_rx;
  if (!m->ev)
    return;
  slots->release = true;
  slots->release_row = m->ev_row;
  slots->release_part = m->ev_rx ? k->phases : m->ev_phase;
  if (m->ev_rx) {
    m->used &= ~(1u << m->ev_row);
    m->chunks.store--;
    return;
  }
  m->chunks.machine[k->phase]--;
  k->phase = (m->ev_phase + 1) & 7;
  if (k->phase == k->phases) {
    push(&m->stores, m->ev_row);
    m->chunks.store++;
  } else {
    m->arrived |= 1u << m->ev_row;
    m->chunks.slot[k->phase]++;
  }
}

// The done whose port is open is taken; another port opens.
static void take_done(nf_ace_scheduler *m, const nf_ace_scheduler_in *in) {
  m->ev = m->done_ready != 0;
  // In an abort what the RX DMA has done is taken and forgotten.
  uint32_t valid = (in->abort ? 0u : in->done_valid) | (in->rxd_done_valid ? RX : 0u);
  if (m->ev) {
    const unsigned k = (unsigned)__builtin_ctz(m->done_ready);
    const uint8_t id = m->done_ready == RX ? in->rxd_done_id : in->done_id[k];
    m->ev_rx = m->done_ready == RX;
    m->ev_err = in->rxd_done_err;
    m->ev_place = id >> 5 & 3;
    m->ev_row = id & (uint8_t)m->mask;
    m->ev_phase = m->ev_rx ? 0 : in->done_phase[k] & 7;
    // Whoever has its port open in this cycle is taken now; what it shows belongs to the same done.
    valid &= ~m->done_ready;
  }
  m->done_ready = 0;
  if (valid != 0) {
    // The RX DMA follows the last machine.
    m->done_last = nf_rr_arb_pick(valid, m->done_last);
    m->done_ready = 1u << m->done_last;
  }
  m->out.done_ready = (uint16_t)m->done_ready;
  m->out.rxd_done_ready = m->done_ready == RX;
}

// A step of the chunk that is created.
static void create(nf_ace_scheduler *m, nf_ace_slots_in *slots) {
  const nf_ace_creator_out *const n = m->n;
  row *const k = &m->table[n->step_row];
  slots->take = true;
  slots->take_row = n->step_row;
  slots->take_part = n->step_part;
  if (n->step_part == 0) {
    const nf_ace_commands_out *const c = m->c;
    k->phase = 0;
    k->place = c->chunk_place;
    k->plan = c->chunk_plan;
    k->phases = c->chunk_phases;
    k->red_op = c->chunk_red_op;
    k->dtype = c->chunk_dtype;
    k->len = c->chunk_len;
    k->pitch = c->chunk_pitch;
    k->index = c->chunk_index;
    k->offset = c->chunk_offset;
    m->used |= 1u << n->step_row;
    m->chunks.load++;
    push(&m->loads, n->step_row);
  }
  k->machine[n->step_part] = n->step_machine;
}

// Ports that are outputs of u_commands and u_creator.
static void copy_out(nf_ace_scheduler *m) {
  nf_ace_scheduler_out *const o = &m->out;
  const nf_ace_commands_out *const c = m->c;
  const nf_ace_creator_out *const n = m->n;
  o->cmd_ready = c->cmd_ready;
  o->free = c->free;
  o->txd_valid = c->txd_valid;
  o->rxd_valid = c->rxd_valid;
  o->cpl_valid = c->cpl_valid;
  o->cpl_tag = c->cpl_tag;
  o->cpl_status = c->cpl_status;
  o->busy = c->busy;
  o->reserve_valid = n->reserve_valid;
  o->reserve_id = n->reserve_id;
  o->reserve_phase = n->reserve_phase;
}

// txd_* and rxd_*, which change only in the cycle after load_q or store_q.
static void copy_orders(nf_ace_scheduler *m, bool load, bool store) {
  nf_ace_scheduler_out *const o = &m->out;
  const nf_ace_commands_out *const c = m->c;
  if (load) {
    o->txd_id = c->txd_id;
    o->txd_addr = c->txd_addr;
    o->txd_stride = c->txd_stride;
    o->txd_pieces = c->txd_pieces;
    o->txd_block = c->txd_block;
    o->txd_total = c->txd_total;
    o->txd_msg = c->txd_msg;
    o->txd_sram = c->txd_sram;
    o->txd_pitch = c->txd_pitch;
  }
  if (store) {
    o->rxd_id = c->rxd_id;
    o->rxd_addr = c->rxd_addr;
    o->rxd_stride = c->rxd_stride;
    o->rxd_pieces = c->rxd_pieces;
    o->rxd_block = c->rxd_block;
    o->rxd_total = c->rxd_total;
    o->rxd_msg = c->rxd_msg;
    o->rxd_sram = c->rxd_sram;
    o->rxd_pitch = c->rxd_pitch;
  }
}

// No chunk is left of what was begun.
static void forget(nf_ace_scheduler *m) {
  m->used = m->arrived = 0;
  m->ev = m->load = m->store = false;
  m->loads.count = m->stores.count = 0;
  m->out.ready_valid = 0;
  m->out.chunk_done = false;
  m->chunks = (nf_ace_chunks){0};
}

// One edge. Each function reads the other blocks' outputs of this cycle and writes what they will
// see; the blocks step after all of them. load and store are those of before pick(), which make the
// order that is at the DMA's port after this step. In arrived, start() clears before settle() and
// the TX DMA set, as arrived_d does. Addresses and pc come from registers of slots and creator, so
// they are put into the record after those have stepped.
void nf_ace_scheduler_step(nf_ace_scheduler *m, const nf_ace_scheduler_in *in) {
  // Nothing is commanded and nothing comes: only the turn of the DMAs goes on.
  if (!m->c->busy && !m->c->cpl_valid && !in->cmd_valid && !in->cfg_valid && !m->ev &&
      m->done_ready == 0 && !m->n->step && !m->n->plan_done && !in->txd_done_valid &&
      !in->rxd_done_valid && in->done_valid == 0 && !m->out.chunk_done && !in->abort) {
    m->even = !m->even;
    return;
  }
  nf_ace_commands_in commands = {0};
  nf_ace_creator_in creator = {0};
  nf_ace_slots_in slots = {0};
  const bool load = m->load, store = m->store;
  slots.abort = in->abort;
  slots.cfg_valid = in->cfg_valid;
  slots.cfg_addr = in->cfg_addr;
  slots.cfg_wdata = in->cfg_wdata;
  commands_in(m, in, &commands);
  creator_in(m, in, &creator);
  start(m, &creator, &slots);
  pick(m, &slots);
  settle(m, &slots);
  if (m->n->step)
    create(m, &slots);
  if (in->txd_done_valid) {
    m->arrived |= 1u << (in->txd_done_id & m->mask);
    m->chunks.load--;
    m->chunks.slot[0]++;
  }
  take_done(m, in);
  if (in->abort)
    forget(m);

  nf_ace_commands_step(m->commands, &commands);
  nf_ace_creator_step(m->creator, &creator);
  if (slots.abort || slots.cfg_valid || slots.take || slots.release || slots.look || slots.pick)
    nf_ace_slots_step(m->slots, &slots);
  if (slots.look) {
    nf_ace_ctx_set_pc(m->out.ready_ctx, m->n->pc);
    nf_ace_ctx_set_src(m->out.ready_ctx, m->s->src);
    nf_ace_ctx_set_dst(m->out.ready_ctx, m->s->dst);
  }
  copy_out(m);
  copy_orders(m, load, store);
}

// u_creator, u_slots, u_commands; they refuse the parameters. Row numbers are cut to RowBits bits.
nf_status nf_ace_scheduler_init(nf_ace_scheduler **m, const nf_ace_scheduler_cfg *cfg) {
  nf_ace_scheduler *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  const nf_ace_creator_cfg creator = {.Machines = cfg->Machines, .Chunks = cfg->Chunks};
  const nf_ace_slots_cfg slots = {.Chunks = cfg->Chunks};
  const nf_ace_commands_cfg commands = {.Halves = cfg->Halves, .WordBytes = cfg->WordBytes};
  nf_status status = nf_ace_creator_init(&n->creator, &creator);
  if (status == NF_OK)
    status = nf_ace_slots_init(&n->slots, &slots);
  if (status == NF_OK)
    status = nf_ace_commands_init(&n->commands, &commands);
  if (status != NF_OK) {
    nf_ace_scheduler_free(n);
    return status;
  }
  n->machines = cfg->Machines;
  n->mask = (1u << (32 - __builtin_clz(cfg->Chunks - 1))) - 1;
  n->c = nf_ace_commands_peek(n->commands);
  n->n = nf_ace_creator_peek(n->creator);
  n->s = nf_ace_slots_peek(n->slots);
  n->out.txd_done_ready = true;
  copy_out(n);
  *m = n;
  return NF_OK;
}

// Outputs of the blocks and registers.
const nf_ace_scheduler_out *nf_ace_scheduler_peek(const nf_ace_scheduler *m) { return &m->out; }

// The model's own counts: the RTL has none.
const nf_ace_chunks *nf_ace_scheduler_chunks(const nf_ace_scheduler *m) { return &m->chunks; }

void nf_ace_scheduler_free(nf_ace_scheduler *m) {
  if (m == NULL)
    return;
  nf_ace_commands_free(m->commands);
  nf_ace_creator_free(m->creator);
  nf_ace_slots_free(m->slots);
  free(m);
}
