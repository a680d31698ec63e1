// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A word between the replay buffer of one end and the receive buffers of the other, for claim_link.

`include "nf_assert.svh"

module claim_link_word #(
    parameter int unsigned Replay = 32,
    parameter int unsigned Bits = 30,  // of a stored flit
    parameter int unsigned Age = 1     // cycles at most since the word was chosen
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic [            8:0] ack_i,
    input logic [            8:0] top_i,
    input logic [Bits*Replay-1:0] stored_i,
    input logic [            8:0] seq_i,
    input logic [       Bits-1:0] flit_i   // kind on top
);

  localparam int unsigned SlotBits = $clog2(Replay);

  logic idle;
  logic [8:0] behind, into, sent;
  assign idle = flit_i[Bits-1-:2] == nf_link_pkg::KIND_IDLE;
  assign behind = top_i - seq_i;
  assign into = seq_i - ack_i;
  assign sent = top_i - ack_i;

  logic [Bits-1:0] flit;
  always_comb begin
    flit = '0;
    for (int w = 0; w < Replay; w++) begin
      if (seq_i[SlotBits-1:0] == SlotBits'(w)) flit = flit | stored_i[w*Bits+:Bits];
    end
  end

  // A flit on its way is one of the last ones that were sent, however late or often it comes.
  `NF_ASSERT(WordIsRecent, idle || (behind != '0 && behind <= 9'(Replay + Age)))
  // As long as it is not acknowledged, it is what the replay buffer holds under its number.
  `NF_ASSERT(WordIsStored, idle || into >= sent || flit_i == flit)

endmodule
