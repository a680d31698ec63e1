// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the scheduler's test knows of the world around the scheduler, and the writes that set it up.
#ifndef NF_SCHED_KIT_H
#define NF_SCHED_KIT_H

#include "ace/nf_ace_scheduler.h"
#include "nf_tb.h"

enum { PARTS = NF_ACE_MAX_PARTITIONS, COMMANDS = 8, LIST = 64, NOBODY = 255, GIVEN_UP_AT = 6000 };

typedef struct {
  bool used, bad, err, late, poison, data; // late: failed when the memory was given up
  bool aborted, over;                      // over: maybe before the abort
  unsigned plan, chunks, made, ended;
  uint8_t status; // expected, AXI errors aside
  nf_ace_scheduler_in in;
} command;

typedef struct {
  bool used;
  unsigned command, index, phase, phases, steps;
  bool loaded, running, stored;
  uint8_t machine[8], slot[8];
  uint64_t order; // of creation
} chunk;

typedef struct {
  uint8_t id, phase;
} entry;

typedef struct {
  entry queue[16];
  unsigned count, wait;
  uint8_t shown; // free entries as the machine shows them
  bool ready, done;
} machine;

typedef struct {
  uint8_t id[LIST];
  unsigned count, wait;
  bool done, err;
} dma;

typedef struct {
  unsigned slots[PARTS], turn[PARTS];
  uint8_t sound; // partitions that plans may use
  uint16_t first[PARTS], room[PARTS];
  uint8_t holder[PARTS][32];
  unsigned phases[8], group[8][8], machines[8][8], machine_turn[8][8];
  uint16_t pc[8][8];
  uint32_t setup[256][2]; // writes of the config bus: address, data
  unsigned writes, written;
  command commands[COMMANDS];
  unsigned order[COMMANDS], orders; // commands whose chunks are not all made
  unsigned entered, completed, chunks_done, next_tag, in_flight;
  bool offering;
  unsigned offered;
  chunk rows[32];
  uint64_t created, last_end;
  int creating; // row, -1: none
  machine at[16];
  dma tx, rx;
  nf_pace cmd, dmas, dones, cpl;
  unsigned built; // machines
  unsigned delay, depth, only_plan, only_chunks, quiet;
  bool given_up; // the memory was
  bool fickle, good, aborts;
  unsigned aborting, aborted; // cycles of the abort so far; commands
  uint64_t done_at, loaded_at;
  unsigned measured;
} sched;

// One write of the config bus, after those before it.
void nf_sched_put(sched *c, uint32_t address, uint32_t data);
// A phase as the tables of c have it.
void nf_sched_put_phase(sched *c, unsigned plan, unsigned phase, bool more);
// A plan of so many phases, each with a group of machines at random.
void nf_sched_plan(nf_tb *tb, sched *c, unsigned number, unsigned phases);
// All partitions, with up to `most` slots of `rooms` packets or somewhat more.
void nf_sched_partitions(nf_tb *tb, sched *c, unsigned most, unsigned rooms);

#endif
