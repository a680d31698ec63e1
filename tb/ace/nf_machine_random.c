// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_machine_random.h"

#include "ace/nf_ace_pkg.h"
#include "nf_machine_iss.h"

enum { DST = NF_MACHINE_DST };

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

// r0 is a length, r1 and r2 are offsets, r3 counts the rounds, r4 has a queue pair; r5..r7 are
// free.
static uint32_t body(nf_tb *tb, unsigned at) {
  static const uint8_t kinds[] = {NF_ACE_OP_SEND, NF_ACE_OP_COPY, NF_ACE_OP_CS,  NF_ACE_OP_DROP,
                                  NF_ACE_OP_FWD,  NF_ACE_OP_RECV, NF_ACE_OP_RCS, NF_ACE_OP_RRS,
                                  NF_ACE_OP_RRC,  NF_ACE_OP_RRCS};
  static const uint8_t sums[] = {NF_ACE_OP_ADD, NF_ACE_OP_SUB, NF_ACE_OP_ADDI, NF_ACE_OP_MUL,
                                 NF_ACE_OP_LI};
  static const uint8_t jumps[] = {NF_ACE_OP_JMP, NF_ACE_OP_BEQ, NF_ACE_OP_BNE, NF_ACE_OP_BLTU};
  const unsigned any = (unsigned)nf_tb_below(tb, 8), other = (unsigned)nf_tb_below(tb, 8);
  const unsigned to = 5 + (unsigned)nf_tb_below(tb, 3);
  const unsigned qin = nf_tb_chance(tb, 30) ? 0x84 : (unsigned)nf_tb_below(tb, 128);
  const unsigned qout = nf_tb_chance(tb, 30) ? 0x84 : (unsigned)nf_tb_below(tb, 128);
  const unsigned read = 1 + (unsigned)nf_tb_below(tb, 2) + DST * nf_tb_chance(tb, 50);
  const unsigned write = 1 + (unsigned)nf_tb_below(tb, 2) + DST * nf_tb_chance(tb, 50);
  const unsigned imm = (unsigned)nf_tb_below(tb, 0x10000);
  switch (nf_tb_below(tb, 10)) {
  case 0:
    return control(NF_ACE_OP_SIG, any, other, 0, qout | (imm & 0xff00));
  case 1:
    return control(NF_ACE_OP_WAIT, any, other, 0, qin | (imm & 0xff00));
  case 2:
    return control(NF_ACE_OP_ADDI, 1, 1, 0, 1);
  case 3:
    return control(NF_ACE_OP_GET, to, 0, 0, imm % 3);
  case 4:
    return control(jumps[imm % 4], any, other, to, at + 2);
  case 5:
  case 6:
    return control(sums[imm % 5], to, any, other, imm);
  default:
    return transfer(kinds[imm % 10], qin, qout, read, write, 0);
  }
}

unsigned nf_machine_program(nf_tb *tb, uint32_t *store, unsigned at, unsigned room) {
  const unsigned length = 1 + (unsigned)nf_tb_below(tb, room < 16 ? room - 7 : 9);
  store[at++] = nf_tb_chance(tb, 50) ? control(NF_ACE_OP_GET, 0, 0, 0, NF_ACE_GET_LEN)
                                     : li(0, (unsigned)nf_tb_below(tb, 65));
  store[at++] = li(1, (unsigned)nf_tb_below(tb, 16));
  store[at++] = li(2, (unsigned)nf_tb_below(tb, 16));
  store[at++] = li(3, 1 + (unsigned)nf_tb_below(tb, 3));
  store[at++] = li(4, (unsigned)nf_tb_below(tb, 0x10000));
  const unsigned loop = at;
  for (unsigned k = 0; k < length; k++, at++)
    store[at] = body(tb, at);
  // No jump passes the end of the loop.
  store[at - 1] = transfer(NF_ACE_OP_RRCS, 17, 34, 1, 2 + DST, 0);
  store[at++] = control(NF_ACE_OP_DJNZ, 3, 0, 0, loop);
  store[at++] = done();
  return at;
}

uint32_t nf_machine_garbage(nf_tb *tb, unsigned program_words) {
  uint64_t i = nf_tb_rand(tb) & 0xffffffff;
  const unsigned op = nf_ace_control_op(&i);
  const bool rare =
      op == NF_ACE_OP_ILLEGAL || op == NF_ACE_OP_TRAP || op == 28 || (op >= 16 && op <= 20);
  if (rare && nf_tb_chance(tb, 90))
    return nf_machine_garbage(tb, program_words);
  if (nf_tb_chance(tb, 90)) {
    const unsigned bound = op == NF_ACE_OP_GET                          ? 3
                           : op == NF_ACE_OP_LI || op == NF_ACE_OP_ADDI ? 20
                                                                        : program_words;
    if (op <= NF_ACE_OP_BLTU)
      nf_ace_control_set_imm(&i, (uint16_t)nf_tb_below(tb, bound));
  }
  return (uint32_t)i;
}
