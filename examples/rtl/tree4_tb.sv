// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test bench of tree4 in the part of the language that every simulator reads: 1 + 2.5 + 0.25 + 2^-30, and a sum
// that depends on the order, as binary32 sums do.

module tree4_tb;
  reg clk = 0, rst_n = 0, valid = 0;
  reg [127:0] terms = 0;
  wire out_valid;
  wire [31:0] sum;
  wire [3:0] flags;
  integer got = 0, wrong = 0;

  tree4 dut (.clk_i(clk), .rst_ni(rst_n), .valid_i(valid), .terms_i(terms), .valid_o(out_valid), .sum_o(sum),
             .flags_o(flags));

  initial forever #1 clk = !clk;

  always @(posedge clk) if (out_valid) begin
    $display("sum %h flags %b", sum, flags);
    if (sum != (got == 0 ? 32'h40700000 : 32'h3f800000)) wrong = wrong + 1;
    got = got + 1;
  end

  initial begin
    #4 rst_n = 1;
    @(negedge clk) valid = 1;
    terms = {32'h30800000, 32'h3e800000, 32'h40200000, 32'h3f800000};
    @(negedge clk) terms = {32'h3f800000, 32'h00000000, 32'hcb800000, 32'h4b800000};  // 2^24 - 2^24 + (0 + 1)
    @(negedge clk) valid = 0;
    #20 $display("%0d sums, %0d wrong", got, wrong);
    $finish;
  end
endmodule
