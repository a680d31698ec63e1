// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One bus word out of two rotated ones: its first bytes from one, the others from the next.
//
// It does not rotate (nf_ace_rotate). Bytes that are not kept are zeros, so that nothing of a
// neighbouring piece ever leaves.
//
// Combinational. ACE 4.4: the DMAs move data of any alignment over 64-byte buses.

module nf_ace_merge (
    input  logic [511:0] low_i,    // bytes below split_i
    input  logic [511:0] high_i,   // bytes from split_i on
    input  logic [  6:0] split_i,  // 0..64
    input  logic [ 63:0] keep_i,   // a bit per byte
    output logic [511:0] data_o
);

  logic [63:0] from_low;
  assign from_low = ~({64{1'b1}} << split_i);

  for (genvar b = 0; b < 64; b++) begin : gen_byte
    assign data_o[b*8+:8] = (from_low[b] ? low_i[b*8+:8] : high_i[b*8+:8]) & {8{keep_i[b]}};
  end

endmodule
