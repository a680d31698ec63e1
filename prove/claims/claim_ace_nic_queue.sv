// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_nic_queue, with a writer and a reader that keep to its ports: each word that is written leaves once, in
// order, and marked as the end of its packet where it was; room comes back (ACE 4.4).
//
// The writer reserves whenever there is room, and writes packets of 1 to 4 words for which it has reserved,
// with any pauses; the reader loads whenever it may. One word is watched, which may be any: it alone
// has bit 0 of its data set.

`include "nf_assert.svh"

module claim_ace_nic_queue #(
    parameter int unsigned Packets = 2,
    parameter bit Whole = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic reserve_i,
    input logic write_i,
    input logic last_i,
    input logic load_i,
    input logic watch_i     // the word that is written is the one to be watched
);

  localparam int unsigned WordBits = $clog2(Packets) + 3;  // for all words held, and the one at the interface

  logic room, ready, open, first, last, load, write, reserve, ends, mark;
  logic in_open_q, watched_q, watched_last_q, loaded_q, in_front_q;
  logic [1:0] written_q;             // words of the open packet
  logic [WordBits-1:0] reserved_q;   // packets that may begin
  logic [WordBits-1:0] left_q;       // words to load up to the watched one
  logic [WordBits-1:0] held_q;       // words written and not loaded
  logic [511:0] out;

  assign reserve = reserve_i && room;
  assign write = write_i && (in_open_q || reserved_q != '0);
  assign ends = last_i || (in_open_q && written_q == 2'd3);
  assign load = load_i && ready;
  assign mark = write && watch_i && !watched_q;

  nf_ace_nic_queue #(
      .Packets(Packets),
      .Whole  (Whole)
  ) u_queue (
      .clk_i,
      .rst_ni,
      .reserve_i  (reserve),
      .room_o     (room),
      .in_valid_i (write),
      .in_last_i  (ends),
      .in_hdr_i   (128'd0),
      .in_data_i  (512'(mark)),
      .drop_o     (),
      .ready_o    (ready),
      .open_o     (open),
      .load_i     (load),
      .out_first_o(first),
      .out_last_o (last),
      .out_hdr_o  (),
      .out_data_o (out)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_open_q <= 1'b0;
      written_q <= '0;
      reserved_q <= '0;
      watched_q <= 1'b0;
      watched_last_q <= 1'b0;
      left_q <= '0;
      held_q <= '0;
      loaded_q <= 1'b0;
      in_front_q <= 1'b0;
    end else begin
      reserved_q <= reserved_q + WordBits'(reserve) - WordBits'(write && !in_open_q);
      held_q <= held_q + WordBits'(write) - WordBits'(load);
      if (write) begin
        in_open_q <= !ends;
        written_q <= in_open_q ? written_q + 2'd1 : 2'd1;
      end
      loaded_q <= load;
      in_front_q <= load && left_q == WordBits'(1);
      if (mark) begin
        watched_q <= 1'b1;
        watched_last_q <= ends;
        left_q <= held_q + WordBits'(1) - WordBits'(load);
      end else if (load && left_q != '0) left_q <= left_q - WordBits'(1);
    end
  end

  // The watched word comes when all before it have, with its mark, and never again.
  `NF_ASSERT(NicQueueDelivers,
             !loaded_q || (out[0] == in_front_q && (!in_front_q || last == watched_last_q)))
  // A word is offered only when there is one; and when there is one and packets need not be whole, it is.
  `NF_ASSERT(NicQueueOffers, ready ? held_q != '0 : Whole || held_q == '0)
  // The word after a last one is a first one, and no other is.
  logic ended_q, first_due_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ended_q <= 1'b1;
      first_due_q <= 1'b0;
    end else begin
      if (loaded_q) ended_q <= last;
      if (load) first_due_q <= loaded_q ? last : ended_q;
    end
  end
  `NF_ASSERT(NicQueueFraming, !loaded_q || first == first_due_q)
  // Open says that the packet at the interface goes on.
  `NF_ASSERT(NicQueueOpen, open == !(loaded_q ? last : ended_q))

endmodule
