// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The wires between the models of commands, creator and chunk table. A step works out from their
// outputs of this cycle what each of the three gets to see, then moves them.
//
// All that the three blocks exchange are registers of theirs, or functions of registers. So no
// input passes through two blocks within a cycle, and each may step from what the others showed
// before.
//
// The order in which chunks are created is the one thing that must be the same on all nodes
// (docs/ace-chunks.md): ACE 4.3.2 inserts a chunk into a machine's queue when it enters the phase,
// here its entry is reserved when it is created. Otherwise two nodes could have different chunks
// first at the two machines that talk to each other, and both would wait for ever.
#include "nf_ace_scheduler.h"

#include "nf_ace_commands.h"
#include "nf_ace_creator.h"
#include <stdlib.h>
#include <string.h>

struct nf_ace_scheduler {
  nf_ace_scheduler_out out;
  // of free[]: those that are built
  uint32_t machines;
  nf_ace_commands *commands;
  nf_ace_creator *creator;
  nf_ace_chunk_table *table;
  // Outputs of the three, which stay at one address: they change with a step of their block alone.
  const nf_ace_commands_out *c;
  const nf_ace_creator_out *n;
  const nf_ace_chunk_table_out *t;
};

// Ports cmd_* of u_commands. The fields come from the host as they were written; nothing here
// believes them. u_commands refuses what cannot be run before a chunk is made of it.
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

// What the commands see in this cycle. u_commands checks a command against the plan's partitions
// and never sees a chunk again: the table reports what became of each by the place of its command,
// one of four.
static void commands_in(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in,
                        nf_ace_commands_in *to) {
  to->abort = in->abort;
  if (in->cmd_valid)
    copy_command(to, in);
  to->plan_done = m->n->plan_done;
  to->plan_ok = m->n->plan_ok;
  to->plan_phases = m->n->plan_phases;
  // BAD_ROOM: a chunk must fit into a slot of the first partition, to which it is loaded, and of
  // the plan's last, from which it is stored; else it would lie over the slot behind. Programs are
  // held to those in between by the machines (FAULT_OVERRUN).
  to->plan_first_room = m->t->room[0];
  to->plan_last_room = m->t->room[m->n->plan_phases];
  to->chunk_ready = m->n->chunk_ready;
  // The row gives offset, pitch and slot of an order, the command the rest: addresses and strides
  // are kept once a command, not once a row.
  to->load = m->t->load;
  to->store = m->t->store;
  to->order_row = m->t->order_row;
  to->order_place = m->t->order_place;
  to->order_pitch = m->t->order_pitch;
  to->order_offset = m->t->order_offset;
  to->order_sram = m->t->order_sram;
  to->txd_ready = in->txd_ready;
  to->rxd_ready = in->rxd_ready;
  // Bits 6:5 of a DMA's id are the command's place. A read that failed is noted with the command
  // and does not stop the chunk: other nodes wait for its messages, which go on with the data as it
  // came, poisoned.
  to->fail = in->txd_done_valid && in->txd_done_err;
  to->fail_place = in->txd_done_id >> 5 & 3;
  // Reported before the order that wrote it is complete, so the command cannot have ended.
  to->poison = in->rxd_poison;
  to->poison_place = in->rxd_poison_id >> 5 & 3;
  to->end = m->t->end;
  to->end_place = m->t->end_place;
  to->end_err = m->t->end_err;
  // Makes TIMEOUT of AXI_ERROR: from a memory that stands still the way out is a reset, of its port
  // too.
  to->given_up = in->given_up;
  to->cpl_ready = in->cpl_ready;
}

// What the creator sees in this cycle: of partitions those that are set up and sound. A partition
// that leaves the SRAM or overlaps another is left out, so that its plans are refused as those of a
// partition that was never written: chunks of two plans would overwrite each other's data.
static void creator_in(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in,
                       nf_ace_creator_in *to) {
  to->abort = in->abort;
  to->cfg_valid = in->cfg_valid;
  to->cfg_addr = in->cfg_addr;
  to->cfg_wdata = in->cfg_wdata;
  // Neither stops a chunk that is being created: it holds places in the lines of slots, and those
  // who come behind it there wait for it.
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
  // A step waits for an entry in its machine's queue. The oldest chunk waits for none, so entries
  // come free again whatever the programs do to each other.
  for (unsigned k = 0; k < m->machines; k++)
    to->free[k] = in->free[k];
  // A phase starts: the creator has the plans, so it is asked where the program begins.
  to->look = m->t->look;
  to->look_plan = m->t->look_plan;
  to->look_phase = m->t->look_phase;
}

// What the chunk table sees in this cycle: what is created and what is done. The chunk_* fields
// come from the commands, beside the creator's step: they hold still until the last step has taken
// the chunk, so the table may read them with the first one.
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
  // What is loaded has a way of its own, past u_done: one bit is set, so it is always taken
  // (txd_done_ready_o is constant) and the TX DMA never waits.
  to->txd_done_row = in->txd_done_id & 31;
  to->done_valid = in->done_valid;
  // Machines and RX DMA end at the same time as they like; u_done of the table takes one a cycle.
  memcpy(to->done_id, in->done_id, sizeof to->done_id);
  memcpy(to->done_phase, in->done_phase, sizeof to->done_phase);
  to->rxd_done_valid = in->rxd_done_valid;
  to->rxd_done_err = in->rxd_done_err;
  to->rxd_done_id = in->rxd_done_id;
  // An order that no DMA has taken yet: the next chunk stays in its line until then, so one
  // register for an order is enough on each side.
  to->txd_busy = c->txd_valid;
  to->rxd_busy = c->rxd_valid;
}

// Ports that are outputs of the blocks. Each is a register there; none depends on an input of this
// cycle.
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

// ready_ctx_o: where the phase's program begins comes from the creator's plans. It is u_table's
// context one cycle after look_o, in which the creator's look-up ends as well: the machine gets
// both halves with ready_valid_o.
static void copy_context(nf_ace_scheduler *m) {
  memcpy(m->out.ready_ctx, m->t->ready_ctx, sizeof m->out.ready_ctx);
  nf_ace_ctx_set_pc(m->out.ready_ctx, m->n->pc);
}

// txd_* and rxd_*, which change only in the cycle after load_q or store_q. Otherwise they would be
// copied in every cycle, for outputs that nobody looks at: an order stays until it is taken.
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

// Nothing is commanded and nothing comes: commands and creator stay as they are. Then a step would
// leave both as they are, so it is saved; most cycles of a simulated system are such. All that
// could begin something must be listed here.
static bool idle(const nf_ace_scheduler *m, const nf_ace_scheduler_in *in) {
  const bool quiet = !m->c->busy && !m->c->cpl_valid && !m->n->step && !m->n->plan_done &&
                     !m->t->end && !m->t->chunk_done && !m->t->look;
  return quiet && !in->cmd_valid && !in->cfg_valid && !in->txd_done_valid && !in->rxd_poison &&
         !in->abort;
}

// One edge. load and store are those of before the table's step, which make the order that is at
// the DMA's port after this step. An order takes two cycles: its row and slot are read when the
// chunk is picked, addresses and sizes are put to it in the next.
void nf_ace_scheduler_step(nf_ace_scheduler *m, const nf_ace_scheduler_in *in) {
  const bool load = m->t->load, store = m->t->store, look = m->t->look, rests = idle(m, in);
  nf_ace_commands_in commands = {0};
  nf_ace_creator_in creator = {0};
  nf_ace_chunk_table_in table = {0};
  // First, since it looks at the other two as they were. The table steps even at rest, for the two
  // lines of its DMA queues take turns in every cycle, and whose turn it is decides when the next
  // chunk is picked.
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

// u_creator, u_table, u_commands; they refuse the parameters. NF_PARAM SchedulerMachinesInRange and
// SchedulerChunksInRange are those of the creator and the table, so their sentences are given to
// the caller as they are.
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
  // Reset: rows and slots are empty, so what the blocks show now is what the ports show.
  n->c = nf_ace_commands_peek(n->commands);
  n->n = nf_ace_creator_peek(n->creator);
  n->t = nf_ace_chunk_table_peek(n->table);
  n->out.txd_done_ready = true;
  copy_out(n);
  *m = n;
  return NF_OK;
}

// Outputs of the blocks. The struct holds what the ports show in this cycle; a step replaces it.
const nf_ace_scheduler_out *nf_ace_scheduler_peek(const nf_ace_scheduler *m) { return &m->out; }

// The model's own counts: the RTL has none. They say where the chunks are, for those who plot how
// well the phases overlap (ACE 4.3).
const nf_ace_chunks *nf_ace_scheduler_chunks(const nf_ace_scheduler *m) {
  return nf_ace_chunk_table_chunks(m->table);
}

// Also of a scheduler whose making failed half way: blocks that were not made are NULL.
void nf_ace_scheduler_free(nf_ace_scheduler *m) {
  if (m == NULL)
    return;
  nf_ace_commands_free(m->commands);
  nf_ace_creator_free(m->creator);
  nf_ace_chunk_table_free(m->table);
  free(m);
}
