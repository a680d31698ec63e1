// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Frames from a MAC, which cannot be held, to a port that can hold (NETREDUCE 4.4, Fig. 7): every beat
// that comes is taken. A frame that does not fit is thrown away as a whole and counted; what comes out
// is whole frames, in order, with their marks as they came.
//
// It does not look into frames and drops no bad one: what the MAC has marked goes on with its mark.
// A frame leaves when its last beat has come (store and forward); one of more than Depth beats never
// fits. The room of a frame that is thrown away is free at once.
// First beat out: from the second cycle behind the one of the frame's last beat. Throughput: a beat a
// cycle, both ways. The memory's output register is the output.

`include "nf_assert.svh"

module nf_netreduce_rx_fifo #(
    parameter int unsigned Depth = 512  // beats that fit, a power of two, 4..4096; a frame of more
                                        // never does
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // AXI4-Stream from the MAC, without ready
    input  logic         in_valid_i,
    input  logic         in_last_i,
    input  logic         in_user_i,  // the frame is bad
    input  logic [511:0] in_data_i,
    input  logic [ 63:0] in_keep_i,
    // AXI4-Stream to the accelerator
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic         out_last_o,
    output logic         out_user_o,
    output logic [511:0] out_data_o,
    output logic [ 63:0] out_keep_o,
    output logic [ 31:0] dropped_o   // frames that did not fit, modulo 2^32
);

  `NF_PARAM(RxFifoDepthInRange, Depth >= 4 && Depth <= 4096 && (Depth & (Depth - 1)) == 0)

  localparam int unsigned AddrBits = $clog2(Depth);
  localparam int unsigned PtrBits = AddrBits + 1;  // one more than an address: full is not empty

  nf_netreduce_pkg::mac_axis_t in_beat, out_beat;
  logic drop_q;                          // inside of a frame that does not fit
  logic full, put, fetch, valid_q;
  logic [PtrBits-1:0] write_q, whole_q, read_q;  // next beat; behind the last whole frame; to be read
  logic [31:0] dropped_q;

  assign full = write_q - read_q == PtrBits'(Depth);
  assign put = in_valid_i && !drop_q && !full;
  assign fetch = read_q != whole_q && (!valid_q || out_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      drop_q <= 1'b0;
      write_q <= '0;
      whole_q <= '0;
      read_q <= '0;
      valid_q <= 1'b0;
      dropped_q <= '0;
    end else begin
      if (put) begin
        write_q <= write_q + 1'b1;
        if (in_last_i) whole_q <= write_q + 1'b1;
      end else if (in_valid_i) begin
        // What was kept of the frame goes; the rest of it is not looked at.
        write_q <= whole_q;
        drop_q <= !in_last_i;
        if (!drop_q) dropped_q <= dropped_q + 32'd1;
      end
      if (fetch) read_q <= read_q + 1'b1;
      valid_q <= fetch || (valid_q && !out_ready_i);
    end
  end

  assign in_beat.user = in_user_i;
  assign in_beat.beat.last = in_last_i;
  assign in_beat.beat.keep = in_keep_i;
  assign in_beat.beat.data = in_data_i;
  assign out_user_o = out_beat.user;
  assign out_last_o = out_beat.beat.last;
  assign out_keep_o = out_beat.beat.keep;
  assign out_data_o = out_beat.beat.data;

  nf_ram_1r1w #(
      .Width($bits(in_beat)),
      .Depth(Depth)
  ) u_beats (
      .clk_i,
      .we_i   (put),
      .waddr_i(write_q[AddrBits-1:0]),
      .wdata_i(in_beat),
      .re_i   (fetch),
      .raddr_i(read_q[AddrBits-1:0]),
      .rdata_o(out_beat)
  );
  assign out_valid_o = valid_q;
  assign dropped_o = dropped_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q, in_open_q, out_open_q;
  nf_netreduce_pkg::mac_axis_t beat_q;
  logic [31:0] came_q, left_q;  // whole frames: kept, delivered
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      in_open_q <= 1'b0;
      out_open_q <= 1'b0;
      came_q <= '0;
      left_q <= '0;
    end else begin
      held_q <= out_valid_o && !out_ready_i;
      if (in_valid_i) in_open_q <= !in_last_i;
      if (out_valid_o && out_ready_i) out_open_q <= !out_last_o;
      came_q <= came_q + 32'(put && in_last_i);
      left_q <= left_q + 32'(out_valid_o && out_ready_i && out_last_o);
    end
  end
  always_ff @(posedge clk_i) beat_q <= out_beat;
  // No more beats are held than there is room for.
  `NF_ASSERT(RxFifoFits, 32'(PtrBits'(write_q - read_q)) <= Depth)
  // What may be read was written and is whole: the read pointer is not beyond, nor is the mark.
  `NF_ASSERT(RxFifoInOrder, PtrBits'(whole_q - read_q) <= PtrBits'(write_q - read_q))
  // A frame that was begun at the output is there to its end.
  `NF_ASSERT(RxFifoNeverHalf, !out_open_q || out_valid_o)
  // No frame leaves that was not kept as a whole.
  `NF_ASSERT(RxFifoWhole, !out_valid_o || left_q != came_q)
  // A beat that was offered and not taken is offered again, unchanged.
  `NF_ASSERT(RxFifoHolds, !held_q || (out_valid_o && beat_q == out_beat))
  // Between frames nothing is dropped.
  `NF_ASSERT(RxFifoDropsFrames, !drop_q || in_open_q)
  // A frame is thrown away of which a part was kept already.
  `NF_COVER(RxFifoGivesBack, in_valid_i && full && !drop_q && write_q != whole_q)
`endif

endmodule
