// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The accelerator between MACs (NETREDUCE 4.4, Fig. 7): a receive FIFO in front of each input, since
// a MAC cannot be held, and a transmit FIFO behind each output, since a MAC that has begun a frame
// must get all of it.
//
// What comes when the receive FIFO has no room is dropped, whole frames, and counted (OVERRUN). A
// frame goes to the MAC when its last beat is in the transmit FIFO; from then on a beat stands in
// every cycle until it has left.
//
// It has one clock: a MAC's own one ends before it. There is no FCS in the streams: the MAC checks
// and takes it off (rx_axis_tuser with the last beat: it was wrong), and puts it on.
// Latency: two cycles behind a frame's last beat in, and two behind its last beat out, on top of
// nf_netreduce's. Throughput: a beat a cycle, both ways.

`include "nf_assert.svh"

module nf_netreduce_mac #(
    parameter int unsigned Ports = 6,          // those of nf_netreduce, down to Halves
    parameter int unsigned Rings = 1,
    parameter int unsigned Window = 3,
    parameter int unsigned MaxMsgLen = 170,
    parameter int unsigned Connections = 16,
    parameter int unsigned BufferBeats = 256,
    parameter int unsigned Stages = 2,
    parameter bit          Halves = 1'b1,
    parameter int unsigned RxBeats = 512,      // beats of a receive FIFO, a power of two, 32..4096;
                                               // a packet of 1 kB needs 17
    parameter int unsigned TxBeats = 256       // beats of a transmit FIFO, a power of two, 4..4096;
                                               // BufferBeats at least: the longest frame fits
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // AXI4-Stream from each MAC, without ready
    input  logic [    Ports-1:0] rx_axis_tvalid_i,
    input  logic [    Ports-1:0] rx_axis_tlast_i,
    input  logic [    Ports-1:0] rx_axis_tuser_i,  // with any beat: the frame is bad
    input  logic [Ports*512-1:0] rx_axis_tdata_i,  // first byte on the wire in bits 7:0; looked at
                                                   // with rx_axis_tvalid_i alone
    input  logic [ Ports*64-1:0] rx_axis_tkeep_i,
    // AXI4-Stream to each MAC, the same way
    output logic [    Ports-1:0] tx_axis_tvalid_o,
    input  logic [    Ports-1:0] tx_axis_tready_i,
    output logic [    Ports-1:0] tx_axis_tlast_o,
    output logic [    Ports-1:0] tx_axis_tuser_o,  // 0: no frame is marked bad
    output logic [Ports*512-1:0] tx_axis_tdata_o,
    output logic [ Ports*64-1:0] tx_axis_tkeep_o,
    // registers of nf_netreduce: AXI4-Lite, byte addresses; docs/netreduce-registers.md
    input  logic                 aw_valid_i,
    output logic                 aw_ready_o,
    input  logic [         15:0] aw_addr_i,
    input  logic                 w_valid_i,
    output logic                 w_ready_o,
    input  logic [         31:0] w_data_i,
    output logic                 b_valid_o,
    input  logic                 b_ready_i,
    output logic [          1:0] b_resp_o,
    input  logic                 ar_valid_i,
    output logic                 ar_ready_o,
    input  logic [         15:0] ar_addr_i,
    output logic                 r_valid_o,
    input  logic                 r_ready_i,
    output logic [         31:0] r_data_o,
    output logic [          1:0] r_resp_o,
    output logic                 irq_o
);

  // A frame of more than RxBeats beats never fits: with fewer than 17 every packet would be an OVERRUN.
  `NF_PARAM(MacRxHoldsAPacket, RxBeats >= 32)
  // Frames of more than BufferBeats beats are dropped (LONG), and packets have 17 at most.
  `NF_PARAM(MacTxHoldsAFrame, TxBeats >= BufferBeats)

  localparam int unsigned WordBits = nf_netreduce_pkg::WORD_BITS;
  localparam int unsigned WordBytes = nf_netreduce_pkg::WORD_BYTES;
  localparam int unsigned FrameBits = $clog2(TxBeats + 2);  // the queue holds TxBeats + 1 beats

  logic [Ports-1:0] s_tvalid, s_tready, s_tlast, s_tuser, m_tvalid, m_tready, m_tlast;
  logic [Ports*WordBits-1:0] s_tdata, m_tdata;
  logic [Ports*WordBytes-1:0] s_tkeep, m_tkeep;
  logic [Ports*32-1:0] overruns;

  nf_netreduce #(
      .Ports      (Ports),
      .Rings      (Rings),
      .Window     (Window),
      .MaxMsgLen  (MaxMsgLen),
      .Connections(Connections),
      .BufferBeats(BufferBeats),
      .Stages     (Stages),
      .Halves     (Halves)
  ) u_netreduce (
      .clk_i,
      .rst_ni,
      .s_tvalid_i(s_tvalid),
      .s_tready_o(s_tready),
      .s_tlast_i (s_tlast),
      .s_tuser_i (s_tuser),
      .s_tdata_i (s_tdata),
      .s_tkeep_i (s_tkeep),
      .m_tvalid_o(m_tvalid),
      .m_tready_i(m_tready),
      .m_tlast_o (m_tlast),
      .m_tdata_o (m_tdata),
      .m_tkeep_o (m_tkeep),
      .overruns_i(overruns),
      .aw_valid_i,
      .aw_ready_o,
      .aw_addr_i,
      .w_valid_i,
      .w_ready_o,
      .w_data_i,
      .b_valid_o,
      .b_ready_i,
      .b_resp_o,
      .ar_valid_i,
      .ar_ready_o,
      .ar_addr_i,
      .r_valid_o,
      .r_ready_i,
      .r_data_o,
      .r_resp_o,
      .irq_o
  );

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    nf_netreduce_rx_fifo #(
        .Depth(RxBeats)
    ) u_rx (
        .clk_i,
        .rst_ni,
        .in_valid_i (rx_axis_tvalid_i[p]),
        .in_last_i  (rx_axis_tlast_i[p]),
        .in_user_i  (rx_axis_tuser_i[p]),
        .in_data_i  (rx_axis_tdata_i[p*WordBits+:WordBits]),
        .in_keep_i  (rx_axis_tkeep_i[p*WordBytes+:WordBytes]),
        .out_valid_o(s_tvalid[p]),
        .out_ready_i(s_tready[p]),
        .out_last_o (s_tlast[p]),
        .out_user_o (s_tuser[p]),
        .out_data_o (s_tdata[p*WordBits+:WordBits]),
        .out_keep_o (s_tkeep[p*WordBytes+:WordBytes]),
        .dropped_o  (overruns[p*32+:32])
    );

    logic tx_valid, tx_last, tx_go, in, out;
    logic [FrameBits-1:0] whole_q;  // frames in the FIFO with their last beat

    nf_netreduce_pkg::axis_t in_beat, out_beat;
    assign in_beat = {m_tlast[p], m_tkeep[p*WordBytes+:WordBytes], m_tdata[p*WordBits+:WordBits]};
    assign {tx_last, tx_axis_tkeep_o[p*WordBytes+:WordBytes], tx_axis_tdata_o[p*WordBits+:WordBits]} =
        out_beat;

    nf_ram_fifo #(
        .Width($bits(in_beat)),
        .Depth(TxBeats)
    ) u_tx (
        .clk_i,
        .rst_ni,
        .in_valid_i (m_tvalid[p]),
        .in_ready_o (m_tready[p]),
        .in_data_i  (in_beat),
        .out_valid_o(tx_valid),
        .out_ready_i(tx_axis_tready_i[p] && tx_go),
        .out_data_o (out_beat)
    );

    // The oldest frame is whole when any is.
    assign tx_go = whole_q != '0;
    assign in = m_tvalid[p] && m_tready[p] && m_tlast[p];
    assign out = tx_axis_tvalid_o[p] && tx_axis_tready_i[p] && tx_last;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) whole_q <= '0;
      else whole_q <= whole_q + FrameBits'(in) - FrameBits'(out);
    end
    assign tx_axis_tvalid_o[p] = tx_valid && tx_go;
    assign tx_axis_tlast_o[p] = tx_last;
    assign tx_axis_tuser_o[p] = 1'b0;

    // ------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
    logic [3:0] unused_broken;
    nf_netreduce_pkg::mac_axis_t rx_beat, tx_beat;
    assign rx_beat.user = rx_axis_tuser_i[p];
    assign rx_beat.beat.last = rx_axis_tlast_i[p];
    assign rx_beat.beat.keep = rx_axis_tkeep_i[p*WordBytes+:WordBytes];
    assign rx_beat.beat.data = rx_axis_tdata_i[p*WordBits+:WordBits];
    assign tx_beat.user = tx_axis_tuser_o[p];
    assign tx_beat.beat.last = tx_axis_tlast_o[p];
    assign tx_beat.beat.keep = tx_axis_tkeep_o[p*WordBytes+:WordBytes];
    assign tx_beat.beat.data = tx_axis_tdata_o[p*WordBits+:WordBits];
    nf_stream_rules #(
        .Width($bits(rx_beat))
    ) u_rules_rx (
        .clk_i,
        .rst_ni,
        .valid_i (rx_axis_tvalid_i[p]),
        .ready_i (1'b1),
        .data_i  (rx_beat),
        .broken_o(unused_broken[1:0])
    );
    nf_stream_rules #(
        .Width($bits(tx_beat))
    ) u_rules_tx (
        .clk_i,
        .rst_ni,
        .valid_i (tx_axis_tvalid_o[p]),
        .ready_i (tx_axis_tready_i[p]),
        .data_i  (tx_beat),
        .broken_o(unused_broken[3:2])
    );
`endif
`ifndef SYNTHESIS
    logic open_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) open_q <= 1'b0;
      else if (tx_axis_tvalid_o[p] && tx_axis_tready_i[p]) open_q <= !tx_last;
    end
    // A MAC gets a frame that was begun without a gap.
    `NF_ASSERT(MacTxNeverHalf, !open_q || tx_axis_tvalid_o[p])
    // The FIFO is not full of one frame whose end has not come.
    `NF_ASSERT(MacTxEnds, m_tready[p] || whole_q != '0)
    // A frame's end waits behind another frame that is whole.
    `NF_COVER(MacTxTwo, 32'(whole_q) > 1)
`endif
  end

endmodule
