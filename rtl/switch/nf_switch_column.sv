// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One sink of the crossbar: a crosspoint queue for every row, and the arbiter that empties them
// packet by packet (KLENK IV-D, Fig. 5).
//
// Queues without room for another packet go first, since each of them holds up a whole row; among
// equals the pick goes round. A packet in progress is never interleaved with another.
// It does not check for room: a row writes only what its credits cover.
//
// Latency 3 cycles from the crosspoint bus to out_*; one flit per cycle, also across packets.

`include "nf_assert.svh"

module nf_switch_column #(
    parameter int unsigned Rows = 16,      // sources, 2..32
    parameter int unsigned XpDepth = 32,   // flits of one crosspoint queue: 16, 32 or 64
    parameter int unsigned HasRegion = 0   // 1: the region index travels with the flit
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // crosspoint buses, one per row
    input  logic [    Rows-1:0] in_valid_i,
    input  logic [    Rows-1:0] in_last_i,
    input  logic [    Rows-1:0] in_err_i,
    input  logic [  Rows*8-1:0] in_region_i,
    input  logic [Rows*128-1:0] in_data_i,
    output logic [    Rows-1:0] credit_o,     // a flit left this row's queue
    // stream out
    output logic                out_valid_o,
    input  logic                out_ready_i,
    output logic                out_last_o,
    output logic                out_err_o,
    output logic [         7:0] out_region_o,
    output logic [       127:0] out_data_o,
    output logic                busy_o
);

  localparam int unsigned RowBits = $clog2(Rows);
  localparam int unsigned PtrBits = $clog2(XpDepth);
  localparam int unsigned FlagBits = 2 + 8 * HasRegion;  // region, err, last
  // Above this a queue has no room for a whole packet.
  localparam logic [PtrBits:0] Crowded = (PtrBits + 1)'(XpDepth - nf_pkg::MAX_PACKET_FLITS);

  // ------------------------------------------------------------------------------ queues
  // One small memory per row. Its output register is zero unless the row was read in the last
  // cycle, so that the flit of the row that was read is the OR of all.
  logic [Rows-1:0] filled_q, crowded_q, read_row, was_read_q;
  logic [127:0] rdata;
  logic [FlagBits-1:0] rflags;

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    logic [127:0] data_q[XpDepth];
    logic [FlagBits-1:0] flags_q[XpDepth];
    logic [PtrBits-1:0] wptr_q, rptr_q;
    logic [PtrBits:0] count_q, count_d;

    assign count_d = in_valid_i[r] ? count_q + 1'b1 : count_q - 1'b1;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wptr_q <= '0;
        rptr_q <= '0;
        count_q <= '0;
        filled_q[r] <= 1'b0;
        crowded_q[r] <= 1'b0;
      end else begin
        if (in_valid_i[r]) wptr_q <= wptr_q + 1'b1;
        if (read_row[r]) rptr_q <= rptr_q + 1'b1;
        if (in_valid_i[r] != read_row[r]) begin
          count_q <= count_d;
          filled_q[r] <= count_d != '0;
          crowded_q[r] <= count_d > Crowded;
        end
      end
    end

    if (HasRegion != 0) begin : gen_region
      always_ff @(posedge clk_i) begin
        if (in_valid_i[r]) flags_q[wptr_q] <= {in_region_i[r*8+:8], in_err_i[r], in_last_i[r]};
      end
    end else begin : gen_no_region
      always_ff @(posedge clk_i) begin
        if (in_valid_i[r]) flags_q[wptr_q] <= {in_err_i[r], in_last_i[r]};
      end
    end

    always_ff @(posedge clk_i) if (in_valid_i[r]) data_q[wptr_q] <= in_data_i[r*128+:128];

    // The OR of the rows up to this one.
    logic [127:0] rdata_q, rdata_or;
    logic [FlagBits-1:0] rflags_q, rflags_or;
    always_ff @(posedge clk_i) begin
      if (read_row[r]) begin
        rdata_q <= data_q[rptr_q];
        rflags_q <= flags_q[rptr_q];
      end else if (was_read_q[r]) begin
        rdata_q <= '0;
        rflags_q <= '0;
      end
    end
    if (r == 0) begin : gen_first
      assign rdata_or = rdata_q;
      assign rflags_or = rflags_q;
    end else begin : gen_further
      assign rdata_or = rdata_q | gen_row[r-1].rdata_or;
      assign rflags_or = rflags_q | gen_row[r-1].rflags_or;
    end

`ifndef SYNTHESIS
    // A row never writes past the room that its credits give it.
    `NF_ASSERT(ColumnNoOverflow, !in_valid_i[r] || count_q < (PtrBits + 1)'(XpDepth))
    // A queue is read only when it holds a flit.
    `NF_ASSERT(ColumnNoUnderflow, !read_row[r] || filled_q[r])
`endif
  end

  // ------------------------------------------------------------------------------ choosing
  logic [RowBits-1:0] row_q, row, pick_row;  // row of the packet in progress, of this read
  logic pick_valid, open_q, midway, read, space;
  logic [Rows-1:0] urgent, asking, pick_onehot, row_onehot_q;

  assign urgent = filled_q & crowded_q;
  assign asking = (urgent != '0) ? urgent : filled_q;

  nf_rr_arb #(
      .Requests(Rows)
  ) u_pick (
      .req_i         (asking),
      .last_i        (row_q),
      .grant_valid_o (pick_valid),
      .grant_index_o (pick_row),
      .grant_onehot_o(pick_onehot)
  );

  // The flit read in the last cycle tells whether it was the last of its packet.
  logic rd_valid_q;
  assign rdata = gen_row[Rows-1].rdata_or;
  assign rflags = gen_row[Rows-1].rflags_or;
  assign midway = rd_valid_q ? ~rflags[0] : open_q;
  assign row = midway ? row_q : pick_row;
  assign read_row = !space ? '0 : midway ? row_onehot_q & filled_q : pick_onehot;
  assign read = space & (midway ? filled_q[row_q] : pick_valid);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_valid_q <= 1'b0;
      open_q <= 1'b0;
      row_q <= '0;
      row_onehot_q <= '0;
      was_read_q <= '1;
      credit_o <= '0;
    end else begin
      rd_valid_q <= read;
      open_q <= midway;
      if (read) begin
        row_q <= row;
        row_onehot_q <= read_row;
      end
      was_read_q <= read_row;
      credit_o <= read_row;
    end
  end

  // ------------------------------------------------------------------------------ output
  // Two registers; the flit that was read always finds a place in one of them.
  logic head_valid_q, next_valid_q, head_load, pop;
  logic [127:0] head_q, next_q;
  logic [FlagBits-1:0] head_flags_q, next_flags_q;

  assign pop = head_valid_q & out_ready_i;
  assign head_load = ~head_valid_q | pop;
  // A read now arrives when at most one of the two registers is still taken.
  assign space = (2'(head_valid_q) + 2'(next_valid_q) + 2'(rd_valid_q) - 2'(pop)) < 2'd2;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_valid_q <= 1'b0;
      next_valid_q <= 1'b0;
    end else if (head_load) begin
      head_valid_q <= next_valid_q | rd_valid_q;
      next_valid_q <= next_valid_q & rd_valid_q;
    end else if (rd_valid_q) begin
      next_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (head_load && (next_valid_q || rd_valid_q)) begin
      head_q <= next_valid_q ? next_q : rdata;
      head_flags_q <= next_valid_q ? next_flags_q : rflags;
    end
    if (rd_valid_q) begin
      next_q <= rdata;
      next_flags_q <= rflags;
    end
  end

  assign out_valid_o = head_valid_q;
  assign out_last_o = head_valid_q & head_flags_q[0];
  assign out_err_o = head_valid_q & head_flags_q[1];
  assign out_data_o = head_q;
  assign busy_o = filled_q != '0 || rd_valid_q || head_valid_q;

  if (HasRegion != 0) begin : gen_region_out
    assign out_region_o = head_flags_q[9:2];
  end else begin : gen_no_region_out
    assign out_region_o = '0;
    logic unused_region;
    assign unused_region = ^in_region_i;
  end

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // The two output registers never take a third flit.
  `NF_ASSERT(ColumnOutputBounded, !(rd_valid_q && head_valid_q && next_valid_q && !pop))
  // At most one queue is read in a cycle.
  `NF_ASSERT(ColumnReadsOne, (read_row & (read_row - 1'b1)) == '0)
  // A queue without room went ahead of its turn.
  `NF_COVER(ColumnCrowdedFirst, read && !midway && urgent != '0 && urgent != filled_q)
  // The output held a packet back.
  `NF_COVER(ColumnHeld, head_valid_q && next_valid_q && !out_ready_i)
`endif

endmodule
