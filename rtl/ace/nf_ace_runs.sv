// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Queue of runs, which gives the pieces of each, one by one: a run is what lies in memory without a
// gap, a piece what lies so in SRAM (nf_ace_pieces).
//
// Each piece has `room` bytes in SRAM, of which those within the run's `bytes` are moved. Where a
// piece ends within a beat the next one begins there: the beat is theirs together (share). Pieces that
// move nothing come at the end of a run if Zeros is set, and are left out otherwise; the first piece
// is always given.
//
// A piece per cycle, also from run to run; its first piece is there a cycle after a run. Outputs are
// functions of registers.

`include "nf_assert.svh"

module nf_ace_runs #(
    parameter int unsigned Depth = 10,      // runs, 2..66
    parameter bit          Zeros = 1'b1,    // pieces that move nothing are given, too
    parameter int unsigned WordBytes = 64,  // of a beat: 32, 64, 128 or 256
    localparam int unsigned PlaceBits = $clog2(WordBytes)
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // a run
    input  logic        in_valid_i,
    output logic        in_ready_o,
    input  logic [ 7:0] in_id_i,      // of its command
    input  logic        in_end_i,     // it is the last one of its command
    input  logic [47:0] in_addr_i,    // its first byte in memory, 48 bits
    input  logic [20:0] in_bytes_i,   // that it moves
    input  logic [ 7:0] in_pieces_i,  // 1 or more
    input  logic [15:0] in_room_i,    // bytes that each has room for
    input  logic [15:0] in_sram_i,    // first SRAM packet of the first one
    input  logic [ 7:0] in_pitch_i,   // SRAM packets from one to the next
    // the next piece
    output logic        out_valid_o,
    input  logic        out_ready_i,
    output logic [ 7:0] out_id_o,
    output logic        out_end_o,    // it is the last one of its command
    output logic        out_first_o,  // of its run
    output logic        out_last_o,   // of its run
    output logic        out_share_o,  // its last beat is the first one of the next piece, too
    output logic [47:0] out_addr_o,   // of the run
    output logic [ 7:0] out_place_o,  // where in its first beat the piece begins
    output logic [15:0] out_bytes_o,  // that it moves
    output logic [10:0] out_beats_o,
    output logic [10:0] out_words_o,  // bus words of its room
    output logic [15:0] out_sram_o
);

  `NF_PARAM(RunsDepthInRange, Depth >= 2 && Depth <= 66)
  `NF_PARAM(RunsWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  typedef struct packed {
    logic [7:0]  id;      // of its command
    logic        ends;    // it is the last one of its command
    logic [47:0] addr;
    logic [20:0] bytes;
    logic [7:0]  pieces;
    logic [15:0] room;
    logic [15:0] sram;
    logic [7:0]  pitch;
  } run_t;

  run_t new_run, run;
  logic [$clog2(Depth+1)-1:0] unused_count;

  logic inside_q, take;  // a piece of the run has been given
  logic [PlaceBits-1:0] place_q;
  logic [20:0] left_q, left, rest;
  logic [7:0] pieces_q, pieces;
  logic [15:0] sram_q;
  logic [16:0] reach;  // from the beginning of its first beat to its end

  assign new_run.id = in_id_i;
  assign new_run.ends = in_end_i;
  assign new_run.addr = in_addr_i;
  assign new_run.bytes = in_bytes_i;
  assign new_run.pieces = in_pieces_i;
  assign new_run.room = in_room_i;
  assign new_run.sram = in_sram_i;
  assign new_run.pitch = in_pitch_i;

  nf_fifo #(
      .Width($bits(new_run)),
      .Depth(Depth)
  ) u_runs (
      .clk_i,
      .rst_ni,
      .in_valid_i,
      .in_ready_o,
      .in_data_i(new_run),
      .out_valid_o,
      .out_ready_i(out_ready_i & out_last_o),
      .out_data_o(run),
      .count_o(unused_count)
  );

  assign left = inside_q ? left_q : run.bytes;
  assign pieces = inside_q ? pieces_q : run.pieces;
  assign rest = left - 21'(out_bytes_o);
  assign reach = 17'(out_place_o) + 17'(out_bytes_o);
  assign take = out_valid_o & out_ready_i;

  assign out_id_o = run.id;
  assign out_addr_o = run.addr;
  assign out_end_o = run.ends & out_last_o;
  assign out_first_o = ~inside_q;
  assign out_last_o = (pieces == 8'd1) | (~Zeros & (rest == '0));
  assign out_share_o = ~out_last_o & (rest != '0) & (reach[PlaceBits-1:0] != '0);
  assign out_place_o = inside_q ? 8'(place_q) : 8'(out_addr_o[PlaceBits-1:0]);
  assign out_bytes_o = (left < 21'(run.room)) ? left[15:0] : run.room;
  assign out_beats_o = (out_bytes_o == '0) ? '0 : 11'((reach + 17'(WordBytes - 1)) >> PlaceBits);
  assign out_words_o = 11'((17'(run.room) + 17'(WordBytes - 1)) >> PlaceBits);
  assign out_sram_o = inside_q ? sram_q : run.sram;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (take) inside_q <= ~out_last_o;
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      place_q <= reach[PlaceBits-1:0];
      left_q <= rest;
      pieces_q <= pieces - 8'd1;
      sram_q <= out_sram_o + 16'(run.pitch);
    end
  end

  // --------------------------------------------------------------------------- properties
  // A run has a piece.
  `NF_ASSERT(RunsHavePieces, !in_valid_i || in_pieces_i != '0)
  // A piece behind which the run goes on fills its room.
  `NF_ASSERT(RunsFillRoom, !out_valid_o || rest == '0 || out_bytes_o == run.room)
  // Two pieces share a beat.
  `NF_COVER(RunsShare, out_valid_o && out_share_o)

endmodule
