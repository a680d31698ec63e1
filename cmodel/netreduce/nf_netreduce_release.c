// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A ring's sums go out in the order of its columns. The paper gives them out as they complete
// (NETREDUCE 4.3.2); then a packet of one host that is late looks to every receiver like a lost
// sum, and all hosts go back for it. A column waits as a byte at its place; a ring knows the place
// that is due. The packets themselves wait in the stores: there is nothing here that a frame could
// fill, since a slot has as many places as its message has columns.
#include "nf_netreduce_release.h"

#include <stdlib.h>

enum {
  RINGS = NF_NETREDUCE_MAX_RINGS,
  SLOTS = 8,
  THERE = 1, // a column that waits
  LAST = 2   // it is the last one of its message
};

typedef struct {
  // on: its sums go out in order; it is decided when the ring is set up (AGAIN, and no spine).
  // first: the column that is due begins its message.
  bool on, first, check, any; // check: does the column that is due wait? any: a sum was given out
  uint16_t due, newest;       // places
  uint8_t slot;               // of `due`
  // shared_q: the same in all jobs of a ring, as its members do not change while it is open. So a
  // column that waits needs two bits, and not the 64 of a job.
  uint8_t read, deliver, dtype, port, mark;
  // Of each slot, so that the column that is due is looked for only when its slot has any at all:
  // with none a look would be a cycle in which no job can come.
  uint16_t waits[SLOTS]; // columns
} ring;

struct nf_netreduce_release {
  nf_netreduce_release_out out;
  nf_netreduce_release_cfg cfg;
  uint32_t ring_places;
  ring rings[RINGS];
  uint8_t *column;
  uint16_t hold; // of the cycle before
  bool looking, closing, closing_on;
  uint8_t look, closing_ring; // rings
  uint8_t closing_slot;
  uint16_t sweep; // places that are swept
};

// NF_PARAMs; no ring is on.
nf_status nf_netreduce_release_init(nf_netreduce_release **m, const nf_netreduce_release_cfg *cfg) {
  if (cfg->Rings < 1 || cfg->Rings > RINGS)
    return "nf_netreduce_release: Rings must be 1..16";
  if (cfg->Window < 1 || cfg->Window > NF_NETREDUCE_MAX_WINDOW)
    return "nf_netreduce_release: Window must be 1..7";
  if (cfg->MaxMsgLen < 1 || cfg->MaxMsgLen > NF_NETREDUCE_MAX_MSGLEN)
    return "nf_netreduce_release: MaxMsgLen must be 1..256";
  nf_netreduce_release *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_release: out of memory";
  n->cfg = *cfg;
  n->ring_places = (cfg->Window + 1) * cfg->MaxMsgLen;
  n->column = calloc(cfg->Rings, n->ring_places);
  if (n->column == NULL) {
    free(n);
    return "nf_netreduce_release: out of memory";
  }
  n->out.in_ready = true;
  *m = n;
  return NF_OK;
}

// Registers, and functions of them: in_ready is low while a job stands at the output or a column is
// looked for. One job in two cycles is enough, since a sum takes the aggregator five at least.
const nf_netreduce_release_out *nf_netreduce_release_peek(const nf_netreduce_release *m) {
  return &m->out;
}

// The columns, and the rest.
void nf_netreduce_release_free(nf_netreduce_release *m) {
  if (m == NULL)
    return;
  free(m->column);
  free(m);
}

// base_of: first place of a slot. Places are numbered over all rings, so that a job's place says
// which byte is its own.
static uint16_t place_of(const nf_netreduce_release *m, unsigned r, unsigned slot) {
  return (uint16_t)(r * m->ring_places + slot * m->cfg.MaxMsgLen);
}

// `wanted` and look_ring: the first ring whose column that is due may wait, and may go; RINGS:
// none. The lowest ring goes first: no job comes in meanwhile, so what waits becomes less, and
// every ring has its turn.
static unsigned wanted(const nf_netreduce_release *m) {
  for (unsigned r = 0; r < m->cfg.Rings; r++) {
    const ring *const k = &m->rings[r];
    if (k->check && k->waits[k->slot] != 0 && !(m->hold >> r & 1) &&
        !(m->closing && m->closing_ring == r))
      return r;
  }
  return RINGS;
}

// released: a sum is given out; the column behind it is due. That is the next place, or the first
// one of the next slot: messages begin in order, so the next slot has the next message. newest is
// kept for the repeated packets that are still answered.
static void give(nf_netreduce_release *m, unsigned r, uint64_t job) {
  ring *const k = &m->rings[r];
  m->out.out_valid = true;
  m->out.out_job = job;
  m->out.released = true;
  m->out.released_ring = (uint8_t)r;
  k->newest = k->due;
  k->any = k->check = true;
  k->first = m->out.released_last = nf_netreduce_job_last(&job);
  if (k->first) {
    k->slot = (uint8_t)(k->slot < m->cfg.Window ? k->slot + 1 : 0);
    k->due = place_of(m, r, k->slot);
  } else {
    k->due++;
  }
}

// dropped_o and dropped_slot_o: u_pending counts these jobs as ended. A job that was dropped
// without it would keep its slot from the next message for ever.
static void drop(nf_netreduce_release *m, unsigned jobs, uint8_t slot) {
  m->out.dropped = (uint8_t)jobs;
  m->out.dropped_slot = slot;
}

// `aside`, and `tells`: a sum that is complete before its turn. What is the same in all jobs of the
// ring is kept once (shared_q), of a column a bit at its place. Only a first arrival completes a
// column, so a place is put aside once, and waits[] cannot exceed MaxMsgLen.
static void put_aside(nf_netreduce_release *m, unsigned r, uint64_t job) {
  ring *const k = &m->rings[r];
  const uint16_t place = nf_netreduce_job_place(&job);
  m->column[place] = (uint8_t)(THERE | (nf_netreduce_job_last(&job) ? LAST : 0));
  k->waits[nf_netreduce_job_slot(&job) & 7]++;
  // It is due, but held: it has to be looked for when the hold ends.
  k->check |= place == k->due;
  k->read = nf_netreduce_job_read(&job);
  k->deliver = nf_netreduce_job_deliver(&job);
  k->dtype = nf_netreduce_job_dtype(&job);
  k->port = nf_netreduce_job_port(&job);
  k->mark = nf_netreduce_job_mark(&job);
  if (!nf_netreduce_job_announce(&job))
    return;
  // The packet that completes a leaf's column may be a host's whose receiver is elsewhere. Its
  // header has to reach that leaf now (Algorithm 3, line 4): the other leaf's column waits for it,
  // whatever is due here.
  nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_NONE); // the header does not wait
  nf_netreduce_job_set_keep(&job, 0);
  m->out.out_valid = true;
  m->out.out_job = job;
}

// A job of the lookup comes: passes, drops, gives or aside. Returns whether a column was written,
// so that the sweep leaves the memory's one write port alone.
static bool take(nf_netreduce_release *m, uint64_t job) {
  const unsigned kind = nf_netreduce_job_kind(&job), r = nf_netreduce_job_slot(&job) >> 3;
  const uint16_t place = nf_netreduce_job_place(&job);
  ring *const k = &m->rings[r];
  const bool sum = kind == NF_NETREDUCE_JOB_SUM && nf_netreduce_job_keep(&job);
  // NONE with `again` is an announcement of a repeated packet alone; that passes, as the header of
  // before may be what was lost.
  const bool again = kind != NF_NETREDUCE_JOB_NONE && nf_netreduce_job_again(&job);
  const bool wanted =
      kind == NF_NETREDUCE_JOB_HISTORY ? k->any && place == k->newest : place == k->due;
  if (!k->on || (!sum && !again)) {
    m->out.out_valid = true;
    m->out.out_job = job;
    // A repeated packet is answered for the sum that was given out last alone (it makes its
    // receiver acknowledge all before it), and sent up for the one that is due alone.
  } else if ((m->closing && m->closing_ring == r) || (again && !wanted)) {
    drop(m, 1u + nf_netreduce_job_announce(&job), nf_netreduce_job_slot(&job));
  } else if (again) {
    m->out.out_valid = true;
    m->out.out_job = job;
  } else if (place == k->due && !(m->hold >> r & 1)) {
    give(m, r, job);
  } else {
    put_aside(m, r, job);
    return true;
  }
  return false;
}

// `finds`: what was looked at is here. It becomes the job that it was, out of the ring's registers;
// only `last` is the column's own, as a message's length is known by the packets of that message
// alone. If nothing waits, check is low until something is put aside at the place that is due.
static void find(nf_netreduce_release *m) {
  ring *const k = &m->rings[m->look];
  const uint8_t column = m->column[k->due];
  uint64_t job = 0;
  m->looking = false;
  k->check = (column & THERE) != 0;
  if (!k->check)
    return;
  nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_SUM);
  nf_netreduce_job_set_first(&job, k->first);
  nf_netreduce_job_set_keep(&job, 1);
  nf_netreduce_job_set_dtype(&job, k->dtype);
  nf_netreduce_job_set_port(&job, k->port);
  nf_netreduce_job_set_mark(&job, k->mark);
  nf_netreduce_job_set_read(&job, k->read);
  nf_netreduce_job_set_deliver(&job, k->deliver);
  nf_netreduce_job_set_place(&job, k->due);
  nf_netreduce_job_set_slot(&job, (uint8_t)(m->look << 3 | k->slot));
  nf_netreduce_job_set_last(&job, (column & LAST) != 0);
  // The memory word is written back empty: the slot is used again by the message N + 1 later.
  m->column[k->due] = 0;
  k->waits[k->slot]--;
  give(m, m->look, job);
}

// `left` and purged: a slot of the ring that is being set up in which columns wait; SLOTS: none.
static unsigned left(const nf_netreduce_release *m) {
  for (unsigned s = 0; s < SLOTS; s++)
    if (m->rings[m->closing_ring].waits[s] != 0)
      return s;
  return SLOTS;
}

// What waits is dropped, one by one, and all columns are cleared: the members may be others when
// the ring is opened again. One by one, because u_pending has one input for what is dropped, and
// counts by slot. `busy`: a job came or went, which may use that input itself; `writes`: a column
// was written.
static void clear(nf_netreduce_release *m, bool busy, bool writes) {
  ring *const k = &m->rings[m->closing_ring];
  const unsigned s = left(m);
  if (s < SLOTS && !busy) {
    k->waits[s]--;
    drop(m, 1, (uint8_t)((unsigned)m->closing_ring << 3 | s));
  }
  if (m->sweep < m->ring_places && !writes)
    m->column[place_of(m, m->closing_ring, 0) + m->sweep++] = 0;
  k->slot = m->closing_slot;
  k->due = place_of(m, m->closing_ring, m->closing_slot);
  k->first = true;
  k->check = k->any = false;
}

// One edge. A look takes two cycles, like u_columns in the RTL: next is picked from the state as it
// was, found is what was picked in the step before. Set-up comes after whatever the ring has done,
// and wins; `on` becomes what it will be when the set-up ends: until then jobs of the old ring are
// dropped by the old rule. in_ready is of the new state.
void nf_netreduce_release_step(nf_netreduce_release *m, const nf_netreduce_release_in *in) {
  nf_netreduce_release_out *const o = &m->out;
  const bool closing = m->closing, looking = m->looking, waits = o->out_valid;
  const bool comes = in->in_valid && o->in_ready;
  const unsigned next = wanted(m);
  o->released = false;
  o->dropped = 0;
  if (waits)
    o->out_valid = !in->out_ready;
  bool writes = false;
  if (looking) {
    find(m);
    writes = o->released;
  } else if (comes) {
    const uint64_t job = in->in_job;
    writes = take(m, job);
  } else if (!waits && next < RINGS) {
    m->looking = true;
    m->look = (uint8_t)next;
  }
  if (closing)
    clear(m, comes || looking || waits, writes);
  if (closing && !in->closing)
    m->rings[m->closing_ring].on = m->closing_on;
  if (!in->closing)
    m->sweep = 0;
  m->closing = in->closing && in->closing_ring < m->cfg.Rings;
  m->closing_ring = m->closing ? in->closing_ring : 0;
  m->closing_slot = in->closing_slot;
  m->closing_on = in->closing_on;
  // A cycle late, as in the RTL. So one sum may still go out after a replay has begun; u_recovery
  // has counted it, and sends it again with the others.
  m->hold = in->hold;
  // The lookup opens the ring when this says so: a packet of the new ring must not find a column of
  // the old one.
  o->swept = m->closing && m->sweep == m->ring_places && left(m) == SLOTS;
  o->in_ready = !o->out_valid && !m->looking && wanted(m) == RINGS;
}

// The model's own.
// Pulses of the last edge have been seen, no hold is registered, and no column can be looked for.
bool nf_netreduce_release_idle(const nf_netreduce_release *m) {
  return !m->closing && !m->out.out_valid && !m->looking && !m->out.released && !m->out.dropped &&
         m->hold == 0 && m->out.in_ready;
}
