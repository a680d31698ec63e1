// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What stands around one engine in its test: a processor on the AXI4-Lite port, a memory on the
// AXI4 port, and cables that join ports 2i and 2i+1 of the engine itself. Machine 2i and machine
// 2i+1 are the two members of a ring; since chunks go to the machines in turn, chunk 2i and chunk
// 2i+1 are reduced with each other.
#ifndef NF_ACE_WORLD_H
#define NF_ACE_WORLD_H

#include "ace/nf_ace.h"
#include "nf_axil_master.h"
#include "nf_tb.h"

enum { NF_ACE_WORLD_BYTES = 1 << 19, NF_ACE_WORLD_SCRIPT = 512, NF_ACE_WORLD_BURSTS = 16 };
enum { NF_ACE_WORLD_BEATS = 256, NF_ACE_WORLD_REGS = NF_ACE_CSR_MACHINE / 4 };

typedef struct {
  uint32_t addr, data;
  bool refused; // the answer must be SLVERR
  bool waits;   // nothing is written: STATUS is read until no abort is under way
} nf_ace_world_write;

typedef struct {
  uint64_t addr, due;
  unsigned beats;
} nf_ace_world_burst;

typedef struct {
  nf_ace_word data;
  uint64_t strobe[NF_ACE_WORD_LIMBS / 8];
  bool last;
} nf_ace_world_beat;

// What the memory waits for before it takes an address or data (AXI4 A3.3.1).
typedef enum {
  NF_ACE_WORLD_ANY_ORDER,
  NF_ACE_WORLD_ADDRESS_AFTER_DATA, // an address when data of its burst is offered
  NF_ACE_WORLD_ADDRESS_AFTER_LAST, // an address when all data of its burst was taken
  NF_ACE_WORLD_DATA_AFTER_ADDRESS, // data when its address was taken
  NF_ACE_WORLD_ORDERS
} nf_ace_world_order;

typedef struct {
  // processor
  nf_ace_world_write script[NF_ACE_WORLD_SCRIPT];
  unsigned writes, next;
  nf_axil_master bus;
  bool reading;
  bool waiting;           // STATUS is being read
  bool called;            // by the interrupt
  uint32_t completion[8]; // as read from COMPLETION
  unsigned completions;
  uint32_t reg[NF_ACE_WORLD_REGS]; // of each register below MACHINE what was last read there
  unsigned poll;                   // of the registers that are read after the interrupt
  uint64_t asked;                  // cycle in which the present read began
  unsigned long_asked;             // host_long at that time
  unsigned refused;                // accesses so far
  // memory
  unsigned word; // bytes of a bus word
  uint8_t bytes[NF_ACE_WORLD_BYTES];
  nf_ace_world_burst read[NF_ACE_WORLD_BURSTS], write[NF_ACE_WORLD_BURSTS];
  nf_ace_world_burst answer[NF_ACE_WORLD_BURSTS];
  unsigned reads, writing, answers;
  nf_ace_world_beat beat[NF_ACE_WORLD_BEATS]; // taken, not stored yet
  unsigned beats, stored;                     // ever
  unsigned addresses, ends;                   // bursts whose address, whose last beat was taken
  bool within;                                // a burst's data has begun and not ended
  nf_ace_world_order order;
  uint64_t latency, spread, fails_from,
      fails_to; // bytes from here to there answer reads with an error
  nf_pace ar, r, aw, w, b, cable[NF_ACE_MAX_PORTS], host_tx, host_rx;
  // NF_ACE_CHANNEL_* that falls silent after so many words, if it `falls_silent`
  unsigned silent, silent_after, passed;
  bool falls_silent;
  bool r_up, b_up, write_error; // an answer that is shown stays until it is taken
  unsigned words_read, words_written;
  // normal traffic
  unsigned host_sent, host_words, host_came, host_length, host_long; // long: more than a packet
  bool host_on, host_up, cut; // cut: the cables carry nothing
  uint8_t open;               // ports within a packet that comes
  uint64_t engine_words[NF_ACE_MAX_PORTS];
} nf_ace_world;

// What was last read from a register below MACHINE.
uint32_t nf_ace_world_reg(const nf_ace_world *w, uint32_t addr);
// Appends a register write to what the processor does.
void nf_ace_world_csr(nf_tb *tb, nf_ace_world *w, uint32_t addr, uint32_t data, bool refused);
// Node id, queue pairs, partitions of a plan with one phase, the programs of the rings of two, run.
void nf_ace_world_setup(nf_tb *tb, nf_ace_world *w, const nf_ace_cfg *cfg, unsigned watchdog);
// A command: `block` bytes in each of two pieces, messages of `msg` bytes, from `src` to `dst`.
void nf_ace_world_command(nf_tb *tb, nf_ace_world *w, unsigned src, unsigned dst, unsigned block,
                          unsigned msg, unsigned dtype, unsigned tag);
// Aborts, with a new epoch, waits until that is over and sets up the queue pairs again.
void nf_ace_world_abort(nf_tb *tb, nf_ace_world *w, const nf_ace_cfg *cfg, unsigned epoch);
// Machine 0 sends one word where two and more are awaited.
void nf_ace_world_corrupt(nf_tb *tb, nf_ace_world *w);
// Random paces everywhere, or none.
void nf_ace_world_pace(nf_tb *tb, nf_ace_world *w, bool full);
void nf_ace_world_drive(nf_tb *tb, nf_ace_world *w, const nf_ace_cfg *cfg, const nf_ace_out *out,
                        nf_ace_in *in);

#endif
