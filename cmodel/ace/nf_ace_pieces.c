// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Three stages, as in the RTL: the command at work, its next run, the record at the interface.
//
// What a record promises to both DMAs: its burst lies in one page of 4 kB (AXI4 A3.4.1), so it has
// 64 beats at most whatever a command asks for; and of each command exactly one record is its last,
// also of one that moves nothing. Without that a command of 0 pieces would never be complete.
#include "nf_ace_pieces.h"

#include <stdlib.h>

#include "ace/nf_ace_word.h"

enum {
  // u_commands: two, so that a command can enter in every cycle while one leaves
  QUEUE = 2,
  PAGE = 4096,
  LONGEST_JOINED = NF_ACE_MAX_MESSAGE_BYTES // bytes of a joined piece
};
// Addresses have 48 bits and wrap there, as the RTL's registers do.
static const uint64_t address_mask = ((uint64_t)1 << 48) - 1;

// A command in the terms of its runs, registers c_*: after enqueue() pieces that touch are one run,
// so that runs * pieces is the number of pieces that the host asked for, or 1.
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
  // out_beats counts down as bursts leave; all else of a run is constant.
  nf_ace_pieces_out next; // run that is cut: a record but for its burst
  uint64_t beat;          // its address in beats
};

// NF_PARAM PiecesWordBytes; all stages are empty. What is in the registers does not matter until
// valid is up, and reset clears valid alone.
nf_status nf_ace_pieces_init(nf_ace_pieces **m, const nf_ace_pieces_cfg *cfg) {
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_pieces: WordBytes must be 32, 64, 128 or 256";
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

// The record at the interface: the next burst of the run. True when it is the last one. The first
// burst ends with its page however few beats that leaves; all that follow begin with one. A run
// that moves nothing gives one record without a burst, which enters no address but carries the end
// of its command.
static bool load_record(nf_ace_pieces *m) {
  nf_ace_pieces_out *const p = &m->next;
  const uint32_t page_beats = PAGE / m->word;
  const uint16_t page = (uint16_t)(page_beats - m->beat % page_beats);
  const bool final = p->out_beats <= page;
  const uint16_t beats = final ? p->out_beats : page;
  const bool cmd_ready = m->out.cmd_ready;
  // cmd_ready is u_commands' and belongs to no record.
  m->out = *p;
  m->out.cmd_ready = cmd_ready;
  m->out.out_valid = true;
  m->out.out_burst = beats != 0;
  m->out.out_last = p->out_end && final;
  m->out.out_addr = m->beat * m->word;
  m->out.out_len = beats == 0 ? 0 : (uint8_t)(beats - 1);
  p->out_first = false;
  p->out_beats = (uint16_t)(p->out_beats - beats);
  // Always to the page's end, as p_page_next counts it: behind a final burst the address is not
  // used any more. It wraps at 2^48, as the port's address does.
  m->beat = (m->beat + page) & address_mask / m->word;
  return final;
}

// The next run of the command. True when it is the last one. Bytes past the total are not moved: a
// payload need not come out even, and what lies behind it in memory belongs to somebody else. Its
// room in SRAM stays what it is, so the message has the same place on every node.
static bool load_run(nf_ace_pieces *m) {
  command *const c = &m->now;
  const uint32_t moved = c->left < c->bytes ? c->left : c->bytes;
  // Counted from the beginning of the first beat: an unaligned run of n words touches n + 1 beats.
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
  // max(0, total - j * stride), one subtraction a run and no multiplier. At 0 it stays: from there
  // on no run moves anything.
  c->left = c->left > c->stride ? c->left - c->stride : 0;
  c->sram = (uint16_t)(c->sram + c->pitch);
  return --c->runs == 0;
}

// u_commands. What the RTL works out when a command leaves the queue (q_bytes, q_touch and the
// loads of c_*_q) is worked out here when it enters: it depends on the command alone. Two cases
// change it. No pieces: one without bytes is cut instead. Pieces that touch: one run of all of
// them, so that n blocks of b bytes take as many bursts as their n * b bytes have pages, not n
// (docs/ace/nf_ace_dma.md). Only up to what a message has at most (ACE Table 4): it bounds the
// product to 13 x 8 bits and the run to 255 * 4 kB, within the 21 bits of out_bytes. A stride of 0
// is never joined: such pieces lie on each other.
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
// it one cycle after it came at the earliest. stuck and idle: nothing could move, so nothing is
// looked at.
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

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_pieces_free(nf_ace_pieces *m) { free(m); }
