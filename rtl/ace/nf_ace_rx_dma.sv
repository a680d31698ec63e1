// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// RX DMA: SRAM to memory (ACE 4, Fig. 6; 4.4). It reads the messages of a chunk packet by packet,
// shifts them to the alignment that they have in memory, and writes them by AXI4 bursts.
//
// It has one transaction ID and does not retry: a write that was answered with an error is marked
// in the completion of its command. A beat with a byte of a poisoned word is written as any other,
// and reported with its command and its address before that is complete. It reads no word of which
// nothing is written, and the strobes spare every byte outside the piece. Pieces that touch are
// written by common bursts; a beat that two of them share is written once. Data of a burst is offered
// behind its address, whether or not that was taken: a slave may wait for either of them first
// (AXI4 A3.3).
//
// One beat per cycle, sustained over bursts, pieces and commands while the memory's latency is less
// than what Bursts - 1 bursts move. From a command at the interface to its first address 5 cycles, to
// its first request 6; from a word at the interface to its beat 3. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_rx_dma #(
    parameter int unsigned Bursts = 8,      // outstanding, and commands in flight, 2..64
    parameter int unsigned Words = 32,      // bus words that can wait for memory, 16..256
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         give_up_i,     // the memory stands still; stays until reset
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
    output logic         done_err_o,    // some write was answered with an error
    input  logic         done_ready_i,
    // SRAM: a packet is to be read; its words come later, in order, and always find room
    output logic         rd_valid_o,
    output logic [ 15:0] rd_addr_o,     // SRAM packet
    output logic [  3:0] rd_words_o,
    input  logic         rd_grant_i,
    input  logic         data_valid_i,
    input  logic [WordBits-1:0] data_i,
    input  logic         poison_i,      // beside data_i
    // AXI4 write channels; beats of a bus word, INCR
    output logic         aw_valid_o,
    input  logic         aw_ready_i,
    output logic [ 47:0] aw_addr_o,
    output logic [  7:0] aw_len_o,
    output logic         w_valid_o,
    input  logic         w_ready_i,
    output logic [WordBits-1:0] w_data_o,
    output logic [WordBytes-1:0] w_strb_o,
    output logic         w_last_o,
    input  logic         b_valid_i,
    output logic         b_ready_o,
    input  logic [  1:0] b_resp_i,
    // pulse: a beat with poisoned data was offered
    output logic         poison_o,      // a beat with poisoned data was offered: of this command,
                                        // at this address
    output logic [  7:0] poison_id_o,   // of its command
    output logic [ 47:0] poison_addr_o,
    // observation
    output logic         beat_o         // pulse: a beat was taken
);

  `NF_PARAM(RxDmaBurstsInRange, Bursts >= 2 && Bursts <= 64)
  `NF_PARAM(RxDmaWordsInRange, Words >= 16 && Words <= 256)
  `NF_PARAM(RxDmaWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned PlaceBits = $clog2(WordBytes);
  localparam int unsigned PageBits = 12 - PlaceBits;
  localparam int unsigned AtBits = 48 - PlaceBits;

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

  // A run goes to the reading and to the writing side with its first burst. The ledger holds
  // outstanding bursts and ends of commands, in order.
  logic aw_load, run_push, read_ready, shift_ready, ledger_push, ledger_ready;

  logic gone_q;  // the memory was given up

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) gone_q <= 1'b0;
    else gone_q <= give_up_i;
  end

  assign rec_take = rec_valid & (~rec.burst | gone_q | ~aw_valid_o | aw_ready_i) &
                    (~rec.burst | gone_q | ~rec.first | (read_ready & shift_ready)) &
                    (ledger_ready | ~(rec.burst | rec.last));
  assign aw_load = rec_take & rec.burst & ~gone_q;
  assign run_push = aw_load & rec.first;
  assign ledger_push = rec_take & (rec.burst | rec.last);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) aw_valid_o <= 1'b0;
    else aw_valid_o <= aw_load | (aw_valid_o & ~aw_ready_i);
  end
  always_ff @(posedge clk_i) begin
    if (aw_load) begin
      aw_addr_o <= rec.addr;
      aw_len_o <= rec.len;
    end
  end

  // ------------------------------------------------------------------- reading packets
  nf_ace_pkg::piece_t read;
  logic read_valid, read_take, k_valid_q, granted, k_final, fetch;
  logic [15:0] k_sram_q;
  logic [10:0] k_words_q;
  logic [2:0] gap_q;  // words of the last packet that are still to be read, a grant from now
  logic [8:0] used_q;  // words of the buffer that hold data or wait for it

  nf_ace_runs #(
      .Depth(Bursts + 2),
      .Zeros(1'b0),
      .WordBytes(WordBytes)
  ) u_reads (
      .clk_i,
      .rst_ni,
      .in_valid_i (run_push),
      .in_ready_o (read_ready),
      .in_id_i    ('0),
      .in_end_i   (1'b0),
      .in_addr_i  ('0),
      .in_bytes_i (rec.bytes),
      .in_pieces_i(rec.pieces),
      .in_room_i  (rec.room),
      .in_sram_i  (rec.sram),
      .in_pitch_i (rec.pitch),
      .out_valid_o(read_valid),
      .out_ready_i(read_take),
      .out_id_o   (read.id),
      .out_end_o  (read.ends),
      .out_first_o(read.first),
      .out_last_o (read.last),
      .out_share_o(read.share),
      .out_addr_o (read.addr),
      .out_place_o(read.place),
      .out_bytes_o(read.bytes),
      .out_beats_o(read.beats),
      .out_words_o(read.words),
      .out_sram_o (read.sram)
  );

  // The next packet may be granted in the cycle after the last word of this one had its turn.
  assign rd_valid_o = k_valid_q & (gap_q <= 3'd2) & (used_q <= 9'(Words - 4));
  assign rd_addr_o = k_sram_q;
  assign rd_words_o = k_final ? k_words_q[3:0] : 4'd4;
  assign k_final = (k_words_q <= 11'd4);
  assign granted = rd_valid_o & rd_grant_i;
  assign read_take = ~k_valid_q | (granted & k_final);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      k_valid_q <= 1'b0;
      gap_q <= '0;
      used_q <= '0;
    end else begin
      k_valid_q <= (read_take & read_valid) | (k_valid_q & ~(granted & k_final));
      if (granted) gap_q <= rd_words_o[2:0];
      else if (gap_q != '0) gap_q <= gap_q - 3'd1;
      used_q <= used_q + (granted ? 9'(rd_words_o) : 9'd0) - 9'(fetch);
    end
  end
  always_ff @(posedge clk_i) begin
    if (read_take && read_valid) begin
      k_sram_q <= read.sram;
      k_words_q <= 11'((17'(read.bytes) + 17'(WordBytes - 1)) >> PlaceBits);
    end else if (granted) begin
      k_sram_q <= k_sram_q + 16'd1;
      k_words_q <= k_words_q - 11'd4;
    end
  end

  // ------------------------------------------------------------------- words that wait for memory
  localparam int unsigned AddrBits = $clog2(Words);
  localparam logic [AddrBits-1:0] LastWord = AddrBits'(Words - 1);

  logic [AddrBits-1:0] store_q, fetch_q;
  logic [8:0] held_q;  // words in the RAM
  logic d_valid_q, d_take;  // the output register of the RAM holds a word
  typedef struct packed {
    logic                poison;
    logic [WordBits-1:0] data;
  } word_t;

  word_t new_word, d;
  assign new_word.poison = poison_i;
  assign new_word.data = data_i;
  assign fetch = (held_q != '0) & (~d_valid_q | d_take);

  nf_ram_1r1w #(
      .Width($bits(new_word)),
      .Depth(Words)
  ) u_words (
      .clk_i,
      .we_i   (data_valid_i),
      .waddr_i(store_q),
      .wdata_i(new_word),
      .re_i   (fetch),
      .raddr_i(fetch_q),
      .rdata_o(d)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_q <= '0;
      fetch_q <= '0;
      held_q <= '0;
      d_valid_q <= 1'b0;
    end else begin
      if (data_valid_i) store_q <= (store_q == LastWord) ? '0 : store_q + 1'b1;
      if (fetch) fetch_q <= (fetch_q == LastWord) ? '0 : fetch_q + 1'b1;
      held_q <= held_q + 9'(data_valid_i) - 9'(fetch);
      d_valid_q <= fetch | (d_valid_q & ~d_take);
    end
  end

  // ------------------------------------------------------------------- pieces that are written
  nf_ace_pkg::piece_t run;
  logic run_valid, run_take, run_load;

  nf_ace_runs #(
      .Depth(Bursts + 2),
      .Zeros(1'b0),
      .WordBytes(WordBytes)
  ) u_shifts (
      .clk_i,
      .rst_ni,
      .in_valid_i (run_push),
      .in_ready_o (shift_ready),
      .in_id_i    (rec.id),
      .in_end_i   (1'b0),
      .in_addr_i  ({rec.addr[47:12], rec.place}),
      .in_bytes_i (rec.bytes),
      .in_pieces_i(rec.pieces),
      .in_room_i  (rec.room),
      .in_sram_i  ('0),
      .in_pitch_i ('0),
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

  // Beat i ends with the first bytes of word i and begins with what is left of word i - 1; or with
  // the piece before, when the two share it.
  logic i_valid_q, i_first_q, i_last_q, i_share_q, i_word, i_take, i_final, i_keep, i_goes;
  logic [PlaceBits-1:0] i_offset_q, run_stop;
  logic [PlaceBits-1:0] i_from_q;  // where in the beat its run begins
  logic [AtBits-1:0] i_at_q, i_at_next;  // the beat's place in memory, in bus words
  logic [7:0] i_id_q;
  logic poisoned;
  logic [PlaceBits:0] i_stop_q;  // bytes of the last beat
  logic [10:0] i_beats_q, i_words_q;
  logic [6:0] open_q;  // bursts whose address is or was offered and whose data has not ended
  logic [WordBytes-1:0] strobe;
  logic [WordBits-1:0] turned, word;
  word_t before_q;  // what is left of the word before
  logic w_last, burst_ends;

  // Three parts count side by side, each when those below it are full: one carry through all of
  // them was the longest path of the block.
  assign i_at_next = {
    &i_at_q[27:0] ? i_at_q[AtBits-1:28] + 1'b1 : i_at_q[AtBits-1:28],
    &i_at_q[13:0] ? i_at_q[27:14] + 14'd1 : i_at_q[27:14],
    i_at_q[13:0] + 14'd1
  };
  assign run_stop = run.place[PlaceBits-1:0] + run.bytes[PlaceBits-1:0];
  assign i_word = (i_words_q != 11'd0);
  assign i_final = (i_beats_q == 11'd1);
  assign i_take = i_valid_q & (~i_word | d_valid_q) & (~w_valid_o | w_ready_i) & (open_q != '0);
  assign d_take = i_take & i_word;
  assign run_take = ~i_valid_q | (i_take & i_final);
  assign run_load = run_take & run_valid;
  // A beat that the next piece shares waits for it.
  assign i_keep = i_final & i_share_q;
  assign i_goes = i_take & ~i_keep;
  assign w_last = (i_final & i_last_q) | (&i_at_q[PageBits-1:0]);
  assign burst_ends = i_goes & w_last;
  assign poisoned = (i_word & d.poison) | (~i_first_q & (i_offset_q != '0) & before_q.poison);
  assign strobe = ({WordBytes{1'b1}} << i_from_q) &
                  (i_final ? ~({WordBytes{1'b1}} << i_stop_q) : {WordBytes{1'b1}});

  nf_ace_rotate #(
      .WordBytes(WordBytes)
  ) u_rotate (
      .data_i  (d.data),
      .amount_i(PlaceBits'(0) - i_offset_q),
      .data_o  (turned)
  );
  nf_ace_merge #(
      .WordBytes(WordBytes)
  ) u_merge (
      .low_i  (before_q.data),
      .high_i (turned),
      .split_i((PlaceBits + 1)'(i_offset_q)),
      .keep_i (strobe),
      .data_o (word)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      i_valid_q <= 1'b0;
      open_q <= '0;
      w_valid_o <= 1'b0;
      beat_o <= 1'b0;
      poison_o <= 1'b0;
    end else begin
      i_valid_q <= run_load | (i_valid_q & ~(i_take & i_final));
      open_q <= open_q + 7'(aw_load) - 7'(burst_ends);
      w_valid_o <= i_goes | (w_valid_o & ~w_ready_i);
      beat_o <= w_valid_o & w_ready_i;
      poison_o <= i_goes & poisoned & ~gone_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (run_load) begin
      i_last_q <= run.last;
      i_share_q <= run.share;
      i_offset_q <= run.place[PlaceBits-1:0];
      i_stop_q <= (run_stop == '0) ? (PlaceBits + 1)'(WordBytes) : (PlaceBits + 1)'(run_stop);
      i_beats_q <= run.beats;
      i_words_q <= 11'((17'(run.bytes) + 17'(WordBytes - 1)) >> PlaceBits);
    end else if (i_take) begin
      i_beats_q <= i_beats_q - 11'd1;
      if (i_word) i_words_q <= i_words_q - 11'd1;
    end
    if (run_load && run.first) begin
      i_first_q <= 1'b1;
      {i_at_q, i_from_q} <= run.addr;
      i_id_q <= run.id;
    end else begin
      if (i_take) i_first_q <= 1'b0;
      if (i_goes) i_at_q <= i_at_next;
      if (i_goes) i_from_q <= '0;
    end
    if (i_take && i_keep) begin
      before_q.poison <= poisoned;
      before_q.data <= word;
    end else if (d_take) begin
      before_q.poison <= d.poison;
      before_q.data <= turned;
    end
    if (i_goes) begin
      w_data_o <= word;
      w_strb_o <= gone_q ? '0 : strobe;
      w_last_o <= w_last;
      poison_id_o <= i_id_q;
      poison_addr_o <= {i_at_q, {PlaceBits{1'b0}}};
    end
  end

  // ------------------------------------------------------------------- responses and completions
  typedef struct packed {
    logic       burst;  // its response is to come
    logic       last;   // of the command
    logic [7:0] id;
  } ledger_t;

  ledger_t new_l, l;
  nf_ace_pkg::done_t new_done, done;
  logic l_valid, l_take, l_err, err_q, done_push, done_ready;
  logic [$clog2(Bursts+1)-1:0] unused_ledger, unused_done;

  assign new_l.burst = rec.burst;
  assign new_l.last = rec.last;
  assign new_l.id = rec.id;

  nf_fifo #(
      .Width($bits(new_l)),
      .Depth(Bursts)
  ) u_ledger (
      .clk_i,
      .rst_ni,
      .in_valid_i (ledger_push),
      .in_ready_o (ledger_ready),
      .in_data_i  (new_l),
      .out_valid_o(l_valid),
      .out_ready_i(l_take),
      .out_data_o (l),
      .count_o    (unused_ledger)
  );

  assign b_ready_o = gone_q | (l_valid & l.burst);
  assign l_take = l_valid & (~l.burst | b_valid_i | gone_q);
  assign l_err = err_q | (l.burst & (gone_q | (b_resp_i != 2'b00)));
  assign done_push = l_take & l.last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) err_q <= 1'b0;
    else if (l_take) err_q <= l_err & ~l.last;
  end

  assign new_done.id = l.id;
  assign new_done.err = l_err;
  assign done_id_o = done.id;
  assign done_err_o = done.err;

  nf_fifo #(
      .Width($bits(new_done)),
      .Depth(Bursts)
  ) u_done (
      .clk_i,
      .rst_ni,
      .in_valid_i (done_push),
      .in_ready_o (done_ready),
      .in_data_i  (new_done),
      .out_valid_o(done_valid_o),
      .out_ready_i(done_ready_i),
      .out_data_o (done),
      .count_o    (unused_done)
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
      .aw_valid_i (aw_valid_o),
      .aw_ready_i (aw_ready_i),
      .aw_addr_i  (aw_addr_o),
      .aw_len_i   (aw_len_o),
      .w_valid_i  (w_valid_o),
      .w_ready_i  (w_ready_i),
      .w_data_i   (w_data_o),
      .w_strb_i   (w_strb_o),
      .w_last_i   (w_last_o),
      .b_valid_i  (b_valid_i),
      .b_ready_i  (b_ready_o),
      .b_resp_i   (b_resp_i),
      .ar_valid_i (1'b0),
      .ar_ready_i (1'b0),
      .ar_addr_i  ('0),
      .ar_len_i   ('0),
      .r_valid_i  (1'b0),
      .r_ready_i  (1'b0),
      .r_data_i   ('0),
      .r_resp_i   ('0),
      .r_last_i   (1'b0),
      .broken_o   (unused_broken)
  );
`endif
  // What the two sides do not need of runs and pieces.
  logic unused;
  assign unused = ^{rec.ends, read.id, read.ends, read.first, read.last, read.share, read.addr,
                    read.place, read.beats, read.words, run.ends, run.place, run.words, run.sram};

`ifndef SYNTHESIS
  logic [2:0] wait_q;  // address, beat, packet
  logic [55:0] aw_q;
  logic [WordBits+WordBytes:0] w_q;
  logic [19:0] rd_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= '0;
    else wait_q <= {aw_valid_o & ~aw_ready_i, w_valid_o & ~w_ready_i, rd_valid_o & ~rd_grant_i};
  end
  always_ff @(posedge clk_i) begin
    aw_q <= {aw_addr_o, aw_len_o};
    w_q <= {w_data_o, w_strb_o, w_last_o};
    rd_q <= {rd_addr_o, rd_words_o};
  end

  // An address that is offered stays until it is taken.
  `NF_ASSERT(RxDmaAddressHolds, !wait_q[2] || (aw_valid_o && aw_q == {aw_addr_o, aw_len_o}))
  // A beat that is offered stays until it is taken.
  `NF_ASSERT(RxDmaBeatHolds, !wait_q[1] || (w_valid_o && w_q == {w_data_o, w_strb_o, w_last_o}))
  // A packet that is asked for stays until it is granted.
  `NF_ASSERT(RxDmaPacketHolds, !wait_q[0] || (rd_valid_o && rd_q == {rd_addr_o, rd_words_o}))
  // Every word that comes finds room.
  `NF_ASSERT(RxDmaWordFits, !data_valid_i || 32'(held_q) < Words)
  // No beat is empty while the memory lives.
  `NF_ASSERT(RxDmaBeatWritesSomething, !w_valid_o || gone_q || w_strb_o != '0)
  // Every completion finds room.
  `NF_ASSERT(RxDmaDoneFits, !done_push || done_ready)
  // The buffer was full, counting words that come: memory was behind.
  `NF_COVER(RxDmaFull, 32'(used_q) > Words - 4)
`endif

endmodule
