// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Combiner: makes the frames that leave a port, each from a header and the words of a sum, with the
// ICRC behind them (NETREDUCE 4.3, Fig. 4). Frames of less than 60 bytes are filled up with zeros.
//
// The words come without back-pressure: who sends them reserves the frame's room before. It checks
// no header and makes no lengths: what the header says must fit size_i. Bytes of the last word
// beyond the size do not count.
//
// A header is 54 bytes long, so a word is cut: ten bytes of it end one beat, the other 54 begin the
// next one. If more than six bytes are left over at the end, they go in the idle cycle behind the
// last word. Beats are kept with an ICRC field of zeros; a frame leaves when its ICRC is known,
// which is put in on the way out.
// First beat 9 cycles after the last one was written (that is, 9 or 10 after the last word); then a
// beat a cycle, frames back to back.

`include "nf_assert.svh"

module nf_netreduce_combiner #(
    parameter int unsigned Packets = 4  // frames that have their place here, 2..16; from 4 on
                                        // packets of 1 KB leave without a gap when the port does
                                        // not wait
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // room
    output logic                            ready_o,  // room for one frame more than those reserved
    input  logic                            reserve_i,   // a frame will come; only with ready_o,
                                                         // which shows it in the next cycle
    output logic                            empty_o,     // no frame is reserved
    // header: one per reserved frame, in order, in a later cycle than the reservation and at least
    // one cycle before the frame's first word
    input  logic                            head_valid_i,
    input  nf_netreduce_pkg::head_t         head_i,
    input  logic                    [ 10:0] size_i,      // bytes of payload and pad: 0..1024, a multiple of 4
    // the sum, never refused: max(1, size / 64 rounded up) words; behind a last one a cycle is idle
    input  logic                            word_valid_i,
    input  logic                            word_last_i,
    input  nf_netreduce_pkg::word_t         word_i,
    // beats of a frame
    output logic                            out_valid_o,
    input  logic                            out_ready_i,
    output logic                            out_last_o,
    output logic                    [511:0] out_data_o,  // while out_valid_o is low, an old one
    output logic                    [  7:0] out_bytes_o  // of the last beat 1..64, of others 64;
                                                         // bytes beyond are zeros
);

  `NF_PARAM(CombinerPacketsInRange, Packets >= 2 && Packets <= 16)

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam int unsigned WordBytes = nf_netreduce_pkg::WORD_BYTES;
  localparam int unsigned HeadBytes = nf_netreduce_pkg::HEAD_BYTES;
  localparam int unsigned Ends = HeadBytes + nf_netreduce_pkg::ICRC_BYTES;  // all but the payload
  localparam int unsigned SizeBits = 11;
  localparam int unsigned Beats = Packets * nf_netreduce_pkg::MAX_BEATS;
  localparam int unsigned BeatBits = $clog2(Beats);
  localparam int unsigned NumberBits = $clog2(Packets);
  localparam int unsigned CountBits = $clog2(Packets + 1);
  localparam logic [NumberBits-1:0] LastPacket = NumberBits'(Packets - 1);
  localparam logic [BeatBits-1:0] LastBeat = BeatBits'(Beats - 1);

  function automatic logic [NumberBits-1:0] after(input logic [NumberBits-1:0] n);
    after = n == LastPacket ? '0 : n + 1'b1;
  endfunction
  function automatic logic [BeatBits-1:0] beat_after(input logic [BeatBits-1:0] n);
    beat_after = n == LastBeat ? '0 : n + 1'b1;
  endfunction

  // ------------------------------------------------------------------------------ room
  logic ready_q, gone;  // gone: the last beat of a frame is fetched
  logic [CountBits-1:0] reserved_q, reserved_d;

  assign reserved_d = reserved_q + CountBits'(reserve_i) - CountBits'(gone);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reserved_q <= '0;
      ready_q <= 1'b1;
    end else begin
      reserved_q <= reserved_d;
      ready_q <= reserved_d < CountBits'(Packets);
    end
  end
  assign ready_o = ready_q;
  assign empty_o = reserved_q == '0;

  // ------------------------------------------------------------------------------ shapes
  // Where a byte and where a group of four bytes is in a frame; group n of a beat begins at byte 4 n + 2,
  // as the ICRC does, for sizes are multiples of 4.
  typedef struct packed {
    logic [4:0] beat;
    logic [5:0] in_beat;
  } byte_at_t;

  typedef struct packed {
    logic [4:0] beat;
    logic [3:0] in_beat;
  } group_at_t;

  // Where a frame ends, worked out when its header comes: which beat is the last one is what room
  // and ICRCs are counted by.
  typedef struct packed {
    group_at_t  field;  // the ICRC
    logic [4:0] last;   // beat
    logic [7:0] bytes;  // of it
  } shape_t;

  byte_at_t final_byte;  // but for padding, which is in the same beat
  shape_t coming, shape;
  localparam int unsigned ShapeBits = $bits(coming);
  logic [ShapeBits-1:0] shapes_q [Packets];

  assign final_byte = size_i + SizeBits'(Ends - 1);
  assign coming.field = size_i[10:2] + 9'(HeadBytes / 4);
  assign coming.last = final_byte.beat;
  assign coming.bytes = size_i == '0 ? 8'd60 : {2'd0, final_byte.in_beat} + 1'b1;

  // ------------------------------------------------- headers whose frames have not begun yet
  // In a memory that is read ahead; the one that came in the cycle before is in latest_q.
  logic begins, recent_q;
  logic [CountBits-1:0] pending_q;
  logic [NumberBits-1:0] put_q, next_q, next_d;
  nf_netreduce_pkg::sized_t sized, latest_q, held, front;

  assign sized.head = head_i;
  assign sized.size = size_i;
  assign next_d = begins ? after(next_q) : next_q;
  assign front = recent_q ? latest_q : held;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      recent_q <= 1'b0;
      pending_q <= '0;
      put_q <= '0;
      next_q <= '0;
    end else begin
      recent_q <= head_valid_i && pending_q == CountBits'(begins);
      pending_q <= pending_q + CountBits'(head_valid_i) - CountBits'(begins);
      if (head_valid_i) put_q <= after(put_q);
      next_q <= next_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (head_valid_i) begin
      latest_q <= sized;
      shapes_q[put_q] <= coming;
    end
  end

  nf_ram_1r1w #(
      .Width($bits(sized)),
      .Depth(Packets)
  ) u_heads (
      .clk_i  (clk_i),
      .we_i   (head_valid_i),
      .waddr_i(put_q),
      .wdata_i(sized),
      .re_i   (begins | recent_q),
      .raddr_i(next_d),
      .rdata_o(held)
  );

  // ------------------------------------------------------------------------------ beats
  logic first_q, more_q, more, write, ends;
  logic [SizeBits-1:0] size, size_q;
  logic [6:0] rest;  // bytes of the last word
  nf_netreduce_pkg::word_t word;
  nf_netreduce_pkg::head_t carry_q;  // or the rest of the word before
  nf_netreduce_pkg::beat_t beat;
  logic [BeatBits-1:0] write_q;

  assign begins = word_valid_i & first_q;
  assign size = first_q ? front.size : size_q;
  assign rest = size[5:0] == '0 ? {size != '0, 6'd0} : {1'b0, size[5:0]};
  // The last word's bytes and the ICRC do not fit into its beat.
  assign more = rest > 7'(WordBytes - Ends);
  assign write = word_valid_i | more_q;
  assign ends = more_q | (word_valid_i & word_last_i & ~more);

  // Of the last word, where it is not a full one: what is behind its end.
  logic [WordBytes-1:0] beyond;
  logic full;
  assign full = size != '0 && size[5:0] == '0;
  assign beyond = {WordBytes{1'b1}} << size[5:0];

  always_comb begin
    word = word_i;
    for (int unsigned b = 0; b < WordBytes; b++)
      if (word_last_i && !full && beyond[b]) word[8*b+:8] = '0;
  end
  assign beat.head = begins ? front.head : carry_q;
  assign beat.front = more_q ? '0 : word.front;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      more_q <= 1'b0;
      write_q <= '0;
    end else begin
      if (word_valid_i) first_q <= word_last_i;
      more_q <= word_valid_i & word_last_i & more;
      if (write) write_q <= beat_after(write_q);
    end
  end
  always_ff @(posedge clk_i) begin
    if (begins) size_q <= size;
    if (word_valid_i) carry_q <= word.rest;
  end

  // -------------------------------------------------------------------------------- ICRC
  logic done, match;
  logic [31:0] crc;
  logic [31:0] crcs_q [Packets];
  logic [NumberBits-1:0] done_q;
  logic [CountBits-1:0] known_q;  // frames whose ICRC is there

  nf_netreduce_icrc u_icrc (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .valid_i (write),
      .first_i (begins),
      .last_i  (ends),
      .data_i  (beat),
      .bytes_i (8'(WordBytes)),
      .length_i(16'(size) + 16'(Ends)),
      .tags_i  (2'd0),
      .done_o  (done),
      .match_o (match),
      .crc_o   (crc)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= '0;
      known_q <= '0;
    end else begin
      if (done) done_q <= after(done_q);
      known_q <= known_q + CountBits'(done) - CountBits'(gone);
    end
  end
  always_ff @(posedge clk_i) if (done) crcs_q[done_q] <= crc;

  // ------------------------------------------------------------------------------ way out
  // A beat that is on its way out, besides its data.
  typedef struct packed {
    logic        last;
    logic        here;   // the ICRC begins in it
    logic        tail;   // it has the end of an ICRC that is cut
    logic [3:0]  group;  // that the ICRC is in
    logic [7:0]  bytes;
    logic [31:0] crc;
  } leaving_t;

  logic valid_q, fetch, last, here;
  logic [NumberBits-1:0] out_q;
  logic [BeatBits-1:0] read_q;
  logic [4:0] index_q;
  leaving_t leaving, leaving_q;
  logic [WordBits-1:0] stored;

  assign shape = shapes_q[out_q];
  assign fetch = known_q != '0 && (!valid_q || out_ready_i);
  assign last = index_q == shape.last;
  assign here = index_q == shape.field.beat;
  assign gone = fetch & last;

  always_comb begin
    leaving.last = last;
    leaving.here = here;
    leaving.tail = last & ~here;
    leaving.group = shape.field.in_beat;
    leaving.crc = crcs_q[out_q];
    leaving.bytes = last ? shape.bytes : 8'(WordBytes);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      out_q <= '0;
      read_q <= '0;
      index_q <= '0;
    end else begin
      if (fetch) begin
        valid_q <= 1'b1;
        read_q <= beat_after(read_q);
        index_q <= last ? '0 : index_q + 1'b1;
        if (last) out_q <= after(out_q);
      end else if (out_ready_i) valid_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) if (fetch) leaving_q <= leaving;

  nf_ram_1r1w #(
      .Width(WordBits),
      .Depth(Beats)
  ) u_beats (
      .clk_i  (clk_i),
      .we_i   (write),
      .waddr_i(write_q),
      .wdata_i(beat),
      .re_i   (fetch),
      .raddr_i(read_q),
      .rdata_o(stored)
  );

  assign out_valid_o = valid_q;
  assign out_last_o = leaving_q.last;
  assign out_bytes_o = leaving_q.bytes;
  always_comb begin
    out_data_o = stored;
    if (leaving_q.tail) out_data_o[15:0] = leaving_q.crc[31:16];
    if (leaving_q.here && leaving_q.group == 4'd15)
      out_data_o[WordBits-1-:16] = leaving_q.crc[15:0];
    for (int unsigned g = 0; g < 15; g++)
      if (leaving_q.here && leaving_q.group == 4'(g)) out_data_o[32*g+16+:32] = leaving_q.crc;
  end

  // ------------------------------------------------------------------------------ properties
`ifndef SYNTHESIS
  logic [CountBits-1:0] heads_q;  // headers whose frames have not left
  logic [4:0] words_q;            // of the frame that comes
  logic [BeatBits-1:0] ends_q [Packets];  // where the frames end
  logic [NumberBits-1:0] ended_q;
  logic held_q;
  leaving_t held_leaving_q;
  logic [WordBits-1:0] held_data_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      heads_q <= '0;
      words_q <= '0;
      ended_q <= '0;
      held_q <= 1'b0;
    end else begin
      heads_q <= heads_q + CountBits'(head_valid_i) - CountBits'(gone);
      if (word_valid_i) words_q <= word_last_i ? '0 : words_q + 1'b1;
      if (ends) ended_q <= after(ended_q);
      held_q <= valid_q & ~out_ready_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ends) ends_q[ended_q] <= write_q;
    held_data_q <= out_data_o;
    held_leaving_q <= leaving_q;
  end

  // No more frames are reserved than there is room for.
  `NF_ASSERT(CombinerRoomKept, 32'(reserved_q) <= Packets)
  // A header comes for a frame that is reserved.
  `NF_ASSERT(CombinerHeadReserved, !head_valid_i || heads_q < reserved_q)
  // Sizes are those of packets.
  `NF_ASSERT(CombinerSizeInRange, !head_valid_i || (size_i[1:0] == '0 &&
             size_i <= SizeBits'(nf_netreduce_pkg::MAX_PAYLOAD)))
  // A frame's header is there when it begins.
  `NF_ASSERT(CombinerHeadThere, !begins || pending_q != '0)
  // The words are as many as the size says.
  `NF_ASSERT(CombinerWordsMatch, !word_valid_i ||
             (word_last_i ? {1'b0, words_q, rest[5:0]} + 12'(rest[6]) * 12'd64 == {1'b0, size}
                          : {words_q + 5'd1, 6'd0} < size))
  // The cycle behind a last word is idle when a beat is left over.
  `NF_ASSERT(CombinerIdleBehind, !(more_q && word_valid_i))
  // A frame that leaves ends where it ended when it came.
  `NF_ASSERT(CombinerEndsMeet, !gone || read_q == ends_q[out_q])
  // The ICRC is put where zeros were kept for it.
  `NF_ASSERT(CombinerFieldEmpty, !valid_q || (stored & ~out_data_o) == '0)
  // No sum over a field of zeros is taken for right, unless it is zero.
  `NF_ASSERT(CombinerSumThere, !done || match == (crc == '0))
  // A beat that was offered and not taken is offered again, unchanged.
  `NF_ASSERT(CombinerOutputHolds, !held_q || (valid_q && out_data_o == held_data_q &&
             leaving_q == held_leaving_q))
  // An ICRC that is spread over two beats.
  `NF_COVER(CombinerFieldCut, valid_q && leaving_q.tail)
  // All frames are reserved and a header waits behind another one.
  `NF_COVER(CombinerHeadsWait, !ready_q && pending_q > CountBits'(1))
`endif

endmodule
