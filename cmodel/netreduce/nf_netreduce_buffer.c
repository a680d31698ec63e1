// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames wait here for their verdict: it needs the ICRC, which is a frame's last word (NETREDUCE
// 4.3 directs them on at once). A ring of beats and a ring of complete frames, of which the first
// ones have their verdict. Verdicts come in the frames' order, one each, and have no number: so a
// frame that is swallowed is held as one, too.
#include "nf_netreduce_buffer.h"

#include "netreduce/nf_netreduce_pkg.h"

#include <stdlib.h>

// end_t of u_frames and the entry of u_verdicts; end == where it begins: nothing is there.
typedef struct {
  uint32_t end; // counts beats; where the next frame begins
  uint8_t bytes, verdict;
} held_frame;

struct nf_netreduce_buffer {
  nf_netreduce_buffer_out out;
  nf_netreduce_buffer_cfg cfg;
  // Counters that never go round in a frame's life; the RTL has pointers with one bit more than an
  // index, which say the same.
  uint32_t write, start, read; // beats that were written, also before this frame; that have left
  uint32_t come, judged, left; // frames
  bool swallow;                // the frame that comes is too long
  held_frame frames[NF_NETREDUCE_BUFFER_MAX_FRAMES];
  nf_netreduce_word beats[];
};

// Entry of the n-th frame ever; u_frames and u_verdicts side by side.
static held_frame *frame(nf_netreduce_buffer *m, uint32_t n) {
  return &m->frames[n % NF_NETREDUCE_BUFFER_MAX_FRAMES];
}

// Section "frames come". A frame that fills the buffer alone and is not over is taken back: waiting
// for room would be for ever, and behind it all frames of the port. Its end is noted where it
// begins, which says that nothing is there. So a frame without end holds up its own port, and takes
// no memory.
static void put(nf_netreduce_buffer *m, const nf_netreduce_buffer_in *in) {
  const bool too_long = m->swallow || m->write - m->start == m->cfg.Depth;
  if (too_long)
    m->write = m->start;
  else
    m->beats[m->write++ & (m->cfg.Depth - 1)] = in->in_data;
  m->swallow = too_long && !in->in_last;
  if (!in->in_last)
    return;
  held_frame *const f = frame(m, m->come++);
  f->end = m->write;
  f->bytes = in->in_bytes;
  m->start = m->write;
}

// Section "frames leave": frames and verdicts as they were before this cycle. The memory's output
// register is the output, so the next beat is read when the one before is taken.
static void get(nf_netreduce_buffer *m, bool ready) {
  nf_netreduce_buffer_out *const o = &m->out;
  if (ready)
    o->out_valid = false;
  if (m->left == m->judged)
    return;
  const held_frame *const f = frame(m, m->left);
  // Dropping costs a cycle, in which nothing is read; so does a frame that was swallowed.
  if (f->verdict == NF_NETREDUCE_VERDICT_DROP || f->end == m->read) {
    m->read = f->end;
    m->left++;
    return;
  }
  if (o->out_valid)
    return;
  o->out_valid = true;
  o->out_take = f->verdict == NF_NETREDUCE_VERDICT_TAKE;
  o->out_data = m->beats[m->read++ & (m->cfg.Depth - 1)];
  o->out_last = m->read == f->end;
  o->out_bytes = o->out_last ? f->bytes : NF_NETREDUCE_WORD_BYTES;
  if (o->out_last)
    m->left++;
}

// One edge. get() comes first: a verdict, a frame and a beat that come in this cycle are seen in
// the next one, as the queues and the memory of the RTL have them.
void nf_netreduce_buffer_step(nf_netreduce_buffer *m, const nf_netreduce_buffer_in *in) {
  if (!in->in_valid && !in->verdict_valid && !m->out.out_valid && m->left == m->judged)
    return;
  get(m, in->out_ready);
  if (in->verdict_valid)
    frame(m, m->judged++)->verdict = in->verdict & 3;
  if (in->in_valid && m->out.in_ready)
    put(m, in);
  // A full ring is ready for the frame that fills it alone: its beats are given back with the next
  // one.
  m->out.in_ready = m->come - m->left != m->cfg.Frames &&
                    (m->write - m->read != m->cfg.Depth || m->write - m->start == m->cfg.Depth);
}

// NF_PARAMs; empty.
nf_status nf_netreduce_buffer_init(nf_netreduce_buffer **m, const nf_netreduce_buffer_cfg *cfg) {
  const uint32_t depth = cfg->Depth;
  if (depth < 16 || depth > NF_NETREDUCE_BUFFER_MAX_DEPTH || (depth & (depth - 1)) != 0)
    return "Depth must be a power of two, 16..1024";
  if (cfg->Frames < 2 || cfg->Frames > NF_NETREDUCE_BUFFER_MAX_FRAMES)
    return "Frames must be 2..256";
  nf_netreduce_buffer *const n = calloc(1, sizeof *n + depth * sizeof n->beats[0]);
  if (n == NULL)
    return "out of memory";
  n->cfg = *cfg;
  n->out.in_ready = true;
  *m = n;
  return NF_OK;
}

// The output registers, and in_ready_o, a function of the pointers: it does not depend on out_ready
// of the same cycle.
const nf_netreduce_buffer_out *nf_netreduce_buffer_peek(const nf_netreduce_buffer *m) {
  return &m->out;
}

// The model's own; NULL is allowed. The beats lie behind it.
void nf_netreduce_buffer_free(nf_netreduce_buffer *m) { free(m); }
