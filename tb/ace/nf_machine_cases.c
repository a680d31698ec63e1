// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_machine_cases.h"

#include "ace/nf_ace_pkg.h"
#include "common/nf_defs.h"

enum { DST = NF_MACHINE_DST };

typedef struct {
  nf_machine_case *cases;
  unsigned count;
} list;

static uint32_t li(unsigned rd, unsigned imm) {
  return nf_machine_control(NF_ACE_OP_LI, rd, 0, 0, imm);
}
static uint32_t control(unsigned op, unsigned rd, unsigned rs, unsigned rt, unsigned imm) {
  return nf_machine_control(op, rd, rs, rt, imm);
}
static uint32_t transfer(unsigned op, unsigned qin, unsigned qout, unsigned read, unsigned write,
                         unsigned length) {
  return nf_machine_transfer(op, qin, qout, read, write, length);
}
static uint32_t done(void) { return nf_machine_control(NF_ACE_OP_DONE, 0, 0, 0, 0); }

void nf_machine_chunk_of_cases(uint64_t *ctx) {
  ctx[0] = ctx[1] = 0;
  nf_ace_ctx_set_red_op(ctx, NF_RED_OP_MAX);
  nf_ace_ctx_set_dtype(ctx, NF_DTYPE_U32);
  nf_ace_ctx_set_src_room(ctx, 0xffff); // from 0 on: an address shows the register
  nf_ace_ctx_set_dst(ctx, 0x8000);
  nf_ace_ctx_set_dst_room(ctx, 40);
  nf_ace_ctx_set_len(ctx, 9);
  nf_ace_ctx_set_pitch(ctx, 3);
  nf_ace_ctx_set_index(ctx, 0x1234);
}

// Sends the word at r<reg>: its address is what the register holds. r7 is 1.
static uint32_t show(unsigned reg) { return transfer(NF_ACE_OP_SEND, 0, 0x15, reg, 0, 7); }
#define SHOWN(value)                                                                               \
  { 5, 1, value, 0, 0, 0x15 }

static void add_case(list *c, const nf_machine_case *t) { c->cases[c->count++] = *t; }
#define CASE(...) add_case(c, &(const nf_machine_case){__VA_ARGS__})

static void control_cases(list *c) {
  enum { L = NF_ACE_OP_LI, A = NF_ACE_OP_ADD, S = NF_ACE_OP_SUB, I = NF_ACE_OP_ADDI };
  enum { M = NF_ACE_OP_MUL, G = NF_ACE_OP_GET, J = NF_ACE_OP_JMP, D = NF_ACE_OP_DJNZ };
  enum { EQ = NF_ACE_OP_BEQ, NE = NF_ACE_OP_BNE, LT = NF_ACE_OP_BLTU };
  CASE("li", {li(7, 1), li(1, 0xabcd), show(1), done()}, {SHOWN(0xabcd)}, 6);
  CASE("registers are zero at the start", {li(7, 1), show(1), done()}, {SHOWN(0)}, 5);
  CASE("add", {li(7, 1), li(1, 0xfff0), li(2, 0x20), control(A, 3, 1, 2, 0), show(3), done()},
       {SHOWN(0x10)}, 8);
  CASE("sub", {li(7, 1), li(1, 5), li(2, 7), control(S, 3, 1, 2, 0), show(3), done()},
       {SHOWN(0xfffe)}, 8);
  CASE("addi", {li(7, 1), li(1, 0x10), control(I, 3, 1, 0, 0xffff), show(3), done()}, {SHOWN(0xf)},
       7);
  CASE("mul", {li(7, 1), li(1, 0x9234), control(M, 3, 1, 0, 0x5503), show(3), done()},
       {SHOWN(0xb69c)}, 7);
  CASE("get",
       {li(7, 1), control(G, 1, 0, 0, NF_ACE_GET_LEN), show(1),
        control(G, 2, 0, 0, NF_ACE_GET_PITCH), show(2), control(G, 3, 0, 0, NF_ACE_GET_INDEX),
        show(3), done()},
       {SHOWN(9), SHOWN(3), SHOWN(0x1234)}, 6);
  CASE("jmp", {li(7, 1), control(J, 0, 0, 0, 3), 0, show(7), done()}, {SHOWN(1)}, 7);
  CASE("djnz",
       {li(7, 1), li(1, 3), control(I, 2, 2, 0, 2), control(D, 1, 0, 0, 2), show(2), done()},
       {SHOWN(6)}, 6 + 2 + 3 * 2);
  CASE("djnz from 0",
       {li(7, 1), control(D, 1, 0, 0, 3), 0, control(S, 1, 1, 7, 0), show(1), done()},
       {SHOWN(0xfffe)}, 8);
  CASE("beq",
       {li(7, 1), li(1, 1), control(EQ, 0, 1, 7, 4), 0, control(EQ, 0, 1, 0, 6), show(1), done()},
       {SHOWN(1)}, 9);
  CASE("bne",
       {li(7, 1), li(1, 1), control(NE, 0, 1, 0, 4), 0, control(NE, 0, 1, 7, 6), show(1), done()},
       {SHOWN(1)}, 9);
  CASE("bltu",
       {li(7, 1), li(1, 0xffff), control(LT, 0, 7, 1, 4), 0, control(LT, 0, 1, 7, 3),
        control(LT, 0, 1, 1, 3), show(7), done()},
       {SHOWN(1)}, 10);
  CASE("the last word of the store", {li(7, 1), control(J, 0, 0, 0, 15), [15] = done()}, {{0}}, 0);
}

static void transfer_cases(list *c) {
  const uint32_t r1 = li(1, 5), r2 = li(2, 9), r3 = li(3, 2), r4 = li(4, 0x23 + 0xa80);
  const uint16_t src = 5, dst = 0x8009;
  CASE("send", {r1, r3, transfer(NF_ACE_OP_SEND, 0x31, 0x42, 1, 2, 3), done()},
       {{5, 2, src, 0, 0, 0x42}}, 6);
  CASE("copy", {r1, r2, r3, transfer(NF_ACE_OP_COPY, 0x31, 0x42, 1, 2 + DST, 3), done()},
       {{6, 2, src, dst, 0, 0}}, 7);
  CASE("cs", {r1, r2, r3, transfer(NF_ACE_OP_CS, 0x31, 0x42, 1, 2 + DST, 3), done()},
       {{7, 2, src, dst, 0, 0x42}}, 7);
  CASE("drop", {r3, transfer(NF_ACE_OP_DROP, 0x31, 0x42, 1, 2, 3), done()}, {{8, 2, 0, 0, 0x31, 0}},
       5);
  CASE("fwd", {r3, transfer(NF_ACE_OP_FWD, 0x31, 0x42, 1, 2, 3), done()},
       {{9, 2, 0, 0, 0x31, 0x42}}, 5);
  CASE("recv", {r1, r3, transfer(NF_ACE_OP_RECV, 0x31, 0x42, 2, 1, 3), done()},
       {{10, 2, 0, src, 0x31, 0}}, 6);
  CASE("rcs", {r2, r3, transfer(NF_ACE_OP_RCS, 0x31, 0x42, 1, 2 + DST, 3), done()},
       {{11, 2, 0, dst, 0x31, 0x42}}, 6);
  CASE("rrs", {r2, r3, transfer(NF_ACE_OP_RRS, 0x31, 0x42, 2 + DST, 1, 3), done()},
       {{13, 2, dst, 0, 0x31, 0x42}}, 6);
  CASE("rrc", {r1, r2, r3, transfer(NF_ACE_OP_RRC, 0x31, 0x42, 2 + DST, 1, 3), done()},
       {{14, 2, dst, src, 0x31, 0}}, 7);
  CASE("rrcs", {r1, r2, r3, transfer(NF_ACE_OP_RRCS, 0x31, 0x42, 1, 2 + DST, 3), done()},
       {{15, 2, src, dst, 0x31, 0x42}}, 7);
  CASE("queue pairs from registers",
       {r3, r4, li(5, 0xffff), transfer(NF_ACE_OP_FWD, 0x84, 0xf5, 1, 2, 3), done()},
       {{9, 2, 0, 0, 0x23, 0x7f}}, 7);
  CASE("queue pairs from registers the other way",
       {r3, r4, transfer(NF_ACE_OP_FWD, 0x80, 0x84, 1, 2, 3), done()}, {{9, 2, 0, 0, 0, 0x23}}, 6);
  CASE("sig", {control(NF_ACE_OP_SIG, 7, 7, 7, 0xff36), done()}, {{1, 0, 0, 0, 0, 0x23}}, 4);
  c->cases[c->count - 1].words[0] = r4;
  c->cases[c->count - 1].words[1] = control(NF_ACE_OP_SIG, 7, 7, 7, 0xff84);
  c->cases[c->count - 1].words[2] = done();
  c->cases[c->count - 1].cycles = 5;
  CASE("sig and wait",
       {control(NF_ACE_OP_SIG, 7, 7, 7, 0xff36), control(NF_ACE_OP_WAIT, 0, 0, 0, 0x51), done()},
       {{1, 0, 0, 0, 0, 0x36}, {8, 0, 0, 0, 0x51, 0}}, 4);
  CASE("wait, from a register", {r4, control(NF_ACE_OP_WAIT, 0, 0, 0, 0x84), done()},
       {{8, 0, 0, 0, 0x23, 0}}, 5);
  CASE("no words: nothing", {li(1, 0xffff), transfer(NF_ACE_OP_RRCS, 0x31, 0x42, 1, 1, 0), done()},
       {{0}}, 0);
  CASE("9 words",
       {li(1, 5), control(NF_ACE_OP_GET, 3, 0, 0, NF_ACE_GET_LEN),
        transfer(NF_ACE_OP_COPY, 0, 0, 1, 1 + DST, 3), done()},
       {{6, 4, 5, 0x8005, 0, 0}, {6, 4, 6, 0x8006, 0, 0}, {6, 1, 7, 0x8007, 0, 0}}, 6);
  CASE("4 words", {li(3, 4), transfer(NF_ACE_OP_SEND, 0, 3, 0, 0, 3), done()}, {{5, 4, 0, 0, 0, 3}},
       5);
}

unsigned nf_machine_cases(nf_machine_case *cases) {
  list c = {.cases = cases};
  control_cases(&c);
  transfer_cases(&c);
  return c.count;
}

nf_machine_fault nf_machine_fault_case(unsigned number, unsigned program_words) {
  const uint32_t illegal_get = control(NF_ACE_OP_GET, 1, 0, 0, 3);
  const uint32_t far_get = control(NF_ACE_OP_GET, 1, 0, 0, 0x100);
  const uint32_t trap = control(NF_ACE_OP_TRAP, 0, 0, 0, 0), r0 = li(0, 12), fits = li(1, 37);
  const uint32_t read = transfer(NF_ACE_OP_SEND, 1, 2, 1 + DST, 0, 0);
  const uint32_t write = transfer(NF_ACE_OP_RECV, 1, 2, 0, 1 + DST, 0);
  const uint32_t more = control(NF_ACE_OP_ADDI, 1, 1, 0, 1),
                 send = transfer(NF_ACE_OP_SEND, 1, 2, 2, 2, 0);
  enum { ILLEGAL = NF_ACE_FAULT_ILLEGAL, PC = NF_ACE_FAULT_PC, OVERRUN = NF_ACE_FAULT_OVERRUN };
  enum { LENGTH = NF_ACE_FAULT_LENGTH, WATCHDOG = NF_ACE_FAULT_WATCHDOG };
  const nf_machine_fault cases[NF_MACHINE_FAULT_COUNT] = {
      {.cause = ILLEGAL, .at = 0, .words = {0}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, control(16, 0, 0, 0, 0)}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, control(17, 0, 0, 0, 0)}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, control(18, 0, 0, 0, 0)}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, control(19, 0, 0, 0, 0)}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, control(20, 0, 0, 0, 0)}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, control(28, 0, 0, 0, 0)}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, illegal_get}},
      {.cause = ILLEGAL, .at = 1, .words = {r0, far_get}},
      {.cause = PC,
       .at = (uint16_t)program_words,
       .words = {control(NF_ACE_OP_JMP, 0, 0, 0, program_words)}},
      {.cause = PC, .at = 0xffff, .words = {control(NF_ACE_OP_JMP, 0, 0, 0, 0xffff)}},
      {.cause = PC, .at = 4095, .words = {0}, .pc = 4095},
      {.cause = OVERRUN, .at = 4, .words = {r0, fits, read, more, read}},
      {.cause = OVERRUN, .at = 4, .words = {li(0, 4), li(1, 39), write, more, write}},
      {.cause = OVERRUN,
       .at = 3,
       .words = {r0, li(1, 0xffff), transfer(NF_ACE_OP_SEND, 1, 2, 0, 0, 0),
                 transfer(NF_ACE_OP_RECV, 1, 2, 0, 1, 0)}},
      {.cause = NF_ACE_FAULT_QP, .at = 1, .words = {r0, send}, .reject = NF_ACE_FAULT_QP},
      {.cause = NF_ACE_FAULT_MISMATCH,
       .at = 1,
       .words = {r0, send},
       .reject = NF_ACE_FAULT_MISMATCH,
       .grants = 2},
      {.cause = LENGTH, .at = 1, .words = {li(0, 65), send}},
      {.cause = LENGTH, .at = 1, .words = {li(0, 0xffff), send}},
      {.cause = NF_ACE_FAULT_TRAP, .at = 2, .words = {li(0, 64), send, trap}},
      {.cause = NF_ACE_FAULT_TRAP, .at = 0, .words = {trap}},
      {.cause = WATCHDOG,
       .at = 1,
       .words = {r0, send},
       .watchdog = 100,
       .wait = NF_ACE_WAIT_CREDIT},
      {.cause = WATCHDOG,
       .at = 1,
       .words = {r0, control(NF_ACE_OP_JMP, 0, 0, 0, 1)},
       .watchdog = 33},
      {.cause = WATCHDOG,
       .at = 1,
       .words = {r0, send},
       .watchdog = 40,
       .wait = NF_ACE_WAIT_OUTPUT,
       .grants = 2},
      {.cause = WATCHDOG, .at = 0, .words = {r0, send}, .watchdog = 1},
      {.cause = WATCHDOG,
       .at = 1,
       .words = {r0, send},
       .watchdog = 30,
       .wait = NF_ACE_WAIT_PACKET,
       .run_low = 100},
  };
  return cases[number];
}
