// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which packet is looked up next: the ports' in turn, or one that has come and is looked up again.
// A place for a job is reserved with each, so that a packet that is under way never waits; it comes
// back when the packet leads to no job, or when its job has left.
//
// LUT#2 wants two cycles between lookups of a connection. A port has none in the cycle in which its
// request is taken, and before and behind the packet that is looked up again, which may be of any
// connection, nothing is granted. Of such packets one is under way at a time.
//
// It does not see the packets. One grant per cycle, one in two cycles per port; a request is taken
// in the cycle behind its grant.

`include "nf_assert.svh"

module nf_netreduce_grant #(
    parameter int unsigned Ports = 6,  // ports, 2..8
    parameter int unsigned Jobs = 12   // places for jobs, 1..15
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // requests, each until it is taken
    input  logic [Ports-1:0] req_valid_i,
    output logic [Ports-1:0] req_ready_o,     // that one is taken; one at most in a cycle
    output logic [      2:0] req_port_o,      // port of the request that is taken
    input  logic             replay_valid_i,  // a packet is to be looked up again
    output logic             replay_ready_o,  // it is taken
    output logic             replay_busy_o,   // such a packet is under way, or its job
    // what becomes of packets
    input  logic             jobless_i,       // a packet leads to no job
    input  logic             jobless_replay_i,  // it is the one that was looked up again
    input  logic             left_i,            // a job has left
    input  logic             left_replay_i      // it is that packet's
);

  `NF_PARAM(GrantPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(GrantJobsInRange, Jobs >= 1 && Jobs <= 15)

  localparam int unsigned PortBits = $clog2(Ports);
  logic [Ports-1:0] ready_q, asks, grant;
  logic [PortBits-1:0] last_q, index;
  logic any, go, replays, replay_go, replay_ready_q, replay_busy_q;
  logic [3:0] free_q;  // places that nothing has

  assign asks = req_valid_i & ~ready_q;  // what stands behind a request that is taken comes later
  nf_rr_arb #(
      .Requests(Ports)
  ) u_arb (
      .req_i         (asks),
      .last_i        (last_q),
      .grant_valid_o (any),
      .grant_index_o (index),
      .grant_onehot_o(grant)
  );
  assign replays = replay_valid_i && !replay_ready_q && !replay_busy_q;
  assign replay_go = replays && free_q != '0 && ready_q == '0;
  assign go = any && free_q != '0 && !replays && !replay_ready_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= '0;
      replay_ready_q <= 1'b0;
      replay_busy_q <= 1'b0;
      last_q <= '0;
      free_q <= 4'(Jobs);
    end else begin
      ready_q <= go ? grant : '0;
      replay_ready_q <= replay_go;
      replay_busy_q <= replay_go || (replay_busy_q && !(jobless_i && jobless_replay_i)
                                     && !(left_i && left_replay_i));
      if (go) last_q <= index;
      free_q <= free_q - 4'(go) - 4'(replay_go) + 4'(jobless_i) + 4'(left_i);
    end
  end
  assign req_ready_o = ready_q;
  assign req_port_o = 3'(last_q);
  assign replay_ready_o = replay_ready_q;
  assign replay_busy_o = replay_busy_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // A request stays until it is taken.
  `NF_ASSERT(GrantRequestStays, (ready_q & ~req_valid_i) == '0)
  // No place is given back twice.
  `NF_ASSERT(GrantPlaces, free_q <= 4'(Jobs))
  // Nothing is taken in the cycles before and behind the packet that is looked up again.
  logic taken_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) taken_q <= 1'b0;
    else taken_q <= ready_q != '0;
  end
  `NF_ASSERT(GrantReplayApart, !replay_ready_q || (ready_q == '0 && !taken_q))
  // All ports ask at once.
  `NF_COVER(GrantAllAsk, &req_valid_i)
  // Requests wait for places.
  `NF_COVER(GrantNoPlace, any && free_q == '0)
`endif

endmodule
