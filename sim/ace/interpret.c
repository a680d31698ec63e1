// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/interpret.h"

#include "ace/nf_ace_pkg.h"
#include "sim/ace/disassemble.h"
#include "sim/ace/opcodes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PAIRS = NF_ACE_MAX_PORTS * NF_ACE_QPS,
  WORDS = NF_ACE_PACKET_WORDS,
  MOST_BURST = 24 // steps of a member until another one is drawn
};
static const uint64_t MostSteps = 1ull << 32; // without an end: a program that runs for ever

typedef struct {
  uint32_t value[WORDS];
  uint8_t words;
} packet;

typedef struct {
  packet *at;
  unsigned first, held;
} queue;

typedef struct {
  nf_play_member *p;
  uint16_t reg[NF_ACE_REGISTERS];
  unsigned pc, moved; // words of the message in hand that have been moved
  bool done;
  const char *waits; // for what, when it could not go on
  uint8_t waits_qp;
  queue *in[PAIRS], *out[PAIRS]; // NULL: not set up
} member;

typedef struct {
  const nf_play *play;
  member *m;
  queue *q;
  uint64_t random;
  nf_err *e;
} stage;

static uint64_t draw(stage *s) { // xorshift64*
  s->random ^= s->random >> 12;
  s->random ^= s->random << 25;
  s->random ^= s->random >> 27;
  return s->random * 2685821657736338717ull >> 32;
}

static void fault(stage *s, const member *m, const char *why) {
  char text[NF_AS_LINE] = "no instruction";
  if (m->pc - m->p->base < m->p->words)
    nf_as_text(text, m->p->word[m->pc - m->p->base]);
  nf_err_set(s->e, NF_EXIT_FAILED, "member %u stops at pc %u (%s): %s", (unsigned)(m - s->m), m->pc,
             text, why);
}

static uint8_t pair_of(const member *m, unsigned field) {
  return (uint8_t)((field & NF_AS_QP_REGISTER ? m->reg[field & 7] : field) & (PAIRS - 1));
}

// Whether member m may take from `in` and send to `out`, as far as they are asked for.
static bool may_move(stage *s, member *m, const queue *in, uint8_t qin, const queue *out,
                     uint8_t qout) {
  m->waits = NULL;
  if (in && !in->held) {
    m->waits = "a packet";
    m->waits_qp = qin;
  } else if (out && out->held == s->play->depth) {
    m->waits = "room";
    m->waits_qp = qout;
  }
  return !m->waits;
}

static packet *take(stage *s, queue *q) {
  packet *k = &q->at[q->first];
  q->first = (q->first + 1) % s->play->depth;
  q->held--;
  return k;
}

static packet *put(stage *s, queue *q) { return &q->at[(q->first + q->held++) % s->play->depth]; }

// The packet `number` of a message at an offset in an area, NULL outside it.
static uint32_t *place(const member *m, bool dst, unsigned offset, unsigned number) {
  const nf_play_member *p = m->p;
  const unsigned in = offset + number, base = dst ? p->dst : p->src;
  if (in >= (dst ? p->dst_room : p->src_room) || base + in >= p->sram_packets)
    return NULL;
  return p->sram + (size_t)(base + in) * WORDS;
}

// Where a packet of a transfer comes from and goes to; NULL: not from there, not to there.
typedef struct {
  uint8_t qin, qout;
  queue *in, *out;
  uint32_t *from, *to; // in the SRAM
} ends;

// False: the instruction names what is not there.
static bool find_ends(stage *s, member *m, uint64_t w, ends *x) {
  enum { WRITES_PAIR = 1, WRITES_SRAM = 2, READS_SRAM = 4, READS_PAIR = 8 }; // bits of the opcode
  const uint8_t op = nf_ace_instr_op(&w);
  const unsigned number = m->moved / WORDS;
  *x = (ends){.qin = pair_of(m, nf_ace_instr_qin(&w)), .qout = pair_of(m, nf_ace_instr_qout(&w))};
  if (op & READS_PAIR)
    x->in = m->in[x->qin];
  if (op & WRITES_PAIR)
    x->out = m->out[x->qout];
  if (op & READS_SRAM)
    x->from = place(m, nf_ace_instr_rarea(&w), m->reg[nf_ace_instr_ra(&w)], number);
  if (op & WRITES_SRAM)
    x->to = place(m, nf_ace_instr_warea(&w), m->reg[nf_ace_instr_wa(&w)], number);
  if ((op & READS_PAIR && !x->in) || (op & WRITES_PAIR && !x->out)) {
    fault(s, m, "a queue pair that is not set up");
    return false;
  }
  if ((op & READS_SRAM && !x->from) || (op & WRITES_SRAM && !x->to)) {
    fault(s, m, "a transfer outside the chunk's room");
    return false;
  }
  return true;
}

// The packet that a transfer makes: what came, what the SRAM holds, or the sum of both.
static bool gather(stage *s, member *m, const ends *x, unsigned words, packet *now) {
  *now = (packet){.words = (uint8_t)words};
  if (x->in) {
    const packet *k = take(s, x->in);
    if (k->words != words) {
      fault(s, m, "a packet of another length than the program waits for");
      return false;
    }
    *now = *k;
  }
  for (unsigned k = 0; x->from && k < words; k++) {
    if (!x->from[k]) {
      fault(s, m, "it reads what nobody wrote");
      return false;
    }
    now->value[k] = x->in ? s->play->reduce(s->play->ctx, now->value[k], x->from[k]) : x->from[k];
  }
  return true;
}

// One packet of a transfer instruction; true: something moved.
static bool transfer(stage *s, member *m, uint64_t w) {
  const unsigned length = m->reg[nf_ace_instr_rl(&w)];
  ends x;
  packet now;
  if (length > NF_ACE_MAX_MESSAGE_WORDS) {
    fault(s, m, "a message longer than 64 words");
    return false;
  }
  if (!length) {
    m->pc++;
    return true;
  }
  const unsigned words = length - m->moved < WORDS ? length - m->moved : WORDS;
  if (!find_ends(s, m, w, &x) || !may_move(s, m, x.in, x.qin, x.out, x.qout) ||
      !gather(s, m, &x, words, &now))
    return false;
  if (x.to)
    memcpy(x.to, now.value, words * sizeof *x.to);
  if (x.out) {
    *put(s, x.out) = now;
    m->p->sent++;
  }
  m->moved += words;
  if (m->moved == length) {
    m->moved = 0;
    m->pc++;
    m->p->transfers++;
  }
  return true;
}

static bool token(stage *s, member *m, uint8_t op, uint8_t qp) {
  queue *in = op == NF_ACE_OP_WAIT ? m->in[qp] : NULL;
  queue *out = op == NF_ACE_OP_SIG ? m->out[qp] : NULL;
  if (!in && !out)
    fault(s, m, "a queue pair that is not set up");
  else if (may_move(s, m, in, qp, out, qp)) {
    if (in && take(s, in)->words) {
      fault(s, m, "a packet with data where the program waits for a token");
      return false;
    }
    if (out) {
      put(s, out)->words = 0;
      m->p->sent++;
    }
    m->p->transfers++;
    m->pc++;
    return true;
  }
  return false;
}

// An instruction that gives a register a value; false: it is another one.
static bool computes(const nf_play_member *p, uint8_t op, uint16_t *d, uint16_t a, uint16_t b,
                     uint16_t imm) {
  const uint16_t field[] = {p->len, p->pitch, p->index};
  switch (op) {
  case NF_ACE_OP_LI:
    *d = imm;
    break;
  case NF_ACE_OP_ADD:
    *d = (uint16_t)(a + b);
    break;
  case NF_ACE_OP_SUB:
    *d = (uint16_t)(a - b);
    break;
  case NF_ACE_OP_ADDI:
    *d = (uint16_t)(a + imm);
    break;
  case NF_ACE_OP_MUL:
    *d = (uint16_t)((unsigned)a * (imm & 0xffu));
    break;
  case NF_ACE_OP_GET:
    *d = imm <= NF_ACE_GET_INDEX ? field[imm] : 0;
    break;
  case NF_ACE_OP_DJNZ:
    *d = (uint16_t)(*d - 1);
    break;
  default:
    return false;
  }
  return true;
}

// A jump is taken: its target is the immediate. A DJNZ has counted down before.
static bool jumps(uint8_t op, uint16_t d, uint16_t a, uint16_t b) {
  switch (op) {
  case NF_ACE_OP_DJNZ:
    return d != 0;
  case NF_ACE_OP_BEQ:
    return a == b;
  case NF_ACE_OP_BNE:
    return a != b;
  case NF_ACE_OP_BLTU:
    return a < b;
  default:
    return op == NF_ACE_OP_JMP;
  }
}

// One instruction, or one packet of it; true: something moved.
static bool step(stage *s, member *m) {
  if (m->pc - m->p->base >= m->p->words) {
    fault(s, m, "the program counter has left the program");
    return false;
  }
  const uint64_t w = m->p->word[m->pc - m->p->base];
  const uint8_t op = nf_ace_control_op(&w);
  const uint16_t imm = nf_ace_control_imm(&w);
  const uint16_t a = m->reg[nf_ace_control_rs(&w)], b = m->reg[nf_ace_control_rt(&w)];
  uint16_t *d = &m->reg[nf_ace_control_rd(&w)];
  const unsigned pc = m->pc;
  if (nf_as_is_transfer(op)) {
    const bool moved = transfer(s, m, w);
    m->p->instructions += m->pc != pc;
    return moved;
  }
  switch (op) {
  case NF_ACE_OP_JMP:
  case NF_ACE_OP_BEQ:
  case NF_ACE_OP_BNE:
  case NF_ACE_OP_BLTU:
    break;
  case NF_ACE_OP_SIG:
  case NF_ACE_OP_WAIT:
    if (!token(s, m, op, pair_of(m, imm)))
      return false;
    break;
  case NF_ACE_OP_DONE:
    m->done = true;
    break;
  case NF_ACE_OP_TRAP:
    fault(s, m, "the program's own trap");
    return false;
  default:
    if (!computes(m->p, op, d, a, b, imm)) {
      fault(s, m, "undefined instruction");
      return false;
    }
  }
  m->pc = jumps(op, *d, a, b) ? imm : pc + 1;
  m->p->instructions++;
  return true;
}

static void stalled(stage *s) {
  char text[900] = "", line[NF_AS_LINE];
  size_t n = 0;
  for (unsigned k = 0; k < s->play->players; k++) {
    const member *m = &s->m[k];
    if (m->done || n + 160 > sizeof text)
      continue;
    nf_as_text(line, m->p->word[m->pc - m->p->base]);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "%smember %u at pc %u (%s) waits for %s on queue pair 0x%02x",
                          n ? "; " : "", k, m->pc, line, m->waits, m->waits_qp);
  }
  nf_err_set(s->e, NF_EXIT_STALLED, "nothing moves: %s", text);
}

static void run(stage *s) {
  const unsigned players = s->play->players;
  uint64_t steps = 0;
  for (unsigned left = players; left && s->e->status == NF_EXIT_OK;) {
    unsigned k = (unsigned)(draw(s) % players), tried = 0;
    unsigned burst = 1 + (unsigned)(draw(s) % MOST_BURST);
    bool moved = false;
    for (; tried < players && !moved; tried++, k = (k + 1) % players) {
      member *m = &s->m[k];
      while (!m->done && burst && step(s, m)) {
        moved = true;
        burst--;
        left -= m->done;
        steps++;
      }
      if (s->e->status != NF_EXIT_OK)
        return;
    }
    if (!moved)
      stalled(s);
    if (steps > MostSteps)
      nf_err_set(s->e, NF_EXIT_STALLED, "the programs run for ever");
  }
}

static bool connect(stage *s, const nf_play_cable *c, queue *q) {
  for (unsigned k = 0; k < 2; k++) {
    if (c->member[k] >= s->play->players || c->qp[k] >= PAIRS)
      return false;
    member *m = &s->m[c->member[k]];
    if (m->in[c->qp[k]])
      return false; // two cables at one queue pair
    m->in[c->qp[k]] = &q[k];
    m->out[c->qp[k]] = &q[1 - k];
  }
  return true;
}

int nf_play_run(nf_play *p, nf_err *e) {
  if (!p->players || p->depth < 1 || p->depth > 65536)
    return nf_refuse(e, "a play has members, and queue pairs of 1..65536 packets");
  stage s = {.play = p, .random = p->seed | 1ull << 63, .e = e};
  const size_t queues = 2 * (size_t)p->cables;
  s.m = calloc(p->players, sizeof *s.m);
  s.q = calloc(queues + 1, sizeof *s.q);
  packet *packets = calloc(queues * p->depth + 1, sizeof *packets);
  if (!s.m || !s.q || !packets)
    nf_err_memory(e, "the members");
  for (size_t k = 0; k < queues && e->status == NF_EXIT_OK; k++)
    s.q[k].at = packets + k * p->depth;
  for (unsigned k = 0; k < p->players && e->status == NF_EXIT_OK; k++) {
    s.m[k].p = &p->player[k];
    s.m[k].pc = p->player[k].pc;
    s.m[k].p->instructions = s.m[k].p->transfers = s.m[k].p->sent = 0;
  }
  for (unsigned k = 0; k < p->cables && e->status == NF_EXIT_OK; k++)
    if (!connect(&s, &p->cable[k], &s.q[2 * (size_t)k]))
      nf_refuse(e, "cable %u ends nowhere, or where another one does", k);
  if (e->status == NF_EXIT_OK)
    run(&s);
  for (size_t k = 0; k < queues && e->status == NF_EXIT_OK; k++)
    if (s.q[k].held)
      nf_err_set(e, NF_EXIT_FAILED, "member %u leaves %u packets on queue pair 0x%02x",
                 p->cable[k / 2].member[k & 1], s.q[k].held, p->cable[k / 2].qp[k & 1]);
  free(s.m);
  free(s.q);
  free(packets);
  return e->status;
}
