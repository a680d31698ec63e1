// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch_column: nothing in it waits for anything but its output. What lies in a queue makes the output valid,
// a packet at the output comes without a gap, no row is held up for longer than a packet of each other row takes, and no queue
// waits for more than two laps of packets and one of each other row.
//
// Rows write as nf_switch_row does (claim_switch_row): packets of 1 to 9 flits, flit after flit, when their credit
// covers the longest one. The output is taken at any time, or never.

`include "nf_assert.svh"

module claim_switch_column #(
    parameter int unsigned Rows = 4,  // 2..4
    parameter int unsigned XpDepth = 16,
    localparam int unsigned RowBits = $clog2(Rows),
    localparam int unsigned CountBits = $clog2(XpDepth) + 1
) (
    input logic              clk_i,
    input logic              rst_ni,
    input logic [  Rows-1:0] begin_i,  // the row begins a packet ...
    input logic [Rows*4-1:0] len_i,    // ... with so many flits behind its header
    input logic              ready_i   // the output is taken
);

  // ------------------------------------------------------------------------------ rows
  logic [Rows-1:0] valid_q, last, credit, begins;
  logic [Rows*4-1:0] left_q;
  logic [Rows*8-1:0] credit_q;

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    logic [3:0] length;
    assign length = len_i[r*4+:4] > 4'(nf_pkg::MAX_PAYLOAD_FLITS) ? 4'(nf_pkg::MAX_PAYLOAD_FLITS) : len_i[r*4+:4];
    assign last[r] = valid_q[r] && left_q[r*4+:4] == '0;
    assign begins[r] = begin_i[r] && (!valid_q[r] || last[r])
                       && credit_q[r*8+:8] >= 8'(nf_pkg::MAX_PACKET_FLITS);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q[r] <= 1'b0;
        left_q[r*4+:4] <= '0;
        credit_q[r*8+:8] <= 8'(XpDepth);
      end else begin
        valid_q[r] <= begins[r] || (valid_q[r] && !last[r]);
        left_q[r*4+:4] <= begins[r] ? length : last[r] || !valid_q[r] ? 4'd0 : left_q[r*4+:4] - 4'd1;
        credit_q[r*8+:8] <= credit_q[r*8+:8] + 8'(credit[r]) - (begins[r] ? 8'(length) + 8'd1 : 8'd0);
      end
    end
  end

  logic valid, out_last;
  nf_switch_column #(
      .Rows   (Rows),
      .XpDepth(XpDepth)
  ) u_column (
      .clk_i,
      .rst_ni,
      .in_valid_i  (valid_q),
      .in_last_i   (last),
      .in_err_i    ('0),
      .in_region_i ('0),
      .in_data_i   ('0),
      .credit_o    (credit),
      .out_valid_o (valid),
      .out_ready_i (ready_i),
      .out_last_o  (out_last),
      .out_err_o   (),
      .out_region_o(),
      .out_data_o  (),
      .busy_o      ()
  );

  // What it keeps inside.
  (* hierconn *) wire [CountBits-1:0] \u_column.gen_row[0].count_q , \u_column.gen_row[1].count_q ;
  (* hierconn *) wire [CountBits-1:0] \u_column.gen_row[2].count_q , \u_column.gen_row[3].count_q ;
  (* hierconn *) wire \u_column.gen_row[0].tail_q , \u_column.gen_row[1].tail_q ;
  (* hierconn *) wire \u_column.gen_row[2].tail_q , \u_column.gen_row[3].tail_q ;
  (* hierconn *) wire [Rows-1:0] \u_column.pick_onehot ;
  (* hierconn *) wire \u_column.start ;
  (* hierconn *) wire [RowBits-1:0] \u_column.row_q ;
  (* hierconn *) wire [Rows-1:0] \u_column.old_q , \u_column.late_q , \u_column.filled ;
  (* hierconn *) wire [4:0] \u_column.lap_q ;
  logic [4*CountBits-1:0] count;
  logic [3:0] tail;
  assign count = {\u_column.gen_row[3].count_q , \u_column.gen_row[2].count_q , \u_column.gen_row[1].count_q ,
                  \u_column.gen_row[0].count_q };
  assign tail = {\u_column.gen_row[3].tail_q , \u_column.gen_row[2].tail_q , \u_column.gen_row[1].tail_q ,
                 \u_column.gen_row[0].tail_q };

  // ------------------------------------------------------------------------------ the claim
  for (genvar r = 0; r < Rows; r++) begin : gen_claim
    // No credit is lost or made: each flit of the queue's room is a credit, or taken, or for a flit that comes.
    `NF_ASSERT(ColumnCreditsConserved, left_q[r*4+:4] <= 4'(nf_pkg::MAX_PAYLOAD_FLITS)
               && 32'(credit_q[r*8+:8]) + 32'(count[r*CountBits+:CountBits])
                  + (valid_q[r] ? 32'(left_q[r*4+:4]) + 1 : 0) == XpDepth)
    // A packet that has begun comes on.
    `NF_ASSERT(ColumnRowsGoOn, tail[r] || valid_q[r])

    // A queue without room for another packet holds up its row. It is served after one packet of each other one.
    logic [RowBits:0] passed_q, ahead;  // packets of others that were chosen meanwhile; places round to this row
    logic mine, other, blocked;
    assign blocked = 32'(count[r*CountBits+:CountBits]) > XpDepth - nf_pkg::MAX_PACKET_FLITS + 32'(credit[r]);
    assign mine = \u_column.start && \u_column.pick_onehot [r];
    assign other = \u_column.start && !\u_column.pick_onehot [r];
    assign ahead = 32'(\u_column.row_q ) >= r ? (RowBits + 1)'(\u_column.row_q ) - (RowBits + 1)'(r)
                                              : (RowBits + 1)'(\u_column.row_q ) + (RowBits + 1)'(Rows - r);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passed_q <= '0;
      else if (!blocked || mine) passed_q <= '0;
      else if (other) passed_q <= passed_q + 1'b1;
    end
    `NF_ASSERT(ColumnCrowdedTurn, passed_q <= ahead && 32'(passed_q) < Rows)

    // A queue that holds a packet is passed by what is left of this lap, by another one, then by a packet of each other row.
    logic [6:0] waits_q;        // packets that were chosen before its own, until it is late
    logic [RowBits:0] behind_q;  // and since
    logic waits, late;
    assign waits = \u_column.filled [r] && !mine;
    assign late = \u_column.late_q [r];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        waits_q <= '0;
        behind_q <= '0;
      end else begin
        waits_q <= !waits ? '0 : late ? waits_q : waits_q + 7'(\u_column.start );
        behind_q <= !waits || !late ? '0 : behind_q + (RowBits + 1)'(\u_column.start );
      end
    end
    `NF_ASSERT(ColumnNoneForgotten, late || waits_q <= 7'(\u_column.lap_q ) + (\u_column.old_q [r] ? 7'd32 : 7'd0))
    `NF_ASSERT(ColumnLateTurn, behind_q <= ahead && 32'(behind_q) < Rows)
    // All others went first.
    `NF_COVER(ColumnWaitsForAll, 32'(passed_q) == Rows - 1)
  end

  // A flit that lies in a queue is on its way out: the output is valid two cycles later at most.
  logic [1:0] stall_q;
  logic more_q, some;
  assign some = count[Rows*CountBits-1:0] != '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stall_q <= '0;
      more_q <= 1'b0;
    end else begin
      stall_q <= valid || !some ? 2'd0 : stall_q + 2'd1;
      if (valid && ready_i) more_q <= !out_last;
    end
  end
  `NF_ASSERT(ColumnMoves, stall_q <= 2'd2)
  // A packet that has begun to leave comes without a gap.
  `NF_ASSERT(ColumnNoGap, valid || !more_q)

endmodule
