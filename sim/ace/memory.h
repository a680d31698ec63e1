// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A node's main memory behind the engine's AXI4 port: flat bytes, a bus word per cycle in each
// direction, the first word of a read `latency` cycles after its address, as long until a write is
// acknowledged; with a spread up to so many cycles more. The engine has one ID for reads and one
// for writes, so bursts of each are answered in order (AXI4 A5.3); what is free is the order of
// reads and writes among each other, and of a write's address and its data. A word outside of it is
// answered SLVERR. Around the data and the result lies a pattern that nobody may change. Bytes that
// are set to fail are answered with an error too: a read gives each bit turned over, a write is
// lost. A channel that stands still does nothing any more.
#ifndef NF_ACE_MEMORY_H
#define NF_ACE_MEMORY_H

#include "ace/nf_ace.h"
#include "sim/common/err.h"
#include "sim/common/rng.h"

enum { NF_MEM_BURSTS = 64, NF_MEM_GUARD = 4096, NF_MEM_BEATS = 256 };

// What the memory waits for before it takes an address or data of a write (AXI4 A3.3.1).
typedef enum {
  NF_MEM_ADDRESS_FIRST, // data when its address was taken
  NF_MEM_DATA_FIRST,    // an address when data of its burst is offered or was taken
  NF_MEM_LAST_FIRST,    // an address when all data of its burst was taken
  NF_MEM_ANY_ORDER,     // nothing
  NF_MEM_MIXED          // one of these at random, another one for each burst
} nf_ace_mem_order;

typedef struct {
  nf_ace_word data;
  uint64_t strobe[NF_ACE_WORD_LIMBS / 8];
  bool last;
} nf_ace_mem_beat;

typedef struct {
  uint64_t due,
      at; // when its first word (read) or its answer (write) is due; address of the next word
  uint32_t left; // words
  uint8_t resp;  // of a write
} nf_ace_burst;

typedef struct {
  uint64_t from, to; // addresses; a bus word with one of these bytes fails
  uint8_t resp;      // AXI4 response, 2 or 3; 0: none fails
} nf_ace_mem_error;

typedef struct {
  bool on;
  unsigned channel; // NF_ACE_CHANNEL_*
  uint64_t after;   // bus words, read and written, after which nothing moves on it any more
} nf_ace_mem_still;

typedef struct {
  nf_ace_burst burst[NF_MEM_BURSTS];
  unsigned first, count;
} nf_ace_bursts;

typedef struct {
  uint64_t base, size; // of all that there is; base is a multiple of 4096
  uint32_t word;       // bytes of a bus word
  uint8_t *byte;
  uint32_t latency, spread;     // cycles; an answer takes up to `spread` more
  nf_ace_mem_order order, turn; // turn: that of the next burst
  unsigned pauses;              // chance in percent that a channel does not move in a cycle
  nf_rng rng;
  nf_ace_bursts reads, writes, answers;
  bool r_held, b_held; // an answer stands and was not taken: it must stay
  uint64_t read_words, written_words;
  nf_ace_mem_beat beat[NF_MEM_BEATS]; // taken, not stored yet
  uint64_t stored;                    // of written_words
  uint64_t addresses, ends;           // bursts whose address, whose last data was taken
  bool within;                        // a burst's data has begun and not ended
  nf_ace_mem_error read_error, write_error;
  nf_ace_mem_still still;
} nf_ace_mem;

// `size` bytes, of which the first and the last NF_MEM_GUARD are never the user's, in bus words of
// `word` bytes.
int nf_ace_mem_open(nf_ace_mem *m, uint64_t base, uint64_t size, uint32_t word, nf_err *e);
// Before the first cycle; NF_MEM_ADDRESS_FIRST unless this is called.
void nf_ace_mem_set_order(nf_ace_mem *m, nf_ace_mem_order order);
// One cycle: puts its answers on `in`, and takes what of `out` and `in` moves.
void nf_ace_mem_step(nf_ace_mem *m, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle);
// The first byte of [from, to) that is not the pattern any more; `to` if all are. Addresses.
uint64_t nf_ace_mem_changed(const nf_ace_mem *m, uint64_t from, uint64_t to);
static inline uint8_t *nf_ace_mem_at(const nf_ace_mem *m, uint64_t address) {
  return m->byte + (address - m->base);
}
void nf_ace_mem_close(nf_ace_mem *m);

#endif
