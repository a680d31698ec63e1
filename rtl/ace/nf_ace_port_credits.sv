// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Credits that a port owes its peers: slots that were freed and not reported yet, by queue pair
// (ACE 4.5).
//
// It offers the credits of one queue pair at a time, those that are urgent first, in turns. Credits
// are urgent when a quarter of the pair's slots (at least one) are owed, so that the peer need not
// wait for them, and when they are 16 to 32 cycles old, so that a single one gets back at all.
//
// It does not know when a credit packet may leave (nf_ace_port_tx does).
//
// Timing: a slot that is freed at t is offered at t+2; a queue pair is picked a cycle before, so
// that its count is one multiplexer away. After a credit packet and after a set-up one cycle passes
// without an offer.

`include "nf_assert.svh"

module nf_ace_port_credits #(
    parameter int unsigned Slots = 64  // packets of the receive memory, a power of two 4..256
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         clear_i,   // pulse: all queue pairs are closed, nothing is owed
    // pulse: a queue pair is set up, nothing is owed
    input  logic         set_i,
    input  logic [  3:0] set_qp_i,
    input  logic [127:0] mask_i,    // slots of each queue pair less one, 8 bits each
    // a slot is free
    input  logic         pop_i,
    input  logic [  3:0] pop_qp_i,
    // credits that may be sent
    output logic         owed_valid_o,
    output logic         owed_urgent_o,  // they must not wait for a pause
    output logic [  3:0] owed_qp_o,
    output logic [  7:0] owed_credits_o,
    input  logic         sent_i           // they leave in this cycle
);

  `NF_PARAM(PortCreditsSlotsInRange, Slots >= 4 && Slots <= 256 && (Slots & (Slots - 1)) == 0)

  localparam int unsigned Qps = nf_ace_pkg::QPS;
  localparam int unsigned OwedBits = $clog2(Slots) + 1;

  logic [Qps*OwedBits-1:0] owed_q;  // slots freed and not yet reported
  logic [3:0] tick_q;
  logic [Qps-1:0] owes, due, old_q, seen_q, urgent;

  // ------------------------------------------------------------------------------ pick
  logic pick_q, pick_urgent_q, any_owed;
  logic [3:0] pick_qp_q, pick_index, picked_q;
  logic [Qps-1:0] pick_onehot;
  logic [OwedBits-1:0] pick_owed;
  logic [7:0] pick_amount;

  assign urgent = owes & (due | old_q);
  nf_rr_arb #(
      .Requests(Qps)
  ) u_pick (
      .req_i         ((urgent != '0) ? urgent : owes),
      .last_i        (picked_q),
      .grant_valid_o (any_owed),
      .grant_index_o (pick_index),
      .grant_onehot_o(pick_onehot)
  );
  assign pick_owed = owed_q[pick_qp_q*OwedBits+:OwedBits];
  assign pick_amount = (32'(pick_owed) > 32'd255) ? 8'd255 : 8'(pick_owed);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tick_q <= '0;
      pick_q <= 1'b0;
      pick_urgent_q <= 1'b0;
      pick_qp_q <= '0;
      picked_q <= '0;
    end else begin
      tick_q <= tick_q + 4'd1;
      // What is sent or set up now does not show in owed_q yet.
      pick_q <= any_owed && !sent_i && !set_i && !clear_i;
      pick_urgent_q <= urgent != '0;
      pick_qp_q <= pick_index;
      if (sent_i) picked_q <= pick_qp_q;
    end
  end
  assign owed_valid_o = pick_q;
  assign owed_urgent_o = pick_urgent_q;
  assign owed_qp_o = pick_qp_q;
  assign owed_credits_o = pick_amount;

  // ------------------------------------------------------------------------------ each pair
  for (genvar q = 0; q < Qps; q++) begin : gen_pair
    logic set, pops, gives;
    logic [OwedBits-1:0] owed;
    assign set = set_i && set_qp_i == 4'(q);
    assign pops = pop_i && pop_qp_i == 4'(q);
    assign gives = sent_i && pick_qp_q == 4'(q);
    assign owed = owed_q[q*OwedBits+:OwedBits];
    assign owes[q] = owed != '0;
    assign due[q] = 9'(owed) > {1'b0, mask_i[q*8+:8] >> 2};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        owed_q[q*OwedBits+:OwedBits] <= '0;
        seen_q[q] <= 1'b0;
        old_q[q] <= 1'b0;
      end else if (set || clear_i) begin
        owed_q[q*OwedBits+:OwedBits] <= '0;
        seen_q[q] <= 1'b0;
        old_q[q] <= 1'b0;
      end else begin
        owed_q[q*OwedBits+:OwedBits] <= owed + OwedBits'(pops)
                                        - (gives ? OwedBits'(pick_amount) : '0);
        if (gives) begin
          seen_q[q] <= 1'b0;
          old_q[q]  <= 1'b0;
        end else if (tick_q == '1) begin
          seen_q[q] <= owes[q];
          old_q[q]  <= owes[q] & seen_q[q];
        end
      end
    end
  end

  // --------------------------------------------------------------------------- properties
  // Credits go only to a queue pair that is owed some.
  `NF_ASSERT(PortCreditNotEmpty, !sent_i || (pick_amount != '0 && owes[pick_qp_q]))
  // A queue pair is picked only when it is owed some.
  `NF_ASSERT(PortPickIsOwed, !any_owed || (pick_onehot & owes) != '0)
  // Urgent credits of several queue pairs take turns.
  `NF_COVER(PortCreditsUrgentTurns, (urgent & (urgent - 1'b1)) != '0)

endmodule
