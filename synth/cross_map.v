// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Halves wide XOR sums (CRC) until they have at most 16 terms. CXXRTL writes the operand of such a cell as one
// C++ expression with a type of its own for each term, and the compiler's time grows with the square of that.

(* techmap_celltype = "$reduce_xor" *)
module split_reduce_xor (A, Y);
  parameter A_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  output [Y_WIDTH-1:0] Y;

  generate
    if (A_WIDTH <= 16) wire _TECHMAP_FAIL_ = 1;
    else assign Y = (^A[A_WIDTH/2-1:0]) ^ (^A[A_WIDTH-1:A_WIDTH/2]);
  endgenerate
endmodule
