// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_rr_arb with the register of its last grant: one request is granted when there is any, nobody who does not ask is,
// and whoever asks and goes on asking is granted after at most Requests - 1 others.

`include "nf_assert.svh"

module claim_rr_arb #(
    parameter int unsigned Requests = 4,
    localparam int unsigned IndexBits = $clog2(Requests)
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic [Requests-1:0] req_i,
    input logic                use_i,     // the grant is used
    input logic [IndexBits-1:0] watched_i  // in the cycle of reset: whose waiting is counted
);

  logic [IndexBits-1:0] last_q, index, watched_q;
  logic [Requests-1:0] onehot;
  logic valid, started_q;
  logic [IndexBits:0] others_q;  // grants to others since it asks

  nf_rr_arb #(
      .Requests(Requests)
  ) u_arb (
      .req_i,
      .last_i        (last_q),
      .grant_valid_o (valid),
      .grant_index_o (index),
      .grant_onehot_o(onehot)
  );

  logic asks, granted;

  assign asks = started_q && 32'(watched_q) < Requests && req_i[watched_q];
  assign granted = use_i && valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q <= '0;
      started_q <= 1'b0;
      others_q <= '0;
    end else begin
      started_q <= 1'b1;
      if (granted) last_q <= index;
      if (!asks || (granted && index == watched_q)) others_q <= '0;
      else if (granted) others_q <= others_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) watched_q <= started_q ? watched_q : watched_i;

  // A request is granted if there is any.
  `NF_ASSERT(ArbGrantsOne, valid == (req_i != '0) && (onehot & (onehot - 1'b1)) == '0 && (onehot != '0) == valid)
  // Who is granted has asked, and the index says who it is.
  `NF_ASSERT(ArbGrantsRequest, !valid || (onehot & req_i) == onehot && onehot == Requests'(1) << index)
  // Nobody waits for more than all others.
  `NF_ASSERT(ArbNobodyStarves, 32'(others_q) < Requests)
  // Somebody had to wait for all others.
  `NF_COVER(ArbWaitsForAll, 32'(others_q) == Requests - 1 && asks)

endmodule
