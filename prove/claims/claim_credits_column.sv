// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch_column gives back one credit for each flit that leaves a crosspoint queue, to the row that wrote it, and hands that
// flit out. Rows write whenever they want and have a credit, which claim_switch_row says of them; packets have any length.

`include "nf_assert.svh"

module claim_credits_column #(
    parameter int unsigned Rows = 2,
    parameter int unsigned XpDepth = 16
) (
    input logic            clk_i,
    input logic            rst_ni,
    input logic [Rows-1:0] flit_i,      // a row writes
    input logic [Rows-1:0] last_i,      // the last flit of its packet
    input logic            out_ready_i
);

  localparam int unsigned PtrBits = $clog2(XpDepth);

  logic [Rows-1:0] write, credit;
  logic out_valid, out_last, out_err, busy;
  logic [7:0] out_region;
  logic [127:0] out_data;

  nf_switch_column #(
      .Rows   (Rows),
      .XpDepth(XpDepth)
  ) u_column (
      .clk_i,
      .rst_ni,
      .in_valid_i  (write),
      .in_last_i   (last_i),
      .in_err_i    ('0),
      .in_region_i ('0),
      .in_data_i   ('0),
      .credit_o    (credit),
      .out_valid_o (out_valid),
      .out_ready_i,
      .out_last_o  (out_last),
      .out_err_o   (out_err),
      .out_region_o(out_region),
      .out_data_o  (out_data),
      .busy_o      (busy)
  );

  // What it keeps inside.
  (* hierconn *) wire [PtrBits:0] \u_column.gen_row[0].count_q , \u_column.gen_row[1].count_q ;
  (* hierconn *) wire \u_column.head_valid_q , \u_column.next_valid_q , \u_column.rd_valid_q ;

  logic [Rows*8-1:0] stored, holds;
  logic [7:0] back;
  assign stored = {8'(\u_column.gen_row[1].count_q ), 8'(\u_column.gen_row[0].count_q )};
  for (genvar r = 0; r < Rows; r++) begin : gen_row
    logic [7:0] credit_q;  // of this row
    assign write[r] = flit_i[r] && credit_q != 8'd0;
    assign holds[r*8+:8] = credit_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) credit_q <= 8'(XpDepth);
      else credit_q <= credit_q - 8'(write[r]) + 8'(credit[r]);
    end
    // No credit is lost or made.
    `NF_ASSERT(ColumnCreditsConserved, 9'(credit_q) + 9'(stored[r*8+:8]) == 9'(XpDepth))
  end

  // Flits whose credit came back and that were not handed out.
  logic [7:0] away_q;
  always_comb begin
    back = '0;
    for (int r = 0; r < Rows; r++) back = back + 8'(credit[r]);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) away_q <= '0;
    else away_q <= away_q + back - 8'(out_valid && out_ready_i);
  end
  // A credit comes back for a flit that is read, and each of these is handed out.
  `NF_ASSERT(ColumnCreditForEachRead, back == 8'(\u_column.rd_valid_q ))
  `NF_ASSERT(ColumnFlitsConserved, away_q == 8'(\u_column.head_valid_q ) + 8'(\u_column.next_valid_q ))
  // A row has no credit left.
  `NF_COVER(ColumnRowStops, holds[7:0] == 8'd0)

  logic unused_out;
  assign unused_out = ^{out_last, out_err, out_region, out_data, busy};

endmodule
