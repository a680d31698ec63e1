// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a memory with a write port and a read port is (nf_ram_1r1w), with its words in sight, so that a
// claim can speak of what is stored.
module claim_memory #(
    parameter int unsigned Width = 2,
    parameter int unsigned Depth = 4,
    localparam int unsigned AddrBits = $clog2(Depth)
) (
    input  logic                   clk_i,
    input  logic                   we_i,
    input  logic [   AddrBits-1:0] waddr_i,
    input  logic [      Width-1:0] wdata_i,
    input  logic                   re_i,
    input  logic [   AddrBits-1:0] raddr_i,
    output logic [      Width-1:0] rdata_o,
    output logic [Width*Depth-1:0] words_o
);

  for (genvar w = 0; w < Depth; w++) begin : gen_word
    always_ff @(posedge clk_i) begin
      if (we_i && waddr_i == AddrBits'(w)) words_o[w*Width+:Width] <= wdata_i;
    end
  end

  logic [Width-1:0] read;
  always_comb begin
    read = '0;
    for (int w = 0; w < Depth; w++) begin
      if (raddr_i == AddrBits'(w)) read = read | words_o[w*Width+:Width];
    end
  end

  always_ff @(posedge clk_i) if (re_i) rdata_o <= read;

endmodule
