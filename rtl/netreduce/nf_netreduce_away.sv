// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which ports sums do not wait for. Jobs are done in order, so a job that waits for one port's
// combiner holds up all that come behind it; here that is bounded. A port is away when its combiner
//
//   - has had no room for PAUSE cycles on end, or
//   - has no room and has held up jobs of other rings, which could have been done, for more than
//     PAUSE cycles; of these one in Share cycles is forgiven,
//
// until the combiner is empty and the excess forgiven. So no job waits for longer than PAUSE cycles, a port that is slow or
// stops and goes takes no more than one in Share cycles from other rings, and no two accelerators
// wait for each other. A port that no other ring waits for may be slow: its own ring waits.
//
// It drops nothing: that is nf_netreduce_aggregator's. Latency: 1 cycle.

`include "nf_assert.svh"

module nf_netreduce_away #(
    parameter int unsigned Ports = 6  // ports, 2..8
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [     15:0] pause_i,  // PAUSE in cycles, not zero; a level
    // combiners
    input  logic [Ports-1:0] room_i,   // bit p: that of port p has room for one frame more
    input  logic [Ports-1:0] empty_i,  // bit p: it holds none
    // jobs
    input  logic [Ports-1:0] wait_i,   // bit p: a job waits for port p
    input  logic             other_i,  // a job of another ring could be done meanwhile
    output logic [Ports-1:0] away_o    // bit p: port p is not waited for
);

  `NF_PARAM(AwayPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)

  localparam int unsigned ShareBits = 5;
  localparam int unsigned Share = 1 << ShareBits;
  // A port is away two cycles behind the one in which it has held up others for too long.
  localparam int unsigned DebtBits = 16 + ShareBits + 1;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [15:0] full_q;  // cycles without room, on end
    logic [DebtBits-1:0] debt_q;
    logic away_q, holds, owes, hit;

    assign holds = wait_i[p] && other_i;
    assign owes = debt_q > DebtBits'({pause_i, ShareBits'(0)});
    assign hit = full_q >= pause_i || owes;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        full_q <= '0;
        debt_q <= '0;
        away_q <= 1'b0;
      end else begin
        if (room_i[p]) full_q <= '0;
        else if (full_q < pause_i) full_q <= full_q + 16'd1;
        if (holds && !away_q) debt_q <= debt_q + DebtBits'(Share);
        else if (debt_q != '0) debt_q <= debt_q - 1'b1;
        away_q <= away_q ? !empty_i[p] || owes : !room_i[p] && hit;
      end
    end
    assign away_o[p] = away_q;
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  for (genvar p = 0; p < Ports; p++) begin : gen_rules
    logic full_q, stays_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        full_q <= 1'b0;
        stays_q <= 1'b0;
      end else begin
        full_q <= !room_i[p] && gen_port[p].full_q >= pause_i;
        stays_q <= away_o[p] && !empty_i[p];
      end
    end
    // A port without room is away after PAUSE cycles.
    `NF_ASSERT(AwayInTime, !full_q || away_o[p])
    // It is until its combiner is empty.
    `NF_ASSERT(AwayUntilEmpty, !stays_q || away_o[p])
    // A debt grows by no more than what shows too late.
    `NF_ASSERT(AwayDebtFits, gen_port[p].debt_q <= DebtBits'({16'hffff, ShareBits'(0)})
               + DebtBits'(4 * Share))
    // A port is away because other rings had to wait.
    `NF_COVER(AwayForOthers, !away_o[p] && !room_i[p] && gen_port[p].hit
              && gen_port[p].full_q < pause_i)
  end
`endif

endmodule
