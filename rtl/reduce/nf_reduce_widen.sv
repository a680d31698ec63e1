// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a flit of a wide op brings to the two sums behind each of its words: the low sum of the word
// itself or of its low half, the high sum of its high half, as binary32, which holds every binary16
// and bfloat16 number.
//
// A plane of unrounded sums brings its words to one of the two sums; the other one gets -0, which
// adds nothing. The exact sums know planes by their number and do not look at that -0.
// Combinational.

module nf_reduce_widen #(
    parameter bit Halves = 1'b1  // with the types of 16-bit elements; 0: no high sums
) (
    input  logic [127:0] data_i,
    input  logic [  3:0] dtype_i,     // nf_pkg::DTYPE_* of a wide op
    input  logic         plane_i,     // data_i is a plane
    input  logic         high_i,      // of high sums
    output logic [127:0] low_o,       // binary32, one a word: of the word or of its low half
    output logic [127:0] high_o,      // of its high half; zero without a high sum
    output logic         invalid_o    // a contribution is a signaling NaN
);

  localparam logic [31:0] MinusZero = 32'h8000_0000;

  logic half, bfloat;
  logic [3:0] invalid;

  assign bfloat = dtype_i == nf_pkg::DTYPE_BF16_F32 || dtype_i == nf_pkg::DTYPE_BF16X;
  assign half = Halves && (bfloat || dtype_i == nf_pkg::DTYPE_F16_F32
      || dtype_i == nf_pkg::DTYPE_F16X);
  assign invalid_o = !plane_i && invalid != '0;

  for (genvar w = 0; w < 4; w++) begin : gen_word
    logic [31:0] word, low, high;
    logic low_signaling, high_signaling;
    assign word = data_i[w*32+:32];

    if (Halves) begin : gen_halves
      logic [31:0] low_half, high_half;
      nf_fp_widen u_low (
          .bfloat_i(bfloat),
          .half_i  (word[15:0]),
          .f32_o   (low_half)
      );
      nf_fp_widen u_high (
          .bfloat_i(bfloat),
          .half_i  (word[31:16]),
          .f32_o   (high_half)
      );
      always_comb begin
        low = half ? low_half : word;
        high = half ? high_half : 32'd0;
        if (plane_i) begin
          low = high_i ? MinusZero : word;
          high = !half ? 32'd0 : high_i ? word : MinusZero;
        end
      end
    end else begin : gen_words
      logic unused;
      assign unused = high_i ^ half;
      assign low = word;
      assign high = '0;
    end

    assign low_signaling = low[30:23] == '1 && !low[22] && low[21:0] != '0;
    assign high_signaling = high[30:23] == '1 && !high[22] && high[21:0] != '0;
    assign invalid[w] = low_signaling || high_signaling;
    assign low_o[w*32+:32] = low;
    assign high_o[w*32+:32] = high;
  end

endmodule
