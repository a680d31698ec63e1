// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Tells when an abort is over: both DMAs have ended all orders that they took, for longer than
// a transfer takes that was granted to a machine before. So nothing of an aborted command is left
// inside the engine but packets in the send memories, which bear their epoch.
//
// It stops nothing itself: the machines ask for nothing and the scheduler gives no orders while
// abort_i is high, and those who hold it lower it in the cycle after clear_o. A memory that stands
// still holds an abort up until nf_ace_dma_watchdog gives it up. ACE has no word about aborts.
//
// clear_o is one cycle long, Quiet + 1 cycles after the first cycle of the abort, or after the
// cycle behind the last sign of life.

`include "nf_assert.svh"

module nf_ace_drain (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic abort_i,
    // orders taken and ended by the TX DMA, by the RX DMA
    input  logic txd_take_i,
    input  logic txd_end_i,
    input  logic rxd_take_i,
    input  logic rxd_end_i,
    output logic clear_o  // the abort is over
);

  localparam logic [5:0] Quiet = 6'd63;

  logic [7:0] loads_q, stores_q;  // orders under way
  logic [5:0] quiet_q;
  logic lives;
  assign lives = txd_take_i || rxd_take_i || loads_q != '0 || stores_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loads_q <= '0;
      stores_q <= '0;
      quiet_q <= '0;
      clear_o <= 1'b0;
    end else begin
      loads_q <= loads_q + 8'(txd_take_i) - 8'(txd_end_i);
      stores_q <= stores_q + 8'(rxd_take_i) - 8'(rxd_end_i);
      if (!abort_i || lives || clear_o) quiet_q <= '0;
      else if (quiet_q != Quiet) quiet_q <= quiet_q + 1'b1;
      clear_o <= abort_i && !lives && !clear_o && quiet_q == Quiet;
    end
  end

  // --------------------------------------------------------------------------- properties
  // An order ends that was taken.
  `NF_ASSERT(DrainEndsTaken, (!txd_end_i || loads_q != '0) && (!rxd_end_i || stores_q != '0))
  // No order is under way when an abort is over.
  `NF_ASSERT(DrainClearsEmpty, !clear_o || (loads_q == '0 && stores_q == '0))
  // An abort waited for a memory.
  `NF_COVER(DrainWaits, abort_i && stores_q != '0)

endmodule
