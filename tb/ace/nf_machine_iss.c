// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_machine_iss.h"

#include "ace/nf_ace_pkg.h"

uint32_t nf_machine_control(unsigned op, unsigned rd, unsigned rs, unsigned rt, unsigned imm) {
  uint64_t i = 0;
  nf_ace_control_set_op(&i, (uint8_t)op);
  nf_ace_control_set_rd(&i, (uint8_t)rd);
  nf_ace_control_set_rs(&i, (uint8_t)rs);
  nf_ace_control_set_rt(&i, (uint8_t)rt);
  nf_ace_control_set_imm(&i, (uint16_t)imm);
  return (uint32_t)i;
}

uint32_t nf_machine_transfer(unsigned op, unsigned qin, unsigned qout, unsigned read,
                             unsigned write, unsigned length) {
  uint64_t i = 0;
  nf_ace_instr_set_op(&i, (uint8_t)op);
  nf_ace_instr_set_qin(&i, (uint8_t)qin);
  nf_ace_instr_set_qout(&i, (uint8_t)qout);
  nf_ace_instr_set_ra(&i, read & 7);
  nf_ace_instr_set_rarea(&i, read >> 3 & 1);
  nf_ace_instr_set_wa(&i, write & 7);
  nf_ace_instr_set_warea(&i, write >> 3 & 1);
  nf_ace_instr_set_rl(&i, (uint8_t)length);
  return (uint32_t)i;
}

// ------------------------------------------------------------------------------ interpreter

static nf_machine_event stops(uint8_t cause) {
  return (nf_machine_event){.kind = NF_MACHINE_STOPS, .cause = cause};
}

static uint8_t queue_pair(const nf_machine_iss *s, unsigned field) {
  return (uint8_t)((field >= 128 ? s->r[field % 8] : field) % 128);
}

// The next packet of the message that is under way.
static nf_machine_event packet(nf_machine_iss *s) {
  nf_machine_event e = {.kind = NF_MACHINE_ASKS, .req = s->req};
  e.words = s->words > 4 ? 4 : s->words;
  s->words = (uint16_t)(s->words - e.words);
  nf_ace_req_set_words(&e.req, (uint8_t)e.words);
  if (nf_ace_req_read(&e.req))
    nf_ace_req_set_raddr(&e.req, (uint16_t)(s->raddr + s->packet));
  if (nf_ace_req_write(&e.req))
    nf_ace_req_set_waddr(&e.req, (uint16_t)(s->waddr + s->packet));
  e.last = ++s->packet >= s->packets;
  return e;
}

static nf_machine_event token(nf_machine_iss *s, bool send, uint16_t imm) {
  s->req = 0;
  s->words = 0;
  s->packet = 0;
  s->packets = 1;
  if (send) {
    nf_ace_req_set_send(&s->req, 1);
    nf_ace_req_set_qout(&s->req, queue_pair(s, imm % 256));
  } else {
    nf_ace_req_set_recv(&s->req, 1);
    nf_ace_req_set_qin(&s->req, queue_pair(s, imm % 256));
  }
  return packet(s);
}

// A transfer instruction; false: it moves nothing.
static bool transfer(nf_machine_iss *s, const uint64_t *ctx, const uint64_t *i,
                     nf_machine_event *e) {
  uint64_t req = 0;
  switch (nf_ace_instr_op(i)) {
  case NF_ACE_OP_SEND:
    nf_ace_req_set_read(&req, 1), nf_ace_req_set_send(&req, 1);
    break;
  case NF_ACE_OP_COPY:
    nf_ace_req_set_read(&req, 1), nf_ace_req_set_write(&req, 1);
    break;
  case NF_ACE_OP_CS:
    req = 7;
    break;
  case NF_ACE_OP_DROP:
    nf_ace_req_set_recv(&req, 1);
    break;
  case NF_ACE_OP_FWD:
    nf_ace_req_set_recv(&req, 1), nf_ace_req_set_send(&req, 1);
    break;
  case NF_ACE_OP_RECV:
    nf_ace_req_set_recv(&req, 1), nf_ace_req_set_write(&req, 1);
    break;
  case NF_ACE_OP_RCS:
    req = 11;
    break;
  case NF_ACE_OP_RRS:
    req = 13;
    break;
  case NF_ACE_OP_RRC:
    req = 14;
    break;
  case NF_ACE_OP_RRCS:
    req = 15;
    break;
  default:
    *e = stops(NF_ACE_FAULT_ILLEGAL);
    return true;
  }
  s->words = s->r[nf_ace_instr_rl(i)];
  if (s->words == 0)
    return false;
  *e = stops(s->words > 64 ? NF_ACE_FAULT_LENGTH : NF_ACE_FAULT_OVERRUN);
  if (s->words > 64)
    return true;
  s->packet = 0;
  s->packets = (s->words + 3u) / 4;
  const unsigned roff = s->r[nf_ace_instr_ra(i)], woff = s->r[nf_ace_instr_wa(i)];
  const unsigned src_room = nf_ace_ctx_src_room(ctx), dst_room = nf_ace_ctx_dst_room(ctx);
  const uint16_t src = nf_ace_ctx_src(ctx), dst = nf_ace_ctx_dst(ctx);
  if (nf_ace_req_read(&req) && roff + s->packets > (nf_ace_instr_rarea(i) ? dst_room : src_room))
    return true;
  if (nf_ace_req_write(&req) && woff + s->packets > (nf_ace_instr_warea(i) ? dst_room : src_room))
    return true;
  s->raddr = (uint16_t)((nf_ace_instr_rarea(i) ? dst : src) + roff);
  s->waddr = (uint16_t)((nf_ace_instr_warea(i) ? dst : src) + woff);
  if (nf_ace_req_recv(&req))
    nf_ace_req_set_qin(&req, queue_pair(s, nf_ace_instr_qin(i)));
  if (nf_ace_req_send(&req))
    nf_ace_req_set_qout(&req, queue_pair(s, nf_ace_instr_qout(i)));
  if (nf_ace_req_recv(&req) && nf_ace_req_read(&req)) {
    nf_ace_req_set_red_op(&req, nf_ace_ctx_red_op(ctx));
    nf_ace_req_set_dtype(&req, nf_ace_ctx_dtype(ctx));
  }
  s->req = req;
  *e = packet(s);
  return true;
}

static const char *const op_names[32] = {
    "ILLEGAL", "LI",  "ADD",  "SUB",  "ADDI", "MUL", "GET", "JMP", "DJNZ", "BEQ", "BNE",
    "BLTU",    "SIG", "WAIT", "TRAP", "DONE", "16",  "17",  "18",  "19",   "20",  "SEND",
    "COPY",    "CS",  "DROP", "FWD",  "RECV", "RCS", "28",  "RRS", "RRC",  "RRCS"};

nf_machine_event nf_machine_next(nf_tb *tb, nf_machine_iss *s, const uint32_t *store,
                                 unsigned program_words, const uint64_t *ctx) {
  if (s->packet < s->packets)
    return packet(s);
  if (s->packets != 0)
    s->pc++;
  s->packet = s->packets = 0;
  for (unsigned steps = 0; steps < 100000; steps++, s->pc++) {
    if (s->pc >= program_words)
      return stops(NF_ACE_FAULT_PC);
    const uint64_t i = store[s->pc];
    const unsigned op = nf_ace_control_op(&i);
    const uint16_t imm = nf_ace_control_imm(&i);
    const uint16_t a = s->r[nf_ace_control_rs(&i)], b = s->r[nf_ace_control_rt(&i)];
    uint16_t *const rd = &s->r[nf_ace_control_rd(&i)];
    bool jump = false;
    nf_machine_event e;
    nf_tb_cover(tb, op_names[op]);
    switch (op) {
    case NF_ACE_OP_ILLEGAL:
      return stops(NF_ACE_FAULT_ILLEGAL);
    case NF_ACE_OP_TRAP:
      return stops(NF_ACE_FAULT_TRAP);
    case NF_ACE_OP_DONE:
      return (nf_machine_event){.kind = NF_MACHINE_ENDS};
    case NF_ACE_OP_LI:
      *rd = imm;
      break;
    case NF_ACE_OP_ADD:
      *rd = (uint16_t)(a + b);
      break;
    case NF_ACE_OP_SUB:
      *rd = (uint16_t)(a - b);
      break;
    case NF_ACE_OP_ADDI:
      *rd = (uint16_t)(a + imm);
      break;
    case NF_ACE_OP_MUL:
      *rd = (uint16_t)(a * (imm % 256u));
      break;
    case NF_ACE_OP_GET:
      if (imm > 2)
        return stops(NF_ACE_FAULT_ILLEGAL);
      *rd = imm == 0   ? nf_ace_ctx_len(ctx)
            : imm == 1 ? nf_ace_ctx_pitch(ctx)
                       : nf_ace_ctx_index(ctx);
      break;
    case NF_ACE_OP_JMP:
      jump = true;
      break;
    case NF_ACE_OP_DJNZ:
      jump = --*rd != 0;
      break;
    case NF_ACE_OP_BEQ:
      jump = a == b;
      break;
    case NF_ACE_OP_BNE:
      jump = a != b;
      break;
    case NF_ACE_OP_BLTU:
      jump = a < b;
      break;
    case NF_ACE_OP_SIG:
      return token(s, true, imm);
    case NF_ACE_OP_WAIT:
      return token(s, false, imm);
    default:
      if (transfer(s, ctx, &i, &e))
        return e;
      nf_tb_cover(tb, "a message of no words");
    }
    if (jump)
      s->pc = (uint16_t)(imm - 1);
  }
  return (nf_machine_event){.kind = NF_MACHINE_SPINS};
}
