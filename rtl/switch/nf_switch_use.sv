// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which regions are in use: counts, per region, the packets between their lookup and their last
// departure, and adds what the reduction tables hold. nf_mcr_table changes no region in use.
//
// A packet is counted in once (enter_i) and out once: when its row has sent it to its last sinks
// (left_i), or when a reduction table has decided it (taken_i). The entry that it leaves there shows
// in held_i from that cycle on, so there is no gap. Copies in crosspoint queues carry their list and
// read nothing of the region any more; they do not count.
//
// Latency 2 cycles from a packet's pulse, 1 from held_i.

`include "nf_assert.svh"

module nf_switch_use #(
    parameter int unsigned Ports = 16,   // 2..16
    parameter int unsigned Regions = 8,  // 2..32
    parameter int unsigned Window = 16,  // packets an ingress holds per virtual channel: 4, 8 or 16
    parameter int unsigned XpDepth = 16  // flits of one crosspoint queue: 16, 32 or 64
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // one packet each, and its region
    input  logic [        Ports-1:0] enter_i,         // an ingress sends it on
    input  logic [      Ports*8-1:0] enter_region_i,
    input  logic [        Ports-1:0] left_i,          // a row has sent it to its last sinks
    input  logic [      Ports*8-1:0] left_region_i,
    input  logic [        Ports-1:0] taken_i,         // a reduction table has decided it
    input  logic [      Ports*8-1:0] taken_region_i,
    // what each reduction table refers to
    input  logic [Ports*Regions-1:0] held_i,
    output logic [      Regions-1:0] in_use_o         // bit r: region r
);

  `NF_PARAM(UsePorts, Ports >= 2 && Ports <= nf_pkg::MAX_PORTS)
  `NF_PARAM(UseRegions, Regions >= 2 && Regions <= nf_pkg::MAX_REGIONS)
  `NF_PARAM(UseWindow, Window == 4 || Window == 8 || Window == 16)
  `NF_PARAM(UseXpDepth, XpDepth == 16 || XpDepth == 32 || XpDepth == 64)

  // Most packets of one ingress: both windows, its queues in front of the tables full of packets of
  // one flit, and 8 on their way between these.
  localparam int unsigned Most = Ports * (2 * Window + Ports * XpDepth + 8);
  localparam int unsigned CountBits = $clog2(Most + 1);
  localparam int unsigned DeltaBits = $clog2(2 * Ports + 1) + 1;  // -2 Ports .. Ports

  for (genvar r = 0; r < Regions; r++) begin : gen_region
    logic [CountBits-1:0] count_q;
    logic [DeltaBits-1:0] delta_d, delta_q;  // two's complement
    logic held;

    always_comb begin
      delta_d = '0;
      held = 1'b0;
      for (int p = 0; p < Ports; p++) begin
        delta_d = delta_d + DeltaBits'(enter_i[p] && enter_region_i[p*8+:8] == 8'(r))
                  - DeltaBits'(left_i[p] && left_region_i[p*8+:8] == 8'(r))
                  - DeltaBits'(taken_i[p] && taken_region_i[p*8+:8] == 8'(r));
        held = held || held_i[p*Regions+r];
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        delta_q <= '0;
        count_q <= '0;
        in_use_o[r] <= 1'b0;
      end else begin
        delta_q <= delta_d;
        count_q <= count_q + {{(CountBits - DeltaBits) {delta_q[DeltaBits-1]}}, delta_q};
        in_use_o[r] <= count_q != '0 || delta_q != '0 || held;
      end
    end

`ifndef SYNTHESIS
    // No packet is counted out that was not counted in, and no more are in than there is room for.
    `NF_ASSERT(UseCounts, count_q <= CountBits'(Most))
`endif
  end

endmodule
