// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A cover of the RTL under FORMAL and NF_WITNESS (nf_assert.svh): the instance has the cover's name. A solver
// that is asked to prove that it never happens has to show how it does.

module nf_formal_seen (
    input logic clk_i,
    input logic rst_ni,
    input logic seen_i
);

  logic unused_clk;
  assign unused_clk = clk_i;
  never : assert property (!seen_i || !rst_ni);

endmodule
