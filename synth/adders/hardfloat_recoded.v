// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Berkeley HardFloat's adder in its own format: the conversions are somewhere else.
module hardfloat_recoded (
    input  [32:0] a_i,
    input  [32:0] b_i,
    output [32:0] result_o,
    output [ 4:0] flags_o
);
  addRecFN #(8, 24) u_add (
      .control(1'b0),
      .subOp(1'b0),
      .a(a_i),
      .b(b_i),
      .roundingMode(3'd0),
      .out(result_o),
      .exceptionFlags(flags_o)
  );
endmodule
