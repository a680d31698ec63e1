// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Home slot of an address: which entry of the home-port table a push reduction asks.
//
// Endpoints interleave blocks of 128 bytes over their links, so a switch sees one block in links_i.
// The slot is made of the low digits of the block number that differ between those blocks: any
// HomeSlots blocks in a row that one switch sees have HomeSlots different slots, wherever they
// begin, up to a border of 2^24 blocks (2 GiB). The bits above are XORed in, so that arrays with a
// larger power-of-two distance do not meet in one slot.
// It does not look at the table: the slot may be unprogrammed.
//
// Combinational leaf, no latency (KLENK IV-C: the home port is determined through hashing).

`include "nf_assert.svh"

module nf_mcr_hash #(
    parameter int unsigned HomeSlots = 64,  // 2^k or 3*2^k with k >= 1, 2..512
    localparam int unsigned SlotBits = $clog2(HomeSlots)
) (
    input  logic [nf_pkg::HDR_ADDR_BITS-1:0] addr_i,   // bits 47:0
    input  logic [                      3:0] links_i,  // over which endpoints interleave blocks,
                                                       // 1..8
    output logic [             SlotBits-1:0] slot_o    // below HomeSlots
);

  localparam bit Thirds = HomeSlots % 3 == 0;
  localparam int unsigned LowBits = $clog2(Thirds ? HomeSlots / 3 : HomeSlots);
  localparam int unsigned OffsetBits = $clog2(nf_pkg::BLOCK_BYTES);
  localparam int unsigned BlockBits = nf_pkg::HDR_ADDR_BITS - OffsetBits;
  localparam int unsigned FoldFrom = 24;
  localparam int unsigned Pieces = (BlockBits - FoldFrom + LowBits - 1) / LowBits;

  `NF_PARAM(HashSlotsInRange, HomeSlots >= 2 && HomeSlots <= nf_pkg::MAX_HOME_SLOTS)
  `NF_PARAM(HashSlotsShape, LowBits >= 1 && HomeSlots == (Thirds ? 3 : 1) << LowBits)

  logic [BlockBits-1:0] block;
  assign block = addr_i[nf_pkg::HDR_ADDR_BITS-1:OffsetBits];

  // The number of links is a power of two times 1, 3, 5 or 7. The power of two does not change in
  // the blocks of one switch: the binary digits begin above it. What is left is odd, so the digits
  // take all values.
  logic [LowBits-1:0] binary;
  always_comb begin
    unique case (links_i)
      4'd2, 4'd6: binary = block[1+:LowBits];
      4'd4: binary = block[2+:LowBits];
      4'd8: binary = block[3+:LowBits];
      default: binary = block[0+:LowBits];
    endcase
  end

  logic [Pieces*LowBits-1:0] upper;  // padded with zeros to whole pieces
  assign upper = (Pieces * LowBits)'(block[BlockBits-1:FoldFrom]);
  logic [LowBits-1:0] fold;
  always_comb begin
    fold = binary;
    for (int i = 0; i < Pieces; i++) fold = fold ^ upper[i*LowBits+:LowBits];
  end

  if (Thirds) begin : gen_thirds
    // The ternary digit is the lowest one, or the next if the links are a multiple of three. Both
    // are in the block number modulo 9: six bits at a time, because 64 = 1, then three, 8 = -1.
    logic [7:0] sum;    // 0..252
    logic [6:0] rest;   // 0..66
    logic [4:0] above;  // 1..16
    logic [3:0] nine;   // 0..8
    logic [1:0] third, digit;
    assign sum = 8'(block[5:0]) + 8'(block[11:6]) + 8'(block[17:12]) + 8'(block[23:18]);
    assign rest = 7'(sum[5:0]) + 7'(sum[7:6]);
    assign above = 5'(rest[2:0]) + 5'd9 - 5'(rest[6:3]);
    assign nine = 4'(above >= 5'd9 ? above - 5'd9 : above);
    assign third = (nine >= 4'd6) ? 2'd2 : (nine >= 4'd3) ? 2'd1 : 2'd0;
    assign digit = (links_i == 4'd3 || links_i == 4'd6) ? third
                                                        : 2'(nine - 4'd3 * 4'(third));
    assign slot_o = {digit, fold};
  end else begin : gen_binary
    assign slot_o = fold;
  end

endmodule
