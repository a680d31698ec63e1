// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Holds the frames of a port until it is known what becomes of them: store and forward, as the
// lookups need a frame's end, which has its CRC (NETREDUCE 4.3, Fig. 4). Verdicts come one per
// frame, in order, and are never refused.
//
// It does not look into frames. A frame of more than Depth beats is swallowed while it comes and
// nothing of it leaves, whatever its verdict; so a full buffer cannot wait for ever.
// Latency: 2 cycles from a verdict to the frame's first beat. Throughput: one beat per cycle in and
// out, frames back to back; a frame that is dropped costs one cycle at the output. Every output is
// a function of registers; out_data_o is the memory's output register.

`include "nf_assert.svh"

module nf_netreduce_buffer #(
    parameter int unsigned Depth  = 256,  // beats of 64 bytes, a power of two, 16..1024
    parameter int unsigned Frames = 32    // complete frames, 2..256
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // frames of the port
    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  logic         in_last_i,
    input  logic [511:0] in_data_i,
    input  logic [  7:0] in_bytes_i,  // 1..64; counts with the last beat
    // verdicts
    input  logic         verdict_valid_i,  // not before the cycle after the frame's last beat;
                                           // never refused
    input  logic [  1:0] verdict_i,   // nf_netreduce_pkg::VERDICT_*, of the oldest complete frame
                                      // that has none yet
    // frames that leave
    output logic         out_valid_o,
    input  logic         out_ready_i,
    output logic         out_take_o,  // 1: TAKE, to the separator; 0: PASS, to the port's output;
                                      // the same for all beats of a frame
    output logic         out_last_o,
    output logic [511:0] out_data_o,  // take, last, bytes and data hold while out_valid_o is low
    output logic [  7:0] out_bytes_o  // 64 but for the last beat
);

  `NF_PARAM(BufferDepthInRange, Depth >= 16 && Depth <= 1024)
  `NF_PARAM(BufferDepthIsPowerOfTwo, (Depth & (Depth - 1)) == 0)
  `NF_PARAM(BufferFramesInRange, Frames >= 2 && Frames <= 256)

  localparam int unsigned AddrBits = $clog2(Depth);
  localparam int unsigned PointerBits = AddrBits + 1;  // one more: full is not empty
  localparam logic [PointerBits-1:0] All = PointerBits'(Depth);

  // ------------------------------------------------------------------------------ frames come
  logic [PointerBits-1:0] write_q, start_q, read_q;  // start_q: of the frame that comes
  logic [PointerBits-1:0] next, write_end;
  logic swallow_q;  // the frame that comes is too long
  logic full, whole, take, too_long, frame_room;

  assign full = write_q - read_q == All;
  // The frame that comes has the buffer for itself, and it is not enough.
  assign whole = write_q - start_q == All;
  assign in_ready_o = frame_room && (!full || whole);
  assign take = in_valid_i && in_ready_o;
  assign too_long = whole || swallow_q;
  assign next = write_q + 1'b1;
  assign write_end = too_long ? start_q : next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      start_q <= '0;
      swallow_q <= 1'b0;
    end else if (take) begin
      write_q <= write_end;
      swallow_q <= too_long && !in_last_i;
      if (in_last_i) start_q <= write_end;
    end
  end

  // ------------------------------------------------------------------------------ frames leave
  // Where a frame ends, and bytes of its last beat.
  typedef struct packed {
    logic [PointerBits-1:0] at;
    logic [7:0]             bytes;
  } end_t;

  // The beat in the memory's output register, besides its data.
  typedef struct packed {
    logic       take;
    logic       last;
    logic [7:0] bytes;
  } leaving_t;

  end_t in_end, frame_end;
  leaving_t leaving, leaving_q;
  logic [PointerBits-1:0] read_next;
  logic frame_there, verdict_there, unused_verdict_room;
  logic [1:0] verdict;
  logic judged, drop, read, last, done;
  logic valid_q;
  logic [$clog2(Frames+1)-1:0] frames_held, verdicts_held;

  assign in_end.at = write_end;
  assign in_end.bytes = in_bytes_i;

  nf_fifo #(
      .Width($bits(in_end)),
      .Depth(Frames)
  ) u_frames (
      .clk_i,
      .rst_ni,
      .in_valid_i (take && in_last_i),
      .in_ready_o (frame_room),
      .in_data_i  (in_end),
      .out_valid_o(frame_there),
      .out_ready_i(done),
      .out_data_o (frame_end),
      .count_o    (frames_held)
  );

  nf_fifo #(
      .Width($bits(verdict)),
      .Depth(Frames)
  ) u_verdicts (
      .clk_i,
      .rst_ni,
      .in_valid_i (verdict_valid_i),
      .in_ready_o (unused_verdict_room),  // a verdict has the room of its frame
      .in_data_i  (verdict_i),
      .out_valid_o(verdict_there),
      .out_ready_i(done),
      .out_data_o (verdict),
      .count_o    (verdicts_held)
  );

  assign judged = frame_there && verdict_there;
  // Nothing is there of a frame that was swallowed.
  assign drop = judged && (verdict == nf_netreduce_pkg::VERDICT_DROP || frame_end.at == read_q);
  // The memory's output register is the output: it is read when its beat leaves.
  assign read = judged && !drop && (!valid_q || out_ready_i);
  assign read_next = read_q + 1'b1;
  assign last = read_next == frame_end.at;
  assign done = drop || (read && last);

  assign leaving.take = verdict == nf_netreduce_pkg::VERDICT_TAKE;
  assign leaving.last = last;
  assign leaving.bytes = last ? frame_end.bytes : 8'(nf_netreduce_pkg::WORD_BYTES);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q <= '0;
      valid_q <= 1'b0;
      leaving_q <= '0;
    end else begin
      if (drop) read_q <= frame_end.at;
      if (read) begin
        read_q <= read_next;
        leaving_q <= leaving;
      end
      valid_q <= read || (valid_q && !out_ready_i);
    end
  end
  assign out_valid_o = valid_q;
  assign out_take_o = leaving_q.take;
  assign out_last_o = leaving_q.last;
  assign out_bytes_o = leaving_q.bytes;

  nf_ram_1r1w #(
      .Width(nf_netreduce_pkg::WORD_BITS),
      .Depth(Depth)
  ) u_beats (
      .clk_i,
      .we_i   (take),  // also what is swallowed: only its own frame was there
      .waddr_i(write_q[AddrBits-1:0]),
      .wdata_i(in_data_i),
      .re_i   (read),
      .raddr_i(read_q[AddrBits-1:0]),
      .rdata_o(out_data_o)
  );

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  leaving_t held_leaving_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= valid_q && !out_ready_i;
  end
  always_ff @(posedge clk_i) held_leaving_q <= leaving_q;
  // Each verdict has a frame that has come.
  `NF_ASSERT(BufferVerdictOfFrame, !verdict_valid_i || verdicts_held < frames_held)
  // A frame that is too long is not the engine's: who waits for it would wait for ever.
  `NF_ASSERT(BufferLongNotTaken, !judged || frame_end.at != read_q ||
             verdict != nf_netreduce_pkg::VERDICT_TAKE)
  // No more beats are held than there is room for.
  `NF_ASSERT(BufferNoOverrun, write_q - read_q <= All)
  // No beat is read of a frame that has not come.
  `NF_ASSERT(BufferReadsComplete, !read || read_q != start_q)
  // What is swallowed has the buffer for itself.
  `NF_ASSERT(BufferSwallowsAlone, !swallow_q || (write_q == start_q && read_q == start_q))
  // A beat that is offered and not taken is offered again, unchanged.
  `NF_ASSERT(BufferOutputHolds, !held_q || (valid_q && leaving_q == held_leaving_q))
  // All beats are in use.
  `NF_COVER(BufferFull, full)
  // All frames are in use.
  `NF_COVER(BufferFramesFull, !frame_room)
  // A frame is swallowed.
  `NF_COVER(BufferSwallows, swallow_q)
`endif

endmodule
