// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a port keeps of its own packets until their column is complete, and longer, for those that
// are sent again: payload and header by place (NETREDUCE 4.3, Fig. 4). Payload and size lie in a
// memory of the history's kind, the header beside them.
//
// It knows nothing of messages and never forgets: a place has what was written there last, and is
// undefined before. Header, size and words are written on their own, in any order.
// Places must be below Places.
// Latency: 1 cycle from a read to its output, which holds until the next read. Throughput: one
// size, one header and one word read and one of each written per cycle; a read of what is written
// on the same edge has the old value.

`include "nf_assert.svh"

module nf_netreduce_store #(
    parameter int unsigned Places = 1024  // columns, any number, 2..65536
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // write
    input  logic                    [ 15:0] place_i,  // where all of the following is written
    input  logic                            head_we_i,  // a header
    input  nf_netreduce_pkg::head_t         head_i,
    input  logic                            size_we_i,
    input  logic                    [ 10:0] size_i,  // bytes of the payload, pad included
    input  logic                            word_we_i,  // a word of the payload, and which
    input  logic                    [  3:0] index_i,
    input  logic                    [511:0] word_i,
    // read a size
    input  logic                            size_re_i,
    input  logic                    [ 15:0] size_place_i,
    output logic                    [ 10:0] size_o,
    // read a header
    input  logic                            head_re_i,
    input  logic                    [ 15:0] head_place_i,
    output nf_netreduce_pkg::head_t         head_o,
    // read a word
    input  logic                            word_re_i,
    input  logic                    [ 15:0] word_place_i,
    input  logic                    [  3:0] word_index_i,
    output logic                    [511:0] word_o
);

  `NF_PARAM(StorePlacesInRange, Places >= 2 && Places <= 65536)

  localparam int unsigned PlaceBits = $clog2(Places);

  nf_netreduce_history #(
      .Places(Places)
  ) u_payload (
      .clk_i,
      .rst_ni,
      .place_i,
      .size_we_i,
      .size_i,
      .word_we_i,
      .index_i,
      .word_i,
      .size_re_i,
      .size_place_i,
      .size_o,
      .word_re_i,
      .word_place_i,
      .word_index_i,
      .word_o
  );

  nf_ram_1r1w #(
      .Width($bits(head_i)),
      .Depth(Places)
  ) u_heads (
      .clk_i,
      .we_i   (head_we_i),
      .waddr_i(place_i[PlaceBits-1:0]),
      .wdata_i(head_i),
      .re_i   (head_re_i),
      .raddr_i(head_place_i[PlaceBits-1:0]),
      .rdata_o(head_o)
  );

  // --------------------------------------------------------------------------- properties
  // A header that is written has a place.
  `NF_ASSERT(StoreHeadWriteInRange, !head_we_i || 32'(place_i) < Places)
  // A header is read of a place.
  `NF_ASSERT(StoreHeadInRange, !head_re_i || 32'(head_place_i) < Places)

endmodule
