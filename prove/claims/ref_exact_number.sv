// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The number that an exact sum means (docs/exact.md), as its sign and its size: resolved as a whole, which the RTL never does.

module ref_exact_number (
    input  logic [328:0] acc_i,       // a sum without its sticky bits
    output logic         negative_o,
    output logic [319:0] size_o
);

  logic [319:0] saved, sum;

  always_comb begin
    saved = '0;
    for (int k = 1; k < 10; k++) saved[32*k] = acc_i[319+k];
  end
  assign sum = acc_i[319:0] + saved;
  assign negative_o = sum[319];
  assign size_o = negative_o ? -sum : sum;

endmodule
