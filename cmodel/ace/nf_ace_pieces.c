// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Three stages, as in the RTL: the command at work, its next run, the record at the interface.
#include "nf_ace_pieces.h"

#include <stdlib.h>

#include "ace/nf_ace_word.h"

enum {
  QUEUE = 2,
  PAGE = 4096,
  LONGEST_JOINED = NF_ACE_MAX_MESSAGE_BYTES // bytes of a joined piece
};
static const uint64_t address_mask = ((uint64_t)1 << 48) - 1;

typedef struct {
  uint64_t addr;
  uint32_t stride, left;           // bytes; left: of the payload, from here on
  uint32_t bytes;                  // of a run that lies within the total as a whole
  uint16_t room, sram;             // room: that a message has in SRAM, bytes
  uint8_t id, pitch, runs, pieces; // runs to come; pieces of each
} command;

struct nf_ace_pieces {
  nf_ace_pieces_out out;
  uint32_t word; // bytes of a beat
  command queue[QUEUE];
  uint8_t head, waiting;
  bool busy, run; // a command is at work; a run of it is
  command now;
  nf_ace_pieces_out next; // run that is cut: a record but for its burst
  uint64_t beat;          // its address in beats
};

// NF_PARAM PiecesWordBytes; all stages are empty.
nf_status nf_ace_pieces_init(nf_ace_pieces **m, const nf_ace_pieces_cfg *cfg) {
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_pieces: WordBytes must be 64, 128 or 256";
  nf_ace_pieces *const pieces = calloc(1, sizeof *pieces);
  if (pieces == NULL)
    return "nf_ace_pieces: out of memory";
  pieces->word = cfg->WordBytes;
  pieces->out.cmd_ready = true;
  *m = pieces;
  return NF_OK;
}

// Registers all of them, and u_commands' ready.
const nf_ace_pieces_out *nf_ace_pieces_peek(const nf_ace_pieces *m) { return &m->out; }

// The record at the interface: the next burst of the run. True when it is the last one.
static bool load_record(nf_ace_pieces *m) {
  nf_ace_pieces_out *const p = &m->next;
  const uint32_t page_beats = PAGE / m->word;
  const uint16_t page = (uint16_t)(page_beats - m->beat % page_beats);
  const bool final = p->out_beats <= page;
  const uint16_t beats = final ? p->out_beats : page;
  const bool cmd_ready = m->out.cmd_ready;
  m->out = *p;
  m->out.cmd_ready = cmd_ready;
  m->out.out_valid = true;
  m->out.out_burst = beats != 0;
  m->out.out_last = p->out_end && final;
  m->out.out_addr = m->beat * m->word;
  m->out.out_len = beats == 0 ? 0 : (uint8_t)(beats - 1);
  p->out_first = false;
  p->out_beats = (uint16_t)(p->out_beats - beats);
  m->beat = (m->beat + page) & address_mask / m->word;
  return final;
}

// The next run of the command. True when it is the last one.
static bool load_run(nf_ace_pieces *m) {
  command *const c = &m->now;
  const uint32_t moved = c->left < c->bytes ? c->left : c->bytes;
  const uint32_t reach = (uint32_t)(c->addr % m->word) + moved;
  const uint32_t beats = moved == 0 ? 0 : (reach + m->word - 1) / m->word;
  m->next = (nf_ace_pieces_out){.out_first = true,
                                .out_end = c->runs == 1,
                                .out_id = c->id,
                                .out_place = c->addr & 0xfff,
                                .out_bytes = moved,
                                .out_beats = (uint16_t)beats,
                                .out_pieces = c->pieces,
                                .out_room = c->room,
                                .out_sram = c->sram,
                                .out_pitch = c->pitch};
  m->beat = c->addr / m->word;
  c->addr = (c->addr + c->stride) & address_mask;
  c->left = c->left > c->stride ? c->left - c->stride : 0;
  c->sram = (uint16_t)(c->sram + c->pitch);
  return --c->runs == 0;
}

// u_commands. What the RTL works out when a command leaves the queue (q_bytes, q_touch and the
// loads of c_*_q) is worked out here when it enters: it depends on the command alone.
static void enqueue(nf_ace_pieces *m, const nf_ace_pieces_in *in) {
  command *const c = &m->queue[(m->head + m->waiting++) % QUEUE];
  *c = (command){.addr = in->cmd_addr & address_mask,
                 .stride = in->cmd_stride,
                 .left = in->cmd_total,
                 .room = in->cmd_block < in->cmd_msg ? (uint16_t)in->cmd_block : in->cmd_msg,
                 .sram = in->cmd_sram,
                 .id = in->cmd_id,
                 .runs = in->cmd_pieces,
                 .pieces = 1,
                 .pitch = in->cmd_pitch};
  if (c->runs == 0) { // one that moves nothing stands for the command
    c->runs = 1;
    c->room = 0;
  } else if (c->runs > 1 && c->stride != 0 && c->stride == c->room &&
             c->stride <= LONGEST_JOINED) { // the pieces touch
    c->pieces = c->runs;
    c->runs = 1;
  }
  c->bytes = (uint32_t)c->pieces * c->room;
}

// One edge, last stage first: so a stage that leaves makes room for the one before it in the same
// step, as p_load and q_take do. The queue is counted before enqueue(): a command is taken out of
// it one cycle after it came at the earliest.
void nf_ace_pieces_step(nf_ace_pieces *m, const nf_ace_pieces_in *in) {
  const bool take = in->cmd_valid && m->out.cmd_ready;
  const bool load = !m->out.out_valid || in->out_ready;
  const uint8_t waited = m->waiting;
  const bool stuck = !load && m->run && (m->busy || waited == 0);
  const bool idle = !m->out.out_valid && !m->run && !m->busy && waited == 0;
  if (!take && (stuck || idle))
    return;

  if (load) {
    m->out.out_valid = false;
    if (m->run)
      m->run = !load_record(m);
  }
  if (!m->run && m->busy) {
    m->run = true;
    m->busy = !load_run(m);
  }
  if (take)
    enqueue(m, in);
  if (!m->busy && waited != 0) {
    m->busy = true;
    m->now = m->queue[m->head];
    m->head ^= 1;
    m->waiting--;
  }
  m->out.cmd_ready = m->waiting != QUEUE;
}

void nf_ace_pieces_free(nf_ace_pieces *m) { free(m); }
