// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The rows, around the models of slots, dones and queues. A step works out from the state as it was
// what each of the three gets to see, then moves them.
//
// ACE 4.3 has chunks in parallel within a phase and across phases, and lets them overtake each
// other: a chunk goes on as soon as its own data is there and its own slot is free, whatever older
// chunks on other machines do. What must not be overtaken, the line for a slot and the queue of a
// machine, was fixed when the chunk was created, and neither is kept here.
//
// Each row has one bit that says all (`arrived`): its data lies in the partition of its phase and
// no machine has it. It is set by a load or a done, and cleared when the phase starts, so a phase
// starts once.
#include "nf_ace_chunk_table.h"

#include "common/nf_rr_arb.h"
#include "nf_ace_dma_queues.h"
#include "nf_ace_done_arb.h"
#include "nf_ace_slots.h"

#include <stdlib.h>
#include <string.h>

// rows_q, phases_q and machines_q of a row. In the RTL only the phase is a register for all rows at
// once, since startable needs it of all; the rest is memory, read for one row at a time.
typedef struct {
  uint8_t phase; // of its partition; it is there, or on its way to the next
  uint8_t place, plan, phases, red_op, dtype, len, pitch;
  uint16_t index;
  uint32_t offset;
  uint8_t machine[8];
} row;

struct nf_ace_chunk_table {
  nf_ace_chunk_table_out out;
  nf_ace_done_arb *done;
  nf_ace_dma_queues *queues;
  nf_ace_slots *slots;
  const nf_ace_done_arb_out *d;
  const nf_ace_dma_queues_out *q;
  const nf_ace_slots_out *s;
  uint32_t mask;    // of row numbers
  uint32_t arrived; // bit r: row r
  row table[NF_ACE_MAX_CHUNKS];
  // Rows that look_o is about now, and was about before: chunks take turns, so none that can start
  // waits for more than the others of one round.
  uint8_t go_row, go_last;
  // Not in the RTL: where the chunks are, for those who measure how well the phases overlap.
  nf_ace_chunks chunks;
};

// ------------------------------------------------------------------------------ to the machines
// `startable`, u_go: a chunk that is where it begins its phase and holds its slot of the next
// partition. Its own slot it has; it needs that of the partition into which the phase writes. ACE
// 4.3.2: a context has the chunk's address in this partition and in the next. If a phase began
// without the second, its machine would stop in the middle of a program, with its packets half
// sent, and block the chunks behind it in its queue.
static void find_startable(nf_ace_chunk_table *m) {
  uint32_t can = 0;
  for (uint32_t left = m->arrived; left != 0; left &= left - 1) {
    const unsigned r = (unsigned)__builtin_ctz(left);
    can |= (uint32_t)(m->s->held[r] >> (m->table[r].phase + 1) & 1) << r;
  }
  m->out.look = can != 0;
  m->go_row = can != 0 ? (uint8_t)nf_rr_arb_pick(can, m->go_last) : 0;
  m->out.look_plan = m->table[m->go_row].plan;
  m->out.look_phase = m->table[m->go_row].phase;
}

// Section "to the machines": ready_valid_o and ctx_q. The slots' addresses and the program counter
// come a cycle later, from nf_ace_slots and the creator's plans; the rest of the context stands in
// its registers from here on.
static void start(nf_ace_chunk_table *m, nf_ace_slots_in *slots) {
  nf_ace_chunk_table_out *const o = &m->out;
  const row *const k = &m->table[m->go_row];
  o->ready_valid = 0;
  if (!o->look)
    return;
  m->go_last = m->go_row;
  // Before the machine has said anything: the entry that was reserved in its queue at creation has
  // room for the context, so ready_valid_o needs no answer.
  m->arrived &= ~(1u << m->go_row);
  m->chunks.slot[k->phase]--;
  m->chunks.machine[k->phase]++;
  o->ready_valid = (uint16_t)(1u << k->machine[k->phase]);
  slots->look = true;
  slots->look_row = m->go_row;
  slots->look_part = k->phase;
  uint64_t *const ctx = o->ready_ctx;
  nf_ace_ctx_set_id(ctx, m->go_row);
  nf_ace_ctx_set_phase(ctx, k->phase);
  nf_ace_ctx_set_red_op(ctx, k->red_op);
  nf_ace_ctx_set_dtype(ctx, k->dtype);
  nf_ace_ctx_set_len(ctx, k->len);
  nf_ace_ctx_set_pitch(ctx, k->pitch);
  nf_ace_ctx_set_index(ctx, k->index);
  // The machine holds the program to these (FAULT_OVERRUN): a wrong offset stops it before it has
  // touched another chunk's slot.
  nf_ace_ctx_set_src_room(ctx, m->s->room[k->phase]);
  nf_ace_ctx_set_dst_room(ctx, m->s->room[(k->phase + 1) & 7]);
}

// ------------------------------------------------------------------------------ to the DMAs
// Section "to the DMAs": the order that the next load or store becomes. One read port of the rows
// serves both lines, which is why they take turns. The RTL's order_* registers are loaded here;
// load_o or store_o follows in the same edge.
static void pick(nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in, nf_ace_slots_in *slots) {
  const bool load = m->q->load_turn && !in->txd_busy;
  const bool store = m->q->store_turn && !in->rxd_busy;
  if (!load && !store)
    return;
  const row *const k = &m->table[m->q->pick_row];
  m->out.order_row = m->q->pick_row;
  m->out.order_place = k->place;
  m->out.order_pitch = k->pitch;
  m->out.order_offset = k->offset;
  slots->pick = true;
  slots->pick_row = m->q->pick_row;
  // P phases have P + 1 partitions (ACE 4.3.1): the first is loaded, the one behind the last phase
  // is stored.
  slots->pick_part = load ? 0 : k->phases;
}

// ------------------------------------------------------------------------------ what is done
// Section "what is done": the chunk leaves its slot, and goes on. One done a cycle, which u_done
// has chosen and registered, so that all of this is a function of registers. A machine's done is
// believed: that it is of a phase that was started is a property (ChunkTableDoneExpected), since
// machines are of this engine.
static void settle(nf_ace_chunk_table *m, nf_ace_slots_in *slots, nf_ace_dma_queues_in *queues) {
  const uint8_t r = m->d->ev_row;
  row *const k = &m->table[r];
  m->out.chunk_done = m->out.end;
  if (!m->d->ev_valid)
    return;
  slots->release = true;
  slots->release_row = r;
  // The slot that the phase has read. That which it has written is the chunk's own until its next
  // phase, or the RX DMA, has read it.
  slots->release_part = m->d->ev_rx ? k->phases : m->d->ev_phase;
  // Stored, and all responses have come: the row is free, and with end_o the command has one chunk
  // less in flight.
  if (m->d->ev_rx) {
    m->out.used &= ~(1u << r);
    m->chunks.store--;
    return;
  }
  m->chunks.machine[k->phase]--;
  k->phase = (m->d->ev_phase + 1) & 7;
  // No phase follows, so it needs no slot but that in which it lies: straight to the line of the RX
  // DMA.
  if (k->phase == k->phases) {
    queues->store_push = true;
    queues->store_row = r;
    m->chunks.store++;
  } else {
    m->arrived |= 1u << r;
    m->chunks.slot[k->phase]++;
  }
}

// What the TX DMA has loaded is in partition 0. It is set whatever u_done does in this cycle:
// another row, since a row waits for one thing at a time.
static void loaded(nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in) {
  m->arrived |= 1u << (in->txd_done_row & m->mask);
  m->chunks.load--;
  m->chunks.slot[0]++;
}

// The writes of rows_q and machines_q: a step of the chunk that is created. Step 0 makes the row
// and puts it into the line of the TX DMA; the later ones only add slots and machines. They may
// come after the chunk was loaded, or even after its first phase has begun: a phase needs what its
// own step and the next have entered, and waits for its slot until then.
static void create(nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in, nf_ace_slots_in *slots,
                   nf_ace_dma_queues_in *queues) {
  row *const k = &m->table[in->step_row];
  slots->take = true;
  slots->take_row = in->step_row;
  slots->take_part = in->step_part;
  if (in->step_part == 0) {
    k->phase = 0;
    k->place = in->chunk_place;
    k->plan = in->chunk_plan;
    k->phases = in->chunk_phases;
    k->red_op = in->chunk_red_op;
    k->dtype = in->chunk_dtype;
    k->len = in->chunk_len;
    k->pitch = in->chunk_pitch;
    k->index = in->chunk_index;
    k->offset = in->chunk_offset;
    m->out.used |= 1u << in->step_row;
    m->chunks.load++;
    queues->load_push = true;
    queues->load_row = in->step_row;
  }
  k->machine[in->step_part] = in->step_machine;
}

// abort_i: no chunk is left. Rows keep what is in them: without `used` nobody looks. What the DMAs
// still do for these rows, nf_ace_drain waits for.
static void forget(nf_ace_chunk_table *m) {
  m->out.used = m->arrived = 0;
  m->out.ready_valid = 0;
  m->out.chunk_done = false;
  m->chunks = (nf_ace_chunks){0};
}

// ------------------------------------------------------------------------------ step
// u_done. Of what is done it chooses one and registers it; what follows of that is settle(), in the
// step behind.
static void step_done(nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in) {
  nf_ace_done_arb_in done = {.abort = in->abort,
                             .done_valid = in->done_valid,
                             .rxd_done_valid = in->rxd_done_valid,
                             .rxd_done_err = in->rxd_done_err,
                             .rxd_done_id = in->rxd_done_id};
  memcpy(done.done_id, in->done_id, sizeof done.done_id);
  memcpy(done.done_phase, in->done_phase, sizeof done.done_phase);
  nf_ace_done_arb_step(m->done, &done);
  m->out.done_ready = m->d->done_ready;
  m->out.rxd_done_ready = m->d->rxd_done_ready;
  // end_o is a function of u_done's registers, so it is up in the cycle in which settle() acts on
  // it.
  m->out.end = m->d->ev_valid && m->d->ev_rx;
  m->out.end_place = m->d->ev_place;
  m->out.end_err = m->d->ev_err;
}

// u_queues. load_o and store_o rise with the order registers that pick() has loaded.
static void step_queues(nf_ace_chunk_table *m, const nf_ace_dma_queues_in *queues) {
  nf_ace_dma_queues_step(m->queues, queues);
  m->out.load = m->q->load;
  m->out.store = m->q->store;
}

// u_slots; addresses of contexts come from its registers. A step in which nothing happens to them
// is left out.
static void step_slots(nf_ace_chunk_table *m, const nf_ace_slots_in *slots) {
  if (slots->abort || slots->cfg_valid || slots->take || slots->release || slots->look ||
      slots->pick)
    nf_ace_slots_step(m->slots, slots);
  nf_ace_ctx_set_src(m->out.ready_ctx, m->s->src);
  nf_ace_ctx_set_dst(m->out.ready_ctx, m->s->dst);
  m->out.order_sram = m->s->sram;
  m->out.set = m->s->set;
  m->out.first_free = m->s->first_free;
  memcpy(m->out.room, m->s->room, sizeof m->out.room);
}

// Nothing is in the table and nothing comes: only the turn of the DMAs goes on. Whose turn it is
// decides in which cycle the next chunk is picked.
static bool idle(const nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in) {
  const bool quiet = m->out.used == 0 && !m->out.chunk_done && !m->d->ev_valid &&
                     m->d->done_ready == 0 && !m->d->rxd_done_ready && m->out.ready_valid == 0;
  return quiet && !in->abort && !in->cfg_valid && !in->step && !in->txd_done_valid &&
         in->done_valid == 0 && !in->rxd_done_valid;
}

// One edge. Each function reads the other blocks' outputs of this cycle and writes what they will
// see; the blocks step after all of them. In `arrived`, start() clears before settle() and loaded()
// set, as arrived_d does.
void nf_ace_chunk_table_step(nf_ace_chunk_table *m, const nf_ace_chunk_table_in *in) {
  nf_ace_dma_queues_in queues = {
      .abort = in->abort, .load_free = !in->txd_busy, .store_free = !in->rxd_busy};
  if (idle(m, in)) {
    step_queues(m, &queues);
    return;
  }
  nf_ace_slots_in slots = {.abort = in->abort,
                           .cfg_valid = in->cfg_valid,
                           .cfg_addr = in->cfg_addr,
                           .cfg_wdata = in->cfg_wdata};
  // start() and pick() look, settle() and create() change: a row that is freed now may be created
  // anew in the next cycle at the earliest, and a chunk that arrives now starts then.
  start(m, &slots);
  pick(m, in, &slots);
  settle(m, &slots, &queues);
  if (in->step)
    create(m, in, &slots, &queues);
  if (in->txd_done_valid)
    loaded(m, in);
  // Last of the rows, so that nothing of this cycle survives it; the blocks get abort_i by
  // themselves.
  if (in->abort)
    forget(m);
  step_done(m, in);
  step_queues(m, &queues);
  step_slots(m, &slots);
  // look_o is a function of the new registers, so it is worked out at the end; only then are held
  // and phases those of the coming cycle.
  find_startable(m);
}

// u_done, u_queues, u_slots; they refuse the parameters. Row numbers are cut to RowBits bits. So an
// id that comes back never reaches outside of the rows; of a table that is no power of two the
// engine names none past its end.
nf_status nf_ace_chunk_table_init(nf_ace_chunk_table **m, const nf_ace_chunk_table_cfg *cfg) {
  nf_ace_chunk_table *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_ace_chunk_table: out of memory";
  const nf_ace_done_arb_cfg done = {.Machines = cfg->Machines, .Chunks = cfg->Chunks};
  const nf_ace_dma_queues_cfg queues = {.Chunks = cfg->Chunks};
  const nf_ace_slots_cfg slots = {.Chunks = cfg->Chunks};
  nf_status status = nf_ace_done_arb_init(&n->done, &done);
  if (status == NF_OK)
    status = nf_ace_dma_queues_init(&n->queues, &queues);
  if (status == NF_OK)
    status = nf_ace_slots_init(&n->slots, &slots);
  if (status != NF_OK) {
    nf_ace_chunk_table_free(n);
    return status;
  }
  n->mask = (1u << (32 - __builtin_clz(cfg->Chunks - 1))) - 1;
  n->d = nf_ace_done_arb_peek(n->done);
  n->q = nf_ace_dma_queues_peek(n->queues);
  n->s = nf_ace_slots_peek(n->slots);
  n->out.first_free = n->s->first_free;
  *m = n;
  return NF_OK;
}

// Registers, outputs of the blocks, and find_startable(). No output depends on an input of its
// cycle.
const nf_ace_chunk_table_out *nf_ace_chunk_table_peek(const nf_ace_chunk_table *m) {
  return &m->out;
}

// The model's own counts: the RTL has none.
const nf_ace_chunks *nf_ace_chunk_table_chunks(const nf_ace_chunk_table *m) { return &m->chunks; }

// Also called by a refused init; what was not made is NULL.
void nf_ace_chunk_table_free(nf_ace_chunk_table *m) {
  if (m == NULL)
    return;
  nf_ace_done_arb_free(m->done);
  nf_ace_dma_queues_free(m->queues);
  nf_ace_slots_free(m->slots);
  free(m);
}
