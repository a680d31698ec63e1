// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One bus word out of two rotated ones: its first bytes from one, the others from the next.
//
// It does not rotate (nf_ace_rotate). Bytes that are not kept are zeros, so that nothing of a
// neighbouring piece ever leaves.
//
// Combinational. ACE 4.4: the DMAs move data of any alignment over buses of 64
// bytes and more.

`include "nf_assert.svh"

module nf_ace_merge #(
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes,
    localparam int unsigned PlaceBits = $clog2(WordBytes)
) (
    input  logic [ WordBits-1:0] low_i,    // bytes below split_i
    input  logic [ WordBits-1:0] high_i,   // bytes from split_i on
    input  logic [  PlaceBits:0] split_i,  // 0..WordBytes
    input  logic [WordBytes-1:0] keep_i,   // a bit per byte
    output logic [ WordBits-1:0] data_o
);

  `NF_PARAM(MergeWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  logic [WordBytes-1:0] from_low;
  assign from_low = ~({WordBytes{1'b1}} << split_i);

  for (genvar b = 0; b < WordBytes; b++) begin : gen_byte
    assign data_o[b*8+:8] = (from_low[b] ? low_i[b*8+:8] : high_i[b*8+:8]) & {8{keep_i[b]}};
  end

endmodule
