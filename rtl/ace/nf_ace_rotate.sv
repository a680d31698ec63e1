// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A bus word rotated right by whole bytes: byte b of the result is byte (b + amount) mod
// WordBytes.
//
// It does not shift in zeros: what belongs to the neighbouring word stays, for nf_ace_merge.
//
// Combinational, log2(WordBytes) levels. ACE 4.4: the DMAs move data of any alignment over buses of
// 64 bytes and more.

`include "nf_assert.svh"

module nf_ace_rotate #(
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes,
    localparam int unsigned PlaceBits = $clog2(WordBytes)
) (
    input  logic [ WordBits-1:0] data_i,
    input  logic [PlaceBits-1:0] amount_i,  // bytes
    output logic [ WordBits-1:0] data_o
);

  `NF_PARAM(RotateWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  logic [WordBits-1:0] turned;

  always_comb begin
    turned = data_i;
    for (int unsigned level = 0; level < PlaceBits; level++) begin
      if (amount_i[level]) turned = (turned >> (8 << level)) | (turned << (WordBits - (8 << level)));
    end
  end

  assign data_o = turned;

endmodule
