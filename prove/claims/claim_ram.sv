// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ram_1r1w returns what was written last at the address that is read, before that edge, and holds it.
// The sentence is said of one address, which may be any, and of reads after the first write there.

`include "nf_assert.svh"

module claim_ram #(
    parameter int unsigned Width = 2,
    parameter int unsigned Depth = 4,
    localparam int unsigned AddrBits = $clog2(Depth)
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                we_i,
    input logic [AddrBits-1:0] waddr_i,
    input logic [   Width-1:0] wdata_i,
    input logic                re_i,
    input logic [AddrBits-1:0] raddr_i,
    input logic [AddrBits-1:0] watched_i  // in the cycle of reset: the address
);

  logic [Width-1:0] rdata, last_q, due_q;
  logic [AddrBits-1:0] watched_q;
  logic written_q, known_q, started_q;

  nf_ram_1r1w #(
      .Width(Width),
      .Depth(Depth)
  ) u_ram (
      .clk_i,
      .we_i,
      .waddr_i,
      .wdata_i,
      .re_i,
      .raddr_i,
      .rdata_o(rdata)
  );

  always_ff @(posedge clk_i) begin
    watched_q <= started_q ? watched_q : watched_i;
    if (we_i && waddr_i == watched_q) last_q <= wdata_i;
    if (re_i) due_q <= last_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      written_q <= 1'b0;
      known_q <= 1'b0;
    end else begin
      started_q <= 1'b1;
      written_q <= written_q || (started_q && we_i && waddr_i == watched_q);
      if (re_i) known_q <= written_q && raddr_i == watched_q;
    end
  end

  // What is read is what was written.
  `NF_ASSERT(RamReturns, !known_q || rdata == due_q)
  // What was written is read.
  `NF_COVER(RamReadsBack, known_q)

endmodule
