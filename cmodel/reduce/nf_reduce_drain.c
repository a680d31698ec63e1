// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/reduce/nf_reduce_drain.sv: from one decision to the next. Two state machines, one
// for the payload of the packet in progress and one for the header of what leaves, which follows
// its payload because flags and poison are known only then.
//
// Slots move both; whose a slot is, nf_reduce_arbiter says. Without a slot everything holds.
#include "nf_reduce_drain.h"

#include <stdlib.h>

// state_e: between two packets; payload comes or leaves; it is added to a sum that leaves behind
// it; one slot between the two; that sum leaves in planes.
enum { IDLE, PACKET, ADD, GAP, PLANES };
// head_e: no header is to leave; its payload leaves first; it leaves.
enum { NONE, WAITS, DUE };

// Where the fields of plan_t are.
enum {
  SHIFT = 0,
  INDEX = 4,
  RAW = 9,
  ROUND = 10,
  PLANE = 11,
  WIDE = 12,
  DTYPE = 13,
  RED_OP = 17,
  SEND_FLAGS = 21,
  KEEP_FLAGS = 22,
  SEND = 23,
  ADDS = 25,
  WRITE = 26,
  READ = 27,
  ENTRY = 28,
};

// The plan as the ports have it, for lock step: `out.plan` is compared with the RTL bit by bit.
uint64_t nf_reduce_plan_pack(const nf_reduce_plan *plan) {
  return (uint64_t)plan->entry << ENTRY | (uint64_t)plan->read << READ |
         (uint64_t)plan->write << WRITE | (uint64_t)plan->adds << ADDS |
         (uint64_t)plan->send << SEND | (uint64_t)plan->keep_flags << KEEP_FLAGS |
         (uint64_t)plan->send_flags << SEND_FLAGS | (uint64_t)plan->red_op << RED_OP |
         (uint64_t)plan->dtype << DTYPE | (uint64_t)plan->wide << WIDE |
         (uint64_t)plan->plane << PLANE | (uint64_t)plan->round << ROUND |
         (uint64_t)plan->raw << RAW | (uint64_t)plan->index << INDEX |
         (uint64_t)plan->shift << SHIFT;
}

// The other way round, once for each decision, so that slots read fields and not bits.
nf_reduce_plan nf_reduce_plan_unpack(uint64_t bits) {
  return (nf_reduce_plan){.entry = bits >> ENTRY & 31,
                          .read = bits >> READ & 1,
                          .write = bits >> WRITE & 1,
                          .adds = bits >> ADDS & 1,
                          .send = bits >> SEND & 3,
                          .keep_flags = bits >> KEEP_FLAGS & 1,
                          .send_flags = bits >> SEND_FLAGS & 1,
                          .red_op = bits >> RED_OP & 15,
                          .dtype = bits >> DTYPE & 15,
                          .wide = bits >> WIDE & 1,
                          .plane = bits >> PLANE & 1,
                          .round = bits >> ROUND & 1,
                          .raw = bits >> RAW & 1,
                          .index = bits >> INDEX & 31,
                          .shift = bits >> SHIFT & 15};
}

// Reset values; the plan has none in the RTL, as nobody looks at it between two packets.
void nf_reduce_drain_reset(nf_reduce_drain *m) {
  *m = (nf_reduce_drain){.state = IDLE, .head_state = NONE, .out = {.idle = true}};
}

// Reset values; the block has no parameters that could be refused.
nf_status nf_reduce_drain_init(nf_reduce_drain **m, const nf_reduce_drain_cfg *cfg) {
  (void)cfg;
  nf_reduce_drain *const d = malloc(sizeof *d);
  if (!d)
    return "nf_reduce_drain: out of memory";
  nf_reduce_drain_reset(d);
  *m = d;
  return NF_OK;
}

// Functions of registers, worked out by the step before.
const nf_reduce_drain_out *nf_reduce_drain_peek(const nf_reduce_drain *m) { return &m->out; }

// A decision: the registers of the packet, and of the header of what leaves. A packet may have
// nothing to come and nothing to leave, a barrier say: then the next slot is again that of a
// decision. The header's registers hold unless this decision sends one, since the one before may
// still be due.
static void begin(nf_reduce_drain *m, const nf_reduce_drain_in *in) {
  nf_reduce_drain_out *const out = &m->out;
  m->state = in->drain_after ? ADD : in->drain ? PLANES : in->in_len || in->out_len ? PACKET : IDLE;
  out->in_left = in->in_len;
  m->out_left = in->out_len;
  m->drain_len = in->drain_len;
  out->plan = in->plan;
  m->plan = nf_reduce_plan_unpack(in->plan);
  out->flit = 0;
  if (in->leaves) {
    out->head = in->head;
    out->to = in->to;
    out->region = in->region;
  }
}

// The sum that the packet was added to leaves behind it: its flits are read, nothing else. A slot
// between (GAP) separates reading from the last write: nothing forwards from the slot directly
// before (TwoSlotsApart in nf_reduce_data).
static void begin_planes(nf_reduce_drain *m) {
  m->plan.read = true;
  m->plan.write = m->plan.adds = false;
  m->plan.send = NF_REDUCE_SEND_HELD;
  m->out.plan = nf_reduce_plan_pack(&m->plan);
  m->state = GAP;
}

// A payload slot: `starts`, `again` and the end of a packet, from the counts before it. Flits that
// come and flits that leave are counted apart, because an evicted entry may be longer than the
// packet that is written over it; both share the number of the flit.
static void advance(nf_reduce_drain *m, const nf_reduce_drain_in *in, bool ends, bool last) {
  nf_reduce_drain_out *const out = &m->out;
  const bool starts = m->state == ADD && in->body_take && out->in_left == 1;
  const bool again = m->state == PLANES && ends && !last;
  // StPacket ends with the last flit of the longer of the two, what comes and what leaves.
  const bool over = m->state == PACKET && out->in_left <= 1 && m->out_left <= 1;
  out->in_left = (uint8_t)(out->in_left - in->body_take);
  m->out_left = (uint8_t)(m->out_left - in->sends);
  out->flit = (uint8_t)((out->flit + (in->body_take || in->sends)) & 7);
  if (over || (m->state == PLANES && ends && last))
    m->state = IDLE;
  else if (m->state == GAP)
    m->state = PLANES;
  if (starts)
    begin_planes(m);
  // Planes have the packet's length each, and a sum has as many as its type says.
  if (again)
    out->plane++;
  if (starts || again) {
    m->out_left = m->drain_len;
    out->flit = 0;
  }
}

// head_state_d: a decision may put the next header in the place of the one that leaves in its slot.
// Payload that ends makes its header due; after a plane but the last the header is kept for the
// next one.
static uint8_t next_head(const nf_reduce_drain *m, const nf_reduce_drain_in *in, bool ends) {
  // A header without payload is due at once.
  if (in->decides && in->leaves)
    return in->out_len == 0 && !in->drain_after ? DUE : WAITS;
  if (ends)
    return DUE;
  if (in->head_send)
    return m->out.head_plane && !m->out.head_last ? WAITS : NONE;
  return m->head_state;
}

// One edge. `ends` and `last` are of the registers before it, and so is what the header notes.
void nf_reduce_drain_step(nf_reduce_drain *m, const nf_reduce_drain_in *in) {
  nf_reduce_drain_out *const out = &m->out;
  const bool ends = in->sends && m->out_left == 1;
  const bool last = out->plane + 1u == nf_dtypes[m->plan.dtype].planes;
  m->head_state = next_head(m, in, ends);
  // What the header of a plane says is noted when its payload ends: by the time it leaves, the next
  // plane is in progress.
  if (ends || (in->decides && in->leaves)) {
    out->head_plane = ends && m->state == PLANES;
    out->head_last = last;
    out->head_index = out->plane;
  }
  if (in->decides) {
    begin(m, in);
    out->plane = 0;
  } else if (in->body_take || in->held_slot) {
    advance(m, in, ends, last);
  }
  out->idle = m->state == IDLE;
  out->planes = m->state == PLANES;
  out->due = m->head_state == DUE;
  // The header between two planes has a slot of its own.
  out->going = m->out_left != 0 && m->state != GAP && !(m->state == PLANES && out->due);
  // Until it has left it needs the ports of its region, which must not change; a requester's port
  // is this one.
  out->owes = m->head_state != NONE && out->to != NF_REDUCE_TO_REQUESTER;
}

void nf_reduce_drain_free(nf_reduce_drain *m) { free(m); }
