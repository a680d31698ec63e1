// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The stages of the RTL, last one first: each moves on what it held before the edge. A step waits
// in e, is put together in p with what follows it, and its word goes to the store.
//
// ACE Fig. 6, #2: memory to SRAM, by AXI4 bursts of one ID, so data comes in the order of the
// addresses and needs no name. Each step takes a beat, if the piece has one more, and stands for a
// word, if it has one more: an unaligned message of n words has n + 1 beats, one with a total that
// ends early has fewer. Two steps side by side make a word, so every beat takes one cycle wherever
// it lies.
//
// Nothing that comes can find no room: r_ready_o is up only where the next step is free, and bursts
// outstanding are counted. An error changes no byte and no time; it is marked, in the packet
// (poison) and in the completion.
#include "nf_ace_tx_dma.h"

#include <stdlib.h>

#include "ace/nf_ace_merge.h"
#include "ace/nf_ace_pieces.h"
#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_rotate.h"
#include "ace/nf_ace_runs.h"
#include "ace/nf_ace_tx_store.h"

enum { MAX_BURSTS = 64, MAX_WORDS = 256, PACKET = NF_ACE_PACKET_WORDS };

// The piece whose data comes: what is left of it.
// What u_coming gave, counted down: j_* of the RTL.
typedef struct {
  uint16_t bytes, beats, words, sram;
  uint8_t id, offset, index; // index: of the word within its packet
  bool end;                  // the last one of its command
  bool share;                // the next piece begins in its last beat
} piece;

// step_t, and beside it what its beat brought. Of word k the first bytes are in the beat of step k,
// the others in that of the step behind (look).
typedef struct {
  bool err;               // the beat was answered with an error
  bool look;              // bytes of the next beat are needed
  bool write, close, end; // a word; it ends a packet; that ends the command
  uint8_t words;          // of the packet so far
  uint16_t keep;          // bytes that memory gives
  uint8_t offset;         // where they begin
  uint8_t id;
  uint16_t sram;
} step;

struct nf_ace_tx_dma {
  nf_ace_tx_dma_out out;
  uint32_t bursts, word, limbs; // of a bus word: bytes, limbs
  // gone_q: from here on nothing is asked for, and what has not come counts as read with an error
  bool gone; // the memory was given up
  nf_ace_pieces *pieces;
  const nf_ace_pieces_out *rec;
  nf_ace_pieces_in cut;
  // u_store: where words wait until SRAM takes their packet
  nf_ace_tx_store *store;
  const nf_ace_tx_store_out *sram;
  nf_ace_tx_store_in enter;
  uint8_t flight, outstanding; // commands; bursts
  // data_o is a RAM's output register: it is copied only while words come
  uint8_t fetching; // words that come to the data port, one a cycle
  nf_ace_runs *coming;
  const nf_ace_runs_out *run;
  nf_ace_runs_in come;
  piece j;
  bool j_valid, e_valid, p_valid, err, poison; // err: of the command; poison: of the packet
  step e, p;
  nf_ace_word e_data, p_data;
};

// NF_PARAMs, u_pieces, u_store, and u_coming, which gives pieces that move nothing too: SRAM gets
// zeros for them. u_store has as many completions as commands can be in flight, so none is lost.
nf_status nf_ace_tx_dma_init(nf_ace_tx_dma **m, const nf_ace_tx_dma_cfg *cfg) {
  if (cfg->Bursts < 2 || cfg->Bursts > MAX_BURSTS)
    return "nf_ace_tx_dma: Bursts must be 2..64";
  if (cfg->Words < 16 || cfg->Words > MAX_WORDS || cfg->Words % PACKET != 0)
    return "nf_ace_tx_dma: Words must be 16..256 and a multiple of 4";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_tx_dma: WordBytes must be 32, 64, 128 or 256";
  nf_ace_tx_dma *const dma = calloc(1, sizeof *dma);
  if (dma == NULL)
    return "nf_ace_tx_dma: out of memory";
  const nf_ace_pieces_cfg pieces = {.WordBytes = cfg->WordBytes};
  const nf_ace_tx_store_cfg store = {
      .Words = cfg->Words, .Commands = cfg->Bursts, .WordBytes = cfg->WordBytes};
  const nf_ace_runs_cfg runs = {.Depth = cfg->Bursts + 2, .Zeros = 1, .WordBytes = cfg->WordBytes};
  nf_status status = nf_ace_pieces_init(&dma->pieces, &pieces);
  if (status == NF_OK)
    status = nf_ace_runs_init(&dma->coming, &runs);
  if (status == NF_OK)
    status = nf_ace_tx_store_init(&dma->store, &store);
  if (status != NF_OK) {
    nf_ace_tx_dma_free(dma);
    return status;
  }
  dma->bursts = cfg->Bursts;
  dma->word = cfg->WordBytes;
  dma->limbs = cfg->WordBytes / 8;
  dma->rec = nf_ace_pieces_peek(dma->pieces);
  dma->sram = nf_ace_tx_store_peek(dma->store);
  dma->run = nf_ace_runs_peek(dma->coming);
  // All else of the ports is low after reset.
  dma->out.cmd_ready = true;
  *m = dma;
  return NF_OK;
}

// Registers, functions of them by show(), and u_store's ports. None depends on an input of this
// cycle but by a register.
const nf_ace_tx_dma_out *nf_ace_tx_dma_peek(const nf_ace_tx_dma *m) { return &m->out; }

// Step p leaves: its word goes to the store, and with it the packet that it ends. Both marks are
// kept from word to word: a command has an error when one of its beats had, a packet is poisoned
// when one of its words is. So the coarseness of poison is a packet, 256 bytes.
static void finish_step(nf_ace_tx_dma *m) {
  const step *const p = &m->p;
  nf_ace_tx_store_in *const s = &m->enter;
  // The last beat of a piece may give the end of a word only; it counts with that word, and not
  // again when it stands in p beside a word of zeros that follows.
  const bool word_err = (p->err && p->keep != 0) || (p->look && m->e.err);
  const bool err = m->err || word_err, poison = m->poison || word_err;
  if (p->write) {
    s->word_valid = true;
    // keep: bytes behind what memory gives are zeros (docs/ace-chunks.md: bytes past the block or
    // the total).
    nf_ace_merge(&s->word_data, &m->p_data, &m->e_data, m->word - p->offset, 0, p->keep, m->word);
    m->err = err;
    m->poison = poison;
  }
  if (p->close) {
    s->pkt_valid = true;
    s->pkt_sram = p->sram;
    s->pkt_words = p->words;
    s->pkt_id = p->id;
    s->pkt_end = p->end;
    s->pkt_err = err;
    s->pkt_poison = poison;
    // The error belongs to the command that ends here, not to the next one.
    m->err = err && !p->end;
    m->poison = false;
  }
}

// The next step of the piece at work, with its beat if it has one. True when it is the last one. A
// piece that has fewer bytes than room goes on with steps without beats, whose words are zeros; one
// of no words at all is only the end of its command.
static bool load_step(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in) {
  piece *const j = &m->j;
  const bool beat = j->beats != 0, word = j->words != 0;
  const bool final = j->beats <= 1 && j->words <= 1;
  const bool close = word ? j->words == 1 || j->index == PACKET - 1 : !beat;
  m->e = (step){.err = beat && (m->gone || in->r_resp != 0),
                // An aligned word lies in one beat and needs no other.
                .look = j->offset != 0 && j->beats > 1,
                .write = word,
                .close = close,
                .end = j->end && close && j->words <= 1,
                .words = word ? (uint8_t)(j->index + 1) : 0,
                .keep = j->bytes > m->word ? (uint16_t)m->word : j->bytes,
                .offset = j->offset,
                .id = j->id,
                .sram = j->sram};
  // What a memory that was given up had not given yet: zeros, in the cycle in which they are
  // wanted.
  if (beat && m->gone)
    m->e_data = (nf_ace_word){{0}};
  else if (beat)
    nf_ace_rotate(&m->e_data, &in->r_data, j->offset, m->word);
  // A packet is four words in SRAM; the last of a message may have fewer.
  if (j->index == PACKET - 1)
    j->sram++;
  j->bytes = j->bytes > m->word ? (uint16_t)(j->bytes - m->word) : 0;
  j->beats = (uint16_t)(j->beats - beat);
  j->words = (uint16_t)(j->words - word);
  j->index = (uint8_t)((j->index + word) % PACKET);
  return final;
}

// A record of the cutter: its address goes out, and its run to the data side. The run goes to the
// data side in the same cycle as its first address to the port, so data always finds the piece that
// it is for.
static void take_record(nf_ace_tx_dma *m) {
  const nf_ace_pieces_out *const r = m->rec;
  if (r->out_burst && !m->gone) {
    m->out.ar_valid = true;
    m->out.ar_addr = r->out_addr;
    m->out.ar_len = r->out_len;
    m->outstanding++;
  }
  // A run whose pieces have no room in SRAM is entered only as the end of its command, which must
  // be reported.
  m->come.in_valid = r->out_first && (r->out_end || r->out_room != 0);
  if (!m->come.in_valid)
    return;
  m->come.in_id = r->out_id;
  m->come.in_end = r->out_end;
  // Of an address the data side needs only where in a beat its run begins.
  m->come.in_addr = r->out_place % m->word;
  m->come.in_bytes = r->out_bytes;
  m->come.in_pieces = r->out_pieces;
  m->come.in_room = r->out_room;
  m->come.in_sram = r->out_sram;
  m->come.in_pitch = r->out_pitch;
}

// The next piece is worked on. u_coming gives the pieces of a run again, of which each begins with
// a new packet.
static void load_piece(nf_ace_tx_dma *m) {
  const nf_ace_runs_out *const r = m->run;
  m->j_valid = true;
  m->j = (piece){.bytes = r->out_bytes,
                 .beats = r->out_beats,
                 .words = r->out_words,
                 .sram = r->out_sram,
                 .id = r->out_id,
                 .offset = r->out_place,
                 .end = r->out_end,
                 .share = r->out_share};
}

// Step p can leave; what stands in e can follow it. It waits for the beat behind only if it needs
// bytes of it: the last word of a piece must not wait for a beat that nobody asked for.
static bool p_leaves(const nf_ace_tx_dma *m) {
  return m->p_valid && (!m->p.look || m->e_valid) && (!m->p.write || m->sram->word_ready) &&
         (!m->p.close || m->sram->pkt_ready);
}

// Outputs that are functions of the new state. r_ready_o is given before r_valid_i is seen: it says
// that the step that comes would have a place.
static void show(nf_ace_tx_dma *m) {
  nf_ace_tx_dma_out *const out = &m->out;
  out->cmd_ready = m->rec->cmd_ready && m->flight != m->bursts;
  out->done_valid = m->sram->done_valid;
  out->done_id = m->sram->done_id;
  out->done_err = m->sram->done_err;
  out->wr_valid = m->sram->wr_valid;
  out->wr_addr = m->sram->wr_addr;
  out->wr_words = m->sram->wr_words;
  // The beat that the next piece shares is looked at, and stays at the port for that one.
  const bool keep = m->j.share && m->j.beats == 1;
  out->r_ready = m->gone || (m->j_valid && m->j.beats != 0 && !keep &&
                             (!m->e_valid || !m->p_valid || p_leaves(m)));
}

// What moves in a step, decided from the state before it.
typedef struct {
  bool cmd, rec, done; // a command, a record of the cutter, a completion
  bool beat;           // of the data port
  bool p, e, j;        // the steps
} moves;

// cmd_take, rec_take, done_take, p_leaves, e_leaves and j_take. A step of zeros needs no beat;
// after the give-up no step does.
static moves decide(const nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in) {
  const nf_ace_tx_dma_out *const out = &m->out;
  moves g = {.cmd = in->cmd_valid && out->cmd_ready,
             .done = out->done_valid && in->done_ready,
             .beat = in->r_valid && out->r_ready,
             .p = p_leaves(m)};
  g.e = m->e_valid && (!m->p_valid || g.p);
  g.j = m->j_valid && (!m->e_valid || g.e) && (m->j.beats == 0 || in->r_valid || m->gone);
  // A burst is outstanding from its address' offer to its last beat. The data side's queue of runs
  // is a little longer, so that it is the bursts that bound.
  const bool ar_free = (!out->ar_valid || in->ar_ready) && m->outstanding != m->bursts;
  const nf_ace_pieces_out *const r = m->rec;
  g.rec =
      r->out_valid && (!r->out_first || m->run->in_ready) && (!r->out_burst || m->gone || ar_free);
  return g;
}

// The steps j, e and p move on, the last one first, so that each is left before the next enters it.
// A beat that two pieces share is seen by both: the first leaves it on the channel (show()), and an
// error of it is both's.
static void move_steps(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in, const moves *g) {
  m->enter.word_valid = m->enter.pkt_valid = false;
  if (g->p)
    finish_step(m);
  if (g->e) {
    m->p = m->e;
    // A step of zeros brings no beat; merge masks what p_data still has.
    if (m->e.keep != 0)
      nf_ace_word_copy(m->p_data.w, m->e_data.w, m->limbs);
  }
  m->p_valid = g->e || (m->p_valid && !g->p);
  if (g->j && load_step(m, in))
    m->j_valid = false;
  m->e_valid = g->j || (m->e_valid && !g->e);
}

// The addresses, and u_coming, whose next piece is worked on. r_last_i of the memory is believed
// for the count of bursts alone: the number of beats is known from the run.
static void move_runs(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in, const moves *g) {
  if (m->out.ar_valid && in->ar_ready)
    m->out.ar_valid = false;
  m->outstanding = (uint8_t)(m->outstanding - (g->beat && in->r_last));
  m->come.in_valid = false;
  if (g->rec)
    take_record(m);
  m->come.out_ready = !m->j_valid;
  if (!m->j_valid && m->run->out_valid)
    load_piece(m);
  nf_ace_runs_step(m->coming, &m->come);
}

// u_pieces, which a command enters. Its fields are copied only when a command comes.
static void cut(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in, const moves *g) {
  m->cut.cmd_valid = g->cmd;
  if (g->cmd) {
    m->cut.cmd_id = in->cmd_id;
    m->cut.cmd_addr = in->cmd_addr;
    m->cut.cmd_stride = in->cmd_stride;
    m->cut.cmd_pieces = in->cmd_pieces;
    m->cut.cmd_block = in->cmd_block;
    m->cut.cmd_total = in->cmd_total;
    m->cut.cmd_msg = in->cmd_msg;
    m->cut.cmd_sram = in->cmd_sram;
    m->cut.cmd_pitch = in->cmd_pitch;
  }
  m->cut.out_ready = g->rec;
  nf_ace_pieces_step(m->pieces, &m->cut);
}

// u_store. The data port follows it by its read register, so the words of a grant begin in the step
// after it. issue expects word k two cycles and k behind the grant.
static void move_store(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in) {
  m->enter.wr_grant = in->wr_grant;
  m->enter.done_ready = in->done_ready;
  nf_ace_tx_store_step(m->store, &m->enter);
  if (m->fetching != 0) {
    nf_ace_word_copy(m->out.data.w, m->sram->data.w, m->limbs);
    m->out.poison = m->sram->poison;
    m->fetching--;
  }
  if (m->out.wr_valid && in->wr_grant)
    m->fetching = m->out.wr_words;
}

// One edge. An address that was taken makes room for the next one before take_record();
// load_piece() follows load_step(), as run_take lets a piece in when the one before it ends;
// u_coming, the cutter and the store step when all their inputs are known. give_up_i is registered
// (gone_q), so it comes after all. Without a command in flight nothing is under way, and a step is
// left out: not so after the give-up, when late beats of commands that have ended may still come
// and must be taken.
void nf_ace_tx_dma_step(nf_ace_tx_dma *m, const nf_ace_tx_dma_in *in) {
  const moves g = decide(m, in);
  if (m->flight == 0 && !g.cmd && !in->give_up) {
    m->out.beat = false;
    return;
  }
  move_steps(m, in, &g);
  move_runs(m, in, &g);
  cut(m, in, &g);
  move_store(m, in);
  m->flight = (uint8_t)(m->flight + g.cmd - g.done);
  m->out.beat = g.beat;
  m->gone = in->give_up;
  show(m);
}

// Also called by a refused init; what was not made is NULL.
void nf_ace_tx_dma_free(nf_ace_tx_dma *m) {
  if (m == NULL)
    return;
  nf_ace_pieces_free(m->pieces);
  nf_ace_runs_free(m->coming);
  nf_ace_tx_store_free(m->store);
  free(m);
}
