// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What stands around a machine in its test: a host that fills the program store, a scheduler that
// reserves entries and makes them ready in any order, an issue stage that grants or refuses. What
// the machine does is checked against the interpreter and against the rules of its ports.
#ifndef NF_MACHINE_KIT_H
#define NF_MACHINE_KIT_H

#include "ace/nf_ace_machine.h"
#include "ace/nf_ace_pkg.h"
#include "nf_machine_iss.h"
#include "nf_tb.h"

enum { NF_MACHINE_STORE = 2048, NF_MACHINE_CHUNKS = 20, NF_MACHINE_NEVER = 1 << 30 };

typedef struct {
  uint64_t ctx[2];
  bool ready;
} nf_machine_chunk;

typedef struct {
  // the block
  unsigned program_words, depth;
  uint8_t id;
  // the host: words of the store; how many of them have been, and are to be written
  uint32_t store[NF_MACHINE_STORE];
  unsigned stored, to_store;
  bool run;
  uint32_t watchdog;
  bool stray;  // writes for others pass on the configuration bus
  bool aborts; // now and then one comes
  bool doomed; // an abort comes with the next grant
  unsigned aborted;
  // the scheduler; list[0] is the chunk that the machine works on, when it does
  void (*make)(nf_tb *tb, void *ctx, uint64_t *chunk);
  unsigned limit, made, ended;
  nf_machine_chunk list[NF_MACHINE_CHUNKS];
  unsigned used;
  bool busy;
  nf_pace reserve, ready, grant, done;
  // the issue stage
  unsigned reject_after;        // requests granted before one is refused
  uint8_t reject, wait, waited; // waited: wait of the cycle before
  bool decided, shown;
  uint64_t req, free_at; // the bus of the last packet is free
  // what was seen
  uint64_t started_at, granted_at, first_at, shown_at; // cycles; first_at: of a message
  unsigned granted, words, gap; // gap: from the last grant of an instruction to what is shown next
  bool closed;                  // the last packet granted was the last of its instruction
  uint64_t last_event;          // for the watchdog: start or grant
  bool stopped;
  uint64_t fault;
  nf_machine_iss iss;
  nf_machine_event expect;
} nf_machine_world;

// Sizes, paces that move always, no chunks.
void nf_machine_start(nf_machine_world *w, unsigned program_words, unsigned depth);
// Words for the store, from place 0 on: at the start, beside TRAPs everywhere else, or when no
// chunk is there.
void nf_machine_load(nf_machine_world *w, const uint32_t *words, unsigned count);
void nf_machine_any_pace(nf_tb *tb, nf_machine_world *w);
// A cycle. `ctx` is for make.
void nf_machine_drive(nf_tb *tb, nf_machine_world *w, void *ctx, const nf_ace_machine_out *out,
                      nf_ace_machine_in *in);

#endif
