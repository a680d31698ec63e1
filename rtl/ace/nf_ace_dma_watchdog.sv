// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Watchdog over both DMAs: sees the five channels of the engine's memory port, and tells a DMA to
// give the memory up when it has stood still for as many cycles as the limit says. Otherwise a
// memory that never answers would stop the engine, and with it every other node, without a word.
//
// The memory stands still for a DMA in a cycle in which one of the DMA's channels waits for it and
// none shows a sign of life: no address or data is taken, no answer is there. An answer that the
// DMA does not take is a sign of life, as is whatever moves, however slowly. While nothing waits
// no time passes.
//
// It drives nothing on the port and ends nothing itself. What it said stays until reset. One cycle;
// outputs are functions of registers. ACE 4.4 has no word about a memory that fails.

`include "nf_assert.svh"

module nf_ace_dma_watchdog (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] limit_i,       // cycles; 0: never
    input  logic        ar_valid_i,
    input  logic        ar_ready_i,
    input  logic        r_valid_i,
    input  logic        r_ready_i,
    input  logic        r_last_i,
    input  logic        aw_valid_i,
    input  logic        aw_ready_i,
    input  logic        w_valid_i,
    input  logic        w_ready_i,
    input  logic        w_last_i,
    input  logic        b_valid_i,
    input  logic        b_ready_i,
    output logic        tx_give_up_o,
    output logic        rx_give_up_o,
    output logic [ 4:0] still_o        // nf_ace_pkg::CHANNEL_*: stood still then
);

  localparam int unsigned Dmas = 2;
  localparam logic [4:0] TxChannels =
      5'd1 << nf_ace_pkg::CHANNEL_AR | 5'd1 << nf_ace_pkg::CHANNEL_R;
  localparam logic [4:0] RxChannels = 5'd1 << nf_ace_pkg::CHANNEL_AW
      | 5'd1 << nf_ace_pkg::CHANNEL_W | 5'd1 << nf_ace_pkg::CHANNEL_B;

  // Bursts, 64 of them at most each way: read, with data to come; written, whose address was
  // taken, whose last data was taken, and that were not answered.
  logic [6:0] reads_q, addresses_q, ends_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reads_q <= '0;
      addresses_q <= '0;
      ends_q <= '0;
    end else begin
      reads_q <= reads_q + 7'(ar_valid_i && ar_ready_i) - 7'(r_valid_i && r_ready_i && r_last_i);
      addresses_q <= addresses_q + 7'(aw_valid_i && aw_ready_i) - 7'(b_valid_i && b_ready_i);
      ends_q <= ends_q + 7'(w_valid_i && w_ready_i && w_last_i) - 7'(b_valid_i && b_ready_i);
    end
  end

  logic [4:0] waits, waits_q;
  logic [Dmas-1:0] lives, expired, over_q;
  logic [Dmas*32-1:0] count_q;  // cycles for which the memory has stood still

  assign waits[nf_ace_pkg::CHANNEL_AR] = ar_valid_i && !ar_ready_i;
  assign waits[nf_ace_pkg::CHANNEL_R] = r_ready_i && !r_valid_i && reads_q != '0;
  assign waits[nf_ace_pkg::CHANNEL_AW] = aw_valid_i && !aw_ready_i;
  assign waits[nf_ace_pkg::CHANNEL_W] = w_valid_i && !w_ready_i;
  assign waits[nf_ace_pkg::CHANNEL_B] =
      b_ready_i && !b_valid_i && addresses_q != '0 && ends_q != '0;
  assign lives = {(aw_valid_i && aw_ready_i) || (w_valid_i && w_ready_i) || b_valid_i,
                  (ar_valid_i && ar_ready_i) || r_valid_i};

  for (genvar d = 0; d < Dmas; d++) begin : gen_dma
    logic still;
    logic [31:0] count;
    assign count = count_q[d*32+:32];
    assign still = (waits & (d == 0 ? TxChannels : RxChannels)) != '0 && !lives[d];
    assign expired[d] = limit_i != '0 && count >= limit_i && !over_q[d];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[d*32+:32] <= '0;
      else count_q[d*32+:32] <= still ? count + 32'(count != '1) : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= '0;
      over_q <= '0;
      still_o <= '0;
    end else begin
      waits_q <= waits;
      over_q <= over_q | expired;
      still_o <= still_o | (waits_q & (expired[0] ? TxChannels : '0)) |
                 (waits_q & (expired[1] ? RxChannels : '0));
    end
  end
  assign {rx_give_up_o, tx_give_up_o} = over_q;

  // --------------------------------------------------------------------------- properties
  // A DMA gives up when one of its channels stood still, and each DMA for its own.
  `NF_ASSERT(DmaWatchdogNamesChannel, over_q == {(still_o & RxChannels) != '0,
                                                 (still_o & TxChannels) != '0})
  // A memory was slow: it had stood still, and moved before the limit.
  `NF_COVER(DmaWatchdogSlow, count_q[31:0] > 32'd8 && lives[0])

endmodule
