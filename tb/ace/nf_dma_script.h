// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Directed commands of both DMAs.
#ifndef NF_DMA_SCRIPT_H
#define NF_DMA_SCRIPT_H

#include "nf_dma_kit.h"

enum { DMA_ALL = 0x7fffffff };

// Whole messages, aligned, strided as in a payload whose blocks lie next to each other.
static const dma_cmd dma_aligned[] = {{.addr = 0x10000,
                                       .stride = 0x4000,
                                       .pieces = 4,
                                       .msg = 4096,
                                       .block = 0x4000,
                                       .total = DMA_ALL,
                                       .pitch = 16},
                                      {.addr = 0x11000,
                                       .stride = 0x4000,
                                       .pieces = 3,
                                       .msg = 4096,
                                       .block = 0x3000,
                                       .total = DMA_ALL,
                                       .sram = 64,
                                       .pitch = 16}};

// The same at addresses of any byte.
static const dma_cmd dma_unaligned[] = {{.addr = 0x10c35,
                                         .stride = 0x4007,
                                         .pieces = 4,
                                         .msg = 4096,
                                         .block = 0x4007,
                                         .total = DMA_ALL,
                                         .pitch = 16},
                                        {.addr = 0x11fc1,
                                         .stride = 0x4007,
                                         .pieces = 3,
                                         .msg = 4094,
                                         .block = 0x3007,
                                         .total = DMA_ALL,
                                         .sram = 64,
                                         .pitch = 16}};

// Corners, one after the other.
static const dma_cmd dma_corners[] = {
    // one byte; one element; one that lies across two beats; across two pages
    {.addr = 0x1000, .pieces = 1, .msg = 1, .block = 9, .total = 9, .pitch = 1},
    {.addr = 0x1004, .pieces = 1, .msg = 4, .block = 4, .total = 4, .sram = 3, .pitch = 1},
    {.addr = 0x103e, .pieces = 1, .msg = 4, .block = 4, .total = 4, .sram = 4, .pitch = 1},
    {.addr = 0x1fff, .pieces = 1, .msg = 2, .block = 4, .total = 4, .sram = 5, .pitch = 1},
    // no pieces; no bytes in a message; none in the block; none in the total
    {.addr = 0x5000, .pieces = 0, .msg = 256, .block = 256, .total = 256, .pitch = 1},
    {.addr = 0x5000, .pieces = 3, .msg = 0, .block = 256, .total = 256, .pitch = 1},
    {.addr = 0x5000, .pieces = 3, .msg = 256, .block = 0, .total = 256, .pitch = 1},
    {.addr = 0x5000, .stride = 256, .pieces = 3, .msg = 256, .block = 256, .total = 0, .pitch = 1},
    // the last beat gives only the end of a word, and a packet of zeros follows
    {.addr = 0x7018, .pieces = 8, .msg = 384, .block = 384, .total = 246, .sram = 8, .pitch = 2},
    // the total ends in the middle of the second of four pieces
    {.addr = 0x6010,
     .stride = 600,
     .pieces = 4,
     .msg = 600,
     .block = 600,
     .total = 901,
     .pitch = 3},
    // the message is longer than what is left of the block; the block ends with the total
    {.addr = 0x7000,
     .stride = 900,
     .pieces = 3,
     .msg = 512,
     .block = 100,
     .total = 2500,
     .pitch = 2},
    {.addr = 0x7000,
     .stride = 100,
     .pieces = 3,
     .msg = 100,
     .block = 100,
     .total = 300,
     .pitch = 1},
    // a stride of less than a beat, of less than a message, of nothing
    {.addr = 0x8000, .stride = 12, .pieces = 9, .msg = 12, .block = 12, .total = 999, .pitch = 1},
    {.addr = 0x8ff0, .stride = 70, .pieces = 5, .msg = 300, .block = 300, .total = 999, .pitch = 2},
    {.addr = 0x9001, .stride = 0, .pieces = 2, .msg = 65, .block = 300, .total = 999, .pitch = 1},
    // both ends within one beat; the first beat is full and the last has one byte, and the reverse
    {.addr = 0xa011, .pieces = 1, .msg = 30, .block = 30, .total = 30, .pitch = 1},
    {.addr = 0xb000, .pieces = 1, .msg = 129, .block = 999, .total = 999, .pitch = 1},
    {.addr = 0xb03f, .pieces = 1, .msg = 129, .block = 999, .total = 999, .pitch = 1},
    // the longest message, at the last byte of a page; the end of all addresses
    {.addr = 0xcfff, .pieces = 2, .stride = 4096, .msg = 4096, .block = 4096, .total = DMA_ALL},
    {.addr = 0xfffffffffff0, .pieces = 1, .msg = 32, .block = 32, .total = DMA_ALL},
};
enum { DMA_CORNERS = sizeof dma_corners / sizeof dma_corners[0] };

// Pieces that touch: what would be 75 bursts is 5, and with words of 64 bytes 125 beats. In pages
// of 4 kB one burst, two, one of two beats for nine pieces, one that ends with the total in the
// eleventh of twenty pieces.
static const dma_cmd dma_touching[] = {
    {.addr = 0x10000,
     .stride = 256,
     .pieces = 16,
     .msg = 256,
     .block = 256,
     .total = DMA_ALL,
     .pitch = 1},
    {.addr = 0x20c35,
     .stride = 100,
     .pieces = 30,
     .msg = 100,
     .block = 100,
     .total = DMA_ALL,
     .sram = 16,
     .pitch = 1},
    {.addr = 0x31011,
     .stride = 12,
     .pieces = 9,
     .msg = 12,
     .block = 12,
     .total = DMA_ALL,
     .sram = 64,
     .pitch = 2},
    {.addr = 0x40000,
     .stride = 64,
     .pieces = 20,
     .msg = 64,
     .block = 64,
     .total = 700,
     .sram = 128,
     .pitch = 1},
};
enum { DMA_TOUCHING = sizeof dma_touching / sizeof dma_touching[0], DMA_TOUCHING_BURSTS = 5 };

// Beats of a script, of `word` bytes.
static inline unsigned dma_beats(const dma_cmd *script, unsigned count, unsigned word) {
  unsigned beats = 0;
  for (unsigned n = 0; n < count; n++)
    for (unsigned p = 0; p < script[n].pieces; p += dma_run_of(&script[n], p).pieces)
      beats +=
          (unsigned)(dma_addr(&script[n], p) % word + dma_run_of(&script[n], p).moved + word - 1) /
          word;
  return beats;
}

// Cycles that a memory may take for beats to flow without a gap, 150 at most: while one burst is
// answered and the next address is on its way, the others, of `covered` beats at least, go on.
static inline unsigned dma_latency(unsigned covered) {
  return covered - 12 < 150 ? covered - 12 : 150;
}

#endif
