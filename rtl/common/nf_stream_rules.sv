// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The rules of one AXI4-Stream, or of any other valid/ready stream: watches it and says in the next
// cycle which of them was broken.
//
// It drives nothing and holds nobody up. What the data mean is not its business: data_i is all of the
// payload (TDATA, TKEEP, TLAST, TUSER). A stream that cannot be held has ready_i high for good.
//
// One cycle. Outputs are functions of registers. The rules: AXI4-Stream 2.2.1 and 2.7.2.

`include "nf_assert.svh"

module nf_stream_rules #(
    parameter int unsigned Width  = 64,   // bits of all of the payload, 1..4096
    parameter bit          Report = 1'b1  // a broken rule is a failed property, too; the RTL alone
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             valid_i,  // a stream
    input  logic             ready_i,  // high where it cannot be held
    input  logic [Width-1:0] data_i,   // all of its payload
    output logic [      1:0] broken_o  // bit HOLDS, bit RESET: broken in the cycle before
);

  `NF_PARAM(StreamRulesWidthInRange, Width >= 1 && Width <= 4096)

  logic first_q;  // no edge since reset
  logic waits_q;  // what was offered in the cycle before was not taken
  logic holds, quiet;
  logic [Width-1:0] data_q;

  assign holds = !waits_q || (valid_i && data_i == data_q);
  assign quiet = !first_q || !valid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      waits_q <= 1'b0;
      broken_o <= '0;
    end else begin
      first_q <= 1'b0;
      waits_q <= valid_i && !ready_i;
      broken_o <= {!quiet, !holds};
    end
  end
  always_ff @(posedge clk_i) data_q <= data_i;

  // --------------------------------------------------------------------------- properties
  // What is offered stays, unchanged, until it is taken.
  `NF_ASSERT(StreamHolds, !Report || holds)
  // Nothing is offered before the first edge outside reset.
  `NF_ASSERT(StreamQuietInReset, !Report || quiet)

endmodule
