// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Programs of a few words with what they must do, by hand: every instruction, every fault.
#ifndef NF_MACHINE_CASES_H
#define NF_MACHINE_CASES_H

#include "nf_machine_kit.h"

enum { NF_MACHINE_WORDS = 16, NF_MACHINE_PACKETS = 3, NF_MACHINE_CASES = 40 };

typedef struct {
  uint8_t kind, words; // kind: recv 8, read 4, write 2, send 1
  uint16_t raddr, waddr;
  uint8_t qin, qout;
} nf_machine_packet;

typedef struct {
  const char *what;
  uint32_t words[NF_MACHINE_WORDS];
  nf_machine_packet packets[NF_MACHINE_PACKETS]; // kind 0: no more
  unsigned cycles; // from the start of the chunk to the first request; 0: any
} nf_machine_case;

typedef struct {
  uint8_t cause;
  uint16_t at; // program counter of the fault
  uint32_t words[NF_MACHINE_WORDS];
  uint16_t pc; // of the context
  uint8_t reject;
  unsigned grants; // packets granted before the refusal, or before the wait that the watchdog ends
  uint32_t watchdog;
  uint8_t wait;     // what it waits for then; 0: all is granted
  unsigned run_low; // cycles in which run is low once a packet has been asked for
} nf_machine_fault;

// The chunk that they are run for: src is 0 and has a room of 0xffff packets, dst is 0x8000 and
// has 40.
void nf_machine_chunk_of_cases(uint64_t *ctx);

// Returns how many there are.
unsigned nf_machine_cases(nf_machine_case *cases);

// X(number, name)
// clang-format off
#define NF_MACHINE_FAULTS(X) \
  X(0, "undefined opcode 0") \
  X(1, "undefined opcode 16") \
  X(2, "undefined opcode 17") \
  X(3, "undefined opcode 18") \
  X(4, "undefined opcode 19") \
  X(5, "undefined opcode 20") \
  X(6, "undefined opcode 28") \
  X(7, "get of an undefined field") \
  X(8, "get of a far field") \
  X(9, "past the store") \
  X(10, "jump out of the store") \
  X(11, "entry outside the store") \
  X(12, "read past the room") \
  X(13, "write past the room") \
  X(14, "offset of all ones") \
  X(15, "queue pair not set up") \
  X(16, "third packet has another length") \
  X(17, "message of 65 words") \
  X(18, "message of all ones") \
  X(19, "message of 64 words, then trap") \
  X(20, "trap") \
  X(21, "watchdog, no credit") \
  X(22, "watchdog, loop without transfers") \
  X(23, "watchdog, later packets do not come") \
  X(24, "watchdog of one cycle") \
  X(25, "watchdog stands still while run is low")
// clang-format on
enum { NF_MACHINE_FAULT_COUNT = 26 };
nf_machine_fault nf_machine_fault_case(unsigned number, unsigned program_words);

#endif
