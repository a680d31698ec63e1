// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Data of a run, on request: what packets, table entries and memories hold, as terms of reduction
// trees. A term is a part of a rank's input, or two terms reduced by the models' own function
// (nf_alu_op) in the moment in which a table or a memory does so. It never changes, so a packet
// that is copied carries the same term, and at the end a term says in which order it was reduced
// (replay.h). Without payload a run has none of this and pays nothing for it.
//
// A packet's record has no room for its term; it is found by what the packet is: two packets of a
// block that are alike go the same way one behind the other.
#ifndef NF_FAST_PAYLOAD_H
#define NF_FAST_PAYLOAD_H

#include "fabric.h"
#include "sim/common/files.h"

typedef struct {
  uint32_t left, right; // terms; of a leaf the rank, with NF_FAST_LEAF, and the part
  const uint32_t *word;
} nf_fast_term;

static const uint32_t NF_FAST_LEAF = 1u << 31;

typedef struct nf_fast_flight nf_fast_flight;

typedef struct {
  const nf_inputs *in;
  uint8_t op, dtype;
  uint32_t words;            // of a part: a block, or a chunk of a schedule
  nf_fast_term *term;        // term 0 is none
  uint32_t terms, term_room; //
  uint32_t *arena;           // words of reduced terms, in pieces
  size_t arena_left;         // words
  void *pieces;              // to be freed
  uint32_t *entry;           // terms of table entries, by site, port, entry
  uint32_t *entry_of;        // by site
  uint32_t entries;          // of a table
  nf_fast_flight *flight;    // terms of packets under way
  uint32_t flights, flight_room, free_flight;
  uint32_t *bucket;      // heads of lists of them
  uint32_t *held;        // by rank and part: what memory holds; 0: nothing
  uint32_t held_parts;   // of each rank
  uint32_t first_result; // of them
  uint8_t flags;         // NF_FP_* that reductions raised
} nf_fast_payload;

// Refuses a type whose sums travel in more packets than its elements, and an op that it lacks.
int nf_fast_payload_open(nf_fast_payload *p, const nf_inputs *in, uint8_t op, nf_err *e);
void nf_fast_payload_close(nf_fast_payload *p);
// About how many bytes a run takes, of parts that each of the ranks holds.
uint64_t nf_fast_payload_bytes(uint32_t ranks, uint64_t bytes);

// Cuts the buffers: parts of so many words, of which memories hold `held` each.
int nf_fast_payload_cut(nf_fast_payload *p, uint32_t words, uint32_t held, nf_err *e);
// Makes room for the tables of all switches.
int nf_fast_payload_tables(nf_fast_payload *p, const nf_fast_fabric *f, uint32_t entries,
                           nf_err *e);

// Terms. 0: there is no memory, and *e says so.
uint32_t nf_fast_payload_leaf(nf_fast_payload *p, uint32_t rank, uint32_t part, nf_err *e);
uint32_t nf_fast_payload_add(nf_fast_payload *p, uint32_t a, uint32_t b, nf_err *e);

// A packet that a switch or a home GPU makes, and what it carries.
void nf_fast_payload_send(nf_fast_payload *p, unsigned plane, const nf_fast_packet *k,
                          uint32_t term, nf_err *e);
// What a packet carries that comes to a table or a memory; 0 and an error: nobody has sent it.
uint32_t nf_fast_payload_of(nf_fast_payload *p, unsigned plane, unsigned planes,
                            const nf_fast_packet *k, nf_err *e);

static inline uint32_t *nf_fast_payload_entry(const nf_fast_payload *p, uint32_t site,
                                              unsigned port, unsigned e) {
  return &p->entry[p->entry_of[site] + port * p->entries + e];
}

static inline uint32_t *nf_fast_payload_held(const nf_fast_payload *p, uint32_t rank,
                                             uint32_t part) {
  return &p->held[(size_t)rank * p->held_parts + part];
}

#endif
