// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The last station of the TX DMA: words that wait until the SRAM takes them packet by packet, and
// commands that end with their last packet (ACE 4, Fig. 6; 4.2: a packet goes when all is free).
//
// A packet is entered with its last word or later. A packet of no words is the end of a command
// that moves none; it asks for nothing. It does not check that as many words came as a packet says.
//
// One word per cycle in and out when packets of four words are granted every four cycles. A packet
// is asked for in the cycle after it was entered; a completion shows in the cycle after the write
// strobe of the last word. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_tx_store #(
    parameter int unsigned Words = 32,      // bus words that can wait, 16..256, multiple of 4
    parameter int unsigned Commands = 8,    // that can be in flight, 2..64
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // words
    input  logic         word_valid_i,
    output logic         word_ready_o,
    input  logic [WordBits-1:0] word_data_i,
    // packets
    input  logic         pkt_valid_i,
    output logic         pkt_ready_o,
    input  logic [  2:0] pkt_words_i,   // 0..4
    input  logic [ 15:0] pkt_sram_i,    // where it goes
    input  logic         pkt_end_i,     // the last one of its command
    input  logic [  7:0] pkt_id_i,      // of the command
    input  logic         pkt_err_i,     // with the last one: some beat of the command was bad
    input  logic         pkt_poison_i,  // some beat of the packet was
    // SRAM; word k is on data_o in cycle g + 2 + k, g that of the grant
    output logic         wr_valid_o,
    output logic [ 15:0] wr_addr_o,     // SRAM packet
    output logic [  3:0] wr_words_o,
    input  logic         wr_grant_i,
    output logic [WordBits-1:0] data_o,  // word k two + k cycles after the grant
    output logic         poison_o,      // beside data_o: the packet's
    // completions
    output logic         done_valid_o,
    output logic [  7:0] done_id_o,
    output logic         done_err_o,
    input  logic         done_ready_i
);

  `NF_PARAM(TxStoreWordsInRange, Words >= 16 && Words <= 256 && Words % 4 == 0)
  `NF_PARAM(TxStoreCommandsInRange, Commands >= 2 && Commands <= 64)
  `NF_PARAM(TxStoreWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  // ------------------------------------------------------------------- words
  localparam int unsigned AddrBits = $clog2(Words);
  localparam logic [AddrBits-1:0] LastWord = AddrBits'(Words - 1);

  logic [AddrBits-1:0] store_q, fetch_q;
  logic [8:0] held_q;  // words in the RAM
  logic store, fetch;

  assign word_ready_o = (held_q != 9'(Words));
  assign store = word_valid_i & word_ready_o;

  nf_ram_1r1w #(
      .Width(WordBits),
      .Depth(Words)
  ) u_words (
      .clk_i,
      .we_i   (store),
      .waddr_i(store_q),
      .wdata_i(word_data_i),
      .re_i   (fetch),
      .raddr_i(fetch_q),
      .rdata_o(data_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_q <= '0;
      fetch_q <= '0;
      held_q <= '0;
    end else begin
      if (store) store_q <= (store_q == LastWord) ? '0 : store_q + 1'b1;
      if (fetch) fetch_q <= (fetch_q == LastWord) ? '0 : fetch_q + 1'b1;
      held_q <= held_q + 9'(store) - 9'(fetch);
    end
  end

  // ------------------------------------------------------------------- packets
  typedef struct packed {
    logic [15:0] sram;    // where it goes
    logic [2:0]  words;
    logic        ends;    // its command ends with it
    logic        poison;
    logic        err;     // of the command, when it ends
    logic [7:0]  id;
  } packet_t;

  packet_t new_pkt, pkt;
  logic pkt_valid, pkt_take, granted, empty;
  logic [$clog2(Words/4+1)-1:0] unused_packets;

  assign new_pkt.sram = pkt_sram_i;
  assign new_pkt.words = pkt_words_i;
  assign new_pkt.ends = pkt_end_i;
  assign new_pkt.poison = pkt_poison_i;
  assign new_pkt.err = pkt_err_i;
  assign new_pkt.id = pkt_id_i;

  nf_fifo #(
      .Width($bits(new_pkt)),
      .Depth(Words / 4)
  ) u_packets (
      .clk_i,
      .rst_ni,
      .in_valid_i (pkt_valid_i),
      .in_ready_o (pkt_ready_o),
      .in_data_i  (new_pkt),
      .out_valid_o(pkt_valid),
      .out_ready_i(pkt_take),
      .out_data_o (pkt),
      .count_o    (unused_packets)
  );

  // The next packet may be granted while the last word of this one is fetched, not before: it is
  // asked for one cycle earlier. The end of a command without words needs no grant.
  logic [2:0] send_q;  // words to fetch
  logic send_end_q, send_poison_q;
  nf_ace_pkg::done_t send_done_q, done;

  assign wr_valid_o = pkt_valid & (pkt.words != 3'd0) & (send_q <= 3'd2);
  assign wr_addr_o = pkt.sram;
  assign wr_words_o = 4'(pkt.words);
  assign granted = wr_valid_o & wr_grant_i;
  assign empty = pkt_valid & (pkt.words == 3'd0) & (send_q == 3'd0);
  assign pkt_take = granted | empty;
  assign fetch = (send_q != 3'd0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      send_q <= '0;
      send_end_q <= 1'b0;
    end else if (granted) begin
      send_q <= pkt.words;
      send_end_q <= pkt.ends;
    end else if (fetch) begin
      send_q <= send_q - 3'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (granted) begin
      send_done_q.id <= pkt.id;
      send_done_q.err <= pkt.err;
      send_poison_q <= pkt.poison;
    end
    if (fetch) poison_o <= send_poison_q;
  end

  // ------------------------------------------------------------------- completions
  // The last word was fetched in cycle c; its write strobe is in cycle c + 5.
  localparam int unsigned Until = nf_ace_pkg::WRITE_LATENCY - 1;

  logic [Until-1:0] end_q;
  nf_ace_pkg::done_t ended, last_ended;
  localparam int unsigned DoneBits = $bits(ended);
  logic [Until*DoneBits-1:0] ended_q;  // the youngest lowest
  logic done_ready;
  logic [$clog2(Commands+1)-1:0] unused_done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) end_q <= '0;
    else end_q <= {end_q[Until-2:0], empty | (send_q == 3'd1 & send_end_q)};
  end
  assign ended.id = empty ? pkt.id : send_done_q.id;
  assign ended.err = empty ? pkt.err : send_done_q.err;
  assign last_ended = ended_q[(Until-1)*DoneBits+:DoneBits];
  always_ff @(posedge clk_i) begin
    ended_q <= {ended_q[(Until-1)*DoneBits-1:0], ended};
  end

  nf_fifo #(
      .Width($bits(last_ended)),
      .Depth(Commands)
  ) u_done (
      .clk_i,
      .rst_ni,
      .in_valid_i (end_q[Until-1]),
      .in_ready_o (done_ready),
      .in_data_i  (last_ended),
      .out_valid_o(done_valid_o),
      .out_ready_i(done_ready_i),
      .out_data_o (done),
      .count_o    (unused_done)
  );

  assign done_id_o = done.id;
  assign done_err_o = done.err;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic wr_held_q;
  logic [19:0] wr_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wr_held_q <= 1'b0;
    else wr_held_q <= wr_valid_o & ~wr_grant_i;
  end
  always_ff @(posedge clk_i) wr_q <= {wr_addr_o, wr_words_o};

  // A packet that is asked for stays until it is granted.
  `NF_ASSERT(TxStorePacketHolds, !wr_held_q || (wr_valid_o && wr_q == {wr_addr_o, wr_words_o}))
  // A granted packet lies in the buffer with all its words.
  `NF_ASSERT(TxStoreWordsThere, !fetch || held_q != '0)
  // The buffer never holds more words than it has places.
  `NF_ASSERT(TxStoreWordsFit, 32'(held_q) <= Words)
  // A packet starts only when all words of the one before have been fetched.
  `NF_ASSERT(TxStoreOnePacket, !granted || send_q <= 3'd1)
  // Every completion finds room.
  `NF_ASSERT(TxStoreDoneFits, !end_q[Until-1] || done_ready)
  // The buffer was full: SRAM was behind.
  `NF_COVER(TxStoreFull, 32'(held_q) == Words)
`endif

endmodule
