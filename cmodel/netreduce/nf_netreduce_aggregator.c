// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The Aggregator of NETREDUCE 4.3 with its history buffer (Fig. 4). It reads the words of a column
// in all ports in the same cycle, each from its port's store, adds them in a tree, and gives each
// word of the sum to all receivers at once. The sum of a word is made when its operands are there,
// and waits in a ring until it comes out. Ports that do not take part are left out of the tree: a
// neutral element changes nothing but a signalling NaN, and that is seen by the first element that
// it meets.
#include "nf_netreduce_aggregator.h"

#include "alu/nf_alu_lane.h"
#include "common/nf_defs.h"
#include "netreduce/nf_netreduce_history.h"

#include <stdlib.h>
#include <string.h>

// LANES: 16 of 32 bits in a word of 64 bytes. HEAD_LANES: the NetReduce header, 12 bytes in front
// of a message's first payload. RING: levels of the tree times registers of one, and the
// output's.
enum {
  PORTS = NF_NETREDUCE_MAX_PORTS,
  LANES = 16,
  HEAD_LANES = NF_NETREDUCE_NR_BYTES / 4,
  MAX_STAGES = 6,
  MAX_LEVELS = 3,
  RING = MAX_STAGES * MAX_LEVELS + 1
};

// step_q, of the job that is prepared: none; its sizes are asked for; they are here; the largest is
// found; it may start. It goes on while the words of the job before are read, so that they cost no
// cycles of their own when a column has 16 words.
typedef enum { EMPTY, READ, HERE, LARGEST, READY } step;

// A job: its record, looked at once.
typedef struct {
  bool alone, history, reply, keep, first, uneven;
  uint8_t slot;
  uint8_t use, deliver, mode, mark, dtype; // use: ports that take part
  uint16_t place;
  uint16_t most;       // lanes of the result
  uint16_t len[PORTS]; // lanes of a port; zero of others
} column;

// A word on its way through the tree, with what goes along (word_t, where_t, sign_t).
typedef struct {
  bool valid, last, keep, uneven;
  uint8_t index, flags, ports;
  uint16_t place, most;
  nf_netreduce_word word;
} slot;

struct nf_netreduce_aggregator {
  nf_netreduce_aggregator_out out;
  nf_netreduce_aggregator_cfg cfg;
  step at;
  // p_* and s_*: two jobs at a time, and no more, as the stores are read for one.
  column next, now;             // being prepared; being read, or just read
  bool reading, arriving, ends; // ends: the last word is being read
  nf_netreduce_word aeth;       // the word of a REPLY
  uint8_t arriving_index;
  uint32_t length, position; // of the ring; where the next word comes out
  uint32_t riding;           // words in the ring
  // b_keep_q, keep_q and kept, counted: `writing` is keeps != 0 then.
  uint32_t keeps;    // words for the history: arriving, in the ring, coming out
  bool leaving_keep; // the word that comes out is one of them
  uint8_t flags;     // of the column so far
  slot ring[RING];
  nf_netreduce_history *history;
  nf_netreduce_history_in access;
};

// ------------------------------------------------------------------------------------------- sum
typedef struct {
  uint32_t e[LANES];
} elements;

// b_neutral_q: -0, since whatever is added to it, +0 too, stays as it is; 0 of integers. A lane of
// a port that does not take part, or that lies beyond the port's own payload, is this, so that a
// short packet cannot change the others' elements.
static uint32_t neutral_of(uint32_t dtype) {
  if (dtype == NF_DTYPE_F32)
    return UINT32_C(0x80000000);
  return dtype == NF_DTYPE_F16 || dtype == NF_DTYPE_BF16 ? UINT32_C(0x80008000) : 0;
}

// A level of the tree for a word's lanes, u_alu of gen_add; the types that most sums have in loops
// of their own, as the additions are most of the model's time.
static void add(elements *r, const elements *a, const elements *b, unsigned count, uint32_t dtype,
                uint8_t *flags) {
  if (dtype == NF_DTYPE_F32)
    for (unsigned i = 0; i < count; i++)
      r->e[i] = nf_fp_add_f32(a->e[i], b->e[i], flags);
  else if (dtype == NF_DTYPE_U32 || dtype == NF_DTYPE_S32)
    for (unsigned i = 0; i < count; i++)
      r->e[i] = a->e[i] + b->e[i];
  else
    for (unsigned i = 0; i < count; i++)
      r->e[i] = nf_alu_op(NF_RED_OP_ADD, dtype, a->e[i], b->e[i], flags);
}

// Lanes of a word that lie below `len` lanes of the payload: gen_mask, in which the lanes that
// count are always the first ones.
static unsigned lanes_of(unsigned len, unsigned index) {
  const unsigned before = index * LANES;
  return len <= before ? 0 : len - before < LANES ? len - before : LANES;
}

// gen_operand: what a port gives: its lanes first..last-1, the neutral element where it has
// nothing. What the store shows beyond its size is of an older packet, and must not be added.
static void fill(elements *r, const nf_netreduce_word *word, unsigned first, unsigned last,
                 uint32_t neutral) {
  memcpy(r, word, sizeof *r);
  for (unsigned i = 0; i < first; i++)
    r->e[i] = neutral;
  for (unsigned i = last; i < LANES; i++)
    r->e[i] = neutral;
}

// The NetReduce header is that of the lowest port, unchanged: a receiver looks for InetTag, RingID,
// MsgID and MsgLen of the message in it (NETREDUCE 4.1), and they are the same in all. In the RTL
// the other ports give 0 there, and the lanes go through the tree as integers.
static void put_header(elements *r, const column *job, const nf_netreduce_word words[]) {
  const unsigned p = (unsigned)__builtin_ctz(job->use);
  elements e;
  fill(&e, &words[p], 0, lanes_of(job->len[p], 0), 0);
  memcpy(r, &e, HEAD_LANES * sizeof *e.e);
}

// gen_element for a word: the operands, the levels of the tree in the RTL's order
// ((0+1)+(2+3))+((4+5)+(6+7)), which a rounding shows, and the lanes of the NetReduce header, which
// are no numbers. The order is that of the ports, never of arrivals: a column that is added again
// has the same bits, and every host has the same sum.
static void sum(const nf_netreduce_aggregator *m, const column *job, unsigned index,
                const nf_netreduce_word words[], nf_netreduce_word *result, uint8_t *flags) {
  const unsigned count = lanes_of(job->most, index);
  const unsigned first = job->first && index == 0 ? HEAD_LANES : 0; // lanes of the header
  // A type that the adders do not have is not added: port 0's operand goes through. RING_SETUP
  // refuses such a ring, so this is for whoever drives the block alone.
  const bool built = nf_op_built(NF_RED_OP_ADD, job->dtype, m->cfg.Halves, false);
  const uint32_t neutral = neutral_of(job->dtype);
  elements value[PORTS];
  elements *node[PORTS] = {NULL};

  for (unsigned p = 0; p < m->cfg.Ports; p++) {
    if (!(job->use >> p & 1))
      continue;
    node[p] = &value[p];
    fill(node[p], &words[p], first, lanes_of(job->len[p], index), neutral);
  }
  for (unsigned width = 1; width < PORTS && built; width *= 2)
    for (unsigned p = 0; p < PORTS; p += 2 * width) {
      if (node[p] && node[p + width])
        add(node[p], node[p], node[p + width], count, job->dtype, flags);
      else if (node[p + width])
        node[p] = node[p + width];
    }
  // A port alone, too, meets the neutral element, which quiets a NaN and raises its flag; without a
  // sum the first operand is the result.
  if ((job->use & (job->use - 1)) == 0 || node[0] == NULL) {
    elements none;
    for (unsigned i = 0; i < LANES; i++)
      none.e[i] = neutral;
    if (node[0] == NULL) {
      value[0] = none;
      node[0] = &value[0];
    } else if (built && neutral)
      add(node[0], node[0], &none, count, job->dtype, flags);
  }
  if (first && job->use)
    put_header(node[0], job, words);
  // The mask of the output: beyond the payload nothing of an operand, or of -0, may leave.
  memset(&node[0]->e[count], 0, (LANES - count) * sizeof node[0]->e[0]);
  memcpy(result, node[0], sizeof *result);
}

// ------------------------------------------------------------------------------------------ steps
// Section "output": the word that comes out of the ring, for the combiners and, of a sum that is
// kept, for the history: there a host that has lost it gets it again (4.3.2). The size is written
// with the last word, so a column whose size is there is whole. No ready: a combiner has reserved
// its frame before the job started.
static void leave(nf_netreduce_aggregator *m) {
  slot *const s = &m->ring[m->position];
  nf_netreduce_aggregator_out *const o = &m->out;
  m->keeps -= m->leaving_keep;
  m->leaving_keep = s->valid && s->keep;
  o->out_valid = s->valid;
  o->out_last = s->valid && s->last;
  o->out_ports = s->valid ? s->ports : 0;
  o->done = m->leaving_keep && s->last;
  o->uneven = o->done && s->uneven;
  o->flags = o->done ? s->flags : 0;
  if (!s->valid)
    return;
  s->valid = false;
  m->riding--;
  o->out_word = s->word;
  if (s->keep) {
    m->access.word_we = true;
    m->access.size_we = s->last;
    m->access.place = s->place;
    m->access.index = s->index;
    m->access.size = (uint16_t)(4 * s->most);
    m->access.word = s->word;
  }
}

// The words that were read are here: their sum enters the ring where one has just come out, so that
// it comes out Lag + Pads cycles later. Flags are gathered over all words of the column (so_far_q),
// as they are reported once, with its last word.
static void arrive(nf_netreduce_aggregator *m, const nf_netreduce_aggregator_in *in) {
  slot *const s = &m->ring[m->position];
  const column *const job = &m->now;
  s->valid = true;
  s->index = m->arriving_index;
  s->last = !m->reading;
  s->keep = job->keep;
  s->uneven = job->uneven;
  s->ports = job->deliver;
  s->place = job->place;
  s->most = job->most;
  if (s->index == 0)
    m->flags = 0;
  const nf_netreduce_word *const words = job->history ? &nf_netreduce_history_peek(m->history)->word
                                         : job->reply ? &m->aeth
                                                      : in->word;
  sum(m, job, s->index, words, &s->word, &m->flags);
  s->flags = m->flags;
  m->riding++;
}

// job_q and what is worked out of it (p_history, p_reply, p_use, p_deliver). What is repeated and a
// reply's word go the way of port 0; these and announcements pass as they are, through the
// integers, with the latency of a sum: so the order of jobs is that of their words, and a NaN that
// is repeated has the bits that it had. Bits of ports that are not built are left away.
static void look_at(column *c, const nf_netreduce_aggregator_in *in, uint8_t all) {
  const uint64_t *const r = &in->job;
  const uint8_t kind = nf_netreduce_job_kind(r);
  c->alone = in->job_alone;
  c->history = !c->alone && kind == NF_NETREDUCE_JOB_HISTORY;
  c->reply = !c->alone && kind == NF_NETREDUCE_JOB_REPLY;
  c->keep = !c->alone && kind == NF_NETREDUCE_JOB_SUM && nf_netreduce_job_keep(r);
  c->first = nf_netreduce_job_first(r);
  c->use = c->history || c->reply ? 1 : nf_netreduce_job_read(r) & all;
  c->deliver = nf_netreduce_job_deliver(r) & all;
  c->mode = nf_netreduce_job_mode(r);
  c->mark = nf_netreduce_job_mark(r);
  c->dtype = c->history || c->reply || c->alone ? NF_DTYPE_U32 : nf_netreduce_job_dtype(r);
  c->place = nf_netreduce_job_place(r);
  c->slot = nf_netreduce_job_slot(r);
}

// gen_len, p_most and p_uneven. Members may differ in size: the sum is as long as the longest, and
// it is reported (UNEVEN). The RTL takes a cycle more for the largest (step_q[2], LARGEST here):
// nothing that it reads changes meanwhile. A reply has one word, of four bytes; an announcement
// carries the NetReduce header, if there is one, and no payload.
static void measure(nf_netreduce_aggregator *m, const nf_netreduce_aggregator_in *in) {
  column *const c = &m->next;
  const unsigned bare = c->first ? HEAD_LANES : 0;
  c->most = 0;
  for (unsigned p = 0; p < m->cfg.Ports; p++) {
    const unsigned size = c->history ? nf_netreduce_history_peek(m->history)->size : in->size[p];
    const unsigned len = c->alone ? bare : c->reply ? 1 : size >> 2 & 511;
    c->len[p] = c->use >> p & 1 ? (uint16_t)len : 0;
    c->most = c->len[p] > c->most ? c->len[p] : c->most;
  }
  c->uneven = false;
  for (unsigned p = 0; p < m->cfg.Ports; p++)
    c->uneven |= (c->use >> p & 1) && c->len[p] != c->most;
}

// `writing`: some word that is kept is not in the history yet; a size must not be read before, as
// HISTORY may follow COMPLETE in the next cycle.
static bool writing(const nf_netreduce_aggregator *m) {
  return m->keeps || (m->reading && m->now.keep);
}

// Section "prepare". Returns whether the prepared job starts (`go`).
static bool prepare(nf_netreduce_aggregator *m, const nf_netreduce_aggregator_in *in) {
  switch (m->at) {
  case EMPTY:
    if (in->job_valid) {
      look_at(&m->next, in, (uint8_t)((1u << m->cfg.Ports) - 1));
      m->at = READ;
    }
    return false;
  case READ:
    // A history's size is asked for only when all sums that are kept are written: it might be of
    // one of them.
    if (m->out.size_re) {
      m->access.size_re = m->next.history;
      m->access.size_place = m->next.place;
      m->at = HERE;
    }
    return false;
  case HERE:
    measure(m, in);
    m->at = LARGEST;
    return false;
  case LARGEST:
    m->at = READY;
    return false;
  default:
    // A job that waits for a port's combiner holds up all behind it, since jobs are done in order;
    // wait_o says so, and u_away sees to it that it does not last.
    if (m->reading)
      return false;
    m->out.wait = (uint8_t)(m->next.deliver & ~in->ready & ~in->away);
    if (m->out.wait)
      return false;
    m->at = EMPTY;
    return true;
  }
}

// s_index_q and s_active_q: a word of the job is read, and is here in the next cycle (`arriving`).
// Of a history job its own memory is read, and no port's.
static void fetch(nf_netreduce_aggregator *m) {
  m->arriving = m->reading;
  if (!m->reading)
    return;
  m->arriving_index = m->out.word_index;
  m->keeps += m->now.keep;
  if (m->now.history) {
    m->access.word_re = true;
    m->access.word_place = m->now.place;
    m->access.word_index = m->out.word_index;
  }
  if (m->ends)
    m->reading = false;
  else
    m->out.word_index++;
}

// b_aeth_q, as on the wire: a NAK for a PSN sequence error, the messages that have come. The host
// takes it for its receiver's, and goes back to the PSN in the header.
static void put_aeth(nf_netreduce_word *word, uint32_t msn) {
  const uint8_t aeth[4] = {NF_NETREDUCE_NAK_SEQUENCE, (uint8_t)(msn >> 16), (uint8_t)(msn >> 8),
                           (uint8_t)msn};
  memcpy(word, aeth, sizeof aeth);
}

// `go`: the prepared job becomes the one that is read, and the combiners of its ports are started.
// Ports that are away now are left out for the whole job: one that comes back in the middle must
// not get half a frame. What they miss is counted (SKIPPED), and is in the history.
static void begin(nf_netreduce_aggregator *m, uint8_t away, uint32_t msn) {
  m->now = m->next;
  if (m->now.reply)
    put_aeth(&m->aeth, msn);
  m->now.deliver &= (uint8_t)~away;
  m->out.skipped = m->next.deliver & away;
  m->reading = true;
  m->out.start = m->now.deliver;
  m->out.start_place = m->now.place;
  m->out.start_mode = m->now.mode;
  m->out.start_mark = m->now.mark;
  m->out.start_size = (uint16_t)(4 * m->now.most);
  m->out.word_place = m->now.place;
  m->out.word_index = 0;
}

// The model's own: no job, no word under way. What is kept has then been written.
bool nf_netreduce_aggregator_idle(const nf_netreduce_aggregator *m) {
  return m->at == EMPTY && !m->reading && !m->arriving && !m->riding && !m->out.out_valid;
}

// One edge, from the output back to the jobs. The ring has as many places as a word takes cycles
// from its operands to the output: what arrives takes the place of what leaves. fetch() reads on in
// the old job before begin() puts the next one in its place; the history steps when all that it is
// asked for is known.
void nf_netreduce_aggregator_step(nf_netreduce_aggregator *m,
                                  const nf_netreduce_aggregator_in *in) {
  if (!in->job_valid && nf_netreduce_aggregator_idle(m))
    return;
  nf_netreduce_history_in *const h = &m->access;
  h->word_we = h->size_we = h->word_re = h->size_re = false;
  leave(m);
  if (m->arriving)
    arrive(m, in);
  m->position = m->position + 1 < m->length ? m->position + 1 : 0;
  m->out.start = m->out.skipped = m->out.wait = 0;
  const bool start = prepare(m, in);
  fetch(m);
  if (start)
    begin(m, in->away, in->msn);
  if (h->word_we || h->word_re || h->size_re)
    nf_netreduce_history_step(m->history, h);
  m->out.job_ready = m->at == EMPTY;
  m->out.size_re = m->at == READ && !(m->next.history && writing(m));
  m->out.size_place = m->next.place;
  m->out.word_re = m->reading && !m->now.history && !m->now.reply ? m->now.use : 0;
  // One word at least, also of an announcement without a payload: the combiner waits for a last
  // word.
  m->ends = m->reading && (m->out.word_index + 1u) * LANES >= m->now.most;
  // The stores are not read any more for this job: u_pending may free its slot though its sum is
  // still in the tree.
  m->out.ended_valid = m->ends && !m->now.reply; // no packet's job
  m->out.ended_slot = m->now.slot;
  m->out.wait_ring = m->next.slot >> 3;
}

// NF_PARAMs and u_history. The ring's length is Lag + Pads and the output register.
nf_status nf_netreduce_aggregator_init(nf_netreduce_aggregator **m,
                                       const nf_netreduce_aggregator_cfg *cfg) {
  if (cfg->Ports < 2 || cfg->Ports > PORTS)
    return "Ports must be 2..8";
  if (cfg->Stages < 1 || cfg->Stages > MAX_STAGES)
    return "Stages must be 1..6";
  if (cfg->Halves > 1)
    return "Halves must be 0 or 1";
  nf_netreduce_aggregator *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  const nf_status history =
      nf_netreduce_history_init(&n->history, &(nf_netreduce_history_cfg){.Places = cfg->Places});
  if (history != NF_OK) {
    free(n);
    return history;
  }
  // The header of a frame has to be at the combiner before its first word, and comes 4 cycles after
  // the start: a short tree has registers (Pads) behind it.
  const uint32_t levels = cfg->Ports > 4 ? 3 : cfg->Ports > 2 ? 2 : 1;
  const uint32_t tree = levels * cfg->Stages;
  n->cfg = *cfg;
  n->length = 1 + (tree < 3 ? 3 : tree); // the output comes 6 cycles after the start at least
  n->out.job_ready = true;
  *m = n;
  return NF_OK;
}

// Registers, and functions of them.
const nf_netreduce_aggregator_out *nf_netreduce_aggregator_peek(const nf_netreduce_aggregator *m) {
  return &m->out;
}

// The history, and the rest.
void nf_netreduce_aggregator_free(nf_netreduce_aggregator *m) {
  if (m == NULL)
    return;
  nf_netreduce_history_free(m->history);
  free(m);
}
