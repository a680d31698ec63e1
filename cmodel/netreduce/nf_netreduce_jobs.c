// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Jobs wait here until the packets that they add, or whose headers they need, are stored: a verdict
// is given long before its payload has come through the separator (NETREDUCE 4.3, Fig. 4). TAKEs
// and stores of a port are numbered, and so are the jobs of each queue. A job remembers the number
// of the last TAKE of each port that it concerns and that of the last job of the other queue that
// goes before it; it can go when the stores, and that queue, have come that far. The RTL has
// counters that go down in each entry; numbers say the same, and only what is looked at costs time.
#include "nf_netreduce_jobs.h"

#include <stdlib.h>

// TURN: a repeated packet's job waits for 64 others at most, and no other ring loses more than one
// turn in 65 to repeats. MIXED: cycles of work behind a job of another ring until a ring counts as
// alone. STUCK: cycles for which the first repeated packet may wait for its ports before those that
// do not fit behind it are dropped.
enum { DEPTH = 32, PORTS = NF_NETREDUCE_MAX_PORTS, TURN = 63, MIXED = 1023, STUCK = 1023 };

typedef struct {
  uint64_t job;
  uint8_t waits;                 // ports whose stores have not come that far
  uint64_t after[PORTS], before; // before: jobs of the other queue
} entry;

typedef struct {
  uint32_t places, head, count;
  // 64 bits: they never wrap in a run.
  uint64_t popped, pushed; // jobs, ever
  entry entries[DEPTH];
} queue;

struct nf_netreduce_jobs {
  nf_netreduce_jobs_out out;
  nf_netreduce_jobs_cfg cfg;
  uint8_t all; // ports that there are
  bool told;   // the announcement of the job that is offered has left
  bool chosen; // it is a repeated packet's
  unsigned turn;
  unsigned ring, mixed; // ring of the last job; cycles until one ring is alone
  unsigned stuck;       // cycles that the first repeated packet waited for its ports
  uint64_t taken[PORTS], stored[PORTS];
  queue own, repeats;
};

// NF_PARAMs; both queues are empty.
nf_status nf_netreduce_jobs_init(nf_netreduce_jobs **m, const nf_netreduce_jobs_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > PORTS)
    return "Ports must be 2..8";
  if (cfg->Depth < 2 || cfg->Depth > DEPTH)
    return "Depth must be 2..32";
  if (cfg->Again < 2 || cfg->Again > DEPTH)
    return "Again must be 2..32";
  nf_netreduce_jobs *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->cfg = *cfg;
  n->all = (uint8_t)((1u << cfg->Ports) - 1);
  n->own.places = cfg->Depth;
  n->repeats.places = cfg->Again;
  n->out.job_ready = true;
  *m = n;
  return NF_OK;
}

// Functions of the queues' heads by show(); other_o and dropped_o are registers.
const nf_netreduce_jobs_out *nf_netreduce_jobs_peek(const nf_netreduce_jobs *m) { return &m->out; }

// The model's own; NULL is allowed.
void nf_netreduce_jobs_free(nf_netreduce_jobs *m) { free(m); }

// ------------------------------------------------------------------------------ queues
// The n-th entry from the head.
static entry *entry_of(queue *q, uint32_t n) {
  const uint32_t at = q->head + n;
  return &q->entries[at < q->places ? at : at - q->places];
}

// Ring of a job, out of its slot.
static unsigned ring_of(uint64_t job) { return nf_netreduce_job_slot(&job) >> 3; }

// ahead and `same`: jobs of the other queue, ever, that go before one that comes now: all that came
// before a repeated packet's, since it may want the sum that one of them makes; before another the
// repeated packets of its ring, which go to the same receivers: one that gets a sum before the one
// that it has asked for again would ask for all behind the gap.
static uint64_t jobs_before(nf_netreduce_jobs *m, uint64_t job) {
  if (nf_netreduce_job_again(&job))
    return m->own.pushed;
  uint64_t before = 0;
  for (uint32_t i = 0; i < m->repeats.count; i++)
    if (ring_of(entry_of(&m->repeats, i)->job) == ring_of(job))
      before = m->repeats.popped + i + 1;
  return before;
}

// !free: a job of the other queue goes before it (ahead_q, behind_q).
static bool is_held(nf_netreduce_jobs *m, const entry *e) {
  const queue *const q = nf_netreduce_job_again(&e->job) ? &m->own : &m->repeats;
  return q->popped < e->before;
}

// ready[e] of an entry that is there. Ports whose packets are there need not be looked at again, so
// they are struck off.
static bool can_go(nf_netreduce_jobs *m, entry *e) {
  for (unsigned p = 0; p < m->cfg.Ports && e->waits; p++)
    if (m->stored[p] >= e->after[p])
      e->waits &= (uint8_t) ~(1u << p);
  return e->waits == 0 && !is_held(m, e);
}

// can_go[q]: of a queue only the first job can leave, so a ring keeps its order.
static bool first_can_go(nf_netreduce_jobs *m, queue *q) {
  return q->count != 0 && can_go(m, entry_of(q, 0));
}

// gen_entry, put: all TAKEs up to now are waited for, those of this cycle too. More than the job
// needs, maybe, as a later packet of the port is among them; but packets of a port are stored in
// order, so one number a port is enough.
static void put(nf_netreduce_jobs *m, queue *q, uint64_t job) {
  entry *const e = entry_of(q, q->count);
  const unsigned concerns = nf_netreduce_job_read(&job) | nf_netreduce_job_deliver(&job) |
                            1u << nf_netreduce_job_port(&job);
  e->job = job;
  e->waits = (uint8_t)(concerns & m->all);
  e->before = jobs_before(m, job);
  for (unsigned p = 0; p < m->cfg.Ports; p++)
    e->after[p] = m->taken[p];
  q->count++;
  q->pushed++;
}

// ------------------------------------------------------------------------------ in and out
// enter, push and drop. `full`: the repeated packets' queue was. A job of kind NONE without
// announce asks for nothing and is not kept; its packet has no part in u_pending either.
static void enter(nf_netreduce_jobs *m, uint64_t job, uint8_t away, bool full) {
  const unsigned parts = (unsigned)nf_netreduce_job_announce(&job) +
                         (nf_netreduce_job_kind(&job) != NF_NETREDUCE_JOB_NONE);
  if (parts == 0)
    return;
  if (ring_of(job) != m->ring)
    m->mixed = MIXED;
  m->ring = ring_of(job);
  if (!nf_netreduce_job_again(&job)) {
    put(m, &m->own, job);
    // What cannot be kept is dropped: the host repeats the packet once more.
  } else if (!full && (nf_netreduce_job_deliver(&job) & m->all & away) == 0) {
    put(m, &m->repeats, job);
  } else {
    m->out.dropped = (uint8_t)parts;
    m->out.dropped_slot = nf_netreduce_job_slot(&job);
  }
}

// pop and told_q: the job that is offered is taken, or its announcement. Returns whether it has
// left.
static bool leave(nf_netreduce_jobs *m) {
  queue *const q = m->chosen ? &m->repeats : &m->own;
  // Announced first, the job itself stays for its second turn.
  m->told =
      m->out.out_alone && nf_netreduce_job_kind(&entry_of(q, 0)->job) != NF_NETREDUCE_JOB_NONE;
  if (m->told)
    return false;
  q->head = q->head + 1 < q->places ? q->head + 1 : 0;
  q->count--;
  q->popped++;
  return true;
}

// fits: has a repeated packet's job its packets, no job before it, and room at its ports? Without
// room it would stop the aggregator for all rings.
static bool fits(nf_netreduce_jobs *m, uint8_t room) {
  if (!first_can_go(m, &m->repeats))
    return false;
  const uint64_t *const job = &entry_of(&m->repeats, 0)->job;
  unsigned wants = nf_netreduce_job_deliver(job);
  if (nf_netreduce_job_announce(job))
    wants |= 1u << nf_netreduce_job_port(job);
  return (wants & m->all & ~(unsigned)room) == 0;
}

// `others`: could a job be done of another ring than the one whose job waits for a port? All
// entries are asked, as they would leave one behind the other; it is what u_away charges that port
// for.
static bool another(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in) {
  for (unsigned i = 0; i < m->own.count; i++) {
    entry *const e = entry_of(&m->own, i);
    if (can_go(m, e) && nf_netreduce_job_slot(&e->job) >> 3 != in->wait_ring &&
        (nf_netreduce_job_deliver(&e->job) & m->all & ~in->room) == 0)
      return true;
  }
  return false;
}

// `alone`: a job that reads and delivers its own port: the header goes to its destination leaf
// without payload (Algorithm 3, line 4), but for the NetReduce header of a first packet.
static uint64_t announcement(uint64_t job) {
  const uint8_t own = (uint8_t)(1u << nf_netreduce_job_port(&job));
  nf_netreduce_job_set_kind(&job, NF_NETREDUCE_JOB_NONE);
  nf_netreduce_job_set_mode(&job, NF_NETREDUCE_MODE_ANNOUNCE);
  nf_netreduce_job_set_keep(&job, 0);
  nf_netreduce_job_set_read(&job, own);
  nf_netreduce_job_set_deliver(&job, own);
  return job;
}

// Section "the offer", and job_ready_o. A repeated packet's job is offered only when it was chosen
// in the cycle before.
static void show(nf_netreduce_jobs *m) {
  nf_netreduce_jobs_out *const o = &m->out;
  queue *const q = m->chosen ? &m->repeats : &m->own;
  o->job_ready = m->own.count < m->cfg.Depth &&
                 (m->repeats.count < m->cfg.Again || m->mixed != 0 || m->stuck == STUCK);
  o->out_valid = m->chosen || first_can_go(m, &m->own);
  o->out_alone = false;
  o->out_job = 0;
  if (!o->out_valid)
    return;
  const uint64_t job = entry_of(q, 0)->job;
  o->out_alone = nf_netreduce_job_announce(&job) && !m->told;
  o->out_job = o->out_alone ? announcement(job) : job;
}

// ------------------------------------------------------------------------------ the edge
// The heads of the queues as they were before the edge.
typedef struct {
  bool repeat; // can_go[Repeats]
  bool fit;    // fits
  bool idle;   // nothing else can go
  bool held;   // held[Own]: a later job of its ring waits for a repeated packet's
} heads;

// can_go, fits, idle and held.
static heads look(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in) {
  return (heads){
      .repeat = first_can_go(m, &m->repeats),
      .fit = fits(m, in->room),
      .idle = !first_can_go(m, &m->own) && in->out_ready,
      .held = m->own.count != 0 && is_held(m, entry_of(&m->own, 0)),
  };
}

// gen_port: under_way is what was taken and is not stored yet.
static void count_packets(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in) {
  for (unsigned p = 0, left = (unsigned)(in->take | in->stored) & m->all; left; p++, left >>= 1) {
    m->taken[p] += in->take >> p & 1;
    m->stored[p] += in->stored >> p & 1;
  }
}

// stuck_q and mixed_q: for how long a full queue of repeated packets may hold up all jobs.
static void count_cycles(nf_netreduce_jobs *m, const heads *h) {
  m->stuck = !(h->repeat && !h->fit) ? 0 : m->stuck < STUCK ? m->stuck + 1 : STUCK;
  m->mixed -= m->mixed != 0 && m->own.count + m->repeats.count != 0;
}

// chosen_q and turn_q. A repeated packet's job goes when a job of its ring waits for it, when
// nothing else can go, or in its turn: it must not hold up a sum, and a flood of sums must not
// starve it.
static void choose(nf_netreduce_jobs *m, const heads *h, bool left) {
  const bool chosen = m->chosen;
  if (chosen)
    m->chosen = !left;
  else
    m->chosen = (h->repeat && h->held) || (h->fit && (h->idle || (left && m->turn == TURN)));
  if (left && chosen)
    m->turn = 0;
  else if (left && h->repeat && m->turn < TURN)
    m->turn++;
}

// One edge. Choices are made by the queues as they were; takes and stores are counted next, since a
// job that comes in this cycle waits for the TAKEs of this cycle; then a job leaves, and the new
// one enters behind it: those that it has to wait for do not include the one that leaves.
void nf_netreduce_jobs_step(nf_netreduce_jobs *m, const nf_netreduce_jobs_in *in) {
  nf_netreduce_jobs_out *const o = &m->out;
  const bool room = o->job_ready, full = m->repeats.count == m->cfg.Again;
  const bool quiet = m->own.count == 0 && m->repeats.count == 0 && !in->job_valid;
  const heads h = look(m, in);
  o->other = another(m, in);
  o->dropped = 0;
  count_packets(m, in);
  count_cycles(m, &h);
  if (quiet)
    return;
  const bool left = o->out_valid && in->out_ready && leave(m);
  choose(m, &h, left);
  if (in->job_valid && room)
    enter(m, in->job, in->away, full);
  show(m);
}
