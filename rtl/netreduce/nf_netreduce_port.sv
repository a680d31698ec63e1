// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One port of the accelerator, all that is its own (NETREDUCE 4.3, Fig. 4): parser, frame buffer,
// verdicts, separator, store of headers and payloads, header manager, combiner.
//
// Frames that are not the engine's go from the buffer to the output as they came. Of those that are,
// header and payload go to the store; the aggregator reads sizes and words there, and says when a
// header is to be sent with a sum. Both kinds share the output frame by frame, in turn.
//
// It decides nothing about messages: that is nf_netreduce_lookup's. s_tkeep_i must be contiguous
// from bit 0, and full but in a frame's last beat; otherwise, or with s_tuser_i, the frame is dropped
// as DAMAGED.
//
// One beat a cycle in and out. A frame that passes leaves 4 cycles after its verdict, which is 15
// cycles after its last beat.

`include "nf_assert.svh"

module nf_netreduce_port #(
    parameter int unsigned Places = 1024,      // columns of the store, 2..65536
    parameter int unsigned BufferBeats = 256,  // beats of the frame buffer, a power of two,
                                               // 16..512; a frame of more than 512 would not be
                                               // known as one: the record's length ends at 65535
                                               // bytes
    parameter int unsigned Frames = 16,        // frames that the buffer holds, 2..256
    parameter int unsigned Packets = 4         // sums that wait for the output, 2..16
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // levels: registers
    input  logic                            enable_i,
    input  logic                    [ 31:0] tag_i,         // InetTag
    input  logic                    [ 47:0] own_mac_i,
    input  logic                    [ 31:0] own_ip_i,
    input  logic                    [ 47:0] spine_mac_i,
    input  logic                    [ 31:0] spine_ip_i,
    // AXI4-Stream in, from the hosts: frames
    input  logic                            s_tvalid_i,
    output logic                            s_tready_o,
    input  logic                            s_tlast_i,
    input  logic                            s_tuser_i,     // with any beat: the frame is bad
    input  logic                    [511:0] s_tdata_i,
    input  logic                    [ 63:0] s_tkeep_i,
    // AXI4-Stream out, to the Ethernet switch
    output logic                            m_tvalid_o,
    input  logic                            m_tready_i,
    output logic                            m_tlast_o,
    output logic                    [511:0] m_tdata_o,
    output logic                    [ 63:0] m_tkeep_o,
    // lookups: requests, and answers to them
    output logic                            req_valid_o,
    input  logic                            req_ready_i,
    output nf_netreduce_pkg::meta_t         req_meta_o,    // record meta
    input  logic                            ans_valid_i,
    input  logic                    [  7:0] ans_cause_i,
    input  logic                            ans_payload_i,
    input  logic                            ans_head_i,
    input  logic                    [ 15:0] ans_place_i,
    output logic                            stored_o,      // one cycle: a packet that was taken is
                                                           // in the store
    // the aggregator reads what is stored, one cycle later
    input  logic                            size_re_i,
    input  logic                    [ 15:0] size_place_i,
    output logic                    [ 10:0] size_o,
    input  logic                            word_re_i,
    input  logic                    [ 15:0] word_place_i,
    input  logic                    [  3:0] word_index_i,
    output logic                    [511:0] word_o,
    // the aggregator: sums
    output logic                            ready_o,  // the combiner has room for one frame more
    output logic                            empty_o,       // it holds none
    output logic                            sent_o,        // the last beat of one was taken in the
                                                           // cycle before
    input  logic                            start_i,       // a sum will come for the header at this
                                                           // place: reserve, read, rewrite it
    input  logic                    [ 15:0] start_place_i,
    input  logic                    [  1:0] start_mode_i,  // MODE_*
    input  logic                    [  6:0] start_mark_i,  // whose sum it is
    input  logic                    [ 10:0] start_size_i,
    input  logic                    [ 23:0] start_psn_i,   // of a REPLY: PSN of the acknowledgement
    input  logic                    [ 23:0] start_qp_i,    // of a REPLY: the queue pair to which it
                                                           // goes
    input  logic                            sum_valid_i,   // words of that sum; no back-pressure
    input  logic                            sum_last_i,
    input  logic                    [511:0] sum_word_i,
    // one event a frame
    output logic                            event_valid_o,  // with the frame's verdict, for the
                                                            // counters
    output logic                    [  7:0] event_cause_o  // CAUSE_*
);

  localparam int unsigned KeepBits = nf_netreduce_pkg::WORD_BYTES;
  // Beats that pass and wait out of the packets' way: one frame of the engine's largest size and as
  // much again, so that small ones need not wait for each other's answers.
  localparam int unsigned PassBeats = 32;

  // A beat that leaves, from the buffer or from the combiner.
  typedef struct packed {
    logic [7:0]                             bytes;
    logic                                   last;
    logic [nf_netreduce_pkg::WORD_BITS-1:0] data;
  } beat_t;

  // What a sum is made into a packet with, besides the header at its place.
  typedef struct packed {
    logic [1:0]  mode;
    logic [6:0]  mark;
    logic [10:0] size;
    logic [23:0] psn;
    logic [23:0] qp;
  } start_t;

  // -------------------------------------------------------------------------------- the input
  logic beat, keep_bad, err;
  logic [7:0] bytes;

  always_comb begin
    bytes = 8'd1;
    for (int unsigned b = 0; b < KeepBits; b++)
      if (s_tkeep_i[b]) bytes = 8'(b + 1);
  end
  assign keep_bad = (s_tkeep_i & (s_tkeep_i + 64'd1)) != '0 || !s_tkeep_i[0]
                    || (!s_tlast_i && !s_tkeep_i[KeepBits-1]);
  assign err = s_tuser_i || keep_bad;
  assign beat = s_tvalid_i && s_tready_o;

  logic meta_valid;
  nf_netreduce_pkg::meta_t meta;

  nf_netreduce_parser u_parser (
      .clk_i,
      .rst_ni,
      .cfg_tag_i   (tag_i),
      .valid_i     (beat),
      .last_i      (s_tlast_i),
      .err_i       (err),
      .data_i      (s_tdata_i),
      .bytes_i     (bytes),
      .meta_valid_o(meta_valid),
      .meta_o      (meta)
  );

  logic [1:0] verdict;
  logic held_valid, held_ready, held_take;
  beat_t held;

  nf_netreduce_buffer #(
      .Depth (BufferBeats),
      .Frames(Frames)
  ) u_buffer (
      .clk_i,
      .rst_ni,
      .in_valid_i     (s_tvalid_i),
      .in_ready_o     (s_tready_o),
      .in_last_i      (s_tlast_i),
      .in_data_i      (s_tdata_i),
      .in_bytes_i     (bytes),
      .verdict_valid_i(event_valid_o),
      .verdict_i      (verdict),
      .out_valid_o    (held_valid),
      .out_ready_i    (held_ready),
      .out_take_o     (held_take),
      .out_last_o     (held.last),
      .out_data_o     (held.data),
      .out_bytes_o    (held.bytes)
  );

  // ------------------------------------------------------------------- verdicts, and what is taken
  logic take_beat, done, passed;
  logic [10:0] size;
  logic note_payload, note_head;
  logic [15:0] note_place;
  logic [10:0] note_size;

  nf_netreduce_verdict #(
      .Frames     (Frames),
      .BufferBeats(BufferBeats),
      .PassBeats  (PassBeats)
  ) u_verdict (
      .clk_i,
      .rst_ni,
      .enable_i,
      .meta_valid_i   (meta_valid),
      .meta_i         (meta),
      .req_valid_o,
      .req_ready_i,
      .req_meta_o,
      .ans_valid_i,
      .ans_cause_i,
      .ans_payload_i,
      .ans_head_i,
      .ans_place_i,
      .verdict_valid_o(event_valid_o),
      .verdict_o      (verdict),
      .cause_o        (event_cause_o),
      .passed_i       (passed),
      .entered_i      (take_beat && held.last),
      .size_o         (size),
      .stored_i       (done),
      .store_payload_o(note_payload),
      .store_head_o   (note_head),
      .store_place_o  (note_place),
      .store_size_o   (note_size)
  );

  nf_netreduce_pkg::head_t head, own_head;
  logic word_valid;
  logic [511:0] word;
  logic [3:0] word_index;
  assign take_beat = held_valid && held_take;

  nf_netreduce_separator u_separator (
      .clk_i,
      .rst_ni,
      .in_valid_i  (take_beat),
      .in_last_i   (held.last),
      .in_data_i   (held.data),
      .size_i      (size),
      .head_o      (head),
      .word_valid_o(word_valid),
      .word_o      (word),
      .word_index_o(word_index),
      .done_o      (done)
  );

  nf_netreduce_store #(
      .Places(Places)
  ) u_store (
      .clk_i,
      .rst_ni,
      .place_i     (note_place),
      .head_we_i   (done && note_head),
      .head_i      (head),
      .size_we_i   (done && note_payload),
      .size_i      (note_size),
      .word_we_i   (word_valid && note_payload),
      .index_i     (word_index),
      .word_i      (word),
      .size_re_i,
      .size_place_i,
      .size_o,
      .head_re_i   (start_i),
      .head_place_i(start_place_i),
      .head_o      (own_head),
      .word_re_i,
      .word_place_i,
      .word_index_i,
      .word_o
  );
  assign stored_o = done;

  // ---------------------------------------------------------------------------- what is sent
  logic start_q;
  start_t begun, begun_q;
  logic new_valid;
  nf_netreduce_pkg::sized_t new_head;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) start_q <= 1'b0;
    else start_q <= start_i;
  end

  assign begun.mode = start_mode_i;
  assign begun.mark = start_mark_i;
  assign begun.size = start_size_i;
  assign begun.psn = start_psn_i;
  assign begun.qp = start_qp_i;
  always_ff @(posedge clk_i) if (start_i) begun_q <= begun;

  nf_netreduce_header u_header (
      .clk_i,
      .rst_ni,
      .own_mac_i,
      .own_ip_i,
      .spine_mac_i,
      .spine_ip_i,
      .valid_i(start_q),
      .head_i (own_head),
      .size_i (begun_q.size),
      .mode_i (begun_q.mode),
      .mark_i (begun_q.mark),
      .psn_i  (begun_q.psn),
      .qp_i   (begun_q.qp),
      .valid_o(new_valid),
      .head_o (new_head.head),
      .size_o (new_head.size)
  );

  logic made_valid, made_ready;
  beat_t made_beat;

  nf_netreduce_combiner #(
      .Packets(Packets)
  ) u_combiner (
      .clk_i,
      .rst_ni,
      .ready_o,
      .reserve_i   (start_i),
      .empty_o,
      .head_valid_i(new_valid),
      .head_i      (new_head.head),
      .size_i      (new_head.size),
      .word_valid_i(sum_valid_i),
      .word_last_i (sum_last_i),
      .word_i      (sum_word_i),
      .out_valid_o (made_valid),
      .out_ready_i (made_ready),
      .out_last_o  (made_beat.last),
      .out_data_o  (made_beat.data),
      .out_bytes_o (made_beat.bytes)
  );

  // ------------------------------------------------------------------------------- the output
  // What has been offered goes on to the frame's end; then the one that had its turn last waits.
  logic open_q, made_q;  // a frame has been offered; whose it is, or whose the last one was
  logic pass_ready, pass_valid, made;
  beat_t pass_beat, out_beat;

  // Frames that pass wait here while the output is paused, out of the way of the packets behind them,
  // which the engine takes.
  nf_ram_fifo #(
      .Width($bits(held)),
      .Depth(PassBeats)
  ) u_pass (
      .clk_i,
      .rst_ni,
      .in_valid_i (held_valid && !held_take),
      .in_ready_o (pass_ready),
      .in_data_i  (held),
      .out_valid_o(pass_valid),
      .out_ready_i(m_tready_i && !made),
      .out_data_o (pass_beat)
  );
  assign passed = pass_valid && m_tready_i && !made;
  assign made = open_q ? made_q : made_valid && !(made_q && pass_valid);
  assign made_ready = m_tready_i && made;
  assign held_ready = held_take || pass_ready;
  assign m_tvalid_o = made ? made_valid : pass_valid;
  assign out_beat = made ? made_beat : pass_beat;
  assign m_tlast_o = out_beat.last;
  assign m_tdata_o = out_beat.data;
  // Not one bit more than the frame has bytes.
  assign m_tkeep_o = ~({KeepBits{1'b1}} << out_beat.bytes[6:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_o <= 1'b0;
    else sent_o <= made_valid && made_ready && made_beat.last;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      made_q <= 1'b0;
    end else if (m_tvalid_o) begin
      open_q <= !(m_tready_i && m_tlast_o);
      made_q <= made;
    end
  end

`ifndef SYNTHESIS
  logic stalled_q, stalled_made_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= 1'b0;
    else stalled_q <= m_tvalid_o && !m_tready_i;
  end
  always_ff @(posedge clk_i) stalled_made_q <= made;
  // A beat that waits is still there.
  `NF_ASSERT(PortStable, !stalled_q || (m_tvalid_o && made == stalled_made_q))
`endif

endmodule
