// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Claim: nf_alu_array is four nf_alu_lane side by side. Each word of the result is what a lane says
// of the operands' words at the same place, so it depends on no other word; the flags are the OR of the
// lanes' flags. Both sides start with free registers and see the same operands.

module claim_array #(
    parameter int unsigned Stages = 2,
    parameter bit          Halves = 1'b0
) (
    input  logic         clk_i,
    input  logic         valid_i,
    input  logic [  3:0] red_op_i,
    input  logic [  3:0] dtype_i,
    input  logic [127:0] a_i,
    input  logic [127:0] b_i,
    output logic         wrong_o
);

  logic valid, unsupported;
  logic [127:0] result, lane_result;
  logic [7:0] flags, lane_flags;
  logic [3:0] lane_valid, lane_unsupported;
  logic [15:0] each_flags;

  nf_alu_array #(
      .Stages(Stages),
      .Halves(Halves)
  ) u_array (
      .clk_i        (clk_i),
      .rst_ni       (1'b1),
      .en_i         (1'b1),
      .valid_i      (valid_i),
      .red_op_i     (red_op_i),
      .dtype_i      (dtype_i),
      .a_i          (a_i),
      .b_i          (b_i),
      .valid_o      (valid),
      .result_o     (result),
      .flags_o      (flags),
      .unsupported_o(unsupported)
  );

  for (genvar l = 0; l < 4; l++) begin : gen_lane
    nf_alu_lane #(
        .Stages(Stages),
        .Halves(Halves)
    ) u_lane (
        .clk_i        (clk_i),
        .rst_ni       (1'b1),
        .en_i         (1'b1),
        .valid_i      (valid_i),
        .red_op_i     (red_op_i),
        .dtype_i      (dtype_i),
        .a_i          (a_i[32*l+:32]),
        .b_i          (b_i[32*l+:32]),
        .valid_o      (lane_valid[l]),
        .result_o     (lane_result[32*l+:32]),
        .flags_o      (each_flags[4*l+:4]),
        .unsupported_o(lane_unsupported[l])
    );
  end

  assign lane_flags =
      8'(each_flags[15:12] | each_flags[11:8] | each_flags[7:4] | each_flags[3:0]) <<
      nf_pkg::FLAG_INVALID;

  // All lanes refuse an op, or none does; all are valid, or none is.
  assign wrong_o = (result != lane_result) || (flags != lane_flags) ||
      ({4{valid}} != lane_valid) || ({4{unsupported}} != lane_unsupported);

endmodule
