// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A queue of packets in the NIC's SRAM (ACE 4.4): headers in one memory, words in another.
//
// Room is given by packets: the writer reserves before it begins one (reserve_i while room_o is
// up) and may then write its words whenever it likes; they are always taken. What follows a last
// word is the first word of the next packet. A packet of more than four words has no room: none of
// it is kept, its room is free again, and it is reported. With Whole = 0 there must be none.
//
// The reader moves a word to the output registers with load_i, which it raises only while ready_o
// is up. Whole = 1: a packet is offered when it has come completely; 0: with its first word (for a
// writer that does not pause within packets). It does not mark words as taken: the reader keeps
// that.
//
// Latency: a word written in cycle t is offered in t+1 and stands at the output in t+2. Throughput:
// one word per cycle in and out. The room of a packet is free two cycles after its last load.

`include "nf_assert.svh"

module nf_ace_nic_queue #(
    parameter int unsigned Packets = 16,  // packets held, a power of two 2..64
    parameter bit Whole = 1'b1,  // offer packets that are complete, 1; that have begun, 0
    parameter int unsigned WordBytes = 64,  // of a bus word: 32, 64, 128 or 256
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // writer
    input  logic         reserve_i,   // takes room for one packet; only while room_o
    output logic         room_o,      // there is room for one more packet
    input  logic         in_valid_i,  // always taken; a packet begins only with room that was
                                      // reserved
    input  logic         in_last_i,
    input  nf_ace_pkg::hdr_t in_hdr_i,  // of the packet, beside its first word
    input  logic [WordBits-1:0] in_data_i,
    output logic         drop_o,      // pulse: a packet was too long
    // reader
    output logic         ready_o,     // load_i may come
    output logic         open_o,      // the word that was loaded last does not end its packet
    input  logic         load_i,      // only while ready_o
    output logic         out_first_o,  // of the word that was loaded last
    output logic         out_last_o,
    output nf_ace_pkg::hdr_t out_hdr_o,  // for all words of the packet
    output logic [WordBits-1:0] out_data_o
);

  `NF_PARAM(NicQueuePacketsInRange, Packets >= 2 && Packets <= 64)
  `NF_PARAM(NicQueuePacketsPowerOfTwo, (Packets & (Packets - 1)) == 0)
  `NF_PARAM(NicQueueWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned PacketBits = $clog2(Packets);
  localparam int unsigned AddrBits = PacketBits + $clog2(nf_ace_pkg::PACKET_WORDS);
  localparam logic [1:0] LastWord = 2'(nf_ace_pkg::PACKET_WORDS - 1);

  // ------------------------------------------------------------------------------ writing
  logic in_open_q, skip_q;  // the next word is not a first one; it is of a packet that was dropped
  logic [1:0] index_q;  // words stored of the open packet
  logic [AddrBits-1:0] write_q, read_q;
  logic [PacketBits-1:0] write_hdr_q, read_hdr_q;
  logic store, head, drop;

  // A fourth word that is not the last takes back the three before it.
  assign drop = Whole & in_valid_i & ~skip_q & in_open_q & (index_q == LastWord) & ~in_last_i;
  assign store = in_valid_i & ~skip_q & ~drop;
  assign head = in_valid_i & ~in_open_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_open_q <= 1'b0;
      skip_q <= 1'b0;
      index_q <= '0;
      write_q <= '0;
      write_hdr_q <= '0;
      drop_o <= 1'b0;
    end else begin
      drop_o <= drop;
      if (in_valid_i) begin
        in_open_q <= ~in_last_i;
        skip_q <= ~in_last_i & (skip_q | drop);
        index_q <= in_open_q ? index_q + 2'd1 : 2'd1;
        if (drop) write_q <= write_q - AddrBits'(LastWord);
        else if (store) write_q <= write_q + 1'b1;
        if (drop) write_hdr_q <= write_hdr_q - 1'b1;
        else if (head) write_hdr_q <= write_hdr_q + 1'b1;
      end
    end
  end

  // ------------------------------------------------------------------------------ reading
  logic begun_q;  // a word has been loaded since reset
  logic loaded_q;  // in the last cycle
  logic first_q, last;
  logic next_first, release_packet;

  assign next_first = ~(begun_q & ~last);
  assign release_packet = loaded_q & last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      loaded_q <= 1'b0;
      first_q <= 1'b0;
      read_q <= '0;
      read_hdr_q <= '0;
    end else begin
      loaded_q <= load_i;
      if (load_i) begin
        begun_q <= 1'b1;
        first_q <= next_first;
        read_q  <= read_q + 1'b1;
        if (next_first) read_hdr_q <= read_hdr_q + 1'b1;
      end
    end
  end

  typedef struct packed {
    logic                last;
    logic [WordBits-1:0] data;
  } word_t;

  word_t in_word, out_word;
  assign in_word.last = in_last_i;
  assign in_word.data = in_data_i;
  assign last = out_word.last;
  assign out_data_o = out_word.data;

  nf_ram_1r1w #(
      .Width($bits(in_word)),
      .Depth(Packets * nf_ace_pkg::PACKET_WORDS)
  ) u_words (
      .clk_i,
      .we_i   (store),
      .waddr_i(write_q),
      .wdata_i(in_word),
      .re_i   (load_i),
      .raddr_i(read_q),
      .rdata_o(out_word)
  );

  nf_ram_1r1w #(
      .Width($bits(in_hdr_i)),
      .Depth(Packets)
  ) u_headers (
      .clk_i,
      .we_i   (head),
      .waddr_i(write_hdr_q),
      .wdata_i(in_hdr_i),
      .re_i   (load_i & next_first),
      .raddr_i(read_hdr_q),
      .rdata_o(out_hdr_o)
  );

  // ------------------------------------------------------------------------------ books
  // used: packets for which room is reserved or in use. words: stored and not loaded.
  logic [PacketBits:0] used_q, used_d;
  logic [AddrBits:0] words_q, words_d;
  logic room_q;

  always_comb begin
    used_d = used_q + (PacketBits + 1)'(reserve_i) - (PacketBits + 1)'(release_packet)
             - (PacketBits + 1)'(drop);
    words_d = words_q + (AddrBits + 1)'(store) - (AddrBits + 1)'(load_i)
              - (drop ? (AddrBits + 1)'(LastWord) : '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q  <= '0;
      words_q <= '0;
      room_q  <= 1'b1;
    end else begin
      used_q  <= used_d;
      words_q <= words_d;
      room_q  <= used_d != (PacketBits + 1)'(Packets);
    end
  end

  if (Whole) begin : gen_whole
    logic [PacketBits:0] complete_q;  // packets that are complete and not begun at the output
    logic ends, begins;
    assign ends = store & in_last_i;
    assign begins = load_i & next_first;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) complete_q <= '0;
      else if (ends && !begins) complete_q <= complete_q + 1'b1;
      else if (begins && !ends) complete_q <= complete_q - 1'b1;
    end
    assign ready_o = next_first ? complete_q != '0 : words_q != '0;
  end else begin : gen_through
    assign ready_o = words_q != '0;
  end

  assign room_o = room_q;
  assign open_o = ~next_first;
  assign out_first_o = first_q;
  assign out_last_o = begun_q & last;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [PacketBits:0] held_q;  // packets begun at the input and not ended at the output
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else held_q <= held_q + {{PacketBits{1'b0}}, head}
                     - {{PacketBits{1'b0}}, loaded_q & last} - {{PacketBits{1'b0}}, drop};
  end

  // Room is reserved only where it is.
  `NF_ASSERT(NicQueueReserveFits, !reserve_i || 32'(used_q) < Packets)
  // A packet begins only with room that was reserved for it.
  `NF_ASSERT(NicQueueReserved, held_q <= used_q)
  // There are never more words than the memory holds.
  `NF_ASSERT(NicQueueWordsFit, 32'(words_q) <= Packets * nf_ace_pkg::PACKET_WORDS)
  // A word is loaded only when it is there.
  `NF_ASSERT(NicQueueLoadHasWord, !load_i || words_q != '0)
  // A complete packet never runs dry.
  `NF_ASSERT(NicQueueWhole, !Whole || next_first || words_q != '0)
  // The pointers stay as far apart as words are held.
  `NF_ASSERT(NicQueuePointersMatch, AddrBits'(write_q - read_q) == words_q[AddrBits-1:0])
  // A packet that is offered with its first word has four at most.
  `NF_ASSERT(NicQueueShort, Whole || !in_valid_i || !in_open_q || index_q != '0)
  // All room was taken.
  `NF_COVER(NicQueueFull, !room_q)
`endif

endmodule
