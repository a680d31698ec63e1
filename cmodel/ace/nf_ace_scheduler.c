// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The wires between the models of commands, creator and chunk table. A step works out from their
// outputs of this cycle what each of the three gets to see, then moves them.
#include "nf_ace_scheduler.h"

#include "nf_ace_commands.h"
#include "nf_ace_creator.h"
#include <stdlib.h>
#include <string.h>

struct nf_ace_scheduler {
  nf_ace_scheduler_out out;
  uint32_t machines;
  nf_ace_commands *commands;
  nf_ace_creator *creator;
  nf_ace_chunk_table *table;
  const nf_ace_commands_out *c;
  const nf_ace_creator_out *n;
  const nf_ace_chunk_table_out *t;
};

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
  to->plan_first_room = m->t->room[0];
  to->plan_last_room = m->t->room[m->n->plan_phases];
  to->chunk_ready = m->n->chunk_ready;
  to->load = m->t->load;
  to->store = m->t->store;
  to->order_row = m->t->order_row;
  to->order_place = m->t->order_place;
  to->order_pitch = m->t->order_pitch;
  to->order_offset = m->t->order_offset;
  to->order_sram = m->t->order_sram;
  to->txd_ready = in->txd_ready;
  to->rxd_ready = in->rxd_ready;
  to->fail = in->txd_done_valid && in->txd_done_err;
  to->fail_place = in->txd_done_id >> 5 & 3;
  to->poison = in->rxd_poison;
  to->poison_place = in->rxd_poison_id >> 5 & 3;
  to->end = m->t->end;
  to->end_place = m->t->end_place;
  to->end_err = m->t->end_err;
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
  to->set = m->t->set & in->sound;
  to->first_free = m->t->first_free;
  to->used = m->t->used;
  for (unsigned k = 0; k < m->machines; k++)
    to->free[k] = in->free[k];
  to->look = m->t->look;
  to->look_plan = m->t->look_plan;
  to->look_phase = m->t->look_phase;
}

// What the chunk table sees in this cycle: what is created and what is done.
static void table_in(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in,
                     nf_ace_chunk_table_in *to) {
  const nf_ace_commands_out *const c = m->c;
  to->abort = in->abort;
  to->cfg_valid = in->cfg_valid;
  to->cfg_addr = in->cfg_addr;
  to->cfg_wdata = in->cfg_wdata;
  to->step = m->n->step;
  to->step_row = m->n->step_row;
  to->step_part = m->n->step_part;
  to->step_machine = m->n->step_machine;
  to->chunk_place = c->chunk_place;
  to->chunk_plan = c->chunk_plan;
  to->chunk_phases = c->chunk_phases;
  to->chunk_red_op = c->chunk_red_op;
  to->chunk_dtype = c->chunk_dtype;
  to->chunk_len = c->chunk_len;
  to->chunk_pitch = c->chunk_pitch;
  to->chunk_index = c->chunk_index;
  to->chunk_offset = c->chunk_offset;
  to->txd_done_valid = in->txd_done_valid;
  to->txd_done_row = in->txd_done_id & 31;
  to->done_valid = in->done_valid;
  memcpy(to->done_id, in->done_id, sizeof to->done_id);
  memcpy(to->done_phase, in->done_phase, sizeof to->done_phase);
  to->rxd_done_valid = in->rxd_done_valid;
  to->rxd_done_err = in->rxd_done_err;
  to->rxd_done_id = in->rxd_done_id;
  to->txd_busy = c->txd_valid;
  to->rxd_busy = c->rxd_valid;
}

// Ports that are outputs of the blocks.
static void copy_out(nf_ace_scheduler *m) {
  nf_ace_scheduler_out *const o = &m->out;
  const nf_ace_commands_out *const c = m->c;
  const nf_ace_creator_out *const n = m->n;
  const nf_ace_chunk_table_out *const t = m->t;
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
  o->done_ready = t->done_ready;
  o->rxd_done_ready = t->rxd_done_ready;
  o->chunk_done = t->chunk_done;
  o->ready_valid = t->ready_valid;
}

// ready_ctx_o: where the phase's program begins comes from the creator's plans.
static void copy_context(nf_ace_scheduler *m) {
  memcpy(m->out.ready_ctx, m->t->ready_ctx, sizeof m->out.ready_ctx);
  nf_ace_ctx_set_pc(m->out.ready_ctx, m->n->pc);
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

// Nothing is commanded and nothing comes: commands and creator stay as they are.
static bool idle(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in) {
  const bool quiet = !m->c->busy && !m->c->cpl_valid && !m->n->step && !m->n->plan_done &&
                     !m->t->end && !m->t->chunk_done && !m->t->look;
  return quiet && !in->cmd_valid && !in->cfg_valid && !in->txd_done_valid && !in->rxd_poison &&
         !in->abort;
}

// One edge. load and store are those of before the table's step, which make the order that is at
// the DMA's port after this step.
void nf_ace_scheduler_step(nf_ace_scheduler *m, const nf_ace_scheduler_in *in) {
  const bool load = m->t->load, store = m->t->store, look = m->t->look, rests = idle(m, in);
  nf_ace_commands_in commands = {0};
  nf_ace_creator_in creator = {0};
  nf_ace_chunk_table_in table = {0};
  table_in(m, in, &table);
  if (!rests) {
    commands_in(m, in, &commands);
    creator_in(m, in, &creator);
    nf_ace_commands_step(m->commands, &commands);
    nf_ace_creator_step(m->creator, &creator);
  }
  nf_ace_chunk_table_step(m->table, &table);
  copy_out(m);
  copy_orders(m, load, store);
  if (look)
    copy_context(m);
}

// u_creator, u_table, u_commands; they refuse the parameters.
nf_status nf_ace_scheduler_init(nf_ace_scheduler **m, const nf_ace_scheduler_cfg *cfg) {
  nf_ace_scheduler *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  const nf_ace_creator_cfg creator = {.Machines = cfg->Machines, .Chunks = cfg->Chunks};
  const nf_ace_chunk_table_cfg table = {.Machines = cfg->Machines, .Chunks = cfg->Chunks};
  const nf_ace_commands_cfg commands = {.Halves = cfg->Halves, .WordBytes = cfg->WordBytes};
  nf_status status = nf_ace_creator_init(&n->creator, &creator);
  if (status == NF_OK)
    status = nf_ace_chunk_table_init(&n->table, &table);
  if (status == NF_OK)
    status = nf_ace_commands_init(&n->commands, &commands);
  if (status != NF_OK) {
    nf_ace_scheduler_free(n);
    return status;
  }
  n->machines = cfg->Machines;
  n->c = nf_ace_commands_peek(n->commands);
  n->n = nf_ace_creator_peek(n->creator);
  n->t = nf_ace_chunk_table_peek(n->table);
  n->out.txd_done_ready = true;
  copy_out(n);
  *m = n;
  return NF_OK;
}

// Outputs of the blocks.
const nf_ace_scheduler_out *nf_ace_scheduler_peek(const nf_ace_scheduler *m) { return &m->out; }

// The model's own counts: the RTL has none.
const nf_ace_chunks *nf_ace_scheduler_chunks(const nf_ace_scheduler *m) {
  return nf_ace_chunk_table_chunks(m->table);
}

void nf_ace_scheduler_free(nf_ace_scheduler *m) {
  if (m == NULL)
    return;
  nf_ace_commands_free(m->commands);
  nf_ace_creator_free(m->creator);
  nf_ace_chunk_table_free(m->table);
  free(m);
}
