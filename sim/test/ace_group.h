// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A group of members with a program of rtl/ace/programs each, and what must come out of it. A value
// stands for the whole expression that made it, so that the order of additions is compared.
#ifndef ACE_GROUP_H
#define ACE_GROUP_H

#include "sim/ace/assemble.h"
#include "sim/ace/interpret.h"

#include <stdbool.h>

enum { MEMBERS = 16, NEXT = 0x13, PREV = 0x25, PEERS = 0x41, GUARD = 3, STORE = 256 };

typedef struct {
  unsigned size, outer, inner, len;
  unsigned depth; // slots of a queue pair
  unsigned slots; // what the programs are given of them; 0: the truth
  unsigned pitch; // what they are given of the chunk's; 0: the truth
  int dir;
  unsigned root;
  uint64_t seed; // also moves the program in its store and spreads the messages
} setting;

typedef enum { SCATTERED, GATHERED, SAME } amount; // OUTER * INNER messages, or SIZE times as many

typedef struct {
  const char *name;
  bool ring, data;
  amount in, out;
  unsigned spare; // slots that a queue pair needs besides a message's packets
  unsigned least; // or how many in all, for those that are content with fewer
  uint32_t (*want)(const setting *s, unsigned member, unsigned message, unsigned word);
} subject; // what a program promises in its first lines

extern const subject subjects[];
enum { SUBJECTS = 14 };

typedef struct {
  nf_as_program program[MEMBERS];
  nf_play_member member[MEMBERS];
  nf_play_cable cable[MEMBERS * MEMBERS];
  nf_play play;
  unsigned in, out; // messages
} group;

// What an ALU does: not commutative, and never 0.
uint32_t group_sum(void *ctx, uint32_t received, uint32_t local);

const subject *find_subject(const char *name);
bool fits(const subject *b, unsigned size);           // whether there are groups of this size
unsigned least_depth(const subject *b, unsigned len); // of queue pairs

// Fails the test that calls it when the program cannot be assembled.
group *open_group(const subject *b, const setting *s);
void close_group(group *g);
// The first word of a result that is not what is wanted, or written outside of it; NULL: none.
const uint32_t *wrong(const group *g, const subject *b, const setting *s);

#endif
