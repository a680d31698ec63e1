// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Payloads by place: up to 16 words of 64 bytes and how many bytes they hold. As a memory of its
// own it is the buffer of the history results (NETREDUCE 4.3, Fig. 4; 4.3.2): the sum of a column
// is kept until a host can no longer ask for it again.
//
// It knows nothing of messages and never forgets: a place has what was written there last, and is
// undefined before. A size and the words it counts are written on their own, in any order. Places
// must be below Places.
// Latency: 1 cycle from a read to its output, which holds until the next read. Throughput: one size
// and one word read and one of each written per cycle; a read of what is written on the same edge
// has the old value.

`include "nf_assert.svh"

module nf_netreduce_history #(
    parameter int unsigned Places = 1024  // columns, any number, 2..65536
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // write
    input  logic [ 15:0] place_i,       // where all of the following is written
    input  logic         size_we_i,
    input  logic [ 10:0] size_i,        // bytes of the payload, pad included
    input  logic         word_we_i,     // a word of it, and which
    input  logic [  3:0] index_i,
    input  logic [511:0] word_i,
    // read a size
    input  logic         size_re_i,
    input  logic [ 15:0] size_place_i,
    output logic [ 10:0] size_o,
    // read a word
    input  logic         word_re_i,
    input  logic [ 15:0] word_place_i,
    input  logic [  3:0] word_index_i,
    output logic [511:0] word_o
);

  `NF_PARAM(HistoryPlacesInRange, Places >= 2 && Places <= 65536)

  localparam int unsigned PlaceBits = $clog2(Places);
  localparam int unsigned Words = nf_netreduce_pkg::MAX_WORDS;

  nf_ram_1r1w #(
      .Width(11),
      .Depth(Places)
  ) u_sizes (
      .clk_i,
      .we_i   (size_we_i),
      .waddr_i(place_i[PlaceBits-1:0]),
      .wdata_i(size_i),
      .re_i   (size_re_i),
      .raddr_i(size_place_i[PlaceBits-1:0]),
      .rdata_o(size_o)
  );

  nf_ram_1r1w #(
      .Width(nf_netreduce_pkg::WORD_BITS),
      .Depth(Places * Words)
  ) u_words (
      .clk_i,
      .we_i   (word_we_i),
      .waddr_i({place_i[PlaceBits-1:0], index_i}),
      .wdata_i(word_i),
      .re_i   (word_re_i),
      .raddr_i({word_place_i[PlaceBits-1:0], word_index_i}),
      .rdata_o(word_o)
  );

  // --------------------------------------------------------------------------- properties
  // What is written has a place.
  `NF_ASSERT(HistoryWritesInRange, !(size_we_i || word_we_i) || 32'(place_i) < Places)
  // A size is read of a place.
  `NF_ASSERT(HistorySizeInRange, !size_re_i || 32'(size_place_i) < Places)
  // A word is read of a place.
  `NF_ASSERT(HistoryWordInRange, !word_re_i || 32'(word_place_i) < Places)
  // A word is read while it is written.
  `NF_COVER(HistoryReadsOldWord, word_we_i && word_re_i && place_i == word_place_i &&
            index_i == word_index_i)

endmodule
