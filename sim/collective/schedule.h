// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A collective as a schedule: which rank sends which part of its buffer to whom, in what order, and
// where it is added. Every algorithm, every file format and every engine speaks this one language.
//
// The buffer of a rank is cut into chunks of equal size. A rank has steps; a step belongs to a lane
// (a port, a channel), and the steps of a lane run one after the other in the order in which they
// are listed. Lanes run beside each other; where one must wait for another the step names the steps
// of its own rank that come before it. Ranks are joined by messages alone: the k-th send of a
// channel (from, to, tag) meets the k-th receive of it. So a schedule has no choice in it, and what
// it computes does not depend on how fast anything is, if check.h says that it is right.
//
// Steps are made rank by rank, when they are asked for: a ring of 16,384 ranks has 10^9 steps, one
// rank of it 65,532.
#ifndef NF_SCHEDULE_H
#define NF_SCHEDULE_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stdint.h>

// What must hold at the end. In place, n = chunks without scratch / ranks, r the rank itself; a
// schedule with `inputs` has those first and then the outputs, in the numbering that they have here
// for themselves.
typedef enum {
  NF_ALL_REDUCE,     // every chunk is the sum of that chunk of all ranks
  NF_REDUCE_SCATTER, // chunks r n .. r n + n - 1 are
  NF_ALL_GATHER,     // a rank starts with chunks r n .. r n + n - 1 alone and ends with all
  NF_ALL_TO_ALL,     // input q of a rank becomes output r of rank q (or n of them); never in place
  NF_BROADCAST,      // the root starts with all chunks, all end with them
  NF_REDUCE,         // the root ends with the sum of all
  NF_BARRIER,        // no data: every rank has heard of every other, at least once
  NF_TRACE           // messages of which nobody says what they mean; a chunk is a byte
} nf_collective_kind;

typedef enum {
  NF_STEP_SEND,   // chunks to a peer
  NF_STEP_RECV,   // into chunks, over what was there
  NF_STEP_REDUCE, // received and added to chunks
  NF_STEP_COPY,   // from chunks to chunks
  NF_STEP_ADD,    // chunks added to chunks
  NF_STEP_JOIN, // chunks into the network, which adds those of a whole group and gives all the sum
  NF_STEP_WAIT  // nothing, or computing for some time
} nf_step_kind;

// Largest numbers: of ranks, of chunks of a rank, and of lanes of a rank that a generator may use.
enum {
  NF_SCHEDULE_RANKS = 1 << 20,
  NF_SCHEDULE_CHUNKS = 1 << 26,
  NF_SCHEDULE_LANES = 64,
  NF_LANE_FREE = 0xffffffffu,  // of no lane: waits for nothing but what it names
  NF_DEP_STARTED = 0x80000000u // a dependency on the start of a step, not on its end
};

typedef struct {
  uint8_t kind; // nf_step_kind
  uint32_t lane;
  uint32_t peer;  // rank; of a join: the group
  uint32_t tag;   // with from and to the channel
  uint32_t count; // chunks
  union {
    struct {
      uint32_t chunk, from; // first chunk; of a copy or an addition: where it comes from
    };
    uint64_t ns; // of a wait
  };
  uint32_t dep, deps; // those before it: nf_steps.dep[dep .. dep + deps - 1], steps of this rank
} nf_step;

// The steps of one rank.
typedef struct {
  nf_step *step;
  uint32_t *dep;
  uint32_t steps, deps, step_room, dep_room;
} nf_steps;

typedef struct nf_schedule nf_schedule;
struct nf_schedule {
  char name[64];
  nf_collective_kind what;
  uint32_t ranks, chunks, root;
  uint32_t inputs;  // 0: in place
  uint32_t scratch; // the last so many chunks are the rank's own, empty at the start and of no
                    // account at the end
  uint32_t groups, group_size; // of joins: group g has so many members
  // Ranks of one machine, 0: all in one. Of the ranks of a machine so many use its network at the
  // same time (time.h shares its rate among them).
  uint32_t machine, sharers;
  bool buffered; // a send does not wait for its receive
  // Gives the steps of a rank.
  int (*emit)(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e);
  void *own; // what emit needs; freed by free_own
  void (*free_own)(void *own);
};

// Replaces what `out` held; it may be used again and again.
int nf_schedule_steps(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e);
void nf_schedule_close(nf_schedule *s);

int nf_steps_add(nf_steps *out, const nf_step *step, const uint32_t *dep, uint32_t deps, nf_err *e);
void nf_steps_free(nf_steps *s);

// A schedule whose steps are kept: what was read from a file. Takes the arrays over, one per rank.
int nf_schedule_keep(nf_schedule *s, nf_steps *steps, nf_err *e);

// Into how many chunks the bytes of a rank's buffer are cut: without scratch, and of an all-to-all
// without the half that is received. Of a trace 1: its chunks are bytes.
uint32_t nf_schedule_parts(const nf_schedule *s);

const char *nf_collective_name(nf_collective_kind what);
int nf_collective_parse(nf_collective_kind *what, const char *text, nf_err *e);
const char *nf_step_name(uint8_t kind);
// What a rank holds in a chunk at the start, and must hold at the end: whose data, of which part of
// whose buffer. `part` NF_NO_PART: nothing, or nothing that is asked for. `all`: that of all ranks,
// added.
enum { NF_NO_PART = 0xffffffffu };
typedef struct {
  uint32_t part, rank;
  bool all;
} nf_holding;
nf_holding nf_collective_start(const nf_schedule *s, uint32_t rank, uint32_t chunk);
nf_holding nf_collective_end(const nf_schedule *s, uint32_t rank, uint32_t chunk);

#endif
