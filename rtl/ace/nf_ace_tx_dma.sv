// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// TX DMA: memory to SRAM (ACE 4, Fig. 6; 4.4). It reads the messages of a chunk by AXI4 bursts,
// shifts them to the word boundaries of the SRAM, and writes them packet by packet.
//
// It has one transaction ID and does not reorder; it does not retry: a read that was answered with
// an error is marked in the completion of its command, and the packets that hold a byte of it are
// poisoned. Where memory has nothing to give (past the
// block or past the total) it writes zeros. Pieces that touch are read by common bursts; a beat that
// two of them share is taken with the second one, and its error is both's.
//
// From give_up_i on it asks memory for nothing more: all that has not come counts as read with an
// error, as zeros, so that every command ends. An address that is offered stays, and what still
// comes is taken and forgotten: a memory that wakes up finds its protocol kept.
//
// One beat per cycle, sustained over bursts, pieces and commands while the memory's latency is less
// than what Bursts - 1 bursts move. From a command at the interface to its first address 5 cycles; from
// the last beat of an aligned packet to its request 3. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_tx_dma #(
    parameter int unsigned Bursts = 8,      // outstanding, and commands in flight, 2..64
    parameter int unsigned Words = 32,      // bus words that can wait for SRAM, 16..256, multiple of 4
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         give_up_i,    // the memory stands still; stays until reset
    // commands, see nf_ace_pieces; hold until taken
    input  logic         cmd_valid_i,
    output logic         cmd_ready_o,
    input  logic [  7:0] cmd_id_i,
    input  logic [ 47:0] cmd_addr_i,
    input  logic [ 31:0] cmd_stride_i,
    input  logic [  7:0] cmd_pieces_i,
    input  logic [ 31:0] cmd_block_i,
    input  logic [ 31:0] cmd_total_i,
    input  logic [ 15:0] cmd_msg_i,
    input  logic [ 15:0] cmd_sram_i,
    input  logic [  7:0] cmd_pitch_i,
    // completions, in the order of the commands
    output logic         done_valid_o,
    output logic [  7:0] done_id_o,
    output logic         done_err_o,   // some read was answered with an error
    input  logic         done_ready_i,
    // SRAM: a packet is to be written; word k is on data_o in cycle g + 2 + k, g that of the grant
    output logic         wr_valid_o,
    output logic [ 15:0] wr_addr_o,    // SRAM packet
    output logic [  3:0] wr_words_o,
    input  logic         wr_grant_i,
    output logic [WordBits-1:0] data_o,  // word k two + k cycles after the grant
    output logic         poison_o,     // beside data_o: a read of the packet had an error
    // AXI4 read channels; beats of a bus word, INCR
    output logic         ar_valid_o,
    input  logic         ar_ready_i,
    output logic [ 47:0] ar_addr_o,
    output logic [  7:0] ar_len_o,
    input  logic         r_valid_i,
    output logic         r_ready_o,
    input  logic [WordBits-1:0] r_data_i,
    input  logic [  1:0] r_resp_i,
    input  logic         r_last_i,
    // observation
    output logic         beat_o        // pulse: a beat came
);

  `NF_PARAM(TxDmaBurstsInRange, Bursts >= 2 && Bursts <= 64)
  `NF_PARAM(TxDmaWordsInRange, Words >= 16 && Words <= 256 && Words % 4 == 0)
  `NF_PARAM(TxDmaWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned PlaceBits = $clog2(WordBytes);

  // ------------------------------------------------------------------- commands in flight
  logic [6:0] flight_q;
  logic cut_ready, cmd_take, done_take;

  assign cmd_ready_o = cut_ready & (flight_q != 7'(Bursts));
  assign cmd_take = cmd_valid_i & cmd_ready_o;
  assign done_take = done_valid_o & done_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flight_q <= '0;
    else flight_q <= flight_q + 7'(cmd_take) - 7'(done_take);
  end

  // ------------------------------------------------------------------- bursts
  nf_ace_pkg::burst_t rec;
  logic rec_valid, rec_take;
  logic [14:0] unused_beats;

  nf_ace_pieces #(
      .WordBytes(WordBytes)
  ) u_pieces (
      .clk_i,
      .rst_ni,
      .cmd_valid_i(cmd_take),
      .cmd_ready_o(cut_ready),
      .cmd_id_i,
      .cmd_addr_i,
      .cmd_stride_i,
      .cmd_pieces_i,
      .cmd_block_i,
      .cmd_total_i,
      .cmd_msg_i,
      .cmd_sram_i,
      .cmd_pitch_i,
      .out_valid_o(rec_valid),
      .out_ready_i(rec_take),
      .out_burst_o(rec.burst),
      .out_first_o(rec.first),
      .out_last_o (rec.last),
      .out_end_o  (rec.ends),
      .out_id_o   (rec.id),
      .out_addr_o (rec.addr),
      .out_len_o  (rec.len),
      .out_place_o(rec.place),
      .out_bytes_o(rec.bytes),
      .out_beats_o(unused_beats),
      .out_pieces_o(rec.pieces),
      .out_room_o (rec.room),
      .out_sram_o (rec.sram),
      .out_pitch_o(rec.pitch)
  );

  // A run is announced to the data side with its first burst, so that its data can always go on.
  logic [6:0] out_q;  // bursts outstanding
  logic ar_load, beat, burst_ends, pf_ready, pf_push;
  logic gone_q;  // the memory was given up

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) gone_q <= 1'b0;
    else gone_q <= give_up_i;
  end

  assign rec_take = rec_valid & (~rec.first | pf_ready) & (~rec.burst | gone_q |
                    ((~ar_valid_o | ar_ready_i) & (out_q != 7'(Bursts))));
  assign ar_load = rec_take & rec.burst & ~gone_q;
  assign pf_push = rec_take & rec.first & (rec.ends | (rec.room != '0));
  assign beat = r_valid_i & r_ready_o;
  assign burst_ends = beat & r_last_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_valid_o <= 1'b0;
      out_q <= '0;
      beat_o <= 1'b0;
    end else begin
      ar_valid_o <= ar_load | (ar_valid_o & ~ar_ready_i);
      out_q <= out_q + 7'(ar_load) - 7'(burst_ends);
      beat_o <= beat;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ar_load) begin
      ar_addr_o <= rec.addr;
      ar_len_o <= rec.len;
    end
  end

  // ------------------------------------------------------------------- runs whose data comes
  nf_ace_pkg::piece_t run;
  logic run_valid, run_take;

  nf_ace_runs #(
      .Depth(Bursts + 2),
      .Zeros(1'b1),
      .WordBytes(WordBytes)
  ) u_coming (
      .clk_i,
      .rst_ni,
      .in_valid_i (pf_push),
      .in_ready_o (pf_ready),
      .in_id_i    (rec.id),
      .in_end_i   (rec.ends),
      .in_addr_i  (48'(rec.place[PlaceBits-1:0])),
      .in_bytes_i (rec.bytes),
      .in_pieces_i(rec.pieces),
      .in_room_i  (rec.room),
      .in_sram_i  (rec.sram),
      .in_pitch_i (rec.pitch),
      .out_valid_o(run_valid),
      .out_ready_i(run_take),
      .out_id_o   (run.id),
      .out_end_o  (run.ends),
      .out_first_o(run.first),
      .out_last_o (run.last),
      .out_share_o(run.share),
      .out_addr_o (run.addr),
      .out_place_o(run.place),
      .out_bytes_o(run.bytes),
      .out_beats_o(run.beats),
      .out_words_o(run.words),
      .out_sram_o (run.sram)
  );

  // A step takes beat k, if the piece has one, and stands for word k, if it has one. What remains:
  logic j_valid_q, j_end_q, j_share_q, j_take, j_final, j_beat, j_word, j_close;
  logic [7:0] j_id_q;
  logic [PlaceBits-1:0] j_offset_q;
  logic [15:0] j_bytes_q, j_sram_q;
  logic [10:0] j_beats_q, j_words_q;
  logic [1:0] j_index_q;  // of the word within its packet
  logic e_free;

  assign j_beat = (j_beats_q != 11'd0);
  assign j_word = (j_words_q != 11'd0);
  assign j_final = (j_beats_q <= 11'd1) & (j_words_q <= 11'd1);
  // A piece without words comes only as the end of its command.
  assign j_close = j_word ? (j_words_q == 11'd1) | (j_index_q == 2'd3) : ~j_beat;
  assign j_take = j_valid_q & e_free & (~j_beat | r_valid_i | gone_q);
  // A beat that the next piece shares is looked at, and stays.
  assign r_ready_o = gone_q | (j_valid_q & e_free & j_beat
                               & ~(j_share_q & (j_beats_q == 11'd1)));
  assign run_take = ~j_valid_q | (j_take & j_final);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) j_valid_q <= 1'b0;
    else if (run_take && run_valid) j_valid_q <= 1'b1;
    else if (j_take && j_final) j_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (run_take && run_valid) begin
      j_id_q <= run.id;
      j_end_q <= run.ends;
      j_share_q <= run.share;
      j_offset_q <= run.place[PlaceBits-1:0];
      j_bytes_q <= run.bytes;
      j_beats_q <= run.beats;
      j_words_q <= run.words;
      j_sram_q <= run.sram;
      j_index_q <= 2'd0;
    end else if (j_take) begin
      j_bytes_q <= (j_bytes_q > 16'(WordBytes)) ? j_bytes_q - 16'(WordBytes) : 16'd0;
      if (j_beat) j_beats_q <= j_beats_q - 11'd1;
      if (j_word) j_words_q <= j_words_q - 11'd1;
      if (j_word) j_index_q <= j_index_q + 2'd1;
      if (j_index_q == 2'd3) j_sram_q <= j_sram_q + 16'd1;
    end
  end

  // ------------------------------------------------------------------- shifting
  // Two steps side by side: of word k the first bytes lie in beat k (p), the others in beat k + 1
  // (e). So each beat takes one cycle, whatever its place in a piece.
  logic e_valid_q, p_valid_q, e_leaves, p_leaves, room, pkt_ready;
  logic e_look_q, p_look_q;  // bytes of the next beat are needed
  logic e_err_q, p_err_q;  // the beat was answered with an error
  logic [WordBits-1:0] turned, e_data_q, p_data_q, word;
  // What a step does.
  typedef struct packed {
    logic                 write;   // a word
    logic                 close;   // which ends a packet
    logic                 ends;    // which ends the command
    logic [2:0]           words;   // of the packet so far
    logic [PlaceBits:0]   keep;    // bytes that memory gives
    logic [PlaceBits-1:0] offset;  // where they begin in the beat
    logic [15:0]          sram;    // packet
    logic [7:0]           id;      // command
  } step_t;

  step_t step, e_step_q, p_step_q;

  assign p_leaves = p_valid_q & (~p_look_q | e_valid_q) & (~p_step_q.write | room) &
                    (~p_step_q.close | pkt_ready);
  assign e_leaves = e_valid_q & (~p_valid_q | p_leaves);
  assign e_free = ~e_valid_q | e_leaves;

  nf_ace_rotate #(
      .WordBytes(WordBytes)
  ) u_rotate (
      .data_i  (r_data_i),
      .amount_i(j_offset_q),
      .data_o  (turned)
  );
  nf_ace_merge #(
      .WordBytes(WordBytes)
  ) u_merge (
      .low_i  (p_data_q),
      .high_i (e_data_q),
      .split_i((PlaceBits + 1)'(WordBytes) - (PlaceBits + 1)'(p_step_q.offset)),
      .keep_i (~({WordBytes{1'b1}} << p_step_q.keep)),
      .data_o (word)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      e_valid_q <= 1'b0;
      p_valid_q <= 1'b0;
    end else begin
      e_valid_q <= j_take | (e_valid_q & ~e_leaves);
      p_valid_q <= e_leaves | (p_valid_q & ~p_leaves);
    end
  end

  assign step.write = j_word;
  assign step.close = j_close;
  assign step.ends = j_end_q & j_close & (j_words_q <= 11'd1);
  assign step.words = j_word ? 3'(j_index_q) + 3'd1 : 3'd0;
  assign step.keep = (j_bytes_q > 16'(WordBytes)) ? (PlaceBits + 1)'(WordBytes) : j_bytes_q[PlaceBits:0];
  assign step.offset = j_offset_q;
  assign step.sram = j_sram_q;
  assign step.id = j_id_q;

  always_ff @(posedge clk_i) begin
    if (j_take && j_beat) e_data_q <= gone_q ? '0 : turned;
    if (j_take) begin
      e_err_q <= j_beat & (gone_q | (r_resp_i != 2'b00));
      e_look_q <= (j_offset_q != '0) & (j_beats_q > 11'd1);
      e_step_q <= step;
    end
    if (e_leaves) begin
      p_data_q <= e_data_q;
      p_err_q <= e_err_q;
      p_look_q <= e_look_q;
      p_step_q <= e_step_q;
    end
  end

  // A command has an error when one of its beats has. The last beat of a piece may give the end of
  // a word only: it counts with that word, in p, and not when it is in p itself, also beside a word
  // of zeros that follows.
  logic err_q, err, poison_q, poison, word_err;
  assign word_err = (p_err_q & (p_step_q.keep != '0)) | (p_look_q & e_err_q);
  assign err = err_q | word_err;
  assign poison = poison_q | word_err;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) err_q <= 1'b0;
    else if (p_leaves && p_step_q.close && p_step_q.ends) err_q <= 1'b0;
    else if (p_leaves && p_step_q.write) err_q <= err;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) poison_q <= 1'b0;
    else if (p_leaves && p_step_q.close) poison_q <= 1'b0;
    else if (p_leaves && p_step_q.write) poison_q <= poison;
  end

  // ------------------------------------------------------------------- into SRAM
  nf_ace_tx_store #(
      .Words   (Words),
      .Commands(Bursts),
      .WordBytes(WordBytes)
  ) u_store (
      .clk_i,
      .rst_ni,
      .word_valid_i (p_leaves & p_step_q.write),
      .word_ready_o (room),
      .word_data_i  (word),
      .pkt_valid_i  (p_leaves & p_step_q.close),
      .pkt_ready_o  (pkt_ready),
      .pkt_words_i  (p_step_q.words),
      .pkt_sram_i   (p_step_q.sram),
      .pkt_end_i    (p_step_q.ends),
      .pkt_id_i     (p_step_q.id),
      .pkt_err_i    (err),
      .pkt_poison_i (poison),
      .wr_valid_o,
      .wr_addr_o,
      .wr_words_o,
      .wr_grant_i,
      .data_o,
      .poison_o,
      .done_valid_o,
      .done_id_o,
      .done_err_o,
      .done_ready_i
  );

  // --------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
  logic [13:0] unused_broken;
  nf_axi_rules #(
      .AddrBits(48),
      .DataBits(WordBits)
  ) u_rules (
      .clk_i,
      .rst_ni,
      .aw_valid_i (1'b0),
      .aw_ready_i (1'b0),
      .aw_addr_i  ('0),
      .aw_len_i   ('0),
      .w_valid_i  (1'b0),
      .w_ready_i  (1'b0),
      .w_data_i   ('0),
      .w_strb_i   ('0),
      .w_last_i   (1'b0),
      .b_valid_i  (1'b0),
      .b_ready_i  (1'b0),
      .b_resp_i   ('0),
      .ar_valid_i (ar_valid_o),
      .ar_ready_i (ar_ready_i),
      .ar_addr_i  (ar_addr_o),
      .ar_len_i   (ar_len_o),
      .r_valid_i  (r_valid_i),
      .r_ready_i  (r_ready_o),
      .r_data_i   (r_data_i),
      .r_resp_i   (r_resp_i),
      .r_last_i   (r_last_i),
      .broken_o   (unused_broken)
  );
`endif
  // A piece's place in its page, and what TX does not need of runs and pieces.
  logic unused;
  assign unused = ^{rec.last, rec.place, run.first, run.last, run.addr, run.place};

`ifndef SYNTHESIS
  logic ar_held_q;
  logic [55:0] ar_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ar_held_q <= 1'b0;
    else ar_held_q <= ar_valid_o & ~ar_ready_i;
  end
  always_ff @(posedge clk_i) ar_q <= {ar_addr_o, ar_len_o};

  // An address that is offered stays until it is taken.
  `NF_ASSERT(TxDmaAddressHolds, !ar_held_q || (ar_valid_o && ar_q == {ar_addr_o, ar_len_o}))
  // No more bursts are outstanding than the parameter says.
  `NF_ASSERT(TxDmaBurstsBounded, 32'(out_q) <= Bursts)
  // No beat is taken that was not asked for.
  `NF_ASSERT(TxDmaBeatAsked, !beat || out_q != '0)
  // No more commands are in flight than the store has room for completions.
  `NF_ASSERT(TxDmaFlightBounded, 32'(flight_q) <= Bursts)
  // A word waits for bytes of the next beat.
  `NF_COVER(TxDmaLooks, p_valid_q && p_look_q && !e_valid_q)
`endif

endmodule
