// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Runs the programs of a group of members without time: one chunk, one phase, one state machine
// each. A packet moves when it is there and has room (ACE 4.2); who goes first is drawn. It finds
// what depends on no timing: wrong results, deadlocks, faults. It does not model ports, banks,
// lanes or credits under way.
#ifndef NF_ACE_INTERPRET_H
#define NF_ACE_INTERPRET_H

#include "sim/common/err.h"

#include <stdint.h>

typedef struct {
  // given
  const uint32_t *word; // its program store, from address base
  unsigned words, base;
  unsigned pc;                           // where the phase begins
  uint16_t src, src_room, dst, dst_room; // the chunk's packets in SRAM
  uint16_t len, pitch, index;            // of a message: bus words, packets to the next
  uint32_t *sram;                        // a value for each bus word, 4 a packet; 0: never written
  unsigned sram_packets;
  // counted
  uint64_t instructions, transfers, sent; // executed; messages moved; packets sent, tokens too
} nf_play_member;

// A cable from a queue pair of one member to one of another, for both directions.
typedef struct {
  unsigned member[2];
  uint8_t qp[2];
} nf_play_cable;

typedef struct {
  nf_play_member *player;
  unsigned players;
  const nf_play_cable *cable;
  unsigned cables;
  unsigned depth; // packets that a queue pair holds, 1..65536
  uint64_t seed;  // of who goes first
  // What an ALU does with two values (neither is 0), and what the function is called with; the
  // result is not 0.
  uint32_t (*reduce)(void *ctx, uint32_t received, uint32_t local);
  void *ctx;
} nf_play;

// Runs until all have done. NF_EXIT_STALLED: nothing moves any more, e names each member, its place
// and what it waits for. NF_EXIT_FAILED: a machine would have stopped with a fault, has read what
// nobody wrote, or a packet is left over.
int nf_play_run(nf_play *p, nf_err *e);

#endif
