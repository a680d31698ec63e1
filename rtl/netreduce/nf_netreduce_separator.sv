// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Takes the engine's frames apart: the head, which are the 54 bytes of Ethernet, IP, UDP and BTH,
// and the payload behind it as words of 64 bytes that begin with the payload's first byte
// (NETREDUCE 4.3, Fig. 4).
//
// It checks nothing: the parser has seen that a frame holds the payload that its headers announce.
// What follows the payload (ICRC, padding) is left away. There is no ready.
// One beat per cycle, frames of any number of beats back to back. A word comes one cycle after the
// beat in which it ends, the last one at most two cycles after the frame's last beat: done_o comes
// with it or behind it, always two cycles after the last beat. Nothing of the next frame is to be
// seen before done_o, and nothing of this one after it but head_o. Every output is a register.

`include "nf_assert.svh"

module nf_netreduce_separator (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // beats of a frame; there is no ready
    input  logic                            in_valid_i,
    input  logic                            in_last_i,
    input  nf_netreduce_pkg::beat_t         in_data_i,
    input  logic                    [ 10:0] size_i,  // bytes of payload with pad, 0..1024; taken
                                                     // with the first beat of a frame
    // what it holds
    output nf_netreduce_pkg::head_t         head_o,  // the first 54 bytes, from two cycles after
                                                     // the frame's first beat until two cycles
                                                     // after the next frame's
    output logic                            word_valid_o,
    output logic                    [511:0] word_o,  // word k: bytes 64k..64k+63 of the payload;
                                                     // bytes beyond the size are zero
    output logic                    [  3:0] word_index_o,  // k, with word_valid_o
    output logic                            done_o   // one pulse for each frame: all words have
                                                     // been put out, the last one with it or
                                                     // before; head_o is this frame's
);

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam int unsigned WordBytes = nf_netreduce_pkg::WORD_BYTES;
  localparam int unsigned FrontBytes = WordBytes - nf_netreduce_pkg::HEAD_BYTES;

  logic open_q;   // inside of a frame
  logic first_q;  // the beat before was a frame's first one
  logic flush_q;  // the beat before was a frame's last one: what it holds of the payload is due
  logic emit;     // a word is whole
  logic [10:0] left_q;  // bytes of payload that are still to come
  logic [3:0] index_q;  // words of the frame that have been put out
  nf_netreduce_pkg::beat_t before_q;  // the beat before
  logic [WordBits-1:0] word;

  // A word begins in one beat and ends in the next, or with the frame.
  assign emit = ((in_valid_i && open_q) || flush_q) && left_q != '0;

  // Of the payload's last word: what is behind its end.
  logic [WordBytes-1:0] beyond;
  assign beyond = {WordBytes{1'b1}} << left_q[5:0];

  always_comb begin
    word = {in_data_i.head, before_q.front};
    for (int unsigned b = 0; b < WordBytes; b++)
      if (left_q < 11'(WordBytes) && beyond[b]) word[b*8+:8] = '0;
  end

  logic valid_q, done_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      first_q <= 1'b0;
      flush_q <= 1'b0;
      left_q <= '0;
      index_q <= '0;
      valid_q <= 1'b0;
      done_q <= 1'b0;
    end else begin
      if (in_valid_i) open_q <= ~in_last_i;
      first_q <= in_valid_i & ~open_q;
      flush_q <= in_valid_i & in_last_i;
      valid_q <= emit;
      done_q <= flush_q;
      if (in_valid_i && !open_q) begin
        left_q <= size_i;
        index_q <= '0;
      end else if (emit) begin
        left_q <= left_q > 11'(WordBytes) ? left_q - 11'(WordBytes) : '0;
        index_q <= index_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (in_valid_i) before_q <= in_data_i;
    if (emit) begin
      word_o <= word;
      word_index_o <= index_q;
    end
  end
  assign word_valid_o = valid_q;
  assign done_o = done_q;

  // Two cycles behind the first beat, so that the head stays until done_o even when the next frame
  // follows at once.
  nf_netreduce_pkg::head_t head_q;
  always_ff @(posedge clk_i) if (first_q) head_q <= before_q.head;
  assign head_o = head_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [1:0] lasts_q;  // last beats of the cycles before
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lasts_q <= '0;
    else lasts_q <= {lasts_q[0], in_valid_i & in_last_i};
  end
  // Behind a frame's last beat no more is to come than that beat can hold: all words get out.
  `NF_ASSERT(SeparatorAllWords, !flush_q || left_q <= 11'(FrontBytes))
  // A frame is done two cycles after its last beat, and never otherwise.
  `NF_ASSERT(SeparatorDoneOnTime, done_o == lasts_q[1])
  // A frame's last word begins in its last beat.
  `NF_COVER(SeparatorFlushes, flush_q && left_q != '0)
  // The last word of a frame comes with the first beat of the next one.
  `NF_COVER(SeparatorFlushesIntoNext, flush_q && left_q != '0 && in_valid_i)
`endif

endmodule
