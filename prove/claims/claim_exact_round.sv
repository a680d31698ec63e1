// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Claim: five enabled clocks later nf_exact_round says what ref_exact_round says of the number that ref_exact_number and
// ref_exact_window take from the sum, and whether that is valid, whatever its registers held and whatever came in later. The
// number's leading one is one of the digits Low to High - 1; with Low = 0 there may be none.

module claim_exact_round #(
    parameter int unsigned HasF32 = 1,
    parameter int unsigned Low = 0,
    parameter int unsigned High = 32
) (
    input  logic         clk_i,
    input  logic         valid_i,
    input  logic [332:0] acc_i,
    input  logic [  1:0] format_i,
    input  logic [  3:0] shift_i,
    output logic         wrong_o
);

  localparam int unsigned Stages = 5;
  localparam int unsigned AnswerBits = 1 + 4 + 32;  // valid, flags, result

  logic given, negative;
  logic [319:0] size;
  logic [8:0] lead;
  logic [26:0] digits;
  logic [AnswerBits-1:0] wanted, answer;
  logic [AnswerBits-2:0] said;

  ref_exact_number u_number (
      .acc_i     (acc_i[328:0]),
      .negative_o(negative),
      .size_o    (size)
  );
  assign given = (Low == 0 || |(size >> Low)) && (size >> High) == '0;

  ref_exact_window #(
      .Low (Low),
      .High(High)
  ) u_window (
      .size_i  (size),
      .lead_o  (lead),
      .digits_o(digits)
  );

  ref_exact_round #(
      .HasF32(HasF32)
  ) u_reference (
      .negative_i(negative),
      .lead_i    (lead),
      .digits_i  (digits),
      .seen_i    (acc_i[332:329]),
      .format_i  (format_i),
      .shift_i   (shift_i),
      .result_o  (said[31:0]),
      .flags_o   (said[35:32])
  );
  assign wanted = {valid_i, valid_i ? said : '0};

  nf_exact_round #(
      .HasF32(HasF32)
  ) u_round (
      .clk_i   (clk_i),
      .rst_ni  (1'b1),
      .en_i    (1'b1),
      .valid_i (valid_i),
      .acc_i   (acc_i),
      .format_i(format_i),
      .shift_i (shift_i),
      .valid_o (answer[36]),
      .result_o(answer[31:0]),
      .flags_o (answer[35:32])
  );

  logic [Stages*(AnswerBits+1)-1:0] wanted_q;
  always_ff @(posedge clk_i) begin
    wanted_q <= (Stages * (AnswerBits + 1))'({wanted_q, given, wanted});
  end
  assign wrong_o = wanted_q[Stages*(AnswerBits+1)-1] &&
      answer != wanted_q[(Stages-1)*(AnswerBits+1)+:AnswerBits];

endmodule
