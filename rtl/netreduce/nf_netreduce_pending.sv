// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Which slots have jobs that are not done. A job reads header and payload from the store when its
// turn comes; a new message in the slot would overwrite them. When all members have moved on no job
// of the old message is needed any more, but one for a late duplicate may still wait: then the new
// message begins later (nf_netreduce_state, STALE).
//
// A packet holds its slot while the state manager makes up its mind, two cycles, then for as long
// as its jobs last. It does not know messages, nor what the jobs are.
// Latency: 1 cycle.

`include "nf_assert.svh"

module nf_netreduce_pending #(
    parameter int unsigned Rings = 1  // rings, of eight slots each, 1..16
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // a packet comes to the state manager
    input  logic               arrival_valid_i,
    input  logic [        3:0] ring_i,           // below Rings
    input  logic [        2:0] slot_i,
    // two cycles later
    input  logic [        1:0] jobs_i,           // jobs that it has led to, 0..2; an announcement
                                                 // and a sum count one each
    // a job has read all that it needs
    input  logic               ended_valid_i,
    input  nf_netreduce_pkg::window_slot_t ended_slot_i,  // ring * 8 + slot
    // jobs that are dropped
    input  logic [        1:0] dropped_i,        // how many, 0..2
    input  nf_netreduce_pkg::window_slot_t dropped_slot_i,  // ring * 8 + slot
    output logic [Rings*8-1:0] held_o            // bit ring * 8 + slot: to the state manager: no
                                                 // message may begin there
);

  `NF_PARAM(PendingRingsInRange, Rings >= 1 && Rings <= nf_netreduce_pkg::MAX_RINGS)

  localparam int unsigned CountBits = 10;  // a message's columns that wait to be given out, and all places for jobs

  logic [1:0] valid_q;
  nf_netreduce_pkg::window_slot_t arrival, first_q, second_q;
  logic [Rings*8*CountBits-1:0] count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[0], arrival_valid_i};
  end
  assign arrival.ring = ring_i;
  assign arrival.slot = slot_i;
  always_ff @(posedge clk_i) begin
    first_q <= arrival;
    second_q <= first_q;
  end

  for (genvar s = 0; s < Rings * 8; s++) begin : gen_slot
    logic [CountBits-1:0] count, more, fewer;
    assign count = count_q[s*CountBits+:CountBits];
    assign more = (valid_q[1] && {second_q} == 7'(s)) ? CountBits'(jobs_i) : '0;
    assign fewer = CountBits'(ended_valid_i && {ended_slot_i} == 7'(s))
                   + ({dropped_slot_i} == 7'(s) ? CountBits'(dropped_i) : '0);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[s*CountBits+:CountBits] <= '0;
      else count_q[s*CountBits+:CountBits] <= count + more - fewer;
    end
    assign held_o[s] = count != '0 || (valid_q[0] && {first_q} == 7'(s))
                       || (valid_q[1] && {second_q} == 7'(s));
    // A job that ends was pending.
    `NF_ASSERT(PendingEnds, fewer <= count)
    // The counter does not overflow.
    `NF_ASSERT(PendingFits, count + more >= count)
  end

  // Jobs come of packets.
  `NF_ASSERT(PendingOfPacket, jobs_i == '0 || valid_q[1])

endmodule
