// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Where the leading one of a number of 320 digits is; that digit, the 25 below it, and a last one that is 1 if any digit
// below those is. It is one of the digits Low to High - 1; with Low = 0 there may be none, and all is zero.

module ref_exact_window #(
    parameter int unsigned Low = 0,
    parameter int unsigned High = 320
) (
    input  logic [319:0] size_i,
    output logic [  8:0] lead_o,
    output logic [ 26:0] digits_o
);

  // Zeros behind it, for a leading one near the end.
  logic [345:0] long;
  assign long = {size_i, 26'd0};

  always_comb begin
    lead_o = '0;
    digits_o = '0;
    for (int i = Low; i < High; i++) begin
      if (size_i[i]) begin
        lead_o = 9'(i);
        digits_o = {long[i+1+:26], (long & ((346'd2 << i) - 346'd1)) != '0};
      end
    end
  end

endmodule
