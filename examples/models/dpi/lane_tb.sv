// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The golden model as the scoreboard of a SystemVerilog test bench: nf_alu_lane and its C model get the same inputs,
// and their outputs are compared in every cycle. The wrapper is lane_dpi.c; how it is built is in docs/integrate.md.
//
// Inputs change on the falling edge. Before the rising edge both sides still show the outputs of the cycle that ends.

module lane_tb;
  import "DPI-C" function chandle lane_new(input int stages, input int halves);
  import "DPI-C" function void lane_peek(input chandle lane, output int valid, output int result,
                                         output int flags, output int unsupported);
  import "DPI-C" function void lane_step(input chandle lane, input int en, input int valid, input int red_op,
                                         input int dtype, input int a, input int b);
  import "DPI-C" function void lane_free(input chandle lane);

  localparam int unsigned Stages = 3;
  localparam int unsigned Cycles = 20000;

  logic clk = 1'b0, rst_n = 1'b0;
  logic en = 1'b0, valid = 1'b0;
  logic [3:0] red_op = '0, dtype = '0;
  logic [31:0] a = '0, b = '0;
  logic got_valid, got_unsupported;
  logic [31:0] got_result;
  logic [3:0] got_flags;

  nf_alu_lane #(
      .Stages(Stages),
      .Halves(1'b1)
  ) dut (
      .clk_i(clk), .rst_ni(rst_n), .en_i(en), .valid_i(valid), .red_op_i(red_op), .dtype_i(dtype), .a_i(a), .b_i(b),
      .valid_o(got_valid), .result_o(got_result), .flags_o(got_flags), .unsupported_o(got_unsupported)
  );

  chandle model;
  int want_valid, want_result, want_flags, want_unsupported;
  int unsigned results = 0, wrong = 0;

  // Every op on every type, those that the lane lacks too; numbers close to each other now and then.
  function automatic void draw();
    en = ($urandom % 8) != 0;
    valid = ($urandom % 4) != 0;
    red_op = 4'($urandom % 8);
    dtype = 4'($urandom % 8);
    a = $urandom;
    b = ($urandom % 4) == 0 ? a ^ (32'h1 << ($urandom % 32)) : $urandom;
  endfunction

  function automatic void compare(input int cycle);
    lane_peek(model, want_valid, want_result, want_flags, want_unsupported);
    if (got_valid != want_valid[0]) begin
      $display("cycle %0d: valid rtl %b model %b", cycle, got_valid, want_valid[0]);
      wrong++;
    end else if (got_valid) begin
      results++;
      if (got_result != want_result || got_flags != want_flags[3:0] || got_unsupported != want_unsupported[0]) begin
        $display("cycle %0d: rtl %h %b model %h %b", cycle, got_result, got_flags, want_result, want_flags[3:0]);
        wrong++;
      end
    end
  endfunction

  initial begin
    model = lane_new(Stages, 1);
    #1 rst_n = 1'b1;
    for (int cycle = 0; cycle < Cycles; cycle++) begin
      draw();
      #1 compare(cycle);
      lane_step(model, int'(en), int'(valid), int'(red_op), int'(dtype), a, b);
      clk = 1'b1;
      #1 clk = 1'b0;
    end
    lane_free(model);
    $display("%0d cycles, %0d results compared, %0d wrong", Cycles, results, wrong);
    if (wrong != 0 || results < Cycles / 2) $fatal(1, "the lane and its model differ");
    $finish;
  end
endmodule
