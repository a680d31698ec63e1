// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Cuts a DMA command into runs, and runs into bursts (ACE 4.4).
//
// A command moves one message of each of `pieces` pieces that lie `stride` bytes apart. Of a piece
// min(msg, block) bytes have room in SRAM; those of them that lie within the total are moved. Pieces
// that touch, each beginning where the one before ends, are one run in memory; any other piece is a
// run of its own. nf_ace_runs gives the pieces of a run again. Each record at the interface out is one
// burst, or a run that moves nothing (burst low). A burst lies in one 4 kB page, as AXI4 A3.4.1 asks;
// it has therefore 64 beats at most. A command without pieces or without bytes of a message gives
// records without bursts, one at least. Each command has one last record.
//
// It does not count what is outstanding and moves no data. Pieces of more than 4 kB are not joined.
// One record per cycle, also across runs and commands; 4 cycles from a command to its first
// record. Every output is a register.

`include "nf_assert.svh"

module nf_ace_pieces #(
    parameter int unsigned WordBytes = 64  // of a beat: 32, 64, 128 or 256
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // commands; hold until taken
    input  logic        cmd_valid_i,
    output logic        cmd_ready_o,
    input  logic [ 7:0] cmd_id_i,
    input  logic [47:0] cmd_addr_i,    // first byte of the message of piece 0, 48 bits
    input  logic [31:0] cmd_stride_i,  // bytes from piece to piece
    input  logic [ 7:0] cmd_pieces_i,
    input  logic [31:0] cmd_block_i,   // bytes left in a piece from here on
    input  logic [31:0] cmd_total_i,   // bytes left in the payload from here on, for piece 0
    input  logic [15:0] cmd_msg_i,     // bytes of a message
    input  logic [15:0] cmd_sram_i,    // first SRAM packet of the chunk
    input  logic [ 7:0] cmd_pitch_i,   // SRAM packets from message to message
    // records; hold until taken
    output logic        out_valid_o,
    input  logic        out_ready_i,
    output logic        out_burst_o,   // there is something to access
    output logic        out_first_o,   // first record of its run
    output logic        out_last_o,    // last record of its command
    output logic        out_end_o,     // its run is the last one of its command
    output logic [ 7:0] out_id_o,      // of the command
    output logic [47:0] out_addr_o,    // of the burst, multiple of WordBytes
    output logic [ 7:0] out_len_o,     // beats of the burst, less one
    output logic [11:0] out_place_o,   // where in its page of 4 kB the run begins
    output logic [20:0] out_bytes_o,   // bytes that the run moves
    output logic [14:0] out_beats_o,   // beats of the run from this record on
    output logic [ 7:0] out_pieces_o,  // pieces of the run
    output logic [15:0] out_room_o,    // bytes that each of them has room for in SRAM
    output logic [15:0] out_sram_o,    // first SRAM packet of the first piece
    output logic [ 7:0] out_pitch_o    // SRAM packets from piece to piece
);

  // Of a piece that is joined with others: what a message has at most (ACE Table 4).
  localparam logic [31:0] LongestJoined = 32'(nf_ace_pkg::MAX_MESSAGE_BYTES);
  // A place in a beat; a beat's place in its page of 4 kB.
  localparam int unsigned PlaceBits = $clog2(WordBytes);
  localparam int unsigned PageBits = 12 - PlaceBits;
  localparam int unsigned BeatBits = 48 - PlaceBits;

  `NF_PARAM(PiecesWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  // ------------------------------------------------------------------- commands that wait
  nf_ace_pkg::order_t cmd, q;
  logic q_valid, q_take;
  logic [1:0] unused_count;

  assign cmd.id = cmd_id_i;
  assign cmd.addr = cmd_addr_i;
  assign cmd.stride = cmd_stride_i;
  assign cmd.pieces = cmd_pieces_i;
  assign cmd.block = cmd_block_i;
  assign cmd.total = cmd_total_i;
  assign cmd.msg = cmd_msg_i;
  assign cmd.sram = cmd_sram_i;
  assign cmd.pitch = cmd_pitch_i;

  nf_fifo #(
      .Width($bits(cmd)),
      .Depth(2)
  ) u_commands (
      .clk_i,
      .rst_ni,
      .in_valid_i(cmd_valid_i),
      .in_ready_o(cmd_ready_o),
      .in_data_i(cmd),
      .out_valid_o(q_valid),
      .out_ready_i(q_take),
      .out_data_o(q),
      .count_o(unused_count)
  );

  // ------------------------------------------------------------------- the command at work
  logic c_valid_q, c_leaves, c_final, p_load;
  logic [7:0] c_id_q, c_runs_q, c_pieces_q, c_pitch_q;  // runs to come; pieces of each
  logic [47:0] c_addr_q;
  logic [31:0] c_stride_q, c_left_q;
  logic [15:0] c_room_q, c_sram_q;
  logic [20:0] c_bytes_q;  // of a run that lies within the total as a whole
  logic [15:0] q_bytes;  // of a message, room that it has in SRAM
  logic q_touch;  // the pieces do

  // The address of the next run: three parts are added side by side, with and without a carry from
  // below, so that no carry runs through all 48 bits.
  logic [16:0] c_low, c_mid, c_mid_carry;
  logic [47:0] c_addr_next;
  logic unused_below;
  assign c_low = 17'(c_addr_q[15:0]) + 17'(c_stride_q[15:0]);
  assign c_mid = 17'(c_addr_q[31:16]) + 17'(c_stride_q[31:16]);
  assign {c_mid_carry, unused_below} =
      {1'b0, c_addr_q[31:16], 1'b1} + {1'b0, c_stride_q[31:16], 1'b1};
  assign c_addr_next[15:0] = c_low[15:0];
  assign c_addr_next[31:16] = c_low[16] ? c_mid_carry[15:0] : c_mid[15:0];
  assign c_addr_next[47:32] = (c_low[16] ? c_mid_carry[16] : c_mid[16]) ? c_addr_q[47:32] + 16'd1
                                                                        : c_addr_q[47:32];

  assign c_final = (c_runs_q == 8'd1);
  assign c_leaves = c_valid_q & p_load;
  assign q_take = q_valid & (~c_valid_q | (c_leaves & c_final));
  assign q_bytes = (q.block < 32'(q.msg)) ? q.block[15:0] : q.msg;
  assign q_touch = (q.stride == 32'(q_bytes)) & (q.pieces > 8'd1) & (q.stride != '0)
                   & (q.stride <= LongestJoined);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) c_valid_q <= 1'b0;
    else if (q_take) c_valid_q <= 1'b1;
    else if (c_leaves && c_final) c_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (q_take) begin
      c_id_q <= q.id;
      c_pitch_q <= q.pitch;
      c_addr_q <= q.addr;
      c_stride_q <= q.stride;
      c_left_q <= q.total;
      c_sram_q <= q.sram;
      // No piece: one that moves nothing stands for the command.
      c_runs_q <= (q_touch || q.pieces == 8'd0) ? 8'd1 : q.pieces;
      c_pieces_q <= q_touch ? q.pieces : 8'd1;
      c_room_q <= (q.pieces == 8'd0) ? 16'd0 : q_bytes;
      c_bytes_q <= (q.pieces == 8'd0) ? 21'd0
          : q_touch ? 21'(q.stride[12:0]) * 21'(q.pieces) : 21'(q_bytes);
    end else if (c_leaves) begin
      c_runs_q <= c_runs_q - 8'd1;
      c_addr_q <= c_addr_next;
      c_left_q <= (c_left_q > c_stride_q) ? c_left_q - c_stride_q : 32'd0;
      c_sram_q <= c_sram_q + 16'(c_pitch_q);
    end
  end

  // ------------------------------------------------------------------- its next run
  logic p_valid_q, p_first_q, p_end_q, p_leaves, p_final, o_load;
  logic [7:0] p_id_q, p_pieces_q, p_pitch_q;
  logic [BeatBits-1:0] p_beat_q;  // address in beats
  logic [11:0] p_place_q;
  logic [15:0] p_room_q, p_sram_q;
  logic [20:0] p_bytes_q;
  logic [14:0] p_beats_q;
  logic [35:0] p_number, p_page_next;  // of its page, of the one behind
  logic [PageBits:0] p_page;    // beats to the end of the page
  logic [20:0] c_moved;  // bytes within the total
  logic [21:0] c_reach;  // from the beginning of the first beat to the end of the last one

  assign p_number = p_beat_q[BeatBits-1:PageBits];
  assign p_page_next = {
    &p_number[23:0] ? p_number[35:24] + 12'd1 : p_number[35:24],
    &p_number[11:0] ? p_number[23:12] + 12'd1 : p_number[23:12],
    p_number[11:0] + 12'd1
  };
  assign c_moved = (c_left_q < 32'(c_bytes_q)) ? c_left_q[20:0] : c_bytes_q;
  assign c_reach = 22'(c_addr_q[PlaceBits-1:0]) + 22'(c_moved);
  assign p_leaves = p_valid_q & o_load;
  assign p_load = ~p_valid_q | (p_leaves & p_final);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) p_valid_q <= 1'b0;
    else if (p_load) p_valid_q <= c_valid_q;
  end

  always_ff @(posedge clk_i) begin
    if (c_leaves) begin
      p_id_q <= c_id_q;
      p_first_q <= 1'b1;
      p_end_q <= c_final;
      p_beat_q <= c_addr_q[47:PlaceBits];
      p_place_q <= c_addr_q[11:0];
      p_bytes_q <= c_moved;
      p_beats_q <= (c_moved == 21'd0) ? 15'd0 : 15'((c_reach + 22'(WordBytes - 1)) >> PlaceBits);
      p_pieces_q <= c_pieces_q;
      p_room_q <= c_room_q;
      p_sram_q <= c_sram_q;
      p_pitch_q <= c_pitch_q;
    end else if (p_leaves) begin
      p_first_q <= 1'b0;
      p_beat_q <= {p_page_next, {PageBits{1'b0}}};
      p_beats_q <= p_beats_q - 15'(p_page);
    end
  end

  // ------------------------------------------------------------------- its next burst
  assign p_page = {1'b1, {PageBits{1'b0}}} - {1'b0, p_beat_q[PageBits-1:0]};
  assign p_final = (p_beats_q <= 15'(p_page));
  assign o_load = ~out_valid_o | out_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) out_valid_o <= 1'b0;
    else if (o_load) out_valid_o <= p_valid_q;
  end

  always_ff @(posedge clk_i) begin
    if (p_leaves) begin
      out_burst_o <= (p_beats_q != 15'd0);
      out_first_o <= p_first_q;
      out_last_o <= p_end_q & p_final;
      out_end_o <= p_end_q;
      out_id_o <= p_id_q;
      out_addr_o <= {p_beat_q, {PlaceBits{1'b0}}};
      out_len_o <= (p_beats_q == 15'd0) ? 8'd0 : (p_final ? 8'(p_beats_q) : 8'(p_page)) - 8'd1;
      out_place_o <= p_place_q;
      out_bytes_o <= p_bytes_q;
      out_beats_o <= p_beats_q;
      out_pieces_o <= p_pieces_q;
      out_room_o <= p_room_q;
      out_sram_o <= p_sram_q;
      out_pitch_o <= p_pitch_q;
    end
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q, open_q;
  logic [69:0] record, record_q;
  assign record = {out_burst_o, out_first_o, out_last_o, out_end_o, out_id_o, out_addr_o,
                   out_beats_o[9:0]};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      open_q <= 1'b0;
    end else begin
      held_q <= out_valid_o & ~out_ready_i;
      if (out_valid_o && out_ready_i) open_q <= 32'(out_beats_o) > 32'(out_len_o) + 32'd1;
    end
  end
  always_ff @(posedge clk_i) record_q <= record;

  // A burst does not leave its page of 4 kB, so it has 4096 / WordBytes beats at most.
  `NF_ASSERT(PiecesBurstInPage,
             !out_valid_o || 32'(out_addr_o[11:PlaceBits]) + 32'(out_len_o) < 32'(4096 / WordBytes))
  // A record that is offered stays until it is taken.
  `NF_ASSERT(PiecesHolds, !held_q || (out_valid_o && record == record_q))
  // The next record continues a run of which beats are left, and begins a run otherwise.
  `NF_ASSERT(PiecesWhole, !out_valid_o || out_first_o != open_q)
  // A run was cut at the end of a page.
  `NF_COVER(PiecesCut, out_valid_o && !out_first_o)
  // Pieces that touch go out as one.
  `NF_COVER(PiecesJoined, out_valid_o && out_pieces_o != 8'd1)
`endif

endmodule
