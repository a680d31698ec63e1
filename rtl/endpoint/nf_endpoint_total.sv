// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an endpoint's lane does when its memory has added something to a running sum: once all ranks
// are in, the home GPU multicasts the result, or the block or barrier is complete here
// (KLENK IV-C strategies 1 and 2, IV-F3).
//
// It does not add and does not keep sums: the memory answers every reduction with the header and
// the number of contributions that it now holds. It keeps no translation table (look_*). A sum of
// another epoch than its own is dropped.
//
// Latency 2 cycles, one total every other cycle.

`include "nf_assert.svh"

module nf_endpoint_total (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic             [ 9:0] cfg_id_i,                  // node id of this endpoint
    input  logic             [15:0] cfg_ranks_i,               // contributions to a complete sum
    input  logic                    cfg_multicast_partials_i,  // every target adds the partial sums
    input  logic                    cfg_exclude_source_i,      // a multicast does not come back
    input  logic             [ 1:0] cfg_epoch_i,               // only sums of this epoch count
    // from the memory; count: contributions that the sum now holds
    input  logic                    tot_valid_i,
    output logic                    tot_ready_o,
    input  nf_header_pkg::header_t  tot_hdr_i,
    // translation: what is asked, and the answer to it
    output logic             [63:0] look_addr_o,
    input  logic                    look_hit_i,
    input  logic             [63:0] look_result_i,
    // multicast write of a complete sum: where it is, and its header
    output logic                    mc_valid_o,
    input  logic                    mc_ready_i,
    output logic             [63:0] mc_addr_o,
    output nf_header_pkg::header_t  mc_hdr_o,
    // end of a barrier, for all
    output logic                    bar_valid_o,
    input  logic                    bar_ready_i,
    output nf_header_pkg::header_t  bar_hdr_o,
    // completions
    output logic                    done_valid_o,
    input  logic                    done_ready_i,
    output logic                    done_barrier_o,
    output logic             [ 7:0] done_flags_o,
    output logic             [ 1:0] done_epoch_o,
    output logic             [63:0] done_addr_o,
    // observation
    output nf_endpoint_pkg::event_t event_o,                   // NF_ENDPOINT_EV_*, pulses
    output logic                    busy_o
);

  logic full_q;
  nf_header_pkg::header_t hdr_q, head, mc_hdr_q, bar_hdr_q;
  logic [3:0] opcode;
  logic is_partial, is_pull, is_barrier, current, complete, wrong, to_all, to_home;
  logic want_mc, want_bar, want_done, go;

  assign tot_ready_o = ~full_q;
  assign look_addr_o = 64'(hdr_q.addr);

  assign opcode = hdr_q.opcode;
  assign is_partial = opcode == nf_pkg::OPCODE_PUSH_PARTIAL;
  assign is_pull = opcode == nf_pkg::OPCODE_PULL_RSP;
  assign is_barrier = hdr_q.len == '0;
  assign current = hdr_q.epoch == cfg_epoch_i;
  assign complete = current && hdr_q.count == cfg_ranks_i;
  assign wrong = current && hdr_q.count > cfg_ranks_i;

  // Strategy 1: every target has counted for itself. Else the one that has, tells all.
  assign to_home = is_partial && cfg_multicast_partials_i;
  assign to_all = is_pull || (is_partial && !cfg_multicast_partials_i);
  assign want_mc = complete && to_all && (is_pull || !is_barrier);
  assign want_bar = complete && is_partial && to_all && is_barrier;
  assign want_done = complete && (to_home || (is_pull && cfg_exclude_source_i && look_hit_i));

  assign go = full_q && !(want_mc && look_hit_i && mc_valid_o) && !(want_bar && bar_valid_o)
      && !(want_done && done_valid_o);

  always_comb begin
    head = hdr_q;
    head.src = cfg_id_i;
    head.flags.plane = 1'b0;
  end

  // Opcode and destination are the same whatever is sent.
  always_comb begin
    mc_hdr_o = mc_hdr_q;
    mc_hdr_o.opcode = nf_pkg::OPCODE_MCAST_WRITE;
    mc_hdr_o.dst = 10'(nf_pkg::BROADCAST_ID);
    bar_hdr_o = bar_hdr_q;
    bar_hdr_o.opcode = nf_pkg::OPCODE_BARRIER_DONE;
    bar_hdr_o.dst = 10'(nf_pkg::BROADCAST_ID);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
      mc_valid_o <= 1'b0;
      bar_valid_o <= 1'b0;
      done_valid_o <= 1'b0;
      event_o <= '0;
    end else begin
      full_q <= full_q ? ~go : tot_valid_i;
      mc_valid_o <= mc_valid_o ? ~mc_ready_i : go && want_mc && look_hit_i;
      bar_valid_o <= bar_valid_o ? ~bar_ready_i : go && want_bar;
      done_valid_o <= done_valid_o ? ~done_ready_i : go && want_done;
      event_o <= '0;
      event_o.err_opcode <= go && current && !is_partial && !is_pull;
      event_o.stale <= go && !current;
      event_o.err_count <= go && wrong && (is_partial || is_pull);
      event_o.err_translate <= go && want_mc && !look_hit_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!full_q && tot_valid_i) hdr_q <= tot_hdr_i;
    if (go && want_mc && look_hit_i) begin
      mc_addr_o <= look_result_i;
      mc_hdr_q <= head;
    end
    if (go && want_bar) bar_hdr_q <= head;
    if (go && want_done) begin
      done_barrier_o <= is_partial && is_barrier;
      done_flags_o <= 8'(head.flags);
      done_epoch_o <= head.epoch;
      done_addr_o <= look_addr_o;
    end
  end

  assign busy_o = full_q || mc_valid_o || bar_valid_o || done_valid_o;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic mc_held_q, bar_held_q, done_held_q;
  nf_header_pkg::header_t mc_before_q, bar_before_q;
  logic [47:0] done_before_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mc_held_q <= 1'b0;
      bar_held_q <= 1'b0;
      done_held_q <= 1'b0;
    end else begin
      mc_held_q <= mc_valid_o & ~mc_ready_i;
      bar_held_q <= bar_valid_o & ~bar_ready_i;
      done_held_q <= done_valid_o & ~done_ready_i;
    end
  end
  always_ff @(posedge clk_i) begin
    mc_before_q <= mc_hdr_q;
    bar_before_q <= bar_hdr_q;
    done_before_q <= done_addr_o[47:0];
  end

  // A multicast write that is offered stays until it is taken.
  `NF_ASSERT(TotalMulticastHolds, !mc_held_q || (mc_valid_o && mc_hdr_q == mc_before_q))
  // So does the end of a barrier.
  `NF_ASSERT(TotalBarrierHolds, !bar_held_q || (bar_valid_o && bar_hdr_q == bar_before_q))
  // And a completion.
  `NF_ASSERT(TotalDoneHolds, !done_held_q || (done_valid_o && done_addr_o[47:0] == done_before_q))
  // What is sent to all holds every rank's contribution, no more and no fewer.
  `NF_ASSERT(TotalComplete, !(go && (want_mc || want_bar || want_done)) || complete)
  // A multicast write waited for the one before it.
  `NF_COVER(TotalWaits, full_q && !go && mc_valid_o)
`endif

endmodule
