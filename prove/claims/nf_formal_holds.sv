// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a property of the RTL is for a prover: under FORMAL, `NF_ASSERT(Name, Expr) is an instance Name of
// this module (rtl/common/nf_assert.svh).
//
// From reset on: it holds in every cycle. With NF_STEP=k, the step of an induction: from any state in
// which it has held for k cycles, it holds in the next one.
module nf_formal_holds (
    input logic clk_i,
    input logic rst_ni,
    input logic holds_i
);

`ifdef NF_STEP
  logic [7:0] cycle_q = 8'd0;
  always_ff @(posedge clk_i) cycle_q <= cycle_q + 8'd1;
  known : assume property (holds_i || !rst_ni || cycle_q >= 8'd`NF_STEP);
  holds : assert property (holds_i || !rst_ni || cycle_q != 8'd`NF_STEP);
`else
  holds : assert property (holds_i || !rst_ni);
`endif

endmodule
