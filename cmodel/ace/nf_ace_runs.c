// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The oldest run is kept as what is left of it: its fields move on from piece to piece.
//
// A run lies in memory without a gap, and its pieces in SRAM apart from each other. Bursts are made
// of runs, so that pieces that touch take as few as their bytes have pages; the data of a run is
// cut into pieces again here, which the data side handles one by one.
#include "nf_ace_runs.h"

#include <stdlib.h>

#include "ace/nf_ace_ring.h"
#include "ace/nf_ace_word.h"

enum { MAX_DEPTH = 66 };

struct nf_ace_runs {
  nf_ace_runs_out out;
  // Zeros: TX wants every piece, since SRAM gets zeros where memory has nothing; RX leaves those
  // out that it would not write.
  bool zeros;
  uint32_t word; // bytes of a beat
  nf_ace_ring ring;
  nf_ace_runs_in run[MAX_DEPTH];
  // What the registers beside the queue hold: of the piece that was given last, the one behind it.
  bool inside;
  // place_q, pieces_q, left_q, sram_q: not looked at before a piece has been given (inside)
  uint8_t place, pieces;
  uint32_t left;
  uint16_t sram;
};

// NF_PARAMs; empty. 66: what the DMAs of 64 bursts ask for.
nf_status nf_ace_runs_init(nf_ace_runs **m, const nf_ace_runs_cfg *cfg) {
  if (cfg->Depth < 2 || cfg->Depth > MAX_DEPTH)
    return "nf_ace_runs: Depth must be 2..66";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_runs: WordBytes must be 32, 64, 128 or 256";
  nf_ace_runs *const runs = calloc(1, sizeof *runs);
  if (runs == NULL)
    return "nf_ace_runs: out of memory";
  runs->zeros = cfg->Zeros != 0;
  runs->word = cfg->WordBytes;
  runs->ring.depth = (uint16_t)cfg->Depth;
  runs->out.in_ready = runs->out.out_first = true;
  runs->out.out_last = !runs->zeros; // an empty queue shows a run of nothing
  *m = runs;
  return NF_OK;
}

// Functions of the queue's head and of the registers beside it. A queue that is empty still shows a
// run; valid says whether it counts.
const nf_ace_runs_out *nf_ace_runs_peek(const nf_ace_runs *m) { return &m->out; }

// Outputs that are functions of the new state. Of a piece only its number of bytes may be short of
// its room, and only that of the last: before, the run goes on and fills it (RunsFillRoom).
static void show(nf_ace_runs *m) {
  nf_ace_runs_out *const o = &m->out;
  const nf_ace_runs_in *const r = &m->run[m->ring.read];
  const uint32_t left = m->inside ? m->left : r->in_bytes;
  const uint8_t pieces = m->inside ? m->pieces : r->in_pieces;
  o->in_ready = m->ring.count != m->ring.depth;
  o->out_valid = m->ring.count != 0;
  o->out_id = r->in_id;
  o->out_first = !m->inside;
  o->out_addr = r->in_addr;
  const uint64_t place = m->inside ? m->place : r->in_addr % m->word;
  o->out_place = (uint8_t)place;
  o->out_bytes = left < r->in_room ? (uint16_t)left : r->in_room;
  const uint32_t rest = left - o->out_bytes, reach = (uint32_t)o->out_place + o->out_bytes;
  o->out_last = pieces == 1 || (!m->zeros && rest == 0);
  o->out_end = r->in_end && o->out_last;
  // Where one piece ends within a beat the next begins there: the beat is read once and used twice,
  // or written once with the bytes of both.
  o->out_share = !o->out_last && rest != 0 && reach % m->word != 0;
  const uint32_t beats = (reach + m->word - 1) / m->word;
  o->out_beats = (uint16_t)(o->out_bytes == 0 ? 0 : beats);
  o->out_words = (uint16_t)((r->in_room + m->word - 1) / m->word);
  o->out_sram = m->inside ? m->sram : r->in_sram;
}

// One edge: take, then push. The piece at the interface is of the queue as it was; a run that came
// into an empty one shows in the next cycle. So a piece comes in every cycle, from run to run as
// within one.
void nf_ace_runs_step(nf_ace_runs *m, const nf_ace_runs_in *in) {
  const nf_ace_runs_out *const o = &m->out;
  const bool push = in->in_valid && o->in_ready, take = o->out_valid && in->out_ready;
  if (!push && !take)
    return;
  if (take) {
    const nf_ace_runs_in *const r = &m->run[m->ring.read];
    m->left = (m->inside ? m->left : r->in_bytes) - o->out_bytes;
    m->pieces = (uint8_t)((m->inside ? m->pieces : r->in_pieces) - 1);
    m->place = (uint8_t)((o->out_place + o->out_bytes) % m->word);
    m->sram = (uint16_t)(o->out_sram + r->in_pitch);
    m->inside = !o->out_last;
    if (o->out_last)
      nf_ace_ring_pop(&m->ring);
  }
  if (push)
    m->run[nf_ace_ring_push(&m->ring)] = *in;
  show(m);
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_runs_free(nf_ace_runs *m) { free(m); }
