// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// All that is one port's own (NETREDUCE 4.3, Fig. 4), wired as in the RTL. The paper's Parser
// directs what is not the engine's to the output at once; here a frame is stored first, as its ICRC
// is its last word, and a damaged one must not be added. The model counts the cycles since the last
// one in which something moved; when all pipelines have run empty a step is left out.
#include "nf_netreduce_port.h"

#include "common/nf_ram_fifo.h"
#include "netreduce/nf_netreduce_buffer.h"
#include "netreduce/nf_netreduce_combiner.h"
#include "netreduce/nf_netreduce_header.h"
#include "netreduce/nf_netreduce_parser.h"
#include "netreduce/nf_netreduce_separator.h"
#include "netreduce/nf_netreduce_store.h"
#include "netreduce/nf_netreduce_verdict.h"

#include <stdlib.h>
#include <string.h>

// PASS_BEATS: frames that pass wait here while the output is paused, out of the way of those that
// are taken. A beat is data, end mark and number of bytes.
enum { PASS_BEATS = 32, PASS_BITS = 512 + 1 + 8 };
enum { PASS_MARK = 8 }; // limb of the end mark and, above it, the bytes
enum { SETTLED = 24 };  // cycles; more than the longest pipeline has stages

struct nf_netreduce_port {
  nf_netreduce_port_out out;
  nf_netreduce_parser *parser;
  nf_netreduce_buffer *buffer;
  nf_netreduce_verdict *verdict;
  nf_netreduce_separator *separator;
  nf_netreduce_store *store;
  nf_netreduce_header *header;
  nf_netreduce_combiner *combiner;
  nf_ram_fifo *pass;
  // Inputs of the parts; data are filled in when they are looked at.
  nf_netreduce_parser_in to_parser;
  nf_netreduce_buffer_in to_buffer;
  nf_netreduce_verdict_in to_verdict;
  nf_netreduce_separator_in to_separator;
  nf_netreduce_store_in to_store;
  nf_netreduce_header_in to_header;
  nf_netreduce_combiner_in to_combiner;
  nf_ram_fifo_in to_pass;
  // Whose frame is at the output; a frame that was offered goes on to its end, or what leaves would
  // be parts of two.
  bool open, made_last; // a frame has been offered; the combiner's, now or the last time
  bool made;            // the output is the combiner's
  bool enabled;
  // enable_i as it was: a change has to reach u_verdict even if nothing else moves.
  unsigned quiet; // cycles in which nothing moved
};

// The parts with the parameters that the RTL gives them; they refuse those that are passed on.
nf_status nf_netreduce_port_init(nf_netreduce_port **m, const nf_netreduce_port_cfg *cfg) {
  nf_netreduce_port *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_netreduce_port: out of memory";
  // One after the other, and none behind one that refuses its parameters.
  nf_status s = nf_netreduce_parser_init(&n->parser, &(nf_netreduce_parser_cfg){0});
  if (s == NF_OK)
    s = nf_netreduce_buffer_init(&n->buffer,
                                 &(nf_netreduce_buffer_cfg){cfg->BufferBeats, cfg->Frames});
  if (s == NF_OK)
    s = nf_netreduce_verdict_init(
        &n->verdict, &(nf_netreduce_verdict_cfg){cfg->Frames, cfg->BufferBeats, PASS_BEATS});
  if (s == NF_OK)
    s = nf_netreduce_separator_init(&n->separator, &(nf_netreduce_separator_cfg){0});
  if (s == NF_OK)
    s = nf_netreduce_store_init(&n->store, &(nf_netreduce_store_cfg){cfg->Places});
  if (s == NF_OK)
    s = nf_netreduce_header_init(&n->header, &(nf_netreduce_header_cfg){0});
  if (s == NF_OK)
    s = nf_netreduce_combiner_init(&n->combiner, &(nf_netreduce_combiner_cfg){cfg->Packets});
  if (s == NF_OK)
    s = nf_ram_fifo_init(&n->pass, &(nf_ram_fifo_cfg){PASS_BITS, PASS_BEATS});
  if (s != NF_OK) {
    nf_netreduce_port_free(n);
    return s;
  }
  n->out.s_tready = nf_netreduce_buffer_peek(n->buffer)->in_ready;
  n->out.ready = nf_netreduce_combiner_peek(n->combiner)->ready;
  n->out.empty = nf_netreduce_combiner_peek(n->combiner)->empty;
  *m = n;
  return NF_OK;
}

// Ports of the parts, put together by show() and choose(). None is a function of this cycle's
// inputs.
const nf_netreduce_port_out *nf_netreduce_port_peek(const nf_netreduce_port *m) { return &m->out; }

// The model's own: nothing has moved for longer than the longest pipeline, so no part has anything
// in it that would show without an input.
bool nf_netreduce_port_idle(const nf_netreduce_port *m) { return m->quiet >= SETTLED; }

// How many bytes a beat has, and whether it is bad: the MAC says so, or tkeep has a hole, is empty,
// or is not full before the end. A frame with such a beat is DAMAGED as a whole; its bytes are
// counted all the same, at least one, since the buffer holds it until its verdict.
static uint8_t bytes_of(const nf_netreduce_port_in *in, bool *bad) {
  const uint64_t keep = in->s_tkeep;
  *bad = in->s_tuser || (keep & (keep + 1)) != 0 || (keep & 1) == 0 ||
         (!in->s_tlast && keep != UINT64_MAX);
  return keep == 0 ? 1 : (uint8_t)(64 - __builtin_clzll(keep));
}

// u_parser's inputs, and those of u_buffer's side of the port. The buffer is offered every beat,
// the parser gets those that are taken: both have to see the same frames, as verdicts are matched
// to frames by their order alone.
static void take_beat(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  nf_netreduce_parser_in *const p = &m->to_parser;
  nf_netreduce_buffer_in *const b = &m->to_buffer;
  b->in_valid = in->s_tvalid;
  p->valid = in->s_tvalid && m->out.s_tready;
  if (!p->valid)
    return;
  bool bad;
  b->in_bytes = p->bytes = bytes_of(in, &bad);
  b->in_last = p->last = in->s_tlast;
  p->err = bad;
  p->cfg_tag = in->tag;
  b->in_data = p->data = in->s_tdata;
}

// u_verdict's inputs. A beat counts as passed only when it leaves the port, behind u_pass: until
// then it takes the room of which a packet behind it is sure.
static void judge(nf_netreduce_port *m, const nf_netreduce_port_in *in, bool entered, bool done) {
  const nf_netreduce_parser_out *const p = nf_netreduce_parser_peek(m->parser);
  nf_netreduce_verdict_in *const v = &m->to_verdict;
  v->enable = in->enable;
  v->meta_valid = p->meta_valid;
  if (p->meta_valid)
    memcpy(v->meta, p->meta, sizeof v->meta);
  v->req_ready = in->req_ready;
  // Answers are broadcast, with a bit for each port; the fields are looked at with it.
  v->ans_valid = in->ans_valid;
  if (in->ans_valid) {
    v->ans_cause = in->ans_cause;
    v->ans_payload = in->ans_payload;
    v->ans_head = in->ans_head;
    v->ans_place = in->ans_place;
  }
  v->passed = m->out.m_tvalid && in->m_tready && !m->made;
  v->entered = entered;
  v->stored = done;
}

// u_store's inputs: written at the place of u_verdict's oldest note, read by the aggregator, and a
// header by start_i. Packets come out of the buffer in the order in which they were taken, so the
// oldest note is of the one that the separator has. Words are written as they come, header and size
// with done: whoever finds the size finds all of it. A header that travels alone has no payload to
// keep, and leaves that of the place as it is.
static void store(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  const nf_netreduce_verdict_out *const note = nf_netreduce_verdict_peek(m->verdict);
  const nf_netreduce_separator_out *const s = nf_netreduce_separator_peek(m->separator);
  nf_netreduce_store_in *const w = &m->to_store;
  w->place = note->store_place;
  w->head_we = s->done && note->store_head;
  if (w->head_we)
    memcpy(w->head, s->head, sizeof w->head);
  w->size_we = s->done && note->store_payload;
  w->size = note->store_size;
  w->word_we = s->word_valid && note->store_payload;
  if (w->word_we) {
    w->index = s->word_index;
    w->word = s->word;
  }
  // Three reads, each with an output of its own: the aggregator's of size and words, and of the
  // header when a frame starts. None waits for another.
  w->size_re = in->size_re;
  w->size_place = in->size_place;
  w->head_re = in->start;
  w->head_place = in->start_place;
  w->word_re = in->word_re;
  w->word_place = in->word_place;
  w->word_index = in->word_index;
}

// u_header's and u_combiner's inputs. The header comes out of u_store one cycle after start_i,
// together with start_q and what was registered beside it. The combiner reserves at once: from then
// on the aggregator gives out words whether anybody is there or not.
static void send(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  nf_netreduce_header_in *const h = &m->to_header;
  const nf_netreduce_header_out *const head = nf_netreduce_header_peek(m->header);
  nf_netreduce_combiner_in *const c = &m->to_combiner;
  if (h->valid) // read in the cycle before
    memcpy(h->head, nf_netreduce_store_peek(m->store)->head, sizeof h->head);
  // Levels, which stand still while headers are under way.
  h->own_mac = in->own_mac;
  h->own_ip = in->own_ip;
  h->spine_mac = in->spine_mac;
  h->spine_ip = in->spine_ip;
  c->reserve = in->start;
  c->head_valid = head->valid;
  if (head->valid) {
    memcpy(c->head, head->head, sizeof c->head);
    c->size = head->size;
  }
  // Not before the header: the aggregator gives its first word six cycles behind the start at
  // least.
  c->word_valid = in->sum_valid;
  c->word_last = in->sum_last;
  if (in->sum_valid)
    c->word = in->sum_word;
}

// u_pass's inputs: what leaves the buffer and is not taken. What is taken never waits behind it:
// u_verdict asks for a packet only when all frames before it that pass find room here. Otherwise an
// output that is paused would keep a packet from the store, and the sum of a whole ring would wait
// for it.
static void pass_on(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  const nf_netreduce_buffer_out *const held = nf_netreduce_buffer_peek(m->buffer);
  nf_ram_fifo_in *const p = &m->to_pass;
  p->in_valid = held->out_valid && !held->out_take;
  if (p->in_valid) {
    memcpy(p->in_data, &held->out_data, sizeof held->out_data);
    p->in_data[PASS_MARK] = held->out_last | (uint64_t)held->out_bytes << 1;
  }
  p->out_ready = in->m_tready && !m->made;
}

// Whose turn it is, as the registers are: the other one's behind each frame, if both have one.
// Neither sums nor what passes can starve the other. The bytes of a beat become a tkeep.
static void choose(nf_netreduce_port *m) {
  const nf_ram_fifo_out *const pass = nf_ram_fifo_peek(m->pass);
  const nf_netreduce_combiner_out *const made = nf_netreduce_combiner_peek(m->combiner);
  nf_netreduce_port_out *const o = &m->out;
  m->made = m->open ? m->made_last : made->out_valid && !(m->made_last && pass->out_valid);
  o->m_tvalid = m->made ? made->out_valid : pass->out_valid;
  o->m_tlast = m->made ? made->out_last : pass->out_data[PASS_MARK] & 1;
  memcpy(&o->m_tdata, m->made ? (const void *)&made->out_data : pass->out_data, sizeof o->m_tdata);
  const unsigned bytes = m->made ? made->out_bytes : (unsigned)(pass->out_data[PASS_MARK] >> 1);
  o->m_tkeep = bytes >= 64 ? UINT64_MAX : ((uint64_t)1 << bytes) - 1;
}

// Ports that are outputs of the parts. stored is u_jobs' count of what has come to the store, event
// one of u_counters' per frame.
static void show(nf_netreduce_port *m) {
  const nf_netreduce_verdict_out *const v = nf_netreduce_verdict_peek(m->verdict);
  const nf_netreduce_store_out *const s = nf_netreduce_store_peek(m->store);
  nf_netreduce_port_out *const o = &m->out;
  o->s_tready = nf_netreduce_buffer_peek(m->buffer)->in_ready;
  o->req_valid = v->req_valid;
  memcpy(o->req_meta, v->req_meta, sizeof o->req_meta);
  o->event_valid = v->verdict_valid;
  o->event_cause = v->cause;
  o->stored = nf_netreduce_separator_peek(m->separator)->done;
  o->size = s->size;
  // 64 bytes, which nobody looks at in other cycles.
  if (m->to_store.word_re)
    o->word = s->word;
  o->ready = nf_netreduce_combiner_peek(m->combiner)->ready;
  o->empty = nf_netreduce_combiner_peek(m->combiner)->empty;
  choose(m);
}

// u_separator's inputs: the beats that leave the buffer and are taken.
static void take_apart(nf_netreduce_port *m, bool taken) {
  const nf_netreduce_buffer_out *const held = nf_netreduce_buffer_peek(m->buffer);
  nf_netreduce_separator_in *const s = &m->to_separator;
  s->in_valid = taken;
  s->in_last = held->out_last;
  s->size = nf_netreduce_verdict_peek(m->verdict)->size;
  if (taken)
    s->in_data = held->out_data;
}

// The model's own: counts the cycles without anything that comes or waits, and says whether all
// pipelines have run empty. A change of enable_i has to come through, too.
static bool is_settled(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  const bool comes = in->s_tvalid || in->ans_valid || in->size_re || in->word_re || in->start ||
                     in->sum_valid || in->enable != m->enabled;
  const bool waits = m->out.m_tvalid || m->out.req_valid ||
                     nf_netreduce_buffer_peek(m->buffer)->out_valid ||
                     !nf_netreduce_combiner_idle(m->combiner);
  m->quiet = comes || waits ? 0 : m->quiet + 1;
  m->enabled = in->enable;
  return m->quiet > SETTLED;
}

// The wires into all parts, of their outputs in this cycle. Data are copied only with their valid.
static void wire(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  const nf_netreduce_buffer_out *const held = nf_netreduce_buffer_peek(m->buffer);
  const nf_netreduce_verdict_out *const v = nf_netreduce_verdict_peek(m->verdict);
  const bool taken = held->out_valid && held->out_take;
  take_beat(m, in);
  m->to_buffer.verdict_valid = v->verdict_valid;
  m->to_buffer.verdict = v->verdict;
  // What is taken always finds the separator free; what passes needs room in u_pass.
  m->to_buffer.out_ready = held->out_take || nf_ram_fifo_peek(m->pass)->in_ready;
  pass_on(m, in);
  take_apart(m, taken);
  judge(m, in, taken && held->out_last, nf_netreduce_separator_peek(m->separator)->done);
  store(m, in);
  send(m, in);
  // Whoever is not at the output does not see it ready.
  m->to_combiner.out_ready = in->m_tready && m->made;
}

// The edge of every part. Their order does not matter, as each has its own copy of what the others
// showed.
static void step_parts(nf_netreduce_port *m) {
  nf_netreduce_parser_step(m->parser, &m->to_parser);
  nf_netreduce_buffer_step(m->buffer, &m->to_buffer);
  nf_netreduce_verdict_step(m->verdict, &m->to_verdict);
  nf_netreduce_separator_step(m->separator, &m->to_separator);
  nf_netreduce_store_step(m->store, &m->to_store);
  nf_netreduce_header_step(m->header, &m->to_header);
  nf_netreduce_combiner_step(m->combiner, &m->to_combiner);
  if (m->to_pass.in_valid || !nf_ram_fifo_idle(m->pass))
    nf_ram_fifo_step(m->pass, &m->to_pass);
}

// start_q and what is registered beside it, for u_header's next edge.
static void note_start(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  m->to_header.valid = in->start;
  if (!in->start)
    return;
  m->to_header.mode = in->start_mode;
  m->to_header.mark = in->start_mark;
  m->to_header.size = in->start_size;
  m->to_header.psn = in->start_psn;
  m->to_header.qp = in->start_qp;
}

// One edge. All inputs are put together from the parts' outputs of this cycle, then every part
// steps. to_header.valid is start_q, so it is set for the next step when u_header has stepped.
// Whose turn it is at the output is decided anew from what the parts show behind the edge.
void nf_netreduce_port_step(nf_netreduce_port *m, const nf_netreduce_port_in *in) {
  if (is_settled(m, in))
    return;
  // A sum has left; what a ring's drain waits for.
  m->out.sent = m->out.m_tvalid && in->m_tready && m->out.m_tlast && m->made;
  wire(m, in);
  if (m->out.m_tvalid) {
    m->open = !(in->m_tready && m->out.m_tlast);
    m->made_last = m->made;
  }
  step_parts(m);
  note_start(m, in);
  show(m);
}

// Also of a model that init has made only a part of.
void nf_netreduce_port_free(nf_netreduce_port *m) {
  if (m == NULL)
    return;
  nf_netreduce_parser_free(m->parser);
  nf_netreduce_buffer_free(m->buffer);
  nf_netreduce_verdict_free(m->verdict);
  nf_netreduce_separator_free(m->separator);
  nf_netreduce_store_free(m->store);
  nf_netreduce_header_free(m->header);
  nf_netreduce_combiner_free(m->combiner);
  nf_ram_fifo_free(m->pass);
  free(m);
}
