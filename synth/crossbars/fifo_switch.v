// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// axis_switch of verilog-axis with 16 ports of 128 bits behind an axis_fifo of 4 kB at each input: one queue an input, so that a packet waits for the one
// in front of it (58.6 % of the line rate at best, Karol, Hluchyj and Morgan 1987).
module fifo_switch (
    input clk_i,
    input rst_ni,
    input [16*128-1:0] in_data_i,
    input [15:0] in_valid_i,
    output [15:0] in_ready_o,
    input [15:0] in_last_i,
    input [16*5-1:0] in_dest_i,
    output [16*128-1:0] out_data_o,
    output [15:0] out_valid_o,
    input [15:0] out_ready_i,
    output [15:0] out_last_o
);
  wire [16*128-1:0] data;
  wire [15:0] valid, ready, last;
  wire [16*5-1:0] dest;
  genvar p;
  generate
    for (p = 0; p < 16; p = p + 1) begin : queue
      axis_fifo #(
          .DEPTH(256),
          .DATA_WIDTH(128),
          .KEEP_ENABLE(0),
          .DEST_ENABLE(1),
          .DEST_WIDTH(5),
          .USER_ENABLE(0)
      ) u_fifo (
          .clk(clk_i),
          .rst(!rst_ni),
          .s_axis_tdata(in_data_i[p*128+:128]),
          .s_axis_tkeep(16'hffff),
          .s_axis_tvalid(in_valid_i[p]),
          .s_axis_tready(in_ready_o[p]),
          .s_axis_tlast(in_last_i[p]),
          .s_axis_tid(8'd0),
          .s_axis_tdest(in_dest_i[p*5+:5]),
          .s_axis_tuser(1'b0),
          .m_axis_tdata(data[p*128+:128]),
          .m_axis_tkeep(),
          .m_axis_tvalid(valid[p]),
          .m_axis_tready(ready[p]),
          .m_axis_tlast(last[p]),
          .m_axis_tid(),
          .m_axis_tdest(dest[p*5+:5]),
          .m_axis_tuser(),
          .pause_req(1'b0),
          .pause_ack(),
          .status_depth(),
          .status_depth_commit(),
          .status_overflow(),
          .status_bad_frame(),
          .status_good_frame()
      );
    end
  endgenerate
  axis_switch #(
      .S_COUNT(16),
      .M_COUNT(16),
      .DATA_WIDTH(128),
      .KEEP_ENABLE(0),
      .USER_ENABLE(0)
  ) u_switch (
      .clk(clk_i),
      .rst(!rst_ni),
      .s_axis_tdata(data),
      .s_axis_tkeep({16 * 16{1'b1}}),
      .s_axis_tvalid(valid),
      .s_axis_tready(ready),
      .s_axis_tlast(last),
      .s_axis_tid(128'd0),
      .s_axis_tdest(dest),
      .s_axis_tuser(16'd0),
      .m_axis_tdata(out_data_o),
      .m_axis_tkeep(),
      .m_axis_tvalid(out_valid_o),
      .m_axis_tready(out_ready_i),
      .m_axis_tlast(out_last_o),
      .m_axis_tid(),
      .m_axis_tdest(),
      .m_axis_tuser()
  );
endmodule
