// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What the tests of the DMAs share: commands, what is right for them, byte by byte, and a memory's
// sense of time. Nothing here knows how the blocks work.
#ifndef NF_DMA_KIT_H
#define NF_DMA_KIT_H

#include "ace/nf_ace_word.h"
#include "nf_tb.h"

typedef struct {
  uint64_t addr;
  uint32_t stride, block, total;
  uint16_t msg, sram;
  uint8_t id, pieces, pitch;
  bool err;         // some access of it was answered with an error
  uint32_t due;     // accesses that are not answered, packets that are not granted
  uint64_t settled; // cycle in which the last one was
} dma_cmd;

// Commands on their way through a block; the first ones are those of the script, if there is one.
enum { DMA_PLANS = 256 };
typedef struct {
  unsigned word; // bytes of a bus word
  const dma_cmd *script;
  unsigned scripted, repeat; // commands of the script; how often it is played
  dma_cmd cmds[DMA_PLANS];
  uint32_t offered, taken, done;
  bool given_up;  // the memory was; what is compared with it then no longer counts
  uint32_t fresh; // the first command that was offered after that
  nf_pace pace;
} dma_feed;

dma_cmd *dma_at(dma_feed *f, uint32_t n);
// The command that stands at the interface in this cycle, or NULL.
dma_cmd *dma_offer(nf_tb *tb, dma_feed *f);
// Puts it there; a macro, because the blocks' inputs are of different types.
#define DMA_DRIVE(in, c)                                                                           \
  ((in)->cmd_valid = true, (in)->cmd_id = (c)->id, (in)->cmd_addr = (c)->addr,                     \
   (in)->cmd_stride = (c)->stride, (in)->cmd_pieces = (c)->pieces, (in)->cmd_block = (c)->block,   \
   (in)->cmd_total = (c)->total, (in)->cmd_msg = (c)->msg, (in)->cmd_sram = (c)->sram,             \
   (in)->cmd_pitch = (c)->pitch)

// Of a command: bytes of a message with room in SRAM, bytes of a piece that are moved, its address.
uint32_t dma_room(const dma_cmd *c);
uint32_t dma_moved(const dma_cmd *c, unsigned piece);
uint64_t dma_addr(const dma_cmd *c, unsigned piece);

// The run of a piece, which is all pieces where they touch: its first piece, how many they are,
// bytes that they move.
typedef struct {
  unsigned piece, pieces;
  uint32_t moved;
} dma_run;
dma_run dma_run_of(const dma_cmd *c, unsigned piece);

// Bursts in order, and runs that move nothing.
typedef struct {
  uint32_t n; // of the command
  dma_run run;
  uint32_t pos; // bytes of the run before this one
  bool burst, first, last, end;
  uint64_t addr;
  unsigned len, beats; // of the burst, less one; of the run from here on
} dma_record;
typedef struct {
  uint32_t n, pos;
  unsigned piece;
} dma_walk;
// False: no command that was taken has another one.
bool dma_next(dma_feed *f, dma_walk *w, dma_record *r);
// The same, bursts only.
bool dma_next_burst(dma_feed *f, dma_walk *w, dma_record *r);
// SRAM packets in order; of a message the first `bytes(cmd, piece)` bytes count.
typedef struct {
  uint32_t n;
  unsigned piece, word, words;
  uint16_t sram;
} dma_packet;
bool dma_next_packet(dma_feed *f, dma_walk *w, bool only_moved, dma_packet *p);

// What lies in memory and in SRAM: functions of the place. Bytes from `from` to `to` - 1 of the
// word at `base`; the others are zeros. base may lie at any byte.
void dma_memory(nf_ace_word *out, uint64_t base, unsigned from, unsigned to);
void dma_sram(nf_ace_word *out, uint16_t packet, int64_t base, unsigned from, unsigned to,
              unsigned word);
// Whether a packet of SRAM is poisoned: a function of the place, and of how often that is so.
bool dma_poisoned(uint16_t packet, unsigned percent);
bool dma_same(const nf_ace_word *a, const nf_ace_word *b);

// The memory is given up in this cycle.
void dma_give_up(dma_feed *f);
// A completion is checked: the next command's, with its error, after all that belongs to it.
// When the memory was given up, of a command that was offered later the error alone.
void dma_check_done(nf_tb *tb, dma_feed *f, uint8_t id, bool err);

#endif
