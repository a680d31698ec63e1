// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What becomes of each frame that the buffer holds, in their order (NETREDUCE 4.3; Algorithm 2):
// dropped, sent on, or taken. The queues are those of the RTL; a cycle in which nothing comes and
// nothing waits costs nothing.
#include "nf_netreduce_verdict.h"

#include "common/nf_fifo.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdlib.h>
#include <string.h>

// MOST: packets that are asked for or on their way to the store; nf_netreduce_jobs counts them in
// three bits. Bits are those of the RTL's records asked_t and note_t.
enum {
  MOST = 7,
  FIRST_DROPPED = NF_NETREDUCE_FIRST_DROPPED,
  META_BITS = 256,
  SIZE_BITS = 11,
  BEAT_BITS = 10
};
// A note: payload, head, place, size.
enum { NOTE_HEAD = 1, NOTE_PLACE = 2, NOTE_SIZE = 18, NOTE_BITS = NOTE_SIZE + SIZE_BITS };

struct nf_netreduce_verdict {
  nf_netreduce_verdict_out out;
  uint32_t most_bytes;
  bool enable;
  // asked_q and taken_q. While any frame is asked for, one that is decided here has to wait:
  // verdicts are in the frames' order.
  unsigned asked, taken;
  uint32_t pass_beats;
  unsigned ahead;    // beats that pass, or may, and have not left the port
  uint8_t own_cause; // of the oldest frame
  bool ask;          // it is for the lookups
  // u_metas cannot be full: the buffer holds no more frames than it has places (VerdictRoom).
  nf_fifo *metas, *asked_sizes, *enters, *notes;
};

// NF_PARAMs and the queues.
nf_status nf_netreduce_verdict_init(nf_netreduce_verdict **m, const nf_netreduce_verdict_cfg *cfg) {
  if (cfg->Frames < 2 || cfg->Frames > 256)
    return "nf_netreduce_verdict: Frames must be 2..256";
  if (cfg->BufferBeats < 16 || cfg->BufferBeats > 512)
    return "nf_netreduce_verdict: BufferBeats must be 16..512";
  if (cfg->PassBeats < 4 || cfg->PassBeats > 256)
    return "nf_netreduce_verdict: PassBeats must be 4..256";
  nf_netreduce_verdict *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_verdict: out of memory";
  n->most_bytes = cfg->BufferBeats * NF_NETREDUCE_WORD_BYTES;
  n->pass_beats = cfg->PassBeats;
  const nf_fifo_cfg metas = {META_BITS, cfg->Frames}, asked = {SIZE_BITS + BEAT_BITS, MOST + 1},
                    sizes = {SIZE_BITS, MOST + 1}, notes = {NOTE_BITS, MOST + 1};
  if (nf_fifo_init(&n->metas, &metas) != NF_OK || nf_fifo_init(&n->asked_sizes, &asked) != NF_OK ||
      nf_fifo_init(&n->enters, &sizes) != NF_OK || nf_fifo_init(&n->notes, &notes) != NF_OK) {
    nf_netreduce_verdict_free(n);
    return "nf_netreduce_verdict: out of memory";
  }
  *m = n;
  return NF_OK;
}

// Registers, heads of the queues, and req_valid_o, a function of them: a request that stands does
// not fall until it is taken.
const nf_netreduce_verdict_out *nf_netreduce_verdict_peek(const nf_netreduce_verdict *m) {
  return &m->out;
}

// due.size: what the store will hold, pad included. It means something up to MAX_PAYLOAD; what has
// more is not taken.
static uint32_t size_of(const uint64_t *meta) {
  return (uint32_t)nf_netreduce_meta_payload(meta) + nf_netreduce_meta_pad(meta);
}

// due.beats that the frame takes in the buffer and behind it.
static uint32_t beats_of(const uint64_t *meta) {
  return (nf_netreduce_meta_bytes(meta) + NF_NETREDUCE_WORD_BYTES - 1u) / NF_NETREDUCE_WORD_BYTES;
}

// own_cause: what the port cannot hold, or all when the engine is off, else what the parser says.
// LONG comes first: the buffer has nothing of such a frame, so it can neither pass nor be taken.
static uint8_t cause_of(const nf_netreduce_verdict *m, const uint64_t *meta) {
  if (nf_netreduce_meta_bytes(meta) > m->most_bytes)
    return NF_NETREDUCE_CAUSE_LONG;
  if (!m->enable)
    return NF_NETREDUCE_CAUSE_OFF;
  return nf_netreduce_meta_cause(meta);
}

// `ask`, for the lookups: what would pass, or is the engine's, and may be a member's: only LUT#1
// knows that, and a member's frame never passes. What the parser drops needs no look. What was
// asked stays so when the engine is switched on meanwhile.
static bool ask_of(const uint64_t *meta, uint8_t own_cause, bool waits) {
  return nf_netreduce_meta_conn(meta) != 0 && own_cause != NF_NETREDUCE_CAUSE_LONG &&
         (own_cause < FIRST_DROPPED || waits);
}

// verdict_d: causes below FIRST_DROPPED pass. An answer without anything to keep and without a
// cause drops: a repeated packet, or a receiver's NAK.
static uint8_t verdict_of(bool takes, uint8_t cause) {
  if (takes)
    return NF_NETREDUCE_VERDICT_TAKE;
  return cause != NF_NETREDUCE_CAUSE_NONE && cause < FIRST_DROPPED ? NF_NETREDUCE_VERDICT_PASS
                                                                   : NF_NETREDUCE_VERDICT_DROP;
}

// nf_fifo's edge: moves a queue of numbers by one cycle and returns its oldest, which may be an old
// one. Who looks at it knows by taken_q whether it means anything.
static uint32_t move(nf_fifo *queue, bool push, uint32_t value, bool pop) {
  const nf_fifo_in in = {.in_valid = push, .in_data = {value}, .out_ready = pop};
  if (push || pop)
    nf_fifo_step(queue, &in);
  return (uint32_t)nf_fifo_peek(queue)->out_data[0];
}

// What happens at this edge.
typedef struct {
  bool asks;    // the oldest record's request is taken
  bool waits;   // waits_q: it is not
  bool decides; // the oldest frame's verdict is given here, without an answer
  bool takes;   // the answer keeps something of the packet
} events;

// asks, decides and takes, out of the registers and the inputs.
static events look(const nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in) {
  return (events){
      .asks = m->out.req_valid && in->req_ready,
      .waits = m->out.req_valid && !in->req_ready,
      .decides = nf_fifo_peek(m->metas)->out_valid && !m->ask && m->asked == 0,
      .takes = in->ans_valid && (in->ans_payload || in->ans_head),
  };
}

// Section "the verdict": an answer, else what the port decides by itself. Returns whether the frame
// passes.
static bool give_verdict(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in,
                         const events *e) {
  nf_netreduce_verdict_out *const o = &m->out;
  o->verdict_valid = in->ans_valid || e->decides;
  if (!o->verdict_valid)
    return false;
  o->cause = in->ans_valid ? in->ans_cause : m->own_cause;
  o->verdict = verdict_of(e->takes, o->cause);
  return o->verdict == NF_NETREDUCE_VERDICT_PASS;
}

// ahead_q: beats of frames that pass, or may, and have not left the port. What is asked for may
// pass until its answer says that it does not. When more are ahead than PassBeats nothing is asked
// for: a packet that is taken must not stand behind a frame that the output does not let go.
static void count_ahead(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in, const events *e,
                        bool passes) {
  if (e->asks || (e->decides && passes))
    m->ahead += beats_of(nf_fifo_peek(m->metas)->out_data);
  if (in->ans_valid && !passes)
    m->ahead -= (unsigned)(nf_fifo_peek(m->asked_sizes)->out_data[0] >> SIZE_BITS);
  m->ahead -= in->passed;
}

// u_asked, u_enters and u_notes, with asked_q and taken_q. An answer moves the oldest size out of
// u_asked, and into the other two when the packet is taken.
static void move_packets(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in,
                         const events *e) {
  if (!(e->takes || in->entered || in->stored || e->asks || in->ans_valid))
    return;
  nf_netreduce_verdict_out *const o = &m->out;
  const uint64_t *const meta = nf_fifo_peek(m->metas)->out_data;
  const uint32_t size =
      (uint32_t)nf_fifo_peek(m->asked_sizes)->out_data[0] & ((1u << SIZE_BITS) - 1);
  const uint32_t note = move(m->notes, e->takes,
                             size << NOTE_SIZE | (uint32_t)in->ans_place << NOTE_PLACE |
                                 (uint32_t)in->ans_head << NOTE_HEAD | in->ans_payload,
                             in->stored);
  o->store_payload = note & 1;
  o->store_head = note >> NOTE_HEAD & 1;
  o->store_place = (uint16_t)(note >> NOTE_PLACE);
  o->store_size = (uint16_t)(note >> NOTE_SIZE);
  o->size = (uint16_t)move(m->enters, e->takes, size, in->entered);
  move(m->asked_sizes, e->asks,
       beats_of(meta) << SIZE_BITS | (size_of(meta) & ((1u << SIZE_BITS) - 1)), in->ans_valid);
  m->asked += e->asks - (unsigned)in->ans_valid;
  m->taken += e->takes - (unsigned)in->stored;
}

// u_metas.
static void move_records(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in,
                         const events *e) {
  if (!(in->meta_valid || e->asks || e->decides))
    return;
  nf_fifo_in queue = {.in_valid = in->meta_valid, .out_ready = e->asks || e->decides};
  if (in->meta_valid)
    memcpy(queue.in_data, in->meta, sizeof queue.in_data);
  nf_fifo_step(m->metas, &queue);
  memcpy(m->out.req_meta, nf_fifo_peek(m->metas)->out_data, sizeof m->out.req_meta);
}

// Section "the oldest frame", and req_valid_o, as they are behind the edge.
static void show(nf_netreduce_verdict *m, bool waits) {
  const nf_fifo_out *const metas = nf_fifo_peek(m->metas);
  if (metas->out_valid) {
    m->own_cause = cause_of(m, metas->out_data);
    m->ask = ask_of(metas->out_data, m->own_cause, waits);
  }
  m->out.req_valid =
      metas->out_valid && m->ask && m->asked + m->taken < MOST && m->ahead <= m->pass_beats;
}

// One edge. u_metas moves last of the queues: the oldest record's sizes are looked at until then.
// Its cause is worked out behind the edge, with enable as it is registered; the request that was
// not taken (waits) stays what it was.
void nf_netreduce_verdict_step(nf_netreduce_verdict *m, const nf_netreduce_verdict_in *in) {
  const events e = look(m, in);
  const bool passes = give_verdict(m, in, &e);
  count_ahead(m, in, &e, passes);
  move_packets(m, in, &e);
  move_records(m, in, &e);
  m->enable = in->enable;
  show(m, e.waits);
}

// Also of a model whose queues could not all be made.
void nf_netreduce_verdict_free(nf_netreduce_verdict *m) {
  if (m == NULL)
    return;
  nf_fifo_free(m->metas);
  nf_fifo_free(m->asked_sizes);
  nf_fifo_free(m->enters);
  nf_fifo_free(m->notes);
  free(m);
}
