// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An interpreter of programs, apart from the model and without time: which packet must be asked for
// next, whether the phase is complete, why the machine must stop. And a small assembler.
#ifndef NF_MACHINE_ISS_H
#define NF_MACHINE_ISS_H

#include "nf_tb.h"

// Instructions.
uint32_t nf_machine_control(unsigned op, unsigned rd, unsigned rs, unsigned rt, unsigned imm);
// read and write: register of the offset, + NF_MACHINE_DST for an offset in the next partition.
enum { NF_MACHINE_DST = 8 };
uint32_t nf_machine_transfer(unsigned op, unsigned qin, unsigned qout, unsigned read,
                             unsigned write, unsigned length);

typedef struct {
  uint16_t r[8], pc;
  unsigned packet, packets; // of the message that is under way
  uint16_t raddr, waddr, words;
  uint64_t req;
} nf_machine_iss;

typedef struct {
  enum { NF_MACHINE_ASKS, NF_MACHINE_ENDS, NF_MACHINE_STOPS, NF_MACHINE_SPINS } kind;
  uint64_t req; // of a packet
  unsigned words;
  bool last; // of its message
  uint8_t cause;
} nf_machine_event;

// Runs up to what can be seen at the ports.
nf_machine_event nf_machine_next(nf_tb *tb, nf_machine_iss *s, const uint32_t *store,
                                 unsigned program_words, const uint64_t *ctx);

#endif
